//! What a stress program did: a run that did nothing must not pass.

use statepoint_gc::Statistics;

/// Something that threads of a stress program count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Steps of all threads.
    Steps,
    /// Elements that were put at the head of a list.
    ElementsPushed,
    /// Lists that were compared, with their copies outside the heap, from end to end.
    ListsCompared,
    /// Calls from managed into native code.
    NativeCalls,
    /// Times that native code collected while managed code waited for it.
    CollectionsFromNative,
    /// Threads that were attached.
    ThreadsAttached,
    /// Those of them that ended without having been detached.
    ThreadsEndedAttached,
    /// Managed frames of recursions that came to their bottom.
    FramesEntered,
    /// Objects of which every word was found to be zero when they were new.
    FreshObjects,
    /// Pieces of generated code that were registered.
    RegionsRegistered,
    /// Those of them that were removed.
    RegionsRemoved,
    /// Libraries that were loaded, run and removed.
    LibrariesRun,
    /// Addresses that were looked up.
    LookUps,
    /// Those of them that were in a region.
    LookUpsFound,
    /// Collections that threads asked for in so many words.
    CollectionsAsked,
    /// Operations that were run at a thread's safepoint.
    Handshakes,
    /// Those of them that found managed frames there.
    HandshakesWithFrames,
}

/// Their number, and their names as they are shown, in the same order.
const COUNTS: usize = NAMES.len();
const NAMES: [&str; 17] = [
    "steps",
    "elements_pushed",
    "lists_compared",
    "native_calls",
    "collections_from_native",
    "threads_attached",
    "threads_ended_attached",
    "frames_entered",
    "fresh_objects",
    "regions_registered",
    "regions_removed",
    "libraries_run",
    "look_ups",
    "look_ups_found",
    "collections_asked",
    "handshakes",
    "handshakes_with_frames",
];

/// What one thread counted, or several together. Each thread has its own: a shared counter would be a
/// barrier in every step, and hide those that the collector lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u64; COUNTS]);

impl Tally {
    pub(super) fn add(&mut self, count: Count, number: u64) {
        self.0[count as usize] += number;
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum += number);
    }

    /// How many of these there were.
    pub fn of(&self, count: Count) -> u64 {
        self.0[count as usize]
    }

    /// Names and numbers of everything that there was.
    pub fn counted(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES.into_iter().zip(self.0).filter(|&(_, number)| number > 0)
    }
}

/// What must not be 0 at the end of a scenario.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proof {
    /// Something that its threads count.
    Own(Count),
    /// Something that the collector counts.
    Collector(&'static str, fn(&Statistics) -> u64),
}

pub(super) const COLLECTIONS: Proof =
    Proof::Collector("collections", |s| s.young_collections + s.full_collections);
pub(super) const FRAMES_WALKED: Proof = Proof::Collector("frames walked", |s| s.frames_walked);
pub(super) const REGISTER_ROOTS: Proof = Proof::Collector("register roots", |s| s.register_roots);
pub(super) const OBJECTS_MOVED: Proof = Proof::Collector("objects moved", |s| s.objects_moved);

impl Proof {
    pub(super) fn name(&self) -> &'static str {
        match *self {
            Self::Own(count) => NAMES[count as usize],
            Self::Collector(name, _) => name,
        }
    }

    pub(super) fn holds(&self, tally: &Tally, statistics: &Statistics) -> bool {
        match *self {
            Self::Own(count) => tally.of(count) > 0,
            Self::Collector(_, number) => number(statistics) > 0,
        }
    }
}
