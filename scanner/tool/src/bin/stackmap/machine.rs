//! Register names and calling conventions of the processors that the tool supports.

use stackmap_tool::object_file::Machine;
use statepoint_scanner::arch::{
    Aarch64, CallingConvention, InstructionSet, PhysicalRegister, Register, RegisterFileLayout,
    Target, X86_64, callee_saved_index, x86_64,
};
use statepoint_scanner::stackmap::{Constants, LocationKind, Record, StackMap};
use statepoint_scanner::statepoint::{Statepoint, StatepointError};

/// The name of an unknown machine.
pub(crate) const UNKNOWN: &str = "unknown";

/// An unknown processor: any register can hold an address.
#[derive(Clone, Copy, Debug)]
struct AnyMachine;

impl InstructionSet for AnyMachine {
    const NAME: &'static str = "unknown";
    /// `EM_NONE`: no table is compiled for it.
    const ELF_MACHINE: u16 = 0;
    const STACK_POINTER: Register = Register::new(u8::MAX);
    const CALL_PUSHES: u8 = 0;
    const RETURN_ADDRESS_COLUMN: u16 = u16::MAX;
    const PATCHPOINT_CALL_SIZE: u8 = 0;

    fn register(dwarf: u16) -> Option<Register> {
        u8::try_from(dwarf).ok().map(Register::new)
    }

    fn register_name(_: Register) -> &'static str {
        "?"
    }

    fn is_patchpoint_call(_: &[u8]) -> bool {
        false
    }

    fn strip_return_address(raw: u64) -> u64 {
        raw
    }
}

/// The x64 calling convention of Windows, where calls preserve rdi and rsi as well ("x64 calling
/// convention" of Microsoft's documentation). It is used only to check maps: no stub stores a
/// register file in this convention, and no walk reads one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Windows;

/// x86-64 with the calling convention of Windows.
pub(crate) type WindowsX86_64 = Target<x86_64::Isa, Windows>;

impl CallingConvention for Windows {
    type PerCalleeSaved = [u64; 8];
    type Lanes = [u64; 3];

    const FRAME_POINTER: Register = X86_64::FRAME_POINTER;
    const CALLEE_SAVED: &'static [Register] = &[
        Register::new(3),
        Register::new(6),
        Register::new(5),
        Register::new(4),
        Register::new(12),
        Register::new(13),
        Register::new(14),
        Register::new(15),
    ];
    const REGISTER_FILE: RegisterFileLayout =
        RegisterFileLayout { size: 0, return_address: 0, callee_saved: &[] };

    /// Calls also preserve the lowest 16 bytes of xmm6 to xmm15.
    fn preserved_by_calls(register: PhysicalRegister) -> u8 {
        match register {
            PhysicalRegister::General(register)
                if callee_saved_index::<Self>(register).is_some() =>
            {
                8
            }
            PhysicalRegister::Vector(6..=15) => 16,
            _ => 0,
        }
    }
}

/// A statepoint record as index ranges of its locations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecodedStatepoint {
    pub(crate) calling_convention: u64,
    pub(crate) flags: u8,
    pub(crate) deopt: usize,
    pub(crate) pairs: usize,
    pub(crate) allocas: usize,
}

impl DecodedStatepoint {
    /// Returns the indices of the deopt locations.
    pub(crate) fn deopt(self) -> std::ops::Range<usize> {
        3..3 + self.deopt
    }

    /// Iterates over the pairs, each as the indices of the base and of its derived pointer.
    pub(crate) fn pairs(self) -> impl ExactSizeIterator<Item = (usize, usize)> {
        let first = self.deopt().end;
        (0..self.pairs).map(move |pair| (first + 2 * pair, first + 2 * pair + 1))
    }

    /// Returns the indices of the allocas.
    pub(crate) fn allocas(self) -> std::ops::Range<usize> {
        let first = self.deopt().end + 2 * self.pairs;
        first..first + self.allocas
    }
}

/// Parses a record as a statepoint.
pub(crate) fn decode_statepoint(
    machine: &Machine,
    record: &Record<'_>,
    constants: &Constants<'_>,
) -> Result<DecodedStatepoint, StatepointError> {
    fn read<A: InstructionSet>(
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Result<DecodedStatepoint, StatepointError> {
        let statepoint = Statepoint::<A>::decode(record, constants)?;
        Ok(DecodedStatepoint {
            calling_convention: statepoint.calling_convention,
            flags: statepoint.flags.bits(),
            deopt: statepoint.deopt().len(),
            pairs: statepoint.pairs().len(),
            allocas: statepoint.allocas().len(),
        })
    }
    match machine {
        Machine::X86_64 => read::<X86_64>(record, constants),
        Machine::Aarch64 => read::<Aarch64>(record, constants),
        Machine::Other(_) => read::<AnyMachine>(record, constants),
    }
}

/// Returns the assembler's name of a DWARF register, or `R#n` if it is unknown.
pub(crate) fn register_name(machine: &Machine, dwarf: u16) -> String {
    let known =
        match machine {
            Machine::X86_64 => match dwarf {
                0..=15 => X86_64::register(dwarf)
                    .map(|register| X86_64::register_name(register).to_owned()),
                17..=32 => Some(format!("xmm{}", dwarf - 17)),
                67..=82 => Some(format!("xmm{}", dwarf - 67 + 16)),
                _ => None,
            },
            Machine::Aarch64 => match dwarf {
                0..=31 => Aarch64::register(dwarf)
                    .map(|register| Aarch64::register_name(register).to_owned()),
                64..=95 => Some(format!("v{}", dwarf - 64)),
                _ => None,
            },
            Machine::Other(_) => None,
        };
    known.unwrap_or_else(|| format!("R#{dwarf}"))
}

/// Determines the machine of a map from its bytes alone, by the registers that address its frames.
///
/// LLVM addresses frames by rsp, rbp and rbx (7, 6, 3) on x86-64 and by sp, x29 and x19 (31, 29,
/// 19) on AArch64. On each of the two architectures, the other's register numbers denote argument
/// or vector registers.
pub(crate) fn guess<'a>(maps: impl Iterator<Item = StackMap<'a>>) -> Machine {
    for map in maps {
        for location in map.records().flat_map(|record| record.locations()) {
            match (location.kind, location.register) {
                (LocationKind::Direct | LocationKind::Indirect, 3 | 6 | 7) => {
                    return Machine::X86_64;
                }
                (LocationKind::Direct | LocationKind::Indirect, 19 | 29 | 31) => {
                    return Machine::Aarch64;
                }
                _ => {}
            }
        }
    }
    Machine::Other(UNKNOWN.to_owned())
}
