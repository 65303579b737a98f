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

use super::augmentation::{KeyBEntries, RewrittenSection, is_overlong, rewrite_unknown_letters};
use super::program::{Cfa, Column, InstructionBudget, ProgramError, RowVisitor, State};
use super::rule::{
    FrameRule, SavedLocation, SavedRegisters, UnwindError, UnwindProblem, UnwindRules,
};
use super::search_table::SearchTable;
use crate::arch::{Architecture, Register, callee_saved_index};

pub(super) type Bytes<'a> = EndianSlice<'a, LittleEndian>;
type Cie<'a> = gimli::CommonInformationEntry<Bytes<'a>>;

/// The unwind rules of an `.eh_frame` section of an image that is linked or mapped.
///
/// [`Self::new`] scans the section once for the address ranges of its entries (FDEs). The
/// instructions of an FDE are executed when its first rule is requested. The rows of the last FDE
/// are cached, since rules are requested function by function. The instructions of a common
/// information entry (CIE) are executed once. The total work is linear in the size of the section
/// and the number of requested rules, whatever the section contains.
pub struct EhFrame<'a, A> {
    /// The bytes of the section, in a form that `gimli` can read.
    bytes: Cow<'a, [u8]>,
    key_b: KeyBEntries,
    bases: BaseAddresses,
    /// All CIEs of the section, by offset in bytes.
    cies: HashMap<usize, ParsedCie<'a, A>>,
    /// The FDEs, sorted by `start`.
    entries: Vec<Entry>,
    scratch: RefCell<Scratch>,
    architecture: PhantomData<A>,
}

/// An FDE: the address range of a function, or of a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) start: u64,
    /// First address after the range.
    pub(super) end: u64,
    /// Offset of the FDE in the section, in bytes.
    pub(super) offset: usize,
}

/// A common information entry.
pub(super) struct ParsedCie<'a, A> {
    /// The parsed CIE, or `None` if [`EhFrame`] owns the bytes of the section. In that case, the
    /// CIE is parsed again for each use, because a parsed CIE borrows the bytes.
    pub(super) parsed: Option<Cie<'a>>,
    /// The state after the instructions of the CIE.
    initial: OnceCell<Result<State<A>, ProgramError>>,
}

/// The CIEs of a section by offset, and its FDEs.
pub(super) type Contents<'a, A> = (HashMap<usize, ParsedCie<'a, A>>, Vec<Entry>);

/// The rule for unwinding from an instruction to the caller of its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The caller is found by this rule.
    Frame(FrameRule),
    /// The caller is found by this rule, but the return address is in the link register: it is not
    /// stored yet, or already loaded again. `FrameRule::return_address` is invalid.
    InLinkRegister(FrameRule),
    /// There is no caller: the unwind information says that the return address is undefined.
    None,
}

/// The rows of the last executed FDE, and counts of the work done.
#[derive(Default)]
struct Scratch {
    /// Number of unwind instructions that were executed.
    executed: u64,
    /// Number of rules that were requested.
    requested: u64,
    /// The FDE to which `rows` belong, and the end of the addresses for which it is used: the end
    /// of the FDE, or the start of the next one if that is less.
    entry: Option<(Entry, u64)>,
    rows: Vec<Row>,
}

/// A row of the unwind table of an FDE: the rule for the instructions in `start..end`.
#[derive(Clone, Copy)]
struct Row {
    start: u64,
    end: u64,
    rule: Result<FrameRule, UnwindProblem>,
}

/// Number of unwind instructions that each requested rule adds to the limit on executed
/// instructions. It pays for FDEs that are executed again, as when several stack maps describe a
/// function. The pushes around one call take about 10 instructions.
const WORK_PER_RULE: u64 = 256;

impl<'a, A: Architecture> EhFrame<'a, A> {
    /// Reads the section `bytes`. PC-relative addresses in it are resolved with `address`, the
    /// address of the section.
    ///
    /// # Errors
    ///
    /// If the header of a CIE or FDE cannot be read.
    pub fn new(address: u64, bytes: &'a [u8]) -> Result<Self, gimli::Error> {
        let bases = BaseAddresses::default().set_eh_frame(address);
        let RewrittenSection { bytes, key_b } = rewrite_for::<A>(bytes);
        let (cies, entries) = match &bytes {
            Cow::Borrowed(bytes) => {
                let (cies, entries) = parse_entries(&section::<A>(bytes), &bases)?;
                (
                    cies.into_iter()
                        .map(|(offset, cie)| (offset, ParsedCie::new(Some(cie))))
                        .collect(),
                    entries,
                )
            }
            Cow::Owned(bytes) => parse_owned_entries::<A>(bytes, &bases)?,
        };
        Ok(Self::from_parts((bytes, key_b), bases, cies, entries))
    }

    /// Reads the unwind rules of these functions only, which `search` finds in the section. Returns
    /// `None` if not all of them are found, or if [`Self::new`] takes about as long.
    pub(crate) fn of_functions(
        address: u64,
        bytes: &'a [u8],
        search: SearchTable<'_>,
        functions: impl Iterator<Item = u64>,
    ) -> Option<Self> {
        let bases = BaseAddresses::default().set_eh_frame(address);
        let RewrittenSection { bytes: Cow::Borrowed(bytes), key_b } = rewrite_for::<A>(bytes)
        else {
            return None;
        };
        let (cies, entries) = search.entries_of(&section::<A>(bytes), &bases, functions)?;
        Some(Self::from_parts((Cow::Borrowed(bytes), key_b), bases, cies, entries))
    }

    /// Reads a section like [`Self::new`], and takes ownership of its bytes.
    pub(crate) fn from_bytes(
        address: u64,
        bytes: Vec<u8>,
    ) -> Result<EhFrame<'static, A>, gimli::Error> {
        let RewrittenSection { bytes, key_b } = rewrite_for::<A>(&bytes).into_owned();
        let bases = BaseAddresses::default().set_eh_frame(address);
        let (cies, entries) = parse_owned_entries::<A>(&bytes, &bases)?;
        Ok(EhFrame::from_parts((bytes, key_b), bases, cies, entries))
    }

    fn from_parts(
        (bytes, key_b): (Cow<'a, [u8]>, KeyBEntries),
        bases: BaseAddresses,
        cies: HashMap<usize, ParsedCie<'a, A>>,
        mut entries: Vec<Entry>,
    ) -> Self {
        entries.sort_unstable_by_key(|entry| entry.start);
        let scratch = RefCell::default();
        Self { bytes, key_b, bases, cies, entries, scratch, architecture: PhantomData }
    }

    /// Returns the number of unwind instructions that were executed.
    #[cfg(test)]
    pub(crate) fn executed(&self) -> u64 {
        self.scratch.borrow().executed
    }

    /// Returns the number of functions, or parts of functions, that the section describes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Iterates over the address ranges (start, end) of the FDEs, sorted by start.
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

    /// Executes the instructions of `entry` and caches its rows in `scratch`.
    fn evaluate(&self, entry: Entry, scratch: &mut Scratch) -> Result<(), UnwindProblem> {
        scratch.entry = None;
        scratch.rows.clear();
        // Each instruction has at least one byte, so this suffices to execute all of them once.
        let once = 2 * self.bytes.len() as u64;
        let limit = scratch.requested.saturating_mul(WORK_PER_RULE).saturating_add(once);
        let mut budget = InstructionBudget::new(scratch.executed, limit);
        let rows = &mut scratch.rows;
        let outcome = self.visit_rows(entry, &mut budget, &mut |code, state, is_new| {
            match rows.last_mut() {
                Some(last) if !is_new => last.end = code.end,
                _ => {
                    let rule = frame_rule::<A>(state);
                    rows.push(Row { start: code.start, end: code.end, rule });
                }
            }
            ControlFlow::Continue(())
        });
        scratch.executed = budget.executed();
        outcome.map_err(|reason| to_unwind_problem::<A>(reason, &budget))?;
        // Another entry may begin inside this one.
        let next = self.entries.partition_point(|other| other.start <= entry.start);
        let until = self.entries.get(next).map_or(entry.end, |next| entry.end.min(next.start));
        scratch.entry = Some((entry, until));
        Ok(())
    }

    /// Executes the instructions of `entry` and passes each row to `visit`; see
    /// [`State::visit_rows`].
    fn visit_rows(
        &self,
        entry: Entry,
        budget: &mut InstructionBudget,
        visit: &mut RowVisitor<'_, A>,
    ) -> Result<(), ProgramError> {
        let section = section::<A>(&self.bytes);
        let fde = section.fde_from_offset(
            &self.bases,
            EhFrameOffset(entry.offset),
            |section, bases, offset| {
                // `cies` has all CIEs, so an FDE that refers to another offset is malformed.
                let cie = self.cies.get(&offset.0);
                let cie = cie.ok_or(gimli::Error::NotCieId(offset.0 as u64))?;
                match &cie.parsed {
                    Some(cie) => Ok(cie.clone()),
                    None => section.cie_from_offset(bases, offset),
                }
            },
        )?;
        let cie = fde.cie();
        let parsed_cie = self.cies.get(&cie.offset());
        let parsed_cie = parsed_cie.ok_or(gimli::Error::NotCieId(cie.offset() as u64))?;
        let key = self.key_b.signing_of(cie.offset());
        let run_cie = || State::initial(&section, &self.bases, cie, key, budget);
        let initial = (*parsed_cie.initial.get_or_init(run_cie))?;
        initial.visit_rows(&section, &self.bases, &fde, budget, visit)
    }

    /// Returns the rule for unwinding from the instruction at `address` to the caller of its
    /// function. For a return address, pass the address of the last byte of the call.
    pub(crate) fn caller_at(&self, address: u64) -> Result<Caller, UnwindProblem> {
        let entry = self.entry_at(address).ok_or(UnwindProblem::NoEntry)?;
        let mut caller = Err(UnwindProblem::NoEntry);
        let mut budget = InstructionBudget::unlimited();
        let outcome = self.visit_rows(entry, &mut budget, &mut |code, state, _| {
            if !code.contains(&address) {
                return ControlFlow::Continue(());
            }
            caller = match state.return_address() {
                Column::Undefined => Ok(Caller::None),
                Column::Unset | Column::SameValue if A::CALL_PUSHES == 0 => {
                    frame_rule_without_return_address::<A>(state).map(Caller::InLinkRegister)
                }
                _ => frame_rule::<A>(state).map(Caller::Frame),
            };
            ControlFlow::Break(())
        });
        outcome.map_err(|reason| to_unwind_problem::<A>(reason, &budget))?;
        caller
    }

    /// Returns the rule for a call in `function` that returns to `return_address`.
    fn find_rule(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindProblem> {
        // The return address may already belong to the next row, or the next function. So the rule
        // at the last byte of the call applies.
        let call = return_address.wrapping_sub(1);
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.requested += 1;
        let entry = match scratch.entry {
            // Consecutive call sites are usually in the same function.
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
        let row = after.checked_sub(1).and_then(|index| scratch.rows.get(index));
        row.filter(|row| call < row.end).map_or(Err(UnwindProblem::NoEntry), |row| row.rule)
    }
}

impl<A: Architecture> UnwindRules for EhFrame<'_, A> {
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
        self.find_rule(function, return_address).map_err(|problem| UnwindError {
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
    pub(super) fn new(parsed: Option<Cie<'a>>) -> Self {
        Self { parsed, initial: OnceCell::new() }
    }
}

/// Returns the CIEs and FDEs of a section like [`parse_entries`]; the result does not borrow the
/// bytes.
fn parse_owned_entries<'a, A: Architecture>(
    bytes: &[u8],
    bases: &BaseAddresses,
) -> Result<Contents<'a, A>, gimli::Error> {
    let (cies, entries) = parse_entries(&section::<A>(bytes), bases)?;
    if cies.keys().any(|&offset| is_overlong(bytes, offset)) {
        return Err(gimli::Error::UnknownAugmentation);
    }
    Ok((cies.into_keys().map(|offset| (offset, ParsedCie::new(None))).collect(), entries))
}

/// Returns the CIEs of a section by offset, and its FDEs.
fn parse_entries<'s>(
    section: &gimli::EhFrame<Bytes<'s>>,
    bases: &BaseAddresses,
) -> Result<(HashMap<usize, Cie<'s>>, Vec<Entry>), gimli::Error> {
    let mut cies = HashMap::new();
    let mut entries = Vec::new();
    let mut unparsed = section.entries(bases);
    while let Some(entry) = unparsed.next()? {
        match entry {
            CieOrFde::Cie(cie) => {
                cies.insert(cie.offset(), cie);
            }
            CieOrFde::Fde(partial) => {
                // A CIE precedes all FDEs that refer to it.
                let fde = partial.parse(|_, _, offset| {
                    let cie = cies.get(&offset.0).cloned();
                    cie.ok_or(gimli::Error::NotCieId(offset.0 as u64))
                })?;
                // The FDE of a function that the linker discarded has length 0.
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
        // `DW_CFA_AARCH64_negate_ra_state` toggles the `RA_SIGN_STATE` pseudo-register; see
        // `State::signing`.
        section.set_vendor(Vendor::AArch64);
    }
    section
}

/// Returns the section, rewritten so that `gimli` can read it if the architecture signs return
/// addresses.
fn rewrite_for<A: Architecture>(bytes: &[u8]) -> RewrittenSection<'_> {
    if A::SIGNS_RETURN_ADDRESSES {
        rewrite_unknown_letters(bytes)
    } else {
        RewrittenSection { bytes: Cow::Borrowed(bytes), key_b: KeyBEntries::default() }
    }
}

/// Converts the reason why a CFI program stopped early to an `UnwindProblem`.
pub(super) fn to_unwind_problem<A: Architecture>(
    reason: ProgramError,
    budget: &InstructionBudget,
) -> UnwindProblem {
    match reason {
        ProgramError::Malformed(error) => UnwindProblem::of_entry::<A>(error),
        ProgramError::BudgetExhausted => UnwindProblem::TooMuchWork { limit: budget.executed() },
    }
}

/// Returns the unwind rule that corresponds to a row.
pub(super) fn frame_rule<A: Architecture>(state: &State<A>) -> Result<FrameRule, UnwindProblem> {
    let mut rule = frame_rule_without_return_address::<A>(state)?;
    rule.return_address = match state.return_address() {
        Column::At(offset) => i32::try_from(offset).map_err(|_| UnwindProblem::ReturnAddress)?,
        _ => return Err(UnwindProblem::ReturnAddress),
    };
    Ok(rule)
}

/// Returns the unwind rule that corresponds to a row, with 0 for the offset of the return address.
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
        if let Some(location) = saved_location(state, register)? {
            saved.set(register, location);
        }
    }
    for &register in A::CALLEE_SAVED_VECTORS {
        // A walk does not need vector registers, so an unsupported rule for one is not an error.
        let location = saved_location(state, register).unwrap_or(Some(SavedLocation::Lost));
        if let Some(location) = location {
            saved.set(register, location);
        }
    }
    let signing = state.signing();
    Ok(FrameRule { cfa_base, cfa_offset, return_address: 0, signing, saved })
}

/// Returns where a register is saved; `None` if it still holds the caller's value.
fn saved_location<A: Architecture>(
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
