//! The protection of pages while they are patched, also by two patchers concurrently.

use core::ops::Range;
use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use statepoint_patch::{
    CodeMemory, CodeMemoryError, ConcurrentExecution, ExecutionState, Patch, Patcher,
    ProtectedPages,
};

use super::refused::protection;
use super::{LOOP, STATEPOINT, lock_code, program_patcher_near, program_record};

/// Code memory whose pages another thread inspects while they are writable.
struct InspectedWhileOpen {
    pages: ProtectedPages,
    inspection: Mutex<Option<JoinHandle<ProtectedPages>>>,
}

// SAFETY: all functions forward to `ProtectedPages`, which upholds the contract.
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
        // SAFETY: the program is never unloaded, and only these tests change it.
        let inspect = move || unsafe { ProtectedPages::new(code) }.unwrap();
        *self.inspection.lock().unwrap() = Some(thread::spawn(inspect));
        // Long enough for the other thread to finish if it does not wait for `lock`.
        thread::sleep(Duration::from_millis(100));
        place
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
        self.pages.lock(bytes)
    }
}

#[test]
fn pages_being_patched_report_their_original_protection() {
    let _code = lock_code();
    let at = program_record(42);
    let pages = program_patcher_near(at).into_memory();
    let patcher = Patcher::new(InspectedWhileOpen { pages, inspection: Mutex::default() });
    let site = patcher.add(LOOP, at).unwrap();
    // SAFETY: no thread executes the code of the site before it is restored.
    unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
    let inspection = patcher.memory().inspection.lock().unwrap().take().unwrap().join().unwrap();
    let other = Patcher::new(inspection);
    let site_of_other = other.add(STATEPOINT, program_record(41)).unwrap();
    // SAFETY: no thread executes the code of the sites before they are restored.
    unsafe { other.write(site_of_other, Patch::Call(at), ExecutionState::NotYetRun) }.unwrap();
    assert_eq!(protection(at), "r-xp");
    // SAFETY: no thread executes the code of the sites before they are restored.
    unsafe { other.restore(site_of_other, ExecutionState::NotYetRun) }.unwrap();
    // SAFETY: no thread executes the code of the sites before they are restored.
    unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
    let waiting = patcher.memory().inspection.lock().unwrap().take().unwrap();
    drop(waiting.join().unwrap());
    assert_eq!(protection(at), "r-xp");
}

/// Code memory that records the protection of its pages each time after they have been made
/// writable.
struct ProtectionRecorder {
    pages: ProtectedPages,
    protections: Mutex<Vec<String>>,
}

// SAFETY: all functions forward to `ProtectedPages`, which upholds the contract.
unsafe impl CodeMemory for ProtectionRecorder {
    fn code(&self) -> Range<u64> {
        self.pages.code()
    }

    fn unlock(
        &self,
        bytes: Range<u64>,
        threads: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError> {
        let place = self.pages.unlock(bytes.clone(), threads);
        self.protections.lock().unwrap().push(protection(bytes.start));
        place
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
        self.pages.lock(bytes)
    }
}

/// Other code on the same pages may be running, so the pages stay executable in every
/// `ExecutionState` of the site.
#[test]
fn writable_pages_stay_executable() {
    let _code = lock_code();
    let at = program_record(42);
    let pages = program_patcher_near(at).into_memory();
    let patcher = Patcher::new(ProtectionRecorder { pages, protections: Mutex::default() });
    let site = patcher.add(LOOP, at).unwrap();
    // SAFETY: no thread executes the code of the site before it is restored.
    unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
    // SAFETY: no thread executes the code of the sites before they are restored.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut core::iter::empty())) }.unwrap();
    assert_eq!(*patcher.memory().protections.lock().unwrap(), ["rwxp", "rwxp"]);
    assert_eq!(protection(at), "r-xp");
}
