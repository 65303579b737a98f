//! Unwind rules at call sites.
//!
//! A stack map says where roots lie, not where the caller's frame lies: the frame sizes in it are
//! wrong at call sites that push outgoing arguments, absent for dynamic frames, and say nothing
//! about callee-saved registers. All of that is in `.eh_frame`, which the table builder reads
//! through [`UnwindRules`], once per call site; a walk never interprets DWARF.

mod augmentation;
mod eh_frame;
mod flat;
mod native;
mod program;
mod recorded_size;
mod rule;

pub(crate) use eh_frame::Caller;
pub use eh_frame::EhFrame;
pub use flat::{FrameError, FrameProblem, fill_frames};
pub(crate) use native::{NativeRule, NativeSections, native_rule};
pub use recorded_size::RecordedSize;
pub use rule::{
    FrameRule, ReturnAddressSigning, Saved, SavedRegisters, UnwindError, UnwindProblem, UnwindRules,
};

#[cfg(test)]
mod tests;
