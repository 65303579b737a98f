//! Encoding of the instructions that patches write on AArch64.
//!
//! No-ops, branches and calls are among the few instructions that may replace each other while
//! other processors execute them: each processor sees the old or the new one ("Arm Architecture
//! Reference Manual" (DDI 0487), "Concurrent modification and execution of instructions").

use crate::patching::{ControlTransfer, PatchArchitecture};
use statepoint_scanner::arch::Aarch64;

/// `nop`
const NO_OP: u32 = 0xd503_201f;
/// `br x16`
const BRANCH: u32 = 0xd61f_0200;
/// `blr x16`
const CALL: u32 = 0xd63f_0200;
/// `movz x16, #.., lsl #32`, `movk x16, #.., lsl #16` and `movk x16, #..`, each with its shift.
const MOVES: [(u32, u32); 3] = [(0xd2c0_0010, 32), (0xf2a0_0010, 16), (0xf280_0010, 0)];
/// Width in bits of a direct branch's displacement, which counts 4-byte instructions.
const DISPLACEMENT_BITS: u32 = 26;

impl PatchArchitecture for Aarch64 {
    const ALIGNMENT: u64 = 4;
    const NEAR: usize = 4;
    const LONGEST: usize = 4;
    const FAR: usize = 16;
    const STORE: u64 = 4;
    const TRAP: Option<u8> = None;

    fn instruction(code: &[u8]) -> Option<(usize, bool)> {
        let word = code.first_chunk().map(|word| u32::from_le_bytes(*word))?;
        // All encodings up to 0xffff are `udf`, permanently undefined.
        (word > 0xffff).then_some((4, word == NO_OP))
    }

    fn write_no_op(out: &mut [u8]) {
        if let Some(word) = out.first_chunk_mut() {
            *word = NO_OP.to_le_bytes();
        }
    }

    fn write_near(transfer: ControlTransfer, at: u64, target: u64, out: &mut [u8]) -> bool {
        let distance = target.wrapping_sub(at).cast_signed();
        let is_near = distance & 3 == 0 && distance >> (DISPLACEMENT_BITS + 1) == distance >> 63;
        let Some(word) = out.first_chunk_mut().filter(|_| is_near) else { return false };
        let opcode: u32 = match transfer {
            ControlTransfer::Call => 0x9400_0000,
            ControlTransfer::Jump => 0x1400_0000,
        };
        let words = (distance >> 2) as u32 & ((1 << DISPLACEMENT_BITS) - 1);
        *word = (opcode | words).to_le_bytes();
        true
    }

    /// Writes the call sequence that LLVM writes for a patchpoint, or the same with a branch.
    fn write_far(transfer: ControlTransfer, target: u64, out: &mut [u8]) -> bool {
        if out.len() != Self::FAR || target >> 48 != 0 || target & 3 != 0 {
            return false;
        }
        let moves = MOVES.map(|(opcode, shift)| opcode | ((target >> shift) as u32 & 0xffff) << 5);
        let last = match transfer {
            ControlTransfer::Call => CALL,
            ControlTransfer::Jump => BRANCH,
        };
        for (bytes, word) in out.chunks_exact_mut(4).zip(moves.into_iter().chain([last])) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::arch::InstructionSet;

    #[test]
    fn call_branches_to_target() {
        let mut code = [0; 4];
        assert!(Aarch64::write_near(ControlTransfer::Call, 0x1000, 0x1008, &mut code));
        assert_eq!(u32::from_le_bytes(code), 0x9400_0002);
        assert!(Aarch64::write_near(ControlTransfer::Jump, 0x1000, 0xffc, &mut code));
        assert_eq!(u32::from_le_bytes(code), 0x17ff_ffff);
        assert_eq!(Aarch64::instruction(&code), Some((4, false)));
    }

    #[test]
    fn call_reaches_128_mebibytes() {
        let mut code = [0; 4];
        let (at, reach) = (0x4000_0000_u64, 128 << 20);
        for target in [at + reach - 4, at - reach] {
            assert!(
                Aarch64::write_near(ControlTransfer::Call, at, target, &mut code),
                "{target:#x}"
            );
        }
        code.fill(7);
        for target in [at + reach, at - reach - 4, at + 2] {
            assert!(
                !Aarch64::write_near(ControlTransfer::Call, at, target, &mut code),
                "{target:#x}"
            );
        }
        assert_eq!(code, [7; 4]);
    }

    #[test]
    fn far_call_is_patchpoint_call_sequence() {
        let mut code = [0; 16];
        assert!(Aarch64::write_far(ControlTransfer::Call, 0x1234_5678_9abc, &mut code));
        assert!(Aarch64::is_patchpoint_call(&code));
        let words: Vec<u32> =
            code.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!(
            words[..3].iter().map(|word| word >> 5 & 0xffff).collect::<Vec<_>>(),
            [0x1234, 0x5678, 0x9abc]
        );
        assert!(!Aarch64::write_far(ControlTransfer::Call, 1 << 48, &mut code));
        assert!(!Aarch64::write_far(ControlTransfer::Call, 2, &mut code));
    }

    #[test]
    fn no_op_decodes_and_zeros_do_not() {
        let mut code = [0; 4];
        assert_eq!(Aarch64::instruction(&code), None);
        Aarch64::write_no_op(&mut code);
        assert_eq!(Aarch64::instruction(&code), Some((4, true)));
        assert_eq!(Aarch64::instruction(&code[..3]), None);
        // The last `udf`, and the word after it.
        assert_eq!(Aarch64::instruction(&0xffff_u32.to_le_bytes()), None);
        assert_eq!(Aarch64::instruction(&0x1_0000_u32.to_le_bytes()), Some((4, false)));
    }
}
