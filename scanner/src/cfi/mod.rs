//! Unwind rules at call sites.
//!
//! A stack map records the locations of roots, but not how to find the caller's frame. Its frame
//! sizes do not include outgoing arguments that a call site pushes. Frames of variable size have no
//! size in it, and callee-saved registers are not recorded. `.eh_frame` contains all of this (call
//! frame information, DWARF 5, section 6.4). The table builder reads it through [`UnwindRules`],
//! once per call site, so a walk never interprets DWARF.

#![forbid(unsafe_code)]

mod augmentation;
mod eh_frame;
mod flat;
mod native;
mod program;
mod recorded_size;
mod rule;
mod search_table;

pub(crate) use eh_frame::Caller;
pub use eh_frame::EhFrame;
pub use flat::{FlatFrameError, FlatFrameProblem, fill_frames};
pub(crate) use native::{NativeRule, NativeSections, native_rule};
pub use recorded_size::RecordedSize;
pub use rule::{
    FrameRule, ReturnAddressSigning, SavedLocation, SavedRegisters, UnwindError, UnwindProblem,
    UnwindRules,
};
pub(crate) use search_table::SearchTable;

#[cfg(test)]
mod tests;
