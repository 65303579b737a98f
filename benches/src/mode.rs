//! The two ways in which LLVM can compile managed code.

use clap::ValueEnum;

/// Where the compiler keeps references during calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// All in slots of the frame, which is LLVM's default
    #[default]
    Spilled,
    /// Those for which there is room in callee-saved registers
    Registers,
}

impl Mode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::Spilled, Self::Registers];

    /// Returns its name on a command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Spilled => "spilled",
            Self::Registers => "registers",
        }
    }
}
