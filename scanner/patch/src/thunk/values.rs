//! The values of a record, and which of them are references.

use super::ThunkError;
use statepoint_scanner::arch::Architecture;
use statepoint_scanner::reference_list::{self, ReferenceList};
use statepoint_scanner::stackmap::{Constants, Record};
use statepoint_scanner::statepoint::{Pair, Statepoint, Value};

/// What a thunk gathers, in the order of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    pub(super) values: Vec<Value>,
    pub(super) references: References,
}

/// Which values are references, and what a collection may do to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum References {
    /// Of a statepoint: these, wherever they are among the values. They are rewritten.
    Pairs(Vec<Pair>),
    /// Of another record: these. They are pinned.
    Pinned {
        /// All that the record says are references, or may be, whether they are gathered or not.
        named: Vec<Value>,
        /// Whether the record has a [list](statepoint_scanner::reference_list), so that nothing else is one.
        listed: bool,
    },
}

impl Default for References {
    fn default() -> Self {
        Self::Pairs(Vec::new())
    }
}

impl Values {
    /// No value: for a function that takes nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// The values of a record; `constants` is the pool of its map.
    ///
    /// Those of a statepoint are the operands of its "deopt" bundle. Those of a `patchpoint` or `stackmap` are all; a
    /// [list of references](statepoint_scanner::reference_list) is part of them, its mark is not.
    ///
    /// # Errors
    ///
    /// When it is a statepoint's that cannot be used, when a value is nowhere, and when the list of references is
    /// longer than there are values.
    pub fn of_record<A: Architecture>(
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Result<Self, ThunkError> {
        match Statepoint::<A>::decode(record, constants) {
            Ok(statepoint) => Ok(Self {
                values: statepoint.deopt().collect(),
                references: References::Pairs(statepoint.pairs().collect()),
            }),
            Err(error) if error.reason.is_of_another_intrinsic() => {
                Self::of_other::<A>(record, constants)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Those of a `patchpoint` or `stackmap`.
    fn of_other<A: Architecture>(
        record: &Record<'_>,
        constants: &Constants<'_>,
    ) -> Result<Self, ThunkError> {
        let id = record.id;
        let mut values = record
            .locations()
            .enumerate()
            .map(|(index, location)| {
                let value = Value::new::<A>(location, *constants);
                value.map_err(|_| ThunkError::Location { index, id })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let references = match reference_list::of_record(record, constants) {
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

    /// Without the first `count` values, or without any if there are fewer: at a patchpoint of the any-register convention
    /// the first one is where the result is to be. A reference among them is a root all the same, unless the thunk would have to keep it.
    #[must_use]
    pub fn without_first(mut self, count: usize) -> Self {
        let count = count.min(self.values.len());
        self.values.drain(..count);
        self
    }

    /// Where the values are.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Value> + Clone + use<'_> {
        self.values.iter().copied()
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
