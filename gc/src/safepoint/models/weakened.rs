//! Each ordering is needed: without it, a model fails.
//!
//! A model that fails may leave loom's threads with no way to unwind, so it runs in a process of
//! its own: this test program again, with the model's name, and the ordering's name in the
//! environment.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::safepoint::edge::Edge;

const VARIABLE: &str = "SPGC_MODEL_WITHOUT";

/// The ordering that this process removes.
pub(in crate::safepoint) fn weakened() -> Option<Edge> {
    static WEAKENED: OnceLock<Option<Edge>> = OnceLock::new();
    *WEAKENED.get_or_init(|| {
        let name = std::env::var(VARIABLE).ok()?;
        let edge = CASES.iter().map(|(edge, ..)| *edge).find(|edge| format!("{edge:?}") == name);
        Some(edge.expect("an ordering that has this name"))
    })
}

/// Loom's message for two accesses that are not ordered.
const RACE: &str = "Causality violation";
/// Loom's message for a thread that waits for ever.
const DEADLOCK: &str = "deadlock";

/// The ordering, a model that covers it, and the message with which that must fail.
const CASES: [(Edge, &str, &str); 20] = [
    (Edge::ArmThenState, STOP, RACE),
    (Edge::LeaveNative, STOP, RACE),
    (Edge::EnterNative, OFTEN, DEADLOCK),
    (Edge::AttendThenLook, SECOND, RACE),
    (Edge::EnterNativeSlow, SERVED, DEADLOCK),
    (Edge::StateRelease, OFTEN, RACE),
    (Edge::AwaitRelease, STOP, RACE),
    (Edge::ArrivalRelease, STOP, RACE),
    (Edge::ResumeRelease, STOP, RACE),
    (Edge::ArmRelease, POLL_OR_NATIVE, DEADLOCK),
    (Edge::LookBeforeSleep, STOP, DEADLOCK),
    (Edge::WakesNext, FIVE, DEADLOCK),
    (Edge::LookAgain, SECOND, RACE),
    (Edge::BufferAfterLook, SECOND, "a buffer that was taken away is used"),
    (Edge::BornArmed, COME_AND_GO, RACE),
    (Edge::DetachWaits, COME_AND_GO, RACE),
    (Edge::SecondTriggerArrives, TRIGGERS, DEADLOCK),
    (Edge::HandshakeOrStop, "handshakes::a_handshake_and_a_stop_exclude_each_other", RACE),
    (Edge::HandshakeOrOwner, POLL_OR_NATIVE, DEADLOCK),
    (Edge::HandshakeLeft, SERVED, DEADLOCK),
];

const STOP: &str = "stops::a_stop_waits_for_a_managed_thread_and_keeps_others_out";
const OFTEN: &str = "stops::a_thread_that_enters_and_leaves_often_is_stopped_or_seen_outside";
const SECOND: &str = "stops::a_second_stop_follows_at_once";
const FIVE: &str = "stops::four_threads_are_stopped_and_resumed";
const COME_AND_GO: &str = "stops::threads_come_and_go_while_others_collect";
const TRIGGERS: &str =
    "stops::two_threads_that_want_to_collect_at_once_take_turns_or_share_one_collection";
const POLL_OR_NATIVE: &str =
    "handshakes::an_operation_runs_at_a_poll_or_while_the_thread_is_native";

const SERVED: &str = "handshakes::a_thread_that_enters_and_leaves_often_is_served";

#[test]
fn without_any_of_its_orderings_the_protocol_fails() {
    if weakened().is_some() {
        return;
    }
    let program = std::env::current_exe().expect("this test program has a path");
    let mut wrong = Vec::new();
    for (edge, model, complaint) in CASES {
        let output = Command::new(&program)
            .args(["--exact", &format!("safepoint::models::{model}"), "--nocapture"])
            .env(VARIABLE, format!("{edge:?}"))
            .stdin(Stdio::null())
            .output()
            .expect("this test program can be run");
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(said.contains("running 1 test"), "there is no model {model}: {said}");
        let complained = said.lines().find(|line| line.contains(complaint));
        eprintln!("without {edge:?}, {model}: {}", complained.unwrap_or("-"));
        if output.status.success() || !said.contains(complaint) {
            wrong.push((edge, model, complaint, output.status, said));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
