//! The two engines, each with a module.

pub mod ours;
pub mod theirs;

pub use ours::Ours;
pub use theirs::Theirs;

/// An argument that both engines can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The bits of a number; of 32-bit ones, the low half.
    Number(u64),
    /// Null.
    Null,
    /// An integer of 31 bits.
    I31(u32),
    /// A reference of the host.
    Host(u64),
    /// The result of an earlier call: the number of the call and of the result.
    Result(usize, usize),
}

/// The largest number of elements of a table that are compared.
const TABLE_ELEMENTS: u64 = 24;

/// Returns a hash of a memory.
fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mix =
        |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let hash = words.iter().fold(0, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, &byte| mix(hash, u64::from(byte)))
}
