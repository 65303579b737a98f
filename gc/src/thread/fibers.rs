//! [`Fibers`], all fibers of a heap, and those that a young collection scans.
//!
//! A collection of the young generation scans the fibers that are *listed*: those that have run
//! since they were scanned without a reference to a young object being found, and those that young
//! objects own. So its time depends
//! on the number of fibers that run, and not on the number of those that exist. See
//! [`resumable_by`](super::resumable_by) for how a fiber is listed when it is resumed. The others
//! are read by markers, concurrently with the program.
//!
//! # Protocol
//!
//! The lists are locked while they change. A collection holds the lock from the stop until threads
//! resume, so no fiber is created or removed meanwhile. A managed thread holds the lock without a
//! safepoint, so the collection does not wait for a stopped thread; it may wait for a marker that
//! reads the fiber. A native thread may wait for the lock until the collection ends. A marker takes
//! the lock in its step, when it has claimed no fiber: a collection parks markers before it takes
//! the lock. A thread that is being detached takes the lock while the list of threads is locked.
//!
//! The number of migrations is relaxed. It changes while the lists are locked, and is read without
//! the lock, since callbacks in a collection may read it. A walk that misses a fiber has locked the
//! lists after the change that is the reason: so who reads the number after the walk sees the
//! change.

use core::ops::Range;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::arch::Host;
use statepoint_scanner::fault_injection::fault;
use statepoint_scanner::walk::{CodeLookup, Cursor, LiveStack, StackWalkError};

use super::fiber::{FiberMemory, NOT_LISTED};
use super::resumable_by::Taken;
use super::stack_pool::StackPool;
use super::{
    AttachedThread, FiberName, FiberOptions, FiberPhase, FiberRecord, FrameAnchor, NotResumable,
    Stack, ThreadData,
};
use crate::handles::CellId;

/// All fibers of a heap.
#[derive(Debug, Default)]
pub(crate) struct Fibers {
    lists: Mutex<FiberLists>,
    /// How often a fiber that had run has left its home, or got another one.
    migrations: AtomicU64,
    /// Number of fibers and stacks of the host. Changes while the lists are locked; callbacks in a
    /// collection, which holds the lock, may read it: relaxed.
    count: AtomicUsize,
}

/// The lists of fibers, locked.
#[derive(Debug, Default)]
pub(crate) struct FiberLists {
    all: Vec<Arc<FiberRecord>>,
    /// The fibers that the next young collection scans, unless they are running by then.
    listed: Vec<Arc<FiberRecord>>,
    pool: StackPool,
    /// The number of fibers created, stacks of the host included.
    created: u64,
    /// The fibers whose owners have died, in the order in which collections have found that.
    dead: VecDeque<DeadFiberRecord>,
    /// Whether a fiber that has started may have no home.
    has_homeless: bool,
}

/// A fiber whose owner has died, and the handle that keeps the owner until the host takes both.
#[derive(Debug)]
pub(crate) struct DeadFiberRecord {
    pub(crate) fiber: Arc<FiberRecord>,
    pub(crate) owner: CellId,
    /// [`FiberRecord::token`], when the host has taken the fiber.
    pub(crate) token: usize,
}

impl Fibers {
    /// Creates a fiber with a stack of at least `bytes` bytes, which will call the managed function
    /// at address `entry`.
    ///
    /// # Errors
    ///
    /// If the OS has no memory for the stack.
    pub(crate) fn create(
        &self,
        given: Option<Box<str>>,
        bytes: usize,
        entry: usize,
        options: FiberOptions,
    ) -> io::Result<Arc<FiberRecord>> {
        let mut lists = self.lock();
        let memory = lists.pool.take(bytes)?;
        let name = lists.name(given, false);
        // SAFETY: the pool gives the memory to one fiber at a time.
        let fiber = unsafe { FiberRecord::new(name, memory, entry, options) };
        self.count.fetch_add(1, Relaxed);
        Ok(lists.add(fiber))
    }

    /// Returns the number of fibers and of stacks of the host.
    pub(crate) fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    /// Creates the record of a stack of the host.
    pub(crate) fn adopt(&self, given: Option<Box<str>>, memory: Range<usize>) -> Arc<FiberRecord> {
        let mut lists = self.lock();
        let name = lists.name(given, true);
        self.count.fetch_add(1, Relaxed);
        lists.add(FiberRecord::adopt(name, memory))
    }

    /// Removes a fiber whose frames will never run again. Its memory is used for other fibers, or
    /// by the host. The calling thread is native: this may run the host's code.
    pub(crate) fn remove(&self, fiber: Arc<FiberRecord>) {
        // Dropped when the lists are unlocked.
        let _takeovers = fiber.stack.takeovers.end();
        let mut lists = self.lock();
        lists.unlist(&fiber);
        let position = fiber.position.load(Relaxed);
        lists.all.swap_remove(position);
        self.count.fetch_sub(1, Relaxed);
        if let Some(moved) = lists.all.get(position) {
            moved.position.store(position, Relaxed);
        }
        // A marker may have taken it from the list before. Its code may be unloaded from now on.
        fiber.remove();
        lists.recycle(fiber);
    }

    /// Lists a fiber that does not run, so that `thread`, the calling one, may resume it: the next
    /// collection will scan it.
    ///
    /// # Errors
    ///
    /// If the thread cannot resume the fiber. Another thread may resume the fiber at the same time
    /// if it is new or migrates.
    pub(crate) fn list(
        &self,
        fiber: &FiberRecord,
        thread: &ThreadData,
    ) -> Result<(), NotResumable> {
        let mut waits = 0;
        while let Taken::Walked(walked) = self.try_list(fiber, thread)? {
            fiber.stack.switch.resumable_by.wait_while(walked, &mut waits);
        }
        Ok(())
    }

    /// As [`Self::list`], unless a fiber that migrates is being walked.
    fn try_list(&self, fiber: &FiberRecord, thread: &ThreadData) -> Result<Taken, NotResumable> {
        let mut lists = self.lock();
        let known = lists.all.get(fiber.position.load(Relaxed));
        let Some(known) = known.filter(|known| core::ptr::eq(Arc::as_ptr(known), fiber)) else {
            return Err(NotResumable::OtherHeap);
        };
        if let Some(why) = fiber.why_not_resumable(thread) {
            return Err(why);
        }
        let known = Arc::clone(known);
        // A marker that reads the fiber takes no lock before it releases it.
        let resumable_by = &fiber.stack.switch.resumable_by;
        let is_taken = match (fiber.stack.is_host(), fiber.options().migrates) {
            (true, _) => resumable_by.take_for_swap(),
            (false, false) => resumable_by.take(thread.context()),
            (false, true) => match resumable_by.take_from_any() {
                Taken::Yes => true,
                Taken::No => false,
                walked @ Taken::Walked(_) => return Ok(walked),
            },
        };
        if !is_taken {
            return Err(NotResumable::Running);
        }
        if fiber.phase() == FiberPhase::Started && !fiber.is_at_home_on(thread) {
            self.migrations.fetch_add(1, Relaxed);
        }
        fiber.set_home(thread);
        // After it was taken: a marker reads the frames of a clean fiber that has started.
        fiber.set_phase(FiberPhase::Started);
        if !fault("resume-unlisted") {
            lists.list(known);
        }
        Ok(Taken::Yes)
    }

    /// Gives a fiber to an object, at this address, with which it dies. Called while the calling
    /// thread is managed. `token`: a word that is returned with the fiber. Returns `false` if the
    /// fiber was given before.
    pub(crate) fn give(&self, fiber: &Arc<FiberRecord>, object: u64, token: usize) -> bool {
        let mut lists = self.lock();
        if fiber.owner.is_given() {
            return false;
        }
        fiber.token.store(token, Relaxed);
        // As if it were young, until a collection knows.
        fiber.owner.set(object, true);
        lists.list(Arc::clone(fiber));
        true
    }

    /// Removes and returns the next fiber whose owner has died.
    pub(crate) fn take_dead(&self) -> Option<DeadFiberRecord> {
        let mut lists = self.lock();
        let mut dead = lists.dead.pop_front()?;
        dead.token = dead.fiber.token.swap(0, Relaxed);
        dead.fiber.owner.clear();
        Some(dead)
    }

    /// Takes all fibers from their owners: the heap ends.
    #[cfg(feature = "capi")]
    pub(crate) fn clear_owners(&self) {
        self.lock().all.iter().for_each(|fiber| fiber.owner.clear());
    }

    /// Lists a clean fiber, so that the next collection scans it.
    pub(crate) fn list_clean(&self, fiber: &Arc<FiberRecord>) {
        let mut lists = self.lock();
        if !fiber.is_removed() {
            lists.list(Arc::clone(fiber));
        }
    }

    /// Returns the last fibers before a position, at most `max` of them, in the order of positions.
    /// Their memory is not used for others as long as the result exists.
    ///
    /// A fiber keeps its position, or gets a lower one, as long as it exists. So calls with
    /// decreasing positions return each fiber that existed at the first call.
    pub(crate) fn before(&self, end: usize, max: usize) -> HeldFibers<'_> {
        let lists = self.lock();
        // Some may have been removed since.
        let end = end.min(lists.all.len());
        let held = lists.all[end.saturating_sub(max)..end].to_vec();
        HeldFibers { fibers: self, held, end }
    }

    /// Lets other threads resume the fibers of `thread` that migrate. Called when the thread is
    /// removed from the list of threads, while that list is locked: so a fiber has a home exactly
    /// as long as handshakes with that thread find its frames, and none is walking them now.
    pub(crate) fn thread_leaves(&self, thread: &ThreadData) {
        // No thread can stop another one meanwhile: the list of fibers may be long.
        if !thread.has_migrating_fibers.load(Relaxed) {
            return;
        }
        let mut lists = self.lock();
        let lists = &mut *lists;
        let may_leave = |fiber: &&Arc<FiberRecord>| {
            let is_running = fiber.stack.switch.resumable_by.is_running();
            fiber.options().migrates
                && fiber.is_at_home_on(thread)
                && fiber.phase() == FiberPhase::Started
                && !is_running
                && !fiber.has_native_frames()
        };
        for fiber in lists.all.iter().filter(may_leave) {
            fiber.leave_home();
            fiber.stack.switch.resumable_by.give_to_any(thread.context());
            lists.has_homeless = true;
            self.migrations.fetch_add(1, Relaxed);
        }
    }

    /// Ensures that no thread resumes the suspended fibers that have stayed on `thread`, which has
    /// been detached. Another thread may have the same context later.
    pub(crate) fn thread_ends(&self, thread: &ThreadData) {
        if !thread.has_fibers.load(Relaxed) {
            return;
        }
        for fiber in self.lock().all.iter().filter(|fiber| fiber.is_at_home_on(thread)) {
            fiber.orphan();
            let resumable_by = &fiber.stack.switch.resumable_by;
            if resumable_by.is_by(thread.context()) || resumable_by.is_by_swap() {
                resumable_by.forbid();
            }
        }
    }

    /// Returns how often a fiber that had run has left a thread, or come to one.
    pub(crate) fn migrations(&self) -> u64 {
        self.migrations.load(Relaxed)
    }

    /// Walks the managed frames of the stacks that `thread` runs, then those of the suspended
    /// fibers that stay on it. See [`ThreadData::walk`]. As long as the result exists, the memory
    /// of these fibers is not used for others, even if they are removed, and markers do not read
    /// their frames.
    ///
    /// # Errors
    ///
    /// As for [`Stack::walk`](super::Stack::walk).
    ///
    /// # Safety
    ///
    /// As for [`ThreadData::walk`].
    pub(crate) unsafe fn walk<E: From<StackWalkError>>(
        &self,
        thread: &ThreadData,
        code: &dyn CodeLookup<Host>,
        mut walk_segment: impl FnMut(&Stack, Cursor<'_, Host>, LiveStack) -> Result<(), E>,
    ) -> Result<WalkedFibers<'_>, E> {
        // SAFETY: passed on.
        unsafe { thread.walk(code, &mut walk_segment) }?;
        // Not walked while the lists are locked: the host's code is called. But claimed: no fiber
        // comes or leaves meanwhile.
        let mut lists = self.lock();
        lists.adopt_homeless(thread);
        let is_here =
            |fiber: &&Arc<FiberRecord>| fiber.is_at_home_on(thread) && fiber.is_suspended();
        let fibers: Vec<_> = lists.all.iter().filter(is_here).cloned().collect();
        let claimed = fibers.iter().map(|fiber| fiber.claim_to_walk()).collect();
        drop(lists);
        let held = HeldFibers { fibers: self, end: fibers.len(), held: fibers };
        let walked = WalkedFibers { claimed, held };
        walked.held.iter().try_for_each(|fiber| {
            let Some((stack, anchor)) = fiber.suspended() else { return Ok(()) };
            // SAFETY: only the thread resumes the fiber, and it is at a safepoint or is the calling
            // one; or the fiber migrates, and is claimed. The record exists as long as `walked`.
            unsafe {
                stack.walk(anchor, code, |cursor, memory| walk_segment(stack, cursor, memory))
            }
        })?;
        Ok(walked)
    }

    /// Returns the name of the fiber or host stack that contains an address, for messages.
    pub(crate) fn owner_of(&self, address: usize) -> Option<String> {
        let lists = self.lock();
        let contains = |fiber: &&Arc<FiberRecord>| fiber.stack.range().contains(&address);
        lists.all.iter().find(contains).map(|fiber| fiber.stack.owner().to_string())
    }

    /// Locks the lists.
    pub(crate) fn lock(&self) -> MutexGuard<'_, FiberLists> {
        self.lists.lock()
    }
}

/// Fibers whose memory is not used for other fibers before this is dropped.
#[derive(Debug)]
pub(crate) struct HeldFibers<'a> {
    fibers: &'a Fibers,
    held: Vec<Arc<FiberRecord>>,
    end: usize,
}

impl HeldFibers<'_> {
    /// Returns the position after the last of them, when they were taken from the list.
    pub(crate) fn end(&self) -> usize {
        self.end
    }
}

impl core::ops::Deref for HeldFibers<'_> {
    type Target = [Arc<FiberRecord>];

    fn deref(&self) -> &Self::Target {
        &self.held
    }
}

impl Drop for HeldFibers<'_> {
    fn drop(&mut self) {
        if !self.held.is_empty() {
            let mut lists = self.fibers.lock();
            self.held.drain(..).for_each(|fiber| lists.recycle(fiber));
        }
    }
}

/// Fibers that a walk has visited. Those that another thread might access meanwhile are claimed.
#[derive(Debug)]
pub(crate) struct WalkedFibers<'a> {
    /// Whether each of them is claimed.
    claimed: Vec<bool>,
    held: HeldFibers<'a>,
}

impl Drop for WalkedFibers<'_> {
    fn drop(&mut self) {
        let claimed = self.held.iter().zip(&self.claimed).filter(|&(_, &claimed)| claimed);
        claimed.for_each(|(fiber, _)| fiber.stack.switch.resumable_by.end_walk());
    }
}

impl Drop for FiberLists {
    fn drop(&mut self) {
        // The process ends in code on a fiber, or is a child that was forked there. Or an object
        // owned a fiber with native frames.
        let is_in_use = |fiber: &Arc<FiberRecord>| {
            fiber.stack.switch.resumable_by.is_running() || fiber.has_native_frames()
        };
        if self.all.iter().any(is_in_use) {
            self.pool.keep_mapped();
        }
    }
}

impl FiberLists {
    /// Returns the name of the next fiber, or stack of the host.
    fn name(&mut self, given: Option<Box<str>>, is_host: bool) -> FiberName {
        self.created += 1;
        FiberName { is_host, number: self.created, given }
    }

    /// Makes `thread` the home of the fibers that have started and have none, so that their frames
    /// are among those of a thread.
    fn adopt_homeless(&mut self, thread: &ThreadData) {
        if !core::mem::take(&mut self.has_homeless) {
            return;
        }
        let has_started = |fiber: &&Arc<FiberRecord>| fiber.phase() == FiberPhase::Started;
        for fiber in self.all.iter().filter(has_started).filter(|fiber| fiber.is_homeless()) {
            fiber.set_home(thread);
        }
    }

    fn add(&mut self, fiber: FiberRecord) -> Arc<FiberRecord> {
        let fiber = Arc::new(fiber);
        fiber.position.store(self.all.len(), Relaxed);
        self.all.push(Arc::clone(&fiber));
        fiber
    }

    /// Drops an owner of a fiber. If it is the last one, and the fiber was removed, its memory is
    /// used for others, unless native code may still use it.
    fn recycle(&mut self, fiber: Arc<FiberRecord>) {
        if let Some(fiber) = Arc::into_inner(fiber)
            && fiber.is_removed()
        {
            let may_be_used = fiber.has_native_frames();
            match fiber.memory {
                FiberMemory::Pooled(_) if may_be_used => self.pool.keep_mapped(),
                FiberMemory::Pooled(memory) => self.pool.put_back(memory),
                FiberMemory::Host => {}
            }
        }
    }

    /// Returns all fibers.
    pub(crate) fn all(&self) -> &[Arc<FiberRecord>] {
        &self.all
    }

    /// Returns all stacks with managed frames, and their anchors: those that the threads run, and
    /// those of suspended fibers. Called while the threads are stopped.
    pub(crate) fn all_stacks<'a>(
        &'a self,
        threads: &'a [AttachedThread],
    ) -> impl Iterator<Item = (&'a Stack, FrameAnchor)> + use<'a> {
        let running = threads.iter().flat_map(|thread| thread.data.stacks());
        running.chain(self.all.iter().filter_map(|fiber| fiber.suspended()))
    }

    /// Returns the fibers that a young collection scans, unless they run.
    pub(crate) fn listed(&self) -> &[Arc<FiberRecord>] {
        &self.listed
    }

    /// Queues fibers whose owners have died for the host.
    pub(crate) fn queue_dead(&mut self, fibers: Vec<DeadFiberRecord>) {
        self.dead.extend(fibers);
    }

    /// Adds a fiber to those that the next young collection scans, unless it is one of them.
    fn list(&mut self, fiber: Arc<FiberRecord>) {
        if fiber.listed_at.load(Relaxed) == NOT_LISTED {
            fiber.listed_at.store(self.listed.len(), Relaxed);
            self.listed.push(fiber);
        }
    }

    /// Removes a fiber from the list of those to be scanned, if it is there.
    fn unlist(&mut self, fiber: &FiberRecord) {
        let at = fiber.listed_at.swap(NOT_LISTED, Relaxed);
        if at != NOT_LISTED {
            self.listed.swap_remove(at);
            if let Some(moved) = self.listed.get(at) {
                moved.listed_at.store(at, Relaxed);
            }
        }
    }

    /// Removes from the list those fibers that the collection that has just ended found to be
    /// clean, and those that are done, unless the next young collection is to inspect their owners.
    pub(crate) fn unlist_clean(&mut self) {
        let mut at = 0;
        while let Some(fiber) = self.listed.get(at) {
            let is_done = fiber.phase() == FiberPhase::Done;
            let is_clean = is_done || fiber.stack.switch.resumable_by.is_by_slow_path();
            if is_clean && (!fiber.owner.is_young() || fault("unlist-owned")) {
                let fiber = Arc::clone(fiber);
                if is_done {
                    fiber.stack.parts.clear();
                }
                self.unlist(&fiber);
            } else {
                at += 1;
            }
        }
    }
}
