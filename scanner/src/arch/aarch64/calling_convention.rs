//! The AArch64 calling convention ("Procedure Call Standard for the Arm 64-bit Architecture"
//! (AAPCS64), section 6.1).

use super::register_file;
use crate::arch::{
    CallingConvention, PhysicalRegister, Register, RegisterFileLayout, callee_saved_index,
};

/// The AAPCS64 calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aapcs64;

impl CallingConvention for Aapcs64 {
    type PerCalleeSaved = [u64; 11];
    type Lanes = [u64; 3];

    const FRAME_POINTER: Register = Register::new(29);
    /// x19 to x29.
    const CALLEE_SAVED: &'static [Register] = &[
        Register::new(19),
        Register::new(20),
        Register::new(21),
        Register::new(22),
        Register::new(23),
        Register::new(24),
        Register::new(25),
        Register::new(26),
        Register::new(27),
        Register::new(28),
        Register::new(29),
    ];
    /// v8 to v15.
    const CALLEE_SAVED_VECTORS: &'static [Register] = &[
        Register::new(72),
        Register::new(73),
        Register::new(74),
        Register::new(75),
        Register::new(76),
        Register::new(77),
        Register::new(78),
        Register::new(79),
    ];
    const REGISTER_FILE: RegisterFileLayout = register_file::LAYOUT;

    /// "Procedure Call Standard for the Arm 64-bit Architecture", sections 6.1.1 and 6.1.2.
    fn preserved_by_calls(register: PhysicalRegister) -> u8 {
        match register {
            PhysicalRegister::General(register)
                if callee_saved_index::<Self>(register).is_some() =>
            {
                8
            }
            PhysicalRegister::Vector(8..=15) => 8,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Aarch64, InstructionSet};

    #[test]
    fn callee_saved_registers_match_abi_names() {
        let names: Vec<_> =
            Aarch64::CALLEE_SAVED.iter().map(|&r| Aarch64::register_name(r)).collect();
        assert_eq!(
            names,
            ["x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29"]
        );
    }
}
