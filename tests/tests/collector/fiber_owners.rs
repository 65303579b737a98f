//! Fibers that live as long as objects: they keep nothing alive if their owners are dead, are
//! returned to the host then, and until then are as live as their owners.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use statepoint_gc::{
    Argument, Handle, Heap, Mutator, Zeal,
    fibers::{DeadFiber, Fiber, FiberError, FiberState, Resumed},
};
use tests::cycles::{counts, promote_all, run_cycle};
use tests::fibers::{COUNTERS, VERIFY, assert_relocated, boxed, fiber, unboxed};
use tests::managed::{self, call, heap, make};

use super::concurrent::{load, make_node, references, store, tag};

fn build_heap(zeal: Zeal, concurrent: bool) -> Heap {
    heap().heap_max(16 << 20).concurrent(concurrent).zeal(zeal).verify(VERIFY).build().unwrap()
}

/// Returns heaps that are collected in different ways.
fn build_heaps() -> [Heap; 4] {
    [
        build_heap(Zeal::Off, false),
        build_heap(Zeal::Off, true),
        build_heap(Zeal::EveryAllocation(1), true),
        build_heap(Zeal::EveryPoll, false),
    ]
}

/// Returns a suspended fiber that holds `object`, and nothing else does.
fn holder(mutator: &mut Mutator, object: &Handle) -> Fiber {
    let mut fiber = fiber(&mutator.heap(), managed::fiber_hold);
    let out = mutator.resume(&mut fiber, Argument::Reference(object)).unwrap();
    assert!(matches!(out, Resumed::Suspended(_)));
    fiber
}

/// Resumes a fiber that holds an object, and returns the object.
fn held(mutator: &mut Mutator, mut fiber: Fiber) -> Handle {
    match mutator.resume(&mut fiber, Argument::Word(0)).unwrap() {
        Resumed::Done(object) => object,
        Resumed::Suspended(_) => panic!("{fiber:?} is not done"),
    }
}

/// Collects until all dead objects are found.
fn collect_all(heap: &Heap, mutator: &mut Mutator) {
    if heap.zeal().is_on() || !mutator.begin_cycle() {
        mutator.collect_full();
    } else {
        run_cycle(heap, mutator, |_| ());
    }
}

/// A fiber whose stack refers to its owner, as a generator does that uses the generator object.
#[test]
fn fiber_and_owner_die_together() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for promotes in [false, true] {
            let owner = make_node(&mut mutator, 7);
            if promotes {
                promote_all(&mut mutator);
            }
            let fiber = holder(&mut mutator, &owner);
            let address = mutator.give_fiber(fiber, &owner).unwrap();
            if promotes {
                promote_all(&mut mutator);
                mutator.collect_young();
            }
            collect_all(&heap, &mut mutator);
            assert!(heap.next_dead_fiber().is_none(), "the owner is live");
            drop(owner);
            mutator.collect_young();
            collect_all(&heap, &mut mutator);
            let DeadFiber { fiber, owner } = heap.next_dead_fiber().expect("the owner is dead");
            assert_eq!((fiber.address(), fiber.state()), (address, FiberState::Suspended));
            assert_eq!(tag(&mut mutator, &owner), 7);
            assert!(heap.next_dead_fiber().is_none());
            // What its stack refers to is kept, now without an owner.
            collect_all(&heap, &mut mutator);
            mutator.collect();
            let held = held(&mut mutator, fiber);
            assert_eq!((tag(&mut mutator, &held), tag(&mut mutator, &owner)), (7, 7));
        }
        assert_relocated(&heap);
    }
}

/// A young owner is found to be dead by a young collection.
#[test]
fn young_owners_die_in_young_collections() {
    let heap = build_heap(Zeal::Off, true);
    let mut mutator = heap.attach().unwrap();
    for age in 0..2 {
        let owner = make_node(&mut mutator, 1);
        let fiber = holder(&mut mutator, &owner);
        mutator.give_fiber(fiber, &owner).unwrap();
        (0..age).for_each(|_| mutator.collect_young());
        drop(owner);
        mutator.collect_young();
        let dead = heap.next_dead_fiber().expect("the owner is dead");
        let owner = held(&mut mutator, dead.fiber);
        assert_eq!(tag(&mut mutator, &owner), 1);
    }
}

/// Fibers in all states die with their owners: new ones, suspended ones, those that are done, and
/// one that runs, after it was suspended.
#[test]
fn fibers_in_all_states_die() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for promotes in [false, true] {
            let owner = make_node(&mut mutator, 2);
            let mut done = holder(&mut mutator, &owner);
            let held = mutator.resume(&mut done, Argument::Word(0)).unwrap().into_handle();
            let suspended = holder(&mut mutator, &held);
            let new = fiber(&heap, managed::fiber_hold);
            drop(held);
            let mut states = HashMap::new();
            for fiber in [done, suspended, new] {
                let state = fiber.state();
                states.insert(mutator.give_fiber(fiber, &owner).unwrap(), state);
            }
            if promotes {
                promote_all(&mut mutator);
                mutator.collect_young();
            }
            drop(owner);
            collect_all(&heap, &mut mutator);
            for _ in 0..3 {
                let DeadFiber { fiber, .. } = heap.next_dead_fiber().expect("the owner is dead");
                assert_eq!(states.remove(&fiber.address()), Some(fiber.state()));
            }
            assert!(heap.next_dead_fiber().is_none() && states.is_empty());
        }
    }
}

/// The owner of each fiber is held by the stack of another: all live if the first is held, and all
/// die together.
#[test]
fn chains_of_owners_live_and_die_together() {
    for (heap, length) in build_heaps().into_iter().zip([200, 200, 12, 12]) {
        let mut mutator = heap.attach().unwrap();
        for seed in 0..2 {
            let mut random = fastrand::Rng::with_seed(seed);
            let first = make_node(&mut mutator, 0);
            // In random order, so that no order of inspection resolves all at once.
            let mut owners = vec![Handle::clone(&first)];
            owners.extend((1..length).map(|n| make_node(&mut mutator, n)));
            let mut links: Vec<usize> = (0..owners.len() - 1).collect();
            random.shuffle(&mut links);
            for link in links {
                let fiber = holder(&mut mutator, &owners[link + 1]);
                mutator.give_fiber(fiber, &owners[link]).unwrap();
            }
            drop(owners);
            for _ in 0..3 {
                mutator.collect_young();
            }
            collect_all(&heap, &mut mutator);
            assert!(heap.next_dead_fiber().is_none(), "seed {seed}: the first owner is live");
            drop(first);
            collect_all(&heap, &mut mutator);
            let mut tags = HashSet::new();
            while let Some(DeadFiber { fiber, .. }) = heap.next_dead_fiber() {
                let owner = held(&mut mutator, fiber);
                tags.insert(tag(&mut mutator, &owner));
            }
            assert_eq!(tags, (1..length).collect(), "seed {seed}");
        }
        assert_relocated(&heap);
    }
}

/// Managed code resumes fibers by the addresses that their owners have, beside collections.
#[test]
fn owned_fibers_run() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let owners: Vec<_> = (0..20).map(|n| make_node(&mut mutator, n)).collect();
        let mut addresses = Vec::new();
        for (n, owner) in owners.iter().enumerate() {
            let fiber = fiber(&heap, COUNTERS[n % 2]);
            addresses.push(mutator.give_fiber(fiber, owner).unwrap().expose_provenance() as u64);
        }
        for round in 0..6 {
            for &address in &addresses {
                let value = boxed(&mut mutator, 10);
                let arguments = [Argument::Word(address), Argument::Reference(&value)];
                let out = make(&mut mutator, managed::fiber_resume, &arguments).unwrap();
                assert_eq!(unboxed(&mut mutator, &out), round);
            }
            match round % 3 {
                0 => (0..3).for_each(|_| mutator.collect_young()),
                1 => collect_all(&heap, &mut mutator),
                _ => begin(&heap, &mut mutator),
            }
        }
        for &address in &addresses {
            let arguments = [Argument::Word(address), Argument::Word(0)];
            let out = make(&mut mutator, managed::fiber_resume, &arguments).unwrap();
            assert_eq!(unboxed(&mut mutator, &out), 60);
        }
        drop(owners);
        collect_all(&heap, &mut mutator);
        mutator.collect_full();
        let dead = core::iter::from_fn(|| heap.next_dead_fiber());
        assert_eq!(dead.filter(|dead| dead.fiber.state() == FiberState::Done).count(), 20);
        assert_relocated(&heap);
    }
}

/// Begins a cycle if the heap has any, unless one is in progress.
fn begin(heap: &Heap, mutator: &mut Mutator) {
    if !heap.zeal().is_on() {
        mutator.begin_cycle();
    }
}

/// Live owners are marked before markers come to their fibers, so no pause scans these.
#[test]
fn markers_read_fibers_of_marked_owners() {
    let heap = build_heap(Zeal::Off, true);
    let mut mutator = heap.attach().unwrap();
    let count = 300;
    let owners = references(&mut mutator, count);
    for n in 0..count {
        let held = make_node(&mut mutator, n as u64);
        let fiber = holder(&mut mutator, &held);
        let owner = make_node(&mut mutator, n as u64);
        mutator.give_fiber(fiber, &owner).unwrap();
        store(&mut mutator, &owners, n, Some(&owner));
    }
    promote_all(&mut mutator);
    mutator.collect_young();
    let before = counts(&heap);
    run_cycle(&heap, &mut mutator, |_| ());
    let after = counts(&heap);
    assert_eq!(after.fibers_read - before.fibers_read, count as u64);
    assert_eq!(after.frames_walked, before.frames_walked, "no pause has scanned them");
    for n in (0..count).step_by(2) {
        store(&mut mutator, &owners, n, None);
    }
    run_cycle(&heap, &mut mutator, |_| ());
    let mut tags = HashSet::new();
    while let Some(DeadFiber { fiber, .. }) = heap.next_dead_fiber() {
        let held = held(&mut mutator, fiber);
        tags.insert(tag(&mut mutator, &held));
    }
    assert_eq!(tags, (0..count as u64).step_by(2).collect());
    for n in (1..count).step_by(2) {
        let owner = load(&mut mutator, &owners, n).expect("it was stored");
        assert_eq!(tag(&mut mutator, &owner), n as u64);
    }
    assert_relocated(&heap);
}

/// Owners come and go at random. Each fiber is returned once, after its owner was dropped, and what
/// it holds is intact.
#[test]
fn random_owners() {
    for (heap, steps) in build_heaps().into_iter().zip([1000, 1000, 100, 100]) {
        let mut mutator = heap.attach().unwrap();
        let seed = 42;
        let mut random = fastrand::Rng::with_seed(seed);
        let slots = 40;
        let owners = references(&mut mutator, slots);
        // The tag of what the fiber of each slot holds.
        let mut live = vec![None; slots];
        let (mut dropped, mut next) = (HashSet::new(), 0);
        for step in 0..steps {
            let slot = random.usize(..slots);
            match random.u8(..20) {
                0..12 => {
                    dropped.extend(live[slot].replace(next));
                    let owner = make_node(&mut mutator, next);
                    // Some fibers hold their owners, others what nothing else refers to.
                    let other = make_node(&mut mutator, next);
                    let held = if random.bool() { &owner } else { &other };
                    let fiber = holder(&mut mutator, held);
                    mutator.give_fiber(fiber, &owner).unwrap();
                    store(&mut mutator, &owners, slot, Some(&owner));
                    next += 1;
                }
                12..15 => {
                    store(&mut mutator, &owners, slot, None);
                    dropped.extend(live[slot].take());
                }
                15 => collect_all(&heap, &mut mutator),
                16 => begin(&heap, &mut mutator),
                _ => mutator.collect_young(),
            }
            while let Some(DeadFiber { fiber, .. }) = heap.next_dead_fiber() {
                let held = held(&mut mutator, fiber);
                let tag = tag(&mut mutator, &held);
                assert!(dropped.remove(&tag), "seed {seed}, step {step}: fiber {tag}");
            }
        }
        mutator.collect_full();
        while let Some(DeadFiber { fiber, .. }) = heap.next_dead_fiber() {
            let held = held(&mut mutator, fiber);
            let tag = tag(&mut mutator, &held);
            assert!(dropped.remove(&tag), "seed {seed}: fiber {tag}");
        }
        assert!(dropped.is_empty(), "seed {seed}: {dropped:?} were not returned");
        assert_relocated(&heap);
    }
}

thread_local! {
    /// The only handle of an owner.
    static OWNER: RefCell<Option<Handle>> = const { RefCell::new(None) };
}

/// Called by the managed code of a fiber: drops the handle of the owner of the fiber, and collects.
extern "C" fn drop_owner(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    OWNER.take();
    let collect = |mutator: &mut Mutator| {
        let heap = mutator.heap();
        mutator.collect_young();
        collect_all(&heap, mutator);
        mutator.collect_full();
        u64::from(heap.next_dead_fiber().is_none())
    };
    Mutator::with_current(collect).unwrap()
}

/// A fiber that runs keeps its owner alive.
#[test]
fn owners_live_while_fibers_run() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for promotes in [false, true] {
            let owner = make_node(&mut mutator, 5);
            let fiber = fiber(&heap, managed::fiber_native);
            let address = mutator.give_fiber(fiber, &owner).unwrap();
            if promotes {
                promote_all(&mut mutator);
                mutator.collect_young();
            }
            OWNER.set(Some(owner));
            let function = (drop_owner as *const core::ffi::c_void).expose_provenance() as u64;
            let function = boxed(&mut mutator, function);
            let address = Argument::Word(address.expose_provenance() as u64);
            let arguments = [address, Argument::Reference(&function)];
            let out = make(&mut mutator, managed::fiber_resume, &arguments).unwrap();
            assert_eq!(unboxed(&mut mutator, &out), 1001, "it was not returned while it ran");
            // A cycle keeps the old owner of a fiber that has run since it began.
            collect_all(&heap, &mut mutator);
            let DeadFiber { fiber, owner } = heap.next_dead_fiber().expect("it does not run");
            assert_eq!((fiber.state(), tag(&mut mutator, &owner)), (FiberState::Done, 5));
            assert!(heap.next_dead_fiber().is_none());
        }
    }
}

/// Fibers change their positions in the list of all fibers while markers read them: a fiber whose
/// owner is dead is returned once.
#[test]
fn fibers_with_dead_owners_are_returned_once() {
    let heap = build_heap(Zeal::Off, true);
    let mut mutator = heap.attach().unwrap();
    for round in 0..4 {
        let others: Vec<_> = (0..1000).map(|_| fiber(&heap, managed::fiber_hold)).collect();
        let owners: Vec<_> = (0..1000).map(|n| make_node(&mut mutator, n)).collect();
        for owner in &owners {
            let fiber = holder(&mut mutator, owner);
            mutator.give_fiber(fiber, owner).unwrap();
        }
        promote_all(&mut mutator);
        mutator.collect_young();
        drop(owners);
        mutator.begin_cycle();
        // The last fibers of the list take the places of those that are dropped.
        drop(others);
        let mut tags = HashSet::new();
        // A cycle that has begun before the owners died keeps them: two of three begin later.
        for _ in 0..3 {
            run_cycle(&heap, &mut mutator, |_| ());
            while let Some(DeadFiber { fiber, .. }) = heap.next_dead_fiber() {
                let held = held(&mut mutator, fiber);
                assert!(tags.insert(tag(&mut mutator, &held)), "round {round}: twice");
            }
        }
        assert_eq!(tags.len(), 1000, "round {round}");
    }
}

#[test]
fn misuse_is_an_error() {
    let heap = build_heap(Zeal::Off, false);
    let mut mutator = heap.attach().unwrap();
    let mut echo = fiber(&heap, managed::fiber_echo);
    let null = mutator.resume(&mut echo, Argument::Word(0)).unwrap().into_handle();
    let fiber = fiber(&heap, managed::fiber_hold);
    let (fiber, error) = mutator.give_fiber(fiber, &null).unwrap_err();
    assert!(matches!(error, FiberError::NoOwner { word: 0 }), "{error}");
    let other = build_heap(Zeal::Off, false);
    let make_foreign = || make_node(&mut other.attach().unwrap(), 1);
    let foreign = std::thread::scope(|scope| scope.spawn(make_foreign).join().unwrap());
    let (fiber, error) = mutator.give_fiber(fiber, &foreign).unwrap_err();
    assert!(matches!(error, FiberError::NoOwner { .. }), "{error}");
    fiber.destroy().unwrap();
    assert!(call(&mut mutator, managed::fiber_unbox, &[Argument::Reference(&foreign)]).is_err());
}
