//! Version 2 as LLVM released it, written by LLVM 4.0 only.
//!
//! Like version 1, but a function is `u64 address, u64 stack size, u64 record count`. The layout
//! that was proposed under the same number in 2015 is a different one and was never in an LLVM
//! release.

use super::StackMapLayout;
use super::classic::Classic;
use super::location::LocationForm;

pub(super) struct V2;

impl Classic for V2 {
    const LAYOUT: StackMapLayout = StackMapLayout::V2;
    const FUNCTION_SIZE: usize = 24;
    const LOCATION: LocationForm = LocationForm::Narrow;
    const LIVE_OUTS_ALIGNED: bool = false;
}
