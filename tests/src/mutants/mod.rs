//! Mutation testing of the scanner and the collector by mutant schemata (Untch, Offutt, Harrold,
//! ISSTA 1993).
//!
//! A copy of the workspace is compiled once with many mutants in it. Each mutant is a condition on
//! `SPGC_MUTATION`, so one build serves all of them: a build per mutant would take a minute each.
//!
//! 1. [`places`] parses the production code and lists every place that can be mutated.
//! 2. [`sample`] draws from them by seed, with equal shares for all kinds of mutants.
//! 3. [`copy`] and [`splice`] write the copy. [`build`] compiles it and drops mutants that do not
//!    compile.
//! 4. [`coverage`] runs each test once and records which mutants it executes.
//! 5. [`trial`] runs each mutant against the tests that execute it, until one fails.
//!
//! [`verdicts`] holds what is known of mutants that no test can kill.

pub mod build;
pub mod cfg;
pub mod copy;
pub mod coverage;
pub mod places;
pub mod process;
pub mod sample;
pub mod splice;
pub mod trial;
pub mod verdicts;

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// MutantKind of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantKind {
    /// Another comparison operator.
    Comparison,
    /// `&&` for `||`, or the reverse.
    Logic,
    /// A condition negated.
    Condition,
    /// Another arithmetic or bitwise operator.
    Arithmetic,
    /// A number one larger, or the other truth value.
    Literal,
    /// A range one shorter at its end.
    Bound,
    /// A loop that skips the last element.
    LastElement,
    /// A loop that ends after the first element.
    FirstElement,
    /// A call whose result is not used removed.
    Call,
    /// An assignment removed.
    Assignment,
    /// A method replaced by its opposite.
    Method,
    /// Two arguments swapped.
    Arguments,
    /// A function that returns a default value at once.
    Return,
}

impl MutantKind {
    /// All kinds.
    pub const ALL: [Self; 13] = [
        Self::Comparison,
        Self::Logic,
        Self::Condition,
        Self::Arithmetic,
        Self::Literal,
        Self::Bound,
        Self::LastElement,
        Self::FirstElement,
        Self::Call,
        Self::Assignment,
        Self::Method,
        Self::Arguments,
        Self::Return,
    ];

    /// Name of the kind, as reports show it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comparison => "comparison",
            Self::Logic => "logic",
            Self::Condition => "condition",
            Self::Arithmetic => "arithmetic",
            Self::Literal => "literal",
            Self::Bound => "bound",
            Self::LastElement => "last-element",
            Self::FirstElement => "first-element",
            Self::Call => "call",
            Self::Assignment => "assignment",
            Self::Method => "method",
            Self::Arguments => "arguments",
            Self::Return => "return",
        }
    }
}

impl fmt::Display for MutantKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The identity of a mutant, which does not change with other parts of the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MutantKey {
    /// Path of the file from the workspace's root.
    pub file: String,
    /// Name of the function, with that of the type if it is a method.
    pub function: String,
    /// MutantKind of the mutant.
    pub kind: MutantKind,
    /// Original code, on one line.
    pub before: String,
    /// Mutated code, on one line.
    pub after: String,
    /// Number among places of the function that agree in everything above, from 0.
    pub ordinal: u32,
}

/// A place in the code and one mutation of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Its identity.
    pub key: MutantKey,
    /// Line of the original file, from 1.
    pub line: usize,
    /// Bytes of the original file that the mutation encloses.
    pub range: Range<usize>,
    /// Bytes of the function that it is in.
    pub function: Range<usize>,
    /// Text inserted before the range; [`CONDITION_PLACEHOLDER`] stands for the condition, [`ALL_BUT_LAST_PLACEHOLDER`] for the
    /// iterator adapter.
    pub prefix: String,
    /// Text inserted after the range.
    pub suffix: String,
}

/// Stands in a prefix for the call that tells whether the mutant is on.
pub const CONDITION_PLACEHOLDER: &str = "\u{1}on\u{1}";
/// Stands in a prefix for the beginning of the call that makes an iterator skip its last element.
pub const ALL_BUT_LAST_PLACEHOLDER: &str = "\u{1}short\u{1}";

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MutantKey { file, function, kind, before, after, .. } = &self.key;
        write!(formatter, "{file}:{} {function}: {kind}: {before} => {after}", self.line)
    }
}
