//! References that native code holds.

mod handles;

pub use handles::Handle;
pub(crate) use handles::HandleTable;
