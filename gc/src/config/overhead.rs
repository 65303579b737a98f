//! When the process is to end because too much time goes into collections.

/// How much time may go into collections that leave how little room, both in per cent.
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
