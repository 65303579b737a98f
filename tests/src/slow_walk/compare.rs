//! Compares the scanner's stack walk with the slow walk.

use core::cell::RefCell;
use std::collections::BTreeMap;

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{Root, RootKind, StackWalker, relocate_stack, visit_stack};
use statepoint_scanner::table::RootLocation;
use statepoint_scanner::walk::{CodeWithNative, Cursor, FrameKind, LiveStack, StackWalkError};

use super::check::{Counts, Program};
use super::frames::{Run, SlowFrame};
use super::unwind::load;

/// A difference between the two walks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of younger frames in the run.
    pub depth: usize,
    /// The frame's return address.
    pub pc: u64,
    /// The message, with both results.
    pub what: String,
}

/// The distance by which objects seem to move. It is even, so a tagged number stays one, and so
/// large that no moved reference becomes null.
const SHIFT: u64 = 0x0100_0000_0000_0010;

thread_local! {
    /// Shared by all checks of a thread, to test its cache of earlier stacks.
    static WALKER: RefCell<StackWalker<Host>> = RefCell::new(StackWalker::new());
}

/// Compares the frames and roots of a run. Then checks that the scanner rewrites the roots
/// correctly, as if all objects had moved, and moves them back.
///
/// # Safety
///
/// The calling thread's stack has these frames, from the register file up to `end`. No collection
/// happens during the call.
pub(super) unsafe fn run(program: &Program, run: &Run, end: u64) -> Result<Counts, Difference> {
    let ends = [program.places.entry];
    // SAFETY: the stack is this thread's, and the range excludes the frames of this function and
    // its callers up to the stub. Only slots of managed frames and registers in the file are
    // written.
    let mut stack = unsafe { LiveStack::new(run.register_file, end) };
    let snapshot = program.code.snapshot();
    // SAFETY: the stack does not change, and no code of this program is ever unloaded.
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

/// Returns the difference for an error of the scanner's walk.
fn failed(run: &Run, error: &StackWalkError) -> Difference {
    let depth = run.frames.iter().position(|frame| frame.state.pc == error.pc());
    let depth = depth.unwrap_or_default();
    Difference { depth, pc: error.pc(), what: format!("the scanner's walk failed: {error}") }
}

fn difference(depth: usize, frame: &SlowFrame, what: String) -> Difference {
    Difference { depth, pc: frame.state.pc, what }
}

/// Compares each frame's program counter, stack pointer, kind, and the locations of its
/// callee-saved registers.
fn compare_frames(
    run: &Run,
    mut cursor: Cursor<'_, Host>,
    stack: &LiveStack,
) -> Result<(), Difference> {
    for (depth, slow) in run.frames.iter().enumerate() {
        let differ = |what: String| Err(difference(depth, slow, what));
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
            what: "the scanner's walk continues after the end of the slow one".to_owned(),
        }),
    }
}

/// Compares the address, the value and the base's value of each root. Returns what was compared.
fn compare_roots(
    run: &Run,
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
            // The compiled programs have no records that pin objects.
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
        return Err(difference(depth, &run.frames[depth], what));
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
                "roots differ (address: value, value of the base, whether in a register): the \
                 scanner has {found:x?}, the slow walk has {expected:x?}"
            );
            return Err(difference(depth, slow, what));
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

/// Lets the scanner rewrite the roots as if every object had moved by `shift` bytes, and compares
/// each word of the stack with the expected result.
fn check_relocation(
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
        let what = format!(
            "after objects moved by {shift:#x}, the word at {address:#x} must be {:#x}, but is {:#x}",
            expected[&address],
            load(address)
        );
        return Err(difference(depth, &run.frames[depth], what));
    }
    bases.sort_unstable();
    relocated_bases.sort_unstable();
    if bases != relocated_bases {
        let what = format!(
            "the scanner relocated the base pointers {relocated_bases:x?} instead of {bases:x?}"
        );
        return Err(difference(0, &run.frames[0], what));
    }
    Ok(())
}
