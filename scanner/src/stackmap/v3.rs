//! Version 3 (StackMaps.rst, "Stack Map Format"), written by LLVM 5.0 and every later one.
//!
//! Like version 2, but a location has 12 bytes, which gives its size 16 bits, and the live-outs of
//! a record start at a multiple of eight, counted from the start of the map.

use super::StackMapLayout;
use super::classic::Classic;
use super::location::LocationForm;

pub(super) struct V3;

impl Classic for V3 {
    const LAYOUT: StackMapLayout = StackMapLayout::V3;
    const FUNCTION_SIZE: usize = 24;
    const LOCATION: LocationForm = LocationForm::Wide;
    const LIVE_OUTS_ALIGNED: bool = true;
}
