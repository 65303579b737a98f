//! Tests of walks with cached call sites: deep recursions, damaged stacks, and registers that only
//! the oldest frame needs.

use super::*;
use crate::cfi::SavedLocation;
use crate::table::TableBuffer;

/// Size of each frame in words.
const WORDS: usize = 8;
/// Return address of the recursive call.
const SITE: u64 = 0x1005;

/// Returns the table of a recursive function with these roots. It saves rbx.
fn recursion(locations: &[RawLocation]) -> TableBuffer<X86_64> {
    let rule = FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 8 * WORDS as i32,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: [(Register::new(3), SavedLocation::At(-16))].into_iter().collect(),
    };
    let section = statepoints(&[(0x1000, &[(5, 0, locations)])]);
    TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap()
}

/// Returns the stack of a recursion of this depth. Each word is a different reference, except the
/// return addresses.
fn stack_of(frames: usize) -> Vec<u64> {
    let mut words: Vec<u64> = (0..FRAME + frames * WORDS).map(|at| 0x10_0000 + at as u64).collect();
    words[FRAME - 1] = SITE;
    for frame in 1..=frames {
        words[FRAME + frame * WORDS - 1] = if frame < frames { SITE } else { ENTRY };
    }
    words
}

/// A stack without a memory region, for example that of a core file. Walks load each of its words
/// separately.
struct Foreign(StackImage);

impl StackMemory for Foreign {
    fn load(&self, address: u64) -> Result<u64, StackMemoryError> {
        self.0.load(address)
    }

    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError> {
        self.0.store(address, value)
    }
}

/// Walks a stack and relocates its roots.
fn walk(
    table: &TableBuffer<X86_64>,
    memory: &mut impl StackMemory,
    walker: &mut StackWalker<X86_64>,
    ends: &[u64],
) -> Result<WalkCounts, StackWalkError> {
    let table = table.table();
    let cursor = Cursor::from_register_file(&table, memory, STACK, ends)?;
    relocate_stack(cursor, memory, walker, &mut forward)
}

/// Walks with and without cached call sites, which must give the same result. Returns that result.
fn walk_cached_and_uncached(table: &TableBuffer<X86_64>, words: &[u64]) -> (Vec<u64>, WalkCounts) {
    let mut walker = StackWalker::new();
    walk(table, &mut StackImage::new(STACK, stack_of(2)), &mut walker, &[ENTRY]).unwrap();
    let mut fast = StackImage::new(STACK, words.to_vec());
    let counts = walk(table, &mut fast, &mut walker, &[ENTRY]).unwrap();
    // The next walk finds all call sites in the cache.
    let before = walker.fast_frames();
    let mut again = StackImage::new(STACK, words.to_vec());
    assert_eq!(walk(table, &mut again, &mut walker, &[ENTRY]), Ok(counts));
    assert!(again == fast, "the second cached walk gives a different stack");
    // The fast walk processes a limited number of frames in one run. Few frames are between two
    // runs.
    let slow_frames = counts.frames_walked - (walker.fast_frames() - before);
    assert!(slow_frames <= counts.frames_walked / 1000 + 1, "{slow_frames} of {counts:?}");
    let mut slow = Foreign(StackImage::new(STACK, words.to_vec()));
    assert_eq!(walk(table, &mut slow, &mut StackWalker::new(), &[ENTRY]), Ok(counts));
    assert!(fast == slow.0, "cached and uncached walks give different stacks");
    (fast.words().to_vec(), counts)
}

// The stack has more words than one run of the fast walk covers.
#[test]
fn deep_stacks_are_walked_completely() {
    let frames = 20_000;
    let words = stack_of(frames);
    for roots in [1, 4, 6] {
        let locations: Vec<_> = (0..roots).flat_map(|at| [slot(7, 8 * at); 2]).collect();
        let (after, counts) = walk_cached_and_uncached(&recursion(&locations), &words);
        assert_eq!(counts.frames_walked, frames as u64);
        assert_eq!(counts.roots_visited, roots as u64 * frames as u64);
        let moved = words.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert_eq!(moved, roots as usize * frames);
    }
}

#[test]
fn registers_are_tracked_through_deep_stacks() {
    let frames = 20_000;
    let words = stack_of(frames);
    let rbx = in_register(3);
    let table = recursion(&[slot(7, 0), slot(7, 0), rbx, rbx, slot(7, 16), slot(7, 16)]);
    let (after, counts) = walk_cached_and_uncached(&table, &words);
    assert_eq!(counts.register_roots_relocated, frames as u64);
    assert_eq!(counts.roots_visited, 3 * frames as u64);
    // The youngest frame's rbx is in the register file. The value that the oldest frame has saved
    // is not a root of a managed frame.
    assert_eq!(after[4], words[4] + DISTANCE);
    for frame in 1..=frames {
        let saved = FRAME + frame * WORDS - 2;
        let is_root = frame < frames;
        assert_eq!(after[saved], words[saved] + if is_root { DISTANCE } else { 0 });
    }
}

#[test]
fn cached_call_sites_do_not_hide_end_of_walk() {
    let table = recursion(&[slot(7, 0), slot(7, 0)]);
    let mut walker = StackWalker::new();
    for (ends, frames) in [(&[ENTRY][..], 5), (&[ENTRY, SITE], 0), (&[ENTRY], 5)] {
        let mut stack = StackImage::new(STACK, stack_of(5));
        let counts = walk(&table, &mut stack, &mut walker, ends).unwrap();
        assert_eq!(counts.frames_walked, frames);
    }
}

#[test]
fn call_site_cache_is_per_table() {
    let mut walker = StackWalker::new();
    for offset in [0, 16, 24, 0] {
        let table = recursion(&[slot(7, offset), slot(7, offset)]);
        for _ in 0..2 {
            let mut stack = StackImage::new(STACK, stack_of(3));
            walk(&table, &mut stack, &mut walker, &[ENTRY]).unwrap();
            let root = FRAME + WORDS + offset as usize / 8;
            assert_eq!(stack.words()[root], stack_of(3)[root] + DISTANCE);
        }
    }
}

#[test]
fn cached_call_sites_do_not_hide_damaged_stacks() {
    let table = recursion(&[slot(7, 0), slot(7, 0)]);
    let mut walker = StackWalker::new();
    let mut walk = |words: Vec<u64>| {
        let mut stack = StackImage::new(STACK, words);
        walk(&table, &mut stack, &mut walker, &[ENTRY])
    };
    walk(stack_of(9)).unwrap();
    // The return address of the sixth frame is damaged. An empty entry of the cache has the return
    // address 0.
    for wrong in [0, 1, u64::MAX, SITE + 1] {
        let mut words = stack_of(9);
        words[FRAME + 6 * WORDS - 1] = wrong;
        let error = walk(words).unwrap_err();
        assert!(
            matches!(error, StackWalkError::NoRecord { pc, depth: 6, .. } if pc == wrong),
            "{error}"
        );
    }
    // The stack ends inside the last frame, or at its start.
    for missing in [1, 3, WORDS] {
        let mut words = stack_of(9);
        words[FRAME + 9 * WORDS - 1] = SITE;
        words.truncate(FRAME + 9 * WORDS - missing);
        let error = walk(words).unwrap_err();
        assert!(matches!(error, StackWalkError::BadStackAddress { depth: 8, .. }), "{error}");
    }
}

/// A frame size in words for frames with many roots.
const LARGE: usize = 80;

/// Returns the rule of frames of [`LARGE`] words that save rbx and rbp. Their ends are relative to
/// rbp if `by_rbp`.
fn large_frames(by_rbp: bool) -> FrameRule {
    let (base, offset) = if by_rbp { (6, 16) } else { (7, 8 * LARGE as i32) };
    let saved = [(3, -24), (6, -16)];
    FrameRule {
        cfa_base: Register::new(base),
        cfa_offset: offset,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: saved
            .iter()
            .map(|&(n, offset)| (Register::new(n), SavedLocation::At(offset)))
            .collect(),
    }
}

/// Returns the stack of a recursion through large frames. Each word is a different reference,
/// except the return addresses and the values of rbp.
fn stack_of_large(frames: usize) -> Vec<u64> {
    let mut words: Vec<u64> = (0..FRAME + frames * LARGE).map(|at| 0x10_0000 + at as u64).collect();
    words[FRAME - 1] = SITE;
    let rbp_of = |frame: usize| STACK + 8 * (FRAME + frame * LARGE - 2) as u64;
    words[5] = rbp_of(1);
    for frame in 1..=frames {
        let end = FRAME + frame * LARGE;
        words[end - 1] = if frame < frames { SITE } else { ENTRY };
        words[end - 2] = rbp_of(frame + 1);
    }
    words
}

/// Walks a recursion through large frames with cached call sites and without, which must give the
/// same result, and asserts that the cached walk handles all frames. Returns the words that
/// changed in the second frame, and how.
fn walk_large(by_rbp: bool, locations: &[RawLocation]) -> (Vec<(usize, u64)>, WalkCounts) {
    let section = statepoints(&[(0x1000, &[(5, 0, locations)])]);
    let rule = large_frames(by_rbp);
    let table = TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap();
    let frames = 50;
    let words = stack_of_large(frames);
    let mut slow = Foreign(StackImage::new(STACK, words.clone()));
    let counts = walk(&table, &mut slow, &mut StackWalker::new(), &[ENTRY]).unwrap();
    assert_eq!(counts.frames_walked, frames as u64);
    let mut walker = StackWalker::new();
    for walks in 0..3 {
        let before = walker.fast_frames();
        let mut fast = StackImage::new(STACK, words.clone());
        assert_eq!(walk(&table, &mut fast, &mut walker, &[ENTRY]), Ok(counts));
        assert!(fast == slow.0, "cached and uncached walks give different stacks");
        let fast_frames = walker.fast_frames() - before;
        assert!(walks == 0 || fast_frames == frames as u64, "{fast_frames} frames");
    }
    let second = FRAME + LARGE..FRAME + 2 * LARGE;
    let change = |at: usize| (at - second.start, slow.0.words()[at].wrapping_sub(words[at]));
    (second.clone().map(change).filter(|&(_, by)| by != 0).collect(), counts)
}

#[test]
fn frames_with_many_roots_are_cached() {
    for roots in [12, 13, 16, 64, 76] {
        let pairs: Vec<_> = (0..roots).flat_map(|at| [slot(7, 8 * at); 2]).collect();
        let (changes, counts) = walk_large(false, &pairs);
        let expected: Vec<_> = (0..roots as usize).map(|at| (at, DISTANCE)).collect();
        assert_eq!(changes, expected);
        assert_eq!(counts.roots_visited, 50 * roots as u64);
    }
}

#[test]
fn frames_with_derived_roots_are_cached() {
    // Two roots derived from a slot, one from a register.
    let rbx = in_register(3);
    let pairs = [slot(7, 80), slot(7, 0), rbx, rbx, slot(7, 80), slot(7, 16), rbx, slot(7, 48)];
    let (changes, counts) = walk_large(false, &pairs);
    // The rbx of the caller is saved in this frame.
    let expected = [0, 2, 6, 10, LARGE - 3].map(|at| (at, DISTANCE));
    assert_eq!(changes, expected);
    assert_eq!((counts.roots_visited, counts.derived_relocated), (50 * 5, 50 * 3));
    assert_eq!(counts.register_roots_relocated, 50);
}

#[test]
fn slots_relative_to_the_frame_pointer_are_cached() {
    let at_rbp = |word: i32| slot(6, 8 * (word + 2 - LARGE as i32));
    let pairs = [at_rbp(7), at_rbp(7), at_rbp(9), at_rbp(11), at_rbp(9), at_rbp(9)];
    let (changes, counts) = walk_large(true, &pairs);
    assert_eq!(changes, [7, 9, 11].map(|at| (at, DISTANCE)));
    assert_eq!((counts.roots_visited, counts.derived_relocated), (50 * 3, 50));
}

// When the lists of roots have used their memory, other call sites are handled by the cursor.
#[test]
fn too_many_listed_roots_are_not_cached() {
    let functions = 1200;
    let pairs: Vec<_> = (0..64).flat_map(|at| [slot(7, 8 * at); 2]).collect();
    let call = [(5_u32, 0, &pairs[..])];
    let code: Vec<_> = (1..=functions).map(|function| (0x1000 * function, &call[..])).collect();
    let section = statepoints(&code);
    let rule = large_frames(false);
    let table = TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap();
    let mut words = stack_of_large(functions as usize);
    for function in 1..functions {
        words[FRAME + function as usize * LARGE - 1] = 0x1000 * (function + 1) + 5;
    }
    let mut slow = Foreign(StackImage::new(STACK, words.clone()));
    let ends = [0xe0_0000];
    let last = words.len() - 1;
    words[last] = ends[0];
    slow.store(STACK + 8 * last as u64, ends[0]).unwrap();
    let counts = walk(&table, &mut slow, &mut StackWalker::new(), &ends).unwrap();
    let mut walker = StackWalker::new();
    for _ in 0..4 {
        let mut fast = StackImage::new(STACK, words.clone());
        assert_eq!(walk(&table, &mut fast, &mut walker, &ends), Ok(counts));
        assert!(fast == slow.0, "cached and uncached walks give different stacks");
    }
}

// The fast walk tracks the locations of registers only from the first call site that needs them.
#[test]
fn registers_are_recovered_on_late_demand() {
    let rule = FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 8 * WORDS as i32,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: [(Register::new(3), SavedLocation::At(-16))].into_iter().collect(),
    };
    let derived = [in_register(3), slot(7, 8)];
    let plain = [slot(7, 0), slot(7, 0)];
    let section = statepoints(&[(0x1000, &[(5, 0, &plain)]), (0x2000, &[(5, 0, &derived)])]);
    let table = TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap();
    let frames = 9_000;
    let mut walker = StackWalker::new();
    for _ in 0..3 {
        let mut stack = StackImage::new(STACK, stack_of(5));
        walk(&table, &mut stack, &mut walker, &[ENTRY]).unwrap();
    }
    let mut words = stack_of(frames);
    words[FRAME + (frames - 1) * WORDS - 1] = 0x2005;
    let last = FRAME + (frames - 1) * WORDS;
    for _ in 0..3 {
        let mut stack = StackImage::new(STACK, words.clone());
        let counts = walk(&table, &mut stack, &mut walker, &[ENTRY]).unwrap();
        assert_eq!(counts.frames_walked, frames as u64);
        assert_eq!((counts.register_roots_relocated, counts.derived_relocated), (1, 1));
        for word in [last - 2, last + 1] {
            assert_eq!(stack.words()[word], words[word] + DISTANCE);
        }
    }
}
