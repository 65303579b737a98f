//! Calls patched into managed code.
//!
//! Two kinds of code are patched: that of this program, whose pages are made writable temporarily
//! (`ProtectedPages`), and code compiled by each LLVM version, which is mapped twice
//! (`SecondMapping`).

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

/// Held while a test patches the functions of `managed/patched.ll` and `documented.ll`, whose code
/// all tests of this program share.
static CODE: Mutex<()> = Mutex::new(());

/// Site in `test_patched_statepoint`.
const STATEPOINT: PatchSite = PatchSite::Statepoint { bytes: 8 };
/// Site in `test_patched_loop`.
const LOOP: PatchSite = PatchSite::Statepoint { bytes: 16 };
/// Site in `test_patched_patchpoint`.
const PATCHPOINT: PatchSite = PatchSite::Patchpoint { bytes: 16 };

/// Limit of each heap, in bytes. An emulator does not have enough address space for the default.
const HEAP: usize = 8 << 20;

/// Locks [`CODE`]; a test that has panicked does not poison it.
fn lock_code() -> MutexGuard<'static, ()> {
    CODE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address of this program's only record with this ID, which is in `patched.ll` or
/// `documented.ll`.
fn program_record(id: u64) -> u64 {
    for program in ["patched", "documented"] {
        managed::assembly(program);
    }
    let images = process::images().unwrap();
    let program = images.iter().find(|image| image.is_program()).unwrap();
    let addresses = records(program.stack_maps().unwrap(), id);
    assert_eq!(addresses.len(), 1, "{id}");
    addresses[0]
}

fn program_patcher_near(center: u64) -> Patcher<ProtectedPages> {
    let images = process::images().unwrap();
    let text = images.iter().find(|image| image.is_program()).unwrap().text();
    // The patcher covers 2 KiB on each side of the record. The tests patch no other code of the
    // program.
    let code = center - 0x800..(center + 0x800).min(text.end);
    // SAFETY: the program is never unloaded, and only these tests change it.
    Patcher::new(unsafe { ProtectedPages::new(code) }.unwrap())
}

fn program_patcher() -> Patcher<ProtectedPages> {
    program_patcher_near(program_record(41))
}

/// Generated code of one LLVM version, and the registry that contains it.
struct Compiled {
    generated: Generated,
    registry: Arc<CodeRegistry>,
}

impl Compiled {
    /// Compiles `managed/patched.ll` with each version. Returns nothing on architectures for which
    /// the tests have no loader.
    fn all() -> Vec<Self> {
        Self::each("patched")
    }

    /// Compiles another file of `managed` in the same way.
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
        // SAFETY: both mappings exist as long as the borrowed value, which outlives the patcher in
        // each test.
        Patcher::new(unsafe { SecondMapping::new(code, writable) }.unwrap())
    }

    fn record(&self, id: u64) -> u64 {
        let addresses = self.generated.records(id);
        assert_eq!(addresses.len(), 1, "{id}");
        addresses[0]
    }

    fn function(&self, name: &str) -> *const c_void {
        self.generated.function(name)
    }
}

/// Returns a registry with this program's managed code.
fn registry() -> Arc<CodeRegistry> {
    let registry = CodeRegistry::new();
    registry.register_image_at(managed::patched_loop().expose_provenance() as u64).unwrap();
    Arc::new(registry)
}

fn address(function: *const c_void) -> u64 {
    function.expose_provenance() as u64
}
