//! Tests of words that are roots of two frames. No compiler is known to write such maps. The walk
//! must still relocate each word once, because a second relocation destroys the reference.
//!
//! Every address is relocated by the same distance, so a second relocation is visible.

use super::*;
use crate::cfi::SavedLocation;
use crate::table::TableBuffer;

/// Returns a table of functions at 0x1000, 0x2000 and so on, with these saved registers and these
/// roots. The first function has the youngest frame. Frames have 32 bytes, and registers are saved
/// at the frame's offset 16.
fn table(functions: &[(&[u16], &[RawLocation])]) -> TableBuffer<X86_64> {
    let mut builder = TableBuilder::new();
    for (&(saved, locations), address) in functions.iter().zip((1..).map(|n| 0x1000 * n)) {
        let rule = FrameRule {
            cfa_base: Register::new(7),
            cfa_offset: 32,
            return_address: -8,
            signing: ReturnAddressSigning::Unsigned,
            saved: saved
                .iter()
                .map(|&r| (Register::new(r as u8), SavedLocation::At(-16)))
                .collect(),
        };
        builder = builder.add(&statepoints(&[(address, &[(5, 0, locations)])]), &rule).unwrap();
    }
    builder.build().unwrap()
}

/// Returns a stack with a frame for each function: three words, then its return address.
fn stack(rbx: u64, rbp: u64, frames: &[[u64; 3]]) -> Vec<u64> {
    let mut words = register_file(rbx, rbp, 0x1005);
    for (index, frame) in frames.iter().enumerate() {
        words.extend(frame);
        let last = index + 1 == frames.len();
        words.push(if last { ENTRY } else { 0x1005 + 0x1000 * (index as u64 + 1) });
    }
    words
}

/// Relocates the roots, and asserts that exactly the words at the indices `changed` are relocated
/// once, and that exactly these objects are forwarded.
#[track_caller]
fn assert_moved_once(
    table: &TableBuffer<X86_64>,
    words: Vec<u64>,
    changed: &[usize],
    expected_objects: &[u64],
) {
    let mut expected = words.clone();
    for &index in changed {
        expected[index] += DISTANCE;
    }
    let mut forwarded = Vec::new();
    let memory = Recorder::new(StackImage::new(STACK, words));
    let mut stack = memory.lenient();
    let table = table.table();
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut walker = StackWalker::for_code(&table);
    relocate_stack(cursor, &mut stack, &mut walker, &mut |object| {
        forwarded.push(object);
        object + DISTANCE
    })
    .unwrap();
    let recording = memory.0.borrow();
    assert_eq!(recording.image.words(), expected);
    assert!(recording.writes.values().all(|&count| count == 1), "{:?}", recording.writes);
    assert_eq!(forwarded, expected_objects);
}

// No frame has saved rbx, so its root is in the register file for both frames.
#[test]
fn shared_unsaved_register_is_rewritten_once() {
    let rbx = [in_register(3), in_register(3)];
    let table = table(&[(&[], &rbx), (&[], &[]), (&[], &rbx)]);
    let words = stack(0x5000, 0, &[[0; 3]; 3]);
    assert_moved_once(&table, words, &[4], &[0x5000]);
}

// This is the usual case. The root of the youngest frame is in the register file. The root of the
// oldest frame is in the word in which the frame in between has saved the register.
#[test]
fn register_saved_in_between_is_a_separate_root() {
    let rbx = [in_register(3), in_register(3)];
    let table = table(&[(&[], &[]), (&[3], &rbx), (&[], &rbx)]);
    let words = stack(0x5000, 0, &[[0; 3], [0, 0, 0x6000], [0; 3]]);
    assert_moved_once(&table, words, &[4, FRAME + 6], &[0x5000, 0x6000]);
}

// The slot of the youngest frame is relative to rbp. The same word is the slot at rsp+8 of its
// caller.
#[test]
fn slot_in_caller_frame_is_rewritten_once() {
    let foreign = [slot(6, 0), slot(6, 0)];
    let own = [slot(7, 8), slot(7, 8)];
    let table = table(&[(&[], &foreign), (&[], &own)]);
    let rbp = STACK + 8 * (FRAME as u64 + 5);
    let words = stack(0, rbp, &[[0; 3], [0, 0x5000, 0]]);
    assert_moved_once(&table, words, &[FRAME + 5], &[0x5000]);
}

// The two frames that share the slot have another frame in between.
#[test]
fn slot_in_older_frame_is_rewritten_once() {
    let foreign = [slot(6, 0), slot(6, 0)];
    let own = [slot(7, 8), slot(7, 8)];
    let between = [slot(7, 0), slot(7, 0)];
    let table = table(&[(&[], &foreign), (&[], &between), (&[], &own)]);
    let rbp = STACK + 8 * (FRAME as u64 + 9);
    let words = stack(0, rbp, &[[0; 3], [0x7000, 0, 0], [0, 0x5000, 0]]);
    assert_moved_once(&table, words, &[FRAME + 4, FRAME + 9], &[0x5000, 0x7000]);
}

// The offset of the derived pointer in the older frame is relative to the old value of the base.
#[test]
fn derived_pointer_follows_base_of_younger_frame() {
    let rbx = [in_register(3), in_register(3)];
    let derived = [in_register(3), slot(7, 0)];
    let table = table(&[(&[], &rbx), (&[], &derived)]);
    let words = stack(0x5000, 0, &[[0; 3], [0x5018, 0, 0]]);
    assert_moved_once(&table, words, &[4, FRAME + 4], &[0x5000]);
}

// The derived pointer has already been relocated as a root of the younger frame.
#[test]
fn shared_derived_pointer_is_rewritten_once() {
    let derived = [slot(7, 0), in_register(3)];
    let table = table(&[(&[], &derived), (&[], &derived)]);
    let words = stack(0x5018, 0, &[[0x5000, 0, 0], [0x5000, 0, 0]]);
    assert_moved_once(&table, words, &[4, FRAME, FRAME + 4], &[0x5000, 0x5000]);
}
