//! Sections that are read with layout v1.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statepoint_scanner::stackmap::Layout;

fuzz_target!(|bytes: &[u8]| fuzz::section(bytes, Some(Layout::V1)));
