//! Safe code makes a calling convention whose registers are not in an array, on which walks rely.

use statepoint_scanner::arch::{CallingConvention, PhysicalRegister, Register, RegisterFileLayout};

#[derive(Clone, Copy, Debug, Default)]
struct Lanes([u64; 2]);

impl AsRef<[u64]> for Lanes {
    fn as_ref(&self) -> &[u64] {
        &[]
    }
}

impl AsMut<[u64]> for Lanes {
    fn as_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[derive(Clone, Copy, Debug)]
struct Convention;

impl CallingConvention for Convention {
    type PerCalleeSaved = [u64; 6];
    type Lanes = Lanes;
    const FRAME_POINTER: Register = Register::new(6);
    const CALLEE_SAVED: &'static [Register] = &[Register::new(6); 6];
    const REGISTER_FILE: RegisterFileLayout =
        RegisterFileLayout { size: 0, return_address: 0, callee_saved: &[] };

    fn preserved_by_calls(_: PhysicalRegister) -> u8 {
        0
    }
}

fn main() {}
