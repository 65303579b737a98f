//! Explicit-state model checking of concurrent marking.
//!
//! The collector marks the old generation while mutators run. It uses incremental update at pauses:
//! the write barrier logs the objects into which references are stored, and the next pause shades
//! their referents. The model has two to four objects. It explores every interleaving of mutator
//! steps, marker steps and pauses, and checks two properties:
//!
//! * Safety: when marking ends, every reachable old object is black.
//! * Progress: marking ends. No step undoes the work of the marker, and an attempt to end marking
//!   that fails leaves a grey object.
//!
//! Each rule of the collector can be [disabled](rules::Rules). The tests check that the properties
//! hold with all rules, and that the model finds a violation without any of the necessary ones. For
//! each violation it prints a shortest counterexample.
//!
//! # What is modelled
//!
//! * Old objects, white, grey or black. The marker scans a grey object field by field
//!   ([`marker`]).
//! * Registers, which represent all thread roots: the set of objects to which they refer. Any
//!   number of threads and registers is covered ([`mutator`]).
//! * Loads and stores of fields, with a write barrier that logs old objects; loads and stores of a
//!   weak field; an object with two cards, where a store logs one card instead of the object.
//! * An object that is allocated young. A pause is a young collection: the object dies, survives,
//!   or is promoted and becomes black ([`pause`]). After it has died, it can be allocated again.
//! * The cell of a global handle. Creating a handle adds its cell to the list of cells that the
//!   next pause visits. A pause visits the cells in this list, and removes those that refer to old
//!   objects. The marker visits all other cells ("unlisted" cells) once, in one step, at any time.
//! * Pauses at any time. While no object is grey, a pause can be an attempt to end marking, which
//!   the model calls a final pause. It drains the objects that it has shaded, up to a budget. If an
//!   object is still grey, marking continues.
//!
//! # What is not modelled
//!
//! Memory orders (the collector's loom models check these), references between two young objects,
//! weak references after marking has ended, ephemerons, finalizers, and evacuation.
//!
//! `cargo test -p tests --lib marking_model -- --nocapture` prints the number of explored states
//! and the counterexamples.

mod explore;
mod marker;
mod model;
mod mutator;
mod pause;
mod rules;
mod shape;
mod start;
mod state;
mod step;
mod trace;

use explore::explore;
use model::{Model, Violation};
use rules::{LoggedAction, Pauses, Rules};
use shape::Shape;
use trace::Trace;

/// Two old objects with two fields and one field.
const TWO: Shape = Shape::old(&[2, 1]);
/// Two old objects with one field each, for features with which [`TWO`] has too many states.
const PAIR: Shape = Shape::old(&[1, 1]);
/// Three old objects with two fields, one field and one field.
const THREE: Shape = Shape::old(&[2, 1, 1]);

/// Asserts that no step violates a property. Also asserts that the model covers attempts to end
/// marking that succeed and attempts that fail; with snapshot rules, none fails.
fn assert_holds(name: &str, shape: Shape, rules: Rules) {
    match explore(&Model { shape, rules }) {
        Ok(explored) => {
            println!("{name}: {explored:?}");
            assert!(
                explored.terminations > 0 && (explored.failed_terminations > 0 || rules.snapshot)
            );
        }
        Err(trace) => panic!("{name}:\n{trace}"),
    }
}

/// Asserts that a step violates a property, and returns a shortest counterexample.
fn find_violation(name: &str, shape: Shape, rules: Rules) -> Box<Trace> {
    let Err(trace) = explore(&Model { shape, rules }) else { panic!("{name}: no violation") };
    println!("{name}, {} states:\n{trace}\n", trace.states);
    trace
}

/// Asserts that marking can end while a reachable object is not black, and returns a shortest
/// counterexample.
fn find_lost_object(name: &str, shape: Shape, rules: Rules) -> Box<Trace> {
    let trace = find_violation(name, shape, rules);
    assert!(matches!(trace.violation, Violation::Lost(_)), "{name}: {:?}", trace.violation);
    trace
}

#[test]
fn properties_hold_for_three_old_objects() {
    assert_holds("three old objects", THREE, Rules::COLLECTOR);
}

#[test]
fn properties_hold_with_each_feature() {
    assert_holds("weak", TWO.weak(), Rules::COLLECTOR);
    assert_holds("young", TWO.young(), Rules::COLLECTOR);
    assert_holds("handle", TWO.handle(), Rules::COLLECTOR);
    assert_holds("cards", TWO.cards(), Rules::COLLECTOR);
}

#[test]
fn properties_hold_with_each_pair_of_features() {
    assert_holds("weak, young", PAIR.weak().young(), Rules::COLLECTOR);
    assert_holds("weak, handle", TWO.weak().handle(), Rules::COLLECTOR);
    assert_holds("weak, cards", TWO.weak().cards(), Rules::COLLECTOR);
    assert_holds("young, cards", TWO.young().cards(), Rules::COLLECTOR);
    assert_holds("handle, cards", TWO.handle().cards(), Rules::COLLECTOR);
}

#[test]
fn properties_hold_with_a_young_object_and_a_handle() {
    assert_holds("young, handle", PAIR.young().handle(), Rules::COLLECTOR);
}

#[test]
fn each_rule_is_necessary() {
    let rules = Rules::COLLECTOR;
    for pauses in [Pauses::Never, Pauses::AllButFinal, Pauses::OnlyFinal] {
        let name = |what| format!("{what}, {pauses:?}");
        find_lost_object(&name("logged"), TWO, Rules { logged: pauses, ..rules });
        find_lost_object(&name("cards"), TWO.cards(), Rules { cards: pauses, ..rules });
        find_lost_object(&name("promoted"), PAIR.young(), Rules { promoted: pauses, ..rules });
        find_lost_object(&name("listed"), PAIR.handle(), Rules { listed: pauses, ..rules });
        if pauses != Pauses::OnlyFinal {
            find_lost_object(&name("registers"), TWO, Rules { registers: pauses, ..rules });
            find_lost_object(
                &name("survivors"),
                PAIR.young(),
                Rules { survivors: pauses, ..rules },
            );
        }
    }
    find_lost_object("unlisted cells", PAIR.handle(), Rules { unlisted: false, ..rules });
    find_lost_object("final buffer", TWO, Rules { final_buffer: false, ..rules });
}

/// The collector also shades registers and survivors in earlier pauses, so that the final pause has
/// less to drain.
#[test]
fn registers_and_survivors_need_shading_only_in_the_final_pause() {
    let rules =
        Rules { registers: Pauses::OnlyFinal, survivors: Pauses::OnlyFinal, ..Rules::COLLECTOR };
    assert_holds("only the final pause, two old objects", TWO, rules);
    assert_holds("only the final pause, young", PAIR.young(), rules);
}

#[test]
fn white_logged_objects_need_no_shading() {
    let logged_action = LoggedAction::ShadeReferentsUnlessWhite;
    let rules = Rules { logged_action, ..Rules::COLLECTOR };
    assert_holds("logged, not white", TWO, rules);
    assert_holds("logged, not white, weak", TWO.weak(), rules);
    assert_holds("logged, not white, young", PAIR.young(), rules);
    assert_holds("logged, not white, cards", TWO.cards(), rules);
}

/// A weak load makes an object strongly reachable although no store has overwritten a reference to
/// it, so a snapshot-at-the-beginning barrier does not shade the object.
#[test]
fn snapshot_barrier_is_sufficient_only_without_weak_loads() {
    let snapshot = Rules::SNAPSHOT;
    assert_holds("snapshot", TWO, snapshot);
    find_lost_object("snapshot, weak", TWO.weak(), snapshot);
    let registers = Pauses::OnlyFinal;
    find_lost_object("snapshot, registers, weak", TWO.weak(), Rules { registers, ..snapshot });
    let logged = Pauses::OnlyFinal;
    find_lost_object(
        "snapshot, final pause, weak",
        TWO.weak(),
        Rules { registers, logged, ..snapshot },
    );
    assert_holds(
        "snapshot and update, weak",
        TWO.weak(),
        Rules { snapshot: true, ..Rules::COLLECTOR },
    );
}

/// A mutator that repeatedly stores into the same object can prevent marking from ending.
#[test]
fn marking_may_not_terminate_if_logged_objects_become_grey_again() {
    let rules = Rules { logged_action: LoggedAction::MakeGreyAgain, ..Rules::COLLECTOR };
    let trace = find_violation("grey again", TWO, rules);
    assert_eq!(trace.violation, Violation::NoProgress);
}

#[test]
fn counterexample_is_shortest_and_readable() {
    let trace =
        find_lost_object("registers", PAIR, Rules { registers: Pauses::Never, ..Rules::COLLECTOR });
    let expected = "cycle started: registers {A}; A = [B] grey; B = [null] white
  1. mutator: loads A[0]; a register refers to B
  2. mutator: stores null into A[0]; logs A
  3. marker: scans A[0]; A is black
  4. final pause
marking ended: B is reachable and white";
    assert_eq!(trace.to_string(), expected);
}

/// All features together, and more objects. Explores 37 million states in 1 minute and 700 MB of
/// memory.
#[test]
#[ignore = "slow; run `cargo test --release -p tests --lib -- --ignored marking_model`"]
fn properties_hold_for_larger_shapes() {
    let rules = Rules::COLLECTOR;
    assert_holds("three old objects, weak", THREE.weak(), rules);
    assert_holds("three old objects, young", Shape::old(&[1, 1, 1]).young(), rules);
    assert_holds("young, handle", TWO.young().handle(), rules);
    assert_holds("all features", TWO.weak().young().handle().cards(), rules);
}
