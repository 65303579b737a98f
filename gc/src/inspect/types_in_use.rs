//! The histogram of types: how many objects of each type are reachable, and their size.

use core::fmt;
use std::collections::HashMap;

use super::InspectionError;
use super::reachable::trace;
use super::root_edges::RootEdges;
use super::stopped::{StoppedHeap, with_stopped};
use crate::object::{NameTable, TypeId};
use crate::runtime::Heap;
use crate::space::ObjectStarts;

/// A number of objects and their size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectCount {
    /// Number of objects.
    pub objects: u64,
    /// Their size in bytes, headers included.
    pub bytes: u64,
}

impl ObjectCount {
    pub(super) fn add(&mut self, other: Self) {
        self.objects += other.objects;
        self.bytes += other.bytes;
    }

    fn plus(mut self, other: Self) -> Self {
        self.add(other);
        self
    }
}

/// The reachable objects of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeInUse {
    /// The type.
    pub id: TypeId,
    /// Its name; `type 17` if it was registered without one.
    pub name: String,
    /// Its objects in the young generation.
    pub young: ObjectCount,
    /// Its objects in the old generation, large objects included.
    pub old: ObjectCount,
}

impl TypeInUse {
    /// Returns the objects of both generations.
    pub fn total(&self) -> ObjectCount {
        self.young.plus(self.old)
    }
}

/// The reachable objects of a heap, by type; see [`Heap::types_in_use`].
///
/// Displays as a table with the largest type in the first line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypesInUse {
    /// One item for each type with reachable objects, in descending order of the number of bytes;
    /// among equals, in ascending order of ids.
    pub types: Vec<TypeInUse>,
}

impl TypesInUse {
    /// Returns the objects of all types.
    pub fn total(&self) -> ObjectCount {
        self.types.iter().fold(ObjectCount::default(), |sum, item| sum.plus(item.total()))
    }

    /// Returns the objects of a type; `None` if none is reachable.
    pub fn get(&self, id: TypeId) -> Option<&TypeInUse> {
        self.types.iter().find(|item| item.id == id)
    }
}

impl fmt::Display for TypesInUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>14} {:>12} {:>14} {:>14}  type",
            "bytes", "objects", "young bytes", "old bytes"
        )?;
        let mut line = |young: ObjectCount, old: ObjectCount, name: &str| {
            let ObjectCount { objects, bytes } = young.plus(old);
            writeln!(f, "{bytes:>14} {objects:>12} {:>14} {:>14}  {name}", young.bytes, old.bytes)
        };
        let (mut young, mut old) = (ObjectCount::default(), ObjectCount::default());
        for item in &self.types {
            young.add(item.young);
            old.add(item.old);
            line(item.young, item.old, &item.name)?;
        }
        line(young, old, "all")
    }
}

impl Heap {
    /// Returns the number and the size of the reachable objects of each type.
    ///
    /// Stops all threads for about as long as a full collection takes on one processor, and changes
    /// nothing. Counts the objects that a full collection would keep, except those that it would
    /// queue for finalization. The calling thread may be attached or not.
    ///
    /// # Errors
    ///
    /// [`InspectionError`], if the calling thread is managed or in a callback that other threads
    /// wait for, or the heap is corrupt.
    pub fn types_in_use(&self) -> Result<TypesInUse, InspectionError> {
        let counts = with_stopped(self.shared(), "counting objects by type", |heap| {
            let roots = RootEdges::of(heap)?;
            let (starts, _) = trace(heap, &roots)?;
            count_by_type(heap, &starts)
        })?;
        Ok(counts.named(&self.shared().types.names()))
    }
}

/// The reachable objects of each type.
#[derive(Debug, Default)]
pub(super) struct TypeCounts(HashMap<TypeId, [ObjectCount; 2]>);

/// Counts the reachable objects of each type.
fn count_by_type(
    heap: &StoppedHeap<'_>,
    starts: &ObjectStarts,
) -> Result<TypeCounts, InspectionError> {
    let mut counts = TypeCounts::default();
    // Objects of one type are often adjacent.
    let mut run = (TypeId::new(0), [ObjectCount::default(); 2]);
    starts.iter().try_for_each(|object| {
        let (header, extent) = heap.object_at(object)?;
        if run.0 != header.type_id() {
            counts.add(run);
            run = (header.type_id(), Default::default());
        }
        let is_old = heap.spaces.blocks().state_at(object).is_some_and(|state| !state.is_young());
        run.1[usize::from(is_old)].add(ObjectCount { objects: 1, bytes: extent.size as u64 });
        Ok(())
    })?;
    counts.add(run);
    Ok(counts)
}

impl TypeCounts {
    fn add(&mut self, (id, counts): (TypeId, [ObjectCount; 2])) {
        if counts != <[ObjectCount; 2]>::default() {
            let sums = self.0.entry(id).or_default();
            sums[0].add(counts[0]);
            sums[1].add(counts[1]);
        }
    }

    fn named(self, names: &NameTable) -> TypesInUse {
        let item = |(id, [young, old]): (TypeId, [ObjectCount; 2])| TypeInUse {
            id,
            name: names.type_name(id).to_string(),
            young,
            old,
        };
        let mut types: Vec<_> = self.0.into_iter().map(item).collect();
        types.sort_by_key(|item| (core::cmp::Reverse(item.total().bytes), item.id));
        TypesInUse { types }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_aligned_and_has_the_largest_type_first() {
        let count = |objects, bytes| ObjectCount { objects, bytes };
        let mut counts = TypeCounts::default();
        counts.add((TypeId::new(7), [count(1, 16), count(0, 0)]));
        counts.add((TypeId::new(9), [count(2, 48), count(100, 2400)]));
        counts.add((TypeId::new(7), [count(1, 16), count(1, 16)]));
        let types = counts.named(&NameTable::default());
        assert_eq!(types.total(), count(105, 2496));
        assert_eq!(types.get(TypeId::new(7)).map(TypeInUse::total), Some(count(3, 48)));
        assert_eq!(types.get(TypeId::new(8)), None);
        let expected = "         bytes      objects    young bytes      old bytes  type
          2448          102             48           2400  type 9
            48            3             32             16  type 7
          2496          105             80           2416  all
";
        assert_eq!(types.to_string(), expected);
    }
}
