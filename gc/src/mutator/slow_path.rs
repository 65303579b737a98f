//! Where managed code ends up when a fast path does not do.
//!
//! Called by the stubs of [`crate::arch`], which have saved the callee-saved registers; the context
//! then holds the address of these registers.

use core::sync::atomic::Ordering::Relaxed;

use statepoint_scanner::arch::RegisterFile;

use super::{Attachment, Exit, ThreadContext};
use crate::arch;
use crate::collect::Outcome;
use crate::fatal;
use crate::heap::{BUFFER, Chunk, Found, MemoryRequest, OutOfMemory, Shortage};
use crate::object::{ARRAY_HEADER, Header, WORD};
use crate::verify::Zeal;

/// Objects above this size do not go into a thread's buffer, so that little of it is wasted.
const LARGE: usize = BUFFER / 4;

/// The calling thread, which managed code has left through a stub.
pub(super) struct Current<'a> {
    context: &'a ThreadContext,
    pub(super) attachment: &'a Attachment,
}

impl Current<'_> {
    /// Notes where the registers are.
    ///
    /// # Safety
    ///
    /// Called by a stub that managed code called, with the registers that the stub saved, and
    /// used until the stub goes on. The thread is managed.
    unsafe fn exit(registers: *const RegisterFile) -> Self {
        let current = Self::of_thread();
        if !current.attachment.me.is_managed() {
            fatal::stop(format_args!(
                "managed code polls or allocates on thread \"{}\", which is native: it was called other than by \
                 `Mutator::call`, or a wrapper did not call spgc_leave_native, perhaps because an exception \
                 came past it, or a poll got between spgc_enter_native and that",
                crate::os::thread_name(),
            ));
        }
        current.context.set_exit(Exit::by_stub(registers));
        current
    }

    pub(super) fn of_thread() -> Self {
        // SAFETY: the context is valid as long as the thread.
        let context: &ThreadContext = unsafe { &*arch::thread_context() };
        // SAFETY: null, or the record that is in place while the thread is attached.
        let Some(attachment) = (unsafe { context.attachment.load(Relaxed).as_ref() }) else {
            fatal::stop(format_args!(
                "managed code runs on thread \"{}\", which is not attached to a heap",
                crate::os::thread_name(),
            ));
        };
        attachment.heap.home.process().require_current("managed code runs");
        Current { context, attachment }
    }
}

/// Behind `spgc_poll_slow`: the limit is armed.
///
/// # Safety
///
/// See [`Current::exit`].
pub(crate) unsafe extern "C" fn poll(registers: *mut RegisterFile) {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    let Attachment { heap, me, asking, .. } = current.attachment;
    if heap.config.zeal == Zeal::EveryPoll {
        heap.collect(Some(me), 0, asking.get());
    } else {
        heap.safepoint.poll(me);
    }
}

/// Behind `spgc_allocate_slow`: the buffer has no room for an object of this size. Returns the
/// address of the object, whose fields are zero.
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
    current.require_registered(header);
    let expected = current.attachment.heap.types.fixed_size(header.type_id());
    let Some(size) = expected.filter(|&expected| expected as u64 == size) else {
        fatal::stop(format_args!(
            "managed code allocates {size} bytes of {:?}, whose objects have {}",
            header.type_id(),
            expected.map_or("no fixed size".to_owned(), |bytes| format!("{bytes} bytes")),
        ));
    };
    let object = current.object(size);
    // SAFETY: the memory is new, aligned, and large enough.
    unsafe { store(object, header.bits()) };
    current.resume();
    object as u64
}

/// Behind `spgc_allocate_array_slow`. Returns the address of the array, whose elements are zero.
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
    current.require_registered(header);
    let heap = &current.attachment.heap;
    let Some(size) = heap.types.array_size(header.type_id(), length) else {
        if heap.types.array_size(header.type_id(), 0).is_some() {
            current.too_many_elements(length);
        }
        fatal::stop(format_args!(
            "managed code allocates an array of {:?}, which is not an array type",
            header.type_id(),
        ));
    };
    debug_assert!(size >= ARRAY_HEADER);
    let object = current.object(size);
    // SAFETY: the memory is new, aligned, and large enough.
    unsafe {
        store(object, header.bits());
        store(object + WORD, length);
    }
    current.resume();
    object as u64
}

fn managed_header(word: u64) -> Header {
    Header::from_managed(word).unwrap_or_else(|| {
        fatal::stop(format_args!(
            "managed code allocates an object with the header {word:#x}; a header is a type id \
             shifted left by 8 and nothing else",
        ))
    })
}

/// # Safety
///
/// `address` is a word of memory that is the caller's alone.
unsafe fn store(address: usize, word: u64) {
    // SAFETY: the caller promises it.
    unsafe { core::ptr::with_exposed_provenance_mut::<u64>(address).write(word) };
}

impl Current<'_> {
    /// Ends the process if the type of an object to be made is not known.
    fn require_registered(&self, header: Header) {
        let id = header.type_id();
        if !self.attachment.heap.types.is_registered(id) {
            fatal::stop(format_args!(
                "managed code allocates an object of {id:?}, which is not registered \
                 (`HeapBuilder::register_type`)",
            ));
        }
    }

    /// Back to managed code.
    fn resume(&self) {
        self.attachment.heap.safepoint.resume(&self.attachment.me);
    }

    /// Room for an object, all zero; collects if it must.
    fn object(&self, size: usize) -> usize {
        let Attachment { heap, me, allocations, asking } = self.attachment;
        if let Zeal::EveryAllocation(every) = heap.config.zeal {
            let count = allocations.get() + 1;
            allocations.set(if count >= every { 0 } else { count });
            if count >= every {
                heap.collect(Some(me), size, asking.get());
            }
        }
        let mut relief = None;
        loop {
            if me.is_armed() {
                heap.safepoint.poll(me);
            }
            if let Some(object) = self.bump(size).or_else(|| self.take(size)) {
                return object;
            }
            if let Outcome::Short(found) = heap.collect(Some(me), size, asking.get())
                && !self.ask_host(&found, &mut relief)
            {
                fatal::out_of_memory(&found.why);
            }
        }
    }

    /// Whether the host has given something up; see [`Relief::ask`](crate::heap::Relief::ask).
    fn ask_host(&self, found: &Found, relief: &mut Option<u64>) -> bool {
        let Attachment { heap, me, asking, .. } = self.attachment;
        if asking.replace(true) {
            // The host has called managed code, which is short of memory in turn.
            return false;
        }
        // The exit from managed code is noted, and this function holds no reference.
        heap.safepoint.enter_native(me);
        let relieved = heap.relief.ask(found, relief, heap.home.process());
        heap.safepoint.leave_native(me);
        asking.set(false);
        relieved
    }

    /// No heap can hold such an array: the same to the program as one that does not fit today.
    fn too_many_elements(&self, length: u64) -> ! {
        let heap = &self.attachment.heap;
        let why = OutOfMemory {
            limit: heap.spaces.limit(),
            capacity: heap.spaces.capacity(),
            live: heap.spaces.used(),
            request: MemoryRequest::Elements(length),
            cause: Shortage::Room,
        };
        let found =
            Found { why, reliefs: heap.relief.count(), rooms: heap.relief.rooms(), last: false };
        self.ask_host(&found, &mut None);
        fatal::out_of_memory(&why)
    }

    /// Room in the thread's buffer: there may be some if managed code has come here because its limit
    /// was armed.
    fn bump(&self, size: usize) -> Option<usize> {
        let object = self.context.cursor.load(Relaxed);
        let room = self.context.words.end() - object;
        (size <= room).then(|| {
            self.context.cursor.store(object + size, Relaxed);
            object
        })
    }

    /// Room in a new buffer, without a collection.
    fn take(&self, size: usize) -> Option<usize> {
        let heap = &self.attachment.heap;
        // A collection at every n-th allocation has to see every allocation: no buffer.
        let buffered = size <= LARGE && !matches!(heap.config.zeal, Zeal::EveryAllocation(_));
        let Chunk { start, end } =
            heap.spaces.allocate(size, if buffered { BUFFER } else { size })?;
        // SAFETY: the chunk was just handed to this thread, and to nobody else.
        unsafe { core::ptr::with_exposed_provenance_mut::<u8>(start).write_bytes(0, end - start) };
        if buffered {
            self.context.cursor.store(start + size, Relaxed);
            self.context.words.set_end(end);
        }
        Some(start)
    }
}
