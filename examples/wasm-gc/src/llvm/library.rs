//! A shared library of compiled code that the collector knows.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

use statepoint_gc::CodeRegistry;
use statepoint_gc::code::CodeRegionId;

use super::error::LlvmError;
use super::imports::entries;
use super::module::{EXPORTS, FIRST_FUNCTION};
use crate::Error;
use crate::code::RuntimeAddresses;

/// A loaded library, which is unloaded when this is dropped.
#[derive(Debug)]
struct Loaded(NonNull<c_void>);

// SAFETY: handles of libraries may be used by any thread.
unsafe impl Send for Loaded {}
// SAFETY: as above.
unsafe impl Sync for Loaded {}

impl Loaded {
    fn open(path: &Path) -> Result<Self, LlvmError> {
        let path = CString::new(path.as_os_str().as_bytes())
            .map_err(|error| LlvmError::Load(error.to_string()))?;
        // SAFETY: the library has no constructors.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        NonNull::new(handle).map(Self).ok_or_else(|| LlvmError::Load(last_error()))
    }

    /// Returns the address of a symbol.
    fn symbol(&self, name: &str) -> Result<NonNull<c_void>, LlvmError> {
        let name = CString::new(name).expect("names of symbols have no zero bytes");
        // SAFETY: the library is loaded.
        let address = unsafe { libc::dlsym(self.0.as_ptr(), name.as_ptr()) };
        NonNull::new(address).ok_or_else(|| LlvmError::Load(last_error()))
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // SAFETY: whoever executes or refers to the code holds its owner. A failure keeps the
        // library loaded.
        unsafe { libc::dlclose(self.0.as_ptr()) };
    }
}

/// Returns what the dynamic linker reports.
fn last_error() -> String {
    // SAFETY: the message is valid until the next call of the dynamic linker by this thread.
    unsafe {
        let message = libc::dlerror();
        if message.is_null() {
            return "the dynamic linker reports no reason".to_owned();
        }
        CStr::from_ptr(message).to_string_lossy().into_owned()
    }
}

/// A library of compiled code, registered until this is dropped.
pub(super) struct Library {
    exports: NonNull<usize>,
    /// The distance of the collector's context from the thread pointer.
    thread_offset: u64,
    registry: Arc<CodeRegistry>,
    region: Option<CodeRegionId>,
    /// Owns the code.
    _loaded: Loaded,
}

// SAFETY: the exports are constants of the library.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    /// Loads and registers a library. Its file may be removed then. The collector's context is that
    /// of the calling thread.
    ///
    /// # Errors
    ///
    /// If it cannot be loaded, or its stack map is refused.
    pub(super) fn load(
        path: &Path,
        runtime: &RuntimeAddresses,
        registry: &Arc<CodeRegistry>,
        thread_context: u64,
    ) -> Result<Self, Error> {
        let loaded = Loaded::open(path)?;
        let exports = loaded.symbol(EXPORTS)?.cast();
        let registry = Arc::clone(registry);
        let mut library =
            Self { exports, thread_offset: 0, registry, region: None, _loaded: loaded };
        library.thread_offset = library.distance(thread_context);
        let imports = entries(library.thread_offset, runtime);
        // SAFETY: the module has a table of this size, and none of its functions has run but the
        // one that returns the thread pointer.
        unsafe {
            let table: *mut u64 = std::ptr::with_exposed_provenance_mut(library.export(0));
            table.copy_from_nonoverlapping(imports.as_ptr(), imports.len());
        }
        let code = library.export(1) as u64;
        let region = library.registry.register_image_at(code);
        library.region = Some(region.map_err(|error| Error::Resources(error.to_string()))?);
        Ok(library)
    }

    /// Returns an entry of the table of exports.
    fn export(&self, index: usize) -> usize {
        // SAFETY: the caller names an entry that the module has.
        unsafe { self.exports.add(index).read() }
    }

    /// Returns the distance of the collector's context of this thread from the thread pointer.
    fn distance(&self, thread_context: u64) -> u64 {
        let function: *const c_void = std::ptr::with_exposed_provenance(self.export(1));
        // SAFETY: the module defines the function with this type. It has no safepoint.
        let pointer =
            unsafe { std::mem::transmute::<*const c_void, extern "C" fn() -> u64>(function)() };
        thread_context.wrapping_sub(pointer)
    }

    /// Checks that the code finds the collector's context of the calling thread, which is given.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub(super) fn check_thread(&self, thread_context: u64) -> Result<(), LlvmError> {
        if self.distance(thread_context) == self.thread_offset {
            Ok(())
        } else {
            Err(LlvmError::ThreadLocal)
        }
    }

    /// Returns the address of one of the module's own functions, by its index among them.
    pub(super) fn function(&self, index: usize) -> usize {
        self.export(FIRST_FUNCTION + index)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if let Some(region) = self.region.take() {
            // SAFETY: whoever executes or refers to the code holds its owner.
            let removed = unsafe { self.registry.remove(region) };
            removed.expect("the region is registered, and this thread holds no snapshot");
        }
    }
}
