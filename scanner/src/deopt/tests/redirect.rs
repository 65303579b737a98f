//! Tests of frame takeover and its errors, with synthetic stacks of the host's architecture. No
//! code returns to these frames.

use super::super::{
    DeoptState, DeoptValueKind, FrameTakeoverError, ReplacementCall, ReturnRedirect,
    ReturnTrampoline, TrampolineEntry,
};
use crate::arch::{CallingConvention, Host, InstructionSet};
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedLocation, SavedRegisters};
use crate::fixtures::{constant, map};
use crate::registry::CodeRegistry;
use crate::return_address::{ReturnBarrier, return_address_at_barrier};
use crate::table::{CallSiteTable, TableBuilder};
use crate::walk::{
    CodeLookup, Cursor, InitialRegisters, StackFrame, StackImage, StackMemory, StackMemoryError,
    StopPoint,
};

/// Return address of the stub through which native code enters managed code.
const ENTRY: u64 = 0xe000;
/// Lowest address of the stack.
const STACK: u64 = 0x7000;
/// Return address of the call with deopt state.
const PC: u64 = 0x1005;
/// Return address of the call without deopt state.
const OTHER: u64 = 0x1015;

/// Returns a table of two calls of one function, whose unwind rule has these saved registers. The
/// deopt state of the call that returns to [`PC`] is one constant.
fn table(saved: SavedRegisters) -> CallSiteTable<'static, Host> {
    let rule = FrameRule {
        cfa_base: Host::STACK_POINTER,
        cfa_offset: 64,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved,
    };
    let section = map(
        &[(
            0x1000,
            &[
                (5, 3, &[constant(0), constant(0), constant(1), constant(7)]),
                (0x15, 4, &[constant(0); 3]),
            ],
        )],
        &[],
    );
    TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap().leak()
}

/// Returns a register file that returns to `pc`, and a frame that returns to [`ENTRY`].
fn stack(pc: u64) -> StackImage {
    let layout = Host::REGISTER_FILE;
    let mut words = vec![0; layout.size as usize / 8 + 8];
    words[layout.return_address as usize / 8] = pc;
    *words.last_mut().unwrap() = ENTRY;
    StackImage::new(STACK, words)
}

/// Returns the address of the word that contains the return address into the frame.
fn return_slot() -> u64 {
    STACK + Host::REGISTER_FILE.return_address
}

fn frame<'t>(table: &'t CallSiteTable<'_, Host>, stack: &StackImage) -> StackFrame<'t, Host> {
    let mut cursor = Cursor::from_register_file(table, stack, STACK, &[ENTRY]).unwrap();
    cursor.next(stack).unwrap().unwrap()
}

fn redirect(
    frame: &StackFrame<'_, Host>,
    memory: &StackImage,
    has_shadow_stack: bool,
) -> Result<ReturnRedirect, FrameTakeoverError> {
    let state = DeoptState::of_statepoint(frame).unwrap();
    ReturnRedirect::of_frame_with(&state, &[DeoptValueKind::Bits(8)], memory, || has_shadow_stack)
}

unsafe fn unexpected(_: *const (), _: &TrampolineEntry) -> ReplacementCall {
    panic!("no frame returns there")
}

fn trampoline(pc: u64) -> ReturnTrampoline {
    // SAFETY: no frame returns to the trampoline, so `unexpected` is never called.
    unsafe { ReturnTrampoline::new(pc, unexpected, core::ptr::null()) }.unwrap()
}

#[test]
fn frame_is_taken_over_once() {
    let table = table(SavedRegisters::new());
    let mut stack = stack(PC);
    let frame = frame(&table, &stack);
    assert_eq!(ReturnRedirect::is_taken(&frame, &stack), Ok(false));
    let trampoline = trampoline(PC);
    let checked = redirect(&frame, &stack, false).unwrap();
    // SAFETY: no frame of the stack runs.
    unsafe { checked.apply(&trampoline, &mut stack) }.unwrap();
    assert_eq!(stack.load(return_slot()), Ok(trampoline.address()));
    assert_eq!(ReturnRedirect::is_taken(&frame, &stack), Ok(true));
    let again = redirect(&frame, &stack, false).unwrap_err();
    assert_eq!(again, FrameTakeoverError::Taken { pc: PC });
}

/// A native unwinder may have read the barrier's trampoline from the word.
#[test]
fn takeover_of_a_frame_with_a_barrier_leaves_the_word() {
    let table = table(SavedRegisters::new());
    // The frame has called itself.
    let mut words = stack(PC).words().to_vec();
    *words.last_mut().unwrap() = PC;
    words.extend([0; 7].into_iter().chain([ENTRY]));
    let mut stack = StackImage::new(STACK, words);
    let mut cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    cursor.next(&stack).unwrap().expect("the callee");
    cursor.leave_frame(&stack).unwrap();
    // SAFETY: no frame of the stack runs.
    let barrier = unsafe { ReturnBarrier::install(&cursor, &mut stack) }.expect("a barrier");
    let frame = cursor.next(&stack).unwrap().expect("the caller");
    let slot = frame.return_slot().expect("the callee has returned").address;
    assert_eq!(stack.load(slot), Ok(barrier.trampoline()));

    let trampoline = trampoline(PC);
    let checked = redirect(&frame, &stack, false).unwrap();
    // SAFETY: no frame of the stack runs.
    unsafe { checked.apply(&trampoline, &mut stack) }.unwrap();
    assert_eq!(stack.load(slot), Ok(barrier.trampoline()));
    assert_eq!(return_address_at_barrier(barrier.trampoline()), Some(trampoline.address()));
    assert_eq!(ReturnRedirect::is_taken(&frame, &stack), Ok(true));
    let again = redirect(&frame, &stack, false).unwrap_err();
    assert_eq!(again, FrameTakeoverError::Taken { pc: PC });
    let registry = CodeRegistry::<Host>::new();
    assert_eq!(registry.snapshot().original(barrier.trampoline()), PC);
}

#[test]
fn shadow_stack_prevents_takeover() {
    let table = table(SavedRegisters::new());
    let stack = stack(PC);
    let error = redirect(&frame(&table, &stack), &stack, true).unwrap_err();
    assert_eq!(error, FrameTakeoverError::ShadowStack);
}

#[test]
fn call_without_deopt_state_is_rejected() {
    let table = table(SavedRegisters::new());
    let stack = stack(OTHER);
    let error = redirect(&frame(&table, &stack), &stack, false).unwrap_err();
    assert_eq!(error, FrameTakeoverError::NoState { pc: OTHER });
}

#[test]
fn error_names_lost_register() {
    for &register in Host::CALLEE_SAVED {
        let mut saved = SavedRegisters::new();
        saved.set(register, SavedLocation::Lost);
        let table = table(saved);
        let stack = stack(PC);
        let error = redirect(&frame(&table, &stack), &stack, false).unwrap_err();
        let name = Host::register_name(register);
        assert_eq!(error, FrameTakeoverError::LostRegister { pc: PC, name });
    }
}

/// If a walk begins with registers, the location of the return address into its first frame is
/// unknown.
#[test]
fn takeover_needs_a_known_return_slot() {
    let table = table(SavedRegisters::new());
    let stack = stack(PC);
    let sp = STACK + Host::REGISTER_FILE.size;
    let registers = InitialRegisters { pc: PC, sp, callee_saved: Default::default() };
    let mut cursor =
        Cursor::from_registers(&table, &stack, registers, StopPoint::AtCall, &[ENTRY]).unwrap();
    let frame = cursor.next(&stack).unwrap().unwrap();
    let none = FrameTakeoverError::NoReturnAddress { pc: PC };
    assert_eq!(redirect(&frame, &stack, false).unwrap_err(), none);
    assert_eq!(ReturnRedirect::is_taken(&frame, &stack), Err(none));
}

/// The stack has changed since the walk.
#[test]
fn unexpected_return_address_is_not_replaced() {
    let table = table(SavedRegisters::new());
    let walked = stack(PC);
    let frame = frame(&table, &walked);
    let mut other = stack(OTHER);
    let changed = FrameTakeoverError::Signature { pc: PC, found: OTHER };
    assert_eq!(redirect(&frame, &other, false).unwrap_err(), changed);
    let other_stack = StackImage::new(0x9000, vec![0; 4]);
    let error = redirect(&frame, &other_stack, false).unwrap_err();
    assert!(
        matches!(
            error,
            FrameTakeoverError::Memory { pc: PC, source: StackMemoryError::OutOfBounds { .. } }
        ),
        "{error:?}"
    );
    // The return address changes between the check and the takeover.
    let changed = Err(FrameTakeoverError::Signature { pc: PC, found: PC });
    let checked = redirect(&frame, &walked, false).unwrap();
    // SAFETY: no frame of the stack runs.
    assert_eq!(unsafe { checked.apply(&trampoline(PC), &mut other) }, changed);
    assert_eq!(other.load(return_slot()), Ok(OTHER));
    // The trampoline is for another call.
    let mut same = stack(PC);
    // SAFETY: as above.
    assert_eq!(unsafe { checked.apply(&trampoline(OTHER), &mut same) }, changed);
    assert_eq!(same.load(return_slot()), Ok(PC));
}
