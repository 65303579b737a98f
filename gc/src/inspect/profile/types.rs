//! [`AllocationProfile`] and its parts.

use core::fmt;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::inspect::ObjectCount;
use crate::object::TypeId;

/// What a heap has allocated while a profile was taken, by call stack and type: estimates from a
/// sample. See [`Heap::allocation_profile`](crate::Heap::allocation_profile).
///
/// Displays as a table of the types, with the one that was allocated most in the first line.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AllocationProfile {
    /// The mean number of allocated bytes from one sample to the next.
    pub interval: u64,
    /// When the profile was read.
    pub read_at: SystemTime,
    /// The time from its begin until its end, or until it was read.
    pub duration: Duration,
    /// The number of samples. The fewer they are, the less exact are the estimates: the standard
    /// error of a number that n samples contribute to is about the number divided by the square
    /// root of n.
    pub samples: u64,
    /// What was allocated, by call stack and type, in the order in which it was first sampled.
    pub sites: Vec<AllocationSite>,
    /// The images that contain the functions.
    pub(super) images: Vec<Image>,
}

/// The objects of one type that were allocated with one call stack.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AllocationSite {
    /// The calls, youngest first: the first one allocates.
    pub stack: Arc<[ProfileFrame]>,
    /// The type.
    pub type_id: TypeId,
    /// Its name; `type 17` if it was registered without one.
    pub type_name: Arc<str>,
    /// All objects that were allocated.
    pub allocated: ObjectCount,
    /// Those of them that were live after the last collection of their generation.
    pub in_use: ObjectCount,
}

/// A call in a [stack](AllocationSite::stack).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ProfileFrame {
    /// Address of the last byte of the call instruction; 0 for frames that are not known.
    pub address: u64,
    /// Name of the function that made the call, readable if it is that of a Rust function. If it
    /// has no name, that of its file, such as `[libc.so.6]`, or the address if it is generated.
    /// `(older frames omitted)` stands for all frames after 256, and `(unknown frames)` for native
    /// frames that cannot be found.
    pub function: Arc<str>,
    /// The linker symbol of the function; empty if it has none.
    pub symbol: Arc<str>,
    /// The file that contains the function; `None` for generated code.
    pub file: Option<Arc<Path>>,
}

/// An image that is loaded in the process.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) code: core::ops::Range<u64>,
    pub(super) file_offset: u64,
    pub(super) file: Arc<Path>,
}

/// The objects of one type in an [`AllocationProfile`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeAllocations {
    /// The type.
    pub type_id: TypeId,
    /// Its name; `type 17` if it was registered without one.
    pub name: Arc<str>,
    /// All objects that were allocated.
    pub allocated: ObjectCount,
    /// Those of them that were live after the last collection of their generation.
    pub in_use: ObjectCount,
}

impl AllocationProfile {
    /// Returns the sums for each type, in descending order of the bytes that were allocated; among
    /// equals, in ascending order of ids.
    pub fn by_type(&self) -> Vec<TypeAllocations> {
        let mut types = BTreeMap::new();
        for site in &self.sites {
            let item = types.entry(site.type_id).or_insert_with(|| TypeAllocations {
                type_id: site.type_id,
                name: Arc::clone(&site.type_name),
                allocated: ObjectCount::default(),
                in_use: ObjectCount::default(),
            });
            item.allocated.add(site.allocated);
            item.in_use.add(site.in_use);
        }
        let mut types: Vec<_> = types.into_values().collect();
        // Stable: equals stay in the order of their ids.
        types.sort_by_key(|item| core::cmp::Reverse(item.allocated.bytes));
        types
    }
}

impl fmt::Display for AllocationProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>31} {:>27}", "allocated", "in use")?;
        writeln!(f, "{:>16} {:>14} {:>14} {:>12}  type", "bytes", "objects", "bytes", "objects")?;
        let mut line = |allocated: ObjectCount, in_use: ObjectCount, name: &str| {
            let ObjectCount { objects, bytes } = allocated;
            let (live, live_bytes) = (in_use.objects, in_use.bytes);
            writeln!(f, "{bytes:>16} {objects:>14} {live_bytes:>14} {live:>12}  {name}")
        };
        let (mut allocated, mut in_use) = (ObjectCount::default(), ObjectCount::default());
        for item in self.by_type() {
            allocated.add(item.allocated);
            in_use.add(item.in_use);
            line(item.allocated, item.in_use, &item.name)?;
        }
        line(allocated, in_use, "all")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(id: u32, allocated: u64, in_use: u64) -> AllocationSite {
        let count = |objects| ObjectCount { objects, bytes: 24 * objects };
        AllocationSite {
            stack: [].into(),
            type_id: TypeId::new(id),
            type_name: format!("type {id}").into(),
            allocated: count(allocated),
            in_use: count(in_use),
        }
    }

    #[test]
    fn table_has_the_type_that_is_allocated_most_in_the_first_line() {
        let profile = AllocationProfile {
            interval: 1,
            read_at: SystemTime::UNIX_EPOCH,
            duration: Duration::ZERO,
            samples: 1110,
            sites: vec![site(1, 10, 1), site(2, 1000, 0), site(1, 100, 2)],
            images: vec![],
        };
        let expected = "                      allocated                      in use
           bytes        objects          bytes      objects  type
           24000           1000              0            0  type 2
            2640            110             72            3  type 1
           26640           1110             72            3  all
";
        assert_eq!(profile.to_string(), expected);
    }
}
