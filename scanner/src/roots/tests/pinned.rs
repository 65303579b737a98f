//! Tests of frames at `stackmap` and `patchpoint` records, whose roots are pinned.

use super::*;
use crate::fixtures::{direct, map};
use crate::table::TableBuffer;
use crate::walk::FrameRoots;

/// Returns a table of two functions with frames of 64 bytes, in which rbx is saved in word 6. The
/// function at 0x2000 has a stackmap with these locations at its offset 5. Its caller, at 0x1000,
/// has roots in its slot 0 and in rbx.
fn table(locations: &[RawLocation]) -> TableBuffer<X86_64> {
    let mut rule = FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 64,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: SavedRegisters::new(),
    };
    rule.saved.set(Register::new(3), crate::cfi::SavedLocation::At(-16));
    let roots = [slot(7, 0), slot(7, 0), in_register(3), in_register(3)];
    let statepoint = statepoints(&[(0x1000, &[(5, 0, &roots)])]);
    let marker = map(&[(0x2000, &[(5, 7, locations)])], &[]);
    let builder = TableBuilder::new().add(&statepoint, &rule).unwrap();
    builder.add(&marker, &rule).and_then(TableBuilder::build).unwrap()
}

/// Returns a stack with these words in the frame of the stackmap. rbx is 0x5008, and the saved rbx
/// of the caller is 0x6000.
fn stack(frame: [u64; 6]) -> Vec<u64> {
    let file = register_file(0x5008, 0, 0x2005);
    let caller = vec![0x7000, 0, 0, 0, 0, 0, 0x1, ENTRY];
    [file, frame.to_vec(), vec![0x6000, 0x1005], caller].concat()
}

/// Relocator that collects the pinned roots, and pins them or reports that it cannot.
struct Pinning {
    pinned: Vec<u64>,
    can_pin: bool,
}

impl Relocator for Pinning {
    fn forward(&mut self, object: u64) -> u64 {
        forward(object)
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        assert!(matches!(root, PinnedRoot::Candidate(_)), "{root:?}");
        self.pinned.push(root.value());
        self.can_pin
    }
}

fn relocate_with(
    table: &TableBuffer<X86_64>,
    words: Vec<u64>,
    relocator: &mut impl Relocator,
) -> (Vec<u64>, Result<WalkCounts, StackWalkError>) {
    let mut stack = StackImage::new(STACK, words);
    let table = table.table();
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut walker = StackWalker::for_code(&table);
    let counts = relocate_stack(cursor, &mut stack, &mut walker, relocator);
    (stack.words().to_vec(), counts)
}

// The values are a slot, a register in which the caller has a root, a stack object, a constant, an
// `i32` and null.
#[test]
fn pinned_roots_are_reported_and_not_written() {
    let small = (3, 4, 7, 24);
    let locations = [slot(7, 8), in_register(3), direct(7, 32), constant(3), small, slot(7, 16)];
    let words = stack([1, 0x5000, 0, 0x9999, 0x5010, 2]);
    let mut relocator = Pinning { pinned: Vec::new(), can_pin: true };
    let (after, counts) = relocate_with(&table(&locations), words.clone(), &mut relocator);
    let counts = counts.unwrap();
    relocator.pinned.sort_unstable();
    assert_eq!(relocator.pinned, [0x5000, 0x5008, 0x5010]);
    // The frame and the registers of the stackmap's function are unchanged. The caller's roots are
    // relocated. The root in rbx is in the word in which the callee has saved rbx.
    let mut expected = words;
    expected[FRAME + 6] += DISTANCE;
    expected[FRAME + 8] += DISTANCE;
    assert_eq!(after, expected);
    assert_eq!((counts.frames_walked, counts.records_matched), (2, 2));
    assert_eq!((counts.pinned_roots, counts.roots_visited), (4, 6));
    assert_eq!((counts.register_roots, counts.register_roots_relocated), (2, 1));
}

#[test]
fn unpinnable_root_is_an_error() {
    let table = table(&[slot(7, 8)]);
    let words = stack([1, 0x5000, 0, 0, 0, 0]);
    let expected =
        StackWalkError::CannotPin { pc: 0x2005, function: Some(0x2000), depth: 0, value: 0x5000 };
    let mut refusing = Pinning { pinned: Vec::new(), can_pin: false };
    let (after, result) = relocate_with(&table, words.clone(), &mut refusing);
    assert_eq!((after, result), (words.clone(), Err(expected)));
    // A closure is a relocator that cannot pin.
    let (after, result) = relocate_with(&table, words.clone(), &mut forward);
    assert_eq!((after, result), (words, Err(expected)));
    let text = expected.to_string();
    assert!(
        text.contains("0x2005") && text.contains("0x2000") && text.contains("0x5000"),
        "{text}"
    );
    // Null is not pinned.
    let (_, result) = relocate_with(&table, stack([0; 6]), &mut forward);
    assert_eq!(result.unwrap().pinned_roots, 1);
}

#[test]
fn visiting_reports_pinned_roots() {
    let buffer = table(&[slot(7, 8), in_register(3)]);
    let table = buffer.table();
    let stack = StackImage::new(STACK, stack([1, 0x5000, 0, 0, 0, 0]));
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut seen = Vec::new();
    let counts = visit_stack(cursor, &stack, &mut |frame, root| {
        let is_pinned = matches!(frame.roots, FrameRoots::Pinned(_));
        assert_eq!(is_pinned, root.kind == RootKind::PinnedCandidate);
        seen.push((frame.pc, root.value, root.kind));
    })
    .unwrap();
    seen.sort_unstable_by_key(|&(_, value, _)| value);
    let expected = [
        (0x2005, 0x5000, RootKind::PinnedCandidate),
        (0x2005, 0x5008, RootKind::PinnedCandidate),
        (0x1005, 0x6000, RootKind::Base),
        (0x1005, 0x7000, RootKind::Base),
    ];
    assert_eq!(seen, expected);
    assert_eq!((counts.pinned_roots, counts.roots_visited), (2, 4));
}

// The caller-saved register rdi is lost: a call has overwritten it, or its value is only in the
// context of a signal.
#[test]
fn pinned_root_in_lost_register_is_an_error() {
    let buffer = table(&[slot(7, 8), in_register(5)]);
    let words = stack([1, 0x5000, 0, 0, 0, 0]);
    let expected = StackWalkError::PinnedRegister {
        pc: 0x2005,
        function: Some(0x2000),
        depth: 0,
        register: 5,
    };
    let mut relocator = Pinning { pinned: Vec::new(), can_pin: true };
    let (after, result) = relocate_with(&buffer, words.clone(), &mut relocator);
    assert_eq!((after, result), (words.clone(), Err(expected)));
    let table = buffer.table();
    let stack = StackImage::new(STACK, words);
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    assert_eq!(visit_stack(cursor, &stack, &mut |_, _| ()), Err(expected));
}
