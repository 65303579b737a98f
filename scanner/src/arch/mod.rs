//! What the scanner must know of a processor and its calling convention.
//!
//! The files in `x86_64` and `aarch64` have the same names; `cfg(target_arch)` stands here and
//! nowhere else in this crate.

use core::fmt;

pub mod aarch64;
mod physical;
pub mod x86_64;

pub use aarch64::Aarch64;
pub use physical::{PhysicalRegister, PhysicalRegisters};
pub use x86_64::X86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::RegisterFile;
#[cfg(target_arch = "x86_64")]
pub use x86_64::RegisterFile;

/// The architecture that this crate was compiled for.
#[cfg(target_arch = "aarch64")]
pub type Host = Aarch64;

/// The architecture that this crate was compiled for.
#[cfg(target_arch = "x86_64")]
pub type Host = X86_64;

/// What the processor of this process has of registers, as far as the system lets programs use them.
#[cfg(target_arch = "aarch64")]
pub fn detect_processor() -> aarch64::Processor {
    aarch64::Processor::Neon
}

/// What the processor of this process has of registers, as far as the system lets programs use them.
#[cfg(target_arch = "x86_64")]
pub fn detect_processor() -> x86_64::Processor {
    use x86_64::Processor;
    if std::is_x86_feature_detected!("avx512bw") {
        Processor::Avx512Bw
    } else if std::is_x86_feature_detected!("avx512f") {
        Processor::Avx512
    } else if std::is_x86_feature_detected!("avx") {
        Processor::Avx
    } else {
        Processor::Sse
    }
}

/// A general-purpose register, numbered as DWARF numbers it on its architecture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(u8);

impl Register {
    /// The register with this DWARF number; whether an architecture has it, only
    /// [`Architecture::register`] says.
    pub const fn new(dwarf: u8) -> Self {
        Self(dwarf)
    }

    /// The DWARF number.
    pub const fn dwarf(self) -> u16 {
        self.0 as u16
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R#{}", self.0)
    }
}

/// Where a register file, as a runtime stub leaves it on the stack, keeps what a walk starts from.
///
/// All positions are byte offsets from the lowest address of the register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterFileLayout {
    /// Size in bytes; the stack pointer of the code that called the stub is this far behind the
    /// start, once the stub has returned.
    pub size: u64,
    /// Where the return address into the code that called the stub lies.
    pub return_address: u64,
    /// Where each of [`Architecture::CALLEE_SAVED`] lies, in the same order.
    pub callee_saved: &'static [u64],
}

/// Where the `ucontext_t` that Linux passes to a signal handler keeps what a walk starts from.
///
/// All positions are byte offsets from the start of the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextLayout {
    /// Where the program counter lies.
    pub pc: u64,
    /// Where the stack pointer lies.
    pub sp: u64,
    /// Where the register lies that calls put the return address into, if they do.
    pub link: Option<u64>,
    /// Where each of [`Architecture::CALLEE_SAVED`] lies, in the same order.
    pub callee_saved: &'static [u64],
}

/// Register numbering and calling convention of one processor architecture.
pub trait Architecture: Copy + fmt::Debug + 'static {
    /// One value for each of [`Self::CALLEE_SAVED`]: `[u64; N]`.
    type PerCalleeSaved: Copy + Default + fmt::Debug + PartialEq + Eq + AsRef<[u64]> + AsMut<[u64]>;
    /// Sixteen bits for each of [`Self::CALLEE_SAVED`] and at least sixteen more, four to a word:
    /// `[u64; N / 4 + 1]`.
    type Lanes: Copy + Default + fmt::Debug + AsRef<[u64]> + AsMut<[u64]>;

    /// The name that people use.
    const NAME: &'static str;
    /// The number that stands for it in ELF files (`e_machine`).
    const ELF_MACHINE: u16;
    /// The stack pointer.
    const STACK_POINTER: Register;
    /// The frame pointer, where a function keeps one.
    const FRAME_POINTER: Register;
    /// The registers that a callee must hand back unchanged, and that a walk therefore follows
    /// through the frames. A register's position here is its index in the walker's tables.
    const CALLEE_SAVED: &'static [Register];
    /// The vector registers whose lowest eight bytes a callee must hand back unchanged, eight at most. They hold no
    /// references, so no walk follows them.
    const CALLEE_SAVED_VECTORS: &'static [Register] = &[];

    /// How a register file lies in memory.
    const REGISTER_FILE: RegisterFileLayout;
    /// How an interrupted thread's registers lie in memory.
    const SIGNAL_CONTEXT: ContextLayout;
    /// Bytes that a call instruction pushes: 8 where it pushes the return address, 0 where the
    /// return address goes to a link register.
    const CALL_PUSHES: u8;
    /// Bytes of a call instruction, where all have the same size.
    const CALL_SIZE: Option<u8> = None;
    /// The DWARF number of the column that holds the return address in unwind tables.
    const RETURN_ADDRESS_COLUMN: u16;
    /// Bytes of the call that LLVM writes for a patchpoint.
    const PATCHPOINT_CALL_SIZE: u8;
    /// Whether functions may sign return addresses before they store them; unwind tables then have
    /// an instruction of their own for it, with a number that means something else elsewhere.
    const SIGNS_RETURN_ADDRESSES: bool = false;

    /// The general-purpose register with this DWARF number, if there is one.
    fn register(dwarf: u16) -> Option<Register>;

    /// The assembler's name of a register of this architecture.
    fn register_name(register: Register) -> &'static str;

    /// Whether these bytes begin with the call that LLVM writes for a patchpoint.
    fn is_patchpoint_call(code: &[u8]) -> bool;

    /// A return address as the instruction pointer will see it: without a signature.
    fn strip_return_address(raw: u64) -> u64;
}

/// The position of a register in [`Architecture::CALLEE_SAVED`], if a callee preserves it.
pub fn callee_saved_index<A: Architecture>(register: Register) -> Option<usize> {
    A::CALLEE_SAVED.iter().position(|&saved| saved == register)
}

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    /// Where the C library's headers say that the kernel puts each register.
    #[cfg(target_arch = "x86_64")]
    fn register_in_context(register: Option<Register>) -> usize {
        use libc::{
            REG_R12, REG_R13, REG_R14, REG_R15, REG_RBP, REG_RBX, REG_RIP, REG_RSP, greg_t,
        };
        let name = register.map_or("rip", X86_64::register_name);
        let index = match name {
            "rbx" => REG_RBX,
            "rbp" => REG_RBP,
            "rsp" => REG_RSP,
            "r12" => REG_R12,
            "r13" => REG_R13,
            "r14" => REG_R14,
            "r15" => REG_R15,
            "rip" => REG_RIP,
            other => panic!("{other}"),
        };
        offset_of!(libc::ucontext_t, uc_mcontext.gregs) + size_of::<greg_t>() * index as usize
    }

    /// Where the C library's headers say that the kernel puts each register.
    #[cfg(target_arch = "aarch64")]
    fn register_in_context(register: Option<Register>) -> usize {
        match register {
            None => offset_of!(libc::ucontext_t, uc_mcontext.pc),
            Some(Aarch64::STACK_POINTER) => offset_of!(libc::ucontext_t, uc_mcontext.sp),
            Some(register) => {
                offset_of!(libc::ucontext_t, uc_mcontext.regs) + 8 * usize::from(register.dwarf())
            }
        }
    }

    #[test]
    fn the_processor_of_this_process_has_what_its_convention_preserves() {
        let processor = detect_processor();
        for index in 0..PhysicalRegister::COUNT {
            let register = PhysicalRegister::from_index(index).unwrap();
            let kept = Host::kept_by_calls(register);
            assert!(kept <= Host::available(register, processor), "{register:?}");
        }
        assert!(Host::available(PhysicalRegister::Vector(0), processor) >= 16);
    }

    #[test]
    fn signal_contexts_are_read_where_the_kernel_writes_them() {
        let layout = Host::SIGNAL_CONTEXT;
        assert_eq!(layout.pc, register_in_context(None) as u64);
        assert_eq!(layout.sp, register_in_context(Some(Host::STACK_POINTER)) as u64);
        let link = (Host::CALL_PUSHES == 0).then(|| {
            let column = u8::try_from(Host::RETURN_ADDRESS_COLUMN).unwrap();
            register_in_context(Some(Register::new(column))) as u64
        });
        assert_eq!(layout.link, link);
        let callee_saved: Vec<_> = Host::CALLEE_SAVED
            .iter()
            .map(|&register| register_in_context(Some(register)) as u64)
            .collect();
        assert_eq!(layout.callee_saved, callee_saved);
    }
}
