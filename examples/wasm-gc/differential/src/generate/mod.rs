//! Random modules.

pub mod program;
mod smith;

use std::fmt;
use std::str::FromStr;

pub use smith::module_of_bytes;

/// What generates modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `wasm-smith`, whose modules have every construct.
    Smith,
    /// This crate, whose programs build graphs of objects.
    Program,
}

impl Source {
    /// Returns the source of the module with a seed if both are used in turn.
    pub fn of_seed(seed: u64) -> Self {
        if seed % 2 == 0 { Self::Program } else { Self::Smith }
    }

    /// Generates the module with a seed. The same seed yields the same module.
    pub fn module(self, seed: u64) -> Vec<u8> {
        match self {
            Self::Smith => smith::module(seed),
            Self::Program => program::module(seed),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smith => "smith",
            Self::Program => "program",
        })
    }
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "smith" => Ok(Self::Smith),
            "program" => Ok(Self::Program),
            _ => Err(format!("{text} is not `smith` or `program`")),
        }
    }
}
