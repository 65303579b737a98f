//! Counts the holds that require sites to be calls; see [`super::poll_sites`].

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
    process: Process,
    inner: Mutex<Inner<C>>,
}

#[derive(Debug)]
struct Inner<C> {
    holds: usize,
    code: C,
}

impl<C: PollCode> PollSites<C> {
    /// Returns the sites of code of this process, without holds.
    pub(crate) fn new(code: C) -> Self {
        Self { process: Process::current(), inner: Mutex::new(Inner { holds: 0, code }) }
    }

    /// Calls `change` to add or remove code. Its second argument is whether sites are calls now;
    /// new ones must be calls then, too.
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
