//! Tests of the trials of longer pauses.

use super::super::longer_pauses::FACTOR;
use super::*;

/// A program builds 12 MB, drops them and begins again: 6 MB are live on average. With 2 ms all of
/// a nursery survives; with 8 ms, three nurseries fit where one survives.
#[test]
fn pauses_are_longer_where_that_saves_much_time() {
    let program = Program { rate: 3e9, surviving: 0.0, window: 6e6, lasting: 1.0, ..PROGRAM };
    let outcome = run(program, &config(), 3000);
    assert!(outcome.smallest_nursery > 12 * MIB, "{outcome:?}");
    assert!(outcome.longest_pause < 8e-3, "{outcome:?}");
    assert!(outcome.young_share < 0.2, "{outcome:?}");
    // A host that accepts that much time in collections has short pauses.
    let patient = SizingConfig { time_share: 0.25, ..config() };
    let outcome = run(program, &patient, 3000);
    assert!(outcome.longest_pause < 2.2e-3 && outcome.young_share > 0.4, "{outcome:?}");
}

#[test]
fn pauses_are_not_longer_where_that_saves_nothing() {
    // Half of what is allocated survives, however much.
    let program = Program { rate: 3e9, surviving: 0.5, lasting: 1.0, ..PROGRAM };
    let outcome = run(program, &config(), 4000);
    assert_eq!(outcome.pause_factor, 1.0, "{outcome:?}");
    assert!(outcome.longest_pause < 2.2e-3, "{outcome:?}");
}

/// After a time in which longer pauses save much, they save nothing.
#[test]
fn pauses_become_shorter_when_longer_ones_save_nothing_any_more() {
    let window = Program { rate: 3e9, surviving: 0.0, window: 6e6, lasting: 1.0, ..PROGRAM };
    for surviving in [0.2, 0.3, 0.45] {
        let shares = Program { surviving, window: 0.0, ..window };
        let program = |number| if number < 500 { window } else { shares };
        let outcome = run_changing(program, &config(), 8000);
        assert!(outcome.longest_pause < 2.5e-3, "{surviving}: {outcome:?}");
        let first = run_changing(program, &config(), 500);
        assert_eq!(first.pause_factor, FACTOR, "{first:?}");
    }
}

/// Runs a program until the policy tries larger nurseries, and returns the policy, the usual
/// nursery and the plan.
fn until_trial(program: Program) -> (Sizing, usize, Plan) {
    let mut sizing = Sizing::new(&config());
    let mut plan = sizing.first();
    for number in 0..100 {
        if number == 10 {
            let old = program.window as usize;
            sizing.after(&Observed { kind: CollectionKind::Full, old, ..observed() });
        }
        let nursery = plan.nursery_bytes as f64;
        let copied = nursery.min(nursery * program.surviving + program.window);
        let next = sizing.after(&Observed {
            pause: Duration::from_secs_f64(copied * PER_BYTE),
            allocated: plan.nursery_bytes,
            ran: Duration::from_secs_f64(nursery / program.rate),
            promoted: copied as usize,
            ..observed()
        });
        if next.nursery_bytes > 3 * plan.nursery_bytes {
            return (sizing, plan.nursery_bytes, next);
        }
        plan = next;
    }
    panic!("no trial: {plan:?}");
}

#[test]
fn trial_ends_at_the_first_pause_that_is_much_too_long() {
    let program = Program { rate: 3e9, surviving: 0.0, window: 6e6, ..PROGRAM };
    let (mut sizing, usual, plan) = until_trial(program);
    let trial = |pause, allocated, sizing: &mut Sizing| {
        sizing.after(&Observed {
            pause: Duration::from_millis(pause),
            allocated,
            ran: Duration::from_millis(5),
            ..observed()
        })
    };
    let next = trial(27, plan.nursery_bytes, &mut sizing.clone());
    assert!(next.nursery_bytes <= usual, "{next:?}");
    // A collection that a large object needs says nothing about such nurseries.
    let next = trial(3, 3 * MIB, &mut sizing.clone());
    assert!(next.nursery_bytes <= usual, "{next:?}");
    let next = trial(3, plan.nursery_bytes, &mut sizing);
    assert_eq!(next.nursery_bytes, plan.nursery_bytes);
}

/// Of 500 MB, half of what is allocated replaces something: an object lives while 1 GB is
/// allocated. No nursery of a few megabytes changes that, and none is tried.
#[test]
fn objects_that_live_long_do_not_make_pauses_longer() {
    let program = Program { rate: 3e9, surviving: 0.5, ..PROGRAM };
    let mut sizing = Sizing::new(&config());
    let mut longest = 0.0_f64;
    let mut plan = sizing.first();
    for number in 0..1000 {
        if number % 100 == 0 {
            sizing.after(&Observed { kind: CollectionKind::Full, old: 500_000_000, ..observed() });
        }
        let nursery = plan.nursery_bytes as f64;
        let pause = nursery * program.surviving * PER_BYTE;
        longest = longest.max(pause);
        plan = sizing.after(&Observed {
            pause: Duration::from_secs_f64(pause),
            allocated: plan.nursery_bytes,
            ran: Duration::from_secs_f64(nursery / program.rate),
            old: 500_000_000,
            promoted: (nursery * program.surviving) as usize,
            ..observed()
        });
    }
    assert!(longest < 2.5e-3, "{longest}");
}

/// A program builds up its heap, of which nothing dies: small as the heap is, larger nurseries save
/// nothing. A compaction of the whole heap leaves fewer bytes in use, but that does not mean that
/// objects have died.
#[test]
fn building_up_a_heap_does_not_make_pauses_longer() {
    let mut sizing = Sizing::new(&config());
    let mut longest = 0.0_f64;
    let mut plan = sizing.first();
    let mut old = 0;
    for number in 0..1000 {
        let nursery = plan.nursery_bytes as f64;
        longest = longest.max(nursery * PER_BYTE);
        old += plan.nursery_bytes;
        plan = sizing.after(&Observed {
            pause: Duration::from_secs_f64(nursery * PER_BYTE),
            allocated: plan.nursery_bytes,
            ran: Duration::from_secs_f64(nursery / 3e9),
            old,
            promoted: plan.nursery_bytes,
            ..observed()
        });
        if number % 20 == 0 {
            sizing.after(&Observed { kind: CollectionKind::Full, old, ..observed() });
            old -= old / 20;
            let kind = CollectionKind::Compacting;
            sizing.after(&Observed { kind, allocated: 0, old, ..observed() });
        }
    }
    assert!(longest < 2.5e-3, "{longest}");
}
