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
/// Loom's message for a deadlock.
const DEADLOCK: &str = "deadlock";

/// The ordering, a model that covers it, and the message with which that must fail.
const CASES: [(Edge, &str, &str); 20] = [
    (Edge::ArmThenLoadState, STOP, RACE),
    (Edge::LeaveNative, STOP, RACE),
    (Edge::EnterNative, OFTEN, DEADLOCK),
    (Edge::DisarmThenRecheck, SECOND, RACE),
    (Edge::EnterNativeSlow, SERVED, DEADLOCK),
    (Edge::StateRelease, OFTEN, RACE),
    (Edge::PendingRelease, STOP, RACE),
    (Edge::ArrivalRelease, STOP, RACE),
    (Edge::ResumeRelease, STOP, RACE),
    (Edge::ArmRelease, POLL_OR_NATIVE, DEADLOCK),
    (Edge::CheckBeforeSleep, STOP, DEADLOCK),
    (Edge::WakeNext, FIVE, DEADLOCK),
    (Edge::RecheckAfterDisarm, SECOND, RACE),
    (Edge::TlabAfterRecheck, SECOND, "a revoked TLAB is used"),
    (Edge::AttachArmed, COME_AND_GO, RACE),
    (Edge::DetachAfterStop, COME_AND_GO, RACE),
    (Edge::SecondRequesterArrives, TRIGGERS, DEADLOCK),
    (Edge::HandshakeExcludesStop, "handshakes::handshake_and_stop_are_mutually_exclusive", RACE),
    (Edge::HandshakeExcludesOwner, POLL_OR_NATIVE, DEADLOCK),
    (Edge::NotifyOnEnterNative, SERVED, DEADLOCK),
];

const STOP: &str = "stops::stop_waits_for_managed_and_blocks_native_threads";
const OFTEN: &str = "stops::stop_handles_repeated_transitions";
const SECOND: &str = "stops::consecutive_stops";
const FIVE: &str = "stops::four_threads_stop_and_resume";
const COME_AND_GO: &str = "stops::attach_and_detach_during_collections";
const TRIGGERS: &str = "stops::concurrent_requests_are_serialized_or_share_a_stop";
const POLL_OR_NATIVE: &str = "handshakes::handshake_runs_at_a_poll_or_in_native_state";

const SERVED: &str = "handshakes::handshake_reaches_a_thread_with_repeated_transitions";

#[test]
fn each_ordering_is_necessary() {
    if weakened().is_some() {
        return;
    }
    let program = std::env::current_exe().expect("this test program has a path");
    let mut wrong = Vec::new();
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
        assert!(output.contains("running 1 test"), "there is no model {model}: {output}");
        let reported = output.lines().find(|line| line.contains(message));
        eprintln!("without {edge:?}, {model}: {}", reported.unwrap_or("-"));
        if result.status.success() || !output.contains(message) {
            wrong.push((edge, model, message, result.status, output));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
