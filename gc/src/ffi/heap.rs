//! The start and the end of a heap.
//!
//! What C has of a heap is a small record that is never freed, so that a call after the heap's end can be told from
//! others. Records are found in a list, which only grows at its head and is read without a lock: the child of a
//! fork must find out that it is one before it takes any.
//!
//! A record has 40 bytes, and the polls of a heap that had patched ones, which know no code any more. That is little beside
//! what a heap takes from the system while it lives (an address space of several times its limit, and threads). Were the
//! memory of a record used for the next heap, a pointer to the ended one would mean that one. What does grow with each heap
//! that a process has had is the way to one that is older than those.

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

/// A heap with its collector. Made by spgc_heap_start(), ended by spgc_heap_shutdown().
#[derive(Debug)]
pub struct spgc_heap {
    /// Nothing when it was shut down.
    heap: Mutex<Option<Heap>>,
    /// Of a heap with SPGC_CONFIG_PATCHED_POLLS. They know no code any more when it was shut down.
    polls: Option<Arc<PatchedPolls>>,
    home: Process,
    next: *mut spgc_heap,
}

/// The latest record.
static NEWEST: AtomicPtr<spgc_heap> = AtomicPtr::new(ptr::null_mut());

fn no_heap(message: String) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_NO_HEAP, message)
}

/// The record of a heap, whatever the pointer is.
fn find(heap: *const spgc_heap) -> Result<&'static spgc_heap, Failure> {
    refuse_in_callback()?;
    if heap.is_null() {
        return Err(no_heap("the heap is null; start one with spgc_heap_start first".into()));
    }
    let mut record = NEWEST.load(Acquire);
    // SAFETY: records are made once and never freed, and complete when they are in the list.
    while let Some(found) = unsafe { record.as_ref() } {
        if ptr::eq(found, heap) {
            if !found.home.is_current() {
                return Err(Failure::new(
                    spgc_status::SPGC_ERROR_FORKED,
                    "this process was forked from the one that started the heap, which stayed there; fork before a \
                     heap is started, or call exec in the child",
                ));
            }
            return Ok(found);
        }
        record = found.next;
    }
    Err(no_heap(format!("{heap:p} is no heap; pass what spgc_heap_start has stored")))
}

fn shut_down() -> Failure {
    no_heap("the heap was shut down; start another one with spgc_heap_start".into())
}

/// The heap that C means.
pub(super) fn get(heap: *const spgc_heap) -> Result<Heap, Failure> {
    find(heap)?.heap.lock().clone().ok_or_else(shut_down)
}

/// The same, with its patched polls if it has some.
pub(super) fn get_with_polls(
    heap: *const spgc_heap,
) -> Result<(Heap, Option<&'static PatchedPolls>), Failure> {
    Ok((get(heap)?, find(heap)?.polls.as_deref()))
}

/// The same of a heap that must have some.
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

/// Runs `action` with the heap that C means, which is not shut down meanwhile.
pub(super) fn with<R>(
    heap: *const spgc_heap,
    action: impl FnOnce(&Heap) -> Result<R, Failure>,
) -> Result<R, Failure> {
    action(find(heap)?.heap.lock().as_ref().ok_or_else(shut_down)?)
}

/// The one of the calling thread; null if it has none, or none of C's. Null as well in a callback that others wait for: they
/// may have the lock.
pub(super) fn of_current_thread() -> *mut spgc_heap {
    if innermost().is_some() {
        return ptr::null_mut();
    }
    let shared = match Mutator::current() {
        Ok(mutator) => Arc::clone(&mutator.attachment().heap),
        Err(_) => return ptr::null_mut(),
    };
    let mut record = NEWEST.load(Acquire);
    // SAFETY: as above.
    while let Some(found) = unsafe { record.as_ref() } {
        if found.heap.lock().as_ref().is_some_and(|heap| Arc::ptr_eq(heap.arc(), &shared)) {
            return record;
        }
        record = found.next;
    }
    ptr::null_mut()
}

/// Starts a heap: reads the stack maps and unwind tables of the program and its libraries, reserves address space,
/// starts the collector's threads. There may be several at a time.
///
/// Any thread may do so; it is not attached by that.
///
/// config: settings, or null for none. The SPGC_* variables of the environment override them.
/// heap: where to store the heap; null is stored there if there is an error.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CONFIG; SPGC_ERROR_CODE if no stack map is
/// found, as when the linker has dropped it, or one is wrong; SPGC_ERROR_FORKED if an ancestor of this process had a
/// heap when it forked; SPGC_ERROR_SYSTEM, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `config` is null or points to a structure of the size that its first field says. Its strings end
/// with a zero byte, and its callbacks may be called on any thread, with their data, until the heap
/// has been shut down. `heap` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_start(
    config: *const spgc_config,
    heap: *mut *mut spgc_heap,
) -> spgc_status {
    guard(|| {
        require(heap, "heap")?;
        // SAFETY: the caller promises a variable.
        unsafe { heap.write(ptr::null_mut()) };
        refuse_in_callback()?;
        let (mut builder, polls) = if config.is_null() {
            (Heap::builder(), None)
        } else {
            // SAFETY: the caller promises a structure of the size that it says.
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
            // SAFETY: nobody else has it yet.
            unsafe { (*record.as_ptr()).next = newest };
            match NEWEST.compare_exchange_weak(newest, record.as_ptr(), Release, Relaxed) {
                Ok(_) => break,
                Err(other) => newest = other,
            }
        }
        // SAFETY: as above.
        unsafe { heap.write(record.as_ptr()) };
        Ok(())
    })
}

/// Ends a heap. No thread may be attached to it. From then on it is an error to pass it to any function. Its memory is
/// given back when the last reference, weak reference, table, pin, root range and takeover of it was released. Its patched polls are
/// forgotten.
///
/// Any thread may do so.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_BUSY if threads are attached, which the message names; SPGC_ERROR_PATCH,
/// SPGC_ERROR_SYSTEM if the polls cannot be put back; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `heap` is null or what spgc_heap_start() has stored. Nothing that the heap's callbacks use is
/// freed before this function has returned.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_shutdown(heap: *mut spgc_heap) -> spgc_status {
    guard(|| {
        let record = find(heap)?;
        let mut place = record.heap.lock();
        let threads = place.as_ref().ok_or_else(shut_down)?.threads();
        if let Some(thread) = threads.first() {
            return Err(Failure::new(
                spgc_status::SPGC_ERROR_BUSY,
                format!(
                    "{} threads are attached to the heap, \"{}\" ({}) among them; have each call spgc_thread_detach \
                     first",
                    threads.len(),
                    thread.name(),
                    thread.id()
                ),
            ));
        }
        // What is left of the heap may outlive their code.
        record.polls.as_ref().map_or(Ok(()), |polls| polls.clear())?;
        let ended = place.take();
        // The end of it takes time, and may call the host.
        drop(place);
        drop(ended);
        Ok(())
    })
}
