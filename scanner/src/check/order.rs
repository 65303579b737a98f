//! The order of the records of a function.

use super::RecordViolation;
use crate::stackmap::Function;

/// Checks the order of the records of a map, function by function.
///
/// The record count determines where the records of the next function begin. The address does not
/// suffice: a linker that folds identical code gives two functions of one map the same address.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordOrder {
    /// Address of the current function.
    address: u64,
    /// Number of records of the current function that are not entered yet.
    remaining: u64,
    /// The largest instruction offset of a record of the function so far.
    largest: Option<u32>,
    /// The instruction offset of the function's last statepoint.
    statepoint: Option<u32>,
}

impl RecordOrder {
    /// Accepts the next record of the map, which belongs to `function`. Returns whether the
    /// previous record belongs to another function.
    #[inline]
    pub fn enter(&mut self, function: &Function) -> bool {
        let is_new = self.remaining == 0 || self.address != function.address;
        if is_new {
            let remaining = function.record_count.unwrap_or(u64::MAX);
            *self = Self { address: function.address, remaining, ..Self::default() };
        }
        self.remaining = self.remaining.saturating_sub(1);
        is_new
    }

    /// Checks the instruction offset of a record of any kind.
    ///
    /// # Errors
    ///
    /// If a previous record of the function has a larger offset.
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

    /// Checks the instruction offset of a statepoint. Two statepoints cannot have the same return
    /// address, but the instruction of a `stackmap` or `patchpoint` may begin there.
    ///
    /// # Errors
    ///
    /// If the function's previous statepoint has the same offset.
    #[inline]
    pub fn statepoint(&mut self, offset: u32) -> Result<(), RecordViolation> {
        if self.statepoint.replace(offset) == Some(offset) {
            return Err(RecordViolation::Duplicate);
        }
        Ok(())
    }

    /// Returns the largest instruction offset of a record of the function so far.
    pub fn largest(&self) -> Option<u32> {
        self.largest
    }
}
