use super::*;

const START: usize = 16 * BLOCK;

fn old(count: u32) -> (Blocks, Old) {
    let blocks = Blocks::new(START..START + 8 * BLOCK, 8).unwrap();
    let mut old = Old::default();
    for block in (0..count).map(BlockIndex) {
        blocks.set_state(block, BlockState::OLD);
        blocks.mark_all(block);
        old.add([block]);
    }
    (blocks, old)
}

#[test]
fn holes_are_taken_in_address_order() {
    let (blocks, mut old) = old(3);
    assert_eq!(old.begin_full(&blocks, usize::MAX, 0), []);
    let second = blocks.addresses(BlockIndex(1)).start;
    let third = blocks.addresses(BlockIndex(2)).start;
    blocks.mark(second, 16);
    blocks.mark(second + 3 * LINE, 16);
    blocks.mark(second + 10 * LINE, 16);
    (0..LINES - 2).for_each(|line| blocks.mark(third + line * LINE, 16));
    assert_eq!(old.sweep(&blocks), [BlockIndex(0)]);
    assert_eq!(old.occupied(), (3 + LINES) * LINE);
    let mut take = |min_bytes, search| {
        let hole = old.take_hole(&blocks, min_bytes, search)?;
        Some((hole.start, hole.end))
    };
    let rest = Some((second + 11 * LINE, second + LINES * LINE));
    assert_eq!(take(16 * LINE, Search::Near), rest);
    assert_eq!(take(16 * LINE, Search::Everywhere), None);
    let passed_over = Some((second + 4 * LINE, second + 10 * LINE));
    assert_eq!(take(16, Search::Near), passed_over, "left for a smaller object");
    assert_eq!(take(16, Search::Near), None, "two lines are too few");
    assert_eq!(old.occupied(), 2 * BLOCK, "the remaining holes are unusable");
}

#[test]
fn long_holes_are_first_searched_in_near_blocks() {
    let count = NEAR_BLOCKS as u32 + 2;
    let blocks = Blocks::new(START..START + 16 * BLOCK, 16).unwrap();
    let mut old = Old::default();
    for block in (0..count).map(BlockIndex) {
        let start = blocks.addresses(block).start;
        // Only the block that is searched last has a long hole.
        let step = if block.0 + 1 == count { LINES } else { 8 };
        (0..LINES).step_by(step).for_each(|line| blocks.mark(start + line * LINE, 8));
        old.add([block]);
    }
    assert_eq!(old.sweep(&blocks), []);
    let free = old.free;
    assert_eq!(old.take_hole(&blocks, 20 * LINE, Search::Near), None);
    let far = blocks.addresses(BlockIndex(count - 1));
    let hole = old.take_hole(&blocks, 20 * LINE, Search::Everywhere).unwrap();
    assert_eq!((hole.start, hole.end), (far.start + LINE, far.end));
    assert_eq!(old.free, free - (LINES - 1) * LINE);
    for _ in 0..(count - 1) * 16 {
        assert_eq!(old.take_hole(&blocks, 16, Search::Near).unwrap().remaining(), 7 * LINE);
    }
    assert_eq!(old.take_hole(&blocks, 16, Search::Near), None);
    assert_eq!(old.free, 0);
}

#[test]
fn sparsest_blocks_become_evacuation_candidates() {
    let (blocks, mut old) = old(5);
    old.begin_full(&blocks, 0, 0);
    for (block, objects) in [(0, 5), (1, 100), (2, 1), (3, 60), (4, 1)] {
        let start = blocks.addresses(BlockIndex(block)).start;
        (0..objects).for_each(|n| blocks.mark(start + n * LINE, LINE));
    }
    assert!(old.sweep(&blocks).is_empty());
    let candidates = old.begin_full(&blocks, 10 * LINE, BLOCK / 2);
    assert_eq!(candidates, [2, 4, 0].map(BlockIndex));
    assert_eq!(old.blocks.len(), 2);
    assert_eq!(blocks.state(BlockIndex(2)), BlockState::CANDIDATE);
    assert_eq!(blocks.free_lines(BlockIndex(2)), LINES);
}

#[test]
fn block_with_retained_objects_has_holes() {
    let (blocks, mut old) = old(0);
    let start = blocks.addresses(BlockIndex(5)).start;
    blocks.retain_in_place(start, 24);
    old.add_retained(&blocks, [BlockIndex(5)]);
    let hole = old.take_hole(&blocks, 64, Search::Near).unwrap();
    assert_eq!((hole.start, hole.end), (start + LINE, start + BLOCK));
}

#[test]
fn blocks_are_swept_incrementally_during_promotion() {
    let (blocks, mut old) = old(3);
    blocks.begin_marking();
    let second = blocks.addresses(BlockIndex(1)).start;
    blocks.mark(second, 16);
    // Objects are promoted into a block during the marking.
    blocks.set_state(BlockIndex(4), BlockState::OLD);
    blocks.mark_all(BlockIndex(4));
    old.add([BlockIndex(4)]);
    blocks.end_marking();
    old.begin_sweep();
    assert_eq!(old.occupied(), 4 * BLOCK);
    assert_eq!(old.take_hole(&blocks, 16, Search::Near), None, "nothing is swept yet");
    assert_eq!(old.sweep_some(&blocks, 2, |_| ()), Some(vec![BlockIndex(2)]));
    // Objects are promoted into a block while others are swept.
    blocks.set_state(BlockIndex(5), BlockState::OLD);
    blocks.mark_all(BlockIndex(5));
    old.add([BlockIndex(5)]);
    assert_eq!(old.sweep_some(&blocks, 2, |_| ()), Some(vec![BlockIndex(0)]));
    assert_eq!(old.sweep_some(&blocks, 2, |_| ()), None);
    assert_eq!(old.occupied(), 2 * BLOCK + LINE);
    let hole = old.take_hole(&blocks, 16, Search::Near).unwrap();
    assert_eq!((hole.start, hole.end), (second + LINE, second + BLOCK));
    assert_eq!(old.occupied(), 3 * BLOCK);
    // A full collection begins while a sweep is in progress.
    old.begin_sweep();
    assert_eq!(old.begin_full(&blocks, 0, 0), []);
    assert_eq!(old.occupied(), 3 * BLOCK);
}

/// Ends a marking of three blocks in which most of the first and one line of each other is live.
fn mark_and_begin_sweep(blocks: &Blocks, old: &mut Old) {
    let line = |block: u32, line: usize| blocks.addresses(BlockIndex(block)).start + line * LINE;
    (0..LINES - 8).for_each(|index| blocks.mark(line(0, index), LINE));
    blocks.mark(line(1, 0), 16);
    blocks.mark(line(2, 2), 16);
    blocks.end_marking();
    old.begin_sweep();
}

/// Returns three blocks, of which the second and the third were found sparse by a sweep: each has
/// one live line.
fn sparse() -> (Blocks, Old) {
    let (blocks, mut old) = old(3);
    blocks.begin_marking();
    mark_and_begin_sweep(&blocks, &mut old);
    assert_eq!(old.sweep_some(&blocks, 8, |_| ()), Some(vec![]));
    assert_eq!(old.occupied(), (LINES - 8 + 2) * LINE);
    (blocks, old)
}

fn states(blocks: &Blocks) -> [BlockState; 3] {
    [0, 1, 2].map(|block| blocks.state(BlockIndex(block)))
}

/// Marks and sweeps again: the same objects are live.
fn sweep_again(blocks: &Blocks, old: &mut Old) {
    mark_and_begin_sweep(blocks, old);
    while old.sweep_some(blocks, 1, |_| ()).is_some() {}
}

#[test]
fn sparse_blocks_are_tracked_and_taken() {
    let (blocks, mut old) = sparse();
    // The search is in one of the blocks when their holes become unavailable.
    let used = old.take_hole(&blocks, 16, Search::Near).unwrap();
    assert!(old.begin_tracking(&blocks, usize::MAX));
    let [other, used] = match blocks.block_of(used.start) {
        // It has filled the last hole of the first block.
        BlockIndex(0) => [1, 2],
        BlockIndex(block) => [3 - block, block],
    };
    let is_tracked = |block: u32| states(&blocks)[block as usize] == BlockState::TRACKED;
    assert!(is_tracked(other) && !is_tracked(0));
    assert!(old.occupied() >= BLOCK - 8 * LINE);
    blocks.begin_marking();
    sweep_again(&blocks, &mut old);
    assert_eq!(old.occupied(), (LINES - 8 + 2) * LINE, "withheld holes count as free");
    // No hole of a tracked block is used.
    while let Some(hole) = old.take_hole(&blocks, 16, Search::Everywhere) {
        assert!(!is_tracked(blocks.block_of(hole.start).0));
    }
    let tracked = old.tracked.len();
    assert_eq!(tracked, usize::from(is_tracked(other)) + usize::from(is_tracked(used)));
    let mut wanted = 0;
    let taken = old.take_tracked(&blocks, |_| {
        wanted += 1;
        wanted == 1
    });
    assert_eq!((taken.len(), old.tracked.len()), (1, tracked - 1));
    assert_eq!(old.has_tracked(), tracked == 2);
    assert_eq!(old.blocks.len() + old.sparse.len() + old.tracked.len(), 2);
    blocks.keep_in_place(blocks.addresses(BlockIndex(1)).start);
    blocks.keep_in_place(blocks.addresses(BlockIndex(2)).start);
    assert_eq!(old.take_tracked(&blocks, |_| true), []);
    assert!(!old.has_tracked() && old.blocks.len() + old.sparse.len() == 2);
}

#[test]
fn blocks_that_are_no_longer_tracked_have_holes_again() {
    let (blocks, mut old) = sparse();
    assert!(old.begin_tracking(&blocks, usize::MAX));
    assert_eq!(states(&blocks)[1..], [BlockState::TRACKED; 2]);
    blocks.begin_marking();
    blocks.keep_in_place(blocks.addresses(BlockIndex(1)).start + 64);
    sweep_again(&blocks, &mut old);
    blocks.keep_in_place(blocks.addresses(BlockIndex(2)).start + 64);
    assert_eq!(states(&blocks), [BlockState::OLD; 3]);
    assert_eq!(old.take_tracked(&blocks, |_| true), []);
    assert!(!old.has_tracked());
    let mut free = 0;
    while let Some(hole) = old.take_hole(&blocks, 16, Search::Everywhere) {
        free += hole.remaining();
    }
    // The first two lines of the third block are too few.
    assert_eq!(free, (8 + LINES - 1 + LINES - 3) * LINE);
    assert_eq!(old.occupied(), 3 * BLOCK);
}

#[test]
fn tracking_is_limited_and_begins_again() {
    let (blocks, mut old) = sparse();
    assert!(old.begin_tracking(&blocks, BLOCK));
    let tracked = |blocks: &Blocks| {
        states(blocks).iter().filter(|&&state| state == BlockState::TRACKED).count()
    };
    assert_eq!(tracked(&blocks), 1, "the holes of two would be too much");
    blocks.begin_marking();
    sweep_again(&blocks, &mut old);
    // The next cycle begins before it is evacuated.
    assert!(old.begin_tracking(&blocks, usize::MAX));
    assert_eq!(tracked(&blocks), 2);
    blocks.begin_marking();
    sweep_again(&blocks, &mut old);
    assert!(!old.begin_tracking(&blocks, 0));
    assert_eq!(tracked(&blocks), 0);
    assert_eq!(old.occupied(), (LINES - 8 + 2) * LINE, "their holes are available");
    // A full collection begins while blocks are tracked.
    blocks.begin_marking();
    sweep_again(&blocks, &mut old);
    assert!(old.begin_tracking(&blocks, usize::MAX));
    old.begin_full(&blocks, 0, 0);
    assert_eq!((tracked(&blocks), old.blocks.len(), old.occupied()), (0, 3, 3 * BLOCK));
}

#[test]
fn full_collection_ends_the_tracking_of_blocks_that_are_not_swept() {
    for swept in 0..3 {
        let (blocks, mut old) = sparse();
        assert!(old.begin_tracking(&blocks, usize::MAX));
        blocks.begin_marking();
        mark_and_begin_sweep(&blocks, &mut old);
        for _ in 0..swept {
            assert_eq!(old.sweep_some(&blocks, 1, |_| ()), Some(vec![]));
        }
        // No block is evacuated, and none may be forgotten.
        assert_eq!(old.begin_full(&blocks, 0, 0), []);
        assert_eq!(states(&blocks), [BlockState::OLD; 3]);
        assert_eq!(old.blocks.len(), 3);
    }
}
