//! An independent implementation of the stack walk, to compare with the scanner's.
//!
//! It is slow and simple: for every frame it runs the instructions of `.eh_frame` in `gimli`,
//! native frames included, and it looks roots up in the records of the raw section, which a few
//! lines here [read](records) without any of the scanner's code. [`compare`](mod@compare) compares
//! each frame, the locations of the caller's callee-saved registers, and each root. Then it lets
//! the scanner relocate the roots, and checks every word of the stack.
//!
//! Managed code requests all this by calling `random_walk_check`, a [stub](arch) that leaves a
//! register file like those of the collector's own slow paths.

pub mod arch;
pub mod check;
pub mod compare;
pub mod frames;
pub mod image;
pub mod records;
pub mod unwind;

pub use check::{Counts, within};
