//! The alternate signal stack of a thread, on which the fault handler runs if the thread's stack
//! has overflowed.

use std::io;

use super::{Reservation, check, page_size};

/// Size in bytes. The handler of the host, or of the standard library, runs there as well.
const BYTES: usize = 64 << 10;

/// An alternate signal stack of the calling thread. Dropping it removes the stack, and frees its
/// memory unless the stack may still be in use.
#[derive(Debug)]
pub(crate) struct AlternateStack(Option<Reservation>);

impl AlternateStack {
    /// Gives the calling thread an alternate stack, unless it has one.
    ///
    /// # Errors
    ///
    /// If there is no memory, or the thread runs on its alternate stack.
    pub(crate) fn install() -> io::Result<Option<Self>> {
        if current()?.ss_flags & libc::SS_DISABLE == 0 {
            return Ok(None);
        }
        // The lowest page is a guard.
        let guard = page_size();
        let memory = Reservation::new(guard + BYTES)?;
        let low = memory.start() + guard;
        memory.commit(low..memory.range().end)?;
        let stack = libc::stack_t {
            ss_sp: core::ptr::with_exposed_provenance_mut(low),
            ss_flags: 0,
            ss_size: BYTES,
        };
        // SAFETY: the memory belongs to the result, which removes the stack when it is dropped.
        check(unsafe { libc::sigaltstack(&raw const stack, core::ptr::null_mut()) })?;
        Ok(Some(Self(Some(memory))))
    }
}

/// Returns the calling thread's alternate stack.
fn current() -> io::Result<libc::stack_t> {
    let mut stack = core::mem::MaybeUninit::uninit();
    // SAFETY: the pointer is valid for writes.
    check(unsafe { libc::sigaltstack(core::ptr::null(), stack.as_mut_ptr()) })?;
    // SAFETY: the call has succeeded, and stored a value.
    Ok(unsafe { stack.assume_init() })
}

impl Drop for AlternateStack {
    fn drop(&mut self) {
        let Some(memory) = self.0.take() else { return };
        let is_installed =
            current().is_ok_and(|stack| memory.range().contains(&stack.ss_sp.addr()));
        let disabled = libc::stack_t {
            ss_sp: core::ptr::null_mut(),
            ss_flags: libc::SS_DISABLE,
            ss_size: BYTES,
        };
        // SAFETY: the thread no longer needs the stack.
        let is_removed = is_installed
            && unsafe { libc::sigaltstack(&raw const disabled, core::ptr::null_mut()) } == 0;
        if !is_removed {
            // The host has installed another one, and may install this one again. Or a signal
            // handler that runs on this stack ends the thread.
            core::mem::forget(memory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_without_a_stack_get_one_until_it_is_dropped() {
        std::thread::spawn(|| {
            // The standard library gives its threads one, unless another handler was installed
            // before its own, such as that of a sanitizer.
            let given = current().unwrap();
            let is_disabled = |stack: libc::stack_t| stack.ss_flags & libc::SS_DISABLE != 0;
            if !is_disabled(given) {
                assert!(AlternateStack::install().unwrap().is_none());
                let none = libc::stack_t { ss_flags: libc::SS_DISABLE, ..given };
                // SAFETY: no handler runs, and the previous stack is installed again below.
                check(unsafe { libc::sigaltstack(&raw const none, core::ptr::null_mut()) })
                    .unwrap();
            }
            let own = AlternateStack::install().unwrap().unwrap();
            let range = own.0.as_ref().unwrap().range();
            assert!(range.contains(&current().unwrap().ss_sp.addr()));
            drop(own);
            assert!(is_disabled(current().unwrap()));
            if !is_disabled(given) {
                // SAFETY: the thread's previous stack.
                check(unsafe { libc::sigaltstack(&raw const given, core::ptr::null_mut()) })
                    .unwrap();
            }
        })
        .join()
        .unwrap();
    }
}
