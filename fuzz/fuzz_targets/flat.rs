//! Reads stack map sections with the flat layout.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statepoint_scanner::stackmap::StackMapLayout;

fuzz_target!(|bytes: &[u8]| fuzz::section(bytes, Some(StackMapLayout::Flat)));
