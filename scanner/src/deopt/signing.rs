//! Signatures of return addresses.
//!
//! A function that signs its return address (AArch64, pointer authentication) authenticates it
//! before it returns, so a replacement must be signed with the same key and modifier. The unwind
//! information says whether it is signed and with which key ([`ReturnAddressSigning`]); the
//! modifier is the stack pointer after the return. The stored word is only compared with the
//! expected one. It cannot be the source of these facts: a signature has few bits, so it is all
//! zeros, or the same for both keys, by chance.

use super::arch::sign;
use crate::cfi::ReturnAddressSigning;

/// A key with which functions sign return addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    A,
    B,
}

/// The ways in which a return address may be signed, all of which produce the word that was found.
/// There is one way, unless the signing is unknown and several ways produce the same word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Authentication {
    /// Whether it may be unsigned, signed with key A, or signed with key B.
    ways: [bool; 3],
    /// The modifier.
    sp: u64,
}

const WAYS: [Option<Key>; 3] = [None, Some(Key::A), Some(Key::B)];

impl Authentication {
    /// Authenticates the word `raw` as `expected`, signed as `signing` says with the modifier `sp`.
    /// `None` if it is another address, or signed in another way.
    pub(super) fn of(
        raw: u64,
        expected: u64,
        sp: u64,
        signing: ReturnAddressSigning,
    ) -> Option<Self> {
        let possible = match signing {
            ReturnAddressSigning::Unsigned => [true, false, false],
            ReturnAddressSigning::KeyA => [false, true, false],
            ReturnAddressSigning::KeyB => [false, false, true],
            ReturnAddressSigning::Unknown => [true; 3],
        };
        let gives = |way| possible[way] && signed(WAYS[way], expected, sp) == raw;
        let ways = [gives(0), gives(1), gives(2)];
        ways.contains(&true).then_some(Self { ways, sp })
    }

    /// Returns `address`, signed so that it is authenticated whichever way is the right one. `None`
    /// if there is no such word.
    pub(super) fn sign(self, address: u64) -> Option<u64> {
        let mut words = (WAYS.into_iter().zip(self.ways))
            .filter(|&(_, is_possible)| is_possible)
            .map(|(way, _)| signed(way, address, self.sp));
        let word = words.next()?;
        words.all(|other| other == word).then_some(word)
    }
}

fn signed(way: Option<Key>, address: u64, sp: u64) -> u64 {
    way.map_or(address, |key| sign(key, address, sp))
}

#[cfg(test)]
mod tests;
