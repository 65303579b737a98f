//! Unwind rules at call sites.
//!
//! A stack map records the locations of roots, not that of the caller's frame. The frame sizes in
//! it are wrong at call sites that push outgoing arguments and absent for dynamic frames, and it
//! records nothing about callee-saved registers. All of that is in `.eh_frame` (call frame
//! information, DWARF 5, section 6.4), which the table builder reads through [`UnwindRules`], once
//! per call site; a walk never interprets DWARF.

mod augmentation;
mod eh_frame;
mod flat;
mod native;
mod program;
mod recorded_size;
mod rule;

pub(crate) use eh_frame::Caller;
pub use eh_frame::EhFrame;
pub use flat::{FlatFrameError, FlatFrameProblem, fill_frames};
pub(crate) use native::{NativeRule, NativeSections, native_rule};
pub use recorded_size::RecordedSize;
pub use rule::{
    FrameRule, ReturnAddressSigning, SavedLocation, SavedRegisters, UnwindError, UnwindProblem,
    UnwindRules,
};

#[cfg(test)]
mod tests;
