//! Compares the scanner's stack walk with that of the reference stack walker.

use core::cell::RefCell;
use std::collections::BTreeMap;

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{Root, RootKind, StackWalker, relocate_stack, visit_stack};
use statepoint_scanner::table::RootLocation;
use statepoint_scanner::walk::{CodeWithNative, Cursor, FrameKind, LiveStack, StackWalkError};

use super::check::{Counts, Program};
use super::frames::{FrameRun, SlowFrame};
use super::unwind::load;

/// Difference between the two walks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of younger frames in the same run of frames.
    pub depth: usize,
    /// Return address into the frame.
    pub pc: u64,
    /// Message with both results.
    pub message: String,
}

/// Distance in bytes of the simulated move of all objects. It is even, so that tagged numbers stay
/// tagged, and too large for a relocated reference to become null.
const SHIFT: u64 = 0x0100_0000_0000_0010;

thread_local! {
    /// The walker of all checks of a thread. Reusing it also tests its cache of previous walks.
    static WALKER: RefCell<StackWalker<Host>> = RefCell::new(StackWalker::new());
}

/// Compares the frames and roots of a run of frames. Then checks that the scanner relocates the
/// roots correctly for a simulated move of all objects, and relocates them back.
///
/// # Safety
///
/// The stack of the calling thread has these frames, from the register file up to `end`. No
/// collection runs during the call.
pub(super) unsafe fn run(
    program: &Program,
    run: &FrameRun,
    end: u64,
) -> Result<Counts, Difference> {
    let ends = [program.entry_points.entry, program.entry_points.fiber];
    // SAFETY: the range is part of the stack of this thread, and excludes the frames of this
    // function and its callers up to the stub. Only root slots and saved registers are written.
    let mut stack = unsafe { LiveStack::new(run.register_file, end) };
    let snapshot = program.code.snapshot();
    // SAFETY: the frames of this thread's stack do not change during the walk, and no code of this
    // program is ever unloaded.
    let native = unsafe { program.native.view() };
    let code = CodeWithNative::new(&snapshot, &native);
    let cursor = Cursor::<Host>::from_register_file(&code, &stack, run.register_file, &ends)
        .map_err(|error| failed(run, &error))?;

    compare_frames(run, cursor.clone(), &stack)?;
    let counts = compare_roots(run, cursor.clone(), &stack)?;
    WALKER.with_borrow_mut(|walker| {
        check_relocation(run, cursor.clone(), &mut stack, walker, SHIFT)?;
        check_relocation(run, cursor, &mut stack, walker, SHIFT.wrapping_neg())
    })?;
    Ok(counts)
}

/// Converts an error of the scanner's walk.
fn failed(run: &FrameRun, error: &StackWalkError) -> Difference {
    let depth = run.frames.iter().position(|frame| frame.state.pc == error.pc());
    let depth = depth.unwrap_or_default();
    Difference { depth, pc: error.pc(), message: format!("the scanner's walk failed: {error}") }
}

/// Returns the difference at a frame.
fn difference(depth: usize, frame: &SlowFrame, message: String) -> Difference {
    Difference { depth, pc: frame.state.pc, message }
}

/// Compares each frame's program counter, stack pointer, kind, and the locations of its
/// callee-saved registers.
fn compare_frames(
    run: &FrameRun,
    mut cursor: Cursor<'_, Host>,
    stack: &LiveStack,
) -> Result<(), Difference> {
    for (depth, slow) in run.frames.iter().enumerate() {
        let differ = |message: String| Err(difference(depth, slow, message));
        let Some(frame) = cursor.next(stack).map_err(|error| failed(run, &error))? else {
            return differ(format!(
                "the scanner's walk ends before this frame of the slow walk: {slow:x?}"
            ));
        };
        if (frame.pc, frame.sp) != (slow.state.pc, slow.state.sp) {
            let (pc, sp) = (frame.pc, frame.sp);
            return differ(format!(
                "the scanner has pc {pc:#x}, sp {sp:#x}; the slow walk pc {:#x}, sp {:#x}",
                slow.state.pc, slow.state.sp
            ));
        }
        if (frame.kind == FrameKind::Managed) != slow.roots.is_some() {
            let slow_kind = if slow.roots.is_some() { "managed" } else { "native" };
            return differ(format!(
                "the scanner classifies the frame as {:?}, the slow walk as {slow_kind}",
                frame.kind
            ));
        }
        for (index, &expected) in slow.state.saved.iter().enumerate() {
            let found = frame.address_of(RootLocation::Register(index as u8), stack);
            if found.as_ref().ok() != Some(&expected) {
                return differ(format!(
                    "the scanner locates callee-saved register {index} at {found:x?}, the slow \
                     walk at {expected:#x}"
                ));
            }
        }
    }
    match cursor.next(stack).map_err(|error| failed(run, &error))? {
        None => Ok(()),
        Some(frame) => Err(Difference {
            depth: run.frames.len(),
            pc: frame.pc,
            message: "the scanner's walk continues after the end of the slow walk".to_owned(),
        }),
    }
}

/// Compares the address, the value, and the value of the base of each root. Returns the numbers of
/// compared items.
fn compare_roots(
    run: &FrameRun,
    cursor: Cursor<'_, Host>,
    stack: &LiveStack,
) -> Result<Counts, Difference> {
    let mut found = vec![BTreeMap::new(); run.frames.len()];
    let mut twice = None;
    visit_stack(cursor, stack, &mut |frame, root: Root| {
        let Root { address, location, value, kind } = root;
        let base = match kind {
            RootKind::Base => value,
            RootKind::Derived { base } => base,
            // Random programs have no records that pin objects.
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
        let message = format!("the scanner visits the root at {address:#x} twice");
        return Err(difference(depth, &run.frames[depth], message));
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
            let message = format!(
                "roots differ (address: value, value of the base, whether in a register): the \
                 scanner has {found:x?}, the slow walk has {expected:x?}"
            );
            return Err(difference(depth, slow, message));
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

/// Lets the scanner relocate the roots as if every object had moved by `shift` bytes, and compares
/// each word of the stack with the expected value.
fn check_relocation(
    run: &FrameRun,
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

    let mut relocated_bases = Vec::new();
    relocate_stack(cursor, stack, walker, &mut |base: u64| {
        relocated_bases.push(base);
        base.wrapping_add(shift)
    })
    .map_err(|error| failed(run, &error))?;
    let depth_of = |address: u64| {
        let younger = run.frames.iter().take_while(|frame| frame.state.sp <= address).count();
        younger.saturating_sub(1)
    };
    if let Some(address) = addresses().find(|&address| load(address) != expected[&address]) {
        let depth = depth_of(address);
        let message = format!(
            "after a simulated move by {shift:#x}, the word at {address:#x} must be {:#x}, but is \
             {:#x}",
            expected[&address],
            load(address)
        );
        return Err(difference(depth, &run.frames[depth], message));
    }
    bases.sort_unstable();
    relocated_bases.sort_unstable();
    if bases != relocated_bases {
        let message = format!(
            "the scanner relocated the base pointers {relocated_bases:x?} instead of {bases:x?}"
        );
        return Err(difference(0, &run.frames[0], message));
    }
    Ok(())
}
