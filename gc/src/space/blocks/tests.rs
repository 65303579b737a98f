//! Tests of the states and lines of blocks.

use super::*;

const START: usize = 16 * BLOCK;

fn blocks() -> Blocks {
    Blocks::new(START..START + 8 * BLOCK, 4).unwrap()
}

#[test]
fn address_maps_to_the_state_of_its_block() {
    let blocks = blocks();
    let block = blocks.block_of(START + 3 * BLOCK + 8);
    assert_eq!(block, BlockIndex(3));
    blocks.set_state(block, BlockState::EDEN);
    let range = blocks.addresses(block);
    assert_eq!(blocks.state_at(range.start), Some(BlockState::EDEN));
    assert_eq!(blocks.state_at(range.end - 1), Some(BlockState::EDEN));
    assert_eq!(blocks.state_at(range.end), Some(BlockState::FREE));
    assert_eq!(blocks.state_at(START - 1), None);
    assert_eq!(blocks.state_at(START + 8 * BLOCK), None);
    assert_eq!(blocks.state_at(0), None);
    assert_eq!(blocks.max_object_size_at(range.end - 24), Some(24));
    assert_eq!(blocks.max_object_size_at(range.end), None);
    blocks.set_large(BlockIndex(5), BLOCK + 4096);
    let large = blocks.addresses(BlockIndex(5)).start;
    assert_eq!(
        (blocks.max_object_size_at(large), blocks.max_object_size_at(large + 8)),
        (Some(BLOCK + 4096), None)
    );
    assert_eq!(blocks.max_object_size_at(large + BLOCK), None);
}

#[test]
fn marked_bytes_are_added_to_those_of_their_block() {
    let blocks = blocks();
    let starts = [1, 2].map(|block| blocks.addresses(BlockIndex(block)).start);
    let live = || [1, 2].map(|block| blocks.live_bytes(BlockIndex(block)));
    let mut count = LiveCount::default();
    blocks.mark_counted(starts[0], 16, &mut count);
    blocks.mark_counted(starts[0] + LINE, 32, &mut count);
    assert_eq!(live(), [0, 0]);
    blocks.mark_counted(starts[1], 24, &mut count);
    assert_eq!(live(), [48, 0]);
    blocks.mark_counted(starts[0] + 4 * LINE, 8, &mut count);
    blocks.add_counted(&mut count);
    blocks.add_counted(&mut count);
    assert_eq!(live(), [56, 24]);
}

#[test]
fn object_marks_all_lines_that_it_overlaps() {
    let blocks = blocks();
    let block = BlockIndex(1);
    let start = blocks.addresses(block).start;
    blocks.mark(start + LINE - 8, 16);
    blocks.mark(start + 4 * LINE, LINE);
    assert_eq!(blocks.free_lines(block), LINES - 3);
    assert_eq!(blocks.live_bytes(block), 16 + LINE);
    assert_eq!(blocks.find_hole(block, 0, 1), Some(2..4));
    assert_eq!(blocks.find_hole(block, 0, 3), Some(5..LINES));
    assert_eq!(blocks.find_hole(block, 5, LINES), None);
    assert_eq!(blocks.take_lines(block, 2..4), start + 2 * LINE..start + 4 * LINE);
    assert_eq!(blocks.find_hole(block, 0, 1), Some(5..LINES));
    assert!(!blocks.has_retained(block));
    blocks.retain_in_place(start + 10 * LINE, 24);
    assert!(blocks.has_retained(block));
    blocks.clear_marks(block);
    assert_eq!((blocks.free_lines(block), blocks.live_bytes(block)), (LINES, 0));
    assert!(!blocks.has_retained(block));
    blocks.mark_all(block);
    assert_eq!(blocks.find_hole(block, 0, 1), None);
}

#[test]
fn multi_block_large_objects_have_cards() {
    let blocks = blocks();
    let object = START + 5 * BLOCK;
    blocks.set_large(BlockIndex(5), BLOCK);
    assert!(!blocks.has_cards(object));
    blocks.set_large(BlockIndex(5), BLOCK + 1);
    assert!(blocks.has_cards(object) && !blocks.has_cards(object + BLOCK));
    assert!(blocks.cards().mark(object + BLOCK).is_some());
    assert_eq!(blocks.cards().mark(object - 2 * BLOCK), None);
}

#[test]
fn large_object_is_aged_once() {
    let blocks = blocks();
    let address = START + 6 * BLOCK;
    blocks.set_state(blocks.block_of(address), BlockState::LARGE_YOUNG);
    assert!(blocks.age_large(address));
    assert!(!blocks.age_large(address));
    assert_eq!(blocks.state_at(address), Some(BlockState::LARGE_OLD));
}

#[test]
fn lines_of_the_last_epoch_stay_in_use_until_they_are_swept() {
    let blocks = blocks();
    let block = BlockIndex(1);
    let start = blocks.addresses(block).start;
    for epoch in 0..5 {
        // The lines are marked in the last epoch, in the current epoch, in both, and in
        // neither.
        let line = |n: usize| start + n * LINE;
        blocks.clear_marks(block);
        blocks.mark(line(0), 8);
        blocks.mark(line(2), 8);
        blocks.begin_marking();
        blocks.mark(line(1), 8);
        blocks.mark(line(2), 8);
        assert!((0..3).all(|n| blocks.are_lines_used(line(n), 8)), "epoch {epoch}");
        let marked = [0, 1, 2, 3].map(|n| blocks.are_lines_marked(line(n), 8));
        assert_eq!(marked, [false, true, true, false]);
        assert_eq!(blocks.find_hole(block, 0, 1), Some(3..LINES), "nothing is free early");
        assert_eq!(blocks.live_bytes(block), 16, "those of the last complete marking");
        blocks.end_marking();
        assert_eq!(blocks.sweep(block, |_| ()), LINES - 2);
        assert_eq!(blocks.find_hole(block, 0, 1), Some(0..1));
        assert_eq!((blocks.free_lines(block), blocks.live_bytes(block)), (LINES - 2, 16));
    }
}

#[test]
fn every_block_of_a_large_object_finds_its_start() {
    let blocks = blocks();
    blocks.set_large(BlockIndex(5), 2 * BLOCK + 8);
    let start = blocks.addresses(BlockIndex(5)).start;
    for offset in [0, 8, BLOCK, BLOCK + 8, 3 * BLOCK - 8] {
        assert_eq!(blocks.large_at(start + offset), Some(start));
    }
    assert_eq!(blocks.large_at(start - 8), None);
    assert_eq!(blocks.large_bytes(start), 2 * BLOCK + 8);
}
