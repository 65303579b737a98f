//! Sections that say themselves what layouts they have.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::section(bytes, None));
