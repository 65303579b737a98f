//! time-to-safepoint: threads that are stopped repeatedly; the binary of this name measures more.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use clap::ValueEnum as _;

use super::super::cost::Cost;
use super::super::measured::Measured;
use super::super::{Case, Contestant, Metric, Peers, Subject};
use super::Extent;
use crate::time_to_safepoint::go::{self, Go, Style};
use crate::time_to_safepoint::java::{self, Java};
use crate::time_to_safepoint::limit::Limit;
use crate::time_to_safepoint::ours::{NativeCalls, Ours};
use crate::time_to_safepoint::{self as tts, Plan, Threads, Workload};

pub(super) fn cases(extent: &Extent<'_>, peers: &mut Peers) -> Vec<Case> {
    let subjects = [Subject::Ours, Subject::Limit, Subject::JavaSerial, Subject::Go];
    let wanted = subjects.into_iter().filter(|&subject| extent.wants(subject));
    let contestants: Vec<_> = wanted
        .filter_map(|subject| {
            let made = contestant(subject, peers.directory());
            Some((subject, made.map_err(|error| peers.say(error)).ok()?))
        })
        .collect();
    let usual = Workload::value_variants().iter().map(|work| work.threads());
    // With those, the effect of more running threads, and of more sleeping ones.
    let (loops, sleepers): (&[u32], &[u32]) =
        if extent.quick { (&[1], &[]) } else { (&[1, 4, 16, 256, 1000], &[0, 10, 100]) };
    let running = loops.iter().map(|&loops| Threads { loops, natives: 0, sleepers: 0 });
    let asleep = sleepers.iter().map(|&sleepers| Threads { loops: 10, natives: 0, sleepers });
    let all = usual.chain(running).chain(asleep);
    all.map(|threads| case(threads, extent, &contestants)).collect()
}

fn case(
    threads: Threads,
    extent: &Extent<'_>,
    contestants: &[(Subject, Rc<dyn tts::Contestant>)],
) -> Case {
    let parameters = format!(
        "loops={} natives={} sleepers={}",
        threads.loops, threads.natives, threads.sleepers
    );
    let plan = Plan {
        threads,
        stops: if extent.quick { 30 } else { 300 },
        pause: Duration::from_millis(3),
        limit: Duration::from_secs(if extent.quick { 2 } else { 10 }),
    };
    let contestants = contestants
        .iter()
        .map(|(subject, contestant)| {
            let contestant = Rc::clone(contestant);
            let run = Box::new(move || measure(contestant.as_ref(), &plan));
            Contestant { subject: *subject, run }
        })
        .collect();
    // Java and Go use up their time limit when there are many loops.
    let cost = Cost { time: plan.limit / 2, memory: 1 << 30 };
    Case { suite: "time-to-safepoint", parameters, cost, contestants }
}

fn contestant(subject: Subject, directory: &Path) -> Result<Rc<dyn tts::Contestant>, String> {
    Ok(match subject {
        Subject::Limit => Rc::new(Limit),
        Subject::JavaSerial => Rc::new(Java::compile(java::Request::Collection, directory)?),
        Subject::Go => {
            let go = Go::compile(Path::new("go"), directory)?;
            // The same number of threads to stop as the others have.
            Rc::new(go.with(Style::AllThreads, go::Request::Query))
        }
        _ => Rc::new(Ours(NativeCalls::Wrapper)),
    })
}

fn measure(contestant: &dyn tts::Contestant, plan: &Plan) -> Result<Measured, String> {
    let mut measured = Measured::default();
    measured.add_quantiles("", Metric::TimeToSafepoint, contestant.run(plan)?.stop);
    Ok(measured)
}
