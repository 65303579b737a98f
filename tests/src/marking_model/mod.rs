//! An explicit-state model of concurrent marking.
//!
//! The old generation is marked while mutators run, by incremental update at pauses: the write
//! barrier logs the objects into which references are stored, and the next pause shades their
//! referents. The model has a few objects, and explores every interleaving of the steps of mutators
//! and marker and of pauses. It checks that
//!
//! * when marking ends, every reachable old object is black;
//! * marking ends: nothing that the marker has done is undone, and an attempt to end marking that
//!   fails leaves something to mark.
//!
//! Each rule of the collector is a [switch](rules::Rules). Without any rule that is needed, the
//! model must find a violation. It then prints a shortest counterexample.
//!
//! # What is modelled
//!
//! * Old objects, white, grey or black. The marker scans a grey object field by field
//!   ([`marker`]).
//! * Registers, which stand for all roots of threads: the set of objects to which they refer. So
//!   the number of threads and of registers is not limited ([`mutator`]).
//! * Loads and stores of fields, with a write barrier that logs old objects; loads and stores of a
//!   weak field; an object with two halves, of which a store logs the card of one.
//! * An object that is allocated young. A pause is a young collection, in which it dies, survives,
//!   or is promoted and black ([`pause`]). When it has died, it can be allocated again.
//! * The cell of a global handle, which is listed when the handle is created. A pause visits listed
//!   cells, and unlists those of old objects. The marker visits all unlisted cells once, in one
//!   step at any time.
//! * Pauses at any time. While nothing is grey, a pause can be an attempt to end marking, called
//!   the last one. It drains what it has shaded, up to a budget. If an object is still grey,
//!   marking continues.
//!
//! # What is not
//!
//! Memory orders (the collector's loom models check these), references between two young objects,
//! weak references after marking has ended, ephemerons, finalizers, and evacuation.
//!
//! `cargo test -p tests --lib marking_model -- --nocapture` prints how many states were explored,
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

/// Two old objects, the first with two fields.
const TWO: Shape = Shape::old(&[2, 1]);
/// Two old objects with one field each, where more would be too many states.
const PAIR: Shape = Shape::old(&[1, 1]);
/// Three old objects, the first with two fields.
const THREE: Shape = Shape::old(&[2, 1, 1]);

/// Asserts that no step violates a property, and that attempts to end marking succeed and fail.
fn holds(name: &str, shape: Shape, rules: Rules) {
    match explore(&Model { shape, rules }) {
        Ok(explored) => {
            println!("{name}: {explored:?}");
            assert!(explored.ends > 0 && (explored.rounds > 0 || rules.snapshot));
        }
        Err(trace) => panic!("{name}:\n{trace}"),
    }
}

/// Asserts that a property is violated. Returns a shortest counterexample.
fn fails(name: &str, shape: Shape, rules: Rules) -> Box<Trace> {
    let Err(trace) = explore(&Model { shape, rules }) else { panic!("{name}: nothing fails") };
    println!("{name}, {} states:\n{trace}\n", trace.states);
    trace
}

/// As [`fails`]: an object is lost.
fn loses(name: &str, shape: Shape, rules: Rules) -> Box<Trace> {
    let trace = fails(name, shape, rules);
    assert!(matches!(trace.violation, Violation::Lost(_)), "{name}: {:?}", trace.violation);
    trace
}

#[test]
fn three_old_objects() {
    holds("three old objects", THREE, Rules::COLLECTOR);
}

#[test]
fn each_feature() {
    holds("weak", TWO.weak(), Rules::COLLECTOR);
    holds("young", TWO.young(), Rules::COLLECTOR);
    holds("handle", TWO.handle(), Rules::COLLECTOR);
    holds("cards", TWO.cards(), Rules::COLLECTOR);
}

#[test]
fn each_pair_of_features() {
    holds("weak, young", PAIR.weak().young(), Rules::COLLECTOR);
    holds("weak, handle", TWO.weak().handle(), Rules::COLLECTOR);
    holds("weak, cards", TWO.weak().cards(), Rules::COLLECTOR);
    holds("young, cards", TWO.young().cards(), Rules::COLLECTOR);
    holds("handle, cards", TWO.handle().cards(), Rules::COLLECTOR);
}

#[test]
fn a_young_object_and_a_handle() {
    holds("young, handle", PAIR.young().handle(), Rules::COLLECTOR);
}

#[test]
fn an_object_is_lost_without_any_of_the_rules() {
    let rules = Rules::COLLECTOR;
    for pauses in [Pauses::Never, Pauses::AllButLast, Pauses::OnlyLast] {
        let name = |what| format!("{what}, {pauses:?}");
        loses(&name("logged"), TWO, Rules { logged: pauses, ..rules });
        loses(&name("cards"), TWO.cards(), Rules { cards: pauses, ..rules });
        loses(&name("promoted"), PAIR.young(), Rules { promoted: pauses, ..rules });
        loses(&name("listed"), PAIR.handle(), Rules { listed: pauses, ..rules });
        if pauses != Pauses::OnlyLast {
            loses(&name("registers"), TWO, Rules { registers: pauses, ..rules });
            loses(&name("survivors"), PAIR.young(), Rules { survivors: pauses, ..rules });
        }
    }
    loses("unlisted cells", PAIR.handle(), Rules { unlisted: false, ..rules });
    loses("last buffer", TWO, Rules { last_buffer: false, ..rules });
}

/// Earlier pauses shade these as well, so that the last one has less to drain.
#[test]
fn the_last_pause_suffices_for_registers_and_survivors() {
    let rules =
        Rules { registers: Pauses::OnlyLast, survivors: Pauses::OnlyLast, ..Rules::COLLECTOR };
    holds("only the last pause, two old objects", TWO, rules);
    holds("only the last pause, young", PAIR.young(), rules);
}

#[test]
fn white_logged_objects_need_no_shading() {
    let logged_action = LoggedAction::ShadeReferentsUnlessWhite;
    let rules = Rules { logged_action, ..Rules::COLLECTOR };
    holds("logged, not white", TWO, rules);
    holds("logged, not white, weak", TWO.weak(), rules);
    holds("logged, not white, young", PAIR.young(), rules);
    holds("logged, not white, cards", TWO.cards(), rules);
}

/// A weak load makes an object strongly reachable that no store has removed from anywhere.
#[test]
fn a_snapshot_suffices_only_without_weak_loads() {
    let snapshot = Rules::SNAPSHOT;
    holds("snapshot", TWO, snapshot);
    loses("snapshot, weak", TWO.weak(), snapshot);
    let registers = Pauses::OnlyLast;
    loses("snapshot, registers, weak", TWO.weak(), Rules { registers, ..snapshot });
    let logged = Pauses::OnlyLast;
    loses("snapshot, last pause, weak", TWO.weak(), Rules { registers, logged, ..snapshot });
    holds("snapshot and update, weak", TWO.weak(), Rules { snapshot: true, ..Rules::COLLECTOR });
}

/// A mutator that stores into the same object again and again can prevent the end of marking.
#[test]
fn marking_need_not_end_if_logged_objects_become_grey_again() {
    let rules = Rules { logged_action: LoggedAction::MakeGreyAgain, ..Rules::COLLECTOR };
    let trace = fails("grey again", TWO, rules);
    assert_eq!(trace.violation, Violation::NoProgress);
}

#[test]
fn a_trace_is_a_shortest_one_in_words() {
    let trace = loses("registers", PAIR, Rules { registers: Pauses::Never, ..Rules::COLLECTOR });
    let expected = "cycle started: registers {A}; A = [B] grey; B = [null] white
  1. mutator: loads A[0]; a register refers to B
  2. mutator: stores null into A[0]; logs A
  3. marker: scans A[0]; A is black
  4. last pause
marking ended: B is reachable and white";
    assert_eq!(trace.to_string(), expected);
}

/// All features at once, and more objects: 37 million states in 1 minute and 700 MB.
#[test]
#[ignore = "takes minutes unless optimised: `cargo test --release -p tests --lib -- --ignored marking_model`"]
fn larger_shapes() {
    let rules = Rules::COLLECTOR;
    holds("three old objects, weak", THREE.weak(), rules);
    holds("three old objects, young", Shape::old(&[1, 1, 1]).young(), rules);
    holds("young, handle", TWO.young().handle(), rules);
    holds("all features", TWO.weak().young().handle().cards(), rules);
}
