//! Checks that each memory ordering of the protocol is necessary: a model fails without it.
//!
//! A failed model can prevent loom's threads from unwinding, so each model runs in its own process.
//! The process runs this test program, with the model's name as a filter and the ordering's name in
//! [`VARIABLE`].

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::safepoint::edge::Edge;

/// Environment variable that names the ordering to weaken.
const VARIABLE: &str = "SPGC_MODEL_WITHOUT";

/// Returns the ordering that is weakened in this process, if any.
pub(in crate::safepoint) fn weakened() -> Option<Edge> {
    static WEAKENED: OnceLock<Option<Edge>> = OnceLock::new();
    *WEAKENED.get_or_init(|| {
        let name = std::env::var(VARIABLE).ok()?;
        let edge = CASES.iter().map(|(edge, ..)| *edge).find(|edge| format!("{edge:?}") == name);
        Some(edge.expect("the variable names an ordering"))
    })
}

/// Loom's message for two accesses that are not ordered.
const RACE: &str = "Causality violation";
/// Loom's message for a deadlock.
const DEADLOCK: &str = "deadlock";

/// Each ordering, a model that depends on it, and the message of that model's failure without it.
const CASES: [(Edge, &str, &str); 21] = [
    (Edge::ArmThenLoadState, ONE_STOP, RACE),
    (Edge::LeaveNative, ONE_STOP, RACE),
    (Edge::EnterNative, REPEATED_TRANSITIONS, DEADLOCK),
    (Edge::DisarmThenRecheck, CONSECUTIVE_STOPS, RACE),
    (Edge::EnterNativeSlow, HANDSHAKE_AND_TRANSITIONS, DEADLOCK),
    (Edge::StateRelease, REPEATED_TRANSITIONS, RACE),
    (Edge::PendingRelease, ONE_STOP, RACE),
    (Edge::ArrivalRelease, ONE_STOP, RACE),
    (Edge::ResumeRelease, ONE_STOP, RACE),
    (Edge::ArmRelease, HANDSHAKE, DEADLOCK),
    (Edge::CheckBeforeSleep, ONE_STOP, DEADLOCK),
    (Edge::WakeNext, FOUR_THREADS, DEADLOCK),
    (Edge::RecheckAfterDisarm, CONSECUTIVE_STOPS, RACE),
    (Edge::TlabAfterRecheck, CONSECUTIVE_STOPS, "a revoked TLAB is used"),
    (Edge::AttachArmed, ATTACH_AND_DETACH, RACE),
    (Edge::DetachAfterStop, ATTACH_AND_DETACH, RACE),
    (Edge::SecondRequesterArrives, CONCURRENT_REQUESTS, DEADLOCK),
    (Edge::HandshakeExcludesStop, "handshakes::handshake_and_stop_are_mutually_exclusive", RACE),
    (Edge::HandshakeExcludesOwner, HANDSHAKE, DEADLOCK),
    (Edge::NotifyOnEnterNative, HANDSHAKE_AND_TRANSITIONS, DEADLOCK),
    (Edge::ArmedWhileInterrupted, "interrupts::interrupt_is_taken_once", "the word is lost"),
];

const ONE_STOP: &str = "stops::stop_waits_for_managed_and_blocks_native_threads";
const REPEATED_TRANSITIONS: &str = "stops::stop_handles_repeated_transitions";
const CONSECUTIVE_STOPS: &str = "stops::consecutive_stops_are_independent";
const FOUR_THREADS: &str = "stops::four_threads_stop_and_resume";
const ATTACH_AND_DETACH: &str = "stops::threads_may_attach_and_detach_during_collections";
const CONCURRENT_REQUESTS: &str = "stops::concurrent_requests_are_serialized_or_share_a_stop";
const HANDSHAKE: &str = "handshakes::handshake_runs_at_a_poll_or_in_native_state";
const HANDSHAKE_AND_TRANSITIONS: &str =
    "handshakes::handshake_reaches_a_thread_with_repeated_transitions";

#[test]
fn each_ordering_is_necessary() {
    if weakened().is_some() {
        return;
    }
    let program = std::env::current_exe().expect("this test program has a path");
    let mut unexpected = Vec::new();
    for (edge, model, message) in CASES {
        let result = Command::new(&program)
            .args(["--exact", &format!("safepoint::models::{model}"), "--nocapture"])
            .env(VARIABLE, format!("{edge:?}"))
            .stdin(Stdio::null())
            .output()
            .expect("this test program can be run");
        let output = format!(
            "{}{}",
            String::from_utf8_lossy(&result.stdout),
            String::from_utf8_lossy(&result.stderr)
        );
        assert!(output.contains("running 1 test"), "model {model} not found: {output}");
        let reported = output.lines().find(|line| line.contains(message));
        eprintln!("without {edge:?}, {model}: {}", reported.unwrap_or("-"));
        if result.status.success() || !output.contains(message) {
            unexpected.push((edge, model, message, result.status, output));
        }
    }
    assert!(unexpected.is_empty(), "models without the expected failure: {unexpected:#?}");
}
