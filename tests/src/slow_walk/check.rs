//! Checks a stack when managed code requests it.

use core::cell::Cell;
use core::ops::AddAssign;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::walk::NativeCode;

use super::compare::{self, Difference};
use super::frames::{self, Places};
use super::image::Image;
use super::records::Records;
use super::unwind::Unwinder;

/// Counts of what was compared. A count of 0 shows that a test compared nothing of that kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Calls of `random_walk_check` that compared anything.
    pub checks: u64,
    /// Managed frames.
    pub frames: u64,
    /// Native frames between managed ones.
    pub native_frames: u64,
    /// Roots.
    pub roots: u64,
    /// Roots in callee-saved registers.
    pub register_roots: u64,
    /// Roots that are derived pointers.
    pub derived: u64,
    /// Roots that are elements of vectors.
    pub vector_roots: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.checks += other.checks;
        self.frames += other.frames;
        self.native_frames += other.native_frames;
        self.roots += other.roots;
        self.register_roots += other.register_roots;
        self.derived += other.derived;
        self.vector_roots += other.vector_roots;
    }
}

/// The tables of this process. They are read once.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) unwinder: Unwinder,
    pub(super) records: Records,
    pub(super) places: Places,
    pub(super) code: CodeRegistry,
    pub(super) native: NativeCode,
}

unsafe extern "C" {
    /// Return address of calls into managed code.
    static spgc_call_managed_return: u8;
    fn spgc_call_native();
}

impl Program {
    fn of_this_process() -> Result<Self, String> {
        let image = Image::of_this_program()?;
        Ok(Self {
            unwinder: Unwinder::new(&image)?,
            records: Records::read(&image.stack_maps)?,
            places: Places {
                entry: (&raw const spgc_call_managed_return).expose_provenance() as u64,
                call_native: (spgc_call_native as *const ()).expose_provenance() as u64,
            },
            code: CodeRegistry::of_this_process().map_err(|error| error.to_string())?,
            native: NativeCode::new(),
        })
    }
}

/// The part of a thread's stack that checks walk, and the number of frames that they may still
/// compare.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    seed: u64,
    end: u64,
    frames: u64,
    counts: Counts,
}

thread_local! {
    static BOUNDS: Cell<Option<Bounds>> = const { Cell::new(None) };
}

/// Runs a program (for messages, that of `seed`) whose calls of `random_walk_check` compare at most
/// about `frames` frames, and returns what they compared.
pub fn within<R>(seed: u64, frames: u64, run: impl FnOnce() -> R) -> (R, Counts) {
    let mark = 0_u64;
    // The program's frames are below this function's frame.
    let end = (&raw const mark).expose_provenance() as u64 & !7;
    let bounds = Bounds { seed, end, frames, counts: Counts::default() };
    let before = BOUNDS.replace(Some(bounds));
    let result = run();
    let after = BOUNDS.replace(before);
    (result, after.map_or(Counts::default(), |bounds| bounds.counts))
}

/// Called by the stub: compares two walks of the thread's managed frames; ends the process if they
/// differ.
pub(super) extern "C" fn from_stub(register_file: u64) {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    let Some(mut bounds) = BOUNDS.get() else { return };
    if bounds.counts.frames >= bounds.frames {
        return;
    }
    let fail = |error: &str| -> ! {
        // One message at a time.
        static ONE: Mutex<()> = Mutex::new(());
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        eprintln!("seed {}: {error}", bounds.seed);
        std::process::abort();
    };
    let program = PROGRAM.get_or_init(|| {
        Program::of_this_process()
            .unwrap_or_else(|error| fail(&format!("the program cannot be read: {error}")))
    });
    let runs = frames::walk(
        &program.unwinder,
        &program.records,
        program.places,
        register_file,
        bounds.end,
    )
    .unwrap_or_else(|error| fail(&format!("the slow walk failed: {error}")));
    bounds.counts.checks += 1;
    for run in &runs {
        // SAFETY: this thread is in the stub, which managed code called, and is not stopped for a
        // collection before it returns.
        match unsafe { compare::run(program, run, bounds.end) } {
            Ok(counts) => bounds.counts += counts,
            Err(Difference { depth, pc, what }) => {
                let place = symbols::describe_return_address(pc);
                fail(&format!("difference: frame {depth} at {pc:#x} ({place}): {what}"));
            }
        }
    }
    BOUNDS.set(Some(bounds));
}
