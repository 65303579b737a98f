//! Zeal mode randomises the order in which a collection visits objects. The order differs for each
//! collection, and is determined by the seed.

use statepoint_gc::{Argument, Handle, Mutator, Zeal};
use tests::managed::{self, call, heap, make};

/// Number of objects whose order is observed.
const NODES: usize = 40;

fn address(mutator: &mut Mutator, object: &Handle) -> u64 {
    call(mutator, managed::keep, &[Argument::Reference(object)]).unwrap()
}

/// Returns, for each of four collections, the indices of an array's elements in the order of the
/// addresses of their objects.
fn orders_after_collections(zeal: Zeal, seed: u32) -> Vec<Vec<usize>> {
    // The interval must be so large that no allocation collects.
    let heap = heap().without_environment().heap_max(8 << 20).collector_threads(1);
    let heap = heap.zeal(zeal).zeal_seed(seed).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let tagged_fields = [Argument::Word(1), Argument::Word(3)];
    let length = [Argument::Word(NODES as u64)];
    let array = make(&mut mutator, managed::references, &length).unwrap();
    for element in 0..NODES {
        let leaf = make(&mut mutator, managed::pair, &tagged_fields).unwrap();
        let fields = [Argument::Reference(&leaf), Argument::Word(1)];
        let node = make(&mut mutator, managed::pair, &fields).unwrap();
        mutator.store_reference(&array, 16 + 8 * element, Some(&node)).unwrap();
    }
    let order = |mutator: &mut Mutator| {
        let leaves = (0..NODES).map(|element| {
            let node = mutator.load_reference(&array, 16 + 8 * element).unwrap().unwrap();
            let leaf = mutator.load_reference(&node, 8).unwrap().unwrap();
            (address(mutator, &leaf), element)
        });
        let mut leaves: Vec<_> = leaves.collect();
        leaves.sort_unstable();
        leaves.into_iter().map(|(_, element)| element).collect()
    };
    let mut collect = || {
        mutator.collect();
        order(&mut mutator)
    };
    (0..4).map(|_| collect()).collect()
}

/// Zeal mode with an interval that no test reaches: it collects only on request.
const RARE_ZEAL: Zeal = Zeal::EveryAllocation(1 << 20);

#[test]
fn each_collection_and_seed_has_its_own_order() {
    let mut all = Vec::new();
    for seed in 0..3 {
        let orders = orders_after_collections(RARE_ZEAL, seed);
        all.extend(orders);
    }
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn the_order_is_determined_by_the_seed() {
    assert_eq!(orders_after_collections(RARE_ZEAL, 7), orders_after_collections(RARE_ZEAL, 7));
}

#[test]
fn seeds_have_no_effect_without_zeal_mode() {
    assert_eq!(orders_after_collections(Zeal::Off, 1), orders_after_collections(Zeal::Off, 2));
}
