//! One collecting thread: walks stacks, evacuates objects, traces from the copies.

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bumpalo::Bump as Arena;
use crossbeam::deque::Worker as Queue;
use statepoint_scanner::arch::Host;
use statepoint_scanner::object::symbols;
use statepoint_scanner::roots::{Relocator, Walker, relocate_stack};
use statepoint_scanner::walk::WalkError;

use super::mark_stack::{MarkStack, NoMemory, Task};
use super::termination::Sharing;
use crate::arch;
use crate::fatal;
use crate::heap::{Bump, CodeView, CopyBuffer, Shared};
use crate::mutator::{Exit, ThreadData};
use crate::object::{Claim, Extent, Header, HeaderWord, WORD, reference_slots};
use crate::observe::Counters;
use crate::safepoint::Participant;
use crate::sync::Arc;

/// Objects on a worker's own stack before it offers some to others.
const SPARE: usize = 32;

/// What all workers of a collection share.
pub(super) struct Cycle<'a> {
    pub(super) heap: &'a Shared,
    /// The code at the time of the stop: all that a stopped thread can be in.
    pub(super) code: &'a CodeView<'a>,
    pub(super) from: Range<usize>,
    pub(super) to: &'a Bump,
    pub(super) to_space: Range<usize>,
    /// In zeal mode all addresses of the heap, else none: what is neither in from-space nor in
    /// to-space was left behind.
    pub(super) retired: Range<usize>,
    pub(super) threads: &'a [Arc<Participant<ThreadData>>],
    pub(super) next_root_task: AtomicUsize,
    pub(super) sharing: Sharing<Task>,
}

/// Does what worker `index` of a cycle does. `ALONE`: there is only one, and claiming an object
/// needs no exchange.
pub(super) fn work<const ALONE: bool>(cycle: &Cycle<'_>, index: usize) -> Counters {
    let Some(queue) = cycle.sharing.join(index) else { return Counters::default() };
    let arena = Arena::new();
    let mut worker = Worker::<ALONE> {
        cycle,
        index,
        queue,
        buffer: CopyBuffer::default(),
        unscanned: MarkStack::new(&arena),
        counters: Counters::default(),
        from: cycle.from.start,
        from_words: cycle.from.len() / WORD,
        retired: cycle.retired.start,
        retired_bytes: cycle.retired.len(),
    };
    worker.roots();
    worker.trace();
    worker.counters
}

struct Worker<'a, 's, const ALONE: bool> {
    cycle: &'a Cycle<'a>,
    index: usize,
    queue: Queue<Task>,
    buffer: CopyBuffer,
    /// Copies whose references still point to from-space.
    unscanned: MarkStack<'s>,
    counters: Counters,
    // Of the cycle, at hand where each reference is looked at.
    from: usize,
    from_words: usize,
    retired: usize,
    retired_bytes: usize,
}

impl<const ALONE: bool> Worker<'_, '_, ALONE> {
    /// Takes root tasks until there are none: the handles, then each thread's stack.
    fn roots(&mut self) {
        // No other worker has this index.
        let mut walker = self.cycle.heap.walkers[self.index].lock();
        loop {
            match self.cycle.next_root_task.fetch_add(1, Relaxed) {
                0 => {
                    let cycle = self.cycle;
                    self.counters.handles += cycle.heap.handles.relocate(|word| self.forward(word));
                }
                task => match self.cycle.threads.get(task - 1) {
                    Some(thread) => self.stack(&thread.data, &mut walker),
                    None => return,
                },
            }
        }
    }

    /// Relocates what the managed frames of a stopped thread hold: those of each call from native
    /// code that has not returned. A thread that is not in such a call has none.
    fn stack(&mut self, thread: &ThreadData, walker: &mut Walker<Host>) {
        // SAFETY: the world is stopped.
        for exit in unsafe { thread.context().exits() } {
            self.frames(thread, exit, walker);
        }
    }

    /// Relocates what the managed frames hold that were left by `exit`.
    fn frames(&mut self, thread: &ThreadData, exit: Exit, walker: &mut Walker<Host>) {
        // SAFETY: the world is stopped.
        let mut memory = unsafe { thread.stack_from(exit) };
        let ends = [arch::entry_return_address()];
        let walked = self.cycle.code.with(|code| {
            let cursor = exit.cursor(code, &memory, &ends)?;
            relocate_stack(cursor, &mut memory, walker, self)
        });
        match walked {
            Ok(counts) => self.counters.walk += counts,
            Err(error) => stop_at(thread, &error),
        }
    }

    /// Scans copies, one's own and others', until all of them are scanned.
    fn trace(&mut self) {
        loop {
            while let Some(task) = self.unscanned.pop().or_else(|| self.queue.pop()) {
                self.scan(task);
                if !ALONE && self.unscanned.in_top() > SPARE {
                    self.share();
                }
            }
            match self.cycle.sharing.steal(self.index) {
                Some(task) => self.push(task),
                None => return,
            }
        }
    }

    /// Offers some of the stack to workers that wait.
    fn share(&mut self) {
        if self.queue.is_empty() && self.cycle.sharing.is_anyone_idle() {
            let queue = &self.queue;
            self.unscanned.take_oldest(|task| queue.push(task));
            self.cycle.sharing.offered();
        }
    }

    #[inline]
    fn push(&mut self, task: Task) {
        if let Err(NoMemory) = self.unscanned.push(task) {
            fatal::stop(format_args!("the system has no memory left for tracing"));
        }
    }

    fn scan(&mut self, Task { object, first }: Task) {
        // SAFETY: the object is a complete copy in to-space, and this worker has the only task for
        // these slots.
        let rest = unsafe {
            let header = core::ptr::with_exposed_provenance::<u64>(object).read();
            let id = Header::from_object(header).type_id();
            let types = &self.cycle.heap.types;
            reference_slots(types, id, object, first, |slot| {
                let slot = core::ptr::with_exposed_provenance_mut::<u64>(slot);
                let word = slot.read();
                let moved = self.forward(word);
                if moved != word {
                    slot.write(moved);
                }
            })
        };
        if let Some(first) = rest {
            self.push(Task { object, first });
        }
    }

    /// What a slot that holds `word` is to hold: the object's new address, or the word itself if it
    /// is no reference into from-space.
    #[inline]
    fn forward(&mut self, word: u64) -> u64 {
        let address = word as usize;
        // The number of the word in from-space, or a large one if the address is not aligned.
        let index = address.wrapping_sub(self.from).rotate_right(WORD.trailing_zeros());
        if index < self.from_words {
            self.evacuate(address) as u64
        } else {
            if address.wrapping_sub(self.retired) < self.retired_bytes {
                self.refuse_stale(address);
            }
            word
        }
    }

    /// In zeal mode addresses outside the two spaces of a collection were those of objects that have
    /// moved, or of none at all.
    #[cold]
    fn refuse_stale(&self, address: usize) {
        let to = self.cycle.to_space.contains(&address);
        if !to && address.is_multiple_of(WORD) {
            fatal::stop(format_args!(
                "a root or a field holds {address:#x}, in a retired space: an object was there until \
                 a collection moved it. The reference was not updated then: a root that no stack map \
                 record names, or a field that its type does not name",
            ));
        }
    }

    /// Moves an object, unless it has moved already; its new address.
    #[inline]
    fn evacuate(&mut self, address: usize) -> usize {
        // SAFETY: an aligned word of from-space, in which an object begins if the reference is one.
        let word = unsafe { HeaderWord::at(address) };
        match word.moved() {
            Some(copy) => copy,
            None => self.copy(address, word),
        }
    }

    /// As [`Self::evacuate`], of an object that had not moved a moment ago.
    #[inline(never)]
    fn copy(&mut self, address: usize, word: &HeaderWord) -> usize {
        let claim = if ALONE { word.claim_alone() } else { word.claim() };
        let header = match claim {
            Claim::Moved(copy) => return copy,
            Claim::Mine(header) => header,
        };
        // SAFETY: the object is complete, and the claim makes it this worker's.
        let extent = unsafe { self.cycle.heap.types.extent(header, address) };
        let fits = |extent: &Extent| extent.size <= self.cycle.from.end - address;
        let Some(Extent { size, has_references }) = extent.filter(fits) else {
            fatal::stop(format_args!(
                "a reference leads to {address:#x}, where no object is: the header there is {:#x}. \
                 The heap is corrupt, a type was not registered, or a reference was missed by an \
                 earlier collection (SPGC_ZEAL=alloc shows where)",
                header.bits(),
            ));
        };
        let Some(copy) = self.buffer.allocate(self.cycle.to, size) else {
            fatal::stop(format_args!(
                "to-space is full before everything was copied; this is a defect of the collector"
            ));
        };
        // SAFETY: `size` bytes of the object, and as many that were just allocated elsewhere.
        unsafe {
            let new = core::ptr::with_exposed_provenance_mut::<u64>(copy);
            new.write(header.bits());
            core::ptr::copy_nonoverlapping(
                core::ptr::with_exposed_provenance::<u64>(address).add(1),
                new.add(1),
                size / WORD - 1,
            );
        }
        word.publish(copy);
        self.counters.objects_moved += 1;
        self.counters.bytes_copied += size as u64;
        if has_references {
            self.push(Task { object: copy, first: 0 });
        }
        copy
    }
}

impl<const ALONE: bool> Relocator for Worker<'_, '_, ALONE> {
    #[inline]
    fn forward(&mut self, object: u64) -> u64 {
        Worker::forward(self, object)
    }

    /// All objects of a collection move.
    fn pin(&mut self, candidate: u64) -> bool {
        !self.cycle.from.contains(&(candidate as usize))
    }
}

/// A stack that cannot be walked to its end: some root would be lost.
fn stop_at(thread: &ThreadData, error: &WalkError) -> ! {
    let place = symbols::describe_return_address(error.pc());
    let advice = match error {
        WalkError::NoRecord { function: None, .. } => {
            ". If that is native code, managed code must call it by spgc_call_native or through a wrapper, or \
             the heap be made with `unwind_native_frames`; if it is managed code, it was compiled without \
             `gc \"statepoint-example\"`, or its stack map is missing or not registered (`Heap::code`)"
        }
        error if error.pc() == 0 => {
            ". It is not known where managed code was left: spgc_enter_native takes llvm.frameaddress(0), in \
             a wrapper"
        }
        WalkError::UnrecoverableRegister { .. } => {
            ". Behind a wrapper of a native function, references must be in stack slots; \
             spgc_call_native also finds those in registers"
        }
        _ => "",
    };
    fatal::stop(format_args!(
        "the stack of thread \"{}\" ({}) cannot be walked: {error}; the frame is in {place}{advice}",
        thread.name, thread.id,
    ))
}
