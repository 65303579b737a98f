//! The constructs that the random programs of a run must contain.
//!
//! The emitted IR has a comment with the name of each construct, which is how constructs are
//! counted.

use std::collections::BTreeSet;

use super::matrix::Point;

/// Prefix of the comment that names a construct.
pub const CONSTRUCT_PREFIX: &str = "  ; ";

/// Constructs that every configuration supports.
const ANYWHERE: [&str; 56] = [
    "aligned dynamic stack object",
    "aligned static stack object",
    "array of references",
    "call by name",
    "call of a native function",
    "call through a native function",
    "call through a pointer",
    "call with deopt state",
    "check",
    "clone",
    "constant tagged number",
    "copy of references",
    "copy of words",
    "derived pointer",
    "dying ephemeron",
    "dying weak object",
    "dynamic stack object",
    "ephemeron",
    "exception of a native function called as managed",
    "exception through the stub",
    "fastcc",
    "fill",
    "finalizer",
    "invoke",
    "invoke with deopt state",
    "landing pad that resumes unwinding",
    "landing pad that joins",
    "landing pad that returns",
    "large array of references",
    "large array of words",
    "load of a retained object",
    "load of a weak field",
    "loop with a known trip count",
    "loop with polls",
    "null",
    "patchable bytes",
    "phi of derived pointers",
    "phi of structures",
    "pointer moved in a loop",
    "shared: add",
    "shared: publish",
    "shared: push",
    "shared: read",
    "stack objects in statepoints",
    "static object",
    "static stack object",
    "store in a field",
    "store in an element",
    "store to a retained object",
    "structure as the result",
    "structure of two references as the result",
    "structures as arguments",
    "tagged number",
    "tail call",
    "ten references as arguments",
    "weak object",
];

/// Constructs with vectors of references; see [`Point::has_vectors`].
const VECTORS: [&str; 5] =
    ["vector of 2", "vector of 3", "vector of 4", "vector of 8", "vector that is loaded"];

/// Returns the constructs that programs of this configuration can contain.
pub fn expected(point: &Point) -> BTreeSet<&'static str> {
    let features = point.features();
    let mut all = BTreeSet::from(ANYWHERE);
    if features.vectors {
        all.extend(VECTORS);
    }
    if features.preserve_most {
        all.insert("preserve_most");
    }
    if features.wrappers.is_some() {
        all.insert("wrapper of a native function");
    }
    all
}

/// Returns the constructs in a program's IR.
pub fn found(text: &str) -> BTreeSet<&str> {
    text.lines().filter_map(|line| line.strip_prefix(CONSTRUCT_PREFIX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm;
    use crate::random::emit::{self, Dialect};
    use crate::random::generate;
    use crate::random::matrix::Arch;

    /// The test also checks that every emitted construct is a known one.
    #[test]
    fn every_construct_occurs_for_every_llvm() {
        for arch in Arch::ALL {
            for version in llvm::VERSIONS {
                let mut missing = BTreeSet::new();
                let mut seen: BTreeSet<String> = BTreeSet::new();
                for seed in 0..300 {
                    let point = Point::from_seed(seed, &[version], &[arch]);
                    let program = generate::program(seed);
                    let dialect = Dialect::of(version);
                    let text = emit::module(&program, dialect, point.features());
                    let expected = expected(&point);
                    for construct in found(&text) {
                        assert!(
                            expected.contains(construct),
                            "{construct:?} is not expected at {point}"
                        );
                        seen.insert(construct.to_owned());
                    }
                    missing.extend(expected);
                }
                missing.retain(|&construct| !seen.contains(construct));
                assert!(
                    missing.is_empty(),
                    "{}, LLVM {version}: these never occurred: {missing:?}",
                    arch.name()
                );
            }
        }
    }
}
