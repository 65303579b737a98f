//! Code that the host wants to free when no stack has a frame in it.
//!
//! A region waits here from its retirement until a search of all stacks finds no frame in it. A
//! search runs while all threads are stopped: in each collection that has found all dead objects,
//! when the host requests it, and when [`RetiredCode::add`] returns `true`.
//!
//! The argument: the host promises that no call enters the region after its retirement. So the set
//! of its frames only shrinks, and a frame that a search does not find will never exist. A fiber
//! whose function was not called yet counts as a frame of that function.
//!
//! The list is locked only while it is read or changed, and never while the host's code runs.
//! Several searches may run one after the other; each region is removed from the list once.

use core::fmt;
use core::ops::Range;

use parking_lot::Mutex;
use statepoint_scanner::registry::CodeRegionId;

/// What the host does with a region that no stack has a frame in.
pub(crate) type OnUnused = Box<dyn FnOnce(CodeRegionId) + Send>;

/// A region that waits.
pub(crate) struct RetiredRegion {
    pub(crate) id: CodeRegionId,
    /// The addresses of its code.
    pub(crate) code: Range<u64>,
    pub(crate) on_unused: OnUnused,
}

impl fmt::Debug for RetiredRegion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetiredRegion").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The number of waiting regions from which the retirement of one begins a search.
const FIRST_SEARCH: usize = 64;

/// The retired regions of a heap.
#[derive(Debug, Default)]
pub(crate) struct RetiredCode(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    /// The regions, in the order of retirement.
    regions: Vec<RetiredRegion>,
    /// The number of regions that the last search has left.
    left: usize,
}

impl RetiredCode {
    /// Adds a region. Returns whether the stacks should be searched: at least [`FIRST_SEARCH`]
    /// regions wait, and twice as many as the last search has left. So the number of searches grows
    /// with the logarithm of the number of regions that stay in use.
    ///
    /// # Errors
    ///
    /// Returns the region if it waits already.
    pub(crate) fn add(&self, region: RetiredRegion) -> Result<bool, RetiredRegion> {
        let mut waiting = self.0.lock();
        if waiting.regions.iter().any(|other| other.id == region.id) {
            return Err(region);
        }
        waiting.regions.push(region);
        Ok(waiting.regions.len() >= FIRST_SEARCH.max(2 * waiting.left))
    }

    /// Returns the number of regions that wait.
    pub(crate) fn len(&self) -> usize {
        self.0.lock().regions.len()
    }

    /// Returns the addresses of the code of all waiting regions, in ascending order.
    pub(crate) fn ranges(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<_> =
            self.0.lock().regions.iter().map(|region| region.code.clone()).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        ranges
    }

    /// Removes and returns the regions whose ranges are among `unused`, which a search of all
    /// stacks has returned. `unused` is in ascending order.
    pub(crate) fn take(&self, unused: &[Range<u64>]) -> Vec<RetiredRegion> {
        let mut waiting = self.0.lock();
        let is_unused = |region: &RetiredRegion| {
            unused.binary_search_by_key(&region.code.start, |range| range.start).is_ok()
        };
        let regions = core::mem::take(&mut waiting.regions);
        let (taken, left) = regions.into_iter().partition(is_unused);
        waiting.regions = left;
        waiting.left = waiting.regions.len();
        taken
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use core::num::NonZeroU64;
    use std::sync::Arc;

    use super::*;

    fn region(start: u64) -> RetiredRegion {
        let id = CodeRegionId::from_parts(NonZeroU64::MIN.get() + start, start).unwrap();
        RetiredRegion { id, code: start..start + 0x10, on_unused: Box::new(|_| ()) }
    }

    #[test]
    fn searches_become_rarer_if_they_find_nothing() {
        let retired = RetiredCode::default();
        let mut searches = Vec::new();
        for n in 1..=1000 {
            if retired.add(region(n * 0x100)).unwrap() {
                searches.push(n);
                assert!(retired.take(&[]).is_empty());
            }
        }
        assert_eq!(searches, [64, 128, 256, 512]);
        assert_eq!(retired.len(), 1000);
    }

    #[test]
    fn regions_wait_once_and_are_taken_once() {
        let retired = RetiredCode::default();
        let count = Arc::new(());
        for start in [0x3000, 0x1000, 0x2000] {
            let held = Arc::clone(&count);
            let on_unused = Box::new(move |_| drop(held));
            assert!(!retired.add(RetiredRegion { on_unused, ..region(start) }).unwrap());
        }
        assert!(retired.add(region(0x1000)).is_err());
        let ranges = retired.ranges();
        assert_eq!(ranges, [0x1000..0x1010, 0x2000..0x2010, 0x3000..0x3010]);
        let taken = retired.take(&ranges[1..]);
        assert_eq!(
            taken.iter().map(|region| region.code.start).collect::<Vec<_>>(),
            [0x3000, 0x2000]
        );
        assert!(retired.take(&ranges[1..]).is_empty());
        assert_eq!((retired.len(), Arc::strong_count(&count)), (1, 4));
        taken.into_iter().for_each(|region| (region.on_unused)(region.id));
        assert_eq!(Arc::strong_count(&count), 2);
    }
}
