//! The scenario `code-churn`: code is registered and removed while other threads walk stacks.
//!
//! Each thread registers and removes tables of code at unmapped addresses, loads, runs and unloads
//! shared libraries, looks up addresses in the code of all threads, and runs managed code. Its
//! collections walk stacks with the same registry.

use core::ffi::c_void;

use statepoint_gc::{
    Argument, Mutator,
    code::{CodeRegionId, JitRegion, JitTable, RegistryError},
};
use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::{CodeLookup, FoundCode};
use tempfile::TempDir;

use super::scenarios::{finish_lists, lists, step_lists};
use super::{CheckError, Count, Worker};
use crate::library::{Library, can_be_loaded, is_mapped, prebuilt, work};
use crate::synthetic_table::{self, SPACING, START};

/// Start of the address range of the registered code, which is above all user addresses.
const UNMAPPED_ADDRESS: u64 = 1 << 62;
/// Number of call sites of each region.
const CALLS_PER_REGION: u32 = 10;
/// Distance in bytes between two regions of a thread.
const REGION_STRIDE: u64 = 256;
/// Distance in bytes between the regions of two threads.
const THREAD_STRIDE: u64 = 1 << 20;
/// Maximum number of registered regions of a thread.
const SLOTS: usize = 64;

/// Returns the address of a region and the size of its frames in bytes, which is unique to the
/// region.
fn region_start(thread: u32, slot: usize) -> (u64, i32) {
    let start = UNMAPPED_ADDRESS + u64::from(thread) * THREAD_STRIDE + slot as u64 * REGION_STRIDE;
    (start, 16 + 8 * (slot as i32 + SLOTS as i32 * thread as i32))
}

/// A registered region, with its table.
struct Generated {
    id: CodeRegionId,
    words: Box<[u32]>,
}

/// State of a thread of the scenario.
pub(super) struct Churn {
    slots: [Option<Generated>; SLOTS],
    /// ID of a removed region, which the registry must no longer accept.
    removed: Option<CodeRegionId>,
    directory: TempDir,
    /// Number of libraries that were loaded; `None` if the program cannot load libraries.
    libraries: Option<u64>,
}

/// Runs a thread of the scenario.
pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut churn = Churn::new(worker)?;
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.next_step() {
        for _ in 0..20 {
            churn.step(worker)?;
        }
        step_lists(worker, &mut mutator, &mut lists)?;
        match worker.random.u8(..) {
            0..8 => worker.collect(&mut mutator),
            8..24 => churn.load(worker, &mut mutator)?,
            _ => {}
        }
    }
    churn.load(worker, &mut mutator)?;
    churn.finish(worker)?;
    finish_lists(worker, &mut mutator, &lists)
}

impl Churn {
    pub(super) fn new(worker: &Worker<'_>) -> Result<Self, CheckError> {
        Ok(Self {
            slots: [const { None }; SLOTS],
            removed: None,
            directory: worker.expect_ok(TempDir::new())?,
            libraries: can_be_loaded().then_some(0),
        })
    }

    /// Registers or removes a region, and looks up random addresses.
    pub(super) fn step(&mut self, worker: &mut Worker<'_>) -> Result<(), CheckError> {
        self.generate(worker)?;
        self.look_up(worker)
    }

    /// Removes all regions.
    pub(super) fn finish(&mut self, worker: &mut Worker<'_>) -> Result<(), CheckError> {
        (0..SLOTS).try_for_each(|slot| self.remove(worker, slot))
    }

    /// Registers or removes a random region.
    fn generate(&mut self, worker: &mut Worker<'_>) -> Result<(), CheckError> {
        let slot = worker.random.usize(..SLOTS);
        if self.slots[slot].is_some() {
            return self.remove(worker, slot);
        }
        let (start, size) = region_start(worker.thread, slot);
        let words = synthetic_table::table_words(CALLS_PER_REGION, size);
        let table = JitTable::Compiled { words: &words, address: start - START };
        let region = JitRegion { code: start..start + REGION_STRIDE, table };
        // SAFETY: no frame is ever in this code, and the words stay until it is removed.
        let id = worker.expect_ok(unsafe { worker.heap.code().register_jit(region.clone()) })?;
        // SAFETY: as above.
        let second_result = unsafe { worker.heap.code().register_jit(region) };
        worker
            .check(matches!(second_result, Err(RegistryError::AlreadyRegistered { .. })), || {
                format!("a second registration returned {second_result:?}")
            })?;
        worker.count(Count::RegionsRegistered, 1);
        self.slots[slot] = Some(Generated { id, words });
        Ok(())
    }

    fn remove(&mut self, worker: &mut Worker<'_>, slot: usize) -> Result<(), CheckError> {
        let Some(mut generated) = self.slots[slot].take() else { return Ok(()) };
        // SAFETY: no frame is ever in this code.
        worker.expect_ok(unsafe { worker.heap.code().remove(generated.id) })?;
        worker.count(Count::RegionsRemoved, 1);
        // Overwritten, so that a thread that still reads the table gets a wrong frame size.
        generated.words.fill(u32::MAX);
        if let Some(removed) = self.removed.replace(generated.id) {
            // SAFETY: the region is not registered.
            let second_result = unsafe { worker.heap.code().remove(removed) };
            worker
                .check(matches!(second_result, Err(RegistryError::NotRegistered { .. })), || {
                    format!("a second removal returned {second_result:?}")
                })?;
        }
        Ok(())
    }

    /// Looks up random addresses in the regions of all threads in one snapshot. The frame size must
    /// be right, and a second lookup must return the same.
    fn look_up(&mut self, worker: &mut Worker<'_>) -> Result<(), CheckError> {
        let code = worker.heap.code().snapshot();
        for _ in 0..20 {
            let thread = worker.random.u32(..worker.threads);
            let slot = worker.random.usize(..SLOTS);
            let (start, size) = region_start(thread, slot);
            let pc = start + SPACING * worker.random.u64(1..=CALLS_PER_REGION.into());
            let first = frame_size(&code, pc);
            let right = first.is_none_or(|found| found == size);
            worker.check(right, || {
                format!("the frame at {pc:#x} has {first:?} bytes instead of {size}")
            })?;
            let second_result = frame_size(&code, pc);
            worker.check(first == second_result, || {
                format!("two lookups of {pc:#x} return {first:?} and {second_result:?}")
            })?;
            let between = frame_size(&code, pc + 1);
            worker.check(between.is_none(), || {
                format!("there is a call site at {:#x}, between two calls", pc + 1)
            })?;
            worker.count(Count::LookUps, 1);
            worker.count(Count::LookUpsFound, first.is_some().into());
            if thread == worker.thread {
                let expected = self.slots[slot].is_some();
                worker.check(first.is_some() == expected, || {
                    format!("the code of this thread at {pc:#x} is registered: {expected}")
                })?;
            }
        }
        Ok(())
    }

    /// Loads, registers and runs a library, removes it, and checks that it has been unmapped.
    fn load(&mut self, worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
        let Some(libraries) = &mut self.libraries else { return Ok(()) };
        *libraries += 1;
        let name = format!("churn-{}-{libraries}", worker.thread);
        let library =
            worker.expect_ok(Library::open_copy(prebuilt(), self.directory.path(), &name))?;
        let id = worker.expect_ok(worker.heap.code().register_image_at(library.address()))?;
        let depth = worker.random.u64(1..20);
        let found = library.call_work(mutator, depth);
        worker.check(found == work(depth), || format!("a library computed {found}"))?;
        let function = (collect as *const c_void).expose_provenance() as u64;
        let arguments = [Argument::Word(function), Argument::Word(depth)];
        // SAFETY: the function takes a pointer and an i64; the pointer is to a function of the
        // expected type.
        let found = unsafe { mutator.call(library.function(c"library_native"), &arguments) };
        worker.check(found == Ok(2 * depth), || {
            format!("a library's native call returned {found:?}")
        })?;
        let path = library.path().to_path_buf();
        let closed_first = worker.random.bool();
        // SAFETY: only this thread has run its code.
        let remove = || unsafe { worker.heap.code().remove(id) };
        if closed_first {
            library.close();
            worker.expect_ok(remove())?;
        } else {
            worker.expect_ok(remove())?;
            library.close();
        }
        worker.check(!is_mapped(&path), || format!("{} stays mapped", path.display()))?;
        worker.count(Count::LibrariesRun, 1);
        worker.expect_ok(std::fs::remove_file(path))
    }
}

/// Collects. Called by managed code of the library.
extern "C" fn collect(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(Mutator::collect);
    value
}

/// Returns the size in bytes of the frame at a call site.
fn frame_size(code: &impl CodeLookup<Host>, pc: u64) -> Option<i32> {
    match code.find(pc) {
        FoundCode::Managed(site) => site.frame().map(|frame| frame.cfa().1),
        _ => None,
    }
}
