//! A view of the registered code at one point in time, for stack walks.

use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegistry, CodeSnapshot};
use statepoint_scanner::walk::{CodeLookup, CodeWithNative, NativeCode, NativeCodeView};

/// The registered managed code, and the native code around it if the heap unwinds native frames.
///
/// A view is created after the threads to be walked have stopped. An earlier view could deadlock: a
/// thread that removes code waits for all views, and the stop may wait for that thread. The view is
/// complete: a frame's code was registered before the thread ran it, and is not removed while the
/// frame exists.
pub(crate) struct CodeView<'a> {
    managed: CodeSnapshot<'a, Host>,
    native: Option<NativeCodeView<'a>>,
}

impl<'a> CodeView<'a> {
    /// Takes a snapshot of the managed code. `native` is the native code, if the heap unwinds that
    /// too.
    ///
    /// # Safety
    ///
    /// The view is queried only for return addresses of frames that exist as long as the view is
    /// used: frames of stopped threads, or frames older than native code that is running.
    pub(super) unsafe fn new(managed: &'a CodeRegistry, native: Option<&'a NativeCode>) -> Self {
        Self {
            managed: managed.snapshot(),
            // SAFETY: the caller guarantees that the frames exist while the view is used. Native
            // code with a frame on a stack must not be unloaded.
            native: native.map(|native| unsafe { native.view() }),
        }
    }

    /// Calls `walk` with the code, and returns its result.
    pub(crate) fn with<R>(&self, walk: impl FnOnce(&dyn CodeLookup<Host>) -> R) -> R {
        match &self.native {
            Some(native) => walk(&CodeWithNative::new(&self.managed, native)),
            None => walk(&self.managed),
        }
    }
}
