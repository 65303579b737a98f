//! Reads stack map sections with layout v1.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statepoint_scanner::stackmap::StackMapLayout;

fuzz_target!(|bytes: &[u8]| fuzz::section(bytes, Some(StackMapLayout::V1)));
