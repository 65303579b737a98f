//! Interrupts: words that other threads leave for a thread.

use core::num::NonZeroU64;

use super::heap::{self, spgc_heap};
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::mutator::HandshakeError;

/// Interrupts a thread: leaves a word for it, which managed code takes at the next
/// spgc_poll_interrupt() of the prelude, and native code by spgc_thread_take_interrupt(). The
/// meaning of the word is the host's: typically an exception that the thread is to throw. What the
/// calling thread has written before is visible to the thread that takes the word.
///
/// The call does not wait for the thread: if it is in native code, the word waits until the thread
/// takes it. Until then each allocation of the thread takes its slow path. A word that waits when
/// the thread is detached is lost.
///
/// Any thread may call it at any time.
///
/// thread: the thread's ID in the operating system.
/// word: not 0. It replaces a word that waits.
/// previous: where to store the word that was replaced, or 0 if there was none; or null.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_ARGUMENT if `word` is 0, or no thread with this ID is
/// attached to the heap; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `previous` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thread_interrupt(
    heap: *mut spgc_heap,
    thread: u64,
    word: u64,
    previous: *mut u64,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        let word = NonZeroU64::new(word)
            .ok_or_else(|| Failure::argument("word is 0, which means that there is none"))?;
        let not_attached =
            || Failure::argument(format!("no thread with the ID {thread} is attached to the heap"));
        let target = heap.threads().into_iter().find(|other| u64::from(other.id()) == thread);
        let replaced = match heap.interrupt(&target.ok_or_else(not_attached)?, word) {
            Ok(replaced) => replaced,
            // It was detached meanwhile.
            Err(HandshakeError::NotAttached) => return Err(not_attached()),
            Err(error @ HandshakeError::Managed) => return Err(error.into()),
        };
        if !previous.is_null() {
            // SAFETY: the caller guarantees that `previous` is valid for writes.
            unsafe { previous.write(replaced.map_or(0, NonZeroU64::get)) };
        }
        Ok(())
    })
}

/// Takes the word that another thread has left for the calling thread by spgc_thread_interrupt().
/// Native code that blocks calls this when it is woken.
///
/// word: where to store the word; 0 if there is none.
///
/// Errors: SPGC_ERROR_NULL, and those of all functions of attached threads.
///
/// # Safety
///
/// `word` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thread_take_interrupt(word: *mut u64) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(word, "word")?;
        let taken = mutator.take_interrupt();
        // SAFETY: not null, and so valid for writes.
        unsafe { word.write(taken.map_or(0, NonZeroU64::get)) };
        Ok(())
    })
}
