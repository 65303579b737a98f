//! A view of the registered code at one point in time, for stack walks.

use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegistry, CodeSnapshot};
use statepoint_scanner::walk::{CodeLookup, CodeWithNative, NativeCode, NativeCodeView};

/// The registered managed code, and the native code around it if the heap unwinds native frames.
///
/// A thread that removes code waits until all views are dropped. So who has a view waits for no
/// other thread: a stop creates it after the threads to be walked have stopped, and a marker drops
/// it at the end of its step. The view is complete: a frame's code was registered before the thread
/// ran it, and is not removed while the frame exists.
pub(crate) struct CodeView<'a> {
    /// A snapshot of the registered managed code.
    managed: CodeSnapshot<'a, Host>,
    /// The loaded native code; `None` if native frames are not unwound.
    native: Option<NativeCodeView<'a>>,
    /// Whether walks report roots.
    has_roots: bool,
}

impl<'a> CodeView<'a> {
    /// Takes a snapshot of the managed code. `native` is the native code, if the heap unwinds
    /// native frames.
    ///
    /// # Safety
    ///
    /// The view is queried only for return addresses of frames that exist as long as the view is
    /// used. Such frames belong to stopped threads or suspended fibers, or are older than native
    /// code that is running.
    pub(super) unsafe fn new(managed: &'a CodeRegistry, native: Option<&'a NativeCode>) -> Self {
        Self {
            managed: managed.snapshot(),
            // SAFETY: the caller guarantees that the view is queried only for frames that exist
            // while the view is used. The code of such a frame stays loaded: native code with a
            // frame on a stack must not be unloaded.
            native: native.map(|native| unsafe { native.view() }),
            has_roots: true,
        }
    }

    /// As [`Self::new`], for walks that report no roots and find all native frames.
    ///
    /// # Safety
    ///
    /// As for [`Self::new`].
    pub(super) unsafe fn without_roots(managed: &'a CodeRegistry, native: &'a NativeCode) -> Self {
        // SAFETY: passed on.
        Self { has_roots: false, ..unsafe { Self::new(managed, Some(native)) } }
    }

    /// Calls `walk` with the code, and returns its result.
    pub(crate) fn with<R>(&self, walk: impl FnOnce(&dyn CodeLookup<Host>) -> R) -> R {
        match &self.native {
            Some(native) if self.has_roots => walk(&CodeWithNative::new(&self.managed, native)),
            Some(native) => walk(&CodeWithNative::without_roots(&self.managed, native)),
            None => walk(&self.managed),
        }
    }
}
