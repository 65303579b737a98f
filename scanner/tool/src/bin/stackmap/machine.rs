//! What the tool must know of a processor: its registers.

use stackmap_tool::object_file::Machine;
use statepoint_scanner::arch::{
    Aarch64, Architecture, ContextLayout, Register, RegisterFileLayout, X86_64,
};
use statepoint_scanner::stackmap::{Constants, LocationKind, Record, StackMap};
use statepoint_scanner::statepoint::{Statepoint, StatepointError};

/// No stub saves registers here: the tool does not walk stacks.
const NO_REGISTER_FILE: RegisterFileLayout =
    RegisterFileLayout { size: 0, return_address: 0, callee_saved: &[] };

/// The name of a machine that is not known.
pub(crate) const UNKNOWN: &str = "unknown";

/// A processor of which nothing is known: any register can hold an address.
#[derive(Clone, Copy, Debug)]
struct AnyMachine;

impl Architecture for AnyMachine {
    type PerCalleeSaved = [u64; 0];
    type Lanes = [u64; 1];

    const NAME: &'static str = "unknown";
    /// `EM_NONE`: no table is for it.
    const ELF_MACHINE: u16 = 0;
    const STACK_POINTER: Register = Register::new(u8::MAX);
    const FRAME_POINTER: Register = Register::new(u8::MAX);
    const CALLEE_SAVED: &'static [Register] = &[];
    const REGISTER_FILE: RegisterFileLayout = NO_REGISTER_FILE;
    const SIGNAL_CONTEXT: ContextLayout =
        ContextLayout { pc: 0, sp: 0, link: None, callee_saved: &[] };
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

/// x86-64 as Windows has it, where calls preserve rdi and rsi as well ("x64 calling convention" of
/// Microsoft's documentation). Only maps are checked by it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowsX86_64;

impl Architecture for WindowsX86_64 {
    type PerCalleeSaved = [u64; 8];
    type Lanes = [u64; 3];

    const NAME: &'static str = X86_64::NAME;
    const ELF_MACHINE: u16 = 0;
    const STACK_POINTER: Register = X86_64::STACK_POINTER;
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
    const REGISTER_FILE: RegisterFileLayout = NO_REGISTER_FILE;
    const SIGNAL_CONTEXT: ContextLayout =
        ContextLayout { pc: 0, sp: 0, link: None, callee_saved: &[] };
    const CALL_PUSHES: u8 = X86_64::CALL_PUSHES;
    const RETURN_ADDRESS_COLUMN: u16 = X86_64::RETURN_ADDRESS_COLUMN;
    const PATCHPOINT_CALL_SIZE: u8 = X86_64::PATCHPOINT_CALL_SIZE;

    fn register(dwarf: u16) -> Option<Register> {
        X86_64::register(dwarf)
    }

    fn register_name(register: Register) -> &'static str {
        X86_64::register_name(register)
    }

    fn is_patchpoint_call(code: &[u8]) -> bool {
        X86_64::is_patchpoint_call(code)
    }

    fn strip_return_address(raw: u64) -> u64 {
        X86_64::strip_return_address(raw)
    }
}

/// A statepoint's record, divided into index ranges of its locations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    pub(crate) calling_convention: u64,
    pub(crate) flags: u8,
    pub(crate) deopt: usize,
    pub(crate) pairs: usize,
    pub(crate) allocas: usize,
}

impl Division {
    /// The indices of the deopt locations.
    pub(crate) fn deopt(self) -> std::ops::Range<usize> {
        3..3 + self.deopt
    }

    /// The indices of each base and its derived pointer.
    pub(crate) fn pairs(self) -> impl ExactSizeIterator<Item = (usize, usize)> {
        let first = self.deopt().end;
        (0..self.pairs).map(move |pair| (first + 2 * pair, first + 2 * pair + 1))
    }

    /// The indices of the allocas.
    pub(crate) fn allocas(self) -> std::ops::Range<usize> {
        let first = self.deopt().end + 2 * self.pairs;
        first..first + self.allocas
    }
}

/// Reads a record as a statepoint's.
pub(crate) fn divide(
    machine: &Machine,
    record: &Record<'_>,
    constants: &Constants<'_>,
) -> Result<Division, StatepointError> {
    fn read<A: Architecture>(
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Result<Division, StatepointError> {
        let statepoint = Statepoint::<A>::decode(record, constants)?;
        Ok(Division {
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

/// The assembler's name of a register, `R#n` where it is not known.
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

/// The machine of a map of which only the bytes are there, by the registers that address its frames.
///
/// LLVM addresses them by rsp, rbp and rbx (7, 6, 3) on x86-64 and by sp, x29 and x19 (31, 29, 19)
/// on AArch64. The numbers of the one mean argument or vector registers to the other.
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
