//! Tests of block management without objects: blocks are filled, evacuated, retained and freed as
//! in collections.

use super::super::chunk::ChunkSource;
use super::*;
use crate::object::ObjectAlignment;

/// Number of blocks of most heaps in these tests.
const BLOCKS: usize = 64;

/// Creates spaces of [`BLOCKS`] blocks with a nursery of 16 blocks.
fn spaces(zeal: bool) -> Spaces {
    let spaces = Spaces::new(BLOCKS * BLOCK, 2, zeal).unwrap();
    spaces.set_nursery(16 * BLOCK, 1);
    spaces
}

/// Returns the state of the block at an address.
fn state(spaces: &Spaces, address: usize) -> BlockState {
    spaces.blocks.state_at(address).unwrap()
}

/// Allocates a block of eden. Returns its address.
fn allocate_eden_block(spaces: &Spaces) -> usize {
    let chunk = spaces.allocate(BLOCK, true).unwrap();
    assert_eq!(state(spaces, chunk.start), BlockState::EDEN);
    chunk.start
}

/// Allocates memory for copies. Returns its address.
fn copy(source: &impl ChunkSource, bytes: usize) -> Option<usize> {
    CopyBuffer::default().allocate(source, bytes, ObjectAlignment::Eight)
}

/// Ends a collection and returns free memory to the OS.
fn end(spaces: &Spaces, evacuation: Evacuation<'_>) {
    let kind = evacuation.kind;
    let dead = spaces.finish(evacuation);
    spaces.return_memory(kind, vec![dead]);
    spaces.set_nursery(16 * BLOCK, 1);
    assert!(spaces.used() <= spaces.limit());
}

#[test]
fn limits_have_bounds() {
    assert_eq!(Spaces::limits(1), (MIN_BLOCKS + 2) * BLOCK..=MAX_LIMIT);
    let spaces = Spaces::new((MIN_BLOCKS + 8) * BLOCK + 5, 4, false).unwrap();
    assert_eq!(spaces.limit(), (MIN_BLOCKS + 8) * BLOCK);
}

#[test]
fn survivors_are_promoted_by_their_second_collection() {
    for zeal in [false, true] {
        let spaces = spaces(zeal);
        let first = allocate_eden_block(&spaces);
        let young = spaces.begin(CollectionKind::Young, false, None);
        let survivor = copy(&young.survivors(), 24).unwrap();
        assert_eq!(state(&spaces, survivor), BlockState::SURVIVOR);
        end(&spaces, young);
        assert_eq!(state(&spaces, first), BlockState::FREE);
        assert_eq!(state(&spaces, survivor), BlockState::SURVIVOR);
        assert_eq!(spaces.occupancy().young, BLOCK as u64);

        let second = allocate_eden_block(&spaces);
        let young = spaces.begin(CollectionKind::Young, false, None);
        assert_eq!(state(&spaces, survivor), BlockState::AGED);
        assert_eq!(state(&spaces, second), BlockState::EDEN);
        let promoted = copy(&young.old(), 24).unwrap();
        end(&spaces, young);
        assert_eq!(state(&spaces, promoted), BlockState::OLD);
        for evacuated in [survivor, second] {
            assert_eq!(state(&spaces, evacuated), BlockState::FREE);
        }
        assert_eq!((spaces.used(), spaces.peak_used()), (BLOCK, 3 * BLOCK));
        assert!(spaces.blocks.are_lines_used(promoted, 24), "the lines of the object are used");
    }
}

#[test]
fn nursery_leaves_room_for_copies_of_itself_and_of_the_survivors() {
    let spaces = spaces(false);
    for _ in 0..4 {
        let eden = core::iter::from_fn(|| spaces.allocate(BLOCK, true)).count();
        assert!(eden > 0);
        let young = spaces.begin(CollectionKind::Young, false, None);
        // All objects of eden survive, and all survivors of the last collection again.
        let aged = young.from.len() - eden;
        assert_eq!((0..eden).filter_map(|_| copy(&young.survivors(), BLOCK)).count(), eden);
        assert_eq!((0..aged).filter_map(|_| copy(&young.old(), BLOCK)).count(), aged);
        end(&spaces, young);
        // The old generation is emptied. The program wants the largest nursery.
        end(&spaces, spaces.begin(CollectionKind::Full, false, None));
        let young = spaces.begin(CollectionKind::Young, false, None);
        (0..10).for_each(|_| _ = copy(&young.survivors(), BLOCK).unwrap());
        end(&spaces, young);
        spaces.set_nursery(BLOCKS * BLOCK, 1);
    }
}

#[test]
fn block_with_a_retained_object_becomes_old() {
    let spaces = spaces(false);
    let retained = allocate_eden_block(&spaces) + 1024;
    let young = spaces.begin(CollectionKind::Young, false, None);
    young.blocks().retain_in_place(retained, 24);
    end(&spaces, young);
    assert_eq!(state(&spaces, retained), BlockState::OLD);
    assert_eq!(spaces.occupancy().old, 256);
    assert_eq!(spaces.recent_occupancy(), spaces.occupancy());
    // The next collection promotes into the free lines of the block, and does not free the block.
    let young = spaces.begin(CollectionKind::Young, true, None);
    let mut buffer = CopyBuffer::default();
    let mut room = 0;
    while spaces.blocks.block_of(retained)
        == spaces
            .blocks
            .block_of(buffer.allocate(&young.old(), 256, ObjectAlignment::Eight).unwrap())
    {
        room += 256;
    }
    assert_eq!(room, BLOCK - 256);
    end(&spaces, young);
    assert_eq!(spaces.used(), 2 * BLOCK);
}

#[test]
fn full_collection_frees_evacuates_and_marks_blocks() {
    let spaces = spaces(false);
    let young = spaces.begin(CollectionKind::Young, true, None);
    let blocks: Vec<_> = (0..3).map(|_| copy(&young.old(), BLOCK).unwrap()).collect();
    end(&spaces, young);
    // The full collection finds that the first block has no live objects, the second few, and that
    // the third is full.
    let live = spaces.live_bits();
    let full = spaces.begin(CollectionKind::Full, false, None);
    assert_ne!(full.live_bits, live);
    assert!(blocks.iter().all(|&block| state(&spaces, block) == BlockState::OLD));
    full.blocks().mark(blocks[1] + 512, 64);
    full.blocks().mark(blocks[2], BLOCK);
    end(&spaces, full);
    assert_eq!(state(&spaces, blocks[0]), BlockState::FREE);
    assert_eq!(spaces.occupancy().old, (BLOCK + 256) as u64);
    assert_eq!(spaces.fragmented_bytes(), BLOCK - 64);
    // The next full collection evacuates the second block.
    let full = spaces.begin(CollectionKind::Full, false, None);
    assert_eq!(state(&spaces, blocks[1]), BlockState::CANDIDATE);
    assert_eq!(state(&spaces, blocks[2]), BlockState::OLD);
    full.blocks().mark(blocks[2], BLOCK);
    let moved = copy(&full.old(), 64).unwrap();
    assert_eq!(state(&spaces, moved), BlockState::OLD);
    end(&spaces, full);
    assert_eq!(state(&spaces, blocks[1]), BlockState::FREE);
    // A compacting collection evacuates all blocks, but retains one object.
    let full = spaces.begin(CollectionKind::Compacting, false, None);
    assert_eq!(state(&spaces, blocks[2]), BlockState::CANDIDATE);
    assert_eq!(state(&spaces, moved), BlockState::CANDIDATE);
    full.blocks().retain_in_place(moved, 64);
    end(&spaces, full);
    assert_eq!(state(&spaces, moved), BlockState::OLD);
    assert_eq!(spaces.used(), BLOCK);
}

/// Fills all blocks that the old generation can allocate. Returns their addresses.
fn fill(spaces: &Spaces) -> Vec<usize> {
    let young = spaces.begin(CollectionKind::Young, true, None);
    let blocks: Vec<_> = core::iter::from_fn(|| copy(&young.old(), BLOCK)).collect();
    end(spaces, young);
    blocks
}

#[test]
fn only_full_collections_use_the_reserve() {
    let spaces = Spaces::new(16 * BLOCKS * BLOCK, 1, false).unwrap();
    spaces.set_nursery(BLOCK, 1);
    let reserve = 16 * BLOCKS / RESERVE_FRACTION;
    let blocks = fill(&spaces);
    assert_eq!(blocks.len(), 16 * BLOCKS - reserve);
    assert_eq!((spaces.free_blocks(), spaces.can_allocate(16)), (reserve, false));
    assert!(spaces.allocate(16, false).is_none());
    // Three quarters of each block are live.
    let full = spaces.begin(CollectionKind::Full, false, None);
    blocks.iter().for_each(|&block| full.blocks().mark(block, BLOCK / 4 * 3));
    end(&spaces, full);
    let full = spaces.begin(CollectionKind::Compacting, false, None);
    let is_candidate = |&&block: &&usize| state(&spaces, block) == BlockState::CANDIDATE;
    let candidates = blocks.iter().filter(is_candidate).count();
    let room = reserve - reserve / SPARE_FRACTION;
    assert_eq!(candidates, room, "blocks are filled to three quarters, by the estimate");
    assert_eq!(core::iter::from_fn(|| copy(&full.old(), BLOCK)).count(), room);
    // Each block retains an object, so none is freed. The rest of the reserve is for the next
    // collection.
    blocks.iter().for_each(|&block| full.blocks().retain_in_place(block, 16));
    end(&spaces, full);
    assert_eq!(spaces.free_blocks(), reserve / SPARE_FRACTION);
    // Few objects are live in that collection, so it has more candidates.
    let full = spaces.begin(CollectionKind::Compacting, false, None);
    assert!(blocks.iter().filter(is_candidate).count() > candidates);
    end(&spaces, full);
    assert!(spaces.can_allocate(16));
}

/// If `can_allocate` were true for an allocation that fails, collections would repeat endlessly. If
/// it were false for an allocation that succeeds, the heap would run out of memory too early.
#[test]
fn can_allocate_agrees_with_allocation() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut granted, mut refused) = ([0; 2], [0; 2]);
    for round in 0..400 {
        let spaces = spaces(round % 8 == 0);
        let young = spaces.begin(CollectionKind::Young, true, None);
        for _ in 0..random.usize(..BLOCKS) {
            copy(&young.old(), BLOCK);
        }
        end(&spaces, young);
        for _ in 0..random.usize(..20) {
            if let Some(object) = spaces.allocate_large(random.usize(LARGE + 8..8 * BLOCK)) {
                spaces.blocks.age_large(object);
            }
        }
        end(&spaces, spaces.begin(CollectionKind::Young, false, None));
        for size in [16, LARGE, LARGE + 8, random.usize(LARGE..BLOCKS * BLOCK)] {
            let can_allocate = spaces.can_allocate(size);
            let large = size > LARGE;
            let succeeds = if large {
                spaces.allocate_large(size).is_some()
            } else {
                // Includes the padding before a 16-aligned object.
                spaces.allocate(size + 8, random.bool()).is_some()
            };
            assert_eq!(succeeds, can_allocate, "{size} bytes, of {:?}", spaces.occupancy());
            if succeeds {
                granted[usize::from(large)] += 1
            } else {
                refused[usize::from(large)] += 1
            }
            end(&spaces, spaces.begin(CollectionKind::Young, false, None));
        }
    }
    assert!(granted.iter().chain(&refused).all(|&count| count > 20), "{granted:?} {refused:?}");
}

/// The address space for large objects is larger than the heap, but limited.
#[test]
fn large_object_without_addresses_cannot_be_allocated() {
    let spaces = spaces(false);
    // Each object takes more address space than memory.
    let objects: Vec<_> = core::iter::from_fn(|| {
        let object = spaces.allocate_large(LARGE + 8);
        if object.is_none() {
            end(&spaces, spaces.begin(CollectionKind::Young, false, None));
        }
        let object = object.or_else(|| spaces.allocate_large(LARGE + 8))?;
        spaces.blocks.age_large(object).then_some(object)
    })
    .collect();
    assert!(objects.len() > 2 * BLOCKS, "{}", objects.len());
    assert!(!spaces.can_allocate(LARGE + 8));
    // All objects are dead, but their addresses are available only after their memory is freed.
    let full = spaces.begin(CollectionKind::Full, false, None);
    let dead = spaces.finish(full);
    spaces.set_nursery(BLOCK, 1);
    assert_eq!(spaces.used(), 0);
    let size = (BLOCKS - 8) * BLOCK;
    assert!(spaces.can_allocate(size));
    spaces.return_memory(CollectionKind::Full, vec![dead]);
    assert!(spaces.allocate_large(size).is_some());
}
