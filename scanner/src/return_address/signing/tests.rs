//! Tests of replacing signed return addresses, in particular those whose signature is ambiguous.
//!
//! The tests search for stack pointers that give such signatures. On a processor that does not
//! sign, every return address is ambiguous.

use super::*;
use ReturnAddressSigning::{KeyA, KeyB, Unknown, Unsigned};

const EXPECTED: u64 = 0x40_1234;
const REPLACEMENT: u64 = 0x7f_5678;

/// Returns the first modifier (stack pointer) for which `holds` is true.
fn modifier(holds: impl Fn(u64) -> bool) -> u64 {
    // One or two signatures of at least 7 bits must match: one stack pointer in 128 or 16,384 does.
    (0x7fff_0000..0x8fff_0000)
        .step_by(16)
        .find(|&sp| holds(sp))
        .expect("no stack pointer satisfies the condition")
}

/// Returns [`EXPECTED`], signed.
fn signed(key: Key, sp: u64) -> u64 {
    sign(key, EXPECTED, sp)
}

/// Returns the signed [`REPLACEMENT`] for a stored word, or `None` if it is rejected.
fn replacement(raw: u64, sp: u64, signing: ReturnAddressSigning) -> Option<u64> {
    Authentication::new(raw, EXPECTED, sp, signing)?.sign(REPLACEMENT)
}

/// Returns whether this processor signs return addresses.
fn signs() -> bool {
    (0..64).any(|sp| signed(Key::A, sp << 4) != EXPECTED)
}

#[test]
fn zero_signature_is_a_signature() {
    for (key, signing) in [(Key::A, KeyA), (Key::B, KeyB)] {
        let sp = modifier(|sp| {
            signed(key, sp) == EXPECTED && (!signs() || sign(key, REPLACEMENT, sp) != REPLACEMENT)
        });
        assert_eq!(replacement(EXPECTED, sp, signing), Some(sign(key, REPLACEMENT, sp)));
        assert_eq!(replacement(EXPECTED, sp, Unsigned), Some(REPLACEMENT));
    }
}

#[test]
fn equal_signatures_use_the_recorded_key() {
    let sp = modifier(|sp| {
        let same = signed(Key::A, sp) == signed(Key::B, sp);
        let replaced = [Key::A, Key::B].map(|key| sign(key, REPLACEMENT, sp));
        same && (!signs() || signed(Key::A, sp) != EXPECTED && replaced[0] != replaced[1])
    });
    let raw = signed(Key::A, sp);
    assert_eq!(replacement(raw, sp, KeyA), Some(sign(Key::A, REPLACEMENT, sp)));
    assert_eq!(replacement(raw, sp, KeyB), Some(sign(Key::B, REPLACEMENT, sp)));
}

#[test]
fn word_signed_with_other_key_is_rejected() {
    let sp = modifier(|sp| {
        let (a, b) = (signed(Key::A, sp), signed(Key::B, sp));
        !signs() || a != b && a != EXPECTED && b != EXPECTED
    });
    let (a, b) = (signed(Key::A, sp), signed(Key::B, sp));
    for (raw, signing) in [(a, KeyA), (b, KeyB), (EXPECTED, Unsigned)] {
        for other in [KeyA, KeyB, Unsigned] {
            let is_right = !signs() || other == signing;
            assert_eq!(replacement(raw, sp, other).is_some(), is_right, "{signing:?} as {other:?}");
        }
        assert_eq!(replacement(raw ^ 4, sp, signing), None);
    }
    assert_eq!(replacement(REPLACEMENT, sp, Unknown), None);
}

#[test]
fn unknown_signing_is_inferred_or_rejected() {
    let sp = modifier(|sp| {
        let (a, b) = (signed(Key::A, sp), signed(Key::B, sp));
        !signs() || a != b && a != EXPECTED && b != EXPECTED
    });
    for (raw, signing) in
        [(signed(Key::A, sp), KeyA), (signed(Key::B, sp), KeyB), (EXPECTED, Unsigned)]
    {
        assert_eq!(replacement(raw, sp, Unknown), replacement(raw, sp, signing));
        assert!(replacement(raw, sp, Unknown).is_some());
    }
}

/// If several kinds of signing explain a word, its replacement must be valid for all of them.
#[test]
fn ambiguous_signature_is_replaced_for_all_keys() {
    let ambiguous = |sp| {
        let [a, b] = [Key::A, Key::B].map(|key| signed(key, sp));
        [
            (EXPECTED, a == EXPECTED && (!signs() || b != EXPECTED)),
            (a, a == b && (!signs() || a != EXPECTED)),
        ]
    };
    for case in 0..2 {
        let sp = modifier(|sp| ambiguous(sp)[case].1);
        let found = Authentication::new(ambiguous(sp)[case].0, EXPECTED, sp, Unknown).unwrap();
        let right = |address: u64| {
            let [a, b] = [Key::A, Key::B].map(|key| sign(key, address, sp));
            let other = if case == 0 { address } else { b };
            (a == other).then_some(a)
        };
        let addresses = (0..2000).map(|index| REPLACEMENT + 8 * index);
        let (mut replaced, mut rejected) = (0, 0);
        for address in addresses {
            let word = found.sign(address);
            assert_eq!(word, right(address));
            replaced += usize::from(word.is_some());
            rejected += usize::from(word.is_none());
        }
        assert!(replaced > 0 && (rejected > replaced || !signs()), "{replaced}, {rejected}");
    }
}
