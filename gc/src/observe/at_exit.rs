//! Heaps that are there when the process ends: they have something to say, too.

use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;

use crate::os;
use crate::process;

/// Something that is told of the end of the process.
pub(crate) trait AtExit: Send + Sync {
    /// `exit` was called, or `main` has returned; other threads may still run, and collect.
    fn process_ends(&self);
}

struct List {
    is_registered: bool,
    members: Vec<Weak<dyn AtExit>>,
}

static LIST: Mutex<List> = Mutex::new(List { is_registered: false, members: Vec::new() });

/// Has `member` told, if it still exists then.
pub(crate) fn register(member: Weak<dyn AtExit>) {
    let mut list = LIST.lock();
    // Should that not be possible, who ends its heaps in time is told all the same.
    list.is_registered = list.is_registered || os::at_exit(process_ends).is_ok();
    list.members.retain(|member| member.strong_count() > 0);
    list.members.push(member);
}

extern "C" fn process_ends() {
    // A thread that is cancelled here would end alone, and the process not at all.
    let _uncancelled = os::CancelDisabled::begin();
    // Where a panic would go on there is nobody.
    let _ = std::panic::catch_unwind(tell);
}

/// Tells all: also where the process ends otherwise.
pub(crate) fn tell() {
    // A child that has copies of another process's heaps, whose locks nobody may release.
    if process::is_orphan() {
        return;
    }
    // It is held while a heap is made; who ends the process meanwhile does not wait for that.
    let Some(list) = LIST.try_lock_for(Duration::from_millis(100)) else { return };
    let members: Vec<Arc<dyn AtExit>> = list.members.iter().filter_map(Weak::upgrade).collect();
    drop(list);
    for member in members {
        member.process_ends();
        // Should this be the last owner by now, the heap goes with the process: its end waits for threads.
        core::mem::forget(member);
    }
}
