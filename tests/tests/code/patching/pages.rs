//! Pages that two patchers change at once: each leaves them as they are when no patcher is active.

use core::ops::Range;
use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use statepoint_patch::{
    CodeMemory, CodeMemoryError, ConcurrentExecution, ExecutionState, Patch, Patcher,
    ProtectedPages,
};

use super::refused::protection;
use super::{LOOP, STATEPOINT, code, program_near, record};

/// Has another thread inspect the pages while they are open.
struct InspectedWhileOpen {
    pages: ProtectedPages,
    found: Mutex<Option<JoinHandle<ProtectedPages>>>,
}

// SAFETY: this forwards to the pages.
unsafe impl CodeMemory for InspectedWhileOpen {
    fn code(&self) -> Range<u64> {
        self.pages.code()
    }

    fn unlock(
        &self,
        bytes: Range<u64>,
        threads: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError> {
        let place = self.pages.unlock(bytes, threads);
        let code = self.code();
        // SAFETY: the program stays, and only these tests change it.
        let inspect = move || unsafe { ProtectedPages::new(code) }.unwrap();
        *self.found.lock().unwrap() = Some(thread::spawn(inspect));
        // Long enough for a thread that does not wait.
        thread::sleep(Duration::from_millis(100));
        place
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
        self.pages.lock(bytes)
    }
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn pages_being_patched_report_their_original_protection() {
    let _code = code();
    let at = record(42);
    let pages = program_near(at).into_memory();
    let patcher = Patcher::new(InspectedWhileOpen { pages, found: Mutex::default() });
    let site = patcher.add(LOOP, at).unwrap();
    // SAFETY: no thread executes it, here and below, and it is restored.
    unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
    let found = patcher.memory().found.lock().unwrap().take().unwrap().join().unwrap();
    let other = Patcher::new(found);
    let own = other.add(STATEPOINT, record(41)).unwrap();
    // SAFETY: as above.
    unsafe { other.write(own, Patch::Call(at), ExecutionState::NotYetRun) }.unwrap();
    assert_eq!(protection(at), "r-xp");
    // SAFETY: as above.
    unsafe { other.restore(own, ExecutionState::NotYetRun) }.unwrap();
    // SAFETY: as above.
    unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
    let waiting = patcher.memory().found.lock().unwrap().take().unwrap();
    drop(waiting.join().unwrap());
    assert_eq!(protection(at), "r-xp");
}

/// Records the protection of the pages while they are open.
struct Noted {
    pages: ProtectedPages,
    open: Mutex<Vec<String>>,
}

// SAFETY: this forwards to the pages.
unsafe impl CodeMemory for Noted {
    fn code(&self) -> Range<u64> {
        self.pages.code()
    }

    fn unlock(
        &self,
        bytes: Range<u64>,
        threads: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError> {
        let place = self.pages.unlock(bytes.clone(), threads);
        self.open.lock().unwrap().push(protection(bytes.start));
        place
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
        self.pages.lock(bytes)
    }
}

/// Code on the same pages may be executed, whatever state the site is declared to be in.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn writable_pages_stay_executable() {
    let _code = code();
    let at = record(42);
    let pages = program_near(at).into_memory();
    let patcher = Patcher::new(Noted { pages, open: Mutex::default() });
    let site = patcher.add(LOOP, at).unwrap();
    // SAFETY: no thread executes it, here and below, and it is restored.
    unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
    // SAFETY: as above.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut core::iter::empty())) }.unwrap();
    assert_eq!(*patcher.memory().open.lock().unwrap(), ["rwxp", "rwxp"]);
    assert_eq!(protection(at), "r-xp");
}
