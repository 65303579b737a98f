//! Version 1, written by LLVM 3.5 to 3.9.
//!
//! ```text
//! header    u8 1, u8 0, u16 0, u32 function count, u32 constant count, u32 record count
//! function  u64 address, u64 stack size
//! constant  u64
//! record    u64 id, u32 instruction offset, u16 flags, u16 location count,
//!           locations of 8 bytes, u16 0, u16 live-out count, live-outs of 4 bytes, padding to 8
//! ```
//!
//! A function has no record count, so the map does not record which function a record belongs to.

use super::StackMapLayout;
use super::classic::Classic;
use super::location::LocationEncoding;

/// The parameters of version 1.
pub(super) struct V1;

impl Classic for V1 {
    const LAYOUT: StackMapLayout = StackMapLayout::V1;
    const FUNCTION_SIZE: usize = 16;
    const LOCATION: LocationEncoding = LocationEncoding::Narrow;
    const LIVE_OUTS_ALIGNED: bool = false;
}
