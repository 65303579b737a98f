//! The layouts that a stack map can have.

use core::fmt;

/// The layout of a stack map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Layout {
    /// Version 1: LLVM 3.5 to 3.9. Does not say which record belongs to which function.
    V1,
    /// Version 2 of LLVM itself: LLVM 4.0.
    V2,
    /// Version 3: LLVM 5.0 and later.
    V3,
}

impl Layout {
    /// The version byte that a map of this layout starts with.
    pub const fn version(self) -> u8 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
            Self::V3 => 3,
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V1 => "v1",
            Self::V2 => "v2",
            Self::V3 => "v3",
        })
    }
}
