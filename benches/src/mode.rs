//! The two modes in which LLVM can compile managed code.

use clap::ValueEnum;

/// The location of references during calls, as compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// References in stack slots, the default of LLVM
    #[default]
    Spilled,
    /// References in callee-saved registers, if enough are available
    Registers,
}

impl Mode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::Spilled, Self::Registers];

    /// Returns the name on a command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Spilled => "spilled",
            Self::Registers => "registers",
        }
    }
}
