//! The rule for unwinding a frame.

use core::fmt;

use crate::arch::{InstructionSet, Register};

/// The rule for finding the caller of a frame that has stopped at a call site.
///
/// All offsets are in bytes. The CFA, the canonical frame address (DWARF 5, section 6.4), is the
/// value of the stack pointer in the caller at the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameRule {
    /// The register from which the CFA is computed: the stack pointer or a callee-saved register.
    pub cfa_base: Register,
    /// Offset of the CFA from the value of `cfa_base`.
    pub cfa_offset: i32,
    /// Offset of the return address from the CFA.
    pub return_address: i32,
    /// The signing scheme of the stored return address.
    pub signing: ReturnAddressSigning,
    /// The state of the caller's callee-saved registers. A register without an entry still holds
    /// the caller's value.
    pub saved: SavedRegisters,
}

/// The signing scheme of a stored return address (AArch64, pointer authentication).
///
/// Only the unwind information records the scheme. It cannot be derived from the stored value: a
/// signature has few bits (7 with 48-bit addresses), so one signature in 128 is zero, and one in
/// 128 is the same for both keys. The modifier of every signature is the CFA, the value of the
/// stack pointer at the function's entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ReturnAddressSigning {
    /// Not signed; always so on an architecture that does not sign return addresses.
    #[default]
    Unsigned = 0,
    /// Signed with the instruction key A (`paciasp`).
    KeyA = 1,
    /// Signed with the instruction key B (`pacibsp`).
    KeyB = 2,
    /// Not known. A walk removes any signature; a return address cannot be replaced.
    Unknown = 3,
}

impl ReturnAddressSigning {
    /// Width of [`Self::bits`] in bits.
    pub(crate) const BITS: u32 = 2;

    /// Returns the scheme as an integer of [`Self::BITS`] bits.
    pub(crate) fn bits(self) -> u32 {
        self as u32
    }

    /// Returns the scheme that the low [`Self::BITS`] bits encode.
    pub(crate) fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::Unsigned,
            1 => Self::KeyA,
            2 => Self::KeyB,
            _ => Self::Unknown,
        }
    }
}

/// The state of a caller's callee-saved register in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SavedLocation {
    /// Saved at this offset in bytes from the CFA.
    At(i32),
    /// Overwritten, or not known.
    Lost,
}

/// Maximum number of entries of [`SavedRegisters`]. AArch64 needs the most, 19.
const CAPACITY: usize = 20;

/// Represents [`SavedLocation::Lost`]; no frame is this large.
const LOST: i32 = i32::MIN;

/// A map from callee-saved registers to their states, sorted by register. It includes vector
/// registers that callees preserve in part.
///
/// The map is small because the table builder compares each call site's map with that of the
/// previous call site. Unused elements of the arrays are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SavedRegisters {
    /// Number of entries.
    len: u8,
    /// DWARF numbers of the registers.
    registers: [u8; CAPACITY],
    /// Offsets in bytes from the CFA, or [`LOST`].
    offsets: [i32; CAPACITY],
}

impl SavedRegisters {
    /// Creates an empty map: all registers still hold the caller's values.
    pub const fn new() -> Self {
        Self { len: 0, registers: [0; CAPACITY], offsets: [0; CAPACITY] }
    }

    /// Sets the entry of `register`.
    ///
    /// # Panics
    ///
    /// If there are more than twenty registers; AArch64, which has the most, has eleven
    /// callee-saved ones, and eight vector registers.
    pub fn set(&mut self, register: Register, saved: SavedLocation) {
        let len = usize::from(self.len);
        let offset = match saved {
            SavedLocation::At(offset) => offset,
            SavedLocation::Lost => LOST,
        };
        // `Register` stores the DWARF number in a byte.
        let register = register.dwarf() as u8;
        match self.registers[..len].binary_search(&register) {
            Ok(index) => self.offsets[index] = offset,
            Err(index) => {
                assert!(len < CAPACITY, "more callee-saved registers than any architecture has");
                self.registers.copy_within(index..len, index + 1);
                self.offsets.copy_within(index..len, index + 1);
                (self.registers[index], self.offsets[index]) = (register, offset);
                self.len += 1;
            }
        }
    }

    /// Iterates over the entries, sorted by register.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Register, SavedLocation)> {
        let saved =
            |offset| if offset == LOST { SavedLocation::Lost } else { SavedLocation::At(offset) };
        let entries = self.registers.iter().zip(&self.offsets).take(self.len.into());
        entries.map(move |(&register, &offset)| (Register::new(register), saved(offset)))
    }
}

impl Default for SavedRegisters {
    fn default() -> Self {
        Self::new()
    }
}

impl FromIterator<(Register, SavedLocation)> for SavedRegisters {
    fn from_iter<T: IntoIterator<Item = (Register, SavedLocation)>>(entries: T) -> Self {
        let mut registers = Self::new();
        for (register, saved) in entries {
            registers.set(register, saved);
        }
        registers
    }
}

impl fmt::Debug for SavedRegisters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A source of unwind rules.
pub trait UnwindRules {
    /// Returns the rule for `function` while its call that returns to `return_address` is active.
    ///
    /// # Errors
    ///
    /// If there is no rule for the call, or a [`FrameRule`] cannot express it.
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError>;

    /// Returns the first address after `function`, if the source knows it.
    fn function_end(&self, function: u64) -> Option<u64> {
        let _ = function;
        None
    }
}

/// Error returned when there is no unwind rule for a call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the call that returns to {return_address:#x} in the function at {function:#x}: {problem}")]
pub struct UnwindError {
    /// The function's address.
    pub function: u64,
    /// The call site's return address.
    pub return_address: u64,
    /// The problem with its unwind information.
    pub problem: UnwindProblem,
}

/// Problem with the unwind information of a call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnwindProblem {
    /// No entry of `.eh_frame` covers the call.
    #[error(
        "no .eh_frame entry covers it (functions need unwind tables: mark managed functions \
         `uwtable`, and register generated code with its .eh_frame)"
    )]
    NoEntry,
    /// The image has no search table for its unwind information.
    #[error("its image has no .eh_frame_hdr section, or one without a search table")]
    NoSearchTable,
    /// It is unknown whether the image has managed code, because its file cannot be read.
    #[error(
        "the file of its image was deleted or replaced, so that it is unknown whether it is \
         managed code"
    )]
    Unreadable,
    /// The frame is that of a signal handler. It returns to code that was interrupted at an
    /// arbitrary instruction.
    #[error("it is a signal frame; a walk cannot continue into interrupted code")]
    SignalFrame,
    /// A register is saved too far from the CFA, or its offset is not a multiple of 8.
    #[error("a register is saved at an unsupported offset")]
    SavedPlace,
    /// The entry that covers the call belongs to another function.
    #[error(
        "the .eh_frame entry that covers it begins at {start:#x} and does not cover the function"
    )]
    AnotherFunction {
        /// Start address of that entry.
        start: u64,
    },
    /// The CFA is computed by an expression, as in a frame with scalable vectors.
    #[error("the frame address is computed by a DWARF expression, which is not supported")]
    CfaExpression,
    /// The CFA is computed from a register that calls do not preserve.
    #[error(
        "the frame address is computed from DWARF register {register}, which a call may overwrite"
    )]
    CfaRegister {
        /// DWARF number of the register.
        register: u16,
    },
    /// The offset of the CFA is too large for its field.
    #[error("the frame address is {offset} bytes from its register, more than is supported")]
    CfaOffset {
        /// The offset.
        offset: i64,
    },
    /// The return address is not on the stack.
    #[error("the return address is not saved in the frame")]
    ReturnAddress,
    /// A callee-saved register is saved in a way that is not supported: in another register, or
    /// at an address that an expression computes.
    #[error("DWARF register {register} is saved in a way that is not supported")]
    SavedRegister {
        /// DWARF number of the register.
        register: u16,
    },
    /// The function signs its return address in a way that is not supported: with the program
    /// counter as a second modifier (FEAT_PAuth_LR).
    #[error(
        "it signs its return address with the program counter (DWARF instruction \
         {instruction:#x}), which is not supported; compile it without pauth-lr \
         (`-mbranch-protection=pac-ret`, no \"branch-protection-pauth-lr\")"
    )]
    SignedWithPc {
        /// The opcode of the call frame instruction.
        instruction: u8,
    },
    /// The entry cannot be read.
    #[error("its .eh_frame entry is malformed: {0}")]
    Malformed(gimli::Error),
    /// Executing entries repeatedly takes more instructions than the limit for a section of this
    /// size.
    #[error(
        "evaluating it takes more than {limit} unwind instructions, the limit for a section of \
         this size: records of functions with long .eh_frame entries alternate"
    )]
    TooMuchWork {
        /// Maximum number of instructions.
        limit: u64,
    },
    /// The stack map has no fixed frame size for the function.
    #[error("the stack map records no fixed frame size for the function")]
    NoFrameSize,
    /// On this architecture the frame size does not determine the location of the return address.
    #[error("the frame size does not determine where the return address is on {architecture}")]
    NoReturnAddress {
        /// The name of the architecture.
        architecture: &'static str,
    },
}

/// The opcodes of `DW_CFA_AARCH64_set_ra_state` and `DW_CFA_AARCH64_negate_ra_state_with_pc`
/// ("DWARF for the Arm 64-bit Architecture", section 4.4).
const SIGNING_WITH_PC: [u8; 2] = [0x2b, 0x2c];

impl UnwindProblem {
    /// Converts an error from reading or executing the instructions of an entry.
    pub(super) fn of_entry<A: InstructionSet>(error: gimli::Error) -> Self {
        match error {
            gimli::Error::UnknownCallFrameInstruction(gimli::DwCfa(instruction))
                if A::SIGNS_RETURN_ADDRESSES && SIGNING_WITH_PC.contains(&instruction) =>
            {
                Self::SignedWithPc { instruction }
            }
            error => Self::Malformed(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_round_trips_through_bits() {
        use ReturnAddressSigning::{KeyA, KeyB, Unknown, Unsigned};
        for signing in [Unsigned, KeyA, KeyB, Unknown] {
            assert!(signing.bits() >> ReturnAddressSigning::BITS == 0);
            let others = !0 << ReturnAddressSigning::BITS;
            assert_eq!(ReturnAddressSigning::from_bits(others | signing.bits()), signing);
        }
    }

    #[test]
    fn saved_registers_are_sorted_and_unique() {
        let mut saved = SavedRegisters::new();
        saved.set(Register::new(12), SavedLocation::At(-24));
        saved.set(Register::new(3), SavedLocation::At(-32));
        saved.set(Register::new(6), SavedLocation::Lost);
        saved.set(Register::new(12), SavedLocation::At(-16));
        assert_eq!(
            saved.iter().collect::<Vec<_>>(),
            [
                (Register::new(3), SavedLocation::At(-32)),
                (Register::new(6), SavedLocation::Lost),
                (Register::new(12), SavedLocation::At(-16)),
            ]
        );
        assert_ne!(saved, SavedRegisters::new());
    }
}
