//! Executes the unwind instructions of `.eh_frame`.
//!
//! The instructions of an entry (FDE) produce the rows of a table: ranges of code, each with the
//! place of the frame address and of each register. They start from the state after the
//! instructions of the entry's common information entry (CIE). That state is the same for all its
//! entries; a caller keeps it, so that the CIE's instructions are run once (DWARF 5, section 6.4).
//!
//! A state holds only the columns that a walk needs. Each executed instruction is counted, so that
//! a caller can bound the work.

use core::marker::PhantomData;
use core::num::Wrapping;
use core::ops::{ControlFlow, Range};

use gimli::{
    BaseAddresses, CallFrameInstruction, CommonInformationEntry, Error, FrameDescriptionEntry,
};

use super::eh_frame::Bytes;
use super::rule::ReturnAddressSigning;
use crate::arch::{Architecture, Register};

/// Maximum number of states that are remembered (`DW_CFA_remember_state`) at once; compilers
/// remember one.
const MAX_REMEMBERED: usize = 4;

/// Number of columns of a state: AArch64 has eleven callee-saved registers, eight vector registers
/// that are preserved in part, and the return address.
const COLUMNS: usize = 20;

/// The place of the canonical frame address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cfa {
    /// A register's value plus an offset.
    Register { register: gimli::Register, offset: i64 },
    /// An expression computes it.
    Expression,
}

/// The state of a register of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// No instruction has set it.
    Unset,
    /// It still holds the caller's value.
    SameValue,
    /// The value is lost.
    Undefined,
    /// It was saved at this offset from the frame address.
    At(i64),
    /// A rule that a walk cannot use.
    Other,
}

/// The row for one instruction: its unwind rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<A> {
    cfa: Cfa,
    columns: [Column; COLUMNS],
    /// The signing scheme for return addresses in functions of the CIE, if they are signed.
    key: ReturnAddressSigning,
    is_signed: Signed,
    architecture: PhantomData<A>,
}

/// The pseudo-register RA_SIGN_STATE ("DWARF for the Arm 64-bit Architecture", section 4.4):
/// `DW_CFA_AARCH64_negate_ra_state` toggles it between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signed {
    No,
    Yes,
    Unknown,
}

/// Receives the rows of an entry: the code of each, its state, and whether the state differs from
/// that of the previous row.
pub(super) type RowVisitor<'v, A> = dyn FnMut(Range<u64>, &State<A>, bool) -> ControlFlow<()> + 'v;

/// Counts executed instructions, up to a limit.
#[derive(Debug)]
pub(super) struct Work {
    executed: u64,
    limit: u64,
}

/// Reason for which a program did not run to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// It is malformed.
    Malformed(Error),
    /// The limit was reached.
    Limit,
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Self::Malformed(error)
    }
}

impl Work {
    /// Returns a counter that has counted `executed` instructions already.
    pub(super) fn new(executed: u64, limit: u64) -> Self {
        Self { executed, limit }
    }

    /// Returns a counter for a single program, whose length bounds its work.
    pub(super) fn unlimited() -> Self {
        Self::new(0, u64::MAX)
    }

    /// Returns the number of executed instructions.
    pub(super) fn executed(&self) -> u64 {
        self.executed
    }

    fn step(&mut self) -> Result<(), Stopped> {
        if self.executed >= self.limit {
            return Err(Stopped::Limit);
        }
        self.executed += 1;
        Ok(())
    }
}

/// The effect of one instruction.
enum Step {
    /// It changed nothing.
    Nothing,
    /// It changed the state.
    Changed,
    /// The row ends at this address.
    To(u64),
}

/// The factors of an entry by which operands of instructions are multiplied.
#[derive(Clone, Copy)]
struct Factors {
    code: Wrapping<u64>,
    data: Wrapping<i64>,
}

impl Factors {
    fn of(cie: &CommonInformationEntry<Bytes<'_>>) -> Self {
        Self {
            code: Wrapping(cie.code_alignment_factor()),
            data: Wrapping(cie.data_alignment_factor()),
        }
    }
}

impl<A: Architecture> State<A> {
    /// Returns the state after the instructions of a CIE, whose functions sign with `key` if they
    /// do.
    pub(super) fn initial(
        section: &gimli::EhFrame<Bytes<'_>>,
        bases: &BaseAddresses,
        cie: &CommonInformationEntry<Bytes<'_>>,
        key: ReturnAddressSigning,
        work: &mut Work,
    ) -> Result<Self, Stopped> {
        let cfa = Cfa::Register { register: gimli::Register(0), offset: 0 };
        let columns = [Column::Unset; COLUMNS];
        let is_signed = Signed::No;
        let mut state = Self { cfa, columns, key, is_signed, architecture: PhantomData };
        let mut remembered = Vec::new();
        let mut instructions = cie.instructions(section, bases);
        while let Some(instruction) = instructions.next()? {
            work.step()?;
            state.apply(&instruction, Factors::of(cie), 0, None, &mut remembered)?;
        }
        Ok(state)
    }

    /// Runs the instructions of an FDE whose CIE leaves the state `self`. `visit` gets each row:
    /// its code, its state, and whether the state differs from that of the previous row.
    pub(super) fn rows(
        &self,
        section: &gimli::EhFrame<Bytes<'_>>,
        bases: &BaseAddresses,
        fde: &FrameDescriptionEntry<Bytes<'_>>,
        work: &mut Work,
        visit: &mut RowVisitor<'_, A>,
    ) -> Result<(), Stopped> {
        let factors = Factors::of(fde.cie());
        let (mut state, mut remembered) = (*self, Vec::new());
        let (mut start, mut changed) = (fde.initial_address(), true);
        let mut instructions = fde.instructions(section, bases);
        while let Some(instruction) = instructions.next()? {
            work.step()?;
            match state.apply(&instruction, factors, start, Some(self), &mut remembered)? {
                Step::Nothing => {}
                Step::Changed => changed = true,
                Step::To(address) => {
                    if visit(start..address, &state, changed).is_break() {
                        return Ok(());
                    }
                    (start, changed) = (address, false);
                }
            }
        }
        // The last row, so it does not matter whether the visitor stops.
        let _ = visit(start..fde.end_address(), &state, changed);
        Ok(())
    }

    /// Returns the place of the frame address.
    pub(super) fn cfa(&self) -> Cfa {
        self.cfa
    }

    /// Returns the state of a register, if it has a column.
    pub(super) fn column(&self, register: Register) -> Column {
        column_of::<A>(register.dwarf()).map_or(Column::Unset, |at| self.columns[at])
    }

    /// Returns the state of the return address.
    pub(super) fn return_address(&self) -> Column {
        column_of::<A>(A::RETURN_ADDRESS_COLUMN).map_or(Column::Unset, |at| self.columns[at])
    }

    /// Returns how the return address is signed.
    pub(super) fn signing(&self) -> ReturnAddressSigning {
        match self.is_signed {
            Signed::No => ReturnAddressSigning::Unsigned,
            Signed::Yes => self.key,
            Signed::Unknown => ReturnAddressSigning::Unknown,
        }
    }

    fn set(&mut self, register: gimli::Register, column: Column) -> Step {
        if A::SIGNS_RETURN_ADDRESSES && register == gimli::AArch64::RA_SIGN_STATE {
            self.is_signed = Signed::Unknown;
            return Step::Changed;
        }
        let Some(at) = column_of::<A>(register.0) else { return Step::Nothing };
        self.columns[at] = column;
        Step::Changed
    }

    /// Runs one instruction at `address`. `initial` is the state after the CIE's instructions, or
    /// `None` while those are run.
    fn apply(
        &mut self,
        instruction: &CallFrameInstruction<usize>,
        factors: Factors,
        address: u64,
        initial: Option<&Self>,
        remembered: &mut Vec<Self>,
    ) -> Result<Step, Error> {
        use CallFrameInstruction as I;
        let unsigned = |factored: u64| (Wrapping(factored.cast_signed()) * factors.data).0;
        let signed = |factored: i64| (Wrapping(factored) * factors.data).0;
        let by_register = |cfa: Cfa| match cfa {
            Cfa::Register { register, offset } => Ok((register, offset)),
            Cfa::Expression => Err(Error::CfiInstructionInInvalidContext),
        };
        let set_cfa = |state: &mut Self, register, offset| {
            state.cfa = Cfa::Register { register, offset };
            Ok(Step::Changed)
        };
        match *instruction {
            I::SetLoc { address: to } if to < address => Err(Error::InvalidCfiSetLoc(to)),
            I::SetLoc { address: to } => Ok(Step::To(to)),
            I::AdvanceLoc { delta } => {
                let delta = (Wrapping(u64::from(delta)) * factors.code).0;
                address.checked_add(delta).map(Step::To).ok_or(Error::AddressOverflow)
            }
            I::DefCfa { register, offset } => set_cfa(self, register, offset.cast_signed()),
            I::DefCfaSf { register, factored_offset } => {
                set_cfa(self, register, signed(factored_offset))
            }
            I::DefCfaRegister { register } => {
                let (_, offset) = by_register(self.cfa)?;
                set_cfa(self, register, offset)
            }
            I::DefCfaOffset { offset } => {
                let (register, _) = by_register(self.cfa)?;
                set_cfa(self, register, offset.cast_signed())
            }
            I::DefCfaOffsetSf { factored_offset } => {
                let (register, _) = by_register(self.cfa)?;
                set_cfa(self, register, signed(factored_offset))
            }
            I::DefCfaExpression { .. } => {
                self.cfa = Cfa::Expression;
                Ok(Step::Changed)
            }
            I::Undefined { register } => Ok(self.set(register, Column::Undefined)),
            I::SameValue { register } => Ok(self.set(register, Column::SameValue)),
            I::Offset { register, factored_offset } => {
                Ok(self.set(register, Column::At(unsigned(factored_offset))))
            }
            I::OffsetExtendedSf { register, factored_offset } => {
                Ok(self.set(register, Column::At(signed(factored_offset))))
            }
            I::ValOffset { register, .. }
            | I::ValOffsetSf { register, .. }
            | I::Expression { register, .. }
            | I::ValExpression { register, .. }
            | I::Register { dest_register: register, .. } => Ok(self.set(register, Column::Other)),
            I::Restore { register } => {
                let initial = initial.ok_or(Error::CfiInstructionInInvalidContext)?;
                if A::SIGNS_RETURN_ADDRESSES && register == gimli::AArch64::RA_SIGN_STATE {
                    self.is_signed = initial.is_signed;
                    return Ok(Step::Changed);
                }
                let column = column_of::<A>(register.0).map(|at| initial.columns[at]);
                Ok(column.map_or(Step::Nothing, |column| self.set(register, column)))
            }
            I::RememberState => {
                if remembered.len() == MAX_REMEMBERED {
                    return Err(Error::StackFull);
                }
                remembered.push(*self);
                Ok(Step::Nothing)
            }
            I::RestoreState => {
                *self = remembered.pop().ok_or(Error::PopWithEmptyStack)?;
                Ok(Step::Changed)
            }
            I::NegateRaState => {
                self.is_signed = match self.is_signed {
                    Signed::No => Signed::Yes,
                    Signed::Yes => Signed::No,
                    Signed::Unknown => return Err(Error::CfiInstructionInInvalidContext),
                };
                Ok(Step::Changed)
            }
            I::ArgsSize { .. } | I::Nop => Ok(Step::Nothing),
        }
    }
}

/// Returns the index of a register's column: callee-saved registers come first, then vector
/// registers, then the return address unless it is in one of them.
fn column_of<A: Architecture>(dwarf: u16) -> Option<usize> {
    let registers = A::CALLEE_SAVED.iter().chain(A::CALLEE_SAVED_VECTORS);
    let count = A::CALLEE_SAVED.len() + A::CALLEE_SAVED_VECTORS.len();
    let known = registers.map(|register| register.dwarf()).position(|number| number == dwarf);
    let column = known.or_else(|| (dwarf == A::RETURN_ADDRESS_COLUMN).then_some(count));
    column.filter(|&column| column < COLUMNS)
}
