//! Executes the unwind instructions of `.eh_frame`.
//!
//! The instructions of a frame description entry (FDE) produce the rows of a table (DWARF 5,
//! section 6.4). A row covers a range of code and has the location of the frame address and of each
//! register. The first row starts from the state after the instructions of the FDE's common
//! information entry (CIE). All FDEs of a CIE share that state, so a caller computes it once.
//!
//! A state holds only the columns that a walk needs. Executed instructions are counted, so that a
//! caller can limit their number.

use core::marker::PhantomData;
use core::num::Wrapping;
use core::ops::{ControlFlow, Range};

use gimli::{
    BaseAddresses, CallFrameInstruction, CommonInformationEntry, Error, FrameDescriptionEntry,
};

use super::eh_frame::Bytes;
use super::rule::ReturnAddressSigning;
use crate::arch::{Architecture, Register};

/// Maximum depth of the stack of `DW_CFA_remember_state`. Compilers use a depth of 1.
const MAX_REMEMBERED: usize = 4;

/// Number of columns of a state: AArch64 has eleven callee-saved registers, eight vector registers
/// that are preserved in part, and the return address.
const COLUMNS: usize = 20;

/// The rule that computes the canonical frame address (CFA).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cfa {
    /// The value of a register plus an offset in bytes.
    Register { register: gimli::Register, offset: i64 },
    /// A DWARF expression.
    Expression,
}

/// The state of a register of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// No instruction has set the column.
    Unset,
    /// The register still holds the caller's value.
    SameValue,
    /// The value is lost.
    Undefined,
    /// The register is saved at this offset in bytes from the CFA.
    At(i64),
    /// A rule that a walk cannot use.
    Other,
}

/// The unwind rules of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<A> {
    cfa: Cfa,
    /// The columns of the registers; [`column_of`] returns their indices.
    columns: [Column; COLUMNS],
    /// The signing scheme of the CIE's functions, used while the return address is signed.
    key: ReturnAddressSigning,
    sign_state: RaSignState,
    architecture: PhantomData<A>,
}

/// The value of the pseudo-register `RA_SIGN_STATE` ("DWARF for the Arm 64-bit Architecture",
/// section 4.4). `DW_CFA_AARCH64_negate_ra_state` toggles it between 0 (unsigned) and 1 (signed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RaSignState {
    Unsigned,
    Signed,
    /// Set by an instruction other than `DW_CFA_AARCH64_negate_ra_state`.
    Unknown,
}

/// Receives the rows of an FDE. The arguments are the address range of the row, its state, and
/// whether the state may differ from that of the previous row.
pub(super) type RowVisitor<'v, A> = dyn FnMut(Range<u64>, &State<A>, bool) -> ControlFlow<()> + 'v;

/// A count of executed instructions, with a limit.
#[derive(Debug)]
pub(super) struct InstructionBudget {
    /// Number of instructions executed so far.
    executed: u64,
    /// Maximum of `executed`.
    limit: u64,
}

/// Reason why the execution of instructions stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramError {
    /// The instructions are malformed.
    Malformed(Error),
    /// The [`InstructionBudget`] is exhausted.
    BudgetExhausted,
}

impl From<Error> for ProgramError {
    fn from(error: Error) -> Self {
        Self::Malformed(error)
    }
}

impl InstructionBudget {
    /// Creates a budget of `limit` instructions, of which `executed` are used.
    pub(super) fn new(executed: u64, limit: u64) -> Self {
        Self { executed, limit }
    }

    /// Creates a budget without a limit, for a single FDE, whose length bounds its instructions.
    pub(super) fn unlimited() -> Self {
        Self::new(0, u64::MAX)
    }

    /// Returns the number of executed instructions.
    pub(super) fn executed(&self) -> u64 {
        self.executed
    }

    /// Counts one instruction.
    fn use_one(&mut self) -> Result<(), ProgramError> {
        if self.executed >= self.limit {
            return Err(ProgramError::BudgetExhausted);
        }
        self.executed += 1;
        Ok(())
    }
}

/// The effect of one instruction.
enum Effect {
    /// The state is unchanged.
    None,
    /// The state has changed.
    Changed,
    /// The row ends at this address.
    RowEnd(u64),
}

/// The alignment factors of a CIE, by which operands of instructions are multiplied.
#[derive(Clone, Copy)]
struct Factors {
    code: Wrapping<u64>,
    data: Wrapping<i64>,
}

impl Factors {
    fn new(cie: &CommonInformationEntry<Bytes<'_>>) -> Self {
        Self {
            code: Wrapping(cie.code_alignment_factor()),
            data: Wrapping(cie.data_alignment_factor()),
        }
    }
}

impl<A: Architecture> State<A> {
    /// Returns the state after the instructions of a CIE. `key` is the signing scheme of its
    /// functions.
    pub(super) fn initial(
        section: &gimli::EhFrame<Bytes<'_>>,
        bases: &BaseAddresses,
        cie: &CommonInformationEntry<Bytes<'_>>,
        key: ReturnAddressSigning,
        budget: &mut InstructionBudget,
    ) -> Result<Self, ProgramError> {
        let cfa = Cfa::Register { register: gimli::Register(0), offset: 0 };
        let columns = [Column::Unset; COLUMNS];
        let sign_state = RaSignState::Unsigned;
        let mut state = Self { cfa, columns, key, sign_state, architecture: PhantomData };
        let mut remembered = Vec::new();
        let mut instructions = cie.instructions(section, bases);
        while let Some(instruction) = instructions.next()? {
            budget.use_one()?;
            state.apply(&instruction, Factors::new(cie), 0, None, &mut remembered)?;
        }
        Ok(state)
    }

    /// Executes the instructions of an FDE and passes each row to `visit`. `self` is the initial
    /// state of the FDE's CIE.
    pub(super) fn visit_rows(
        &self,
        section: &gimli::EhFrame<Bytes<'_>>,
        bases: &BaseAddresses,
        fde: &FrameDescriptionEntry<Bytes<'_>>,
        budget: &mut InstructionBudget,
        visit: &mut RowVisitor<'_, A>,
    ) -> Result<(), ProgramError> {
        let factors = Factors::new(fde.cie());
        let (mut state, mut remembered) = (*self, Vec::new());
        let (mut start, mut changed) = (fde.initial_address(), true);
        let mut instructions = fde.instructions(section, bases);
        while let Some(instruction) = instructions.next()? {
            budget.use_one()?;
            match state.apply(&instruction, factors, start, Some(self), &mut remembered)? {
                Effect::None => {}
                Effect::Changed => changed = true,
                Effect::RowEnd(address) => {
                    if visit(start..address, &state, changed).is_break() {
                        return Ok(());
                    }
                    (start, changed) = (address, false);
                }
            }
        }
        // This is the last row, so the result of the visitor is ignored.
        let _ = visit(start..fde.end_address(), &state, changed);
        Ok(())
    }

    /// Returns the rule that computes the CFA.
    pub(super) fn cfa(&self) -> Cfa {
        self.cfa
    }

    /// Returns the state of a register; `Unset` if the register has no column.
    pub(super) fn column(&self, register: Register) -> Column {
        column_of::<A>(register.dwarf()).map_or(Column::Unset, |index| self.columns[index])
    }

    /// Returns the state of the return address.
    pub(super) fn return_address(&self) -> Column {
        column_of::<A>(A::RETURN_ADDRESS_COLUMN).map_or(Column::Unset, |index| self.columns[index])
    }

    /// Returns the signing scheme of the return address.
    pub(super) fn signing(&self) -> ReturnAddressSigning {
        match self.sign_state {
            RaSignState::Unsigned => ReturnAddressSigning::Unsigned,
            RaSignState::Signed => self.key,
            RaSignState::Unknown => ReturnAddressSigning::Unknown,
        }
    }

    /// Sets the column of a register. A register without a column is ignored.
    fn set(&mut self, register: gimli::Register, column: Column) -> Effect {
        if A::SIGNS_RETURN_ADDRESSES && register == gimli::AArch64::RA_SIGN_STATE {
            self.sign_state = RaSignState::Unknown;
            return Effect::Changed;
        }
        let Some(index) = column_of::<A>(register.0) else { return Effect::None };
        self.columns[index] = column;
        Effect::Changed
    }

    /// Executes one instruction; `address` is the start of the current row. `initial` is the state
    /// after the CIE's instructions, or `None` while these are executed. `remembered` is the stack
    /// of `DW_CFA_remember_state`.
    fn apply(
        &mut self,
        instruction: &CallFrameInstruction<usize>,
        factors: Factors,
        address: u64,
        initial: Option<&Self>,
        remembered: &mut Vec<Self>,
    ) -> Result<Effect, Error> {
        use CallFrameInstruction as I;
        let scale_unsigned = |factored: u64| (Wrapping(factored.cast_signed()) * factors.data).0;
        let scale_signed = |factored: i64| (Wrapping(factored) * factors.data).0;
        let register_rule = |cfa: Cfa| match cfa {
            Cfa::Register { register, offset } => Ok((register, offset)),
            Cfa::Expression => Err(Error::CfiInstructionInInvalidContext),
        };
        let set_cfa = |state: &mut Self, register, offset| {
            state.cfa = Cfa::Register { register, offset };
            Ok(Effect::Changed)
        };
        match *instruction {
            I::SetLoc { address: end } if end < address => Err(Error::InvalidCfiSetLoc(end)),
            I::SetLoc { address: end } => Ok(Effect::RowEnd(end)),
            I::AdvanceLoc { delta } => {
                let delta = (Wrapping(u64::from(delta)) * factors.code).0;
                address.checked_add(delta).map(Effect::RowEnd).ok_or(Error::AddressOverflow)
            }
            I::DefCfa { register, offset } => set_cfa(self, register, offset.cast_signed()),
            I::DefCfaSf { register, factored_offset } => {
                set_cfa(self, register, scale_signed(factored_offset))
            }
            I::DefCfaRegister { register } => {
                let (_, offset) = register_rule(self.cfa)?;
                set_cfa(self, register, offset)
            }
            I::DefCfaOffset { offset } => {
                let (register, _) = register_rule(self.cfa)?;
                set_cfa(self, register, offset.cast_signed())
            }
            I::DefCfaOffsetSf { factored_offset } => {
                let (register, _) = register_rule(self.cfa)?;
                set_cfa(self, register, scale_signed(factored_offset))
            }
            I::DefCfaExpression { .. } => {
                self.cfa = Cfa::Expression;
                Ok(Effect::Changed)
            }
            I::Undefined { register } => Ok(self.set(register, Column::Undefined)),
            I::SameValue { register } => Ok(self.set(register, Column::SameValue)),
            I::Offset { register, factored_offset } => {
                Ok(self.set(register, Column::At(scale_unsigned(factored_offset))))
            }
            I::OffsetExtendedSf { register, factored_offset } => {
                Ok(self.set(register, Column::At(scale_signed(factored_offset))))
            }
            I::ValOffset { register, .. }
            | I::ValOffsetSf { register, .. }
            | I::Expression { register, .. }
            | I::ValExpression { register, .. }
            | I::Register { dest_register: register, .. } => Ok(self.set(register, Column::Other)),
            I::Restore { register } => {
                let initial = initial.ok_or(Error::CfiInstructionInInvalidContext)?;
                if A::SIGNS_RETURN_ADDRESSES && register == gimli::AArch64::RA_SIGN_STATE {
                    self.sign_state = initial.sign_state;
                    return Ok(Effect::Changed);
                }
                let column = column_of::<A>(register.0).map(|index| initial.columns[index]);
                Ok(column.map_or(Effect::None, |column| self.set(register, column)))
            }
            I::RememberState => {
                if remembered.len() == MAX_REMEMBERED {
                    return Err(Error::StackFull);
                }
                remembered.push(*self);
                Ok(Effect::None)
            }
            I::RestoreState => {
                *self = remembered.pop().ok_or(Error::PopWithEmptyStack)?;
                Ok(Effect::Changed)
            }
            I::NegateRaState => {
                self.sign_state = match self.sign_state {
                    RaSignState::Unsigned => RaSignState::Signed,
                    RaSignState::Signed => RaSignState::Unsigned,
                    RaSignState::Unknown => return Err(Error::CfiInstructionInInvalidContext),
                };
                Ok(Effect::Changed)
            }
            I::ArgsSize { .. } | I::Nop => Ok(Effect::None),
        }
    }
}

/// Returns the index of the column of a register, given by its DWARF number. The columns are the
/// callee-saved registers, then the vector registers, then the return address unless its DWARF
/// number is that of a callee-saved register.
fn column_of<A: Architecture>(dwarf: u16) -> Option<usize> {
    let registers = A::CALLEE_SAVED.iter().chain(A::CALLEE_SAVED_VECTORS);
    let count = A::CALLEE_SAVED.len() + A::CALLEE_SAVED_VECTORS.len();
    let known = registers.map(|register| register.dwarf()).position(|number| number == dwarf);
    let column = known.or_else(|| (dwarf == A::RETURN_ADDRESS_COLUMN).then_some(count));
    column.filter(|&column| column < COLUMNS)
}
