//! Reads stack map sections whose layout is detected from their content.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::section(bytes, None));
