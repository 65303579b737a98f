//! Reads stack map sections with layout v2.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statepoint_scanner::stackmap::StackMapLayout;

fuzz_target!(|bytes: &[u8]| fuzz::section(bytes, Some(StackMapLayout::V2)));
