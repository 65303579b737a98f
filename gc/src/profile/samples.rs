//! [`Samples`]: what was sampled, and which of the objects are still live.

use std::time::{Duration, Instant};

use hashbrown::HashMap;

use super::{CallStacks, SampleInterval};
use crate::handles::{CellId, CellTable};
use crate::object::TypeId;

/// A sampled object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SampledObject {
    /// Address of the object.
    pub(crate) address: usize,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// Its type.
    pub(crate) type_id: TypeId,
}

/// Estimated numbers: the sums over samples of what each one stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Estimate {
    /// Number of objects.
    pub(crate) objects: f64,
    /// Their size in bytes.
    pub(crate) bytes: f64,
}

impl Estimate {
    fn add(&mut self, size: u64, weight: f64) {
        self.objects += weight;
        self.bytes += weight * size as f64;
    }
}

/// What was allocated with one call stack and type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    /// Index of the call stack.
    pub(crate) stack: u32,
    /// The type of the objects.
    pub(crate) type_id: TypeId,
    /// All objects.
    pub(crate) allocated: Estimate,
    /// Those that were live after the last collection of their generation.
    pub(crate) in_use: Estimate,
}

/// A sampled object that was live when it was last looked up.
#[derive(Debug)]
struct Tracked {
    /// The weak cell that refers to the object.
    cell: CellId,
    /// Index in [`Samples::sites`].
    site: u32,
    size: u64,
}

/// Number of tracked objects below which dead ones are not removed.
const FEW: usize = 256;

/// The samples of a profile.
#[derive(Debug)]
pub(crate) struct Samples {
    interval: SampleInterval,
    begun: Instant,
    ended: Option<Instant>,
    pub(crate) stacks: CallStacks,
    sites: Vec<Site>,
    indices: HashMap<(u32, TypeId), u32>,
    tracked: Vec<Tracked>,
    /// Number of tracked objects at which dead ones are removed.
    remove_at: usize,
    /// Number of samples.
    count: u64,
}

impl Samples {
    pub(super) fn new(interval: SampleInterval) -> Self {
        Self {
            interval,
            begun: Instant::now(),
            ended: None,
            stacks: CallStacks::default(),
            sites: Vec::new(),
            indices: HashMap::new(),
            tracked: Vec::new(),
            remove_at: FEW,
            count: 0,
        }
    }

    /// Adds a sample. The calling thread is managed.
    pub(super) fn add(
        &mut self,
        object: SampledObject,
        addresses: &[u64],
        generation: u64,
        cells: &CellTable,
    ) {
        let SampledObject { address, size, type_id } = object;
        let stack = self.stacks.index(addresses, generation);
        let next = self.sites.len() as u32;
        let index = *self.indices.entry((stack, type_id)).or_insert(next);
        if index == next {
            let (allocated, in_use) = Default::default();
            self.sites.push(Site { stack, type_id, allocated, in_use });
        }
        self.sites[index as usize].allocated.add(size, self.interval.weight(size));
        self.count += 1;
        if self.tracked.len() >= self.remove_at {
            self.remove_dead(cells);
            // So that the work for each sample is constant on average.
            self.remove_at = FEW.max(2 * self.tracked.len());
        }
        let cell = cells.insert(address as u64);
        self.tracked.push(Tracked { cell, site: index, size });
    }

    /// Stops tracking objects that have died.
    fn remove_dead(&mut self, cells: &CellTable) {
        self.tracked.retain(|tracked| {
            let is_dead = cells.is_cleared(tracked.cell);
            if is_dead {
                cells.remove(tracked.cell);
            }
            !is_dead
        });
    }

    /// Stops tracking all objects.
    pub(super) fn release(&mut self, cells: &CellTable) {
        self.tracked.drain(..).for_each(|tracked| cells.remove(tracked.cell));
    }

    /// Notes that no more samples are added.
    pub(super) fn end(&mut self) {
        self.ended.get_or_insert_with(Instant::now);
    }

    /// Returns the sites, with the estimates of the objects that are live now.
    pub(crate) fn sites(&self, cells: &CellTable) -> Vec<Site> {
        let mut sites = self.sites.clone();
        for Tracked { cell, site, size } in &self.tracked {
            if !cells.is_cleared(*cell) {
                sites[*site as usize].in_use.add(*size, self.interval.weight(*size));
            }
        }
        sites
    }

    /// Returns the mean number of bytes between two samples.
    pub(crate) fn interval(&self) -> SampleInterval {
        self.interval
    }

    /// Returns the time from the begin of the profile until its end, or until now.
    pub(crate) fn duration(&self) -> Duration {
        self.ended.unwrap_or_else(Instant::now).duration_since(self.begun)
    }

    /// Returns the number of samples.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU64;

    use super::*;
    use crate::collection::Scope;
    use crate::handles::{Items, VisitedCell};

    /// Clears the cells of objects whose addresses are not multiples of 32, as if they had died.
    fn collect(cells: &CellTable) {
        let (shards, _) = cells.shards_to_visit(Items::In(Scope::Full));
        for shard in shards {
            cells.visit(shard, Items::In(Scope::Full), |word| VisitedCell {
                word: if word % 32 == 0 { word } else { 0 },
                young: false,
            });
        }
    }

    #[test]
    fn objects_are_in_use_until_they_die() {
        let interval = SampleInterval::new(NonZeroU64::new(1).unwrap());
        let (mut samples, cells) = (Samples::new(interval), CellTable::default());
        let type_id = TypeId::new(7);
        for number in 1..=2000_usize {
            let object = SampledObject { address: number * 16, size: 64, type_id };
            samples.add(object, &[0x100 + number as u64 % 2], 1, &cells);
        }
        let totals = |samples: &Samples| {
            let sites = samples.sites(&cells);
            let sum = |estimate: fn(&Site) -> f64| sites.iter().map(estimate).sum::<f64>().round();
            (sites.len(), sum(|s| s.allocated.objects), sum(|s| s.in_use.bytes))
        };
        assert_eq!(totals(&samples), (2, 2000.0, 2000.0 * 64.0));
        collect(&cells);
        assert_eq!(totals(&samples), (2, 2000.0, 1000.0 * 64.0));
        samples.remove_dead(&cells);
        assert_eq!((samples.tracked.len(), samples.count()), (1000, 2000));
        assert_eq!(totals(&samples), (2, 2000.0, 1000.0 * 64.0));
        samples.release(&cells);
        let mut left = 0;
        cells.for_each(|_| left += 1);
        assert_eq!(left, 0);
    }
}
