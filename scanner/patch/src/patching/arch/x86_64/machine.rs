//! Encoding of the instructions that patches write on x86-64.
//!
//! A call or jump is one instruction that fills all given bytes: prefixes without effect precede
//! its opcode. So no thread's PC can be inside these bytes, and a call's return address is their
//! end.

use iced_x86::{Code, Decoder, DecoderOptions};

use crate::patching::{ControlTransfer, PatchArchitecture};
use statepoint_scanner::arch::X86_64;

/// The segment override for cs, which 64-bit code ignores. Assemblers and linkers fill calls with
/// it.
const FILLER: u8 = 0x2e;
/// The operand size prefix.
const OPERAND_SIZE_PREFIX: u8 = 0x66;
/// Length in bytes of a call or jump with a 32-bit displacement.
const NEAR: usize = 5;
/// The longest instruction that the processor accepts, in bytes.
const LONGEST: usize = 15;

/// The no-ops of one to nine bytes that Intel and AMD recommend.
const NO_OPS: [&[u8]; 9] = [
    &[0x90],
    &[0x66, 0x90],
    &[0x0f, 0x1f, 0x00],
    &[0x0f, 0x1f, 0x40, 0x00],
    &[0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
    &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
];

impl PatchArchitecture for X86_64 {
    const ALIGNMENT: u64 = 1;
    const NEAR: usize = NEAR;
    const LONGEST: usize = LONGEST;
    const FAR: usize = 13;
    const STORE: u64 = 8;
    /// `int3`
    const TRAP: Option<u8> = Some(0xcc);

    fn instruction(code: &[u8]) -> Option<(usize, bool)> {
        let mut decoder = Decoder::new(64, code, DecoderOptions::NONE);
        let instruction = decoder.decode();
        let is_no_op = matches!(
            instruction.code(),
            Code::Nopw | Code::Nopd | Code::Nopq | Code::Nop_rm16 | Code::Nop_rm32 | Code::Nop_rm64
        );
        (!instruction.is_invalid()).then(|| (instruction.len(), is_no_op))
    }

    fn write_no_op(out: &mut [u8]) {
        let known = out.len().min(NO_OPS.len());
        let (prefixes, rest) = out.split_at_mut(out.len() - known);
        prefixes.fill(OPERAND_SIZE_PREFIX);
        if let Some(no_op) = known.checked_sub(1).and_then(|index| NO_OPS.get(index)) {
            rest.copy_from_slice(no_op);
        }
    }

    fn write_near(transfer: ControlTransfer, at: u64, target: u64, out: &mut [u8]) -> bool {
        let distance = target.wrapping_sub(at.wrapping_add(out.len() as u64)).cast_signed();
        let Ok(distance) = i32::try_from(distance) else { return false };
        let Some(filler) = out.len().checked_sub(NEAR) else { return false };
        let (fillers, rest) = out.split_at_mut(filler);
        fillers.fill(FILLER);
        rest[0] = match transfer {
            ControlTransfer::Call => 0xe8,
            ControlTransfer::Jump => 0xe9,
        };
        rest[1..].copy_from_slice(&distance.to_le_bytes());
        true
    }

    /// Writes `movabs $target, %r11` and `call *%r11` or `jmp *%r11`. LLVM writes the same call for
    /// a patchpoint.
    fn write_far(transfer: ControlTransfer, target: u64, out: &mut [u8]) -> bool {
        if out.len() != Self::FAR {
            return false;
        }
        let (movabs, rest) = out.split_at_mut(2);
        let (value, branch) = rest.split_at_mut(8);
        movabs.copy_from_slice(&[0x49, 0xbb]);
        value.copy_from_slice(&target.to_le_bytes());
        branch.copy_from_slice(match transfer {
            ControlTransfer::Call => &[0x41, 0xff, 0xd3],
            ControlTransfer::Jump => &[0x41, 0xff, 0xe3],
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::arch::InstructionSet;

    #[test]
    fn no_op_of_each_length_is_one_instruction() {
        for len in 1..=LONGEST {
            let mut code = [0xcc; LONGEST];
            X86_64::write_no_op(&mut code[..len]);
            assert_eq!(X86_64::instruction(&code), Some((len, true)), "{code:02x?}");
        }
    }

    #[test]
    fn call_of_each_length_is_one_instruction() {
        for len in NEAR..=LONGEST {
            for (transfer, expected) in [
                (ControlTransfer::Call, Code::Call_rel32_64),
                (ControlTransfer::Jump, Code::Jmp_rel32_64),
            ] {
                for target in [0x1000_u64, 0x40_0000, 0x7fff_0000] {
                    let mut code = vec![0; len];
                    assert!(X86_64::write_near(transfer, 0x40_1003, target, &mut code));
                    assert_eq!(X86_64::instruction(&code), Some((len, false)));
                    let mut decoder = Decoder::with_ip(64, &code, 0x40_1003, DecoderOptions::NONE);
                    let instruction = decoder.decode();
                    assert_eq!(instruction.code(), expected);
                    assert_eq!(instruction.near_branch_target(), target);
                }
            }
        }
    }

    #[test]
    fn displacement_is_relative_to_end_of_instruction() {
        let mut code = [0; 8];
        let at = 0x1_0000_0000;
        let end = at + 8;
        let reach = [end + 0x7fff_ffff, end - 0x8000_0000];
        assert!(reach.iter().all(|&to| X86_64::write_near(
            ControlTransfer::Call,
            at,
            to,
            &mut code
        )));
        let beyond = [end + 0x8000_0000, end - 0x8000_0001];
        code.fill(0x55);
        assert!(!beyond.iter().any(|&to| X86_64::write_near(
            ControlTransfer::Call,
            at,
            to,
            &mut code
        )));
        assert_eq!(code, [0x55; 8]);
    }

    #[test]
    fn far_call_is_patchpoint_call_sequence() {
        let mut code = [0; 13];
        assert!(X86_64::write_far(ControlTransfer::Call, 0x1234_5678_9abc, &mut code));
        assert!(X86_64::is_patchpoint_call(&code));
        assert_eq!(X86_64::instruction(&code), Some((10, false)));
        assert_eq!(X86_64::instruction(&code[10..]), Some((3, false)));
        assert!(!X86_64::write_far(ControlTransfer::Call, 1, &mut code[..12]));
    }

    #[test]
    fn truncated_instruction_does_not_decode() {
        assert_eq!(X86_64::instruction(&[0xe8, 1, 2, 3]), None);
        assert_eq!(X86_64::instruction(&[]), None);
        // `xchg %r8, %rax` is the encoding of the no-op 0x90 with a REX prefix.
        assert_eq!(X86_64::instruction(&[0x49, 0x90]), Some((2, false)));
    }
}
