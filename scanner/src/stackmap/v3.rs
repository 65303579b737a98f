//! Version 3 (StackMaps.rst, "Stack Map Format"), written by LLVM 5.0 and every later one.
//!
//! The layout is that of version 2, with two differences. A location has 12 bytes, with 16 bits for
//! the size of the value. Zero bytes pad the locations of a record to a multiple of eight, counted
//! from the start of the map.

use super::StackMapLayout;
use super::classic::Classic;
use super::location::LocationEncoding;

/// The parameters of version 3.
pub(super) struct V3;

impl Classic for V3 {
    const LAYOUT: StackMapLayout = StackMapLayout::V3;
    const FUNCTION_SIZE: usize = 24;
    const LOCATION: LocationEncoding = LocationEncoding::Wide;
    const LIVE_OUTS_ALIGNED: bool = true;
}
