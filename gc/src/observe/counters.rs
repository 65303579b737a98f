//! Counts that prove that a collection did something.

use core::ops::AddAssign;

use statepoint_scanner::roots::WalkCounts;

/// What one worker, one collection or all of them did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    pub(crate) walk: WalkCounts,
    /// Handles whose references were looked at.
    pub(crate) handles: u64,
    pub(crate) objects_moved: u64,
    pub(crate) bytes_copied: u64,
    pub(crate) references: ReferenceCounts,
    /// Of the bytes copied, those that went from the young to the old generation.
    pub(crate) bytes_promoted: u64,
    /// Objects that were found alive where they are.
    pub(crate) objects_marked: u64,
    /// Objects that should have moved and stayed: pinned ones, and those for which there was no room.
    pub(crate) objects_kept: u64,
    /// Slots of old objects that were looked at because they had referred to young ones.
    pub(crate) remembered_slots: u64,
    /// Objects that the heap verifier looked at.
    pub(crate) objects_verified: u64,
    /// Objects in the logs of modified ones.
    pub(crate) objects_logged: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.walk += other.walk;
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
    }
}

macro_rules! counts {
    ($($(#[$documentation:meta])* $count:ident,)*) => {
        /// What a collection did, or all of them together.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Counts {
            $($(#[$documentation])* pub $count: u64,)*
        }

        impl Counts {
            /// All of them, with their names: those of the fields.
            pub fn named(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
                [$((stringify!($count), self.$count)),*].into_iter()
            }
        }
    };
}

counts! {
    /// Managed frames that were walked.
    frames_walked,
    /// Native frames between managed ones that had to be unwound; none where managed code calls
    /// native code by `spgc_call_native` only.
    native_frames_walked,
    /// Frames for which the stack map had a record: all, or the process would have ended.
    records_matched,
    /// Roots that were looked at: in frames, and handles.
    roots_visited,
    /// Roots that were found in callee-saved registers.
    register_roots,
    /// Those of them that were rewritten.
    register_roots_relocated,
    /// Interior pointers in frames that were moved along with their object.
    derived_relocated,
    /// Old objects that a reference was stored into, each counted once between two collections.
    objects_logged,
    /// Fields of old objects that were looked at because they had referred to young ones.
    remembered_slots,
    /// Objects that were moved.
    objects_moved,
    /// Their bytes.
    bytes_copied,
    /// Of these, those that went from the young to the old generation. What a collection of the young one copied
    /// besides stayed there.
    bytes_promoted,
    /// Objects that were found alive and stayed where they are.
    objects_marked,
    /// Objects that would have moved, but were pinned, or found no room.
    objects_kept,
    /// Weak fields and handles that were looked at.
    weak_visited,
    /// Those that were cleared.
    weak_cleared,
    /// Ephemerons, in the heap and in tables, that were looked at; up to twice each.
    ephemerons_visited,
    /// Those that were cleared.
    ephemerons_cleared,
    /// Objects that were queued for finalization.
    finalizers_queued,
    /// Objects that the heap verifier looked at; 0 where it is off.
    objects_verified,
}

impl From<Counters> for Counts {
    fn from(counters: Counters) -> Self {
        let Counters { walk, references, .. } = counters;
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
        }
    }
}

/// How much reference processing has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReferenceCounts {
    /// Looks at ephemerons, in the heap and in tables.
    pub(crate) ephemerons: u64,
    /// Ephemerons whose keys died.
    pub(crate) ephemerons_cleared: u64,
    /// Weak fields and handles that were looked at.
    pub(crate) weak: u64,
    /// Those that were cleared.
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
