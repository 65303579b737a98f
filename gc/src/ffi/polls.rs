//! Polls that are patched when threads are to stop.

use core::ffi::c_void;

use statepoint_patch::SecondMapping;
use statepoint_scanner::registry::RegionId;

use super::code::spgc_region;
use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::patched_polls::{PATCHED_POLL_BYTES, PATCHED_POLL_ID, PollShape};

/// The patched polls of generated code, and how to write to them. Set the first field to sizeof(spgc_poll_code) and all
/// others to zero, which means what is said of each.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_poll_code {
    /// sizeof(spgc_poll_code).
    pub size: usize,
    /// The ID of the polls' records, "statepoint-id", which no other record has. 0: 1347374156, as in patched_poll.ll.
    pub id: u64,
    /// The bytes of each, "statepoint-num-patch-bytes". 0: those of a call, 5 on x86-64, 4 on AArch64.
    pub bytes: u64,
    /// What is called in place of spgc_poll_slow, if that is too far from the code for a call (2 GiB on x86-64, 128 MiB
    /// on AArch64): something near by that jumps there, and changes r11 (x16 and x17) at most. Null: spgc_poll_slow.
    pub target: *const c_void,
    /// Where the region's first byte is written, if its memory is mapped twice. It stays until the polls were removed.
    /// Null: the pages with polls are made writable for each stop.
    pub writable: *mut c_void,
}

// SAFETY: words throughout.
unsafe impl Structure for spgc_poll_code {
    const NAME: &'static str = "spgc_poll_code";
    const LEAST: usize = 40;
}

const _: () = assert!(size_of::<spgc_poll_code>() == 40);

impl spgc_poll_code {
    fn shape(&self) -> Result<PollShape, Failure> {
        let bytes = u32::try_from(self.bytes).map_err(|_| {
            Failure::argument(format!(
                "spgc_poll_code.bytes is {}, more than any poll has; use what \"statepoint-num-patch-bytes\" says",
                self.bytes
            ))
        })?;
        Ok(PollShape {
            id: if self.id == 0 { PATCHED_POLL_ID } else { self.id },
            bytes: if bytes == 0 { PATCHED_POLL_BYTES } else { bytes },
            target: (!self.target.is_null()).then(|| self.target.expose_provenance() as u64),
        })
    }
}

/// Has stops reach the threads in a program or library by its patched polls: those of patched_poll.ll. The heap was
/// started with SPGC_CONFIG_PATCHED_POLLS, and the code is registered. Threads that run such code before this is called do
/// not come to a stop, which waits for them for ever.
///
/// The polls' pages are made writable for each stop that finds threads in managed code, and are what they were
/// afterwards. No two heaps of a process may have the same code's polls. On x86-64 SIGTRAP is handled by the library from the start of
/// such a heap on; no thread may block it in managed code.
///
/// Any thread that is not managed may do so at any time, while others run managed code and collect.
///
/// address: in the code: a function.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_CODE if no
/// registered code is there, it has no such polls, or they were added before; SPGC_ERROR_PATCH if a poll is not what LLVM
/// makes of it, or spgc_poll_slow is too far away; SPGC_ERROR_SYSTEM if the memory cannot be made writable;
/// SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// The image stays loaded until its polls are removed. No other code changes them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_polls_add_image(
    heap: *mut spgc_heap,
    address: *const c_void,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (heap, polls) = heap::with_polls(heap)?;
        require(address.cast::<u8>(), "address")?;
        // SAFETY: the caller promises that the records of this ID are polls, and removes them before the code.
        Ok(unsafe { polls.add_image_at(heap.code(), address.addr() as u64) }?)
    })
}

/// As spgc_polls_add_image(), of generated code: after it was registered, and before a thread runs it.
///
/// Threads: as for spgc_polls_add_image().
///
/// region: as spgc_code_register_jit() has stored it.
/// polls: what they are, or null for a structure of zeros.
///
/// Errors: those of spgc_polls_add_image(), SPGC_ERROR_SIZE, and SPGC_ERROR_ARGUMENT if the memory is not code, or
/// spgc_poll_code.writable is not the same memory. The code is as it was then.
///
/// # Safety
///
/// `polls` is null or points to a structure of the size that its first field says. The code stays
/// as it is until its polls are removed, and has them where the structure says.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_polls_add_jit(
    heap: *mut spgc_heap,
    region: spgc_region,
    polls: *const spgc_poll_code,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (heap, known) = heap::with_polls(heap)?;
        let id = region.id()?;
        let (shape, writable) = if polls.is_null() {
            (PollShape::default(), core::ptr::null_mut())
        } else {
            // SAFETY: the caller promises a structure of the size that it says.
            let polls = unsafe { sized::read(polls, "polls") }?;
            (polls.shape()?, polls.writable)
        };
        let code = heap.code();
        if writable.is_null() {
            // SAFETY: the caller promises that the code stays until its polls are removed, and what is said of the polls.
            return Ok(unsafe { known.add_pages(code, id, shape) }?);
        }
        let bounds = code.snapshot().region_at(region.start).map(|(_, bounds)| bounds);
        let bounds = bounds.ok_or_else(|| not_registered(id))?;
        // SAFETY: as above, and the same of the second mapping.
        unsafe {
            let memory = SecondMapping::new(bounds, writable.cast())?;
            Ok(known.add(code, id, shape, memory)?)
        }
    })
}

fn not_registered(region: RegionId) -> Failure {
    Failure::new(
        spgc_status::SPGC_ERROR_CODE,
        format!("the region {region} is not registered; register code before its polls are added"),
    )
}

/// Forgets the polls of a region, which are no-ops again. No thread executes its code or will return into it.
/// spgc_code_remove() does that, too; this is for code that stays and is not run any more.
///
/// Any thread that is not managed may do so.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_CODE if those of the region
/// were not added, or were removed; SPGC_ERROR_PATCH if somebody else has changed the code; SPGC_ERROR_SYSTEM;
/// SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// No thread runs the region's code.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_polls_remove(
    heap: *mut spgc_heap,
    region: spgc_region,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (_, polls) = heap::with_polls(heap)?;
        Ok(polls.remove(region.id()?)?)
    })
}

/// Tells how many patched polls the heap knows, in all code.
///
/// Any thread that is not managed may ask at any time; others may add and remove meanwhile.
///
/// count: where to store it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_MANAGED,
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `count` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_polls_count(
    heap: *mut spgc_heap,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (_, polls) = heap::with_polls(heap)?;
        require(count, "count")?;
        // SAFETY: the caller promises a variable.
        unsafe { count.write(polls.len()) };
        Ok(())
    })
}
