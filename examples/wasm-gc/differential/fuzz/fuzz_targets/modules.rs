//! Both engines agree on each module that `wasm-smith` makes of the input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wasm_differential::fuzz::compare_module_of;

fuzz_target!(|bytes: &[u8]| compare_module_of(bytes));
