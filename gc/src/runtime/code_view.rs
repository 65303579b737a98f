//! A view of the registered code at one point in time, for stack walks.

use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegistry, CodeSnapshot};
use statepoint_scanner::walk::{CodeLookup, CodeWithNative, NativeCode, NativeCodeView};

/// The registered managed code, and the native code around it if the heap unwinds native frames.
///
/// Created when the threads to be walked have stopped. Not earlier: a thread that removes code
/// waits for all threads that hold a view, and may itself be a thread that the stop waits for. And
/// not after they have resumed: a frame's code is registered before its thread ran it, and cannot
/// be removed while the frame is there.
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
    /// As long as the view is used, it is queried only for return addresses of frames that stay
    /// where they are: of stopped threads, or of older frames of native code.
    pub(super) unsafe fn new(managed: &'a CodeRegistry, native: Option<&'a NativeCode>) -> Self {
        Self {
            managed: managed.snapshot(),
            // SAFETY: the caller promises it; and unloading code that has a frame is undefined
            // anyway.
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
