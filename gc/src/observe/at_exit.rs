//! Completes the logs and traces of heaps that still exist when the process ends.

use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;

use crate::os;
use crate::process;

/// An object that is notified of the end of the process.
pub(crate) trait AtExit: Send + Sync {
    /// Called after `exit` was called or `main` has returned. Other threads may still run, and
    /// collect.
    fn process_ends(self: Arc<Self>);
}

/// The objects to notify.
struct List {
    /// Whether the exit handler is registered.
    is_registered: bool,
    members: Vec<Weak<dyn AtExit>>,
}

/// The objects to notify when the process ends.
static LIST: Mutex<List> = Mutex::new(List { is_registered: false, members: Vec::new() });

/// Registers `member` to be notified, if it still exists then.
pub(crate) fn register(member: Weak<dyn AtExit>) {
    let mut list = LIST.lock();
    // If registration fails, a heap still completes its log and trace when it is dropped.
    list.is_registered = list.is_registered || os::at_exit(process_ends).is_ok();
    list.members.retain(|member| member.strong_count() > 0);
    list.members.push(member);
}

/// The exit handler.
extern "C" fn process_ends() {
    // A signal handler has interrupted the library on this thread, which may hold locks.
    if os::is_inside_library() {
        return;
    }
    // Thread cancellation here would end only this thread, and not the process.
    let _uncancelled = os::CancelDisabled::begin();
    // A panic must not unwind into the caller, which is C code.
    let _ = std::panic::catch_unwind(notify);
}

/// Notifies all registered objects. Called by the exit handler, and before the process ends without
/// calling `exit`.
pub(crate) fn notify() {
    // A forked child has copies of its parent's heaps, whose locks may never be released.
    if process::is_orphan() {
        return;
    }
    // Another thread may hold the lock while it creates a heap, so the wait is limited.
    let Some(list) = LIST.try_lock_for(Duration::from_millis(100)) else { return };
    let members: Vec<Arc<dyn AtExit>> = list.members.iter().filter_map(Weak::upgrade).collect();
    drop(list);
    for member in members {
        Arc::clone(&member).process_ends();
        // This may be the last owner. The heap is not dropped, because its destructor waits for
        // threads.
        core::mem::forget(member);
    }
}
