//! [`HeapCounters`]: what a heap exports.

/// Upper bounds of the buckets of [`HeapCounters::pause_buckets`], inclusive, in nanoseconds. The
/// last bucket has no bound.
pub const PAUSE_BOUNDS_NS: [u64; PAUSE_BUCKETS - 1] = {
    const US: u64 = 1_000;
    const MS: u64 = 1_000_000;
    [
        20 * US,
        50 * US,
        100 * US,
        200 * US,
        500 * US,
        MS,
        2 * MS,
        5 * MS,
        10 * MS,
        20 * MS,
        50 * MS,
        100 * MS,
        200 * MS,
        500 * MS,
        1_000 * MS,
    ]
};

/// Number of elements of [`HeapCounters::pause_buckets`].
pub const PAUSE_BUCKETS: usize = 16;

macro_rules! counters {
    ($($(#[$documentation:meta])* $name:ident,)*) => {
        /// The counters of a heap at one time.
        ///
        /// In the file, each field is a word, in this order; the last one is an array.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct HeapCounters {
            $($(#[$documentation])* pub $name: u64,)*
            /// Number of pauses by their duration: the first element has those up to the first of
            /// [`PAUSE_BOUNDS_NS`], the next ones those above one bound and up to the next, the
            /// last one those above the last bound.
            pub pause_buckets: [u64; PAUSE_BUCKETS],
        }

        /// Number of fields before the array.
        const SCALARS: usize = [$(stringify!($name)),*].len();

        impl HeapCounters {
            /// Number of words in the file.
            pub const WORDS: usize = SCALARS + PAUSE_BUCKETS;

            /// Returns the fields before [`Self::pause_buckets`] with their names, in their order.
            pub fn named(&self) -> [(&'static str, u64); SCALARS] {
                [$((stringify!($name), self.$name)),*]
            }

            /// Returns the words of the file.
            pub fn to_words(&self) -> [u64; Self::WORDS] {
                let mut words = [0; Self::WORDS];
                let (scalars, buckets) = words.split_at_mut(SCALARS);
                scalars.copy_from_slice(&[$(self.$name),*]);
                buckets.copy_from_slice(&self.pause_buckets);
                words
            }

            /// Returns the counters of these words.
            pub fn from_words(words: &[u64; Self::WORDS]) -> Self {
                let mut pause_buckets = [0; PAUSE_BUCKETS];
                pause_buckets.copy_from_slice(&words[SCALARS..]);
                let mut words = words.iter().copied();
                Self { $($name: words.next().unwrap_or_default(),)* pause_buckets }
            }
        }
    };
}

counters! {
    /// 1 when the heap has ended, and its file is about to be removed; otherwise 0.
    has_ended,
    /// Time of this update, in nanoseconds since the heap was created.
    updated_ns,
    /// The heap limit in bytes.
    limit_bytes,
    /// Bytes of the blocks and pages in use, to which the limit applies.
    used_bytes,
    /// The maximum of `used_bytes`. During a collection, both the originals and the copies of
    /// objects count.
    peak_bytes,
    /// Bytes of the young generation in use: blocks of eden, in full, and of survivors.
    young_bytes,
    /// Bytes of the old generation in use, except large objects: blocks, minus the free lines in
    /// them.
    old_bytes,
    /// Bytes of the pages of large objects, young ones included.
    large_bytes,
    /// Bytes that are allocated between two young collections.
    nursery_bytes,
    /// Bytes allocated since the heap was created. A TLAB counts in full when a thread takes it.
    allocated_bytes,
    /// Bytes that collections have promoted from the young to the old generation.
    promoted_bytes,
    /// Number of collections of the young generation.
    young_collections,
    /// Number of collections of the whole heap that did not compact it.
    full_collections,
    /// Number of collections of the whole heap that compacted it.
    compacting_collections,
    /// Number of concurrent cycles that have begun.
    cycles_begun,
    /// Number of concurrent cycles whose marking has ended.
    cycles_marked,
    /// Number of concurrent cycles that were too slow, and were completed in a pause.
    cycles_outrun,
    /// Number of concurrent cycles that a full collection has abandoned.
    cycles_abandoned,
    /// The phase of the concurrent cycle: [`CyclePhase`](crate::CyclePhase).
    cycle_phase,
    /// Bytes that the concurrent cycle had marked at the end of the last pause; 0 unless it was
    /// marking.
    marked_bytes,
    /// Number of pauses: the sum of the three numbers of collections.
    pauses,
    /// Sum of the pauses in nanoseconds.
    pause_sum_ns,
    /// The last pause in nanoseconds; 0 if there was none.
    pause_last_ns,
    /// The longest pause in nanoseconds.
    pause_longest_ns,
    /// The kind of the last collection: [`LastCollection`](crate::LastCollection).
    last_collection,
    /// Number of attached threads.
    threads,
    /// Of these, the threads that run managed code, or are stopped in it.
    threads_managed,
    /// Of these, the threads in native code: they do not delay a stop.
    threads_native,
    /// Number of fibers, and of stacks of the host.
    fibers,
    /// Number of threads that collect in a pause.
    collector_threads,
    /// Number of threads that mark concurrently; 0 if there are no concurrent cycles.
    marker_threads,
}

impl HeapCounters {
    /// Returns the index in [`Self::pause_buckets`] of a pause of this duration in nanoseconds.
    pub fn bucket(pause_ns: u64) -> usize {
        PAUSE_BOUNDS_NS.partition_point(|&bound| bound < pause_ns)
    }
}

macro_rules! states {
    ($(#[$documentation:meta])* $name:ident { $($(#[$member:meta])* $state:ident = $word:literal $value:literal,)* }) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u64)]
        pub enum $name {
            $($(#[$member])* $state = $value,)*
        }

        impl $name {
            /// All values, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$state),*];

            /// Returns the value with this number, if there is one.
            pub fn from_number(number: u64) -> Option<Self> {
                Self::ALL.iter().copied().find(|&state| state as u64 == number)
            }

            /// Returns the value as one word.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$state => $word,)*
                }
            }
        }
    };
}

states! {
    /// The phase of a concurrent cycle.
    CyclePhase {
        /// No cycle is in progress.
        Idle = "idle" 0,
        /// Old objects are being marked.
        Marking = "marking" 1,
        /// Old objects that were not marked are being freed.
        Sweeping = "sweeping" 2,
        /// Young collections evacuate sparse blocks of the old generation.
        Evacuating = "evacuating" 3,
    }
}

states! {
    /// The kind of the last collection.
    LastCollection {
        /// There was no collection.
        None = "none" 0,
        /// The young generation was collected.
        Young = "young" 1,
        /// The whole heap was collected.
        Full = "full" 2,
        /// The whole heap was collected and compacted.
        Compacting = "compacting" 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_order_of_the_fields() {
        let mut words = [0; HeapCounters::WORDS];
        (1..).zip(&mut words).for_each(|(number, word)| *word = number);
        let counters = HeapCounters::from_words(&words);
        assert_eq!(counters.to_words(), words);
        let named = counters.named();
        assert_eq!(named[0], ("has_ended", 1));
        assert_eq!(named[named.len() - 1], ("marker_threads", named.len() as u64));
        assert_eq!(counters.pause_buckets[0], named.len() as u64 + 1);
        assert_eq!(counters.pause_buckets[PAUSE_BUCKETS - 1], HeapCounters::WORDS as u64);
    }

    #[test]
    fn bounds_are_inclusive() {
        for (index, bound) in PAUSE_BOUNDS_NS.into_iter().enumerate() {
            assert_eq!(HeapCounters::bucket(bound), index);
            assert_eq!(HeapCounters::bucket(bound + 1), index + 1);
        }
        assert_eq!(HeapCounters::bucket(0), 0);
        assert_eq!(HeapCounters::bucket(u64::MAX), PAUSE_BUCKETS - 1);
        assert!(PAUSE_BOUNDS_NS.is_sorted());
    }

    #[test]
    fn states_are_known_by_their_numbers() {
        assert_eq!(CyclePhase::from_number(2), Some(CyclePhase::Sweeping));
        assert_eq!(CyclePhase::from_number(4), None);
        assert_eq!(LastCollection::from_number(3).map(LastCollection::word), Some("compacting"));
        for (number, phase) in (0..).zip(CyclePhase::ALL) {
            assert_eq!(*phase as u64, number);
        }
    }
}
