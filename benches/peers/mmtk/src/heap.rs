//! The heap of the workloads: objects, roots, allocation and collections.
//!
//! There is one mutator thread. Its safepoints are allocations and requests of collections. The
//! collector owns the mutator's data while that thread is stopped.

use std::cell::UnsafeCell;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use mmtk::plan::BarrierSelector;
use mmtk::util::alloc::{AllocatorInfo, BumpPointer};
use mmtk::util::opaque_pointer::VMThread;
use mmtk::util::{Address, ObjectReference};
use mmtk::vm::ObjectModel;
use mmtk::vm::slot::SimpleSlot;
use mmtk::{AllocationSemantics, MMTK, MMTKBuilder, Mutator, memory_manager};

use crate::binding::{Binding, thread};

/// A reference to an object, or null. The low half of an object's header is its size in bytes, and
/// the high half the number of its references. The references follow the header, then other words.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Object(*mut u64);

impl Object {
    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Returns a word after the header.
    #[inline(always)]
    pub(crate) fn word(self, at: usize) -> u64 {
        // SAFETY: workloads access live objects of known layouts, and no collection is in progress.

        unsafe { *self.0.add(1 + at) }
    }

    /// Writes a word without the write barrier: any word of the newest object, or a number.
    #[inline(always)]
    pub(crate) fn set_word(self, at: usize, value: u64) {
        // SAFETY: as above.
        unsafe { *self.0.add(1 + at) = value }
    }

    #[inline(always)]
    pub(crate) fn reference(self, at: usize) -> Self {
        Self(self.word(at) as *mut u64)
    }

    /// Returns the address as a word to store into the object that was allocated last.
    pub(crate) fn address(self) -> u64 {
        self.0 as u64
    }

    /// Returns all references.
    pub(crate) fn references(self) -> impl Iterator<Item = Self> {
        (0..self.number_of_references()).map(move |at| self.reference(at))
    }

    fn number_of_references(self) -> usize {
        // SAFETY: as above. A collector reads the header before it overwrites it.
        let header = unsafe { *self.0 };
        (header >> 32) as usize
    }

    /// Returns the size in bytes, including the header.
    pub(crate) fn size(self) -> usize {
        // SAFETY: as in `number_of_references`.
        unsafe { *self.0 as u32 as usize }
    }

    /// Returns the slots of all references.
    pub(crate) fn slots(self) -> impl Iterator<Item = SimpleSlot> {
        (1..=self.number_of_references()).map(move |at| self.slot(at))
    }

    fn slot(self, at: usize) -> SimpleSlot {
        SimpleSlot::from_address(Address::from_mut_ptr(self.0.wrapping_add(at)))
    }

    fn to_mmtk(self) -> Option<ObjectReference> {
        ObjectReference::from_raw_address(Address::from_mut_ptr(self.0))
    }
}

impl From<ObjectReference> for Object {
    fn from(object: ObjectReference) -> Self {
        Self(object.to_raw_address().to_mut_ptr())
    }
}

/// The data that the mutator thread uses while it runs, and the collector's threads while it is
/// stopped.
struct Shared {
    mmtk: OnceLock<Box<MMTK<Binding>>>,
    mutator: UnsafeCell<Option<Box<Mutator<Binding>>>>,
    roots: UnsafeCell<Vec<Object>>,
    state: Mutex<State>,
    changed: Condvar,
}

// SAFETY: the mutator thread owns the cells while `State::is_stopped` is false, and the collector
// while it is true. It changes under the mutex.
unsafe impl Sync for Shared {}

struct State {
    is_stopped: bool,
    /// Number of completed collections.
    collections: u64,
    /// Pauses of the mutator thread in nanoseconds.
    pauses: Vec<u64>,
}

static SHARED: Shared = Shared {
    mmtk: OnceLock::new(),
    mutator: UnsafeCell::new(None),
    roots: UnsafeCell::new(Vec::new()),
    state: Mutex::new(State { is_stopped: false, collections: 0, pauses: Vec::new() }),
    changed: Condvar::new(),
};

pub(crate) fn mmtk() -> &'static MMTK<Binding> {
    SHARED.mmtk.get().expect("the heap was started")
}

/// Returns the mutator. Only the mutator thread may call this while it runs, and only collector
/// threads while it is stopped.
pub(crate) fn mutator() -> &'static mut Mutator<Binding> {
    // SAFETY: the callers obey the rule above.
    let mutator = unsafe { &mut *SHARED.mutator.get() };
    mutator.as_deref_mut().expect("the heap was started")
}

/// Returns the roots. The rule of [`mutator`] applies.
pub(crate) fn roots() -> &'static mut Vec<Object> {
    // SAFETY: as above.
    unsafe { &mut *SHARED.roots.get() }
}

fn state() -> MutexGuard<'static, State> {
    SHARED.state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait(
    state: MutexGuard<'static, State>,
    until: impl Fn(&State) -> bool,
) -> MutexGuard<'static, State> {
    let waited = SHARED.changed.wait_while(state, |state| !until(state));
    waited.unwrap_or_else(PoisonError::into_inner)
}

/// Waits until the mutator thread has stopped.
pub(crate) fn wait_until_stopped() {
    drop(wait(state(), |state| state.is_stopped));
}

/// Ends a collection: resumes the mutator thread.
pub(crate) fn resume() {
    let mut state = state();
    state.is_stopped = false;
    state.collections += 1;
    SHARED.changed.notify_all();
}

/// Stops the mutator thread, which calls this, for one collection.
pub(crate) fn stop() {
    let begin = Instant::now();
    let mut state = state();
    let collections = state.collections;
    state.is_stopped = true;
    SHARED.changed.notify_all();
    let mut state = wait(state, |state| state.collections != collections);
    state.pauses.push(begin.elapsed().as_nanos() as u64);
}

/// The mutator thread's access to the heap.
pub(crate) struct Heap {
    mutator: *mut Mutator<Binding>,
    /// The bump pointer for small objects.
    bump: *mut BumpPointer,
    /// Maximum size of small objects in bytes. Larger objects are in MMTk's large object space.
    max_small: usize,
    /// Whether the plan has an object-logging write barrier.
    has_barrier: bool,
}

impl Heap {
    /// Creates the heap with the settings of the environment.
    pub(crate) fn start() -> Result<Self, String> {
        let builder = MMTKBuilder::new();
        assert!(
            SHARED.mmtk.set(memory_manager::mmtk_init(&builder)).is_ok(),
            "the heap is created once"
        );
        let bound = memory_manager::bind_mutator(mmtk(), thread());
        // SAFETY: no collector has been started.
        unsafe { *SHARED.mutator.get() = Some(bound) };
        memory_manager::initialize_collection(mmtk(), VMThread::UNINITIALIZED);
        let mutator: *mut Mutator<Binding> = mutator();
        let selector = memory_manager::get_allocator_mapping(mmtk(), AllocationSemantics::Default);
        let AllocatorInfo::BumpPointer { bump_pointer_offset } =
            AllocatorInfo::new::<Binding>(selector)
        else {
            return Err("the plan has no bump allocator; select another by MMTK_PLAN".to_owned());
        };
        let constraints = mmtk().get_plan().constraints();
        if constraints.needs_forward_after_liveness {
            return Err(
                "the plan adds header words to objects; select another by MMTK_PLAN".to_owned()
            );
        }
        Ok(Self {
            mutator,
            bump: mutator.wrapping_byte_add(bump_pointer_offset).cast(),
            max_small: constraints.max_non_los_default_alloc_bytes,
            has_barrier: constraints.barrier == BarrierSelector::ObjectBarrier,
        })
    }

    /// Allocates an object of this size in bytes. The caller must write all of its words before the
    /// next call. The allocation may collect. Then only roots, and references loaded from them, are
    /// valid.
    #[inline(always)]
    pub(crate) fn allocate(&mut self, size: usize, references: usize) -> Object {
        // SAFETY: it is a part of the mutator, which this thread owns.
        let bump = unsafe { &mut *self.bump };
        let end = bump.cursor + size;
        let object = if end <= bump.limit && size <= self.max_small {
            let object = Object(bump.cursor.to_mut_ptr());
            bump.cursor = end;
            object
        } else {
            self.allocate_slowly(size)
        };
        let header = size as u64 | (references as u64) << 32;
        // SAFETY: it is memory for a new object.
        unsafe { *object.0 = header };
        object
    }

    #[cold]
    #[inline(never)]
    fn allocate_slowly(&mut self, size: usize) -> Object {
        // SAFETY: this thread owns the mutator while it runs.
        let mutator = unsafe { &mut *self.mutator };
        if size <= self.max_small {
            let semantics = AllocationSemantics::Default;
            return Object(memory_manager::alloc_slow(mutator, size, 8, 0, semantics).to_mut_ptr());
        }
        let size = size.next_multiple_of(8);
        let semantics = AllocationSemantics::Los;
        let object = Object(memory_manager::alloc(mutator, size, 8, 0, semantics).to_mut_ptr());
        let new = object.to_mmtk().expect("memory for an object");
        memory_manager::post_alloc(mutator, new, size, semantics);
        object
    }

    /// Allocates an array of null references.
    pub(crate) fn array(&mut self, length: usize) -> Object {
        let array = self.allocate(8 + 8 * length, length);
        (0..length).for_each(|at| array.set_word(at, 0));
        array
    }

    /// Stores a reference, through the write barrier of generational plans.
    #[inline(always)]
    pub(crate) fn store(&mut self, object: Object, at: usize, value: Object) {
        object.set_word(at, value.0 as u64);
        if self.has_barrier {
            let written = object.to_mmtk().expect("an object");
            if Binding::GLOBAL_LOG_BIT_SPEC.is_unlogged::<Binding>(written, Ordering::Relaxed) {
                self.log(written, object.slot(1 + at), value);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn log(&mut self, object: ObjectReference, slot: SimpleSlot, value: Object) {
        // SAFETY: as above.
        let mutator = unsafe { &mut *self.mutator };
        memory_manager::object_reference_write_post(mutator, object, slot, value.to_mmtk());
    }

    /// Adds a root. Returns its index.
    #[inline(always)]
    pub(crate) fn push(&mut self, object: Object) -> usize {
        let roots = roots();
        roots.push(object);
        roots.len() - 1
    }

    #[inline(always)]
    pub(crate) fn root(&self, at: usize) -> Object {
        roots()[at]
    }

    pub(crate) fn set_root(&mut self, at: usize, object: Object) {
        roots()[at] = object;
    }

    /// Removes this root and all later ones.
    #[inline(always)]
    pub(crate) fn pop_to(&mut self, at: usize) {
        roots().truncate(at);
    }

    /// Runs a full collection. Returns its duration in nanoseconds.
    pub(crate) fn collect(&mut self) -> Result<u64, String> {
        self.request(true)
    }

    /// Collects the nursery. Returns the duration in nanoseconds.
    pub(crate) fn collect_young(&mut self) -> Result<u64, String> {
        let time = self.request(false)?;
        match mmtk().get_plan().generational() {
            Some(plan) if !plan.last_collection_full_heap() => Ok(time),
            Some(_) => Err("the collection was not a young collection".to_owned()),
            None => Err("the plan has no nursery".to_owned()),
        }
    }

    fn request(&mut self, is_full: bool) -> Result<u64, String> {
        let begin = Instant::now();
        if mmtk().handle_user_collection_request(thread(), true, is_full) {
            Ok(begin.elapsed().as_nanos() as u64)
        } else {
            Err("MMTk rejected the request for a collection".to_owned())
        }
    }

    /// Runs `work`, and prints its duration, its result and the pauses during it.
    pub(crate) fn measure(&mut self, work: impl FnOnce(&mut Self) -> u64) {
        state().pauses.clear();
        let begin = Instant::now();
        let result = work(self);
        println!("wall_ns {}\nresult {result}", begin.elapsed().as_nanos());
        for pause in &state().pauses {
            println!("pause_ns {pause}");
        }
    }
}
