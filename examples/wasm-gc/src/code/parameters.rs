//! Parameters that do not fit into registers.
//!
//! No argument is passed on the stack: those that do not fit into registers are passed in the
//! store's context. The callee reads them before its first safepoint, so no collection happens
//! while a reference is there.

use super::{MachineType, Signature, layout};

/// Registers for words on all processors, without that of the context.
pub const WORDS: usize = 5;
/// Registers for floating-point numbers.
pub const FLOATS: usize = 8;

/// Returns, for each parameter, the offset in the store's context where it is passed, or `None` if
/// it is passed in a register.
pub fn overflow(signature: &Signature) -> Vec<Option<i32>> {
    // Several results may take a register for the address at which they are stored.
    let mut words = WORDS - usize::from(signature.results.len() > 1);
    let mut floats = FLOATS;
    let mut next = layout::store::OVERFLOW;
    let place = |ty: &MachineType| {
        let registers = if ty.is_float() { &mut floats } else { &mut words };
        if *registers > 0 {
            *registers -= 1;
            return None;
        }
        next += 8;
        Some(next - 8)
    };
    signature.parameters.iter().map(place).collect()
}

/// Returns the offset in the store's context where a result is passed by the C calling convention,
/// for each result after the first. The callee writes them directly before it returns, and the
/// caller reads them directly after the call.
pub fn further_results(signature: &Signature) -> impl Iterator<Item = (MachineType, i32)> {
    let offsets = (layout::store::OVERFLOW..).step_by(8);
    signature.results.iter().copied().skip(1).zip(offsets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::HEAP_REFERENCE;

    #[test]
    fn registers_are_used_first() {
        let first = layout::store::OVERFLOW;
        let mut signature = Signature { parameters: vec![HEAP_REFERENCE; 6], results: vec![] };
        signature.parameters.extend([MachineType::F32; 9]);
        let mut expected = vec![None; 15];
        (expected[5], expected[14]) = (Some(first), Some(first + 8));
        assert_eq!(overflow(&signature), expected);
        signature.results = vec![MachineType::I32; 2];
        assert_eq!(overflow(&signature)[4..6], [Some(first), Some(first + 8)]);
        let further: Vec<_> = further_results(&signature).collect();
        assert_eq!(further, [(MachineType::I32, first)]);
    }
}
