//! What the view has seen so far.

use std::collections::VecDeque;

use spgc_tools::live::{LiveSample, Rates};

/// The number of rates that are kept: more than a terminal has columns.
const KEPT: usize = 512;

/// The last sample, and the rates before it.
#[derive(Debug)]
pub(crate) struct History {
    /// The last sample.
    pub(crate) last: LiveSample,
    /// The rates between the last two samples; since the creation of the heap if there is only one.
    pub(crate) rates: Rates,
    /// Bytes that were allocated in a second, between two samples each, oldest first.
    allocated: VecDeque<u64>,
    /// Nanoseconds of pauses between two samples, oldest first.
    paused: VecDeque<u64>,
}

impl History {
    /// Begins with this sample.
    pub(crate) fn new(first: LiveSample) -> Self {
        Self {
            rates: first.rates_since_creation(),
            last: first,
            allocated: VecDeque::new(),
            paused: VecDeque::new(),
        }
    }

    /// Adds a sample.
    pub(crate) fn add(&mut self, sample: LiveSample) {
        self.rates = sample.rates_since(&self.last);
        let (before, after) = (self.last.counters.pause_sum_ns, sample.counters.pause_sum_ns);
        self.allocated.push_back(self.rates.allocated as u64);
        self.paused.push_back(after.saturating_sub(before));
        if self.allocated.len() > KEPT {
            self.allocated.pop_front();
            self.paused.pop_front();
        }
        self.last = sample;
    }

    /// Returns the last `count` rates of allocation, oldest first.
    pub(crate) fn allocated(&self, count: usize) -> Vec<u64> {
        last(&self.allocated, count)
    }

    /// Returns the times in pauses of the last `count` intervals, oldest first.
    pub(crate) fn paused(&self, count: usize) -> Vec<u64> {
        last(&self.paused, count)
    }
}

fn last(values: &VecDeque<u64>, count: usize) -> Vec<u64> {
    values.iter().skip(values.len().saturating_sub(count)).copied().collect()
}
