//! Calls patched into managed code: that of this program, whose pages are opened for it, and that
//! compiled by each LLVM version, which is mapped twice.

mod breakpoints;
mod collecting;
mod documented;
mod groups;
mod invalidated;
mod pages;
mod refused;
mod running;
mod second_mapping;

use core::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use statepoint_gc::CodeRegistry;
use statepoint_patch::{PatchSite, Patcher, ProtectedPages, SecondMapping};
use statepoint_scanner::image::process;
use tests::jit::{Generated, records};
use tests::managed;

/// The functions of `managed/patched.ll` and `documented.ll`, whose code the tests here change.
static CODE: Mutex<()> = Mutex::new(());

const STATEPOINT: PatchSite = PatchSite::Statepoint { bytes: 8 };
const LOOP: PatchSite = PatchSite::Statepoint { bytes: 16 };
const PATCHPOINT: PatchSite = PatchSite::Patchpoint { bytes: 16 };

/// The limit of each heap, in bytes: an emulator has not enough address space for the default.
const HEAP: usize = 8 << 20;

/// Holds the functions of this program for one test.
fn code() -> MutexGuard<'static, ()> {
    CODE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The functions in this program: the address of the only record with an ID, and their memory.
fn record(id: u64) -> u64 {
    let images = process::images().unwrap();
    let program = images.iter().find(|image| image.is_program()).unwrap();
    let found = records(program.stack_maps().unwrap(), id);
    assert_eq!(found.len(), 1, "{id}");
    found[0]
}

fn program_near(near: u64) -> Patcher<ProtectedPages> {
    let images = process::images().unwrap();
    let text = images.iter().find(|image| image.is_program()).unwrap().text();
    // Not all segments of the program are code.
    let code = near - 0x800..(near + 0x800).min(text.end);
    // SAFETY: the program stays, and only these tests change it.
    Patcher::new(unsafe { ProtectedPages::new(code) }.unwrap())
}

fn program() -> Patcher<ProtectedPages> {
    program_near(record(41))
}

/// The functions as an LLVM version compiles them.
struct Compiled {
    generated: Generated,
    registry: Arc<CodeRegistry>,
}

impl Compiled {
    /// `managed/patched.ll` as each version compiles it; empty where there is no loader for the
    /// code.
    fn all() -> Vec<Self> {
        Self::each("patched")
    }

    /// Likewise for another file.
    fn each(file: &str) -> Vec<Self> {
        let compiled = |generated: Generated| {
            let registry = Arc::new(CodeRegistry::new());
            generated.register(&registry).unwrap();
            Self { generated, registry }
        };
        Generated::of_each_version(file, "", &[]).into_iter().map(compiled).collect()
    }

    fn patcher(&self) -> Patcher<SecondMapping> {
        let (code, writable) = (self.generated.code(), self.generated.writable());
        // SAFETY: both stay as long as the value that is borrowed, which outlives the patcher in
        // each test.
        Patcher::new(unsafe { SecondMapping::new(code, writable) }.unwrap())
    }

    fn record(&self, id: u64) -> u64 {
        let found = self.generated.records(id);
        assert_eq!(found.len(), 1, "{id}");
        found[0]
    }

    fn function(&self, name: &str) -> *const c_void {
        self.generated.function(name)
    }
}

/// The registry of this program's managed code.
fn registry() -> Arc<CodeRegistry> {
    let registry = CodeRegistry::new();
    registry.register_image_at(managed::patched_loop().expose_provenance() as u64).unwrap();
    Arc::new(registry)
}

fn address(function: *const c_void) -> u64 {
    function.expose_provenance() as u64
}
