//! The suite `time-to-safepoint`: threads that are stopped repeatedly. The program
//! `time-to-safepoint` measures more.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use clap::ValueEnum as _;

use super::super::cost::Cost;
use super::super::measured::Measurements;
use super::super::{Case, Metric, Peers, Runner, Subject};
use super::Selection;
use crate::time_to_safepoint::go::{self, Go, Style};
use crate::time_to_safepoint::java::{self, Java};
use crate::time_to_safepoint::limit::Limit;
use crate::time_to_safepoint::ours::{NativeCalls, Ours};
use crate::time_to_safepoint::{self as tts, Plan, Threads, Workload};

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let subjects = [Subject::Ours, Subject::Limit, Subject::JavaSerial, Subject::Go];
    let selected = subjects.into_iter().filter(|&subject| selection.includes(subject));
    let runners: Vec<_> = selected
        .filter_map(|subject| {
            let runner = runner(subject, peers.directory());
            Some((subject, runner.map_err(|error| peers.skip(error)).ok()?))
        })
        .collect();
    let usual = Workload::value_variants().iter().map(|work| work.threads());
    // Further cases show the effect of the number of running and of sleeping threads.
    let (loops, sleepers): (&[u32], &[u32]) =
        if selection.quick { (&[1], &[]) } else { (&[1, 4, 16, 256, 1000], &[0, 10, 100]) };
    let running = loops.iter().map(|&loops| Threads { loops, natives: 0, sleepers: 0 });
    let asleep = sleepers.iter().map(|&sleepers| Threads { loops: 10, natives: 0, sleepers });
    let all = usual.chain(running).chain(asleep);
    all.map(|threads| case(threads, selection, &runners)).collect()
}

fn case(
    threads: Threads,
    selection: &Selection<'_>,
    runners: &[(Subject, Rc<dyn tts::Runner>)],
) -> Case {
    let parameters = format!(
        "loops={} natives={} sleepers={}",
        threads.loops, threads.natives, threads.sleepers
    );
    let plan = Plan {
        threads,
        stops: if selection.quick { 30 } else { 300 },
        pause: Duration::from_millis(3),
        limit: Duration::from_secs(if selection.quick { 2 } else { 10 }),
    };
    let runners = runners
        .iter()
        .map(|(subject, runner)| {
            let runner = Rc::clone(runner);
            let run = Box::new(move || Ok(measure(runner.as_ref(), &plan)?));
            Runner { subject: *subject, run }
        })
        .collect();
    // Java and Go use up their time limit if there are many loops.
    let cost = Cost { time: plan.limit / 2, memory: 1 << 30 };
    Case { suite: "time-to-safepoint", parameters, cost, runners }
}

fn runner(subject: Subject, directory: &Path) -> Result<Rc<dyn tts::Runner>, String> {
    Ok(match subject {
        Subject::Limit => Rc::new(Limit),
        Subject::JavaSerial => Rc::new(Java::compile(java::Request::Collection, directory)?),
        Subject::Go => {
            let go = Go::compile(Path::new("go"), directory)?;
            // With this style, as many threads run as in the other runtimes.
            Rc::new(go.with(Style::AllThreads, go::Request::Query))
        }
        _ => Rc::new(Ours(NativeCalls::Wrapper)),
    })
}

fn measure(runner: &dyn tts::Runner, plan: &Plan) -> Result<Measurements, String> {
    let mut measured = Measurements::default();
    measured.add_quantiles("", Metric::TimeToSafepoint, runner.run(plan)?.stop);
    Ok(measured)
}
