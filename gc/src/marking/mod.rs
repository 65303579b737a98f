//! Concurrent marking of the old generation: the state that a cycle's markers and pauses share.
//!
//! # The cycle
//!
//! ```text
//!   IDLE ---------> MARKING ---------> SWEEPING ---------> IDLE
//!        a pause             a pause              the sweeper
//! ```
//!
//! Marking is an incremental update at pauses (the tri-colour abstraction of Dijkstra and others,
//! CACM 1978, with the object-logging barrier of Blackburn and Hosking, ISMM 2004, as it is used
//! for young collections). An old object is *black* if it is marked and was scanned, *grey* if it
//! is marked and in a marker's stack, or in a buffer of shaded references, and otherwise *white*.
//! A cycle needs nothing from compiled code, nor from the slow path of the barrier.
//!
//! 1. A young collection begins the cycle: no old object is marked from then on.
//! 2. While MARKING, each young collection *shades* every reference to an old object that it comes
//!    across: in stacks, local handles, listed cells, root ranges and pins; in cards that were
//!    logged since the last collection; in young objects that survive. A marked object that was
//!    logged becomes grey again. What the collection promotes is born marked, and scanned in the
//!    same pause.
//! 3. Markers ([`Marker`]) take grey objects, mark what these refer to, visit the cells of handles
//!    that are not listed, and read the stacks of fibers that pauses do not scan (`fibers.rs`).
//!    When they find no grey object, they *settle* weak items whose objects are marked
//!    (`settling.rs`), and read the stacks of fibers that marked objects own.
//! 4. When the markers have nothing left, a pause shades as usual, and then drains all grey objects
//!    for a limited time (`collect/finish_marking.rs`). If it succeeds, marking is over: weak
//!    references, ephemerons and finalizers are processed, and the phase is SWEEPING. If not,
//!    markers continue, and the time limit of later attempts increases until there is none.
//!    If memory is short before this, mutators have outrun the cycle, and the pause that finds it
//!    completes the cycle: all workers of the heap drain the grey objects, and the pause sweeps
//!    until there is room. What was marked so far is not marked again.
//! 5. The sweeper frees lines, blocks and large objects without marks
//!    ([`crate::space::Spaces::sweep_some`]).
//! 6. When all is swept, the phase is IDLE. Until the next cycle begins, each young collection
//!    evacuates some of the sparse blocks that were tracked during the cycle (`space/recorded.rs`).
//!
//! # Why no live object stays white
//!
//! Let the last pause have drained all grey objects, and let a reachable old object be white. Take
//! the first white old object on a path from a root. Before it on the path there is a root or a
//! young object, and then the pause has shaded it, or a marker has read the clean stack that the
//! root is on, and the stack has not run since; or a black old object. That one had the
//! reference when it was scanned, and then the marker has shaded it; or it got it later, and then
//! it was logged in the interval in which it got it, and the pause at the end of that interval has
//! made it grey again. (A logged object that is white needs nothing: if it is live, it is scanned
//! later.) `tests/src/marking_model` checks this for every interleaving of a small heap.
//!
//! # Synchronisation
//!
//! * The phase changes in pauses, and from SWEEPING to IDLE in a sweeper's step.
//! * Markers and the sweeper are inside a step ([`Parking`]) whenever they touch the heap, and
//!   pauses park them: all of their accesses are ordered by the lock of [`Parking`]. So a marker
//!   and a pause never change the same header, line or list concurrently.
//! * While mutators run, headers change by atomic read-modify-writes only (`object/header.rs`).
//!   Slots are read as whole words, relaxed: an object that a marker scans was promoted in a pause,
//!   so it is complete, and a reference that a mutator stores meanwhile is shaded by the next
//!   pause.
//! * Mutators that assist (`collect/assist.rs`) are managed and between two polls, so no pause runs
//!   meanwhile. Each locks a state of its own, and hands over all grey objects before it resumes.
//! * Several markers share grey objects by [`GreyBuffers`]. Whichever of them marks an object, by
//!   an exchange on its header, scans it.
//! * `attempts` and `assist_percent` change in pauses; `anyone_idle` and `has_ended` are hints,
//!   which decide whether work is offered and cycles begin, but not which thread may access what:
//!   relaxed.
//! * A mutator takes a block without any order to the markers: a marker may see the block's former
//!   state, which is free, and ignores the reference as it would ignore one to a young object.
//!
//! A full collection that is requested or necessary meanwhile abandons the cycle
//! ([`Marking::abandon`]).

mod fibers;
mod grey;
mod handles;
mod marker;
#[cfg(all(test, loom))]
mod models;
mod parking;
mod settling;

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam::deque::Worker as Queue;
use statepoint_scanner::fault_injection::fault;

use fibers::FiberCursor;
pub(crate) use fibers::{FiberKind, FiberPosition, FibersRead, PartlyRead, ReadFibers, StackPoint};
use grey::GreyBuffers;
use handles::HandleCursor;
pub(crate) use marker::{Marker, MarkerCounts, Mode, Sources, Step};
pub(crate) use parking::Parking;
use settling::Settling;

use crate::handles::CycleNumber;
use crate::object::TypeTable;
use crate::space::Spaces;
use crate::sync::{AtomicBool, AtomicU32, Condvar, Mutex, MutexGuard};
use crate::thread::FiberRecord;
use crate::worklist::{Task, WorkSharing};

/// The phase of the concurrent cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum CyclePhase {
    /// No cycle is in progress.
    #[default]
    Idle,
    /// Old objects are being marked.
    Marking,
    /// Old objects that were not marked are being freed.
    Sweeping,
}

/// The markers that wait for work.
#[derive(Debug, Default)]
struct Waiting {
    /// Number of pauses, so that a marker that was idle before a pause looks again after it.
    pauses: u64,
    /// Number of markers that are idle, and wait.
    idle: usize,
    /// Number of mutators that assist, and may hold grey objects.
    assisting: usize,
    ending: bool,
}

/// The next action of a marker that has no work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Look for work again: there was a pause.
    Work,
    /// All markers are idle, and weak items were not inspected yet: settle some.
    Settle,
    /// All markers are idle: request the pause that may end marking, or lets fibers be read again.
    Finish,
    /// The heap is being dropped.
    End,
}

/// A mutator that assists, while this exists.
pub(crate) struct Assistant<'a> {
    marking: &'a Marking,
    state: MutexGuard<'a, Marker>,
}

impl core::ops::Deref for Assistant<'_> {
    type Target = Marker;

    fn deref(&self) -> &Marker {
        &self.state
    }
}

impl core::ops::DerefMut for Assistant<'_> {
    fn deref_mut(&mut self) -> &mut Marker {
        &mut self.state
    }
}

impl Drop for Assistant<'_> {
    fn drop(&mut self) {
        let mut waiting = self.marking.waiting.lock();
        waiting.assisting -= 1;
        // They can request a pause now.
        if waiting.assisting == 0 && waiting.idle == self.marking.markers.len() {
            self.marking.resumed.notify_all();
        }
    }
}

/// The state of a heap's concurrent cycles.
#[derive(Debug)]
pub(crate) struct Marking {
    phase: AtomicU8,
    pub(crate) parking: Parking,
    pub(crate) grey: GreyBuffers,
    handles: HandleCursor,
    fibers: FiberCursor,
    /// The state of each marker thread. Locked by its thread during its steps, and by pauses.
    markers: Box<[Mutex<Marker>]>,
    /// The states that mutators use when they assist. Without grey objects between two assists.
    assistants: Box<[Mutex<Marker>]>,
    /// Bytes that a mutator marks for each 100 bytes that it allocates. Changes in pauses.
    assist_percent: AtomicUsize,
    /// Old objects with fields that are not traced, which pauses of this cycle have promoted or
    /// markers have scanned.
    discovered: Mutex<Vec<usize>>,
    settling: Settling,
    /// Number of pauses of this cycle that have tried to end marking.
    attempts: AtomicU32,
    /// Time at which the last sweep ended.
    swept: Mutex<Option<Instant>>,
    /// Processor time of the marker threads since the last sweep ended.
    processor_time: Mutex<Duration>,
    waiting: Mutex<Waiting>,
    /// The marker threads are to end: no further cycle begins.
    has_ended: AtomicBool,
    /// Whether a marker is idle: a hint for the others.
    anyone_idle: AtomicBool,
    /// Notified after each pause that leaves work to markers, and when a marker hands over grey
    /// objects.
    resumed: Condvar,
}

impl Marking {
    /// Returns the state of a heap with this many marker threads; without any there are no cycles.
    /// At most `assistants` mutators assist concurrently.
    pub(crate) fn new(markers: usize, assistants: usize) -> Self {
        let states = |count| (0..count).map(|_| Mutex::new(Marker::default())).collect();
        Self {
            phase: AtomicU8::new(CyclePhase::Idle as u8),
            parking: Parking::new(),
            grey: GreyBuffers::new(),
            handles: HandleCursor::new(),
            fibers: FiberCursor::new(),
            markers: states(markers),
            assistants: states(assistants),
            assist_percent: AtomicUsize::new(0),
            discovered: Mutex::new(Vec::new()),
            settling: Settling::new(),
            attempts: AtomicU32::new(0),
            swept: Mutex::new(None),
            processor_time: Mutex::new(Duration::ZERO),
            waiting: Mutex::new(Waiting::default()),
            has_ended: AtomicBool::new(false),
            anyone_idle: AtomicBool::new(false),
            resumed: Condvar::new(),
        }
    }

    /// Returns whether concurrent cycles take the place of full collections, in a heap with these
    /// types. Not if the host's code describes objects: they can be marked in pauses only.
    pub(crate) fn is_enabled(&self, types: &TypeTable) -> bool {
        !self.markers.is_empty() && !self.has_ended.load(Relaxed) && !types.has_described()
    }

    #[inline]
    pub(crate) fn phase(&self) -> CyclePhase {
        match self.phase.load(Relaxed) {
            0 => CyclePhase::Idle,
            1 => CyclePhase::Marking,
            _ => CyclePhase::Sweeping,
        }
    }

    fn set_phase(&self, phase: CyclePhase) {
        self.phase.store(phase as u8, Relaxed);
    }

    /// Begins a cycle, in a pause, in a heap with this many fibers. The spaces have begun a
    /// marking.
    pub(crate) fn begin(&self, fibers: usize) {
        debug_assert!(self.phase() == CyclePhase::Idle && self.is_drained());
        self.states().for_each(|marker| marker.lock().reset_counts());
        self.handles.begin();
        self.fibers.begin(fibers);
        self.settling.begin();
        self.attempts.store(0, Relaxed);
        self.assist_percent.store(0, Relaxed);
        self.set_phase(CyclePhase::Marking);
    }

    /// Ends marking, in a pause that has drained all grey objects.
    pub(crate) fn end_marking(&self, spaces: &Spaces) {
        debug_assert!(self.phase() == CyclePhase::Marking);
        self.states().for_each(|marker| marker.lock().record(spaces, 1));
        self.assist_percent.store(0, Relaxed);
        self.set_phase(CyclePhase::Sweeping);
    }

    /// Ends the cycle. Everything is swept; the caller is inside a step, or in a pause.
    pub(crate) fn end(&self) {
        debug_assert!(self.phase() == CyclePhase::Sweeping);
        *self.swept.lock() = Some(Instant::now());
        self.set_phase(CyclePhase::Idle);
    }

    /// Abandons the cycle, in a pause that will mark all live objects itself. Returns whether there
    /// was one.
    pub(crate) fn abandon(&self) -> bool {
        let phase = self.phase();
        self.grey.clear();
        self.handles.clear();
        self.fibers.clear();
        self.states().for_each(|marker| *marker.lock() = Marker::default());
        self.discovered.lock().clear();
        self.settling.end();
        self.assist_percent.store(0, Relaxed);
        self.take_processor_time();
        self.set_phase(CyclePhase::Idle);
        phase != CyclePhase::Idle
    }

    /// Returns whether there is nothing left for markers to do. In a pause.
    pub(crate) fn is_drained(&self) -> bool {
        self.grey.is_empty()
            && self.handles.is_done()
            && self.fibers.is_done(FiberKind::Root)
            && self.states().all(|marker| marker.lock().is_idle())
    }

    /// Lets markers read fibers again that a thread has walked. In a pause.
    pub(crate) fn unblock_fibers(&self) {
        self.fibers.unblock();
    }

    /// Returns whether markers have inspected all weak items that the pause which ends marking may
    /// leave out. In a pause.
    pub(crate) fn is_settled(&self) -> bool {
        self.settling.is_done() && self.fibers.is_done(FiberKind::Owned)
    }

    /// Removes and returns the fibers whose owners were not marked when a marker came to them. In a
    /// pause.
    pub(crate) fn take_fibers_with_unmarked_owners(&self) -> Vec<Arc<FiberRecord>> {
        self.fibers.take_unmarked()
    }

    /// Returns all states: of marker threads and of assistants.
    fn states(&self) -> impl Iterator<Item = &Mutex<Marker>> {
        self.markers.iter().chain(&self.assistants)
    }

    /// Adds processor time of a marker thread.
    pub(crate) fn add_processor_time(&self, time: Duration) {
        *self.processor_time.lock() += time;
    }

    /// Returns the processor time that marker threads have used since the last call, as far as they
    /// have added it.
    pub(crate) fn take_processor_time(&self) -> Duration {
        core::mem::take(&mut *self.processor_time.lock())
    }

    /// Returns the time at which the last sweep ended.
    pub(crate) fn swept(&self) -> Option<Instant> {
        *self.swept.lock()
    }

    /// Returns the number of pauses that have tried to end marking in this cycle, or in the last
    /// one.
    pub(crate) fn attempts(&self) -> u32 {
        self.attempts.load(Relaxed)
    }

    /// Returns the number of fibers that markers have read in this cycle.
    pub(crate) fn fibers_read(&self) -> u64 {
        self.fibers.read()
    }

    /// Returns the number of attempts to end marking in this cycle, with the one that begins now.
    pub(crate) fn begin_attempt(&self) -> u32 {
        self.attempts.fetch_add(1, Relaxed) + 1
    }

    /// Returns the state of a marker. Its thread, inside a step; or a pause.
    pub(crate) fn marker(&self, index: usize) -> MutexGuard<'_, Marker> {
        self.markers[index].lock()
    }

    /// Adds old objects with fields that were not traced.
    pub(crate) fn discover(&self, objects: impl IntoIterator<Item = usize>) {
        self.discovered.lock().extend(objects);
    }

    /// Returns the number of the cycle in progress, for weak items that are settled in it.
    pub(crate) fn cycle(&self) -> CycleNumber {
        self.settling.cycle()
    }

    /// Takes the objects with fields that were not traced, each once, except those that are
    /// settled. Marking ends.
    pub(crate) fn take_discovered(&self) -> Vec<usize> {
        let mut all = self.settling.end();
        all.append(&mut self.discovered.lock());
        for marker in self.states() {
            all.append(&mut marker.lock().take_discovered());
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Drains grey objects until `is_over` or none is left, those included that only the host can
    /// describe. In a pause. Returns whether none is left.
    pub(crate) fn drain(&self, heap: &Sources<'_>, mut is_over: impl FnMut() -> bool) -> bool {
        loop {
            for marker in self.states() {
                let step = marker.lock().run(heap, self, Mode::Paused, |_| is_over());
                if step == Step::Interrupted {
                    return false;
                }
            }
            if self.is_drained() {
                return true;
            }
        }
    }

    /// Drains all grey objects together with the other workers of `sharing`. In a pause. Worker 0
    /// takes part in any case; each other worker may come late, or not at all. When all have
    /// returned, no grey object is left, unless only the host can describe it.
    pub(crate) fn drain_shared(
        &self,
        heap: &Sources<'_>,
        sharing: &WorkSharing<Task>,
        unclaimed: &AtomicUsize,
        index: usize,
    ) {
        let Some(queue) = sharing.join(index) else { return };
        let drain = |marker: &mut Marker| self.drain_and_share(heap, marker, sharing, &queue);
        while let Some(marker) = self.states().nth(unclaimed.fetch_add(1, Relaxed)) {
            let mut marker = marker.lock();
            if fault("drain-forgets") {
                *marker = Marker::default();
            }
            drain(&mut marker);
        }
        self.help(heap, Marker::default(), sharing, index, &queue);
    }

    /// Marks everything that is reachable from the objects which `begin` adds to a state, together
    /// with the other workers of `sharing`. In a pause that has drained all grey objects. Worker 0
    /// takes part in any case; each other worker may come late, or not at all.
    pub(crate) fn mark_shared(
        &self,
        heap: &Sources<'_>,
        sharing: &WorkSharing<Task>,
        index: usize,
        begin: impl FnOnce(&mut Marker),
    ) {
        let Some(queue) = sharing.join(index) else { return };
        let mut own = Marker::default();
        begin(&mut own);
        self.drain_and_share(heap, &mut own, sharing, &queue);
        self.help(heap, own, sharing, index, &queue);
    }

    /// Drains the grey objects of a state, of which idle workers get some.
    fn drain_and_share(
        &self,
        heap: &Sources<'_>,
        marker: &mut Marker,
        sharing: &WorkSharing<Task>,
        queue: &Queue<Task>,
    ) {
        let is_wanted = || sharing.has_idle_worker() && queue.is_empty();
        while marker.run(heap, self, Mode::Paused, |_| is_wanted()) == Step::Interrupted {
            marker.take_spare(|task| queue.push(task));
            sharing.notify_work();
        }
    }

    /// Helps the other workers until no grey object is left, and adds `own`, the worker's state, to
    /// that of the first marker.
    fn help(
        &self,
        heap: &Sources<'_>,
        mut own: Marker,
        sharing: &WorkSharing<Task>,
        index: usize,
        queue: &Queue<Task>,
    ) {
        while let Some(task) = queue.pop().or_else(|| sharing.steal(index)) {
            own.push(task);
            self.drain_and_share(heap, &mut own, sharing, queue);
        }
        self.markers[0].lock().absorb(own);
    }

    /// Returns the objects and bytes that were marked in this cycle so far: by marker threads and
    /// pauses, and by mutators.
    pub(crate) fn counts(&self) -> [MarkerCounts; 2] {
        let sum = |states: &[Mutex<Marker>]| states.iter().map(|state| state.lock().counts()).sum();
        [sum(&self.markers), sum(&self.assistants)]
    }

    /// Returns the number of bytes that were marked in this cycle so far.
    pub(crate) fn marked_bytes(&self) -> u64 {
        self.counts().map(|counts| counts.bytes).iter().sum()
    }

    /// Returns the state with which a mutator assists, unless as many mutators as there are states
    /// assist already. Until the result is dropped, markers do not request the pause that may end
    /// marking.
    pub(crate) fn assistant(&self) -> Option<Assistant<'_>> {
        let state = self.assistants.iter().find_map(|state| state.try_lock())?;
        self.waiting.lock().assisting += 1;
        Some(Assistant { marking: self, state })
    }

    /// Returns the number of bytes that a mutator is to mark for each 100 bytes that it allocates.
    #[inline]
    pub(crate) fn assist_percent(&self) -> usize {
        self.assist_percent.load(Relaxed)
    }

    /// Sets what mutators are to mark until the next pause. In a pause, while MARKING.
    pub(crate) fn set_assist_percent(&self, percent: usize) {
        self.assist_percent.store(percent, Relaxed);
    }

    /// Wakes the markers after a pause: those that wait to enter a step, and, if a cycle is in
    /// progress or `has_work`, those that wait for work.
    pub(crate) fn resume(&self, has_work: bool) {
        self.parking.wake();
        if self.phase() == CyclePhase::Idle && !has_work {
            return;
        }
        self.waiting.lock().pauses += 1;
        self.resumed.notify_all();
    }

    /// Returns whether mutators are to assist and would find nothing to mark.
    fn lacks_assists(&self) -> bool {
        self.assist_percent() > 0 && self.grey.is_empty()
    }

    fn is_anyone_idle(&self) -> bool {
        self.anyone_idle.load(Relaxed)
    }

    /// Hands over grey objects to markers that have none.
    fn hand_over(&self, tasks: Vec<Task>) {
        if !tasks.is_empty() {
            self.grey.hand_over(tasks);
            self.wake_idle();
        }
    }

    /// Hands over references to old objects, as [`Self::hand_over`].
    fn hand_over_shaded(&self, references: Vec<usize>) {
        if !references.is_empty() {
            self.grey.shade(references);
            self.wake_idle();
        }
    }

    fn wake_idle(&self) {
        drop(self.waiting.lock());
        self.resumed.notify_all();
    }

    /// Makes the marker threads end.
    pub(crate) fn end_threads(&self) {
        self.has_ended.store(true, Relaxed);
        self.parking.end();
        self.waiting.lock().ending = true;
        self.resumed.notify_all();
    }

    /// Returns the number of pauses so far, for [`Self::wait`].
    pub(crate) fn pauses(&self) -> u64 {
        self.waiting.lock().pauses
    }

    /// Waits for work. Called by a marker, outside a step, that has found none after the given
    /// number of pauses. `finishes`: it has found no grey object, rather than no marking.
    pub(crate) fn wait(&self, pauses: u64, finishes: bool) -> Next {
        let mut waiting = self.waiting.lock();
        waiting.idle += 1;
        self.anyone_idle.store(true, Relaxed);
        let next = loop {
            if waiting.ending {
                break Next::End;
            }
            if waiting.pauses != pauses || !self.grey.is_empty() {
                break Next::Work;
            }
            if finishes && waiting.idle == self.markers.len() && waiting.assisting == 0 {
                let must_pause = self.is_settled() || self.fibers.is_blocked();
                break if must_pause { Next::Finish } else { Next::Settle };
            }
            self.resumed.wait(&mut waiting);
        };
        waiting.idle -= 1;
        self.anyone_idle.store(waiting.idle > 0, Relaxed);
        next
    }
}
