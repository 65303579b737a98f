//! Counting who wants sites to be calls; see [`super::poll_sites`].

use core::fmt;

use super::poll_sites::Holds;
use crate::process::Process;
use crate::sync::Mutex;

/// Code with sites.
pub(crate) trait PollCode: Send + fmt::Debug {
    /// All sites become calls, or no-ops again, when this returns. Does not fail.
    fn set_patched(&mut self, patched: bool);
}

/// Sites, and how many want them to be calls.
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
    /// Of this process.
    pub(crate) fn new(code: C) -> Self {
        Self { process: Process::current(), inner: Mutex::new(Inner { holds: 0, code }) }
    }

    /// Lets `change` add code or take it away. It is told whether sites are calls now, and new ones must be so.
    #[cfg(feature = "patched-polls")]
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut C, bool) -> R) -> R {
        let mut inner = self.inner.lock();
        let patched = inner.holds > 0;
        change(&mut inner.code, patched)
    }
}

impl<C: PollCode> Holds for PollSites<C> {
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
