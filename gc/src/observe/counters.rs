//! Counts of the work of collections.

use core::ops::AddAssign;

use statepoint_scanner::roots::WalkCounts;

/// Counts of the work of one worker, of one collection, or of all collections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    /// Counts of stack walks.
    pub(crate) walk: WalkCounts,
    /// Managed frames of deep stacks that were not walked, because they are clean.
    pub(crate) frames_skipped: u64,
    /// Handles whose references were visited.
    pub(crate) handles: u64,
    /// Objects that were moved. Not beside `bytes_copied`: the compiler would then update both
    /// with vector instructions, which takes three times as many instructions.
    pub(crate) objects_moved: u64,
    /// Counts of reference processing.
    pub(crate) references: ReferenceCounts,
    /// Bytes of the objects that were moved.
    pub(crate) bytes_copied: u64,
    /// Of the bytes copied, those that were promoted from the young to the old generation.
    pub(crate) bytes_promoted: u64,
    /// Live objects that were marked in place.
    pub(crate) objects_marked: u64,
    /// Objects in evacuated blocks that stayed in place, because they were pinned or there was no
    /// room.
    pub(crate) objects_kept: u64,
    /// Slots of old objects that were scanned because they referred to young objects when the
    /// previous collection ended.
    pub(crate) remembered_slots: u64,
    /// Objects that the heap verifier checked.
    pub(crate) objects_verified: u64,
    /// Objects in the remembered sets of logged objects.
    pub(crate) objects_logged: u64,
    /// Counts of the work for a concurrent cycle.
    pub(crate) cycles: CycleCounts,
}

/// Counts of a collection's work for a concurrent cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CycleCounts {
    /// Cycles that began with the collection.
    pub(crate) begun: u64,
    /// Cycles whose marking ended with the collection.
    pub(crate) marked: u64,
    /// Cycles that the collection completed with all workers because memory was short.
    pub(crate) outrun: u64,
    /// Cycles that the collection abandoned, because it marked all live objects itself.
    pub(crate) abandoned: u64,
    /// Pauses that tried to end the marking which ended with the collection.
    pub(crate) attempts: u64,
    /// References to old objects that the collection shaded.
    pub(crate) shaded: u64,
    /// Objects that were marked in the cycle whose marking ended with the collection.
    pub(crate) objects: u64,
    /// The bytes of these objects.
    pub(crate) bytes: u64,
    /// Of these bytes, those that mutators marked.
    pub(crate) bytes_by_mutators: u64,
    /// Suspended fibers whose stacks markers have read in this cycle.
    pub(crate) fibers_read: u64,
    /// Old blocks that a young collection evacuated.
    pub(crate) blocks_evacuated: u64,
    /// Bytes of the live objects in these blocks that moved.
    pub(crate) bytes_evacuated: u64,
}

impl CycleCounts {
    /// Returns whether the collection worked for the marking of a cycle.
    pub(crate) fn is_marking(&self) -> bool {
        self.begun + self.marked + self.shaded > 0
    }
}

impl AddAssign for CycleCounts {
    fn add_assign(&mut self, other: Self) {
        self.begun += other.begun;
        self.marked += other.marked;
        self.outrun += other.outrun;
        self.abandoned += other.abandoned;
        self.attempts += other.attempts;
        self.shaded += other.shaded;
        self.objects += other.objects;
        self.bytes += other.bytes;
        self.bytes_by_mutators += other.bytes_by_mutators;
        self.fibers_read += other.fibers_read;
        self.blocks_evacuated += other.blocks_evacuated;
        self.bytes_evacuated += other.bytes_evacuated;
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.walk += other.walk;
        self.frames_skipped += other.frames_skipped;
        self.handles += other.handles;
        self.objects_moved += other.objects_moved;
        self.bytes_copied += other.bytes_copied;
        self.references += other.references;
        self.bytes_promoted += other.bytes_promoted;
        self.objects_marked += other.objects_marked;
        self.objects_kept += other.objects_kept;
        self.remembered_slots += other.remembered_slots;
        self.objects_verified += other.objects_verified;
        self.objects_logged += other.objects_logged;
        self.cycles += other.cycles;
    }
}

macro_rules! counts {
    ($($(#[$documentation:meta])* $count:ident,)*) => {
        /// Counts of the work of one collection, or the sums over all collections.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct CollectionCounts {
            $($(#[$documentation])* pub $count: u64,)*
        }

        impl CollectionCounts {
            /// Returns all counts with their names. The names are those of the fields.
            pub fn named(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
                [$((stringify!($count), self.$count)),*].into_iter()
            }
        }
    };
}

counts! {
    /// Managed frames that were walked.
    frames_walked,
    /// Native frames between managed ones that had to be unwound; 0 if managed code calls native
    /// code by `spgc_call_native` only.
    native_frames_walked,
    /// Frames for which the stack map had a record: all frames, or the process would have ended.
    records_matched,
    /// Roots that were visited, in frames and in handles.
    roots_visited,
    /// Roots that were found in callee-saved registers.
    register_roots,
    /// Roots in callee-saved registers that were rewritten.
    register_roots_relocated,
    /// Derived (interior) pointers in frames that were updated because their object moved.
    derived_relocated,
    /// Old objects that the write barrier logged because a reference was stored into them. An
    /// object is logged at most once between two collections (object-remembering barrier:
    /// Blackburn, Hosking, ISMM 2004).
    objects_logged,
    /// Fields of old objects that were scanned because they referred to young objects when the
    /// previous collection ended.
    remembered_slots,
    /// Objects that were moved.
    objects_moved,
    /// Bytes of the objects that were moved.
    bytes_copied,
    /// Of the bytes copied, those that were promoted from the young to the old generation. The
    /// other bytes that a young collection copied stayed in the young generation.
    bytes_promoted,
    /// Live objects that were marked and stayed in place.
    objects_marked,
    /// Objects that a collection should have moved, but that stayed in place because they were
    /// pinned or there was no room.
    objects_kept,
    /// Weak fields and handles that were visited.
    weak_visited,
    /// Weak fields and handles that were cleared.
    weak_cleared,
    /// Ephemerons (Hayes, OOPSLA 1997), in the heap and in tables, that were visited; each is
    /// counted up to twice.
    ephemerons_visited,
    /// Ephemerons that were cleared.
    ephemerons_cleared,
    /// Objects that were queued for finalization.
    finalizers_queued,
    /// Objects that the heap verifier checked; 0 if it is off.
    objects_verified,
    /// Concurrent cycles that began with this collection: 0 or 1.
    cycles_begun,
    /// Concurrent cycles whose marking ended with this collection: 0 or 1.
    cycles_marked,
    /// Concurrent cycles that were too slow: memory was short, and this collection completed them
    /// with all its threads; 0 or 1.
    cycles_outrun,
    /// Concurrent cycles that were abandoned, because this collection marked all live objects
    /// itself.
    cycles_abandoned,
    /// References to old objects that this collection passed to the markers of a concurrent cycle.
    references_shaded,
    /// Objects that were marked concurrently, in the cycle whose marking ended with this
    /// collection.
    objects_marked_concurrently,
    /// The bytes of these objects.
    bytes_marked_concurrently,
    /// Of these bytes, those that mutators marked when they allocated, because the marker threads
    /// were too slow.
    bytes_marked_by_mutators,
    /// Sparse blocks of the old generation that this young collection evacuated, after a concurrent
    /// cycle.
    old_blocks_evacuated,
    /// Bytes of the live objects in these blocks, which moved.
    old_bytes_evacuated,
    /// Pauses that tried to end the marking which ended with this collection: 1 if the first
    /// attempt succeeded, 0 if memory was short before any.
    marking_attempts,
    /// Managed frames of deep stacks that were not walked, because they had not run since they were
    /// walked without a reference to a young object being found (return barriers: Cheng, Harper,
    /// Lee, PLDI 1998). They are not in `frames_walked`.
    frames_skipped,
    /// Suspended fibers whose stacks markers have read, instead of pauses.
    fibers_read,
}

impl From<Counters> for CollectionCounts {
    fn from(counters: Counters) -> Self {
        let Counters { walk, references, cycles, .. } = counters;
        Self {
            frames_walked: walk.frames_walked,
            native_frames_walked: walk.native_frames,
            records_matched: walk.records_matched,
            roots_visited: walk.roots_visited + counters.handles,
            register_roots: walk.register_roots,
            register_roots_relocated: walk.register_roots_relocated,
            derived_relocated: walk.derived_relocated,
            objects_logged: counters.objects_logged,
            remembered_slots: counters.remembered_slots,
            objects_moved: counters.objects_moved,
            bytes_copied: counters.bytes_copied,
            bytes_promoted: counters.bytes_promoted,
            objects_marked: counters.objects_marked,
            objects_kept: counters.objects_kept,
            weak_visited: references.weak,
            weak_cleared: references.weak_cleared,
            ephemerons_visited: references.ephemerons,
            ephemerons_cleared: references.ephemerons_cleared,
            finalizers_queued: references.finalizable,
            objects_verified: counters.objects_verified,
            cycles_begun: cycles.begun,
            cycles_marked: cycles.marked,
            cycles_outrun: cycles.outrun,
            cycles_abandoned: cycles.abandoned,
            references_shaded: cycles.shaded,
            objects_marked_concurrently: cycles.objects,
            bytes_marked_concurrently: cycles.bytes,
            bytes_marked_by_mutators: cycles.bytes_by_mutators,
            old_blocks_evacuated: cycles.blocks_evacuated,
            old_bytes_evacuated: cycles.bytes_evacuated,
            marking_attempts: cycles.attempts,
            frames_skipped: counters.frames_skipped,
            fibers_read: cycles.fibers_read,
        }
    }
}

/// Counts of reference processing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReferenceCounts {
    /// Visits of ephemerons, in the heap and in tables.
    pub(crate) ephemerons: u64,
    /// Ephemerons whose keys were dead.
    pub(crate) ephemerons_cleared: u64,
    /// Weak fields and handles that were visited.
    pub(crate) weak: u64,
    /// Weak fields and handles that were cleared.
    pub(crate) weak_cleared: u64,
    /// Objects that were queued for finalization.
    pub(crate) finalizable: u64,
}

impl AddAssign for ReferenceCounts {
    fn add_assign(&mut self, other: Self) {
        self.ephemerons += other.ephemerons;
        self.ephemerons_cleared += other.ephemerons_cleared;
        self.weak += other.weak;
        self.weak_cleared += other.weak_cleared;
        self.finalizable += other.finalizable;
    }
}
