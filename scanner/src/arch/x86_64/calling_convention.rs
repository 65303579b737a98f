//! The System V calling convention (System V ABI, AMD64 supplement, section 3.2.1).

use super::register_file;
use crate::arch::{
    CallingConvention, PhysicalRegister, Register, RegisterFileLayout, callee_saved_index,
};

/// The System V calling convention, which Linux uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemV;

impl CallingConvention for SystemV {
    type PerCalleeSaved = [u64; 6];
    type Lanes = [u64; 2];

    const FRAME_POINTER: Register = Register::new(6);
    /// rbx, rbp and r12 to r15.
    const CALLEE_SAVED: &'static [Register] = &[
        Register::new(3),
        Register::new(6),
        Register::new(12),
        Register::new(13),
        Register::new(14),
        Register::new(15),
    ];
    const REGISTER_FILE: RegisterFileLayout = register_file::LAYOUT;

    fn preserved_by_calls(register: PhysicalRegister) -> u8 {
        match register {
            PhysicalRegister::General(register)
                if callee_saved_index::<Self>(register).is_some() =>
            {
                8
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{InstructionSet, X86_64};

    #[test]
    fn callee_saved_registers_match_abi_names() {
        let names: Vec<_> =
            X86_64::CALLEE_SAVED.iter().map(|&r| X86_64::register_name(r)).collect();
        assert_eq!(names, ["rbx", "rbp", "r12", "r13", "r14", "r15"]);
    }
}
