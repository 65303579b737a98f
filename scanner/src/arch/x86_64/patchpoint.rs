//! The call sequence that LLVM writes for a patchpoint (`X86AsmPrinter::LowerPATCHPOINT`).

/// Length in bytes of `movabs $target, %r11` and `call *%r11`.
pub(super) const CALL_SIZE: u8 = 13;

/// Returns whether `code` begins with the call sequence.
pub(super) fn is_call(code: &[u8]) -> bool {
    matches!(code, [0x49, 0xbb, _, _, _, _, _, _, _, _, 0x41, 0xff, 0xd3, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_patchpoint_sequence_is_a_call() {
        let mut code = [0x49, 0xbb, 1, 2, 3, 4, 5, 6, 7, 8, 0x41, 0xff, 0xd3];
        assert_eq!(code.len(), usize::from(CALL_SIZE));
        assert!(is_call(&code));
        assert!(!is_call(&code[..12]));
        code[12] = 0x90;
        assert!(!is_call(&code));
        assert!(!is_call(&[0x90; 13]));
    }
}
