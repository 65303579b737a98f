//! Tests of stack walks on AArch64. The unwind rule gives the location of the saved link register,
//! which may be signed. The frame record is at no fixed offset from the CFA.

use super::*;
use crate::arch::{Aarch64, CallingConvention, InstructionSet};
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedLocation};
use crate::fixtures::{in_register, slot, statepoints};
use crate::os::arch::aarch64::LINUX_SIGNAL_CONTEXT;
use crate::roots::{StackWalker, relocate_stack};
use crate::table::TableBuffer;
use crate::walk::ReturnSlot;

/// Distance in bytes by which objects move.
const DISTANCE: u64 = 0x10_0000;
/// DWARF number of the stack pointer.
const SP: u16 = 31;
/// Bits of a signed return address above the address.
const SIGNATURE: u64 = 0x3c51 << 48;

/// Returns a register file: x29, the return address, x19 to x28.
fn register_file(x29: u64, return_address: u64, x19: u64) -> Vec<u64> {
    let mut words = vec![x29, return_address, x19];
    words.extend(20..29);
    words
}

fn saved(registers: &[(u8, i32)]) -> crate::cfi::SavedRegisters {
    registers.iter().map(|&(r, at)| (Register::new(r), SavedLocation::At(at))).collect()
}

/// Returns a table of two functions, each with one call.
///
/// The function at 0x1000 executes `stp x29, x30, [sp, #-64]!`, saves x19 at [sp, #48], and
/// allocates 16 bytes more. The frame record is at CFA-64. Roots are at sp+8 and in x20.
///
/// The function at 0x2000 has a frame of dynamic size. The CFA is x29+48. The frame record is at
/// x29, x19 is saved at x29+16, and x20 at x29+24. Roots are at x29+32, sp and x19+40.
fn table() -> TableBuffer<Aarch64> {
    let fixed = FrameRule {
        cfa_base: Aarch64::STACK_POINTER,
        cfa_offset: 80,
        return_address: -56,
        signing: ReturnAddressSigning::KeyA,
        saved: saved(&[(29, -64), (19, -16)]),
    };
    let dynamic = FrameRule {
        cfa_base: Aarch64::FRAME_POINTER,
        cfa_offset: 48,
        return_address: -40,
        signing: ReturnAddressSigning::KeyB,
        saved: saved(&[(29, -48), (19, -32), (20, -24)]),
    };
    let roots = [slot(SP, 8), slot(SP, 8), in_register(20), in_register(20)];
    let one = statepoints(&[(0x1000, &[(8, 0, &roots)])]);
    let places = [slot(29, 32), slot(SP, 0), slot(19, 40)];
    let roots: Vec<_> = places.iter().flat_map(|&place| [place, place]).collect();
    let two = statepoints(&[(0x2000, &[(8, 0, &roots)])]);
    let builder = TableBuilder::new().add(&one, &fixed).unwrap();
    builder.add(&two, &dynamic).and_then(TableBuilder::build).unwrap()
}

/// Returns a stack with the first frame at word 12 and the second frame at word 22. The frame
/// pointer of the second frame points to word 26.
fn stack() -> Vec<u64> {
    let word = |index: u64| STACK + 8 * index;
    let mut words = register_file(word(14), SIGNATURE | 0x1008, 19);
    words.extend([1, 0x5000]); // 12: sp+0, sp+8
    words.extend([word(26), SIGNATURE | 0x2008, 2, 3, 4, 5, word(21), 6]); // 14: record; x19 at 20
    words.extend([0x5100, 0, 0, 0]); // 22: sp+0
    words.extend([0x29, ENTRY, 0x5200, 0x5300, 0x5400, 7]); // 26: record; x19, x20, x29+32
    words
}

#[test]
fn signed_link_register_is_stripped() {
    let (buffer, stack) = (table(), StackImage::new(STACK, stack()));
    let table = buffer.table();
    let mut cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = cursor.next(&stack).unwrap() {
        frames.push((frame.pc, frame.sp, frame.return_slot().unwrap()));
    }
    let slot = |word: u64, signing| ReturnSlot { address: STACK + 8 * word, signing };
    // The stub has not signed its return address. The functions have, as their rules specify.
    let by_stub = slot(1, ReturnAddressSigning::Unsigned);
    let by_first = slot(15, ReturnAddressSigning::KeyA);
    assert_eq!(frames, [(0x1008, STACK + 96, by_stub), (0x2008, STACK + 176, by_first)]);
    assert_eq!((cursor.pc(), cursor.sp()), (ENTRY, STACK + 26 * 8 + 48));
    assert_eq!(cursor.return_slot(), Some(slot(27, ReturnAddressSigning::KeyB)));
}

/// A walk that begins with a frame record does not know which function has signed it.
#[test]
fn frame_record_return_address_may_be_signed() {
    let (buffer, stack) = (table(), StackImage::new(STACK, stack()));
    let table = buffer.table();
    let sp = STACK + 96;
    let mut cursor = Cursor::from_frame_record(&table, &stack, STACK, sp, &[ENTRY]).unwrap();
    let frame = cursor.next(&stack).unwrap().unwrap();
    let expected = ReturnSlot { address: STACK + 8, signing: ReturnAddressSigning::Unknown };
    assert_eq!((frame.pc, frame.return_slot()), (0x1008, Some(expected)));
}

#[test]
fn roots_based_on_sp_x29_x19_are_rewritten() {
    let buffer = table();
    let table = buffer.table();
    let mut expected = stack();
    let mut stack = StackImage::new(STACK, stack());
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut forward = |object| object + DISTANCE;
    let mut walker = StackWalker::for_code(&table);
    let counts = relocate_stack(cursor, &mut stack, &mut walker, &mut forward).unwrap();
    // The roots are x20 in the register file, the slots sp+8, sp and x29+32, and the slot at
    // x19+40, where the first frame has saved x19.
    for index in [3, 13, 22, 30, 26] {
        expected[index] += DISTANCE;
    }
    assert_eq!(stack.words(), expected);
    assert_eq!((counts.frames_walked, counts.roots_visited), (2, 5));
    assert_eq!(counts.register_roots_relocated, 1);
}

#[test]
fn interrupted_thread_is_walked_from_context() {
    let buffer = table();
    let table = buffer.table();
    let layout = LINUX_SIGNAL_CONTEXT;
    let frames = stack().split_off(12);
    let mut words = vec![0; 60];
    let sp = STACK + 60 * 8;
    // The frames are at another address here, so the saved frame pointer is adjusted.
    words.extend(frames);
    words[62] = sp + 8 * 14;
    let mut set = |offset: u64, value| words[offset as usize / 8] = value;
    set(layout.pc, 0x1008);
    set(layout.register(Aarch64::STACK_POINTER.dwarf()), sp);
    set(layout.register(20), 0x5500);
    let stack = StackImage::new(STACK, words);
    // A thread that is interrupted at the address of a statepoint has not stopped in its call.
    let mut cursor = Cursor::from_context(&table, &stack, STACK, &layout, &[ENTRY]).unwrap();
    let error = cursor.next(&stack).unwrap_err();
    assert_eq!(
        error,
        StackWalkError::NotStoppedAtCall { pc: 0x1008, function: Some(0x1000), depth: 0 }
    );
    // The walk succeeds if the frame has stopped in its call.
    let mut callee_saved = [0; 11];
    for (address, register) in callee_saved.iter_mut().zip(Aarch64::CALLEE_SAVED) {
        *address = STACK + layout.register(register.dwarf());
    }
    let registers = InitialRegisters { pc: SIGNATURE | 0x1008, sp, callee_saved };
    let mut cursor =
        Cursor::<Aarch64>::from_registers(&table, &stack, registers, StopPoint::AtCall, &[ENTRY])
            .unwrap();
    let frame = cursor.next(&stack).unwrap().unwrap();
    let x20 = frame.address_of(crate::table::RootLocation::Register(1), &stack).unwrap();
    assert_eq!(stack.load(x20), Ok(0x5500));
    assert_eq!(cursor.next(&stack).unwrap().map(|frame| frame.pc), Some(0x2008));
    assert!(cursor.next(&stack).unwrap().is_none());
}
