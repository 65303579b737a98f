//! Signatures of return addresses.
//!
//! A function that signs its return address (AArch64, pointer authentication) authenticates the
//! address before it returns, so a replacement must be signed with the same key and modifier. The
//! unwind information specifies whether the address is signed and with which key
//! ([`ReturnAddressSigning`]). The modifier is the stack pointer after the return. The stored word
//! is only compared with the expected one. It does not determine the key: a signature has few bits,
//! so it can be zero, or equal for both keys, by chance.

use super::arch::sign;
use crate::cfi::ReturnAddressSigning;

/// A key with which functions sign return addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// Instruction key A (`pacia`).
    A,
    /// Instruction key B (`pacib`).
    B,
}

/// The signing methods that result in the stored return address. There is one method, unless the
/// unwind information does not specify it and several methods have the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Authentication {
    /// For each of [`METHODS`], whether it results in the stored return address.
    is_possible: [bool; 3],
    /// The modifier: the stack pointer after the return.
    sp: u64,
}

/// The signing methods: unsigned, signed with key A, and signed with key B.
const METHODS: [Option<Key>; 3] = [None, Some(Key::A), Some(Key::B)];

impl Authentication {
    /// Authenticates the word `raw` as the address `expected`, signed as `signing` specifies with
    /// the modifier `sp`. `None` if it is another address or is signed with another method.
    pub(crate) fn new(
        raw: u64,
        expected: u64,
        sp: u64,
        signing: ReturnAddressSigning,
    ) -> Option<Self> {
        let permitted = match signing {
            ReturnAddressSigning::Unsigned => [true, false, false],
            ReturnAddressSigning::KeyA => [false, true, false],
            ReturnAddressSigning::KeyB => [false, false, true],
            ReturnAddressSigning::Unknown => [true; 3],
        };
        let matches = |index| permitted[index] && sign_with(METHODS[index], expected, sp) == raw;
        let is_possible = [matches(0), matches(1), matches(2)];
        is_possible.contains(&true).then_some(Self { is_possible, sp })
    }

    /// Returns `address`, signed with each possible method. `None` if the results differ.
    pub(crate) fn sign(self, address: u64) -> Option<u64> {
        let mut words = (METHODS.into_iter().zip(self.is_possible))
            .filter(|&(_, is_possible)| is_possible)
            .map(|(method, _)| sign_with(method, address, self.sp));
        let word = words.next()?;
        words.all(|other| other == word).then_some(word)
    }
}

/// Returns `address`, signed with this key and the modifier `sp`, or unsigned if `key` is `None`.
fn sign_with(key: Option<Key>, address: u64, sp: u64) -> u64 {
    key.map_or(address, |key| sign(key, address, sp))
}

#[cfg(test)]
mod tests;
