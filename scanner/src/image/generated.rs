//! Names of functions that were generated at run time, for messages. No file contains them.
//!
//! A thread looks up a name when it reports an error, perhaps in a forked process. So a look-up
//! never waits for the lock: if another thread holds it, no name is returned.

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::tools::append_to_perf_map;

/// A function of generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFunction {
    /// Address range of the function.
    pub code: Range<u64>,
    /// Name of the function.
    pub name: String,
}

/// A named function in [`NAMES`].
struct Named {
    /// End of the function's address range.
    end: u64,
    name: String,
    /// ID of the registration that added the name. An address can be registered more than once.
    by: u64,
}

/// The named functions, by their start addresses.
static NAMES: RwLock<BTreeMap<u64, Named>> = RwLock::new(BTreeMap::new());
/// ID of the next registration.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Guard of a set of names. The names are removed when it is dropped.
#[derive(Debug)]
pub(crate) struct GeneratedNames {
    starts: Vec<u64>,
    by: u64,
}

impl GeneratedNames {
    /// Registers the names of these functions.
    pub(crate) fn new(functions: Vec<GeneratedFunction>) -> Self {
        let by = NEXT.fetch_add(1, Relaxed);
        let starts = functions.iter().map(|function| function.code.start).collect::<Vec<_>>();
        if !starts.is_empty() {
            append_to_perf_map(functions.iter().map(|f| (f.code.clone(), &*f.name)));
            let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
            for GeneratedFunction { code, name } in functions {
                names.insert(code.start, Named { end: code.end, name, by });
            }
        }
        Self { starts, by }
    }
}

impl Drop for GeneratedNames {
    fn drop(&mut self) {
        if self.starts.is_empty() {
            return;
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        for start in &self.starts {
            if names.get(start).is_some_and(|named| named.by == self.by) {
                names.remove(start);
            }
        }
    }
}

/// Calls `visit` with the address range and the name of each function.
pub(super) fn for_each(mut visit: impl FnMut(Range<u64>, &str)) {
    let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
    names.iter().for_each(|(&start, named)| visit(start..named.end, &named.name));
}

/// Returns the generated function that contains an address, and the offset from its start.
pub(super) fn name_at(address: u64) -> Option<(String, u64)> {
    let names = NAMES.try_read().ok()?;
    let (&start, named) = names.range(..=address).next_back()?;
    (address < named.end).then(|| (named.name.clone(), address - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(code: Range<u64>, name: &str) -> GeneratedFunction {
        GeneratedFunction { code, name: name.to_owned() }
    }

    #[test]
    fn generated_functions_have_names_until_dropped() {
        // An address that is in no image.
        const AT: u64 = 0x10;
        let first =
            GeneratedNames::new(vec![function(AT..AT + 4, "a"), function(AT + 8..AT + 16, "b")]);
        assert_eq!(name_at(AT + 3), Some(("a".into(), 3)));
        assert_eq!(name_at(AT + 4), None);
        assert_eq!(name_at(AT + 8), Some(("b".into(), 0)));
        assert_eq!(super::super::symbols::describe(AT + 9), "b+0x1 (generated code)");
        let second = GeneratedNames::new(vec![function(AT..AT + 4, "c")]);
        drop(first);
        assert_eq!(name_at(AT), Some(("c".into(), 0)));
        assert_eq!(name_at(AT + 8), None);
        drop(second);
        assert_eq!(name_at(AT), None);
    }
}
