//! [`PollSites`], which counts the holds on poll sites; see [`super::poll_sites`].

use core::fmt;

use super::poll_sites::PollHolder;
use crate::process::Process;
use crate::sync::Mutex;

/// Code with poll sites.
pub(crate) trait PollCode: Send + fmt::Debug {
    /// Turns all sites into calls, or back into no-ops, before it returns. Does not fail.
    fn set_patched(&mut self, patched: bool);
}

/// Poll sites, and the number of holds that require them to be calls.
#[derive(Debug)]
pub(crate) struct PollSites<C> {
    /// The process that created this value.
    process: Process,
    inner: Mutex<Inner<C>>,
}

/// The part of [`PollSites`] that its lock guards.
#[derive(Debug)]
struct Inner<C> {
    /// Number of holds. The sites are calls while it is not 0.
    holds: usize,
    /// The code that contains the sites.
    code: C,
}

impl<C: PollCode> PollSites<C> {
    /// Creates the poll sites of `code`, which belongs to this process, without holds.
    pub(crate) fn new(code: C) -> Self {
        Self { process: Process::current(), inner: Mutex::new(Inner { holds: 0, code }) }
    }

    /// Calls `change` to add or remove code, and returns its result. The second argument of
    /// `change` is whether the sites are currently calls; if so, new sites must be calls too.
    #[cfg(feature = "patched-polls")]
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut C, bool) -> R) -> R {
        let mut inner = self.inner.lock();
        let patched = inner.holds > 0;
        change(&mut inner.code, patched)
    }
}

impl<C: PollCode> PollHolder for PollSites<C> {
    fn process(&self) -> Process {
        self.process
    }

    fn hold(&self) {
        if !self.process.is_current() {
            return;
        }
        let mut inner = self.inner.lock();
        inner.holds += 1;
        if inner.holds == 1 {
            inner.code.set_patched(true);
        }
    }

    fn release(&self) {
        if !self.process.is_current() {
            return;
        }
        let mut inner = self.inner.lock();
        inner.holds -= 1;
        if inner.holds == 0 {
            inner.code.set_patched(false);
        }
    }
}
