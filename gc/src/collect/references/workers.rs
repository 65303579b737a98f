//! The operations that reference processing needs of a collector. A `word` is the content of a
//! slot. If it is not a reference into the heap, or its object is not part of the collection, it
//! counts as reached and stays as it is.

/// Answers whether objects were reached.
pub(in crate::collect) trait Liveness {
    /// Returns the new value of the slot if its object was reached, otherwise `None`. While other
    /// workers retain and trace, an object may appear not to be reached that was just reached.
    fn survivor(&self, word: u64) -> Option<u64>;

    /// Returns whether the next young collection may move or free the object.
    fn is_young(&self, word: u64) -> bool;
}

/// A worker that retains objects.
pub(in crate::collect) trait Retain: Liveness {
    /// Reaches the object. Returns the new value of the slot. What the object refers to is traced
    /// at the end of the job.
    fn retain(&mut self, word: u64) -> u64;
}

/// A job of one or several workers that retain objects.
pub(in crate::collect) trait RetainingJob: Sync {
    /// Does one worker's part of the job.
    fn run(&self, worker: &mut impl Retain);
}

/// The workers of reference processing.
pub(in crate::collect) trait Workers {
    type Liveness: Liveness + Sync;

    fn liveness(&self) -> &Self::Liveness;

    /// Runs a job of `items` items that retains nothing: on this thread, and on as many helpers as
    /// the items justify.
    fn run(&mut self, items: usize, job: &(dyn Fn(&Self::Liveness) + Sync));

    /// Runs a job of `items` items, likewise, and traces everything that is reachable from the
    /// objects that it has retained.
    fn retain_and_trace(&mut self, items: usize, job: &impl RetainingJob);

    /// Requests that [`Self::next_reached_key`] report the object, which was not reached yet, when
    /// tracing reaches it. No job is running.
    fn mark_waiting_key(&mut self, word: u64);

    /// Removes and returns a key of waiting ephemerons that was reached, as the word that was
    /// marked.
    fn next_reached_key(&mut self) -> Option<u64>;

    /// Removes and returns the addresses of the objects with [`Special`] fields that were scanned;
    /// each object once. The objects are complete, and their other fields have been processed.
    ///
    /// [`Special`]: crate::object::Special
    fn take_discovered(&mut self) -> Vec<usize>;
}
