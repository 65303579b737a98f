//! Local handles: they follow their objects until their scope ends, also across managed calls,
//! panics and nested scopes.

use core::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use statepoint_gc::{
    Argument, HandleScope, LocalHandle, Mutator, WeakHandle, Zeal, roots::ForeignHandle,
    types::WeakKind,
};
use tests::managed::{self, call};

use super::{ZEAL_MODES, assert_moved, heap, node, number};

fn make_local<'s>(scope: &mut HandleScope<'s>, n: u64) -> LocalHandle<'s> {
    let fields = [Argument::Word(2 * n + 1), Argument::Word(0)];
    // SAFETY: the function is managed code of this program and takes these arguments.
    unsafe { scope.call_for_local(managed::pair(), &fields) }.unwrap()
}

fn number_of(mutator: &mut Mutator, local: LocalHandle<'_>) -> u64 {
    call(mutator, managed::left, &[Argument::Local(local)]).unwrap() / 2
}

fn downgrade(scope: &mut HandleScope<'_>, local: LocalHandle<'_>) -> WeakHandle {
    scope.global(local).downgrade(WeakKind::Short)
}

fn is_live(mutator: &mut Mutator, weak: &WeakHandle) -> bool {
    weak.upgrade(mutator).unwrap().is_some()
}

#[test]
fn local_handles_follow_their_objects_until_the_scope_ends() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let outer = mutator.scope(|scope| {
            let locals: Vec<_> = (0..200).map(|n| make_local(scope, n)).collect();
            let weak: Vec<_> = locals.iter().map(|&local| downgrade(scope, local)).collect();
            scope.mutator().collect();
            for (n, &local) in locals.iter().enumerate() {
                assert_eq!(number_of(scope.mutator(), local), n as u64);
            }
            let inner = scope.mutator().scope(|inner| {
                let own_local = make_local(inner, 1000);
                inner.mutator().collect();
                assert_eq!(number_of(inner.mutator(), own_local), 1000);
                assert_eq!(number_of(inner.mutator(), locals[7]), 7, "the outer scope's are kept");
                self::downgrade(inner, own_local)
            });
            scope.mutator().collect();
            assert!(!is_live(scope.mutator(), &inner), "its scope has ended");
            assert!(weak.iter().all(|weak| is_live(scope.mutator(), weak)));
            weak
        });
        mutator.collect();
        assert!(!outer.iter().any(|weak| is_live(&mut mutator, weak)));
        assert_moved(&heap.statistics());
    }
}

#[test]
fn one_local_handle_may_leave_an_inner_scope() {
    let heap = heap().zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let global = node(&mut mutator, 50);
    let kept = mutator.scope(|scope| {
        let first = make_local(scope, 1);
        let dead = Cell::new(None);
        let second = scope.scope_for_local(|inner| {
            let other = make_local(inner, 2);
            dead.set(Some(downgrade(inner, other)));
            make_local(inner, 3)
        });
        let of_global = scope.scope_for_local(|inner| inner.local(&global).unwrap());
        let fourth = make_local(scope, 4);
        scope.mutator().collect();
        let found = [first, second, of_global, fourth];
        assert_eq!(found.map(|local| number_of(scope.mutator(), local)), [1, 3, 50, 4]);
        assert!(!is_live(scope.mutator(), &dead.take().unwrap()));
        scope.global(second)
    });
    mutator.collect();
    assert_eq!(number(&mut mutator, &kept), 3);
}

thread_local! {
    /// Number of calls of [`nest`] on this thread.
    static SEEN: Cell<u64> = const { Cell::new(0) };
}

/// Makes a local handle, and calls itself through managed code until `depth` is 0. Returns the sum
/// of all depths.
extern "C" fn nest(depth: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| {
        mutator.scope(|scope| {
            let own_local = make_local(scope, depth);
            if depth > 0 {
                let arguments = [nest as *const () as u64, depth - 1].map(Argument::Word);
                let below = call(scope.mutator(), managed::native, &arguments).unwrap();
                // `managed::native` adds its argument to the result of this function.
                assert_eq!(below, depth * (depth - 1) / 2 + depth - 1);
            }
            scope.mutator().collect();
            assert_eq!(number_of(scope.mutator(), own_local), depth);
            SEEN.set(SEEN.get() + 1);
        });
        depth * (depth + 1) / 2
    })
    .expect("the thread is attached, and native")
}

#[test]
fn scopes_nest_across_managed_code() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        SEEN.set(0);
        mutator.scope(|scope| {
            let outer = make_local(scope, 99);
            let arguments = [nest as *const () as u64, 12].map(Argument::Word);
            let sum = call(scope.mutator(), managed::native, &arguments).unwrap();
            assert_eq!((sum, SEEN.get()), (12 * 13 / 2 + 12, 13));
            assert_eq!(number_of(scope.mutator(), outer), 99);
        });
        assert_moved(&heap.statistics());
    }
}

#[test]
fn only_the_innermost_scope_makes_local_handles() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let handle = node(&mut mutator, 1);
    mutator.scope(|scope| {
        let refused = Mutator::with_current(|mutator| {
            mutator.scope(|inner| {
                let own_local = inner.local(&handle).unwrap();
                let made = catch_unwind(AssertUnwindSafe(|| scope.local(&handle).is_ok()));
                assert_eq!(number_of(inner.mutator(), own_local), 1);
                made.is_err()
            })
        });
        assert_eq!(refused, Some(true));
        // This scope is the innermost one again.
        let own_local = scope.local(&handle).unwrap();
        assert_eq!(number_of(scope.mutator(), own_local), 1);
    });
}

#[test]
fn panics_close_their_scopes() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let weak_of_local = Cell::new(None);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        mutator.scope(|scope| {
            let own_local = make_local(scope, 1);
            weak_of_local.set(Some(downgrade(scope, own_local)));
            panic!("of the test");
        })
    }));
    assert!(panicked.is_err());
    mutator.collect();
    assert!(!is_live(&mut mutator, &weak_of_local.take().unwrap()));
    let other = super::heap().build().unwrap();
    let foreign = std::thread::scope(|scope| {
        scope.spawn(|| node(&mut other.attach().unwrap(), 1)).join().unwrap()
    });
    mutator.scope(|scope| assert!(matches!(scope.local(&foreign), Err(ForeignHandle))));
}

#[test]
fn many_threads_open_scopes_while_others_collect() {
    for (zeal, rounds) in [(Zeal::Off, 40), (Zeal::EveryAllocation(50), 4)] {
        let heap = heap().zeal(zeal).collector_threads(2).build().unwrap();
        std::thread::scope(|threads| {
            for thread in 0..24_u64 {
                let heap = &heap;
                threads.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    for round in 0..rounds {
                        let weak = mutator.scope(|scope| {
                            let numbers = (0..30).map(|n| thread << 32 | round << 8 | n);
                            let locals: Vec<_> =
                                numbers.map(|n| (n, make_local(scope, n))).collect();
                            let weak = downgrade(scope, locals[3].1);
                            if round % 8 == thread % 8 {
                                scope.mutator().collect();
                            }
                            for (n, local) in locals {
                                assert_eq!(number_of(scope.mutator(), local), n);
                            }
                            weak
                        });
                        if round % 8 == 0 {
                            mutator.collect();
                            assert!(!is_live(&mut mutator, &weak));
                        }
                    }
                });
            }
        });
        assert_moved(&heap.statistics());
    }
}
