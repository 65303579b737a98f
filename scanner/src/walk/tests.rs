//! Tests of stack walks, over synthetic stacks with the frames of compiled code (see
//! `scanner/fixtures/x86_64`).

mod aarch64;
pub(super) mod native;
mod starts;

use super::*;
use crate::arch::{Register, X86_64};
use crate::cfi::RecordedSize;
use crate::fixtures::{FRAME_POINTERS, FRAMES, Fixture, REGISTERS, SPILLED};
use crate::table::{CallSiteTable, FrameDescriptor, TableBuilder};

/// Return address of the stub through which native code enters managed code.
pub(super) const ENTRY: u64 = 0xe000;
/// Lowest address of the stack, where the register file is.
pub(super) const STACK: u64 = 0x7000;

/// Returns the register file that a stub has saved: r15, r14, r13, r12, rbx, rbp and the return
/// address, in ascending order of addresses.
pub(super) fn register_file(rbx: u64, rbp: u64, return_address: u64) -> Vec<u64> {
    vec![15, 14, 13, 12, rbx, rbp, return_address]
}

/// Returns the descriptor of a frame with relocatable roots.
fn relocatable<'t>(frame: &StackFrame<'t, X86_64>) -> FrameDescriptor<'t, X86_64> {
    match frame.roots {
        FrameRoots::Relocatable(descriptor) => descriptor,
        other => panic!("{other:?}"),
    }
}

/// Returns the program counter and stack pointer of each frame.
fn walk(
    table: &CallSiteTable<'_, X86_64>,
    words: Vec<u64>,
) -> Result<Vec<(u64, u64)>, StackWalkError> {
    let stack = StackImage::new(STACK, words);
    let mut cursor = Cursor::from_register_file(table, &stack, STACK, &[ENTRY])?;
    let mut frames = Vec::new();
    while let Some(frame) = cursor.next(&stack)? {
        assert_eq!(frame.depth, frames.len() as u64);
        frames.push((frame.pc, frame.sp));
    }
    assert_eq!(cursor.pc(), ENTRY);
    Ok(frames)
}

// `pushes` is at its first call with four arguments pushed, so its frame has 48 bytes instead of
// 16.
#[test]
fn pushed_arguments_are_skipped() {
    let mut words = register_file(0, 0, 0x40_0033);
    // Four arguments, the spill slot and the return address, then the frame of `outer`, which has
    // 32 bytes.
    words.extend([1, 2, 3, 4, 0x1234, 0x40_00e1, 0, 0, 0, ENTRY]);
    let frames = walk(&SPILLED.table(), words).unwrap();
    assert_eq!(frames, [(0x40_0033, STACK + 56), (0x40_00e1, STACK + 56 + 48)]);
}

#[test]
fn saved_frame_pointer_is_followed() {
    let pushes = STACK + 56;
    // At the first call of `pushes`, the frame pointer is 16 + 32 bytes above the stack pointer.
    let mut words = register_file(0, pushes + 48, 0x40_003a);
    let outer = pushes + 48 + 16;
    words.extend([1, 2, 3, 4, 0, 0x1234, outer + 16, 0x40_00e4]);
    words.extend([0, 0, 0x6666, ENTRY]);
    let frames = walk(&FRAME_POINTERS.table(), words).unwrap();
    assert_eq!(frames, [(0x40_003a, pushes), (0x40_00e4, outer)]);
}

// The end of a dynamic frame of any size is relative to rbp.
#[test]
fn dynamic_frames_use_frame_pointer() {
    let dynamic = STACK + 56;
    let mut words = register_file(0, dynamic + 8 * 20, 0x40_0027);
    words.extend([0; 20]);
    words.extend([0x6666, ENTRY]);
    assert_eq!(walk(&FRAMES.table(), words).unwrap(), [(0x40_0027, dynamic)]);
}

#[test]
fn entry_return_address_gives_no_frames() {
    assert_eq!(walk(&SPILLED.table(), register_file(0, 0, ENTRY)).unwrap(), []);
}

#[test]
fn unknown_return_address_is_an_error() {
    let table = SPILLED.table();
    // The first is between two call sites of `pushes`, the second outside all functions.
    for (pc, function) in [(0x40_0034, Some(0x40_0000)), (0x1234, None)] {
        let error = walk(&table, register_file(0, 0, pc)).unwrap_err();
        assert_eq!(error, StackWalkError::NoRecord { pc, function, depth: 0 });
    }
    // The return address of a frame is unknown.
    let mut words = register_file(0, 0, 0x40_003c);
    words.extend([0, 0x40_003d]);
    let error = walk(&table, words).unwrap_err();
    assert_eq!(
        error,
        StackWalkError::NoRecord { pc: 0x40_003d, function: Some(0x40_0000), depth: 1 }
    );
    assert_eq!((error.pc(), error.function()), (0x40_003d, Some(0x40_0000)));
    let text = error.to_string();
    assert!(text.contains("0x40003d") && text.contains("0x400000"), "{text}");
}

// `marker` has stopped at its stackmap. Functions with stackmaps have frame pointers.
#[test]
fn frame_at_other_record_is_pinned_and_walked() {
    let table = FRAMES.table();
    let mut words = register_file(0, STACK + 56, 0x40_00e4);
    words.extend([0x6666, ENTRY]);
    assert_eq!(walk(&table, words.clone()).unwrap(), [(0x40_00e4, STACK + 56)]);
    let stack = StackImage::new(STACK, words);
    let mut cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let frame = cursor.next(&stack).unwrap().unwrap();
    assert_eq!((frame.kind, frame.function()), (FrameKind::Managed, Some(0x40_00e0)));
    assert!(matches!(frame.roots, FrameRoots::Pinned(_)));
}

#[test]
fn caller_below_callee_is_an_error() {
    let dynamic = STACK + 56;
    // The first is one word too low: the CFA equals the stack pointer.
    for rbp in [dynamic - 16, STACK, 0] {
        let mut words = register_file(0, rbp, 0x40_0027);
        words.extend([0; 4]);
        let error = walk(&FRAMES.table(), words).unwrap_err();
        assert_eq!(
            error,
            StackWalkError::StackNotGrowing {
                pc: 0x40_0027,
                function: Some(0x40_0000),
                depth: 0,
                sp: dynamic,
                caller_sp: rbp + 16,
            }
        );
    }
}

#[test]
fn frame_outside_stack_is_an_error() {
    let mut words = register_file(0, 0, 0x40_003c);
    words.push(0);
    let error = walk(&SPILLED.table(), words).unwrap_err();
    let StackWalkError::BadStackAddress { pc, what, source, .. } = error else { panic!("{error}") };
    assert_eq!((pc, what), (0x40_003c, "the return address"));
    let high = STACK + 64;
    assert_eq!(source, StackMemoryError::OutOfBounds { address: high, low: STACK, high });

    let mut words = register_file(0, STACK + 101, 0x40_0027);
    words.extend([0; 8]);
    let error = walk(&FRAMES.table(), words).unwrap_err();
    assert!(
        matches!(
            error,
            StackWalkError::BadStackAddress { source: StackMemoryError::Misaligned { .. }, .. }
        ),
        "{error}"
    );
}

#[test]
fn register_file_outside_stack_is_an_error() {
    let table = SPILLED.table();
    let stack = StackImage::new(STACK, register_file(0, 0, 0x40_003c));
    for address in [STACK - 8, STACK + 8, STACK + 1, 0, u64::MAX - 7] {
        let error = Cursor::from_register_file(&table, &stack, address, &[]).unwrap_err();
        assert!(matches!(error, StackWalkError::BadStackAddress { .. }), "{error}");
    }
}

/// Returns the table of a fixture without its unwind table.
fn recorded_sizes(fixture: &Fixture) -> CallSiteTable<'static, X86_64> {
    let rules = RecordedSize::<X86_64>::new(fixture.stack_maps).unwrap();
    TableBuilder::new()
        .add(fixture.stack_maps, &rules)
        .and_then(TableBuilder::build)
        .unwrap()
        .leak()
}

// Without unwind tables it is unknown where `seven` saved the rbx of `outer`.
#[test]
fn lost_register_is_an_error() {
    let table = recorded_sizes(&REGISTERS);
    let mut words = register_file(0x111, 0, 0x40_0068);
    words.extend([0; 7]);
    words.extend([0x40_00c0, 0, 0, 0, ENTRY]);
    let stack = StackImage::new(STACK, words);
    let mut cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let seven = cursor.next(&stack).unwrap().unwrap();
    for root in relocatable(&seven).bases() {
        seven.address_of(root, &stack).unwrap();
    }
    let outer = cursor.next(&stack).unwrap().unwrap();
    let root = relocatable(&outer).bases().next().unwrap();
    assert_eq!(
        outer.address_of(root, &stack),
        Err(StackWalkError::UnrecoverableRegister {
            pc: 0x40_00c0,
            function: Some(0x40_00a0),
            depth: 1,
            register: Register::new(3),
            name: "rbx",
        })
    );
}

#[test]
fn frames_report_their_function() {
    let table = REGISTERS.table();
    let stack = StackImage::new(STACK, register_file(0, 0, 0x40_0068));
    let mut cursor = Cursor::from_register_file(&table, &stack, STACK, &[]).unwrap();
    assert_eq!(cursor.next(&stack).unwrap().unwrap().function(), Some(0x40_0040));
}

// All calls from native into managed code have the same return address, so the expected end of a
// walk includes the stack pointer.
#[test]
fn walk_ending_at_wrong_call_is_an_error() {
    let table = SPILLED.table();
    let mut words = register_file(0, 0, 0x40_0033);
    words.extend([1, 2, 3, 4, 0x1234, 0x40_00e1, 0, 0, 0, ENTRY]);
    let end = STACK + 8 * words.len() as u64;
    let stack = StackImage::new(STACK, words);
    let walk = |expected| {
        let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]);
        let mut cursor = cursor.unwrap().ending_at(expected);
        let mut frames = 0;
        while cursor.next(&stack)?.is_some() {
            frames += 1;
        }
        Ok(frames)
    };
    assert_eq!(walk(end), Ok(2));
    for expected in [0, end - 8, end + 8] {
        let error = StackWalkError::OtherEnd { pc: ENTRY, depth: 2, sp: end, expected };
        assert_eq!(walk(expected), Err(error));
    }
}

// The unknown location of a saved register is `None`, not address 0.
#[test]
fn lost_register_has_no_address() {
    let rule = crate::cfi::FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 24,
        return_address: -8,
        signing: crate::cfi::ReturnAddressSigning::Unsigned,
        saved: [
            (Register::new(6), crate::cfi::SavedLocation::At(-16)),
            (Register::new(12), crate::cfi::SavedLocation::Lost),
        ]
        .into_iter()
        .collect(),
    };
    let section = crate::fixtures::statepoints(&[(0x1000, &[(5, 0, &[])])]);
    let buffer = TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap();
    let table = buffer.table();
    let mut words = register_file(0, 0, 0x1005);
    words.extend([0, 0x6666, ENTRY]);
    let stack = StackImage::new(STACK, words);
    let mut cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    cursor.next(&stack).unwrap().unwrap();
    let saved = |cursor: &Cursor<'_, X86_64>| [0, 1, 2, 3].map(|index| cursor.saved_at(index));
    // rbx, rbp, r12 and r13 in the register file, which begins with r15.
    let file = [4, 5, 3, 2].map(|word| Some(STACK + 8 * word));
    assert_eq!(saved(&cursor), file);
    assert!(cursor.next(&stack).unwrap().is_none());
    let rbp = Some(STACK + 56 + 8);
    assert_eq!(saved(&cursor), [file[0], rbp, None, file[3]]);
    assert_eq!(cursor.saved_at(6), None);
}

/// A fast walk begins with the registers of a frame that has stopped in a call.
#[test]
fn cursor_has_registers_between_frames() {
    let table = SPILLED.table();
    let mut words = register_file(0, 0, 0x40_0033);
    words.extend([1, 2, 3, 4, 0x1234, 0x40_00e1, 0, 0, 0, ENTRY]);
    let stack = StackImage::new(STACK, words);
    let registers = InitialRegisters::<X86_64> { pc: 0x40_0033, sp: 0x7038, callee_saved: [0; 6] };
    let cursor = |stop| Cursor::from_registers(&table, &stack, registers, stop, &[ENTRY]).unwrap();
    assert!(cursor(StopPoint::AtInstruction).registers().is_none());
    let mut cursor = cursor(StopPoint::AtCall);
    let found = cursor.registers().unwrap();
    assert_eq!((found.pc, found.sp), (0x40_0033, 0x7038));
    assert!(cursor.next(&stack).unwrap().is_some());
    assert!(cursor.registers().is_none(), "the cursor is still in the frame");
    cursor.leave_frame(&stack).unwrap();
    let found = cursor.registers().unwrap();
    assert_eq!((found.pc, found.sp), (0x40_00e1, 0x7038 + 48));
}
