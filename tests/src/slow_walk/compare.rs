//! Compares the scanner's walk with the slow one.

use core::cell::RefCell;
use std::collections::BTreeMap;

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{Root, RootKind, StackWalker, relocate_stack, visit_stack};
use statepoint_scanner::table::RootLocation;
use statepoint_scanner::walk::{CodeWithNative, Cursor, FrameKind, LiveStack, StackWalkError};

use super::check::{Counts, Program};
use super::frames::{Run, SlowFrame};
use super::unwind::load;

/// A difference, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of younger frames in the run.
    pub depth: usize,
    /// The frame's return address.
    pub pc: u64,
    /// Both answers.
    pub what: String,
}

/// Added to every root and subtracted again. Even, so that tagged numbers stay tagged, and so large
/// that no sum is null.
const SHIFT: u64 = 0x0100_0000_0000_0010;

thread_local! {
    /// Kept across checks, so that its cache of earlier stacks is tested.
    static WALKER: RefCell<StackWalker<Host>> = RefCell::new(StackWalker::new());
}

/// Compares frames and roots, then has all roots rewritten, twice.
///
/// # Safety
///
/// The calling thread's stack has these frames, from the register file up to `end`, and no
/// collection happens meanwhile.
pub(super) unsafe fn run(program: &Program, run: &Run, end: u64) -> Result<Counts, Difference> {
    let ends = [program.places.entry];
    // SAFETY: the stack is this thread's, above the frames of this function and its callers down
    // from the stub; only slots of managed frames and registers in the file are ever written.
    let mut stack = unsafe { LiveStack::new(run.register_file, end) };
    let snapshot = program.code.snapshot();
    // SAFETY: the stack does not change, and no code of this program is ever unloaded.
    let native = unsafe { program.native.view() };
    let code = CodeWithNative::new(&snapshot, &native);
    let cursor = Cursor::<Host>::from_register_file(&code, &stack, run.register_file, &ends)
        .map_err(|error| failed(run, &error))?;

    frames(run, cursor.clone(), &stack)?;
    let counts = roots(run, cursor.clone(), &stack)?;
    WALKER.with_borrow_mut(|walker| {
        rewritten(run, cursor.clone(), &mut stack, walker, SHIFT)?;
        rewritten(run, cursor, &mut stack, walker, SHIFT.wrapping_neg())
    })?;
    Ok(counts)
}

fn failed(run: &Run, error: &StackWalkError) -> Difference {
    let depth = run.frames.iter().position(|frame| frame.state.pc == error.pc());
    let depth = depth.unwrap_or_default();
    Difference { depth, pc: error.pc(), what: format!("the scanner's walk failed: {error}") }
}

fn at(depth: usize, frame: &SlowFrame, what: String) -> Difference {
    Difference { depth, pc: frame.state.pc, what }
}

/// Returns each frame's program counter, stack pointer, kind, and the addresses of its registers.
fn frames(run: &Run, mut cursor: Cursor<'_, Host>, stack: &LiveStack) -> Result<(), Difference> {
    for (depth, slow) in run.frames.iter().enumerate() {
        let differ = |what: String| Err(at(depth, slow, what));
        let Some(frame) = cursor.next(stack).map_err(|error| failed(run, &error))? else {
            return differ(format!("the scanner's walk ends here, the slow one has {slow:x?}"));
        };
        if (frame.pc, frame.sp) != (slow.state.pc, slow.state.sp) {
            let (pc, sp) = (frame.pc, frame.sp);
            return differ(format!(
                "the scanner has pc {pc:#x}, sp {sp:#x}; the slow walk pc {:#x}, sp {:#x}",
                slow.state.pc, slow.state.sp
            ));
        }
        if (frame.kind == FrameKind::Managed) != slow.roots.is_some() {
            return differ(format!("the scanner says {:?}, the slow walk not", frame.kind));
        }
        for (index, &expected) in slow.state.saved.iter().enumerate() {
            let found = frame.address_of(RootLocation::Register(index as u8), stack);
            if found.as_ref().ok() != Some(&expected) {
                return differ(format!(
                    "callee-saved register {index}: the scanner says {found:x?}, the slow walk \
                     {expected:#x}"
                ));
            }
        }
    }
    match cursor.next(stack).map_err(|error| failed(run, &error))? {
        None => Ok(()),
        Some(frame) => Err(Difference {
            depth: run.frames.len(),
            pc: frame.pc,
            what: "the scanner's walk continues after the end of the slow one".to_owned(),
        }),
    }
}

/// Returns each root's address and value, and the base's value.
fn roots(run: &Run, cursor: Cursor<'_, Host>, stack: &LiveStack) -> Result<Counts, Difference> {
    let mut found = vec![BTreeMap::new(); run.frames.len()];
    let mut twice = None;
    visit_stack(cursor, stack, &mut |frame, root: Root| {
        let Root { address, location, value, kind } = root;
        let base = match kind {
            RootKind::Base => value,
            RootKind::Derived { base } => base,
            // No record of a program pins objects.
            RootKind::PinnedReference | RootKind::PinnedCandidate => 0,
        };
        let in_register = matches!(location, RootLocation::Register(_));
        let depth = frame.depth as usize;
        if found[depth].insert(address, (value, base, in_register)).is_some() {
            twice = Some((depth, address));
        }
    })
    .map_err(|error| failed(run, &error))?;
    if let Some((depth, address)) = twice {
        let what = format!("the scanner visits the root at {address:#x} twice");
        return Err(at(depth, &run.frames[depth], what));
    }

    let mut counts = Counts::default();
    for (depth, (slow, found)) in run.frames.iter().zip(&found).enumerate() {
        let Some(roots) = &slow.roots else {
            counts.native_frames += 1;
            continue;
        };
        let bases = roots.bases.iter().map(|(&address, &in_register)| {
            let value = load(address);
            (address, (value, value, in_register))
        });
        let derived = roots.derived.iter().map(|(&address, &(base, in_register))| {
            (address, (load(address), load(base), in_register))
        });
        let expected: BTreeMap<_, _> = bases.chain(derived).collect();
        if *found != expected {
            let what = format!(
                "roots by address, each with value, value of the base, and whether in a register: \
                 the scanner has {found:x?}; the slow walk {expected:x?}"
            );
            return Err(at(depth, slow, what));
        }
        counts.frames += 1;
        counts.roots += expected.len() as u64;
        counts.register_roots +=
            expected.values().filter(|(.., register)| *register).count() as u64;
        counts.derived += roots.derived.len() as u64;
        counts.vector_roots += roots.in_vectors;
    }
    Ok(counts)
}

/// Has the roots rewritten as if every object had moved by `shift` bytes, and compares the whole
/// stack with the expected result.
fn rewritten(
    run: &Run,
    cursor: Cursor<'_, Host>,
    stack: &mut LiveStack,
    walker: &mut StackWalker<Host>,
    shift: u64,
) -> Result<(), Difference> {
    let (start, end) = (run.register_file, stack.bounds().1);
    let addresses = || (start..end).step_by(8);
    let mut expected: BTreeMap<u64, u64> =
        addresses().map(|address| (address, load(address))).collect();
    let mut bases = Vec::new();
    for roots in run.frames.iter().filter_map(|frame| frame.roots.as_ref()) {
        for (&address, &(base, _)) in &roots.derived {
            if load(base) != 0 {
                expected.insert(address, load(address).wrapping_add(shift));
            }
        }
        for &address in roots.bases.keys() {
            let value = load(address);
            if value != 0 {
                expected.insert(address, value.wrapping_add(shift));
                bases.push(value);
            }
        }
    }

    let mut asked = Vec::new();
    relocate_stack(cursor, stack, walker, &mut |base: u64| {
        asked.push(base);
        base.wrapping_add(shift)
    })
    .map_err(|error| failed(run, &error))?;
    let owner = |address: u64| {
        let younger = run.frames.iter().take_while(|frame| frame.state.sp <= address).count();
        younger.saturating_sub(1)
    };
    if let Some(address) = addresses().find(|&address| load(address) != expected[&address]) {
        let depth = owner(address);
        let what = format!(
            "after objects moved by {shift:#x} the word at {address:#x} must be {:#x}; the scanner \
             left {:#x} there",
            expected[&address],
            load(address)
        );
        return Err(at(depth, &run.frames[depth], what));
    }
    bases.sort_unstable();
    asked.sort_unstable();
    if bases != asked {
        let what = format!("the scanner asked where {asked:x?} are; it should {bases:x?}");
        return Err(at(0, &run.frames[0], what));
    }
    Ok(())
}
