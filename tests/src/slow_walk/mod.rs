//! The reference stack walker: an independent implementation of stack walks, as an oracle for the
//! scanner.
//!
//! The walker is simple and slow. For each managed or native frame, `gimli` interprets the
//! instructions of `.eh_frame`. The roots come from the records of the raw stack map, which are
//! [parsed](records) without the scanner's code. [`compare`](mod@compare) compares each frame, the
//! locations of the callee-saved registers, and each root of both walks. Then the scanner relocates
//! the roots, and every word of the stack is checked.
//!
//! Managed code starts a comparison by calling `random_walk_check`, a [stub](arch) that saves a
//! register file in the format of the collector's slow paths.

pub mod arch;
pub mod check;
pub mod compare;
pub mod frames;
pub mod image;
pub mod records;
pub mod unwind;

pub use check::{Counts, run_with_checks, run_with_stack_end};
