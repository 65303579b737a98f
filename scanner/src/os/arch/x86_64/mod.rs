//! x86-64.

mod linux_signal_context;

pub use linux_signal_context::LINUX_SIGNAL_CONTEXT;
