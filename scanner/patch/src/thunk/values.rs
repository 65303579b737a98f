//! The values of a record and the references among them.

use super::ThunkError;
use statepoint_scanner::arch::Architecture;
use statepoint_scanner::reference_list::{self, ReferenceList};
use statepoint_scanner::stackmap::{Constants, Record};
use statepoint_scanner::statepoint::{PointerPair, Statepoint, ValueLocation};

/// The values that a thunk passes to its function, in the order of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThunkValues {
    pub(super) values: Vec<ValueLocation>,
    pub(super) references: References,
}

/// The values that are references. A collection rewrites or pins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum References {
    /// Base and derived pointers of a statepoint, including those that are not passed to the
    /// function. A collection updates them.
    Pairs(Vec<PointerPair>),
    /// References of a `patchpoint` or `stackmap`. A collection pins their referents.
    Pinned {
        /// All values that are or may be references according to the record, including those that
        /// are not passed to the function.
        named: Vec<ValueLocation>,
        /// Whether the record has a [list](statepoint_scanner::reference_list), so that no other
        /// value is a reference.
        listed: bool,
    },
}

impl Default for References {
    fn default() -> Self {
        Self::Pairs(Vec::new())
    }
}

impl ThunkValues {
    /// Returns an empty list, for a function without parameters.
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns the values of a record; `constants` is the constant pool of its map.
    ///
    /// The values of a statepoint are the operands of its "deopt" bundle. The values of a
    /// `patchpoint` or `stackmap` are all its locations, including a [list of
    /// references](statepoint_scanner::reference_list) but not the marker of the list.
    ///
    /// # Errors
    ///
    /// If a statepoint's record is invalid, if a location is not a value, or if the list of
    /// references is longer than the values.
    pub fn from_record<A: Architecture>(
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Result<Self, ThunkError> {
        match Statepoint::<A>::decode(record, constants) {
            Ok(statepoint) => Ok(Self {
                values: statepoint.deopt().collect(),
                references: References::Pairs(statepoint.pairs().collect()),
            }),
            Err(error) if error.reason.is_of_another_intrinsic() => {
                Self::from_pinned_record::<A>(record, constants)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the values of a `patchpoint` or `stackmap`.
    fn from_pinned_record<A: Architecture>(
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Result<Self, ThunkError> {
        let id = record.id;
        let mut values = record
            .locations()
            .enumerate()
            .map(|(index, location)| {
                let value = ValueLocation::new::<A>(location, *constants);
                value.map_err(|_| ThunkError::Location { index, id })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let references = match reference_list::from_record(record, constants) {
            None => References::Pinned { named: values.clone(), listed: false },
            Some(ReferenceList::Locations(listed)) => {
                values.truncate(listed.end);
                References::Pinned { named: values[listed].to_vec(), listed: true }
            }
            Some(ReferenceList::TooLong { listed, values }) => {
                return Err(ThunkError::ListTooLong { id, listed, values });
            }
        };
        Ok(Self { values, references })
    }

    /// Removes the first `count` values, or all if there are fewer. At a patchpoint with the
    /// any-register calling convention, the first value is the location of the result. A removed
    /// reference remains a root, unless only the thunk could preserve it.
    #[must_use]
    pub fn without_first(mut self, count: usize) -> Self {
        let count = count.min(self.values.len());
        self.values.drain(..count);
        self
    }

    /// Iterates over the locations of the values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ValueLocation> + Clone + use<'_> {
        self.values.iter().copied()
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
