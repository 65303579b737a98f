//! What the fuzz target does with an input.

use crate::compare::compare;
use crate::generate::{Source, module_of_bytes};
use crate::settings::ZealChoice;
use crate::tally::Tally;

/// Runs the module that `wasm-smith` makes of bytes in both engines. Bytes that are not enough for
/// a module are ignored. The same bytes yield the same module, arguments and collections.
///
/// # Panics
///
/// If the engines differ.
pub fn compare_module_of(bytes: &[u8]) {
    let Some(module) = module_of_bytes(bytes) else { return };
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let seed = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
    let compared = compare(&module, Source::Smith, seed, ZealChoice::BySeed, &mut Tally::default());
    if let Err(difference) = compared {
        panic!("{difference}");
    }
}
