//! Tests of relocating the roots of synthetic stacks. Their frames are those of compiled code (see
//! `scanner/fixtures/x86_64`) and of synthetic maps.

mod agree;
mod edges;
mod listed;
mod pinned;
mod run;
mod shared;

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::arch::{Register, X86_64};
use crate::cfi::{FrameRule, ReturnAddressSigning, SavedRegisters};
use crate::fixtures::{
    FRAMES, PAIRS, REGISTERS, RawLocation, SPILLED, constant, in_register, slot, statepoints,
    vector,
};
use crate::table::{CallSiteTable, TableBuilder};
use crate::walk::{LiveStack, StackImage, StackMemoryError};

/// Return address of the stub through which native code enters managed code.
const ENTRY: u64 = 0xe000;
/// Lowest address of the stack, where the register file is.
const STACK: u64 = 0x7000;
/// Index of the first word of the youngest frame, after the register file.
const FRAME: usize = 7;
/// Distance in bytes by which objects move.
const DISTANCE: u64 = 0x10_0000;

/// Moves every object from 0x1000 on; lower addresses are not in the heap.
fn forward(object: u64) -> u64 {
    assert_ne!(object, 0, "null is no object");
    if object >= 0x1000 { object + DISTANCE } else { object }
}

/// Returns a register file: r15, r14, r13, r12, rbx, rbp and the return address. Values below
/// 0x1000 are not in the heap.
fn register_file(rbx: u64, rbp: u64, return_address: u64) -> Vec<u64> {
    vec![15, 14, 13, 12, rbx, rbp, return_address]
}

/// Relocates the roots of a stack with these words.
fn relocate(
    table: &CallSiteTable<'_, X86_64>,
    words: &mut Vec<u64>,
) -> Result<WalkCounts, StackWalkError> {
    let mut walker = StackWalker::for_code(table);
    let mut walk = |words: &[u64]| {
        let mut stack = StackImage::new(STACK, words.to_vec());
        let cursor = Cursor::from_register_file(table, &stack, STACK, &[ENTRY])?;
        let counts = relocate_stack(cursor, &mut stack, &mut walker, &mut forward);
        Ok((stack.words().to_vec(), counts))
    };
    // The first walk fills the cache of call sites. The second walk must give the same result.
    let (first, counts) = walk(words)?;
    assert_eq!(walk(words)?, (first.clone(), counts));
    *words = first;
    counts
}

/// Relocates the roots, and asserts that exactly the words at these indices change, to these
/// values.
#[track_caller]
fn assert_relocated(
    table: &CallSiteTable<'_, X86_64>,
    mut words: Vec<u64>,
    changes: &[(usize, u64)],
) -> WalkCounts {
    let mut expected = words.clone();
    for &(index, value) in changes {
        expected[index] = value;
    }
    let counts = relocate(table, &mut words).unwrap();
    assert_eq!(words, expected);
    counts
}

/// Returns the table of a function at 0x1000 whose only call returns to 0x1005. Its frame has 64
/// bytes, including the return address.
fn one_call(locations: &[RawLocation]) -> CallSiteTable<'static, X86_64> {
    let rule = FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 64,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: SavedRegisters::new(),
    };
    let section = statepoints(&[(0x1000, &[(5, 0, locations)])]);
    TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap().leak()
}

/// Returns the stack of the function of [`one_call`], with these seven words in its frame.
fn one_frame(frame: [u64; 7]) -> Vec<u64> {
    [register_file(0x5008, 0, 0x1005), frame.to_vec(), vec![ENTRY]].concat()
}

// `seven` has roots in all six callee-saved registers and in one slot. Its caller, `outer`, has one
// in rbx, which `seven` has saved at CFA-56. The stub has saved the registers of `seven`.
#[test]
fn register_roots_are_rewritten_in_save_slots() {
    let words = vec![
        0x1500, 0x1400, 0x1300, 0x1200, 0x1100, 0x1600, 0x40_0068, // register file
        0x1700,    // seven: rsp
        0x2100, 0x2200, 0x2300, 0x2400, 0x2500, 0x2600, // its rbx, r12, r13, r14, r15, rbp
        0x40_00c0, 0x3700, 0, // outer: the dead outgoing argument, and padding
        0x3100, ENTRY, // its caller's rbx, and the return address
    ];
    let changes: Vec<_> = [0, 1, 2, 3, 4, 5, 7, 8]
        .into_iter()
        .map(|index: usize| (index, words[index] + DISTANCE))
        .collect();
    let counts = assert_relocated(&REGISTERS.table(), words, &changes);
    let expected = WalkCounts {
        frames_walked: 2,
        native_frames: 0,
        records_matched: 2,
        roots_visited: 8,
        register_roots: 7,
        register_roots_relocated: 7,
        pinned_roots: 0,
        derived_relocated: 0,
    };
    assert_eq!(counts, expected);
}

#[test]
fn slots_are_found_despite_pushed_arguments() {
    let mut words = register_file(0, 0, 0x40_0033);
    words.extend([0x1001, 0x1002, 0x1003, 0x1004, 0x5000, 0x40_003c]);
    // The caller is `pushes` again, at its second call, where nothing is pushed.
    words.extend([0x6000, ENTRY]);
    let changes = [(FRAME + 4, 0x5000 + DISTANCE), (FRAME + 6, 0x6000 + DISTANCE)];
    let counts = assert_relocated(&SPILLED.table(), words, &changes);
    assert_eq!((counts.frames_walked, counts.roots_visited), (2, 2));
}

// The root of `dynamic` is at rbp-8. The root of `realigned`, its caller, is at rbx+56, and
// `dynamic` has not changed rbx.
#[test]
fn slots_may_be_based_on_rbp_and_rbx() {
    let word = |index: usize| STACK + 8 * index as u64;
    // `dynamic` occupies the words 7 to 12, with its frame pointer in word 11. `realigned` occupies
    // the words 13 to 31.
    let mut words = register_file(word(14), word(11), 0x40_0027);
    words.resize(33, 0x1);
    words[10] = 0x5000;
    (words[11], words[12]) = (word(29), 0x40_0064);
    words[14 + 7] = 0x6000;
    (words[28], words[29], words[30]) = (0xbbb, 0xccc, ENTRY);
    let changes = [(10, 0x5000 + DISTANCE), (21, 0x6000 + DISTANCE)];
    let counts = assert_relocated(&FRAMES.table(), words, &changes);
    assert_eq!((counts.frames_walked, counts.roots_visited), (2, 2));
    assert_eq!(counts.register_roots, 0);
}

#[test]
fn every_pointer_of_a_vector_is_relocated() {
    let word = |index: usize| STACK + 8 * index as u64;
    let mut words = register_file(0, word(FRAME + 8), 0x40_008a);
    words.extend([0x5000, 0, 0x5010, 0x5020, 0x5030, 0, 0, 0, 0xccc, ENTRY]);
    let moved = |index, value: u64| (FRAME + index, value + DISTANCE);
    let changes = [moved(0, 0x5000), moved(2, 0x5010), moved(3, 0x5020)];
    let counts = assert_relocated(&FRAMES.table(), words, &changes);
    assert_eq!(counts.roots_visited, 4);
    assert_eq!(counts.derived_relocated, 0);
}

#[test]
fn vectors_of_derived_pointers_follow_their_bases() {
    let table = one_call(&[vector(7, 32, 2), vector(7, 0, 2)]);
    let words = one_frame([0x5018, 0x6020, 1, 2, 0x5000, 0x6000, 3]);
    let moved = |index: usize| (FRAME + index, words[FRAME + index] + DISTANCE);
    let changes = [moved(0), moved(1), moved(4), moved(5)];
    let counts = assert_relocated(&table, words, &changes);
    assert_eq!(counts.derived_relocated, 2);
}

// The record of `derived` has the pair (base, derived) before (base, base).
#[test]
fn derived_pointers_keep_their_offset() {
    let mut words = register_file(0, 0, 0x40_00be);
    words.extend([0x5000, 0x5028, 0xbbb, ENTRY]);
    let changes = [(FRAME, 0x5000 + DISTANCE), (FRAME + 1, 0x5028 + DISTANCE)];
    let counts = assert_relocated(&FRAMES.table(), words, &changes);
    assert_eq!(counts.derived_relocated, 1);
    // Before the first iteration of the loop, the derived pointer equals the base.
    let mut words = register_file(0, 0, 0x40_00be);
    words.extend([0x5000, 0x5000, 0xbbb, ENTRY]);
    let changes = [(FRAME, 0x5000 + DISTANCE), (FRAME + 1, 0x5000 + DISTANCE)];
    let counts = assert_relocated(&FRAMES.table(), words, &changes);
    assert_eq!((counts.derived_relocated, counts.roots_visited), (0, 2));
}

// Optimised loops use pointers below the start of an object.
#[test]
fn derived_pointer_may_be_outside_object() {
    let table = one_call(&[slot(7, 8), slot(7, 0)]);
    let words = one_frame([0x4ff8, 0x5000, 0, 0, 0, 0, 0]);
    let changes = [(FRAME, 0x4ff8 + DISTANCE), (FRAME + 1, 0x5000 + DISTANCE)];
    assert_relocated(&table, words, &changes);
}

// In `base_only`, the base is at rsp+16, but only the derived pointer at rsp+8 is used after the
// call. The base must be relocated too, because the next collection at this call site reads it.
#[test]
fn base_only_slot_is_rewritten() {
    let mut words = register_file(0, 0, 0x40_0017);
    words.extend([1, 0x5018, 0x5000, ENTRY]);
    let changes = [(FRAME + 1, 0x5018 + DISTANCE), (FRAME + 2, 0x5000 + DISTANCE)];
    let table = PAIRS.table();
    assert_relocated(&table, words.clone(), &changes);
    relocate(&table, &mut words).unwrap();
    relocate(&table, &mut words).unwrap();
    assert_eq!(words[FRAME + 1..FRAME + 3], [0x5018 + 2 * DISTANCE, 0x5000 + 2 * DISTANCE]);
}

#[test]
fn null_and_non_heap_values_are_unchanged() {
    // In `null_base`, the base is the constant null, so the derived pointer never changes.
    let mut words = register_file(0, 0, 0x40_003a);
    words.extend([0x5000, ENTRY]);
    assert_relocated(&PAIRS.table(), words, &[]);
    // The bases are null, an address outside the heap, and a constant.
    let table =
        one_call(&[slot(7, 0), slot(7, 8), slot(7, 16), slot(7, 24), constant(-1), slot(7, 32)]);
    let counts = assert_relocated(&table, one_frame([0, 0x18, 0x77, 0x88, 0x5000, 1, 2]), &[]);
    assert_eq!((counts.roots_visited, counts.derived_relocated), (4, 0));
}

// In `alloca`, the stack object at rsp+24 contains a root, and two derived pointers share a base.
#[test]
fn shared_bases_are_relocated_once() {
    let mut words = register_file(0, 0, 0x40_0065);
    words.extend([1, 0x5008, 0x5010, 0x5000, 0x5000, ENTRY]);
    let changes: Vec<_> =
        (1..5).map(|index| (FRAME + index, words[FRAME + index] + DISTANCE)).collect();
    let counts = assert_relocated(&PAIRS.table(), words, &changes);
    assert_eq!((counts.roots_visited, counts.derived_relocated), (4, 2));
}

#[test]
fn derived_pointers_may_be_in_registers() {
    let table = one_call(&[slot(7, 0), in_register(3)]);
    let words = one_frame([0x5000, 0, 0, 0, 0, 0, 0]);
    let changes = [(FRAME, 0x5000 + DISTANCE), (4, 0x5008 + DISTANCE)];
    let counts = assert_relocated(&table, words, &changes);
    assert_eq!((counts.register_roots, counts.register_roots_relocated), (1, 1));
    assert_eq!(counts.derived_relocated, 1);
}

#[test]
fn unmoved_roots_are_not_written() {
    let table = REGISTERS.table();
    let mut words = register_file(0x111, 0x222, 0x40_0068);
    words.extend([0x333, 0, 0, 0, 0, 0, 0, ENTRY]);
    let memory = Recorder::new(StackImage::new(STACK, words));
    let counts = relocate_recorded(&table, &memory);
    assert_eq!(memory.0.borrow().writes, BTreeMap::new());
    assert_eq!((counts.roots_visited, counts.register_roots_relocated), (7, 0));
}

#[test]
fn root_outside_stack_is_an_error() {
    // The slot of `realigned` is relative to rbx, which points outside the stack.
    let mut words = register_file(0x1_0000, STACK + 80, 0x40_0064);
    words.extend([0; 8]);
    let error = relocate(&FRAMES.table(), &mut words).unwrap_err();
    let StackWalkError::BadStackAddress { pc, what, .. } = error else { panic!("{error}") };
    assert_eq!((pc, what), (0x40_0064, "a root"));
}

#[test]
fn live_stack_is_rewritten_in_place() {
    let mut words = register_file(0, 0, 0x40_00be);
    words.extend([0x5000, 0x5028, 0xbbb, ENTRY]);
    let low = words.as_mut_ptr().expose_provenance() as u64;
    // SAFETY: the vector outlives `stack` and is not accessed while `stack` is in use.
    let mut stack = unsafe { LiveStack::new(low, low + 8 * words.len() as u64) };
    let table = FRAMES.table();
    let cursor = Cursor::from_register_file(&table, &stack, low, &[ENTRY]).unwrap();
    relocate_stack(cursor, &mut stack, &mut StackWalker::new(), &mut forward).unwrap();
    assert_eq!(words[FRAME..], [0x5000 + DISTANCE, 0x5028 + DISTANCE, 0xbbb, ENTRY]);
}

#[test]
fn walker_for_code_has_enough_capacity() {
    let table = REGISTERS.table();
    let mut walker = StackWalker::for_code(&table);
    let capacity = walker.base_capacity();
    assert!(capacity >= 7);
    let mut words = register_file(0x1100, 0x1600, 0x40_0068);
    words.extend([0x1700, 0, 0, 0, 0, 0, 0, ENTRY]);
    let mut stack = StackImage::new(STACK, words);
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    relocate_stack(cursor, &mut stack, &mut walker, &mut forward).unwrap();
    assert_eq!(walker.base_capacity(), capacity);
}

#[test]
fn visiting_reports_roots_without_writing() {
    let mut words = register_file(0, 0, 0x40_0065);
    words.extend([1, 0x5008, 0x5010, 0x6000, 0x5000, ENTRY]);
    let stack = StackImage::new(STACK, words);
    let table = PAIRS.table();
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut seen = Vec::new();
    let counts = visit_stack(cursor, &stack, &mut |frame, root| {
        assert_eq!(frame.pc, 0x40_0065);
        let base = match root.kind {
            RootKind::Base => root.value,
            RootKind::Derived { base } => base,
            RootKind::PinnedReference | RootKind::PinnedCandidate => panic!("{root:?}"),
        };
        seen.push(((root.address - STACK) as usize / 8 - FRAME, root.value, base));
    })
    .unwrap();
    seen.sort_unstable();
    let expected =
        [(1, 0x5008, 0x5000), (2, 0x5010, 0x5000), (3, 0x6000, 0x6000), (4, 0x5000, 0x5000)];
    assert_eq!(seen, expected);
    assert_eq!((counts.frames_walked, counts.roots_visited), (1, 4));
}

#[test]
fn walk_counts_add_up() {
    let mut sum = WalkCounts {
        frames_walked: 1,
        native_frames: 9,
        records_matched: 2,
        roots_visited: 3,
        register_roots: 4,
        register_roots_relocated: 5,
        pinned_roots: 7,
        derived_relocated: 6,
    };
    sum += sum;
    let expected = WalkCounts {
        frames_walked: 2,
        native_frames: 18,
        records_matched: 4,
        roots_visited: 6,
        register_roots: 8,
        register_roots_relocated: 10,
        pinned_roots: 14,
        derived_relocated: 12,
    };
    assert_eq!(sum, expected);
}

/// Stack memory that counts the writes to each address and fails on a read after a write.
struct Recorder(RefCell<Recording>);

struct Recording {
    image: StackImage,
    writes: BTreeMap<u64, u32>,
}

impl Recorder {
    fn new(image: StackImage) -> Self {
        Self(RefCell::new(Recording { image, writes: BTreeMap::new() }))
    }
}

impl StackMemory for &Recorder {
    fn load(&self, address: u64) -> Result<u64, StackMemoryError> {
        let recording = self.0.borrow();
        assert!(!recording.writes.contains_key(&address), "{address:#x} is read after a write");
        recording.image.load(address)
    }

    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError> {
        let mut recording = self.0.borrow_mut();
        *recording.writes.entry(address).or_default() += 1;
        recording.image.store(address, value)
    }
}

/// Stack memory that counts the writes to each address and allows reads after writes, because
/// frames can share a word.
struct Lenient<'r>(&'r Recorder);

impl Recorder {
    fn lenient(&self) -> Lenient<'_> {
        Lenient(self)
    }
}

impl StackMemory for Lenient<'_> {
    fn load(&self, address: u64) -> Result<u64, StackMemoryError> {
        self.0.0.borrow().image.load(address)
    }

    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError> {
        (&mut &*self.0).store(address, value)
    }
}

fn relocate_recorded(table: &CallSiteTable<'_, X86_64>, memory: &Recorder) -> WalkCounts {
    let mut memory = memory;
    let cursor = Cursor::from_register_file(table, &memory, STACK, &[ENTRY]).unwrap();
    let mut walker = StackWalker::new();
    relocate_stack(cursor, &mut memory, &mut walker, &mut forward).unwrap()
}

proptest! {
    // Seven slots and a register each point into one of four objects. The record has random pairs,
    // with repetitions. The base of each pair points to the start of the derived pointer's object.
    // In any order of the pairs, each location gets the new address of its object plus the old
    // offset, is written once, and is not read afterwards.
    #[test]
    fn order_of_pairs_does_not_matter(
        places in prop::collection::vec((0_u64..4, 0_u64..5), 8),
        pairs in prop::collection::vec((0_usize..8, 0_usize..8), 0..24),
    ) {
        // Object 0 stands for null, which has no derived pointers.
        let value = |(object, step): (u64, u64)| match object {
            0 => 0,
            _ => 0x1000 * object + 8 * step,
        };
        let pairs: Vec<_> = pairs
            .into_iter()
            .filter(|&(base, derived)| {
                places[base].0 == places[derived].0 && (places[base].0 == 0 || places[base].1 == 0)
            })
            .collect();
        // A derived pointer has one base in all pairs.
        let mut base_of: [Option<usize>; 8] = [None; 8];
        let pairs: Vec<_> = pairs
            .into_iter()
            .filter(|&(base, derived)| {
                base == derived || *base_of[derived].get_or_insert(base) == base
            })
            .collect();
        let location = |place: usize| match place {
            7 => in_register(3),
            _ => slot(7, 8 * place as i32),
        };
        let locations: Vec<_> =
            pairs.iter().flat_map(|&(base, derived)| [location(base), location(derived)]).collect();

        let mut frame = [0; 7];
        for (word, &place) in frame.iter_mut().zip(&places) {
            *word = value(place);
        }
        let mut words = one_frame(frame);
        let index = |place: usize| if place == 7 { 4 } else { FRAME + place };
        words[4] = value(places[7]);
        let mut expected = words.clone();
        let mut touched: Vec<_> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        touched.sort_unstable();
        touched.dedup();
        for &place in &touched {
            if places[place].0 != 0 {
                expected[index(place)] += DISTANCE;
            }
        }

        let memory = Recorder::new(StackImage::new(STACK, words));
        let counts = relocate_recorded(&one_call(&locations), &memory);
        let recording = memory.0.borrow();
        prop_assert_eq!(recording.image.words(), expected);
        prop_assert!(recording.writes.values().all(|&count| count == 1));
        prop_assert_eq!(counts.roots_visited, touched.len() as u64);
    }
}
