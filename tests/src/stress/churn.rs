//! Code that comes and goes while others walk.
//!
//! Each thread runs all kinds of steps in turn: it registers and removes generated code that does
//! not exist, loads and unloads libraries and runs their code, looks up what other threads
//! registered, and runs managed code, whose collections walk with the same registry.

use core::ffi::c_void;

use statepoint_gc::{
    Argument, Mutator,
    code::{CodeRegionId, JitRegion, JitTable, RegistryError},
};
use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::{CodeLookup, FoundCode};
use tempfile::TempDir;

use super::scenarios::{finish_lists, lists, step_lists};
use super::{Count, Lost, Worker};
use crate::library::{Library, can_be_loaded, is_mapped, prebuilt, work};
use crate::synthetic_table::{self, SPACING, START};

/// No code can be here: such addresses do not exist.
const NOWHERE: u64 = 1 << 62;
const CALLS: u32 = 10;
/// Addresses between the regions of a thread, and between those of two threads.
const APART: u64 = 256;
const THREAD: u64 = 1 << 20;
const SLOTS: usize = 64;

/// Returns the address of a thread's generated code, and the size of all its frames, which differs
/// from that of all other threads.
fn place(thread: u32, slot: usize) -> (u64, i32) {
    let start = NOWHERE + u64::from(thread) * THREAD + slot as u64 * APART;
    (start, 16 + 8 * (slot as i32 + SLOTS as i32 * thread as i32))
}

/// Generated code that is registered.
struct Generated {
    id: CodeRegionId,
    words: Box<[u32]>,
}

pub(super) struct Churn {
    slots: [Option<Generated>; SLOTS],
    /// The number of a removed region, which must not be accepted again.
    removed: Option<CodeRegionId>,
    directory: TempDir,
    /// Number of libraries that were loaded; `None` where they cannot be loaded.
    libraries: Option<u64>,
}

pub(super) fn run(worker: &mut Worker<'_>) -> Result<(), Lost> {
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
    pub(super) fn new(worker: &Worker<'_>) -> Result<Self, Lost> {
        Ok(Self {
            slots: [const { None }; SLOTS],
            removed: None,
            directory: worker.done(TempDir::new())?,
            libraries: can_be_loaded().then_some(0),
        })
    }

    /// Adds or removes generated code, and looks code up.
    pub(super) fn step(&mut self, worker: &mut Worker<'_>) -> Result<(), Lost> {
        self.generate(worker)?;
        self.look_up(worker)
    }

    /// Removes all generated code.
    pub(super) fn finish(&mut self, worker: &mut Worker<'_>) -> Result<(), Lost> {
        (0..SLOTS).try_for_each(|slot| self.remove(worker, slot))
    }

    /// Registers or removes generated code.
    fn generate(&mut self, worker: &mut Worker<'_>) -> Result<(), Lost> {
        let slot = worker.random.usize(..SLOTS);
        if self.slots[slot].is_some() {
            return self.remove(worker, slot);
        }
        let (start, size) = place(worker.thread, slot);
        let words = synthetic_table::table_words(CALLS, size);
        let table = JitTable::Compiled { words: &words, address: start - START };
        let region = JitRegion { code: start..start + APART, table };
        // SAFETY: no frame is ever in this code, and the words stay until it is removed.
        let id = worker.done(unsafe { worker.heap.code().register_jit(region.clone()) })?;
        // SAFETY: as above.
        let again = unsafe { worker.heap.code().register_jit(region) };
        worker.check(matches!(again, Err(RegistryError::AlreadyRegistered { .. })), || {
            format!("a second registration returned {again:?}")
        })?;
        worker.count(Count::RegionsRegistered, 1);
        self.slots[slot] = Some(Generated { id, words });
        Ok(())
    }

    fn remove(&mut self, worker: &mut Worker<'_>, slot: usize) -> Result<(), Lost> {
        let Some(mut generated) = self.slots[slot].take() else { return Ok(()) };
        // SAFETY: no frame is ever in this code.
        worker.done(unsafe { worker.heap.code().remove(generated.id) })?;
        worker.count(Count::RegionsRemoved, 1);
        // A thread that reads the words from now on does not find the expected values.
        generated.words.fill(u32::MAX);
        if let Some(removed) = self.removed.replace(generated.id) {
            // SAFETY: it is refused.
            let again = unsafe { worker.heap.code().remove(removed) };
            worker.check(matches!(again, Err(RegistryError::NotRegistered { .. })), || {
                format!("a second removal returned {again:?}")
            })?;
        }
        Ok(())
    }

    /// Looks up the code of all threads: what is found must be right, and the same in a second
    /// lookup.
    fn look_up(&mut self, worker: &mut Worker<'_>) -> Result<(), Lost> {
        let code = worker.heap.code().snapshot();
        for _ in 0..20 {
            let thread = worker.random.u32(..worker.threads);
            let slot = worker.random.usize(..SLOTS);
            let (start, size) = place(thread, slot);
            let pc = start + SPACING * worker.random.u64(1..=CALLS.into());
            let first = frame_size(&code, pc);
            let right = first.is_none_or(|found| found == size);
            worker
                .check(right, || format!("a frame of {first:?} bytes, not {size}, at {pc:#x}"))?;
            let again = frame_size(&code, pc);
            worker.check(first == again, || format!("{first:?} and then {again:?} at {pc:#x}"))?;
            let between = frame_size(&code, pc + 1);
            worker.check(between.is_none(), || format!("a call at {:#x}", pc + 1))?;
            worker.count(Count::LookUps, 1);
            worker.count(Count::LookUpsFound, first.is_some().into());
            if thread == worker.thread {
                let expected = self.slots[slot].is_some();
                worker
                    .check(first.is_some() == expected, || format!("one's own code at {pc:#x}"))?;
            }
        }
        Ok(())
    }

    /// Loads a library, runs it, removes it, and checks that it can no longer be found.
    fn load(&mut self, worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
        let Some(libraries) = &mut self.libraries else { return Ok(()) };
        *libraries += 1;
        let name = format!("churn-{}-{libraries}", worker.thread);
        let library = worker.done(Library::open_copy(prebuilt(), self.directory.path(), &name))?;
        let id = worker.done(worker.heap.code().register_image_at(library.address()))?;
        let depth = worker.random.u64(1..20);
        let found = library.call_work(mutator, depth);
        worker.check(found == work(depth), || format!("a library computed {found}"))?;
        let function = (collect as *const c_void).expose_provenance() as u64;
        let arguments = [Argument::Word(function), Argument::Word(depth)];
        // SAFETY: the function takes a pointer and an i64; what it calls has the expected type.
        let found = unsafe { mutator.call(library.function(c"library_native"), &arguments) };
        worker.check(found == Ok(2 * depth), || {
            format!("a library's native call returned {found:?}")
        })?;
        let path = library.path().to_path_buf();
        let closed_first = worker.random.bool();
        // SAFETY: this thread alone has run its code.
        let remove = || unsafe { worker.heap.code().remove(id) };
        if closed_first {
            library.close();
            worker.done(remove())?;
        } else {
            worker.done(remove())?;
            library.close();
        }
        worker.check(!is_mapped(&path), || format!("{} stays mapped", path.display()))?;
        worker.count(Count::LibrariesRun, 1);
        worker.done(std::fs::remove_file(path))
    }
}

extern "C" fn collect(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(Mutator::collect);
    value
}

fn frame_size(code: &impl CodeLookup<Host>, pc: u64) -> Option<i32> {
    match code.find(pc) {
        FoundCode::Managed(site) => site.frame().map(|frame| frame.cfa().1),
        _ => None,
    }
}
