//! Creation of a heap: the host's settings, and the assembly of the heap's parts.

mod build;
mod settings;

pub use build::{HeapBuilder, HeapStartError};
