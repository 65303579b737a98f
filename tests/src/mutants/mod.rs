//! Mutation testing of the scanner and the collector by mutant schemata (Untch, Offutt, Harrold,
//! ISSTA 1993).
//!
//! A copy of the workspace is compiled once with many mutants in it. Each mutant is a condition on
//! `SPGC_MUTATION`, so that one build serves all of them: a build per mutant would take about a
//! minute each.
//!
//! 1. [`places`] parses the production code and lists all possible mutants.
//! 2. [`sample`] draws a random sample of them, with equal shares for all kinds.
//! 3. [`copy`] and [`splice`] write the copy. [`build`] compiles it and drops mutants that do not
//!    compile.
//! 4. [`coverage`] runs each test once and records which mutants it executes.
//! 5. [`trial`] runs each mutant against the tests that execute it, until one fails.
//!
//! [`verdicts`] reads the manual classification of mutants that survived: equivalent mutants, and
//! mutants that change only performance.

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

/// Kind of a mutant: the mutation operator that produced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantKind {
    /// A comparison operator is replaced by another.
    Comparison,
    /// `&&` is replaced by `||`, or the reverse.
    Logic,
    /// A condition is negated.
    Condition,
    /// An arithmetic or bitwise operator is replaced by another.
    Arithmetic,
    /// A number is incremented, or a truth value is negated.
    Literal,
    /// The end of a range is decremented.
    Bound,
    /// A loop skips the last element.
    LastElement,
    /// A loop ends after the first element.
    FirstElement,
    /// A call whose result is unused is removed.
    Call,
    /// An assignment is removed.
    Assignment,
    /// A method call is replaced by a call of the opposite method, or its result is negated.
    Method,
    /// Two arguments are swapped.
    Arguments,
    /// A function returns a default value without executing its body.
    Return,
}

impl MutantKind {
    /// All kinds, in display order.
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

    /// Returns the name of the kind in reports, which is also its serialized form.
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

/// Identity of a mutant. It does not change when other code in the file changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MutantKey {
    /// Path of the file, relative to the workspace root.
    pub file: String,
    /// Name of the function, preceded by the type if it is a method, such as `Heap::attach`.
    pub function: String,
    /// Kind of the mutant.
    pub kind: MutantKind,
    /// Original code, on one line.
    pub before: String,
    /// Mutated code, on one line.
    pub after: String,
    /// Index, from 0, among the mutants that agree in all fields above.
    pub ordinal: u32,
}

/// A place in the source code and one mutation of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Identity of the mutant.
    pub key: MutantKey,
    /// Line in the original file, from 1.
    pub line: usize,
    /// Byte range in the original file that the mutation encloses.
    pub range: Range<usize>,
    /// Byte range of the enclosing function.
    pub function: Range<usize>,
    /// Text inserted before the range. It contains placeholders, which are replaced when the ID of
    /// the mutant is known.
    pub prefix: String,
    /// Text inserted after the range.
    pub suffix: String,
}

/// Placeholder for the call that returns whether the mutant is active.
pub const CONDITION_PLACEHOLDER: &str = "\u{1}on\u{1}";
/// Placeholder for the start of the call that removes the last element of an iterator.
pub const ALL_BUT_LAST_PLACEHOLDER: &str = "\u{1}short\u{1}";

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MutantKey { file, function, kind, before, after, .. } = &self.key;
        write!(formatter, "{file}:{} {function}: {kind}: {before} => {after}", self.line)
    }
}
