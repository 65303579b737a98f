//! The order of the records of a function.

use super::RecordViolation;
use crate::stackmap::Function;

/// The function whose records are being read, and the position in its records.
///
/// Functions are distinguished by their record counts: a linker that folds identical code gives two
/// functions of one map the same address, frame and records.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordOrder {
    address: u64,
    /// Number of records of the function that are not read yet.
    left: u64,
    /// The largest offset of a record so far.
    largest: Option<u32>,
    /// The offset of the last statepoint.
    statepoint: Option<u32>,
}

impl RecordOrder {
    /// Accepts the next record of the map, which belongs to `function`. Returns whether the
    /// previous record belongs to another function.
    #[inline]
    pub fn enter(&mut self, function: &Function) -> bool {
        let is_new = self.left == 0 || self.address != function.address;
        if is_new {
            let left = function.record_count.unwrap_or(u64::MAX);
            *self = Self { address: function.address, left, ..Self::default() };
        }
        self.left = self.left.saturating_sub(1);
        is_new
    }

    /// Checks the offset of any record.
    ///
    /// # Errors
    ///
    /// If it is less than that of a previous record.
    #[inline]
    pub fn record(&mut self, offset: u32) -> Result<(), RecordViolation> {
        match self.largest {
            Some(previous) if offset < previous => Err(RecordViolation::Unsorted { previous }),
            _ => {
                self.largest = Some(offset);
                Ok(())
            }
        }
    }

    /// Checks the offset of a statepoint, which must have a return address of its own. A `stackmap`
    /// or `patchpoint` may begin there as well.
    ///
    /// # Errors
    ///
    /// If a statepoint of the function has the same offset.
    #[inline]
    pub fn statepoint(&mut self, offset: u32) -> Result<(), RecordViolation> {
        if self.statepoint.replace(offset) == Some(offset) {
            return Err(RecordViolation::Duplicate);
        }
        Ok(())
    }

    /// Returns the largest offset of a record of the function so far.
    pub fn largest(&self) -> Option<u32> {
        self.largest
    }
}
