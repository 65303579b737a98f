//! Compares both stack walks of a thread when managed code calls the stub.

use core::cell::Cell;
use core::ops::AddAssign;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::walk::NativeCode;

use super::compare::{self, Difference};
use super::frames::{self, EntryPoints};
use super::image::Image;
use super::records::Records;
use super::unwind::Unwinder;

/// Numbers of compared items. Tests check that none is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Number of calls of `random_walk_check` that compared frames.
    pub checks: u64,
    /// Number of managed frames.
    pub frames: u64,
    /// Number of native frames between managed ones.
    pub native_frames: u64,
    /// Number of roots.
    pub roots: u64,
    /// Number of roots in callee-saved registers.
    pub register_roots: u64,
    /// Number of roots that are derived pointers.
    pub derived: u64,
    /// Number of roots that are elements of vectors.
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

/// The tables of this process, which are parsed once.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) unwinder: Unwinder,
    pub(super) records: Records,
    pub(super) entry_points: EntryPoints,
    pub(super) code: CodeRegistry,
    pub(super) native: NativeCode,
}

unsafe extern "C" {
    /// Return address of calls from native into managed code.
    static spgc_call_managed_return: u8;
    /// Return address of the function of a fiber.
    static spgc_fiber_return: u8;
    fn spgc_call_native();
}

impl Program {
    fn of_this_process() -> Result<Self, String> {
        let image = Image::of_this_program()?;
        Ok(Self {
            unwinder: Unwinder::new(&image)?,
            records: Records::read(&image.stack_maps)?,
            entry_points: EntryPoints {
                entry: (&raw const spgc_call_managed_return).expose_provenance() as u64,
                fiber: (&raw const spgc_fiber_return).expose_provenance() as u64,
                call_native: (spgc_call_native as *const ()).expose_provenance() as u64,
            },
            code: CodeRegistry::of_this_process().map_err(|error| error.to_string())?,
            native: NativeCode::new(),
        })
    }
}

/// Limits of the checks of a thread: the part of its stack that they walk, and the number of frames
/// that they compare.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    seed: u64,
    end: u64,
    frames: u64,
    counts: Counts,
}

thread_local! {
    /// Limits of the checks of this thread; `None` if they are disabled.
    static BOUNDS: Cell<Option<Bounds>> = const { Cell::new(None) };
}

/// Runs `run` with checks enabled. Returns its result and the numbers of compared items. Checks are
/// disabled after about `frames` frames. `seed` identifies the program in messages.
pub fn run_with_checks<R>(seed: u64, frames: u64, run: impl FnOnce() -> R) -> (R, Counts) {
    let mark = 0_u64;
    // The frames of the program are at lower addresses than the frame of this function.
    let end = (&raw const mark).expose_provenance() as u64 & !7;
    let bounds = Bounds { seed, end, frames, counts: Counts::default() };
    let before = BOUNDS.replace(Some(bounds));
    let result = run();
    let after = BOUNDS.replace(before);
    (result, after.map_or(Counts::default(), |bounds| bounds.counts))
}

/// Runs `run`, which runs a fiber whose stack ends at the address `end`: checks walk that stack.
pub fn run_with_stack_end<R>(end: u64, run: impl FnOnce() -> R) -> R {
    let set_end = |end| {
        let before = BOUNDS.get();
        BOUNDS.set(before.map(|bounds| Bounds { end, ..bounds }));
        before.map(|bounds| bounds.end)
    };
    let before = set_end(end);
    let result = run();
    if let Some(before) = before {
        set_end(before);
    }
    result
}

/// Compares both walks of the frames of this thread, and aborts the process if they differ. Called
/// by the stub with the address of its register file.
pub(super) extern "C" fn check_from_stub(register_file: u64) {
    /// The tables of this process.
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    let Some(mut bounds) = BOUNDS.get() else { return };
    if bounds.counts.frames >= bounds.frames {
        return;
    }
    let fail = |error: &str| -> ! {
        // Serialises the messages of several threads.
        static MESSAGE_LOCK: Mutex<()> = Mutex::new(());
        let _guard = MESSAGE_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        eprintln!("seed {}: {error}", bounds.seed);
        std::process::abort();
    };
    let program = PROGRAM.get_or_init(|| {
        Program::of_this_process().unwrap_or_else(|error| {
            fail(&format!("cannot read the tables of this program: {error}"))
        })
    });
    let runs = frames::walk(
        &program.unwinder,
        &program.records,
        program.entry_points,
        register_file,
        bounds.end,
    )
    .unwrap_or_else(|error| fail(&format!("the slow walk failed: {error}")));
    bounds.counts.checks += 1;
    for run in &runs {
        // SAFETY: managed code has called the stub on this thread, so the stack has these frames up
        // to `end`. No collection runs before the stub returns.
        match unsafe { compare::run(program, run, bounds.end) } {
            Ok(counts) => bounds.counts += counts,
            Err(Difference { depth, pc, message }) => {
                let place = symbols::describe_return_address(pc);
                fail(&format!("difference: frame {depth} at {pc:#x} ({place}): {message}"));
            }
        }
    }
    BOUNDS.set(Some(bounds));
}
