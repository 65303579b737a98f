//! The entries of a tree node: elements or children, by start address.

use core::ops::Range;

/// Maximum number of entries of a node. A change copies one node per level, and each copied entry
/// costs two changes of a reference count. With fewer entries, there are more levels to search.
pub(super) const MAX_ENTRIES: usize = 16;

/// Up to [`MAX_ENTRIES`] values in the order of their starts.
pub(super) struct Entries<V> {
    /// Start of each value. A search reads only this array.
    starts: [u64; MAX_ENTRIES],
    /// The values, without gaps.
    values: [Option<V>; MAX_ENTRIES],
    len: usize,
}

/// Up to two values with their starts.
pub(super) type UpToTwo<V> = [Option<(u64, V)>; 2];

/// Where entries that do not fit into one node are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitPoint {
    /// In the middle.
    Middle,
    /// After the first entry.
    AfterFirst,
    /// Before the last entry.
    BeforeLast,
}

impl<V> Entries<V> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the start of the first entry. There must be an entry.
    pub(super) fn first_start(&self) -> u64 {
        self.starts[0]
    }

    pub(super) fn get(&self, index: usize) -> Option<&V> {
        self.values.get(index)?.as_ref()
    }

    /// Returns the number of entries whose start is at most `address`.
    #[inline]
    pub(super) fn count_at_or_below(&self, address: u64) -> usize {
        let starts = self.starts.get(..self.len).unwrap_or_default();
        starts.partition_point(|&start| start <= address)
    }

    /// Returns the last entry whose start is at most `address`.
    #[inline]
    pub(super) fn last_at_or_below(&self, address: u64) -> Option<&V> {
        self.get(self.count_at_or_below(address).checked_sub(1)?)
    }

    /// Returns the index of the entry with this start.
    pub(super) fn position(&self, start: u64) -> Option<usize> {
        let index = self.count_at_or_below(start).checked_sub(1)?;
        (self.starts[index] == start).then_some(index)
    }
}

impl<V> FromIterator<(u64, V)> for Entries<V> {
    /// Collects up to [`MAX_ENTRIES`] entries, which must be in ascending order.
    #[inline]
    fn from_iter<I: IntoIterator<Item = (u64, V)>>(entries: I) -> Self {
        let mut starts = [0; MAX_ENTRIES];
        let mut values = [const { None }; MAX_ENTRIES];
        let mut len = 0;
        // `for_each` runs one loop for each part of a chain of iterators.
        entries.into_iter().for_each(|(start, value)| {
            starts[len] = start;
            values[len] = Some(value);
            len += 1;
        });
        Self { starts, values, len }
    }
}

impl<V: Clone> Entries<V> {
    /// Returns a copy in which `new` replaces a range of entries. If the result does not fit into
    /// one node, it is divided. Passes each part that is not empty to `node`.
    #[inline]
    pub(super) fn replace<N>(
        &self,
        replaced: Range<usize>,
        new: UpToTwo<V>,
        split_point: SplitPoint,
        node: impl Fn(Self) -> N,
    ) -> [Option<N>; 2] {
        let len = self.len - replaced.len() + new.iter().flatten().count();
        let [first_new, second_new] = new;
        let before = self.iter(0..replaced.start);
        let after = self.iter(replaced.end..self.len);
        let mut entries = before.chain(first_new).chain(second_new).chain(after);
        if len <= MAX_ENTRIES {
            return [(len > 0).then(|| node(entries.collect())), None];
        }
        let first_len = match split_point {
            SplitPoint::Middle => len / 2,
            SplitPoint::AfterFirst => 1,
            SplitPoint::BeforeLast => len - 1,
        };
        let first = entries.by_ref().take(first_len).collect();
        [first, entries.collect()].map(|part| Some(node(part)))
    }

    /// Returns these entries and those of `other`, which are after them. All must fit into one
    /// node.
    pub(super) fn concat(&self, other: &Self) -> Self {
        self.iter(0..self.len).chain(other.iter(0..other.len)).collect()
    }

    /// Iterates over copies of a range of entries.
    #[inline]
    fn iter(&self, range: Range<usize>) -> impl Iterator<Item = (u64, V)> {
        let values = self.values[range.clone()].iter().flatten().cloned();
        self.starts[range].iter().copied().zip(values)
    }
}
