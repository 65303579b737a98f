//! Scopes of local references.
//!
//! A thread's local references are cells in a stack ([`LocalCells`](crate::handles::LocalCells)). A
//! scope records the height of this stack when the scope was opened. Each scope has a 64-bit serial
//! number that is unique in the process. The reference that C holds contains the cell's index, and
//! the low 32 bits of the serial number of its scope. So the use of a reference after its scope was
//! closed, or by another thread, is detected. The exception is a scope that contains the same cell
//! and was opened a multiple of 2^32 scopes later.
//!
//! Each stack has cells of its own: those of the native code that runs on it. If a thread runs a
//! fiber, its open scopes on other stacks stay open, but their references cannot be used until the
//! fiber is suspended.

use core::cell::RefCell;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::reference::{self, any_handle, spgc_ref};
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::mutator::{Attachment, Mutator};
use crate::thread::running_fiber;

/// Identifies an open scope of the calling thread.
pub type spgc_handle_scope = u64;

/// State of an open scope.
#[derive(Clone, Copy)]
struct OpenScope {
    /// Serial number of the scope.
    serial: u64,
    /// Number of cells when the scope was opened.
    length: u32,
    /// Number of open scopes, this one included.
    depth: u32,
    /// The stack: the number of its fiber, or 0 if it is the thread's own.
    stack: u64,
}

thread_local! {
    /// Open scopes of the calling thread. On each stack, the innermost is last.
    static OPEN_SCOPES: RefCell<Vec<OpenScope>> = const { RefCell::new(Vec::new()) };
}

/// Serial number of the latest scope; 0 before the first scope.
static SERIAL: AtomicU64 = AtomicU64::new(0);

fn failure(message: impl Into<String>) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_HANDLE_SCOPE, message)
}

fn no_scope() -> Failure {
    failure(
        "this thread has no open scope for a local reference; call spgc_handle_scope_open first",
    )
}

/// Forgets all scopes of the calling thread.
pub(super) fn forget_all() {
    OPEN_SCOPES.with_borrow_mut(Vec::clear);
}

/// Checks that a local reference belongs to the calling thread and that its scope is open.
/// `serial`: the low 32 bits of the scope's serial number.
pub(super) fn check(mutator: &Mutator, serial: u32, cell: u32) -> Result<(), Failure> {
    let cells = mutator.attachment().me.data.stack().locals.len();
    let stack = running_fiber();
    let valid = OPEN_SCOPES.with_borrow(|open| {
        // A scope has the cells from its own start to that of the next scope.
        let mut scopes = open.iter().filter(|scope| scope.stack == stack);
        let scope = scopes.rfind(|scope| scope.length <= cell)?;
        (cell < cells && scope.serial as u32 == serial).then_some(())
    });
    valid.ok_or_else(|| {
        Failure::new(
            spgc_status::SPGC_ERROR_REFERENCE,
            "the scope of the local reference was closed, or the reference belongs to another \
             thread or fiber; for longer use, or use by others, create a global reference with \
             spgc_ref_new_global",
        )
    })
}

/// Pointer to the caller's variable in which a local reference is stored.
pub(super) struct LocalResult {
    result: *mut spgc_ref,
}

/// Returns the innermost open scope of the stack that the calling thread runs.
fn innermost() -> Result<OpenScope, Failure> {
    let stack = running_fiber();
    let find = |open: &Vec<OpenScope>| open.iter().rfind(|scope| scope.stack == stack).copied();
    OPEN_SCOPES.with_borrow(find).ok_or_else(no_scope)
}

impl LocalResult {
    /// Checks that the pointer is not null and is aligned, and that a scope is open.
    ///
    /// # Safety
    ///
    /// `result` is null or valid for writes.
    pub(super) unsafe fn new(result: *mut spgc_ref) -> Result<Self, Failure> {
        require(result, "result")?;
        innermost()?;
        Ok(Self { result })
    }

    pub(super) fn store_null(&self) {
        // SAFETY: the caller of [`Self::new`] guarantees that `result` is valid for writes.
        unsafe { self.result.write(core::ptr::null_mut()) };
    }

    /// Creates and stores a local reference that holds `word`, or a null reference if the word is
    /// 0. The thread must be managed.
    pub(super) fn store(&self, attachment: &Attachment, word: u64) -> Result<(), Failure> {
        if word == 0 {
            self.store_null();
            return Ok(());
        }
        let innermost = innermost()?;
        let cell = attachment.me.data.stack().locals.push(word);
        let created = reference::local(cell, innermost.serial as u32);
        let created = created.ok_or_else(|| {
            failure(
                "there are 2^31 local references; close scopes that are no longer \
                 needed",
            )
        })?;
        // SAFETY: the caller of [`Self::new`] guarantees that `result` is valid for writes.
        unsafe { self.result.write(created) };
        Ok(())
    }
}

/// Opens a scope. Scopes nest. A local reference belongs to the innermost scope that is open when
/// the reference is created, and is valid until that scope is closed.
///
/// The calling thread must be attached and native. The call takes no lock and does not wait.
///
/// scope: where to store the scope's identifier for spgc_handle_scope_close().
///
/// Errors: SPGC_ERROR_NULL, and those of all functions of attached threads.
///
/// # Safety
///
/// `scope` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_handle_scope_open(
    scope: *mut spgc_handle_scope,
) -> spgc_status {
    guard(|| {
        let mutator = thread::current()?;
        require(scope, "scope")?;
        // SAFETY: the caller guarantees that `scope` is valid for writes.
        unsafe { scope.write(open(mutator.attachment())) };
        Ok(())
    })
}

/// Opens a scope of the calling thread.
pub(super) fn open(attachment: &Attachment) -> spgc_handle_scope {
    let serial = SERIAL.fetch_add(1, Relaxed) + 1;
    let (length, depth) = attachment.me.data.stack().locals.open();
    let stack = running_fiber();
    OPEN_SCOPES.with_borrow_mut(|open| open.push(OpenScope { serial, length, depth, stack }));
    serial
}

/// Closes a scope, and the scopes nested in it that are still open. Their local references are
/// invalid afterwards.
///
/// The calling thread must be attached and native. The call takes no lock and does not wait.
///
/// Errors: SPGC_ERROR_HANDLE_SCOPE if the scope is not open, and those of all functions of attached
/// threads.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_handle_scope_close(scope: spgc_handle_scope) -> spgc_status {
    guard(|| {
        let mutator = thread::current()?;
        close(mutator.attachment(), scope)
    })
}

/// Closes a scope and the scopes nested in it.
pub(super) fn close(attachment: &Attachment, scope: spgc_handle_scope) -> Result<(), Failure> {
    OPEN_SCOPES.with_borrow_mut(|open| {
        let stack = running_fiber();
        let position = open.iter().rposition(|one| one.serial == scope && one.stack == stack);
        let position = position.ok_or_else(|| {
            failure(
                "the scope is not open on this thread, or on the fiber that it runs; close each \
                 scope once, on the thread and fiber that opened it, inner scopes first",
            )
        })?;
        let OpenScope { length, depth, .. } = open[position];
        attachment.me.data.stack().locals.close(length, depth);
        let mut index = 0;
        open.retain(|one| {
            index += 1;
            index <= position || one.stack != stack
        });
        Ok(())
    })
}

/// Closes a scope as spgc_handle_scope_close() does, and keeps one reference: creates a local
/// reference in the enclosing scope to the object of `kept`, which may be a reference of the closed
/// scope.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_HANDLE_SCOPE if the scope is not open, or is the outermost one;
/// SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `kept` is null or a reference that has not been released. `result` is null or valid for
/// writes. No local reference of the scope is used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_handle_scope_close_keeping(
    scope: spgc_handle_scope,
    kept: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `result` is null or valid for writes.
        let result_slot = unsafe { LocalResult::new(result) }?;
        let stack = running_fiber();
        let outermost = |open: &Vec<OpenScope>| open.iter().find(|one| one.stack == stack).copied();
        if OPEN_SCOPES.with_borrow(outermost).is_none_or(|one| one.serial == scope) {
            return Err(failure(
                "the outermost scope has no enclosing scope that could hold the reference; \
                 create a global reference with spgc_ref_new_global",
            ));
        }
        // SAFETY: the caller guarantees that `kept` is null or has not been released.
        let Some(kept) = unsafe { any_handle(&mutator, kept) }? else {
            close(mutator.attachment(), scope)?;
            result_slot.store_null();
            return Ok(());
        };
        let kept = mutator.check_handle(kept)?;
        // The cell is read before it is released; no collection can occur in between.
        mutator.managed(|attachment| {
            let word = kept.get(attachment);
            close(attachment, scope)?;
            result_slot.store(attachment, word)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::Heap;

    /// References contain the low 32 bits of serial numbers, so they distinguish 2^32 scopes.
    #[test]
    fn scopes_with_the_same_serial_number_are_distinct() {
        let heap = Heap::builder().code(std::sync::Arc::default()).without_environment();
        let heap = heap.heap_max(4 << 20).build().unwrap();
        let mutator = heap.attach().unwrap();
        let attachment = mutator.attachment();
        let locals = &attachment.me.data.stack().locals;

        let outer = open(attachment);
        let kept = locals.push(0);
        // Other tests may open scopes concurrently; the loop tolerates gaps in the numbers.
        let inner = loop {
            SERIAL.fetch_add((1 << 32) - 1 - (SERIAL.load(Relaxed) - outer) % (1 << 32), Relaxed);
            let inner = open(attachment);
            if inner % (1 << 32) == outer % (1 << 32) {
                break inner;
            }
            close(attachment, inner).unwrap();
        };
        assert_ne!(inner, outer);
        let inner_cell = locals.push(0);
        check(&mutator, outer as u32, kept).unwrap();
        check(&mutator, inner as u32, inner_cell).unwrap();
        assert!(check(&mutator, inner as u32 + 1, inner_cell).is_err());

        close(attachment, inner).unwrap();
        check(&mutator, outer as u32, kept).unwrap();
        assert!(check(&mutator, inner as u32, inner_cell).is_err());
        assert!(close(attachment, inner).is_err());
        close(attachment, outer).unwrap();
        assert!(check(&mutator, outer as u32, kept).is_err());
        drop(mutator);
    }
}
