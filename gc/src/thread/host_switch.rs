//! Switches between stacks by the host's own means (Boost.Context, `swapcontext`, assembly), which
//! the host announces.
//!
//! A stack of the host is a fiber without a function. The chain of stacks that have resumed one
//! another ([`super::switch`]) is kept as for fibers:
//!
//! * A switch from a thread's own stack, or from that of a fiber, to one of the host *resumes* the
//!   latter: the stack that is left counts as running.
//! * A switch from a stack of the host back to its resumer *suspends* it.
//! * A switch from a stack of the host to another one *transfers*: the first is suspended, and its
//!   resumer is that of the second.
//!
//! So the resumer of a stack of the host is never another one: it is a thread's own stack, or that
//! of a fiber.
//!
//! Native code announces a switch on the stack that it leaves, directly before the switch. The
//! thread is managed while the records and its context change, so a collection sees the stacks
//! either before or after the switch. The native frames that still run on the stack that is left
//! are not part of a walk.

use core::sync::atomic::Ordering::Relaxed;

use super::{FiberRecord, NotResumable, Stack, ThreadData};

/// Why a thread cannot switch to a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotSwappable {
    /// It is the stack of a fiber that the library resumes.
    Fiber,
    /// The stack cannot be resumed. A thread's own is always running.
    NotResumable(NotResumable),
}

/// A switch by the host.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HostSwitch<'a> {
    /// To a suspended or new stack of the host. The stack that is left counts as running, unless it
    /// is the host's, too.
    To(&'a FiberRecord),
    /// Back to the stack that has resumed the one that is left.
    Back,
}

impl ThreadData {
    /// Returns the switch from the stack that the thread runs to this one; `None` stands for the
    /// thread's own. Called by the thread.
    ///
    /// # Errors
    ///
    /// If the host cannot switch to the stack.
    pub(crate) fn host_switch<'a>(
        &self,
        to: Option<&'a FiberRecord>,
    ) -> Result<HostSwitch<'a>, NotSwappable> {
        let left = self.stack();
        let target = to.map_or(&self.own_stack, |fiber| &fiber.stack);
        if left.is_host() && left.resumer().is_some_and(|resumer| core::ptr::eq(resumer, target)) {
            return Ok(HostSwitch::Back);
        }
        let Some(fiber) = to else { return Err(NotSwappable::NotResumable(NotResumable::Running)) };
        if !fiber.stack.is_host() {
            return Err(NotSwappable::Fiber);
        }
        match fiber.why_not_resumable(self) {
            Some(why) => Err(NotSwappable::NotResumable(why)),
            None => Ok(HostSwitch::To(fiber)),
        }
    }

    /// Returns the switch back to the stack that has resumed the one that the thread runs. Called
    /// by the thread.
    ///
    /// # Errors
    ///
    /// If the stack is not the host's.
    pub(crate) fn host_switch_back(&self) -> Result<HostSwitch<'static>, NotSwappable> {
        match self.stack().is_host() {
            true => Ok(HostSwitch::Back),
            false => Err(NotSwappable::NotResumable(NotResumable::Running)),
        }
    }

    /// Makes the switch. Called by the thread, while it is managed; no safepoint. A stack that it
    /// switches to has been [listed](super::Fibers::list), unless [`FiberRecord::must_be_listed`]
    /// is false. The caller has ended its use of the stack that is left.
    pub(crate) fn switch_by_host(&self, switch: HostSwitch<'_>) {
        let context = self.context();
        let left = context.stack.load(Relaxed).cast_const();
        let record = &self.stack().switch;
        let leaves_host_stack = self.stack().is_host();
        record.set_anchor(context.anchor());
        let to: *const Stack = match switch {
            HostSwitch::Back => record.resumer(),
            HostSwitch::To(fiber) => {
                let resumer = match leaves_host_stack {
                    true => record.resumer(),
                    false => left,
                };
                let to = &fiber.stack.switch;
                to.set_host_resumer(resumer);
                to.resumable_by.set_running();
                // Also valid for the whole record: see `running_fiber`.
                core::ptr::from_ref(fiber).cast()
            }
        };
        // SAFETY: the resumer exists as long as the stack that is left runs, and the caller has
        // borrowed the other.
        context.set_anchor(unsafe { &*to }.switch.anchor());
        context.stack.store(to.cast_mut(), Relaxed);
        if leaves_host_stack {
            // Last: another thread may now drop it.
            record.resumable_by.set_by_swap();
        }
    }
}

impl FiberRecord {
    /// Returns whether the stack, which is the host's and does not run, must be
    /// [listed](super::Fibers::list) before `thread`, the calling one, switches to it: it is clean,
    /// or another thread may switch to it first. Called while the thread is managed.
    pub(crate) fn must_be_listed(&self, thread: &ThreadData) -> bool {
        !(self.is_at_home_on(thread) && self.stack.switch.resumable_by.is_by_swap())
    }
}
