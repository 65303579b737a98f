//! C++ functions that throw and catch, in a shared library that tests compile and load.

use core::ffi::c_void;
use std::ffi::CString;
use std::io::Write as _;
use std::process::Command;
use std::sync::OnceLock;

use statepoint_gc::Argument;

use crate::library::can_be_loaded;
use crate::timeout;

/// Function that `throwing` calls with its arguments `n - 1` and `note`. It calls managed code that
/// calls `throwing` with these.
pub type Callback = extern "C-unwind" fn(n: u64, note: u64) -> u64;

type SetCallback = unsafe extern "C" fn(Callback);
type CountDestroyed = unsafe extern "C" fn() -> u64;

/// The functions of `src/throwing.cpp`, in a library that is never unloaded.
#[derive(Debug)]
pub struct ThrowingLibrary {
    throwing: *const c_void,
    set_callback: SetCallback,
    count_destroyed: CountDestroyed,
}

// SAFETY: the fields are addresses of functions, which any thread can call.
unsafe impl Send for ThrowingLibrary {}
// SAFETY: the fields are immutable.
unsafe impl Sync for ThrowingLibrary {}

impl ThrowingLibrary {
    /// Returns the library, which is compiled and loaded once. Returns `None`, after a message on
    /// standard error, if there is no C++ compiler or libraries cannot be loaded.
    ///
    /// # Panics
    ///
    /// If the library cannot be compiled or loaded.
    pub fn get() -> Option<&'static Self> {
        static LIBRARY: OnceLock<Option<ThrowingLibrary>> = OnceLock::new();
        LIBRARY.get_or_init(Self::compile).as_ref()
    }

    fn compile() -> Option<Self> {
        if !can_be_loaded() {
            return None;
        }
        let directory = tempfile::tempdir().expect("a folder can be created");
        let path = directory.path().join("throwing.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/throwing.cpp");
        let mut compiler = Command::new("c++");
        compiler.args(["-O2", "-shared", "-fPIC", "-o"]).arg(&path).arg(source);
        match timeout::output(&mut compiler) {
            Ok(output) => assert!(output.status.success(), "{compiler:?}: {output:?}"),
            Err(error) => {
                let message = format!("skipped: the C++ compiler cannot be started: {error}\n");
                let _ = std::io::stderr().write_all(message.as_bytes());
                return None;
            }
        }
        let name = CString::new(path.into_os_string().into_encoded_bytes())
            .expect("a path has no zero byte");
        // SAFETY: the functions of the library have these types.
        unsafe {
            let library = libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
            assert!(!library.is_null(), "{name:?} cannot be loaded");
            let [throwing, set_callback, count_destroyed] =
                [c"throwing", c"throwing_with", c"throwing_destroyed"].map(|name| {
                    let address = libc::dlsym(library, name.as_ptr());
                    assert!(!address.is_null(), "{name:?}");
                    address
                });
            Some(Self {
                throwing,
                set_callback: core::mem::transmute::<*mut c_void, SetCallback>(set_callback),
                count_destroyed: core::mem::transmute::<*mut c_void, CountDestroyed>(
                    count_destroyed,
                ),
            })
        }
    }

    /// Returns the address of `throwing` as an argument of managed code.
    pub fn argument(&self) -> Argument<'static> {
        Argument::Word(self.throwing.expose_provenance() as u64)
    }

    /// Sets the function that `throwing` calls, for all threads.
    pub fn set_callback(&self, callback: Callback) {
        // SAFETY: the function has this type.
        unsafe { (self.set_callback)(callback) };
    }

    /// Returns the number of objects that frames of `throwing` have destroyed on this thread.
    pub fn destroyed(&self) -> u64 {
        // SAFETY: the function only reads a thread-local counter.
        unsafe { (self.count_destroyed)() }
    }
}
