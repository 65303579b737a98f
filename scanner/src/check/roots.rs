//! The roots of a statepoint: where they may be, and that each derived pointer has one base.

use super::{Bytes, KnownFrame, Severity, Violation};
use crate::arch::{Architecture, Register, callee_saved_index};
use crate::statepoint::{Pair, Statepoint, Value};

/// Checks the roots of one statepoint after the other, and keeps memory from one to the next.
#[derive(Debug, Default)]
pub(crate) struct RootCheck {
    /// Each word that is derived from another one.
    derived: Vec<Derived>,
}

/// A word that holds a derived pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Derived {
    word: Word,
    base: Word,
    /// The index of the derived pointer's location.
    index: usize,
}

/// A word of the stack or a register, for comparisons.
type Word = (bool, u16, i64);

/// More words than this are in no record: the table holds 65,535 roots of a call site.
const MAX_WORDS: usize = 1 << 20;

impl RootCheck {
    /// Checks base and derived pointers and stack objects. `report` gets each violation, and the
    /// location that it is about.
    ///
    /// # Errors
    ///
    /// As soon as `report` returns one.
    pub(crate) fn roots<A: Architecture, E>(
        &mut self,
        frame: &KnownFrame<'_>,
        statepoint: &Statepoint<'_, A>,
        report: &mut impl FnMut(Value, Severity, Violation) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut index = statepoint.first_pair_index();
        self.derived.clear();
        for Pair { base, derived } in statepoint.pairs() {
            root::<A, E>(frame, index, base, report)?;
            // Most pairs name one place twice.
            if derived != base {
                root::<A, E>(frame, index + 1, derived, report)?;
                self.add(index + 1, base, derived);
            }
            index += 2;
        }
        for object in statepoint.allocas() {
            root::<A, E>(frame, index, object, report)?;
            index += 1;
        }
        if self.derived.len() > 1 { self.bases(statepoint, report) } else { Ok(()) }
    }

    fn add(&mut self, index: usize, base: Value, derived: Value) {
        let pairs = words(derived).zip(words(base));
        let room = MAX_WORDS.saturating_sub(self.derived.len());
        self.derived.extend(pairs.take(room).map(|(word, base)| Derived { word, base, index }));
    }

    /// Looks for words that are derived from two bases. A word that is a base itself, of any pair,
    /// holds the start of an object, whatever else it is.
    fn bases<A: Architecture, E>(
        &mut self,
        statepoint: &Statepoint<'_, A>,
        report: &mut impl FnMut(Value, Severity, Violation) -> Result<(), E>,
    ) -> Result<(), E> {
        self.derived.sort_unstable();
        let contradict =
            |[one, other]: &&[Derived; 2]| one.word == other.word && one.base != other.base;
        if !self.derived.array_windows().any(|pair| contradict(&pair)) {
            return Ok(());
        }
        let mut bases: Vec<_> = statepoint.pairs().flat_map(|pair| words(pair.base)).collect();
        bases.sort_unstable();
        let first = statepoint.first_pair_index();
        for [one, other] in self.derived.array_windows().filter(contradict) {
            if bases.binary_search(&one.word).is_ok() {
                continue;
            }
            let (index, other) = (one.index.max(other.index), one.index.min(other.index) - 1);
            let location = statepoint.pairs().nth((index - first) / 2);
            let Some(Pair { derived, .. }) = location else { continue };
            report(derived, Severity::Error, Violation::TwoBases { index, other })?;
        }
        Ok(())
    }
}

/// The words of a location that a collector rewrites.
fn words(value: Value) -> impl Iterator<Item = Word> {
    let (first, count) = match value {
        Value::Register { register, .. } => ((true, register.dwarf(), 0), 1),
        Value::Slot { base, offset, size } => ((false, base.dwarf(), offset.into()), size / 8),
        // Constants and addresses of stack objects.
        _ => ((false, 0, 0), 0),
    };
    let (is_register, register, offset) = first;
    (0..count).map(move |word| (is_register, register, offset + 8 * i64::from(word)))
}

/// Checks one location.
#[inline]
fn root<A: Architecture, E>(
    frame: &KnownFrame<'_>,
    index: usize,
    value: Value,
    report: &mut impl FnMut(Value, Severity, Violation) -> Result<(), E>,
) -> Result<(), E> {
    match problem::<A>(frame, index, value) {
        None => Ok(()),
        Some((severity, violation)) => report(value, severity, violation),
    }
}

#[inline]
fn problem<A: Architecture>(
    frame: &KnownFrame<'_>,
    index: usize,
    value: Value,
) -> Option<(Severity, Violation)> {
    let (base, offset, size) = match value {
        // `Statepoint::decode` lets no other register be a root.
        Value::Constant(_) | Value::OtherRegister { .. } => return None,
        Value::Register { register, .. } => {
            return callee_saved_index::<A>(register).is_none().then(|| {
                let register = A::register_name(register);
                (Severity::Error, Violation::CallerSavedRoot { index, register })
            });
        }
        Value::Slot { base, offset, size } | Value::Address { base, offset, size } => {
            (base, offset, size)
        }
    };
    if !is_preserved::<A>(base) {
        let register = A::register_name(base);
        return Some((Severity::Error, Violation::SlotBase { index, register }));
    }
    if offset % 8 != 0 {
        let register = A::register_name(base);
        return Some((Severity::Error, Violation::MisalignedSlot { index, register, offset }));
    }
    let (mut severity, problem) = frame.problem::<A>(Bytes { base, offset, size })?;
    if matches!(value, Value::Address { .. })
        && matches!(problem, super::FrameProblem::InCaller { .. })
    {
        // An argument that is passed by value is an object of the caller's frame.
        severity = Severity::Warning;
    }
    let register = A::register_name(base);
    Some((severity, Violation::OutsideFrame { index, register, offset, size, problem }))
}

fn is_preserved<A: Architecture>(base: Register) -> bool {
    base == A::STACK_POINTER || callee_saved_index::<A>(base).is_some()
}
