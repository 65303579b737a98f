//! Patches that are written at one address and executed at another (`SecondMapping`), on
//! hand-written machine code for both architectures.

use core::ffi::c_void;
use core::ops::Range;
use std::thread;

use examples::runner::emulated;
use statepoint_patch::{
    BreakpointHandler, ExecutionState, LivePatchMethod, Patch, PatchArchitecture as _, PatchSite,
    Patcher, SecondMapping,
};
use statepoint_scanner::arch::Host;

/// Size of the mapped page in bytes.
const PAGE_SIZE: usize = 4096;
/// Offset of the second function in the code, in bytes.
const SECOND_FUNCTION: usize = 16;

unsafe extern "C" {
    fn __clear_cache(begin: *mut c_void, end: *mut c_void);
}

/// Returns the code of two functions, and the range of the no-ops in the first. The first function
/// returns 1, the second returns 2.
fn functions() -> (&'static [u8], Range<usize>) {
    match std::env::consts::ARCH {
        "x86_64" => (
            // movl $1, %eax; nopl (%rax); nopl 0(%rax, %rax); retq | movl $2, %eax; retq
            b"\xb8\x01\0\0\0\x0f\x1f\0\x0f\x1f\x44\0\0\xc3\x90\x90\xb8\x02\0\0\0\xc3",
            8..13,
        ),
        "aarch64" => (
            // mov w0, #1; nop; ret; nop | mov w0, #2; ret
            b"\x20\0\x80\x52\x1f\x20\x03\xd5\xc0\x03\x5f\xd6\x1f\x20\x03\xd5\x40\0\x80\x52\xc0\x03\x5f\xd6",
            4..8,
        ),
        other => panic!("code for {other}"),
    }
}

/// A page that is mapped twice: for execution and for writing.
struct DoubleMapping {
    executed: usize,
    written: usize,
}

impl DoubleMapping {
    fn new() -> Self {
        // SAFETY: the mappings are new. The file has no name, and exists as long as the mappings.
        unsafe {
            let file = libc::memfd_create(c"patched".as_ptr(), libc::MFD_CLOEXEC);
            assert!(file >= 0 && libc::ftruncate(file, PAGE_SIZE as libc::off_t) == 0);
            let map = |protection| {
                let null = core::ptr::null_mut();
                let start = libc::mmap(null, PAGE_SIZE, protection, libc::MAP_SHARED, file, 0);
                assert_ne!(start, libc::MAP_FAILED);
                start.expose_provenance()
            };
            let executed = map(libc::PROT_READ | libc::PROT_EXEC);
            let written = map(libc::PROT_READ | libc::PROT_WRITE);
            libc::close(file);
            Self { executed, written }
        }
    }

    /// Writes code that no thread executes yet, and makes it visible to instruction fetches by
    /// `__clear_cache`.
    fn write(&self, code: &[u8]) {
        let at = |start| core::ptr::with_exposed_provenance_mut::<u8>(start);
        // SAFETY: the code fits into the page.
        unsafe {
            at(self.written).copy_from_nonoverlapping(code.as_ptr(), code.len());
            __clear_cache(at(self.executed).cast(), at(self.executed + code.len()).cast());
        }
    }

    fn call(&self) -> u32 {
        let start = core::ptr::with_exposed_provenance::<c_void>(self.executed);
        // SAFETY: `start` is the address of a mapped function of this type, whose code is valid at
        // any time.
        unsafe { core::mem::transmute::<*const c_void, extern "C" fn() -> u32>(start)() }
    }

    /// Returns whether code written at one address is executed at the other. This holds on every
    /// processor, but not in every emulator.
    fn sees_writes(&self) -> bool {
        let (code, _) = functions();
        self.write(code);
        assert_eq!(self.call(), 1);
        self.write(&code[SECOND_FUNCTION..]);
        let is_second_visible = self.call() == 2;
        self.write(code);
        is_second_visible && self.call() == 1
    }
}

impl Drop for DoubleMapping {
    fn drop(&mut self) {
        for start in [self.executed, self.written] {
            // SAFETY: this value owns the mapping, and nothing uses it any more.
            unsafe { libc::munmap(core::ptr::with_exposed_provenance_mut(start), PAGE_SIZE) };
        }
    }
}

#[test]
fn patches_through_another_mapping_are_executed() {
    let memory = DoubleMapping::new();
    if !memory.sees_writes() {
        assert!(emulated(), "a processor must execute the written code");
        eprintln!(
            "skipped: this emulator does not see writes through another mapping (qemu before 8.1)"
        );
        return;
    }
    let (code, site) = functions();
    let [start, end] = [0, code.len()].map(|offset| (memory.executed + offset) as u64);
    let written = core::ptr::with_exposed_provenance_mut(memory.written);
    // SAFETY: both mappings exist until the end of the test.
    let patcher = Patcher::new(unsafe { SecondMapping::new(start..end, written) }.unwrap());
    let statepoint = PatchSite::Statepoint { bytes: site.len() as u32 };
    assert_eq!(site.len(), Host::NEAR);
    let id = patcher.add(statepoint, start + site.end as u64).unwrap();
    let running =
        || ExecutionState::Running(LivePatchMethod::Best(BreakpointHandler::install().unwrap()));
    for _ in 0..20 {
        for (patch, result) in [(Some(Patch::Jump(start + SECOND_FUNCTION as u64)), 2), (None, 1)] {
            match patch {
                Some(patch) => {
                    // SAFETY: the target of the jump is a function of the same type.
                    let written = unsafe { patcher.write(id, patch, running()) };
                    assert_eq!(written, Ok(None));
                }
                // SAFETY: the execution state says that threads may execute the site.
                None => unsafe { patcher.restore(id, running()) }.unwrap(),
            }
            assert_eq!(memory.call(), result);
            let on_another_thread =
                thread::scope(|scope| scope.spawn(|| memory.call()).join().unwrap());
            assert_eq!(on_another_thread, result);
        }
    }
}
