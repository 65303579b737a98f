//! The code that stacks are walked with, as it is at one time.

use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegistry, Snapshot};
use statepoint_scanner::walk::{Code, NativeCode, NativeView, WithNative};

/// The managed code that is registered, and native code around it where the heap unwinds that.
///
/// Made when the threads that are to be walked have stopped. Not before: a thread that removes code waits
/// for those who have a view, and may be a thread that the stop waits for. And not after they went
/// on: a frame's code is registered before its thread ran it, and cannot be removed while the
/// frame is there.
pub(crate) struct CodeView<'a> {
    managed: Snapshot<'a, Host>,
    native: Option<NativeView<'a>>,
}

impl<'a> CodeView<'a> {
    /// `native`: where native code is unwound too.
    ///
    /// # Safety
    ///
    /// As long as the view is used, it is asked only for return addresses of frames that stay where they are:
    /// of threads that are stopped, or of older frames of native code.
    pub(super) unsafe fn new(managed: &'a CodeRegistry, native: Option<&'a NativeCode>) -> Self {
        Self {
            managed: managed.snapshot(),
            // SAFETY: the caller promises it; and to unload code that has a frame is undefined anyway.
            native: native.map(|native| unsafe { native.view() }),
        }
    }

    /// Lets `walk` walk with it.
    pub(crate) fn with<R>(&self, walk: impl FnOnce(&dyn Code<Host>) -> R) -> R {
        match &self.native {
            Some(native) => walk(&WithNative::new(&self.managed, native)),
            None => walk(&self.managed),
        }
    }
}
