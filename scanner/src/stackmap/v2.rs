//! Version 2 as LLVM released it, written by LLVM 4.0 only.
//!
//! The layout is that of version 1, except that a function is `u64 address, u64 stack size, u64
//! record count`. The layout proposed as version 2 in 2015 is different
//! ([`Flat`](super::StackMapLayout)) and was never in an LLVM release.

use super::StackMapLayout;
use super::classic::Classic;
use super::location::LocationEncoding;

/// The parameters of version 2.
pub(super) struct V2;

impl Classic for V2 {
    const LAYOUT: StackMapLayout = StackMapLayout::V2;
    const FUNCTION_SIZE: usize = 24;
    const LOCATION: LocationEncoding = LocationEncoding::Narrow;
    const LIVE_OUTS_ALIGNED: bool = false;
}
