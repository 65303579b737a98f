//! Local handles.

use core::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use statepoint_gc::{
    Argument, HandleScope, LocalHandle, Mutator, WeakHandle, Zeal, roots::ForeignHandle,
    types::WeakKind,
};
use tests::managed::{self, call};

use super::{WAYS, assert_moved, heap, node, number};

fn local<'s>(scope: &mut HandleScope<'s>, n: u64) -> LocalHandle<'s> {
    let fields = [Argument::Word(2 * n + 1), Argument::Word(0)];
    // SAFETY: managed code with these parameters.
    unsafe { scope.call_for_local(managed::pair(), &fields) }.unwrap()
}

fn number_of(mutator: &mut Mutator, local: LocalHandle<'_>) -> u64 {
    call(mutator, managed::left, &[Argument::Local(local)]).unwrap() / 2
}

fn weak(scope: &mut HandleScope<'_>, local: LocalHandle<'_>) -> WeakHandle {
    scope.global(local).downgrade(WeakKind::Short)
}

fn is_live(mutator: &mut Mutator, weak: &WeakHandle) -> bool {
    weak.upgrade(mutator).unwrap().is_some()
}

#[test]
fn local_handles_follow_their_objects_until_the_scope_ends() {
    for zeal in WAYS {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let outer = mutator.scope(|scope| {
            let locals: Vec<_> = (0..200).map(|n| local(scope, n)).collect();
            let weak: Vec<_> = locals.iter().map(|&local| weak(scope, local)).collect();
            scope.mutator().collect();
            for (n, &local) in locals.iter().enumerate() {
                assert_eq!(number_of(scope.mutator(), local), n as u64);
            }
            let inner = scope.mutator().scope(|inner| {
                let mine = local(inner, 1000);
                inner.mutator().collect();
                assert_eq!(number_of(inner.mutator(), mine), 1000);
                assert_eq!(number_of(inner.mutator(), locals[7]), 7, "the outer scope's are kept");
                self::weak(inner, mine)
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
        let first = local(scope, 1);
        let dead = Cell::new(None);
        let second = scope.scope_for_local(|inner| {
            let other = local(inner, 2);
            dead.set(Some(weak(inner, other)));
            local(inner, 3)
        });
        let of_global = scope.scope_for_local(|inner| inner.local(&global).unwrap());
        let fourth = local(scope, 4);
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
    static SEEN: Cell<u64> = const { Cell::new(0) };
}

/// Native code that managed code calls: makes local handles, and calls itself through managed code.
extern "C" fn nests(depth: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| {
        mutator.scope(|scope| {
            let mine = local(scope, depth);
            if depth > 0 {
                let arguments = [nests as *const () as u64, depth - 1].map(Argument::Word);
                let below = call(scope.mutator(), managed::native, &arguments).unwrap();
                // The value besides what this function returns: see `managed::native`.
                assert_eq!(below, depth * (depth - 1) / 2 + depth - 1);
            }
            scope.mutator().collect();
            assert_eq!(number_of(scope.mutator(), mine), depth);
            SEEN.set(SEEN.get() + 1);
        });
        depth * (depth + 1) / 2
    })
    .expect("the thread is attached, and native")
}

#[test]
fn scopes_nest_across_managed_code() {
    for zeal in WAYS {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        SEEN.set(0);
        mutator.scope(|scope| {
            let outer = local(scope, 99);
            let arguments = [nests as *const () as u64, 12].map(Argument::Word);
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
                let mine = inner.local(&handle).unwrap();
                let made = catch_unwind(AssertUnwindSafe(|| scope.local(&handle).is_ok()));
                assert_eq!(number_of(inner.mutator(), mine), 1);
                made.is_err()
            })
        });
        assert_eq!(refused, Some(true));
        // This scope is the innermost one again.
        let mine = scope.local(&handle).unwrap();
        assert_eq!(number_of(scope.mutator(), mine), 1);
    });
}

#[test]
fn panics_close_their_scopes() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let left = Cell::new(None);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        mutator.scope(|scope| {
            let mine = local(scope, 1);
            left.set(Some(weak(scope, mine)));
            panic!("of the test");
        })
    }));
    assert!(panicked.is_err());
    mutator.collect();
    assert!(!is_live(&mut mutator, &left.take().unwrap()));
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
                            let locals: Vec<_> = numbers.map(|n| (n, local(scope, n))).collect();
                            let weak = weak(scope, locals[3].1);
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
