//! Do the tests notice? The scanner and the collector, each with one injected fault, and what finds
//! it.
//!
//! A fault is a named condition in the code (`scanner/src/fault_injection.rs`), and is injected in
//! a build of its own if the environment names it: one build serves all. Faults of single functions
//! are tried on [random programs](crate::random), those of the collector on [`soak`](crate::soak),
//! and the orderings of the safepoint protocol on its models.

pub mod build;
pub mod graphs;
pub mod models;
pub mod programs;

use std::time::Duration;

/// The environment variable that names the fault to inject.
pub const VARIABLE: &str = "SPGC_MUTATION";

/// An injected fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// Its name in the code.
    pub name: &'static str,
    /// Description of the fault.
    pub what: &'static str,
    /// The check that must notice it.
    pub by: Detector,
}

/// The check that searches for a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detector {
    /// Random programs, one after the other.
    Programs,
    /// Random graphs with copies, in several runs.
    Graphs,
}

/// A fault that was noticed.
#[derive(Clone, Debug)]
pub struct Noticed {
    /// The check that noticed it.
    pub by: String,
    /// Number of programs, runs or models that this took.
    pub after: usize,
    /// The time that it took.
    pub time: Duration,
    /// The message.
    pub message: String,
}

const fn programs(name: &'static str, what: &'static str) -> Mutation {
    Mutation { name, what, by: Detector::Programs }
}

const fn graphs(name: &'static str, what: &'static str) -> Mutation {
    Mutation { name, what, by: Detector::Graphs }
}

/// All faults except missing orderings.
pub const ALL: [Mutation; 40] = [
    programs(
        "forget-register",
        "one callee-saved register is not followed into the frame that saved it",
    ),
    programs("recorded-size", "the stack size of the map instead of the unwind rule"),
    programs("skip-derived", "every second derived pointer is not rewritten"),
    programs("rebase-twice", "derived pointers are moved twice as far"),
    programs("lost-element", "the last element of each vector is no root"),
    programs("forget-alloca", "references in stack objects are no roots"),
    programs("eight-off", "slots at 24 bytes are treated as those 8 bytes above"),
    programs("second-map", "only the first map of a section is read"),
    programs("unknown-is-end", "unmanaged code is treated as the end of the stack"),
    programs("one-exit", "only the youngest call into managed code is walked"),
    programs("copy-less", "objects are copied without their last word"),
    programs("stale-second", "the second reference to an object that moved is not updated"),
    graphs(
        "lost-race",
        "a reference is not updated whose object another worker moves at that moment",
    ),
    graphs("promote-logged", "objects grow old as if they were logged"),
    graphs("drop-remembered", "of each log the last object is dropped"),
    graphs("skip-card", "of each group of cards the first is not scanned"),
    graphs(
        "forget-slot",
        "every second slot of an old object that refers to a young one is forgotten",
    ),
    graphs("host-store", "stores by the host are not logged"),
    graphs("one-line", "an object in several lines keeps the first of them only"),
    graphs("forget-handle", "one cell of handles in 16 is not visited"),
    graphs("forget-local", "the last local handle of a thread is not visited"),
    graphs("short-range", "the last slot of a root range is not visited"),
    graphs("move-pinned", "pinned objects move"),
    graphs(
        "forget-revisit",
        "old objects whose weak fields refer to young ones are not scanned by the next young collection",
    ),
    graphs("forget-ephemeron", "an ephemeron whose key is reached later is forgotten"),
    graphs("clear-early", "weak references are cleared before ephemerons are processed"),
    graphs("keep-weak", "weak references are not cleared"),
    graphs("keep-entry", "entries of tables stay whose keys have died"),
    graphs("forget-finalizer", "of the objects that are to be finalized one is forgotten"),
    graphs("shade-no-stacks", "the stacks of threads are not shaded for a concurrent cycle"),
    graphs("shade-no-handles", "the listed handles are not shaded for a concurrent cycle"),
    graphs("shade-no-logged", "the objects that were logged are not shaded for a concurrent cycle"),
    graphs("shade-no-promoted", "what promoted objects refer to is not shaded"),
    graphs("drop-grey", "of each buffer of shaded references the last is dropped"),
    graphs("marker-skips-slot", "one slot in 32 is not followed by the marker"),
    graphs("marker-skips-handles", "the marker does not visit the handles that are not listed"),
    graphs("finish-early", "marking ends although grey objects are left"),
    graphs("forget-epoch", "memory that is taken while marking has the mark of the last cycle"),
    graphs("skip-young-special", "weak fields of young objects are not cleared when marking ends"),
    graphs("purge-late", "remembered slots stay that are in memory which the sweeper frees"),
];

/// Returns the relevant part of a failed process's output: the library's message, or else the first
/// line that is not about how the process ended.
fn gist(message: &str) -> String {
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let library = lines.clone().find_map(|line| line.strip_prefix("statepoint-gc: "));
    let is_status = |line: &&str| line.starts_with("signal: ") || line.starts_with("exit status: ");
    let is_where = |line: &&str| line.starts_with("thread ") && line.contains(" panicked at ");
    let first = lines.clone().find(|line| !is_status(line) && !is_where(line));
    let line = library.or(first).or(lines.clone().next()).unwrap_or("nothing");
    line.trim_start_matches("fatal: ").chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fault that is in no code would never be noticed, and one that is not in the list would
    /// never be tried.
    #[test]
    fn faults_in_code_and_list_match() {
        fn look(folder: &std::path::Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    look(&path, found);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let names = text.split("fault(\"").skip(1);
                    found.extend(names.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
                }
            }
        }
        let mut found = Vec::new();
        for source in ["../scanner/src", "../scanner/patch/src", "../gc/src"] {
            look(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(source), &mut found);
        }
        found.sort();
        let mut listed = ALL.map(|mutation| mutation.name.to_owned());
        listed.sort();
        assert_eq!(found, listed);
    }

    #[test]
    fn gist_is_the_message_of_the_library() {
        let message = "signal: 6\n\nbegin\nstatepoint-gc: fatal: no object\nmore";
        assert_eq!(gist(message), "no object");
        assert_eq!(gist("\nits checksum is 0x1\nother"), "its checksum is 0x1");
        assert_eq!(gist("exit status: 1\nsoak: thread 0, step 7"), "soak: thread 0, step 7");
        assert_eq!(gist("signal: 6\n\nthread 'main' panicked at a.rs:1:\nframe 3"), "frame 3");
        assert_eq!(gist("signal: 11 (SIGSEGV)\n"), "signal: 11 (SIGSEGV)");
        assert_eq!(gist(""), "nothing");
    }
}
