//! Unwind rules from an `.eh_frame` section.

use core::cell::RefCell;
use core::fmt;
use core::marker::PhantomData;
use std::borrow::Cow;
use std::collections::HashMap;

use gimli::{
    BaseAddresses, CfaRule, CieOrFde, EhFrameOffset, EndianSlice, LittleEndian, RegisterRule,
    UnwindContext, UnwindSection, UnwindTableRow, Vendor,
};

use super::augmentation::{Readable, SecondKey, readable};
use super::rule::{
    FrameRule, ReturnAddressSigning, Saved, SavedRegisters, UnwindError, UnwindProblem, UnwindRules,
};
use crate::arch::{Architecture, Register, callee_saved_index};

type Bytes<'a> = EndianSlice<'a, LittleEndian>;
type Cie<'a> = gimli::CommonInformationEntry<Bytes<'a>>;

/// The unwind rules of an `.eh_frame` section of an image that is linked, or mapped.
///
/// The section is gone through once, when the value is made, for the addresses that its entries
/// cover. An entry's instructions are run when a rule in it is first asked for; all rows of the
/// last entry are kept, since call sites come function by function.
pub struct EhFrame<'a, A> {
    bytes: Cow<'a, [u8]>,
    second_key: SecondKey,
    bases: BaseAddresses,
    /// None if the bytes had to be changed; then they are read again when they are needed.
    cies: HashMap<usize, Cie<'a>>,
    /// Sorted by `start`.
    entries: Vec<Entry>,
    scratch: RefCell<Scratch>,
    architecture: PhantomData<A>,
}

/// The functions, or parts of one, that an entry of the section describes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u64,
    end: u64,
    offset: usize,
}

/// What is between an instruction and the caller of its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// It is found by this rule.
    Frame(FrameRule),
    /// The same, but the return address has not been stored, or has been loaded again: it is in the
    /// register that calls put it into, and the rule's place for it means nothing.
    InLinkRegister(FrameRule),
    /// There is none: the unwind information says that the return address is undefined.
    None,
}

struct Scratch {
    context: UnwindContext<usize>,
    /// The entry whose rows these are, and up to where no other entry begins.
    entry: Option<(Entry, u64)>,
    rows: Vec<Row>,
}

#[derive(Clone, Copy)]
struct Row {
    start: u64,
    end: u64,
    rule: Result<FrameRule, UnwindProblem>,
}

impl<'a, A: Architecture> EhFrame<'a, A> {
    /// Reads the section `bytes`, which lies at `address`: the addresses in it are relative to
    /// that.
    ///
    /// # Errors
    ///
    /// When an entry's header cannot be read.
    pub fn new(address: u64, bytes: &'a [u8]) -> Result<Self, gimli::Error> {
        let bases = BaseAddresses::default().set_eh_frame(address);
        let Readable { bytes, second_key } = readable_by::<A>(bytes);
        let (cies, mut entries) = match &bytes {
            Cow::Borrowed(bytes) => entries(&section::<A>(bytes), &bases)?,
            Cow::Owned(bytes) => (HashMap::new(), entries(&section::<A>(bytes), &bases)?.1),
        };
        entries.sort_unstable_by_key(|entry| entry.start);
        let scratch =
            RefCell::new(Scratch { context: UnwindContext::new(), entry: None, rows: Vec::new() });
        Ok(Self { bytes, second_key, bases, cies, entries, scratch, architecture: PhantomData })
    }

    /// As [`Self::new`], of bytes that the value keeps.
    pub(crate) fn of_bytes(
        address: u64,
        bytes: Vec<u8>,
    ) -> Result<EhFrame<'static, A>, gimli::Error> {
        let Readable { bytes, second_key } = readable_by::<A>(&bytes).into_owned();
        let bases = BaseAddresses::default().set_eh_frame(address);
        let (_, mut entries) = entries(&section::<A>(&bytes), &bases)?;
        entries.sort_unstable_by_key(|entry| entry.start);
        let scratch =
            RefCell::new(Scratch { context: UnwindContext::new(), entry: None, rows: Vec::new() });
        let cies = HashMap::new();
        Ok(EhFrame { bytes, second_key, bases, cies, entries, scratch, architecture: PhantomData })
    }

    /// How many functions, or parts of functions, the section describes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Start and end of each, sorted.
    #[cfg(test)]
    pub(crate) fn functions(&self) -> impl Iterator<Item = (u64, u64)> {
        self.entries.iter().map(|entry| (entry.start, entry.end))
    }

    /// Whether the section describes no function.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn entry_at(&self, address: u64) -> Option<Entry> {
        let behind = self.entries.partition_point(|entry| entry.start <= address);
        let entry = *self.entries.get(behind.checked_sub(1)?)?;
        (address < entry.end).then_some(entry)
    }

    /// Runs the instructions of `entry` and keeps a rule for each of its rows.
    fn evaluate(&self, entry: Entry, scratch: &mut Scratch) -> Result<(), gimli::Error> {
        scratch.entry = None;
        scratch.rows.clear();
        let section = section::<A>(&self.bytes);
        let fde = section.fde_from_offset(
            &self.bases,
            EhFrameOffset(entry.offset),
            |section, bases, offset| cached_cie(&self.cies, section, bases, offset),
        )?;
        let key = self.second_key.signing_of(fde.cie().offset());
        let mut rows = fde.rows(&section, &self.bases, &mut scratch.context)?;
        while let Some(row) = rows.next_row()? {
            scratch.rows.push(Row {
                start: row.start_address(),
                end: row.end_address(),
                rule: frame_rule::<A>(row, key),
            });
        }
        // Another entry may begin inside this one.
        let next = self.entries.partition_point(|other| other.start <= entry.start);
        let until = self.entries.get(next).map_or(entry.end, |next| entry.end.min(next.start));
        scratch.entry = Some((entry, until));
        Ok(())
    }

    /// The way from the instruction at `address` to the caller of its function. Behind a call that
    /// is the way at its last byte.
    pub(crate) fn caller_at(&self, address: u64) -> Result<Caller, UnwindProblem> {
        let entry = self.entry_at(address).ok_or(UnwindProblem::NoEntry)?;
        let section = section::<A>(&self.bytes);
        let cie = |section: &gimli::EhFrame<_>, bases: &BaseAddresses, offset| {
            cached_cie(&self.cies, section, bases, offset)
        };
        let fde = section
            .fde_from_offset(&self.bases, EhFrameOffset(entry.offset), cie)
            .map_err(UnwindProblem::of_entry::<A>)?;
        let key = self.second_key.signing_of(fde.cie().offset());
        let mut context = UnwindContext::new();
        let row = fde
            .unwind_info_for_address(&section, &self.bases, &mut context, address)
            .map_err(UnwindProblem::of_entry::<A>)?;
        match row.register(gimli::Register(A::RETURN_ADDRESS_COLUMN)) {
            Some(RegisterRule::Undefined) => Ok(Caller::None),
            None | Some(RegisterRule::SameValue) if A::CALL_PUSHES == 0 => {
                frame_rule_without_return_address::<A>(row, key).map(Caller::InLinkRegister)
            }
            _ => frame_rule::<A>(row, key).map(Caller::Frame),
        }
    }

    fn find(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindProblem> {
        // The return address may already belong to the next row, or the next function: the rule is
        // the one at the last byte of the call.
        let call = return_address.wrapping_sub(1);
        let scratch = &mut *self.scratch.borrow_mut();
        let entry = match scratch.entry {
            // Mostly it is the entry of the call site before.
            Some((entry, until)) if (entry.start..until).contains(&call) => entry,
            _ => self.entry_at(call).ok_or(UnwindProblem::NoEntry)?,
        };
        if !(entry.start..entry.end).contains(&function) {
            return Err(UnwindProblem::AnotherFunction { start: entry.start });
        }
        if scratch.entry.is_none_or(|(evaluated, _)| evaluated.start != entry.start) {
            self.evaluate(entry, scratch).map_err(UnwindProblem::of_entry::<A>)?;
        }
        let behind = scratch.rows.partition_point(|row| row.start <= call);
        let row = behind.checked_sub(1).and_then(|at| scratch.rows.get(at));
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

fn cached_cie<'a>(
    cies: &HashMap<usize, Cie<'a>>,
    section: &gimli::EhFrame<Bytes<'a>>,
    bases: &BaseAddresses,
    offset: EhFrameOffset,
) -> Result<Cie<'a>, gimli::Error> {
    match cies.get(&offset.0) {
        Some(cie) => Ok(cie.clone()),
        None => section.cie_from_offset(bases, offset),
    }
}

/// The common information entries of a section by offset, and what the other entries describe.
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
                let fde = partial
                    .parse(|section, bases, offset| cached_cie(&cies, section, bases, offset))?;
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

/// A section with the unwind instructions of the architecture.
pub(super) fn section<A: Architecture>(bytes: &[u8]) -> gimli::EhFrame<Bytes<'_>> {
    let mut section = gimli::EhFrame::new(bytes, LittleEndian);
    if A::SIGNS_RETURN_ADDRESSES {
        // Also has the state of the return address, in a register of its own: see `signing`.
        section.set_vendor(Vendor::AArch64);
    }
    section
}

/// The section as `gimli` can read it, where functions of this architecture sign return addresses.
fn readable_by<A: Architecture>(bytes: &[u8]) -> Readable<'_> {
    if A::SIGNS_RETURN_ADDRESSES {
        readable(bytes)
    } else {
        Readable { bytes: Cow::Borrowed(bytes), second_key: SecondKey::default() }
    }
}

/// The rule of a row of a function that signs with `key`, where it signs.
pub(super) fn frame_rule<A: Architecture>(
    row: &UnwindTableRow<usize>,
    key: ReturnAddressSigning,
) -> Result<FrameRule, UnwindProblem> {
    let mut rule = frame_rule_without_return_address::<A>(row, key)?;
    rule.return_address = match row.register(gimli::Register(A::RETURN_ADDRESS_COLUMN)) {
        Some(RegisterRule::Offset(offset)) => {
            i32::try_from(offset).map_err(|_| UnwindProblem::ReturnAddress)?
        }
        _ => return Err(UnwindProblem::ReturnAddress),
    };
    Ok(rule)
}

/// The rule with 0 for the place of the return address.
fn frame_rule_without_return_address<A: Architecture>(
    row: &UnwindTableRow<usize>,
    key: ReturnAddressSigning,
) -> Result<FrameRule, UnwindProblem> {
    let (cfa_base, cfa_offset) = match *row.cfa() {
        CfaRule::RegisterAndOffset { register, offset } => {
            let base = A::register(register.0)
                .filter(|&base| base == A::STACK_POINTER || callee_saved_index::<A>(base).is_some())
                .ok_or(UnwindProblem::CfaRegister { register: register.0 })?;
            (base, i32::try_from(offset).map_err(|_| UnwindProblem::CfaOffset { offset })?)
        }
        CfaRule::Expression(_) => return Err(UnwindProblem::CfaExpression),
    };
    let mut saved = SavedRegisters::new();
    for &register in A::CALLEE_SAVED {
        if let Some(what) = saved_register(row, register)? {
            saved.set(register, what);
        }
    }
    for &register in A::CALLEE_SAVED_VECTORS {
        // No walk needs them, so what cannot be expressed is no reason to refuse the rule.
        if let Some(what) = saved_register(row, register).unwrap_or(Some(Saved::Lost)) {
            saved.set(register, what);
        }
    }
    let signing = signing::<A>(row, key);
    Ok(FrameRule { cfa_base, cfa_offset, return_address: 0, signing, saved })
}

/// How the return address is signed in this row, by the pseudo-register RA_SIGN_STATE ("DWARF for the Arm 64-bit
/// Architecture", section 4.4): `DW_CFA_AARCH64_negate_ra_state` toggles it between 0 and 1.
fn signing<A: Architecture>(
    row: &UnwindTableRow<usize>,
    key: ReturnAddressSigning,
) -> ReturnAddressSigning {
    if !A::SIGNS_RETURN_ADDRESSES {
        return ReturnAddressSigning::Unsigned;
    }
    match row.register(gimli::AArch64::RA_SIGN_STATE) {
        None | Some(RegisterRule::Constant(0)) => ReturnAddressSigning::Unsigned,
        Some(RegisterRule::Constant(1)) => key,
        Some(_) => ReturnAddressSigning::Unknown,
    }
}

fn saved_register(
    row: &UnwindTableRow<usize>,
    register: Register,
) -> Result<Option<Saved>, UnwindProblem> {
    let unsupported = UnwindProblem::SavedRegister { register: register.dwarf() };
    match row.register(gimli::Register(register.dwarf())) {
        None | Some(RegisterRule::SameValue) => Ok(None),
        Some(RegisterRule::Offset(offset)) => {
            i32::try_from(offset).map(|offset| Some(Saved::At(offset))).map_err(|_| unsupported)
        }
        Some(RegisterRule::Undefined) => Ok(Some(Saved::Lost)),
        Some(_) => Err(unsupported),
    }
}
