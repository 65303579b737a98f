//! Scopes of local references.
//!
//! A thread's local references are cells in a stack ([`LocalCells`](crate::handles::LocalCells)); a scope is where it
//! was. A scope has a serial number of 64 bits that no other scope of the process has. What C has of a reference has the cell,
//! and the low 32 bits of the number of the scope that it was made in. So a reference is noticed that is used when its scope
//! is closed, or by another thread, unless the scope that is open around its cell then was opened a multiple of 2^32 scopes
//! later.

use core::cell::RefCell;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::reference::{self, held, spgc_ref};
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::mutator::{Attachment, Mutator};

/// An open scope of the calling thread.
pub type spgc_scope = u64;

/// What is to be known of an open scope.
#[derive(Clone, Copy)]
struct Open {
    serial: u64,
    /// How many cells there were before.
    length: u32,
    /// How many scopes, this one included.
    depth: u32,
}

thread_local! {
    /// Those of the calling thread, the innermost last.
    static OPEN: RefCell<Vec<Open>> = const { RefCell::new(Vec::new()) };
}

/// The latest serial number; 0 is none.
static SERIAL: AtomicU64 = AtomicU64::new(0);

fn failure(message: impl Into<String>) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_SCOPE, message)
}

fn no_scope() -> Failure {
    failure(
        "no scope is open on this thread to make a local reference in; call spgc_scope_open first",
    )
}

/// The thread has no scope any more.
pub(super) fn forget_all() {
    OPEN.with_borrow_mut(Vec::clear);
}

/// Whether a local reference is one of this thread, and its scope open. `serial`: the low bits of the scope's.
pub(super) fn check(mutator: &Mutator, serial: u32, cell: u32) -> Result<(), Failure> {
    let cells = mutator.attachment().me.data.stack.locals.len();
    let valid = OPEN.with_borrow(|open| {
        // The cells of a scope are those from its beginning to that of the next one.
        let scope = open.iter().rfind(|scope| scope.length <= cell)?;
        (cell < cells && scope.serial as u32 == serial).then_some(())
    });
    valid.ok_or_else(|| {
        Failure::new(
            spgc_status::SPGC_ERROR_REFERENCE,
            "a local reference is used after its scope was closed, or by another thread than the one that made it; \
             spgc_global makes one that can be",
        )
    })
}

/// Where C wants a local reference.
pub(super) struct Place {
    result: *mut spgc_ref,
}

impl Place {
    /// # Safety
    ///
    /// `result` is null or a variable.
    pub(super) unsafe fn new(result: *mut spgc_ref) -> Result<Self, Failure> {
        require(result, "result")?;
        if OPEN.with_borrow(Vec::is_empty) {
            return Err(no_scope());
        }
        Ok(Self { result })
    }

    pub(super) fn put_null(&self) {
        // SAFETY: a variable, as was promised.
        unsafe { self.result.write(core::ptr::null_mut()) };
    }

    /// Stores a local reference with this word; a null one if it is 0. The thread is managed.
    pub(super) fn put(&self, attachment: &Attachment, word: u64) -> Result<(), Failure> {
        if word == 0 {
            self.put_null();
            return Ok(());
        }
        let innermost = OPEN.with_borrow(|open| open.last().copied()).ok_or_else(no_scope)?;
        let cell = attachment.me.data.stack.locals.push(word);
        let made = reference::local(cell, innermost.serial as u32);
        let made = made.ok_or_else(|| failure("there are 2^31 local references; close scopes"))?;
        // SAFETY: as above.
        unsafe { self.result.write(made) };
        Ok(())
    }
}

/// Opens a scope: local references that are made from now on last until it is closed, or until another one is opened in
/// it and that is closed. Scopes nest.
///
/// The calling thread is attached and native. Takes no lock and waits for nobody.
///
/// scope: where to store what is to be closed.
///
/// Errors: SPGC_ERROR_NULL, and those of all functions of attached threads.
///
/// # Safety
///
/// `scope` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_scope_open(scope: *mut spgc_scope) -> spgc_status {
    guard(|| {
        let mutator = thread::current()?;
        require(scope, "scope")?;
        // SAFETY: the caller promises a variable.
        unsafe { scope.write(open(mutator.attachment())) };
        Ok(())
    })
}

/// Opens a scope of the calling thread.
pub(super) fn open(attachment: &Attachment) -> spgc_scope {
    let serial = SERIAL.fetch_add(1, Relaxed) + 1;
    let (length, depth) = attachment.me.data.stack.locals.open();
    OPEN.with_borrow_mut(|open| open.push(Open { serial, length, depth }));
    serial
}

/// Closes a scope, and those that were opened in it and are still open: their local references are worth nothing from
/// now on.
///
/// The calling thread is attached and native. Takes no lock and waits for nobody.
///
/// Errors: SPGC_ERROR_SCOPE if it is not open, and those of all functions of attached threads.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_scope_close(scope: spgc_scope) -> spgc_status {
    guard(|| {
        let mutator = thread::current()?;
        close(mutator.attachment(), scope)
    })
}

/// Closes one, and those that were opened in it.
pub(super) fn close(attachment: &Attachment, scope: spgc_scope) -> Result<(), Failure> {
    OPEN.with_borrow_mut(|open| {
        let place = open.iter().rposition(|one| one.serial == scope);
        let place = place.ok_or_else(|| {
            failure(
                "the scope is not open on this thread; close each scope once, on the thread that opened it, inner \
                 ones before outer ones",
            )
        })?;
        let Open { length, depth, .. } = open[place];
        attachment.me.data.stack.locals.close(length, depth);
        open.truncate(place);
        Ok(())
    })
}

/// As spgc_scope_close(), and keeps one reference: `kept`, which may be one of the scope, becomes a local one of the scope
/// around it.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// Errors: SPGC_ERROR_SCOPE if the scope is not open, or is the outermost one; SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE,
/// and those of all functions of attached threads.
///
/// # Safety
///
/// `kept` is null or a reference that has not been released. `result` is null or points to a
/// variable. No local reference of the scope is used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_scope_close_keeping(
    scope: spgc_scope,
    kept: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a variable.
        let place = unsafe { Place::new(result) }?;
        if OPEN.with_borrow(|open| open.first().is_none_or(|one| one.serial == scope)) {
            return Err(failure(
                "there is no scope around this one to keep a reference in; make a global one by spgc_global",
            ));
        }
        // SAFETY: the caller promises a reference.
        let Some(kept) = unsafe { held(&mutator, kept) }? else {
            close(mutator.attachment(), scope)?;
            place.put_null();
            return Ok(());
        };
        let kept = mutator.own(kept)?;
        // Its cell is read before it is given up; nothing collects in between.
        mutator.managed(|attachment| {
            let word = kept.get(attachment);
            close(attachment, scope)?;
            place.put(attachment, word)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::Heap;

    /// As many scopes later as the numbers in references tell apart.
    #[test]
    fn a_scope_that_stays_open_is_not_taken_for_one_that_is_opened_2_to_the_32_scopes_later() {
        let heap = Heap::builder().code(std::sync::Arc::default()).without_environment();
        let heap = heap.heap_max(4 << 20).build().unwrap();
        let mutator = heap.attach().unwrap();
        let attachment = mutator.attachment();
        let locals = &attachment.me.data.stack.locals;

        let outer = open(attachment);
        let kept = locals.push(0);
        // Other tests may open some meanwhile, whose numbers are not missed.
        let inner = loop {
            SERIAL.fetch_add((1 << 32) - 1 - (SERIAL.load(Relaxed) - outer) % (1 << 32), Relaxed);
            let inner = open(attachment);
            if inner % (1 << 32) == outer % (1 << 32) {
                break inner;
            }
            close(attachment, inner).unwrap();
        };
        assert_ne!(inner, outer);
        let made = locals.push(0);
        check(&mutator, outer as u32, kept).unwrap();
        check(&mutator, inner as u32, made).unwrap();
        assert!(check(&mutator, inner as u32 + 1, made).is_err());

        close(attachment, inner).unwrap();
        check(&mutator, outer as u32, kept).unwrap();
        assert!(check(&mutator, inner as u32, made).is_err());
        assert!(close(attachment, inner).is_err());
        close(attachment, outer).unwrap();
        assert!(check(&mutator, outer as u32, kept).is_err());
        drop(mutator);
    }
}
