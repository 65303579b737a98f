//! The call sequence that LLVM writes for a patchpoint (`AArch64AsmPrinter::LowerPATCHPOINT`).

/// Length in bytes of `movz x16, #.., lsl #32`, `movk x16, #.., lsl #16`, `movk x16, #..` and `blr
/// x16`.
pub(super) const CALL_SIZE: u8 = 16;

/// Mask of all bits of an instruction except its 16-bit immediate.
const WITHOUT_IMMEDIATE: u32 = !(0xffff << 5);

/// Returns whether `code` begins with the call sequence.
pub(super) fn is_call(code: &[u8]) -> bool {
    let (instructions, _) = code.as_chunks();
    let &[high, middle, low, call, ..] = instructions else { return false };
    let [high, middle, low, call] = [high, middle, low, call].map(u32::from_le_bytes);
    [high, middle, low].map(|code| code & WITHOUT_IMMEDIATE)
        == [0xd2c0_0010, 0xf2a0_0010, 0xf280_0010]
        && call == 0xd63f_0200
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_patchpoint_sequence_is_a_call() {
        let instructions = [0xd2c0_1010_u32, 0xf2ac_f010, 0xf29a_f790, 0xd63f_0200];
        let mut code: Vec<u8> = instructions.iter().flat_map(|code| code.to_le_bytes()).collect();
        assert_eq!(code.len(), usize::from(CALL_SIZE));
        assert!(is_call(&code));
        assert!(!is_call(&code[..12]));
        code[12] ^= 0x20;
        assert!(!is_call(&code));
        // nop
        assert!(!is_call(&0xd503_201f_u32.to_le_bytes().repeat(4)));
    }
}
