//! Fatal errors for references that do not point to an object.
//!
//! A collection passes references without their slots through most of its code, so that the code is
//! fast. To name the slot in a message, it searches for it then: [`with_search`] sets the search of
//! the calling thread.

use core::cell::Cell;

use crate::{fatal, zeal};

/// A search for the slots that hold an address. Returns their description, or an empty string.
type Search<'a> = dyn Fn(usize) -> String + 'a;

thread_local! {
    /// The search of the innermost [`with_search`] that this thread runs.
    static SEARCH: Cell<Option<*const Search<'static>>> = const { Cell::new(None) };
}

/// Calls `work`. If it finds a reference that does not point to an object, the message has the
/// description of the reference that `search` returns. The search runs in the middle of `work`, on
/// the same thread.
pub(crate) fn with_search<R>(search: &Search<'_>, work: impl FnOnce() -> R) -> R {
    /// Restores the search of the caller, also if `work` panics.
    struct Restore(Option<*const Search<'static>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            SEARCH.set(self.0);
        }
    }
    // SAFETY: only the lifetime changes. The pointer is used while `search` is borrowed: `Restore`
    // removes it before this function returns.
    let search = unsafe {
        core::mem::transmute::<*const Search<'_>, *const Search<'static>>(search as *const _)
    };
    let _restore = Restore(SEARCH.replace(Some(search)));
    work()
}

/// Describes the slots that hold an address, and the setting that finds the error closer to its
/// cause.
fn where_and_what_next(address: usize) -> String {
    // The search is removed first: it must not search again if it fails.
    let found = SEARCH.take().map(|search| {
        // SAFETY: `with_search` keeps the search valid while it is set.
        unsafe { (*search)(address) }
    });
    let found = match found {
        Some(found) if !found.is_empty() => {
            // A description may end with a comma, for text that continues it.
            format!(" It is in {}.", found.trim_end_matches(','))
        }
        _ => String::new(),
    };
    let next = match zeal::named_seed() {
        None => {
            "To find the cause, set SPGC_ZEAL=alloc: each allocation collects, so the first \
             collection after the error fails"
        }
        Some(_) => {
            "To find the cause, set SPGC_VERIFY=before,after: it checks every reference, and tells \
             errors of the program from errors of the collector"
        }
    };
    format!("{found} {next}")
}

/// Ends the process because a reference points into free memory.
#[cold]
pub(crate) fn stale(address: usize) -> ! {
    fatal::abort(format_args!(
        "a root or a field holds {address:#x}, in free memory of the heap: an object was \
         there until a collection moved it, or it was freed. The reference was not updated then, \
         or not seen: a root that no stack map record names, a field that its type does not \
         name, or one that was stored without the write barrier.{}",
        where_and_what_next(address),
    ));
}

/// Ends the process because a reference points into the blocks of a large object, but not to its
/// start. Reads no memory there: the memory after the object may be inaccessible.
#[cold]
pub(crate) fn inside_large(address: usize) -> ! {
    fatal::abort(format_args!(
        "a reference points to {address:#x}, inside a large object or the gap after it, where no \
         object begins. The heap is corrupt, or a reference was missed by an earlier collection.{}",
        where_and_what_next(address),
    ));
}

/// Ends the process because a reference points to a word that cannot be the header of an object.
#[cold]
pub(crate) fn no_object(address: usize, header: u64) -> ! {
    fatal::abort(format_args!(
        "a reference points to {address:#x}, where there is no object: the header there is \
         {header:#x}. The heap is corrupt, a type was not registered, or a reference was missed by \
         an earlier collection.{}",
        where_and_what_next(address),
    ));
}
