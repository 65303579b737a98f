//! A persistent (immutable) ordered set of address ranges. Insertion and removal create a new set.
//!
//! A set has two levels: a list of chunks, and up to 64 ranges in each chunk. A new set shares all
//! unchanged chunks with the old one. So the cost of registering a function is small even in a
//! process with tens of thousands of regions.

use core::fmt;
use core::ops::Range;
use std::sync::Arc;

/// Maximum number of ranges in a chunk. A larger chunk is split in two.
const MAX_CHUNK_LEN: usize = 64;

/// An element of [`Regions`].
pub(super) trait Ranged {
    /// Returns the range of the element. It must not be empty and must not change.
    fn range(&self) -> Range<u64>;
}

/// An ordered set of elements whose ranges do not overlap.
pub(super) struct Regions<T> {
    /// Start of each chunk's first range. A search reads it instead of the chunks.
    starts: Vec<u64>,
    /// The chunks. No chunk is empty.
    chunks: Vec<Arc<Chunk<T>>>,
    /// Number of elements.
    len: usize,
}

/// Consecutive elements of a set.
struct Chunk<T> {
    /// The range of each element.
    ranges: Vec<Range<u64>>,
    items: Vec<Arc<T>>,
}

impl<T> Clone for Regions<T> {
    fn clone(&self) -> Self {
        Self { starts: self.starts.clone(), chunks: self.chunks.clone(), len: self.len }
    }
}

/// Returns the index of the last element whose start is at most `address`.
fn last_at_or_below<S>(starts: &[S], address: u64, start: impl Fn(&S) -> u64) -> Option<usize> {
    starts.partition_point(|candidate| start(candidate) <= address).checked_sub(1)
}

impl<T> Regions<T> {
    pub(super) const fn new() -> Self {
        Self { starts: Vec::new(), chunks: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Iterates over the elements in the order of their addresses.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.chunks.iter().flat_map(|chunk| &chunk.items)
    }

    /// Returns the element whose range contains `address`.
    #[inline]
    pub(super) fn find(&self, address: u64) -> Option<&Arc<T>> {
        let chunk = &**self.chunks.get(last_at_or_below(&self.starts, address, |&start| start)?)?;
        let position = last_at_or_below(&chunk.ranges, address, |range| range.start)?;
        if address < chunk.ranges.get(position)?.end { chunk.items.get(position) } else { None }
    }

    /// Returns the first element whose range overlaps `range`.
    pub(super) fn find_overlapping(&self, range: &Range<u64>) -> Option<&Arc<T>> {
        if let Some(item) = self.find(range.start) {
            return Some(item);
        }
        // Otherwise, only the first element that starts after `range.start` can overlap.
        let chunk = last_at_or_below(&self.starts, range.start, |&start| start).unwrap_or(0);
        let first_after = |chunk: &Chunk<T>| {
            let index = chunk.ranges.partition_point(|candidate| candidate.start <= range.start);
            chunk.ranges.get(index).map(|candidate| (index, candidate.start))
        };
        let (chunk, index, start) = self.chunks.get(chunk..)?.iter().find_map(|chunk| {
            let (index, start) = first_after(chunk)?;
            Some((chunk, index, start))
        })?;
        if start < range.end { chunk.items.get(index) } else { None }
    }
}

impl<T: Ranged> Regions<T> {
    /// Returns the set with `item` added. The range of `item` must not overlap another one.
    pub(super) fn with(&self, item: Arc<T>) -> Self {
        let start = item.range().start;
        let Some(chunk_index) =
            last_at_or_below(&self.starts, start, |&s| s).or(self.first_chunk())
        else {
            let range = item.range();
            let only = Chunk { ranges: vec![range], items: vec![item] };
            return self.replace_chunks(0..0, [only], 1);
        };
        let chunk = &self.chunks[chunk_index];
        let index = chunk.ranges.partition_point(|other| other.start <= start);
        let (mut ranges, mut items) = (chunk.ranges.clone(), chunk.items.clone());
        ranges.insert(index, item.range());
        items.insert(index, item);
        let half = if items.len() > MAX_CHUNK_LEN { items.len() / 2 } else { items.len() };
        let upper = Chunk { items: items.split_off(half), ranges: ranges.split_off(half) };
        let new = [Chunk { ranges, items }, upper].into_iter().filter(|c| !c.items.is_empty());
        self.replace_chunks(chunk_index..chunk_index + 1, new, self.len + 1)
    }

    /// Returns the set without the element whose range begins at `start`. Returns an equal set if
    /// there is no such element.
    pub(super) fn without(&self, start: u64) -> Self {
        let Some(chunk_index) = last_at_or_below(&self.starts, start, |&s| s) else {
            return self.clone();
        };
        let chunk = &self.chunks[chunk_index];
        let Some(index) = chunk.ranges.iter().position(|range| range.start == start) else {
            return self.clone();
        };
        let (mut ranges, mut items) = (chunk.ranges.clone(), chunk.items.clone());
        ranges.remove(index);
        items.remove(index);
        // Merge the chunk with a neighbour if the result is at most half full, so that the next
        // insertions do not split it again.
        let fits = |other: &Arc<Chunk<T>>| other.items.len() + items.len() <= MAX_CHUNK_LEN / 2;
        let mut replaced = chunk_index..chunk_index + 1;
        if let Some(below) = chunk_index.checked_sub(1).filter(|&below| fits(&self.chunks[below])) {
            replaced.start = below;
            ranges.splice(..0, self.chunks[below].ranges.iter().cloned());
            items.splice(..0, self.chunks[below].items.iter().cloned());
        } else if let Some(above) = self.chunks.get(chunk_index + 1).filter(|above| fits(above)) {
            replaced.end += 1;
            ranges.extend_from_slice(&above.ranges);
            items.extend_from_slice(&above.items);
        }
        let new = (!items.is_empty()).then_some(Chunk { ranges, items });
        self.replace_chunks(replaced, new, self.len - 1)
    }

    /// Returns the set with the chunks `replaced` replaced by `new`; `len` is the new number of
    /// elements. Does not read the other chunks.
    fn replace_chunks(
        &self,
        replaced: Range<usize>,
        new: impl IntoIterator<Item = Chunk<T>>,
        len: usize,
    ) -> Self {
        let mut starts = Vec::with_capacity(self.starts.len() + 1);
        let mut chunks = Vec::with_capacity(self.chunks.len() + 1);
        starts.extend_from_slice(&self.starts[..replaced.start]);
        chunks.extend_from_slice(&self.chunks[..replaced.start]);
        for chunk in new {
            starts.push(chunk.ranges[0].start);
            chunks.push(Arc::new(chunk));
        }
        starts.extend_from_slice(&self.starts[replaced.end..]);
        chunks.extend_from_slice(&self.chunks[replaced.end..]);
        Self { starts, chunks, len }
    }

    /// Returns the index of the first chunk, if any.
    fn first_chunk(&self) -> Option<usize> {
        (!self.chunks.is_empty()).then_some(0)
    }
}

impl<T> fmt::Debug for Regions<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.chunks.iter().flat_map(|chunk| &chunk.ranges);
        f.debug_list().entries(ranges.map(|range| format!("{range:#x?}"))).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Item(Range<u64>);

    impl Ranged for Item {
        fn range(&self) -> Range<u64> {
            self.0.clone()
        }
    }

    fn model_overlap(model: &BTreeMap<u64, u64>, range: &Range<u64>) -> Option<Range<u64>> {
        let before = model.range(..=range.start).next_back().filter(|&(_, &end)| end > range.start);
        let found = before.or_else(|| model.range(range.clone()).next());
        found.map(|(&start, &end)| start..end)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Compares with a B-tree map, with enough elements that chunks are split and merged.
        #[test]
        fn regions_match_a_plain_model(
            steps in prop::collection::vec((0_u64..2000, 1_u64..12, 0_u8..5), 1..700)
        ) {
            let mut regions = Regions::<Item>::new();
            let mut model = BTreeMap::new();
            let mut old: Option<(Regions<Item>, usize)> = None;
            // Additions dominate at first, removals later.
            let half = steps.len() / 2;
            for (index, (start, len, choice)) in steps.into_iter().enumerate() {
                let range = start..start + len;
                let expected = model_overlap(&model, &range);
                prop_assert_eq!(regions.find_overlapping(&range).map(|item| item.range()), expected.clone());
                let add = if index < half { choice > 0 } else { choice == 0 };
                let next = match expected {
                    None if add => {
                        model.insert(range.start, range.end);
                        regions.with(Arc::new(Item(range)))
                    }
                    Some(found) if !add => {
                        model.remove(&found.start);
                        regions.without(found.start)
                    }
                    _ => continue,
                };
                // The previous set is unchanged.
                let count = regions.iter().count();
                if let Some((old, count)) = old.replace((regions, count)) {
                    prop_assert_eq!((old.iter().count(), old.len()), (count, count));
                }
                regions = next;
                prop_assert_eq!(regions.len(), model.len());
            }
            let found: Vec<_> = regions.iter().map(|item| item.range()).collect();
            let expected: Vec<_> = model.iter().map(|(&start, &end)| start..end).collect();
            prop_assert_eq!(found, expected);
            for address in 0..2020 {
                let expected = model_overlap(&model, &(address..address + 1));
                prop_assert_eq!(regions.find(address).map(|item| item.range()), expected);
            }
            for chunk in &regions.chunks {
                prop_assert!((1..=MAX_CHUNK_LEN).contains(&chunk.items.len()));
            }
        }
    }

    #[test]
    fn chunks_are_merged_as_regions_are_removed() {
        let mut regions = Regions::<Item>::new();
        for start in (0..10_000_u64).map(|n| n * 7919 % 10_000) {
            regions = regions.with(Arc::new(Item(start * 16..start * 16 + 16)));
        }
        assert_eq!(regions.len(), 10_000);
        assert!(regions.chunks.len() <= 2 * 10_000 / MAX_CHUNK_LEN + 1, "{}", regions.chunks.len());
        assert_eq!(regions.find(123 * 16 + 15).map(|item| item.range().start), Some(123 * 16));
        for start in (0..10_000_u64).map(|n| n * 7919 % 10_000).skip(10) {
            regions = regions.without(start * 16);
        }
        assert_eq!(regions.len(), 10);
        assert!(regions.chunks.len() <= 2, "{}", regions.chunks.len());
    }
}
