//! Unwind rules from an `.eh_frame` section.

use core::cell::{OnceCell, RefCell};
use core::fmt;
use core::marker::PhantomData;
use core::ops::ControlFlow;
use std::borrow::Cow;
use std::collections::HashMap;

use gimli::{
    BaseAddresses, CieOrFde, EhFrameOffset, EndianSlice, LittleEndian, UnwindSection, Vendor,
};

use super::augmentation::{KeyBEntries, Readable, is_overlong, readable};
use super::program::{Cfa, Column, RowVisitor, State, Stopped, Work};
use super::rule::{
    FrameRule, SavedLocation, SavedRegisters, UnwindError, UnwindProblem, UnwindRules,
};
use crate::arch::{Architecture, Register, callee_saved_index};

pub(super) type Bytes<'a> = EndianSlice<'a, LittleEndian>;
type Cie<'a> = gimli::CommonInformationEntry<Bytes<'a>>;

/// The unwind rules of an `.eh_frame` section of an image that is linked or mapped.
///
/// The section is scanned once, when the value is made, for the addresses that its entries cover.
/// An entry's instructions are run when the first rule in it is requested; all rows of the last
/// entry are kept, since call sites are requested function by function. The instructions of a
/// common information entry are run once. All work is linear in the bytes of the section and the
/// number of requested rules, whatever the section contains.
pub struct EhFrame<'a, A> {
    bytes: Cow<'a, [u8]>,
    key_b: KeyBEntries,
    bases: BaseAddresses,
    /// The common information entries by offset. There are none at other offsets.
    cies: HashMap<usize, ParsedCie<'a, A>>,
    /// Sorted by `start`.
    entries: Vec<Entry>,
    scratch: RefCell<Scratch>,
    architecture: PhantomData<A>,
}

/// An entry of the section: the addresses of a function, or of a part of one, and its offset.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u64,
    end: u64,
    offset: usize,
}

/// A common information entry.
struct ParsedCie<'a, A> {
    /// The parsed entry; `None` if the bytes of the section had to be changed. It is then parsed
    /// again when it is needed.
    parsed: Option<Cie<'a>>,
    /// The state after its instructions.
    initial: OnceCell<Result<State<A>, Stopped>>,
}

/// The common entries of a section by offset, and the address ranges of the other entries.
type Contents<'a, A> = (HashMap<usize, ParsedCie<'a, A>>, Vec<Entry>);

/// The rule for unwinding from an instruction to the caller of its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The caller is found by this rule.
    Frame(FrameRule),
    /// The same, but the return address has not been stored, or has been loaded again: it is in the
    /// register in which calls put it, and the place of the return address in the rule has no
    /// meaning.
    InLinkRegister(FrameRule),
    /// There is no caller: the unwind information says that the return address is undefined.
    None,
}

#[derive(Default)]
struct Scratch {
    /// Number of unwind instructions that were run, and of rules that were requested.
    executed: u64,
    requested: u64,
    /// The entry to which the rows belong, and the address at which the next entry begins.
    entry: Option<(Entry, u64)>,
    rows: Vec<Row>,
}

#[derive(Clone, Copy)]
struct Row {
    start: u64,
    end: u64,
    rule: Result<FrameRule, UnwindProblem>,
}

/// Maximum number of unwind instructions for each requested rule, when an entry is run again: if
/// several maps describe a function, it is requested with each of them. The pushes around a call
/// are some 10.
const WORK_PER_RULE: u64 = 256;

impl<'a, A: Architecture> EhFrame<'a, A> {
    /// Reads the section `bytes`, which lies at `address`: the addresses in it are relative to
    /// that.
    ///
    /// # Errors
    ///
    /// If an entry's header cannot be read.
    pub fn new(address: u64, bytes: &'a [u8]) -> Result<Self, gimli::Error> {
        let bases = BaseAddresses::default().set_eh_frame(address);
        let Readable { bytes, key_b } = readable_by::<A>(bytes);
        let (cies, entries) = match &bytes {
            Cow::Borrowed(bytes) => {
                let (cies, entries) = entries(&section::<A>(bytes), &bases)?;
                (
                    cies.into_iter().map(|(at, cie)| (at, ParsedCie::new(Some(cie)))).collect(),
                    entries,
                )
            }
            Cow::Owned(bytes) => entries_of_owned::<A>(bytes, &bases)?,
        };
        Ok(Self::with((bytes, key_b), bases, cies, entries))
    }

    /// Like [`Self::new`], with bytes that the value owns.
    pub(crate) fn from_bytes(
        address: u64,
        bytes: Vec<u8>,
    ) -> Result<EhFrame<'static, A>, gimli::Error> {
        let Readable { bytes, key_b } = readable_by::<A>(&bytes).into_owned();
        let bases = BaseAddresses::default().set_eh_frame(address);
        let (cies, entries) = entries_of_owned::<A>(&bytes, &bases)?;
        Ok(EhFrame::with((bytes, key_b), bases, cies, entries))
    }

    fn with(
        (bytes, key_b): (Cow<'a, [u8]>, KeyBEntries),
        bases: BaseAddresses,
        cies: HashMap<usize, ParsedCie<'a, A>>,
        mut entries: Vec<Entry>,
    ) -> Self {
        entries.sort_unstable_by_key(|entry| entry.start);
        let scratch = RefCell::default();
        Self { bytes, key_b, bases, cies, entries, scratch, architecture: PhantomData }
    }

    /// Returns the number of unwind instructions that were run.
    #[cfg(test)]
    pub(crate) fn executed(&self) -> u64 {
        self.scratch.borrow().executed
    }

    /// Returns the number of functions, or parts of functions, that the section describes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Iterates over start and end of each, sorted.
    #[cfg(test)]
    pub(crate) fn functions(&self) -> impl Iterator<Item = (u64, u64)> {
        self.entries.iter().map(|entry| (entry.start, entry.end))
    }

    /// Returns whether the section describes no function.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn entry_at(&self, address: u64) -> Option<Entry> {
        let after = self.entries.partition_point(|entry| entry.start <= address);
        let entry = *self.entries.get(after.checked_sub(1)?)?;
        (address < entry.end).then_some(entry)
    }

    /// Runs the instructions of `entry` and keeps a rule for each of its rows.
    fn evaluate(&self, entry: Entry, scratch: &mut Scratch) -> Result<(), UnwindProblem> {
        scratch.entry = None;
        scratch.rows.clear();
        // Each instruction has at least one byte: this suffices to run all of them once.
        let once = 2 * self.bytes.len() as u64;
        let limit = scratch.requested.saturating_mul(WORK_PER_RULE).saturating_add(once);
        let mut work = Work::new(scratch.executed, limit);
        let rows = &mut scratch.rows;
        let outcome = self.rows(entry, &mut work, &mut |code, state, is_new| {
            match rows.last_mut() {
                Some(last) if !is_new => last.end = code.end,
                _ => {
                    let rule = frame_rule::<A>(state);
                    rows.push(Row { start: code.start, end: code.end, rule });
                }
            }
            ControlFlow::Continue(())
        });
        scratch.executed = work.executed();
        outcome.map_err(|reason| stopped::<A>(reason, &work))?;
        // Another entry may begin inside this one.
        let next = self.entries.partition_point(|other| other.start <= entry.start);
        let until = self.entries.get(next).map_or(entry.end, |next| entry.end.min(next.start));
        scratch.entry = Some((entry, until));
        Ok(())
    }

    /// Runs the instructions of `entry`; `visit` gets each row as from [`State::rows`].
    fn rows(
        &self,
        entry: Entry,
        work: &mut Work,
        visit: &mut RowVisitor<'_, A>,
    ) -> Result<(), Stopped> {
        let section = section::<A>(&self.bytes);
        let fde = section.fde_from_offset(
            &self.bases,
            EhFrameOffset(entry.offset),
            |section, bases, offset| {
                // An offset without an entry has none for this FDE either.
                let common = self.cies.get(&offset.0);
                let common = common.ok_or(gimli::Error::NotCieId(offset.0 as u64))?;
                match &common.parsed {
                    Some(cie) => Ok(cie.clone()),
                    None => section.cie_from_offset(bases, offset),
                }
            },
        )?;
        let cie = fde.cie();
        let common = self.cies.get(&cie.offset());
        let common = common.ok_or(gimli::Error::NotCieId(cie.offset() as u64))?;
        let key = self.key_b.signing_of(cie.offset());
        let run = || State::initial(&section, &self.bases, cie, key, work);
        let initial = (*common.initial.get_or_init(run))?;
        initial.rows(&section, &self.bases, &fde, work, visit)
    }

    /// Returns the rule for unwinding from the instruction at `address` to the caller of its
    /// function. For a return address, pass the address of the last byte of the call.
    pub(crate) fn caller_at(&self, address: u64) -> Result<Caller, UnwindProblem> {
        let entry = self.entry_at(address).ok_or(UnwindProblem::NoEntry)?;
        let mut found = Err(UnwindProblem::NoEntry);
        let mut work = Work::unlimited();
        let outcome = self.rows(entry, &mut work, &mut |code, state, _| {
            if !code.contains(&address) {
                return ControlFlow::Continue(());
            }
            found = match state.return_address() {
                Column::Undefined => Ok(Caller::None),
                Column::Unset | Column::SameValue if A::CALL_PUSHES == 0 => {
                    frame_rule_without_return_address::<A>(state).map(Caller::InLinkRegister)
                }
                _ => frame_rule::<A>(state).map(Caller::Frame),
            };
            ControlFlow::Break(())
        });
        outcome.map_err(|reason| stopped::<A>(reason, &work))?;
        found
    }

    fn find(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindProblem> {
        // The return address may already belong to the next row, or the next function: the rule is
        // the one at the last byte of the call.
        let call = return_address.wrapping_sub(1);
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.requested += 1;
        let entry = match scratch.entry {
            // Mostly it is the entry of the previous call site.
            Some((entry, until)) if (entry.start..until).contains(&call) => entry,
            _ => self.entry_at(call).ok_or(UnwindProblem::NoEntry)?,
        };
        if !(entry.start..entry.end).contains(&function) {
            return Err(UnwindProblem::AnotherFunction { start: entry.start });
        }
        if scratch.entry.is_none_or(|(evaluated, _)| evaluated.start != entry.start) {
            self.evaluate(entry, scratch)?;
        }
        let after = scratch.rows.partition_point(|row| row.start <= call);
        let row = after.checked_sub(1).and_then(|at| scratch.rows.get(at));
        row.filter(|row| call < row.end).map_or(Err(UnwindProblem::NoEntry), |row| row.rule)
    }
}

impl<A: Architecture> UnwindRules for EhFrame<'_, A> {
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
        self.find(function, return_address).map_err(|problem| UnwindError {
            function,
            return_address,
            problem,
        })
    }

    fn function_end(&self, function: u64) -> Option<u64> {
        self.entry_at(function).map(|entry| entry.end)
    }
}

impl<A> fmt::Debug for EhFrame<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EhFrame").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl<'a, A> ParsedCie<'a, A> {
    fn new(parsed: Option<Cie<'a>>) -> Self {
        Self { parsed, initial: OnceCell::new() }
    }
}

/// Like [`entries`], where the result must not borrow the bytes.
fn entries_of_owned<'a, A: Architecture>(
    bytes: &[u8],
    bases: &BaseAddresses,
) -> Result<Contents<'a, A>, gimli::Error> {
    let (cies, entries) = entries(&section::<A>(bytes), bases)?;
    if cies.keys().any(|&at| is_overlong(bytes, at)) {
        return Err(gimli::Error::UnknownAugmentation);
    }
    Ok((cies.into_keys().map(|at| (at, ParsedCie::new(None))).collect(), entries))
}

/// Returns the common information entries of a section by offset, and the address ranges of the
/// other entries.
fn entries<'s>(
    section: &gimli::EhFrame<Bytes<'s>>,
    bases: &BaseAddresses,
) -> Result<(HashMap<usize, Cie<'s>>, Vec<Entry>), gimli::Error> {
    let mut cies = HashMap::new();
    let mut entries = Vec::new();
    let mut all = section.entries(bases);
    while let Some(entry) = all.next()? {
        match entry {
            CieOrFde::Cie(cie) => {
                cies.insert(cie.offset(), cie);
            }
            CieOrFde::Fde(partial) => {
                // It precedes all entries that refer to it.
                let fde = partial.parse(|_, _, offset| {
                    let cie = cies.get(&offset.0).cloned();
                    cie.ok_or(gimli::Error::NotCieId(offset.0 as u64))
                })?;
                // Empty where the linker discarded the function.
                if fde.len() != 0 {
                    entries.push(Entry {
                        start: fde.initial_address(),
                        end: fde.end_address(),
                        offset: fde.offset(),
                    });
                }
            }
        }
    }
    Ok((cies, entries))
}

/// Returns a section with the unwind instructions of the architecture.
pub(super) fn section<A: Architecture>(bytes: &[u8]) -> gimli::EhFrame<Bytes<'_>> {
    let mut section = gimli::EhFrame::new(bytes, LittleEndian);
    if A::SIGNS_RETURN_ADDRESSES {
        // The vendor's instructions also keep the state of the return address, in a register of its
        // own: see `State::signing`.
        section.set_vendor(Vendor::AArch64);
    }
    section
}

/// Returns the section in a form that `gimli` can read, where functions of this architecture sign
/// return addresses.
fn readable_by<A: Architecture>(bytes: &[u8]) -> Readable<'_> {
    if A::SIGNS_RETURN_ADDRESSES {
        readable(bytes)
    } else {
        Readable { bytes: Cow::Borrowed(bytes), key_b: KeyBEntries::default() }
    }
}

/// Returns the problem for a program that did not run to its end.
pub(super) fn stopped<A: Architecture>(reason: Stopped, work: &Work) -> UnwindProblem {
    match reason {
        Stopped::Malformed(error) => UnwindProblem::of_entry::<A>(error),
        Stopped::Limit => UnwindProblem::TooMuchWork { limit: work.executed() },
    }
}

pub(super) fn frame_rule<A: Architecture>(state: &State<A>) -> Result<FrameRule, UnwindProblem> {
    let mut rule = frame_rule_without_return_address::<A>(state)?;
    rule.return_address = match state.return_address() {
        Column::At(offset) => i32::try_from(offset).map_err(|_| UnwindProblem::ReturnAddress)?,
        _ => return Err(UnwindProblem::ReturnAddress),
    };
    Ok(rule)
}

/// Returns the rule with 0 for the place of the return address.
fn frame_rule_without_return_address<A: Architecture>(
    state: &State<A>,
) -> Result<FrameRule, UnwindProblem> {
    let (cfa_base, cfa_offset) = match state.cfa() {
        Cfa::Register { register, offset } => {
            let base = A::register(register.0)
                .filter(|&base| base == A::STACK_POINTER || callee_saved_index::<A>(base).is_some())
                .ok_or(UnwindProblem::CfaRegister { register: register.0 })?;
            (base, i32::try_from(offset).map_err(|_| UnwindProblem::CfaOffset { offset })?)
        }
        Cfa::Expression => return Err(UnwindProblem::CfaExpression),
    };
    let mut saved = SavedRegisters::new();
    for &register in A::CALLEE_SAVED {
        if let Some(what) = saved_register(state, register)? {
            saved.set(register, what);
        }
    }
    for &register in A::CALLEE_SAVED_VECTORS {
        // No walk needs them, so the rule is not refused if one cannot be expressed.
        if let Some(what) = saved_register(state, register).unwrap_or(Some(SavedLocation::Lost)) {
            saved.set(register, what);
        }
    }
    let signing = state.signing();
    Ok(FrameRule { cfa_base, cfa_offset, return_address: 0, signing, saved })
}

fn saved_register<A: Architecture>(
    state: &State<A>,
    register: Register,
) -> Result<Option<SavedLocation>, UnwindProblem> {
    let unsupported = UnwindProblem::SavedRegister { register: register.dwarf() };
    match state.column(register) {
        Column::Unset | Column::SameValue => Ok(None),
        Column::At(offset) => i32::try_from(offset)
            .map(|offset| Some(SavedLocation::At(offset)))
            .map_err(|_| unsupported),
        Column::Undefined => Ok(Some(SavedLocation::Lost)),
        Column::Other => Err(unsupported),
    }
}
