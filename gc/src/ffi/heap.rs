//! Starting and shutting down a heap.
//!
//! C holds a pointer to a small record that is never freed, so a call after the heap's shutdown is
//! detected. Records form a list that only grows, at its head. The list is read without a lock: the
//! child of a fork must detect that it is a child before it takes any lock.
//!
//! A record has 40 bytes. The record of a heap with patched polls also keeps the polls, which refer
//! to no code after the shutdown. A live heap takes far more: an address space of several times its
//! limit, and threads. If the memory of a record were reused for the next heap, a pointer to the
//! old heap would denote the new heap. A lookup takes one step for each newer heap of the process.

use core::ptr::{self, NonNull};
use core::sync::atomic::{
    AtomicPtr,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::Arc;

use parking_lot::Mutex;

use super::config::spgc_config;
use super::restricted::{innermost, refuse_in_callback};
use super::sized;
use super::status::{Failure, guard, require, spgc_status};
use crate::mutator::Mutator;
use crate::patched_polls::PatchedPolls;
use crate::process::Process;
use crate::runtime::Heap;

/// A heap with its collector. Started by spgc_heap_start(), shut down by spgc_heap_shutdown().
#[derive(Debug)]
pub struct spgc_heap {
    /// `None` after the shutdown.
    heap: Mutex<Option<Heap>>,
    /// Present if the heap has SPGC_CONFIG_PATCHED_POLLS. They refer to no code after the shutdown.
    polls: Option<Arc<PatchedPolls>>,
    /// Process that started the heap.
    home: Process,
    /// The record of the next older heap; null at the end of the list.
    next: *mut spgc_heap,
}

/// Head of the list of records: the record of the newest heap.
static NEWEST: AtomicPtr<spgc_heap> = AtomicPtr::new(ptr::null_mut());

fn no_heap_failure(message: String) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_NO_HEAP, message)
}

/// Returns the record of a heap. The pointer may have any value: it is compared, never
/// dereferenced.
fn find(heap: *const spgc_heap) -> Result<&'static spgc_heap, Failure> {
    refuse_in_callback()?;
    if heap.is_null() {
        return Err(no_heap_failure(
            "the heap is null; start one with spgc_heap_start first".into(),
        ));
    }
    let mut record = NEWEST.load(Acquire);
    // SAFETY: records are never freed, and complete when they are in the list.
    while let Some(found) = unsafe { record.as_ref() } {
        if ptr::eq(found, heap) {
            if !found.home.is_current() {
                return Err(Failure::new(
                    spgc_status::SPGC_ERROR_FORKED,
                    "this process is a fork of the one that started the heap, and cannot use it; \
                     fork before a heap is started, or call exec in the child",
                ));
            }
            return Ok(found);
        }
        record = found.next;
    }
    Err(no_heap_failure(format!(
        "{heap:p} is not a heap; pass the heap that spgc_heap_start stored"
    )))
}

fn shut_down_failure() -> Failure {
    no_heap_failure("the heap was shut down; start a new one with spgc_heap_start".into())
}

/// Returns the heap that C's pointer denotes.
pub(super) fn get(heap: *const spgc_heap) -> Result<Heap, Failure> {
    find(heap)?.heap.lock().clone().ok_or_else(shut_down_failure)
}

/// As [`get`], with the heap's patched polls, if it has them.
pub(super) fn get_with_polls(
    heap: *const spgc_heap,
) -> Result<(Heap, Option<&'static PatchedPolls>), Failure> {
    Ok((get(heap)?, find(heap)?.polls.as_deref()))
}

/// As [`get_with_polls`]; an error if the heap has no patched polls.
pub(super) fn with_polls(heap: *const spgc_heap) -> Result<(Heap, &'static PatchedPolls), Failure> {
    let (heap, polls) = get_with_polls(heap)?;
    let polls = polls.ok_or_else(|| {
        Failure::new(
            spgc_status::SPGC_ERROR_CONFIG,
            "the heap has no patched polls; start it with SPGC_CONFIG_PATCHED_POLLS in spgc_config.flags",
        )
    })?;
    Ok((heap, polls))
}

/// Runs `action` with the heap that C's pointer denotes. The heap is not shut down while it runs.
pub(super) fn with<R>(
    heap: *const spgc_heap,
    action: impl FnOnce(&Heap) -> Result<R, Failure>,
) -> Result<R, Failure> {
    action(find(heap)?.heap.lock().as_ref().ok_or_else(shut_down_failure)?)
}

/// Returns the heap that the calling thread is attached to; null if there is none, or it was not
/// started through the C interface. Also null in a restricted callback: a thread that waits for the
/// callback may hold the lock.
pub(super) fn of_current_thread() -> *mut spgc_heap {
    if innermost().is_some() {
        return ptr::null_mut();
    }
    let shared = match Mutator::current() {
        Ok(mutator) => Arc::clone(&mutator.attachment().heap),
        Err(_) => return ptr::null_mut(),
    };
    let mut record = NEWEST.load(Acquire);
    // SAFETY: records are never freed, and complete when they are in the list.
    while let Some(found) = unsafe { record.as_ref() } {
        if found.heap.lock().as_ref().is_some_and(|heap| Arc::ptr_eq(heap.arc(), &shared)) {
            return record;
        }
        record = found.next;
    }
    ptr::null_mut()
}

/// Starts a heap: reads the stack maps and unwind tables of the program and its libraries, reserves
/// address space, and starts the collector's threads. A process may have several heaps
/// concurrently.
///
/// Any thread may call it; the call does not attach the thread.
///
/// config: settings, or null for none. The SPGC_* variables of the environment override them,
/// unless the process has more privileges than its caller (AT_SECURE).
/// heap: where to store the heap. On an error, null is stored there.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CONFIG;
/// SPGC_ERROR_CODE if no stack map is found, for example because the linker dropped it, or if one
/// is invalid; SPGC_ERROR_FORKED if an ancestor of this process had a heap when it forked;
/// SPGC_ERROR_SYSTEM, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `config` is null or points to a structure of the size given in its first field. Its strings end
/// with a zero byte, and its callbacks may be called on any thread, with their data, until the heap
/// has been shut down. `heap` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_start(
    config: *const spgc_config,
    heap: *mut *mut spgc_heap,
) -> spgc_status {
    guard(|| {
        require(heap, "heap")?;
        // SAFETY: the caller guarantees that `heap` is valid for writes.
        unsafe { heap.write(ptr::null_mut()) };
        refuse_in_callback()?;
        let (mut builder, polls) = if config.is_null() {
            (Heap::builder(), None)
        } else {
            // SAFETY: the caller guarantees that `config` is null or points to a structure of the
            // size in its first field.
            let config = unsafe { sized::read(config, "config") }?;
            (config.builder()?, config.polls()?)
        };
        if let Some(polls) = &polls {
            builder = builder.patched_polls(Arc::clone(polls));
        }
        let started = builder.build()?;
        let home = started.shared().home.process();
        let record =
            spgc_heap { heap: Mutex::new(Some(started)), polls, home, next: ptr::null_mut() };
        let record = NonNull::from(Box::leak(Box::new(record)));
        let mut newest = NEWEST.load(Relaxed);
        loop {
            // SAFETY: the record is not in the list yet, so no other thread accesses it.
            unsafe { (*record.as_ptr()).next = newest };
            match NEWEST.compare_exchange_weak(newest, record.as_ptr(), Release, Relaxed) {
                Ok(_) => break,
                Err(other) => newest = other,
            }
        }
        // SAFETY: the caller guarantees that `heap` is valid for writes.
        unsafe { heap.write(record.as_ptr()) };
        Ok(())
    })
}

/// Shuts down a heap. No thread may be attached to it. From the call on, also in callbacks that run
/// meanwhile, it is an error to pass the heap to any function. Its memory is freed when its last
/// reference, weak reference, table, pin, root range, fiber and takeover has been released. Its
/// patched polls are removed.
///
/// Any thread may call it.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_BUSY if threads are attached, one of which the message
/// names; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM if the polls cannot be restored to no-ops;
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `heap` is null or a pointer that spgc_heap_start() has stored. The data that the heap's
/// callbacks use is not freed before this function has returned.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_shutdown(heap: *mut spgc_heap) -> spgc_status {
    guard(|| {
        let record = find(heap)?;
        let mut slot = record.heap.lock();
        let threads = slot.as_ref().ok_or_else(shut_down_failure)?.threads();
        if let Some(thread) = threads.first() {
            return Err(Failure::new(
                spgc_status::SPGC_ERROR_BUSY,
                format!(
                    "{} threads are still attached to the heap, for example \"{}\" ({}); detach \
                     each with spgc_thread_detach first",
                    threads.len(),
                    thread.name(),
                    thread.id()
                ),
            ));
        }
        // Remaining handles of the heap may outlive the code of the polls.
        record.polls.as_ref().map_or(Ok(()), |polls| polls.clear())?;
        let ended = slot.take();
        // A marker thread may be inside a callback, which may call a function with this heap. And
        // dropping the heap takes time, and may call the host.
        drop(slot);
        if let Some(heap) = &ended {
            // Remaining handles may outlive this call, but no callback runs after it.
            heap.shared().end_background();
            heap.shared().fibers.clear_owners();
        }
        drop(ended);
        Ok(())
    })
}
