//! Fault injection: checks that the tests detect each of a list of hand-written faults in the
//! scanner and the collector.
//!
//! A fault is a named condition in the code (`scanner/src/fault_injection.rs`). In a separate
//! build, the environment variable [`VARIABLE`] names the fault to inject, so one build serves all
//! faults. Faults of the scanner and of copying are tested with [random programs](crate::random),
//! other faults of the collector with [`soak`](crate::soak), those of deep stacks and of fibers
//! with scenarios of [`stress`](crate::stress), and missing orderings of the safepoint protocol
//! with its loom models.

pub mod build;
pub mod graphs;
pub mod models;
pub mod programs;
mod runs;
pub mod scenarios;

use std::time::Duration;

use self::scenarios::Scenario;

/// The environment variable that names the fault to inject.
pub const VARIABLE: &str = "SPGC_MUTATION";

/// An injected fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// Name of the fault in the code.
    pub name: &'static str,
    /// Description of the fault.
    pub description: &'static str,
    /// The check that must detect the fault.
    pub detector: Detector,
}

/// A check that can detect faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detector {
    /// Random managed programs ([`mod@programs`]).
    Programs,
    /// Random object graphs that `soak` compares with shadow copies ([`mod@graphs`]).
    Graphs,
    /// A scenario of `stress` ([`mod@scenarios`]).
    Stress(Scenario),
}

/// How a fault was detected.
#[derive(Clone, Debug)]
pub struct Detection {
    /// The check that detected the fault, and its mode.
    pub check: String,
    /// Number of programs, runs or models until the fault was detected.
    pub attempts: usize,
    /// Running time until the fault was detected.
    pub time: Duration,
    /// First line of the error message.
    pub message: String,
}

const fn programs(name: &'static str, description: &'static str) -> Mutation {
    Mutation { name, description, detector: Detector::Programs }
}

const fn graphs(name: &'static str, description: &'static str) -> Mutation {
    Mutation { name, description, detector: Detector::Graphs }
}

const fn recursions(name: &'static str, description: &'static str) -> Mutation {
    Mutation { name, description, detector: Detector::Stress(Scenario::Recursions) }
}

const fn fibers(name: &'static str, description: &'static str) -> Mutation {
    Mutation { name, description, detector: Detector::Stress(Scenario::Fibers) }
}

const fn unwinders(name: &'static str, description: &'static str) -> Mutation {
    Mutation { name, description, detector: Detector::Stress(Scenario::Unwinders) }
}

/// All faults except the missing orderings.
pub const ALL: [Mutation; 58] = [
    programs(
        "forget-register",
        "one callee-saved register is not tracked to the frame that saved it",
    ),
    programs("recorded-size", "frames have the stack size of the map, not that of the unwind rule"),
    programs("skip-derived", "every second derived pointer is not rewritten"),
    programs("rebase-twice", "derived pointers are moved by twice the distance"),
    programs("lost-element", "the last element of each vector is not treated as a root"),
    programs("forget-alloca", "references in stack objects are not treated as roots"),
    programs("eight-off", "slots at offset 24 are treated as slots at offset 32"),
    programs("second-map", "only the first map of a section is read"),
    programs("unknown-is-end", "unmanaged code is treated as the end of the stack"),
    programs("forget-fiber", "suspended fibers are not scanned"),
    programs("clean-early", "fibers that refer to young objects are not scanned again"),
    fibers("marker-skips-fibers", "markers do not read the stacks of suspended fibers"),
    fibers("forget-owner", "the owners of fibers are not updated when they move"),
    fibers("unlist-owned", "young collections do not inspect clean fibers of young owners"),
    programs("resume-unlisted", "fibers that are resumed are not scanned by the next collection"),
    recursions("clean-part-early", "young collections skip frames that refer to young objects"),
    recursions(
        "skip-unseen-parts",
        "young collections skip parts of stacks that a concurrent cycle has not seen",
    ),
    recursions("forget-mutable-frame", "young collections skip frames with stack objects"),
    unwinders("restore-barrier", "a scan replaces trampolines by the original return addresses"),
    unwinders("drop-barrier-in-place", "the trampolines of frames on the stack are used again"),
    programs("one-exit", "only the youngest call into managed code is walked"),
    programs("copy-less", "objects are copied without their last word"),
    programs("stale-second", "the second reference to a moved object is not updated"),
    graphs(
        "lost-race",
        "a reference is not updated if another worker moves its object at the same time",
    ),
    graphs("promote-logged", "promoted objects are marked as already logged"),
    graphs("drop-remembered", "the last object of each log is dropped"),
    graphs("skip-card", "the first card of each group of cards is not scanned"),
    graphs(
        "forget-slot",
        "every second slot that refers from an old to a young object is not remembered",
    ),
    graphs("host-store", "stores by the host are not logged"),
    graphs("one-line", "only the first line of an object that spans several lines is marked"),
    graphs("forget-handle", "one of 16 handle cells is not visited"),
    graphs("forget-local", "the last local handle of a thread is not visited"),
    graphs("short-range", "the last slot of a root range is not visited"),
    graphs("move-pinned", "pinned objects move"),
    graphs(
        "forget-revisit",
        "the next young collection skips old objects whose weak fields refer to young objects",
    ),
    graphs("forget-ephemeron", "an ephemeron is not retained if its key is reached later"),
    graphs("clear-early", "weak references are cleared before ephemerons are processed"),
    graphs("keep-weak", "weak references are not cleared"),
    graphs("keep-entry", "table entries whose keys have died are not removed"),
    graphs("forget-finalizer", "one of the objects to be finalized is not queued"),
    graphs("shade-no-stacks", "the stacks of threads are not shaded for a concurrent cycle"),
    graphs("shade-no-handles", "the listed handles are not shaded for a concurrent cycle"),
    graphs("shade-no-logged", "logged objects are not shaded for a concurrent cycle"),
    graphs("shade-no-promoted", "the referents of promoted objects are not shaded"),
    graphs("drop-grey", "the last reference of each buffer of shaded references is dropped"),
    graphs("marker-skips-slot", "the marker skips one slot in 32"),
    graphs("marker-skips-handles", "the marker does not visit unlisted handles"),
    graphs("finish-early", "marking ends while objects are still grey"),
    graphs("forget-epoch", "lines allocated during marking have the mark of the previous cycle"),
    graphs("skip-young-special", "weak fields of young objects are not cleared when marking ends"),
    graphs("purge-late", "slots in memory that the sweeper frees stay in the remembered set"),
    graphs("assist-forgets", "a mutator that assists drops an object that it has marked"),
    graphs(
        "drain-forgets",
        "the grey objects of marker threads are dropped when a pause completes a cycle",
    ),
    graphs("settle-unmarked", "weak items are settled although their objects are not marked"),
    graphs("record-no-marked", "markers record no slots that refer to tracked blocks"),
    graphs("record-no-promoted", "collections record no slots that refer to tracked blocks"),
    graphs("keep-nothing", "blocks are evacuated although handles and weak references remain"),
    graphs("scan-evacuated", "logged objects are scanned although they are being evacuated"),
];

/// Returns one line that describes a failure, from the output of the failed process: the message of
/// the library, or else the first line that is neither the exit status nor the source location of a
/// panic. The result has at most 100 characters.
fn summary_line(message: &str) -> String {
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let library = lines.clone().find_map(|line| line.strip_prefix("statepoint-gc: "));
    let is_status = |line: &&str| line.starts_with("signal: ") || line.starts_with("exit status: ");
    let is_panic = |line: &&str| line.starts_with("thread ") && line.contains(" panicked at ");
    let first = lines.clone().find(|line| !is_status(line) && !is_panic(line));
    let line = library.or(first).or(lines.clone().next()).unwrap_or("no output");
    line.trim_start_matches("fatal: ").chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list and the code have the same faults. A fault that is only in the list could not be
    /// detected; a fault that is only in the code would not be tested.
    #[test]
    fn list_contains_exactly_the_faults_in_the_code() {
        fn collect_names(folder: &std::path::Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    collect_names(&path, found);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let names = text.split("fault(\"").skip(1);
                    found.extend(names.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
                }
            }
        }
        let mut found = Vec::new();
        for source in ["../scanner/src", "../scanner/patch/src", "../gc/src"] {
            let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
            collect_names(&source, &mut found);
        }
        found.sort();
        // The fast and the general version of a walk have the same faults.
        found.dedup();
        let mut listed = ALL.map(|mutation| mutation.name.to_owned());
        listed.sort();
        assert_eq!(found, listed);
    }

    #[test]
    fn summary_line_prefers_the_message_of_the_library() {
        let message = "signal: 6\n\nbegin\nstatepoint-gc: fatal: no object\nmore";
        assert_eq!(summary_line(message), "no object");
        assert_eq!(summary_line("\nits checksum is 0x1\nother"), "its checksum is 0x1");
        assert_eq!(
            summary_line("exit status: 1\nsoak: thread 0, step 7"),
            "soak: thread 0, step 7"
        );
        assert_eq!(
            summary_line("signal: 6\n\nthread 'main' panicked at a.rs:1:\nframe 3"),
            "frame 3"
        );
        assert_eq!(summary_line("signal: 11 (SIGSEGV)\n"), "signal: 11 (SIGSEGV)");
        assert_eq!(summary_line(""), "no output");
    }
}
