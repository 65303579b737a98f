//! C++ exceptions that unwind managed frames and frames of the host.

use core::ffi::c_void;
use std::ffi::CString;
use std::io::Write as _;
use std::process::Command;
use std::sync::OnceLock;

use statepoint_gc::{Argument, Mutator};
use tests::library::can_be_loaded;
use tests::managed::{self, call};
use tests::timeout;

use super::{CALLER, Function, ZEAL_MODES, assert_moved, assert_usable, build};

/// C++ code throws, catches and rethrows exceptions through managed frames and the host's frames.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn cpp_exceptions_unwind_through_managed_code() {
    extern "C-unwind" fn call_throwing(n: u64, note: u64) -> u64 {
        Mutator::with_current(|mutator| {
            mutator.collect();
            let arguments =
                [LIBRARY.get().unwrap().argument(), Argument::Word(n), Argument::Word(note)];
            call(mutator, CALLER.get(), &arguments).unwrap()
        })
        .expect("native code that the stub called is native")
    }
    let Some(library) = ThrowingLibrary::compile() else { return };
    let library = LIBRARY.get_or_init(|| library);
    // SAFETY: the function has this type.
    unsafe { (library.set_callback)(call_throwing) };
    for zeal in ZEAL_MODES {
        for function in [managed::pass as Function, managed::pass_registers] {
            let heap = build(zeal);
            let mut mutator = heap.attach().unwrap();
            CALLER.set(function);
            // SAFETY: the function only reads a thread-local counter.
            let before = unsafe { (library.count_destroyed)() };
            let mut note = [0_u64; 2];
            let note_address = Argument::Word((&raw mut note).expose_provenance() as u64);
            // Levels 3 and 6 catch and rethrow, level 9 catches and returns.
            let result = call(
                &mut mutator,
                function,
                &[library.argument(), Argument::Word(11), note_address],
            );
            assert_eq!(result, Ok(1009 + 3 * (9 + 10 + 11)));
            assert_eq!(note[0], (0..9).map(|n| 1000 + 5 * n).sum::<u64>(), "{zeal:?}");
            // SAFETY: the function only reads a thread-local counter.
            assert_eq!(unsafe { (library.count_destroyed)() } - before, 12);
            assert_usable(&mut mutator);
            assert_moved(&heap.statistics());
        }
    }
}

type SetCallback = unsafe extern "C" fn(extern "C-unwind" fn(u64, u64) -> u64);
type CountDestroyed = unsafe extern "C" fn() -> u64;

/// The functions of `src/throwing.cpp`, in a library that is never unloaded.
struct ThrowingLibrary {
    throwing: *const c_void,
    set_callback: SetCallback,
    count_destroyed: CountDestroyed,
}

// SAFETY: the fields are addresses of functions, which any thread can call.
unsafe impl Send for ThrowingLibrary {}
// SAFETY: the fields are immutable.
unsafe impl Sync for ThrowingLibrary {}

/// The library, which is loaded once.
static LIBRARY: OnceLock<ThrowingLibrary> = OnceLock::new();

impl ThrowingLibrary {
    /// Compiles and loads the library. Returns `None`, after a message on standard error, if there
    /// is no C++ compiler or libraries cannot be loaded.
    fn compile() -> Option<Self> {
        if !can_be_loaded() {
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
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
        let name = CString::new(path.into_os_string().into_encoded_bytes()).unwrap();
        // SAFETY: the functions of the library have these types.
        unsafe {
            let library = libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
            assert!(!library.is_null());
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

    fn argument(&self) -> Argument<'static> {
        Argument::Word(self.throwing.expose_provenance() as u64)
    }
}
