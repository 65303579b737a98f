//! Adds programs as subjects of a case, all with the same amount of memory, and reads their output.

use std::path::PathBuf;

use serde_json::Value;

use super::super::cost::Cost;
use super::super::measured::{Measurements, Run};
use super::super::process::Invocation;
use super::super::toolchain::{PeerKind, PeerSources, Peers};
use super::super::{Case, Metric, Quantile, Runner, Subject, java_log};
use super::Selection;
use super::mmtk::GENERATIONAL;
use crate::mode::Mode;
use crate::openjdk;

/// The memory that a collector may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The maximum live set in bytes.
    pub(super) live: u64,
    /// The ratio of the heap limit to the live set.
    pub(super) factor: f64,
}

impl Memory {
    /// Returns the heap limit in bytes, which is at least 16 MiB.
    pub(super) fn limit(self) -> u64 {
        ((self.live as f64 * self.factor) as u64).max(16 << 20)
    }

    /// Returns the memory besides the live set, as a percentage of it.
    fn overhead_percent(self) -> u64 {
        (100.0 * (self.factor - 1.0)) as u64
    }
}

/// The subjects of one case under construction.
pub(super) struct CaseBuilder<'a> {
    pub(super) selection: &'a Selection<'a>,
    pub(super) peers: &'a mut Peers,
    pub(super) sources: &'static PeerSources,
    mode: Mode,
    case: Case,
}

/// Converts the output of a run into numbers.
pub(super) type Reader = fn(&Run) -> Result<Measurements, String>;

impl<'a> CaseBuilder<'a> {
    /// Returns a builder for all subjects. The mode affects only this project, so with references
    /// in registers the case has only this project and the lower bound.
    pub(super) fn new(
        selection: &'a Selection<'a>,
        peers: &'a mut Peers,
        sources: &'static PeerSources,
        suite: &'static str,
        parameters: &str,
        mode: Mode,
    ) -> Self {
        let parameters = format!("{parameters} mode={}", mode.name());
        let case = Case { suite, parameters, cost: Cost::default(), runners: Vec::new() };
        Self { selection, peers, sources, mode, case }
    }

    /// Returns the case. A run takes about this many nanoseconds.
    pub(super) fn finish(self, nanoseconds: u64, memory: Memory) -> Case {
        Case { cost: Cost::of_process(nanoseconds, memory.limit()), ..self.case }
    }

    /// Adds all subjects of the suites that build trees. `workload` are the arguments of this
    /// project, and `arguments` those of the others. OCaml and MMTk run only with one thread.
    pub(super) fn all_for_trees(
        mut self,
        workload: &[&str],
        arguments: &[&str],
        memory: Memory,
        threads: u64,
    ) -> Self {
        self.ours(workload, memory, ours_with_pauses);
        self.limit(arguments, peer);
        if threads == 1 {
            self.ocaml(arguments, memory, peer_with_pauses);
        }
        self.java(&STOP_THE_WORLD_JAVA, &[], arguments, memory, java);
        self.go(arguments, memory, None, go);
        self.boehm(arguments, memory, None, peer_with_pauses);
        if threads == 1 {
            self.mmtk(GENERATIONAL, arguments, memory, None, peer_with_pauses);
        }
        self.malloc(arguments, peer);
        self
    }

    /// Adds a peer if it is selected and can be compiled.
    pub(super) fn add(
        &mut self,
        subject: Subject,
        kind: PeerKind,
        read: Reader,
        invocation: impl FnOnce(PathBuf) -> Invocation,
    ) {
        let is_in_mode = self.mode == Mode::Spilled || subject == Subject::Limit;
        if is_in_mode
            && self.selection.includes(subject)
            && let Some(program) = self.peers.get(self.sources, kind)
        {
            let invocation = invocation(program);
            self.push(subject, invocation, read);
        }
    }

    fn push(&mut self, subject: Subject, invocation: Invocation, read: Reader) {
        let run = Box::new(move || Ok(read(&invocation.run()?)?));
        self.case.runners.push(Runner { subject, run });
    }

    /// Adds this project, as the subcommand `run` of this program.
    pub(super) fn ours(&mut self, arguments: &[&str], memory: Memory, read: Reader) {
        self.ours_with(arguments, memory, &[], read);
    }

    /// Adds this project with these environment variables, which are settings of its heap.
    pub(super) fn ours_with(
        &mut self,
        arguments: &[&str],
        memory: Memory,
        settings: &[(&str, u64)],
        read: Reader,
    ) {
        if !self.selection.includes(Subject::Ours) {
            return;
        }
        let program = match std::env::current_exe() {
            Ok(program) => program,
            Err(error) => {
                return self
                    .peers
                    .skip(format!("ours: the path of this program is unknown: {error}"));
            }
        };
        let mut invocation = Invocation::new(program).arg("run").args(arguments);
        invocation = invocation.args(["--times", "--json", "--mode", self.mode.name()]);
        invocation = invocation.env("SPGC_HEAP_MAX", memory.limit());
        for (name, value) in settings {
            invocation = invocation.env(name, value);
        }
        self.push(Subject::Ours, invocation, read);
    }

    /// Adds the lower bound, which has no heap limit.
    pub(super) fn limit(&mut self, arguments: &[&str], read: Reader) {
        self.add(Subject::Limit, PeerKind::Limit, read, |program| {
            Invocation::new(program).args(arguments)
        });
    }

    /// Adds malloc and free, which have no heap limit.
    pub(super) fn malloc(&mut self, arguments: &[&str], read: Reader) {
        self.add(Subject::Malloc, PeerKind::Malloc, read, |program| {
            Invocation::new(program).args(arguments)
        });
    }

    /// Adds Boehm's collector. Its heap has the same initial size. A larger divisor makes
    /// collections more frequent.
    pub(super) fn boehm(
        &mut self,
        arguments: &[&str],
        memory: Memory,
        workers: Option<u64>,
        read: Reader,
    ) {
        self.add(Subject::Boehm, PeerKind::Boehm, read, |program| {
            let divisor = if memory.factor <= 2.0 { 3 } else { 1 };
            let invocation = Invocation::new(program)
                .args(arguments)
                .env("GC_INITIAL_HEAP_SIZE", memory.limit())
                .env("GC_FREE_SPACE_DIVISOR", divisor);
            match workers {
                Some(workers) => invocation.env("GC_MARKERS", workers),
                None => invocation,
            }
        });
    }

    /// Adds Go, whose heap grows to `factor` times the live set of the last collection.
    pub(super) fn go(
        &mut self,
        arguments: &[&str],
        memory: Memory,
        workers: Option<u64>,
        read: Reader,
    ) {
        self.add(Subject::Go, PeerKind::Go, read, |program| {
            let invocation = Invocation::new(program)
                .args(arguments)
                .env("GOGC", memory.overhead_percent())
                .env("GODEBUG", "gctrace=1");
            match workers {
                Some(workers) => invocation.env("GOMAXPROCS", workers),
                None => invocation,
            }
        });
    }

    /// Adds OCaml, with a minor heap of 32 MB. The space overhead of the major heap is a percentage
    /// of the live set.
    pub(super) fn ocaml(&mut self, arguments: &[&str], memory: Memory, read: Reader) {
        self.add(Subject::Ocaml, PeerKind::Ocaml, read, |program| {
            let overhead = memory.overhead_percent();
            Invocation::new(program)
                .args(arguments)
                .env("OCAMLRUNPARAM", format!("o={overhead},s=4M,l=1G"))
        });
    }

    /// Adds OpenJDK with these collectors and further options.
    pub(super) fn java(
        &mut self,
        collectors: &[Subject],
        options: &[&str],
        arguments: &[&str],
        memory: Memory,
        read: Reader,
    ) {
        for &subject in collectors {
            let collector = match subject {
                Subject::JavaParallel => "-XX:+UseParallelGC",
                Subject::JavaG1 => "-XX:+UseG1GC",
                Subject::JavaZ => "-XX:+UseZGC",
                Subject::JavaShenandoah => "-XX:+UseShenandoahGC",
                _ => "-XX:+UseSerialGC",
            };
            self.add(subject, PeerKind::Java, read, |classes| {
                let heap = memory.limit() >> 20;
                Invocation::new(openjdk::program("java"))
                    .arg(format!("-Xms{heap}m"))
                    .arg(format!("-Xmx{heap}m"))
                    // Otherwise only the thread without memory ends, and the result is wrong.
                    .arg("-XX:+ExitOnOutOfMemoryError")
                    .args(["-XX:+AlwaysPreTouch", "-XX:-UseGCOverheadLimit", collector])
                    .arg("-Xlog:gc,safepoint:stdout:uptime")
                    .args(options)
                    .args(["-cp", &classes.to_string_lossy(), "Work"])
                    .args(arguments)
            });
        }
    }
}

/// The moving stop-the-world collectors of OpenJDK.
pub(super) const STOP_THE_WORLD_JAVA: [Subject; 3] =
    [Subject::JavaSerial, Subject::JavaParallel, Subject::JavaG1];

/// The moving collectors of OpenJDK, including the concurrent ones.
pub(super) const ALL_JAVA: [Subject; 5] = [
    Subject::JavaSerial,
    Subject::JavaParallel,
    Subject::JavaG1,
    Subject::JavaZ,
    Subject::JavaShenandoah,
];

/// Returns measurements that start with the result and the resource usage of the process.
pub(super) fn begin(run: &Run, result: String) -> Measurements {
    let mut measured = Measurements { result: Some(result), ..Measurements::default() };
    measured.add(Metric::Cpu, run.cpu.as_nanos() as f64);
    measured.add(Metric::Rss, run.rss as f64);
    measured
}

/// Reads the measurements of a peer: elapsed time, processor time and memory.
pub(super) fn peer(run: &Run) -> Result<Measurements, String> {
    let mut measured = begin(run, run.result()?);
    measured.add(Metric::Wall, run.number("wall_ns")?);
    Ok(measured)
}

/// Reads the measurements of a peer, with the pauses and times to safepoint that it printed.
pub(super) fn peer_with_pauses(run: &Run) -> Result<Measurements, String> {
    let mut measured = peer(run)?;
    measured.add_quantiles("", Metric::Pause, run.numbers("pause_ns"));
    measured.add_quantiles("", Metric::TimeToSafepoint, run.numbers("tts_ns"));
    Ok(measured)
}

/// Adds the pauses and times to safepoint in these lines of OpenJDK's log.
pub(super) fn add_java_pauses<'t>(
    measured: &mut Measurements,
    lines: impl Iterator<Item = &'t str>,
) {
    let stops: Vec<_> = java_log::stops(lines).filter(java_log::Stop::is_collection).collect();
    let times = |time: fn(&java_log::Stop<'_>) -> f64| stops.iter().map(time).collect();
    measured.add_quantiles("", Metric::Pause, times(|stop| stop.total));
    measured.add_quantiles("", Metric::TimeToSafepoint, times(|stop| stop.reaching));
}

/// Reads the measurements of a Java program, with the pauses of its whole run.
pub(super) fn java(run: &Run) -> Result<Measurements, String> {
    let mut measured = peer(run)?;
    add_java_pauses(&mut measured, run.text.lines());
    Ok(measured)
}

/// Returns the pauses in nanoseconds in these lines of Go's trace. Each collection has two: at its
/// beginning and at its end.
pub(super) fn go_pauses<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<f64> {
    // gc 4 @0.012s 2%: 0.026+0.39+0.10 ms clock, 0.052+0.11/0.20/0.41+0.20 ms cpu, 4->4->0 MB, ...
    let clocks = lines.filter_map(|line| {
        let (_, rest) = line.strip_prefix("gc ")?.split_once(": ")?;
        let (clock, _) = rest.split_once(" ms clock")?;
        let mut parts = clock.split('+').filter_map(|part| part.parse::<f64>().ok());
        Some([parts.next()? * 1e6, parts.nth(1)? * 1e6])
    });
    clocks.flatten().collect()
}

/// Returns the time of the collections in these lines of Go's trace in nanoseconds: pauses,
/// assisting goroutines, and the collector's threads, except while no goroutine could run. Go
/// measures elapsed times.
pub(super) fn go_collecting_time<'t>(lines: impl Iterator<Item = &'t str>) -> f64 {
    let times = lines.filter_map(|line| {
        let (_, rest) = line.strip_prefix("gc ")?.split_once(" ms clock, ")?;
        let (parts, _) = rest.split_once(" ms cpu")?;
        let numbers = parts.split(['+', '/']).map(|part| part.parse::<f64>().ok());
        let [begin, assisting, marking, _idle, end] =
            numbers.collect::<Option<Vec<_>>>()?.try_into().ok()?;
        Some((begin + assisting + marking + end) * 1e6)
    });
    times.sum()
}

/// Reads the measurements of a Go program, with the pauses of its whole run.
pub(super) fn go(run: &Run) -> Result<Measurements, String> {
    let mut measured = peer(run)?;
    measured.add_quantiles("", Metric::Pause, go_pauses(run.text.lines()));
    Ok(measured)
}

/// Returns the value as a number, or NaN if it is not a number.
pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Adds a distribution of this project's JSON line, unless it is empty.
fn add_own_quantiles(measured: &mut Measurements, times: &Value, metric: fn(Quantile) -> Metric) {
    if times["count"].as_u64() > Some(0) {
        for which in Quantile::ALL {
            measured.add(metric(which), number(&times[which.name()]));
        }
    }
}

/// Parses this project's JSON line.
pub(super) fn ours(run: &Run) -> Result<(Measurements, Value), String> {
    let line = run.json()?;
    let mut measured = begin(run, line["result"].to_string());
    measured.add(Metric::Wall, number(&line["wall_ns"]));
    Ok((measured, line))
}

/// Reads this project's measurements, with the pauses of the whole run.
pub(super) fn ours_with_pauses(run: &Run) -> Result<Measurements, String> {
    let (mut measured, line) = ours(run)?;
    let gc = &line["gc"];
    add_own_quantiles(&mut measured, &gc["pause_ns"], Metric::Pause);
    add_own_quantiles(&mut measured, &gc["time_to_safepoint_ns"], Metric::TimeToSafepoint);
    measured.add_times("", Metric::Pause, run.numbers("pause_ns"));
    measured.add_times("", Metric::TimeToSafepoint, run.numbers("tts_ns"));
    Ok(measured)
}

/// Returns one of the counters of this project's workload.
pub(super) fn count(line: &Value, name: &str) -> Result<f64, String> {
    line["counts"][name].as_f64().ok_or_else(|| format!("the JSON line has no count {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn go_collection_has_two_pauses() {
        let line = "gc 4 @0.012s 2%: 0.026+0.39+0.10 ms clock, \
                    0.052+0.11/0.20/0.41+0.20 ms cpu, 4->4->0 MB";
        assert_eq!(go_pauses([line, "other"].into_iter()), [26_000.0, 100_000.0]);
        assert_eq!(go_collecting_time([line, line].into_iter()).round(), 1_124_000.0);
    }

    #[test]
    fn own_json_line_is_parsed() {
        let quantiles = r#"{"count":2,"p50":1,"p99":2,"max":3}"#;
        let none = r#"{"count":0,"p50":0,"p99":0,"max":0}"#;
        let gc = format!(r#"{{"pause_ns":{quantiles},"time_to_safepoint_ns":{none}}}"#);
        let text = format!(r#"{{"result":5,"wall_ns":7,"gc":{gc},"counts":{{"operations":9}}}}"#);
        let run = Run { text, cpu: Duration::from_nanos(11), rss: 13 };
        let (_, line) = ours(&run).expect("a complete line");
        let measured = ours_with_pauses(&run).expect("a complete line");
        assert_eq!(measured.result.as_deref(), Some("5"));
        let values: Vec<f64> = measured.numbers.iter().map(|number| number.value).collect();
        assert_eq!(values, [11.0, 13.0, 7.0, 1.0, 2.0, 3.0]);
        assert_eq!(count(&line, "operations"), Ok(9.0));
        assert!(count(&line, "sleeps").is_err());
    }
}
