//! The slow paths of polls and allocation, which managed code takes when a fast path fails.
//!
//! They are called by the stubs of [`super::arch`], which have saved the callee-saved registers.
//! The context then holds the address of these registers.

use core::sync::atomic::Ordering::Relaxed;

use statepoint_scanner::arch::RegisterFile;

use super::Attachment;
use super::call_stack::with_call_stack;
use super::fibers::on_own_stack;
use super::requester::Requester;
use crate::collect::{Cause, Outcome};
use crate::fatal;
use crate::object::{
    AllocationLayout, Header, MAX_OBJECT_SIZE, ObjectAlignment, TypeId, WORD, WeakKind,
};
use crate::os::CancelDisabled;
use crate::probes;
use crate::profile::SampledObject;
use crate::runtime::{FoundShortage, MemoryRequest, OutOfMemory, OutOfMemoryCause};
use crate::space::{Chunk, LARGE};
use crate::thread::{Exit, ThreadContext, thread_context};
use crate::zeal::Zeal;

/// The calling thread, which has left managed code through a stub. Thread cancellation is disabled
/// while this exists.
pub(crate) struct Current<'a> {
    context: &'a ThreadContext,
    pub(crate) attachment: &'a Attachment,
    /// Whether managed code has called the collector, and this is the exit from it.
    is_exit: bool,
    _uncancelled: CancelDisabled,
}

impl Current<'_> {
    /// Records the address of the saved registers as the exit from managed code.
    ///
    /// # Safety
    ///
    /// The caller is a stub that managed code called, and `registers` are those that it saved. The
    /// result is not used after the stub resumes. The thread is managed.
    pub(crate) unsafe fn exit(registers: *const RegisterFile) -> Self {
        let current = Self { is_exit: true, ..Self::of_managed_thread() };
        let stack = current.attachment.me.data.stack();
        stack.require_frames(current.context.activation(), registers.addr());
        current.context.set_exit(Exit::by_stub(registers));
        current
    }

    /// Returns the calling thread, on which managed code has called the collector. Ends the process
    /// if it is native.
    pub(crate) fn of_managed_thread() -> Self {
        let current = Self::of_thread();
        require_managed(current.attachment);
        current
    }

    pub(super) fn of_thread() -> Self {
        let uncancelled = CancelDisabled::begin();
        let (context, attachment) = attached();
        Current { context, attachment, is_exit: false, _uncancelled: uncancelled }
    }
}

/// Returns the attachment of the calling thread, on which managed code has called the collector.
/// Ends the process if it is native.
///
/// Thread cancellation stays enabled: the caller must not reach a cancellation point. In managed
/// code the cancellation type is deferred (`Mutator::call`).
pub(super) fn managed_attachment<'a>() -> &'a Attachment {
    let (_, attachment) = attached();
    require_managed(attachment);
    attachment
}

/// Returns the context of the calling thread and its attachment. The caller uses them only until it
/// returns to the code that has called the collector: a thread is detached by itself only.
fn attached<'a>() -> (&'a ThreadContext, &'a Attachment) {
    // SAFETY: the context is valid as long as the thread.
    let context: &ThreadContext = unsafe { &*thread_context() };
    // SAFETY: null, or the record, which is in place while the thread is attached.
    let Some(attachment) =
        (unsafe { context.attachment.load(Relaxed).cast::<Attachment>().as_ref() })
    else {
        fatal::abort(format_args!(
            "managed code runs on thread \"{}\", which is not attached to a heap \
             (`Heap::attach`; in C, spgc_thread_attach)",
            crate::os::thread_name(),
        ));
    };
    attachment.heap.home.process().require_current("managed code runs");
    (context, attachment)
}

fn require_managed(attachment: &Attachment) {
    if !attachment.me.is_managed() {
        fatal::abort(format_args!(
            "managed code calls the collector on thread \"{}\", which is native: it was not \
             called by `Mutator::call` (in C, spgc_call), or a wrapper did not call \
             spgc_leave_native (an exception may have skipped the call), or there is a poll \
             between spgc_enter_native and spgc_leave_native",
            crate::os::thread_name(),
        ));
    }
}

/// Implements `spgc_poll_slow`, which a poll calls when the limit is armed.
///
/// # Safety
///
/// See [`Current::exit`].
pub(crate) unsafe extern "C" fn poll(registers: *mut RegisterFile) {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    let Attachment { heap, me, in_memory_callback, .. } = current.attachment;
    on_own_stack(&me.data, || {
        if heap.config.zeal == Zeal::EveryPoll {
            heap.collect(Some(me), Cause::Zeal(0), in_memory_callback.get());
        } else {
            heap.safepoint.poll(me);
        }
    });
}

/// Implements `spgc_allocate_slow`, called when the TLAB has no room for an object of this size.
/// Returns the address of the object, whose fields are zero, or 0 if allocations may fail and there
/// is no memory.
///
/// # Safety
///
/// See [`Current::exit`].
pub(crate) unsafe extern "C" fn allocate(
    size: u64,
    header: u64,
    registers: *mut RegisterFile,
) -> u64 {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    let header = managed_header(header);
    let (size, alignment) = match current.allocation_layout(header) {
        AllocationLayout::Fixed { size: expected, alignment } if expected as u64 == size => {
            (expected, alignment)
        }
        AllocationLayout::Any { alignment } if size >= 16 && size.is_multiple_of(WORD as u64) => {
            if size > MAX_OBJECT_SIZE as u64 {
                current.refuse(MemoryRequest::Bytes(size as usize));
                current.resume();
                return 0;
            }
            (size as usize, alignment)
        }
        allocation_layout => fatal::abort(format_args!(
            "managed code allocates {size} bytes of {:?}, whose objects have {allocation_layout}",
            header.type_id(),
        )),
    };
    let object = current.object(size, alignment, header.type_id()).unwrap_or(0);
    if object != 0 {
        // SAFETY: the memory is new, aligned, and large enough.
        unsafe { store(object, header.bits()) };
    }
    current.resume();
    object as u64
}

/// Implements `spgc_allocate_array_slow`. Returns the address of the array, whose elements are
/// zero, or 0 as [`allocate`] does.
///
/// # Safety
///
/// See [`Current::exit`].
pub(crate) unsafe extern "C" fn allocate_array(
    length: u64,
    header: u64,
    registers: *mut RegisterFile,
) -> u64 {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    let header = managed_header(header);
    let allocation_layout = current.allocation_layout(header);
    current.elements(header, allocation_layout, length)
}

/// Implements `spgc_allocate_tailed_slow`: as [`allocate_array`], for code into which the type's
/// sizes are compiled. They must be those of the registered type. Returns the address of the
/// object, or 0 as [`allocate`] does.
///
/// # Safety
///
/// See [`Current::exit`].
pub(crate) unsafe extern "C" fn allocate_tailed(
    length: u64,
    header: u64,
    fixed: u64,
    length_offset: u64,
    element_size: u64,
    registers: *mut RegisterFile,
) -> u64 {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    let header = managed_header(header);
    let allocation_layout = current.allocation_layout(header);
    let given = [fixed, length_offset, element_size];
    match allocation_layout {
        AllocationLayout::Tailed { fixed, length_offset, element_size, .. }
            if [fixed, length_offset, element_size].map(|bytes| bytes as u64) == given => {}
        _ => fatal::abort(format_args!(
            "managed code allocates elements of {element_size} bytes after {fixed} bytes, with \
             their number at offset {length_offset}, of {:?}, whose objects have {allocation_layout}",
            header.type_id(),
        )),
    }
    current.elements(header, allocation_layout, length)
}

fn managed_header(word: u64) -> Header {
    Header::from_managed(word).unwrap_or_else(|| {
        fatal::abort(format_args!(
            "managed code allocates an object with the header {word:#x}; a header is a type id \
             shifted left by 8 and nothing else",
        ))
    })
}

/// # Safety
///
/// `address` is a word of memory that only the caller accesses.
unsafe fn store(address: usize, word: u64) {
    // SAFETY: the caller promises it.
    unsafe { core::ptr::with_exposed_provenance_mut::<u64>(address).write(word) };
}

impl Current<'_> {
    /// Returns the allocation layout of objects with this header. Ends the process if the type is
    /// not registered.
    fn allocation_layout(&self, header: Header) -> AllocationLayout {
        let id = header.type_id();
        self.attachment.heap.types.allocation_layout(id).unwrap_or_else(|| {
            fatal::abort(format_args!(
                "managed code allocates an object of {id:?}, which is not registered \
                 (`HeapBuilder::register_type`, `Heap::register_type`; in C, spgc_type_register)",
            ))
        })
    }

    /// Allocates an object with `length` elements for managed code, and returns its address, or 0
    /// if allocations may fail and there is no memory.
    fn elements(&self, header: Header, allocation_layout: AllocationLayout, length: u64) -> u64 {
        let AllocationLayout::Tailed { fixed, length_offset, element_size, alignment } =
            allocation_layout
        else {
            fatal::abort(format_args!(
                "managed code allocates an array of {:?}, which is not an array type: its objects \
                 have {allocation_layout}",
                header.type_id(),
            ));
        };
        let object = match AllocationLayout::size_with(fixed, element_size, length) {
            Some(size) => self.object(size, alignment, header.type_id()),
            None => Err(self.refuse(MemoryRequest::Elements(length))),
        };
        let object = object.unwrap_or(0);
        if object != 0 {
            // SAFETY: the memory is new, aligned, and large enough.
            unsafe {
                store(object, header.bits());
                store(object + length_offset, length);
            }
        }
        self.resume();
        object as u64
    }

    /// Returns to managed code.
    pub(crate) fn resume(&self) {
        self.attachment.heap.safepoint.resume(&self.attachment.me);
    }

    /// Allocates zeroed memory for an object of this type; collects if there is no room.
    ///
    /// # Errors
    ///
    /// If there is no memory. The process ends instead unless
    /// [allocations may fail](crate::HeapBuilder::fallible_allocation).
    pub(super) fn object(
        &self,
        size: usize,
        alignment: ObjectAlignment,
        type_id: TypeId,
    ) -> Result<usize, OutOfMemory> {
        probes::slow_allocation(size);
        // Includes the gap that alignment may need before the object.
        let room = size + alignment.bytes() - WORD;
        let Attachment { heap, me, allocations, .. } = self.attachment;
        if let Zeal::EveryAllocation(every) = heap.config.zeal {
            let count = allocations.get() + 1;
            allocations.set(if count >= every { 0 } else { count });
            if count >= every {
                self.collect(Cause::Zeal(size));
            }
        }
        let mut last_success = None;
        let mut cause = Cause::Allocation(size);
        loop {
            if me.is_armed() {
                on_own_stack(&me.data, || heap.safepoint.poll(me));
            }
            let place = self.bump(size, alignment).or_else(|| {
                if heap.are_counters_due() {
                    self.export_counters();
                }
                self.take(size, room)
            });
            if let Some(place) = place {
                let object = alignment.up(place.start);
                if place.is_sample {
                    self.add_sample(object, size, type_id);
                }
                return Ok(object);
            }
            if let Outcome::OutOfMemory(found) = self.collect(cause) {
                if !self.call_out_of_memory_callback(&found, &mut last_success) {
                    return Err(self.fail(found.why));
                }
                cause = Cause::Emergency(size);
            }
        }
    }

    /// Exports the counters. No stop waits for this thread meanwhile, because the file system may
    /// wait for its disk.
    #[cold]
    fn export_counters(&self) {
        let Attachment { heap, me, .. } = self.attachment;
        on_own_stack(&me.data, || {
            // The exit from managed code is recorded, and `object` holds no reference yet.
            heap.safepoint.enter_native(me);
            heap.try_export_counters();
            heap.safepoint.leave_native(me);
        });
    }

    /// Collects, or waits for the collection of another thread.
    fn collect(&self, cause: Cause) -> Outcome {
        let Attachment { heap, me, in_memory_callback, .. } = self.attachment;
        on_own_stack(&me.data, || heap.collect(Some(me), cause, in_memory_callback.get()))
    }

    /// Calls the host's out-of-memory callback and returns whether another collection is
    /// worthwhile; see [`OutOfMemoryCallback::request_memory`](crate::runtime::OutOfMemoryCallback::request_memory).
    fn call_out_of_memory_callback(
        &self,
        found: &FoundShortage,
        last_success: &mut Option<u64>,
    ) -> bool {
        let Attachment { heap, me, in_memory_callback, .. } = self.attachment;
        if in_memory_callback.replace(true) {
            // The callback has called managed code, which has run out of memory in turn.
            return false;
        }
        // The exit from managed code is recorded, and this function holds no reference.
        heap.safepoint.enter_native(me);
        let relieved =
            heap.memory_callback.request_memory(found, last_success, heap.home.process());
        if relieved {
            heap.pacing.lock().memory_released();
        }
        heap.safepoint.leave_native(me);
        in_memory_callback.set(false);
        relieved
    }

    /// Returns the reason why an allocation fails. Ends the process unless allocations may fail.
    fn fail(&self, why: OutOfMemory) -> OutOfMemory {
        if !self.attachment.heap.config.fallible_allocation {
            why.end_process(&Requester::of(self.attachment))
        }
        why
    }

    /// Refuses an object that is larger than any heap, as [`Self::fail`] does. Calls the
    /// out-of-memory callback before, as for an object that currently does not fit.
    fn refuse(&self, request: MemoryRequest) -> OutOfMemory {
        let heap = &self.attachment.heap;
        let why = OutOfMemory {
            limit: heap.spaces.limit(),
            live: heap.spaces.used(),
            request,
            cause: OutOfMemoryCause::NoRoom,
        };
        let found = FoundShortage {
            why,
            reliefs: heap.memory_callback.count(),
            successes: heap.memory_callback.successes(),
            last: false,
        };
        self.call_out_of_memory_callback(&found, &mut None);
        self.fail(why)
    }

    /// Allocates an object that is not large in the thread's TLAB. There may be room,
    /// because managed code also takes the slow path when its limit is armed.
    fn bump(&self, size: usize, alignment: ObjectAlignment) -> Option<Place> {
        if size > LARGE {
            return None;
        }
        let Attachment { heap, sampler, .. } = self.attachment;
        let safepoint = &self.context.safepoint;
        let start = alignment.up(self.context.cursor.load(Relaxed));
        let limit = safepoint.end();
        let end = sampler.tlab_end(limit);
        if size > end.checked_sub(start)? {
            return None;
        }
        let next = start + size;
        self.context.cursor.store(next, Relaxed);
        if next <= limit {
            return Some(Place { start, is_sample: false });
        }
        let interval = heap.profiler.interval();
        // If the chosen byte is in the gap before the object, another one may be in the object.
        let is_sample =
            interval.is_some_and(|interval| start <= limit || sampler.hits(interval, size));
        safepoint.set_end(sampler.shorten(interval, next, end));
        Some(Place { start, is_sample })
    }

    /// Allocates without a collection: `room` bytes in a new TLAB for an object of `size` bytes, or
    /// pages of its own for a large object.
    fn take(&self, size: usize, room: usize) -> Option<Place> {
        let Attachment { heap, me, sampler, .. } = self.attachment;
        let interval = heap.profiler.interval();
        let is_sample = interval.is_some_and(|interval| sampler.hits(interval, size));
        if size > LARGE {
            let start = heap.spaces.allocate_large(size)?;
            on_own_stack(&me.data, || heap.assist(me, size));
            return Some(Place { start, is_sample });
        }
        // Collecting at every n-th allocation requires each allocation to take the slow path: no
        // TLAB.
        let as_tlab = !matches!(heap.config.zeal, Zeal::EveryAllocation(_));
        let Chunk { start, end } = heap.spaces.allocate(room, as_tlab)?;
        on_own_stack(&me.data, || heap.assist(me, end - start));
        // SAFETY: the chunk was just handed to this thread, and to no other.
        unsafe { core::ptr::with_exposed_provenance_mut::<u8>(start).write_bytes(0, end - start) };
        if as_tlab {
            self.context.cursor.store(start + room, Relaxed);
            self.context.safepoint.set_end(sampler.shorten(interval, start + room, end));
        }
        Some(Place { start, is_sample })
    }

    /// Adds a new object to the allocation profile. Its memory is zero.
    fn add_sample(&self, address: usize, size: usize, type_id: TypeId) {
        let Attachment { heap, .. } = self.attachment;
        let object = SampledObject { address, size: size as u64, type_id };
        with_call_stack(self.attachment, self.is_exit, |addresses, generation| {
            let cells = heap.references.weak(WeakKind::Short);
            heap.profiler.add(object, addresses, generation, cells);
        });
    }
}

/// Memory for an object.
struct Place {
    /// Its start, before alignment.
    start: usize,
    /// Whether the object is a sample of the allocation profile.
    is_sample: bool,
}
