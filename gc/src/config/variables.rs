//! The names of the `SPGC_*` environment variables, and warnings about variables that the library
//! does not read.

use core::fmt;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use crate::os;

/// The environment variables that the library reads. `docs/settings.md` has the same names.
pub(super) const VARIABLES: [&str; 24] = [
    "SPGC_HEAP_MAX",
    "SPGC_HEAP_INITIAL",
    "SPGC_NURSERY",
    "SPGC_TIME_SHARE",
    "SPGC_PAUSE_GOAL",
    "SPGC_OVERHEAD_LIMIT",
    "SPGC_THREADS",
    "SPGC_CONCURRENT",
    "SPGC_MARKERS",
    "SPGC_ZEAL",
    "SPGC_VERIFY",
    "SPGC_HUGE_PAGES",
    "SPGC_MEMBARRIER",
    "SPGC_RETURN_BARRIERS",
    "SPGC_SAFEPOINT_TIMEOUT",
    "SPGC_LOG",
    "SPGC_TRACE",
    "SPGC_STATS",
    "SPGC_TYPES",
    "SPGC_SNAPSHOT",
    "SPGC_PROFILE",
    "SPGC_PROFILE_INTERVAL",
    "SPGC_PERF_MAP",
    "SPGC_GDB",
];

/// Prefix of the variables.
const PREFIX: &str = "SPGC_";
/// Prefixes of the variables that the tests of this project use.
const TEST_PREFIXES: [&str; 2] = ["SPGC_TEST_", "SPGC_MUTATION"];
/// A known name is suggested if the edit distance is at most the length of the given name without
/// the prefix divided by this number.
const LENGTH_PER_EDIT: usize = 3;

/// An environment variable that begins with the prefix of the library, but is none of its
/// variables. Its `Display` form is a warning.
#[derive(Debug, PartialEq)]
struct UnknownVariable {
    name: String,
}

impl UnknownVariable {
    /// Returns the known name with the least edit distance, unless all are too far.
    fn nearest(&self) -> Option<&'static str> {
        let name = self.name.to_uppercase();
        let distance = |known: &&str| edit_distance(&name, known);
        let nearest = VARIABLES.into_iter().min_by_key(distance)?;
        let max_distance = (name.len() - PREFIX.len()) / LENGTH_PER_EDIT;
        (distance(&nearest) <= max_distance).then_some(nearest)
    }
}

impl fmt::Display for UnknownVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "statepoint-gc: warning: the environment variable {} has no effect: this version does \
             not know it. ",
            self.name
        )?;
        match self.nearest() {
            Some(nearest) => write!(f, "The nearest known variable is {nearest}"),
            None => write!(f, "The known variables are {}", VARIABLES.join(", ")),
        }
    }
}

/// Returns the variables among `names` that have the prefix of the library and are unknown, sorted.
fn unknown_variables(names: impl Iterator<Item = OsString>) -> Vec<UnknownVariable> {
    let mut unknown: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.starts_with(PREFIX) && !VARIABLES.contains(&&**name))
        .filter(|name| !TEST_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
        .collect();
    unknown.sort();
    unknown.into_iter().map(|name| UnknownVariable { name }).collect()
}

/// The unknown variables about which this process has been warned.
static WARNED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Writes a warning to standard error for each of these variables that has the prefix of the
/// library and is unknown. Each variable is named once in a process.
///
/// It is a warning and not an error, because an environment may have settings for several versions
/// of the library.
pub(crate) fn warn_of_unknown_variables(names: impl Iterator<Item = OsString>) {
    let unknown = unknown_variables(names);
    if unknown.is_empty() {
        return;
    }
    let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
    for variable in unknown {
        if warned.insert(variable.name.clone()) {
            os::write_error(format!("{variable}.\n").as_bytes());
        }
    }
}

/// Returns the edit distance of two strings (Levenshtein 1966): the least number of bytes that are
/// inserted, removed or replaced to make one string from the other.
fn edit_distance(from: &str, to: &str) -> usize {
    // Distances of the bytes of `from` read so far to each prefix of `to`.
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, byte) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, other) in to.bytes().enumerate() {
            let replaced = diagonal + usize::from(byte != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::config::Config;

    fn unknown(names: &[&str]) -> Vec<String> {
        let names = names.iter().map(OsString::from);
        unknown_variables(names).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn unknown_variables_are_named_with_the_nearest_known_one() {
        for (name, nearest) in [
            ("SPGC_HEAPMAX", "SPGC_HEAP_MAX"),
            ("SPGC_HEAP_MAXIMUM", "SPGC_HEAP_MAX"),
            ("SPGC_THREAD", "SPGC_THREADS"),
            ("SPGC_zeal", "SPGC_ZEAL"),
            ("SPGC_PERFMAP", "SPGC_PERF_MAP"),
        ] {
            let expected = format!(
                "statepoint-gc: warning: the environment variable {name} has no effect: this \
                 version does not know it. The nearest known variable is {nearest}"
            );
            assert_eq!(unknown(&[name]), [expected]);
        }
        let [text] = &unknown(&["SPGC_SOMETHING_ELSE"])[..] else { panic!("one variable") };
        assert!(text.contains("The known variables are SPGC_HEAP_MAX, SPGC_"), "{text}");
        assert!(text.ends_with(VARIABLES[VARIABLES.len() - 1]), "{text}");
        let names = ["SPGC_HEAP_MAX", "HEAP_MAX", "SPGC_TEST_ROLE", "spgc_zeal", "SPGC"];
        assert_eq!(unknown(&names), [""; 0]);
        assert_eq!(unknown(&VARIABLES), [""; 0]);
        assert_eq!(unknown(&["SPGC_LOGS", "A", "SPGC_LIGS"]).len(), 2);
    }

    #[test]
    fn exactly_the_variables_of_the_table_are_read() {
        let read = RefCell::new(BTreeSet::new());
        let record = |name: &str| {
            read.borrow_mut().insert(name.to_owned());
            None
        };
        Config::default().apply_environment(record).expect("no variable is set");
        assert_eq!(read.into_inner(), VARIABLES.map(str::to_owned).into());
    }

    #[test]
    fn edit_distances_are_correct() {
        for (from, to, distance) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("HEAPMAX", "HEAP_MAX", 1),
            ("ab", "ba", 2),
            ("same", "same", 0),
        ] {
            assert_eq!(edit_distance(from, to), distance, "{from} {to}");
        }
    }
}
