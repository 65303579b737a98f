//! The layouts that a stack map can have.

use core::fmt;

use super::flat;

/// The layout of a stack map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum StackMapLayout {
    /// Version 1: LLVM 3.5 to 3.9. Does not record which record belongs to which function.
    V1,
    /// Version 2 as LLVM released it: LLVM 4.0.
    V2,
    /// Version 3: LLVM 5.0 and later.
    V3,
    /// The layout that was proposed as version 2 in 2015: arrays of elements of fixed size, with
    /// frames and saved registers. Never in an LLVM release.
    Flat,
}

impl StackMapLayout {
    /// All layouts.
    pub const ALL: [Self; 4] = [Self::V1, Self::V2, Self::V3, Self::Flat];

    /// Returns the version byte with which a map of this layout starts.
    pub const fn version(self) -> u8 {
        match self {
            Self::V1 => 1,
            Self::V2 | Self::Flat => 2,
            Self::V3 => 3,
        }
    }

    /// Detects the layout of the map that starts at `start` from its first bytes; `None` if the
    /// version byte is unknown or missing.
    ///
    /// LLVM's own version 2 and the flat layout have the same version byte. The layout is flat if
    /// the six 32-bit fields after the first four bytes could be the offsets of its arrays. The
    /// first must be 32, and they must ascend, be aligned for their arrays, and lie inside the
    /// section.
    ///
    /// In version 2, the same fields would mean exactly 32 functions, at least 32 constants and
    /// records, and a first function whose address consists of two such offsets.
    pub fn detect(section: &[u8], start: usize) -> Option<Self> {
        match section.get(start)? {
            1 => Some(Self::V1),
            2 if flat::is_plausible(section, start) => Some(Self::Flat),
            2 => Some(Self::V2),
            3 => Some(Self::V3),
            _ => None,
        }
    }
}

impl fmt::Display for StackMapLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V1 => "v1",
            Self::V2 => "v2",
            Self::V3 => "v3",
            Self::Flat => "flat",
        })
    }
}
