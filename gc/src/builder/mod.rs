//! Making a heap: the host's settings, and what puts the parts together.

mod build;
mod settings;

pub use build::{HeapBuilder, StartError};
