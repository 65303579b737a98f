//! Shared libraries with managed code: loads, calls and unloads them.
//!
//! The libraries are compiled from `managed/library.ll`. One is linked from its assembly when this
//! package is built. `managed_object` compiles others with the installed LLVM versions and linkers.

use core::ffi::{CStr, c_void};
use core::ptr::NonNull;
use std::ffi::CString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use statepoint_gc::{Argument, Mutator};
use statepoint_scanner::image::process;

/// A loaded shared library with the functions of `managed/library.ll`.
#[derive(Debug)]
pub struct Library {
    handle: NonNull<c_void>,
    path: PathBuf,
}

// SAFETY: the dynamic loader accepts the handle on any thread.
unsafe impl Send for Library {}
// SAFETY: as above; closing it consumes the library value.
unsafe impl Sync for Library {}

/// Returns the path of the library that was linked when this package was built.
pub fn prebuilt() -> &'static Path {
    Path::new(env!("MANAGED_LIBRARY"))
}

/// Returns whether this program can load libraries. If it is linked statically, it cannot, and a
/// message on standard error says that the test is skipped.
///
/// # Panics
///
/// If the file of the program cannot be read.
pub fn can_be_loaded() -> bool {
    let c_library = (libc::getpid as *const ()).expose_provenance() as u64;
    let image = process::image_at(c_library).expect("an image that can be read");
    let is_static = image.is_none_or(|image| image.is_program());
    if is_static {
        let message = "skipped: a statically linked program cannot load libraries\n";
        let _ = std::io::stderr().write_all(message.as_bytes());
    }
    !is_static
}

/// Returns the expected result of `library_work`: f(n) = 2 n + 1 + 3 f(n - 1), f(0) = 0.
pub fn work(depth: u64) -> u64 {
    (1..=depth).fold(0, |below: u64, n| below.wrapping_mul(3).wrapping_add(2 * n + 1))
}

impl Library {
    /// Loads a library. The dynamic loader loads a file only once; [`Self::open_copy`] loads
    /// another copy.
    ///
    /// # Errors
    ///
    /// The message of the dynamic loader.
    pub fn open(path: &Path) -> Result<Self, String> {
        Self::open_with(path, libc::RTLD_LOCAL)
    }

    /// Copies and loads a library like [`Self::open_copy`], but with global scope: libraries that
    /// are loaded while it is open resolve symbols to its definitions before their own.
    ///
    /// # Errors
    ///
    /// As for [`Self::open_copy`].
    pub fn open_global(of: &Path, directory: &Path, name: &str) -> Result<Self, String> {
        Self::open_with(&copy(of, directory, name)?, libc::RTLD_GLOBAL)
    }

    fn open_with(path: &Path, scope: libc::c_int) -> Result<Self, String> {
        let name = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|e| e.to_string())?;
        // SAFETY: the library has no code that runs when it is loaded.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | scope) };
        match NonNull::new(handle) {
            Some(handle) => Ok(Self { handle, path: path.to_path_buf() }),
            // SAFETY: after an error, the string is valid until the next call of the loader on this
            // thread.
            None => Err(unsafe { CStr::from_ptr(libc::dlerror()) }.to_string_lossy().into_owned()),
        }
    }

    /// Copies a library to `directory` under this name and loads the copy, which the dynamic loader
    /// treats as a different library.
    ///
    /// # Errors
    ///
    /// The message of the operating system or of the dynamic loader.
    pub fn open_copy(of: &Path, directory: &Path, name: &str) -> Result<Self, String> {
        Self::open(&copy(of, directory, name)?)
    }

    /// Returns the path of the library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the address of a function of `managed/library.ll`.
    ///
    /// # Panics
    ///
    /// If there is no function with this name.
    pub fn function(&self, name: &CStr) -> *const c_void {
        // SAFETY: the handle is open.
        let address = unsafe { libc::dlsym(self.handle.as_ptr(), name.as_ptr()) };
        assert!(!address.is_null(), "{name:?} in {}", self.path.display());
        address
    }

    /// Returns an address in the code of the library.
    pub fn address(&self) -> u64 {
        self.function(c"library_work").expose_provenance() as u64
    }

    /// Calls `library_work`, which recurses `depth` times. See [`work`] for the result.
    ///
    /// # Panics
    ///
    /// If the call fails.
    pub fn call_work(&self, mutator: &mut Mutator, depth: u64) -> u64 {
        // SAFETY: the function takes an i64 and returns an i64. The caller has registered it, or
        // tests that a collection then ends the process with a fatal error.
        unsafe { mutator.call(self.function(c"library_work"), &[Argument::Word(depth)]) }
            .expect("one argument")
    }

    /// Closes the library. It stays loaded while another owner, such as a registry, has it open.
    pub fn close(self) {
        // SAFETY: the handle is open and is not used again. No thread executes the code of the
        // library, since calls borrow `self`.
        unsafe { libc::dlclose(self.handle.as_ptr()) };
    }
}

/// Copies a library to `directory` under this name.
fn copy(of: &Path, directory: &Path, name: &str) -> Result<PathBuf, String> {
    let copy = directory.join(format!("{name}.so"));
    fs::copy(of, &copy).map_err(|error| error.to_string())?;
    Ok(copy)
}

/// Returns whether a file is mapped in this process.
///
/// # Panics
///
/// If the memory mappings cannot be read.
pub fn is_mapped(path: &Path) -> bool {
    let maps = fs::read("/proc/self/maps").expect("the maps of this process");
    let path = path.as_os_str().as_encoded_bytes();
    maps.split(|&byte| byte == b'\n').any(|line| line.ends_with(path))
}
