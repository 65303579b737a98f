//! The overhead limit: the share of time in collections at which a heap is out of memory.

/// The overhead limit. It is exceeded if collections take at least `time_percent` of the time and
/// each leaves less than `free_percent` of the space for objects free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OverheadLimit {
    /// Share of the time spent in collections, from 0 to 100 per cent.
    pub(crate) time_percent: f64,
    /// Share of the space for objects that a collection leaves free, from 0 to 100 per cent.
    pub(crate) free_percent: f64,
}

impl Default for OverheadLimit {
    fn default() -> Self {
        Self { time_percent: 98.0, free_percent: 2.0 }
    }
}
