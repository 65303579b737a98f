//! The wire formats of LLVM stack maps (StackMaps.rst, "Stack Map Format").
//!
//! A section contains one map per linked object file. Linkers may insert zero bytes between maps
//! for alignment. [`maps`] iterates over the maps. A [`StackMap`] is validated completely when it
//! is created: all counts fit, all reserved bytes are zero, and all constant indices are inside the
//! pool. Reading its functions and records afterwards does not fail, copy or allocate.
//!
//! All fields are little-endian, the byte order of every target that this crate supports.

#![forbid(unsafe_code)]

mod classic;
pub mod duplicates;
mod encode;
mod error;
mod flat;
mod frame;
mod layout;
mod location;
pub mod model;
mod reader;
mod v1;
mod v2;
mod v3;
mod view;

pub use encode::{EncodeProblem, StackMapEncodeError, StackMapPart, encode};
pub use error::StackMapParseError;
pub use frame::{FlatFrame, FrameFlags, FrameRegister, FrameRegisters};
pub use layout::StackMapLayout;
pub use location::{LiveOut, LiveOuts, Location, LocationKind, Locations};
pub use view::{Constants, Function, FunctionRecords, Functions, Record, Records, StackMap};

use crate::fault_injection::fault;

/// Iterates over the maps of a section; see [`Maps`].
///
/// The layout of each map is determined by [`StackMapLayout::detect`].
pub fn maps(section: &[u8]) -> Maps<'_> {
    Maps { section, offset: 0, layout: None }
}

/// Iterates over the maps of a section whose maps all have this layout. Use it if the version byte
/// is ambiguous.
///
/// A version byte other than that of the layout is an error.
pub fn maps_in(section: &[u8], layout: StackMapLayout) -> Maps<'_> {
    Maps { section, offset: 0, layout: Some(layout) }
}

/// Iterator over the maps of a section. It ends after the first error.
///
/// A section that contains only zero bytes has no maps.
#[derive(Clone, Debug)]
pub struct Maps<'a> {
    section: &'a [u8],
    /// Offset in bytes of the end of the previous map.
    offset: usize,
    /// The layout of all maps; `None` to detect the layout of each.
    layout: Option<StackMapLayout>,
}

impl<'a> Iterator for Maps<'a> {
    type Item = Result<StackMap<'a>, StackMapParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.offset != 0 && fault("second-map") {
            return None;
        }
        let map = match self.find_start() {
            Ok(None) => return None,
            Ok(Some(start)) => StackMap::read(self.section, start, self.layout),
            Err(error) => Err(error),
        };
        self.offset = map.as_ref().map_or(self.section.len(), |map| map.offset() + map.byte_len());
        Some(map)
    }
}

impl Maps<'_> {
    /// Returns the offset of the next map, after any zero padding.
    fn find_start(&self) -> Result<Option<usize>, StackMapParseError> {
        let rest = self.section.get(self.offset..).unwrap_or_default();
        let Some(padding) = rest.iter().position(|&byte| byte != 0) else { return Ok(None) };
        let start = self.offset + padding;
        // Map sizes are multiples of eight, and so is the alignment of the section in a file.
        if !start.is_multiple_of(8) {
            return Err(StackMapParseError::Misaligned { offset: start });
        }
        Ok(Some(start))
    }
}

#[cfg(test)]
mod tests;
