//! The limit of time in collections, at which a heap is out of memory.

/// Limit of the time in collections, in per cent: it is exceeded if collections take at least
/// `time_percent` of the time and each leaves less than `free_percent` of the room for objects
/// free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OverheadLimit {
    pub(crate) time_percent: f64,
    pub(crate) free_percent: f64,
}

impl Default for OverheadLimit {
    fn default() -> Self {
        Self { time_percent: 98.0, free_percent: 2.0 }
    }
}
