//! Checks of the roots of a statepoint: that their locations are valid, and that each derived
//! pointer has one base.

use super::{ByteRange, KnownFrame, RecordViolation, Severity};
use crate::arch::{Architecture, Register, callee_saved_index};
use crate::statepoint::{PointerPair, Statepoint, ValueLocation};

/// Checks the roots of statepoints. The value reuses its memory for each statepoint.
#[derive(Debug, Default)]
pub struct RootCheck {
    /// The derived pointers of the current statepoint.
    derived: Vec<Derived>,
}

/// A derived pointer of a statepoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Derived {
    /// The word that holds the derived pointer.
    word: Word,
    /// The word that holds its base.
    base: Word,
    /// The index of the derived pointer's location.
    index: usize,
}

/// A register or an 8-byte word of the stack: whether it is a register, the DWARF number of the
/// register or of the slot's base register, and the offset in bytes from the base register.
type Word = (bool, u16, i64);

/// Maximum number of derived pointers of a record that are compared. A table has at most 65,535
/// roots per call site, so no usable record has more.
const MAX_DERIVED: usize = 1 << 20;

impl RootCheck {
    /// Checks base pointers, derived pointers and stack objects. Calls `report` with each violation
    /// and its location.
    ///
    /// # Errors
    ///
    /// The first error that `report` returns; the check stops there.
    pub fn roots<A: Architecture, E>(
        &mut self,
        frame: &KnownFrame<'_>,
        statepoint: &Statepoint<'_, A>,
        report: &mut impl FnMut(ValueLocation, Severity, RecordViolation) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut index = statepoint.first_pair_index();
        self.derived.clear();
        for PointerPair { base, derived } in statepoint.pairs() {
            check_root::<A, E>(frame, index, base, report)?;
            // In most pairs, base and derived pointer are the same location.
            if derived != base {
                check_root::<A, E>(frame, index + 1, derived, report)?;
                self.add_derived(index + 1, base, derived);
            }
            index += 2;
        }
        for object in statepoint.allocas() {
            check_root::<A, E>(frame, index, object, report)?;
            index += 1;
        }
        if self.derived.len() > 1 { self.check_bases(statepoint, report) } else { Ok(()) }
    }

    /// Adds the words of a derived pointer whose location has this index.
    fn add_derived(&mut self, index: usize, base: ValueLocation, derived: ValueLocation) {
        let pairs = words(derived).zip(words(base));
        let room = MAX_DERIVED.saturating_sub(self.derived.len());
        self.derived.extend(pairs.take(room).map(|(word, base)| Derived { word, base, index }));
    }

    /// Reports derived pointers with two bases. A word that is also the base of a pair is not
    /// reported, because it holds the start of an object. Each location is reported at most once,
    /// so the running time is that of sorting.
    fn check_bases<A: Architecture, E>(
        &mut self,
        statepoint: &Statepoint<'_, A>,
        report: &mut impl FnMut(ValueLocation, Severity, RecordViolation) -> Result<(), E>,
    ) -> Result<(), E> {
        self.derived.sort_unstable();
        let contradict =
            |[one, other]: &&[Derived; 2]| one.word == other.word && one.base != other.base;
        if !self.derived.array_windows().any(|pair| contradict(&pair)) {
            return Ok(());
        }
        let bases = WordSet::new(statepoint.pairs().map(|pair| pair.base));
        let contradictions = self.derived.array_windows().filter(contradict);
        let mut wrong: Vec<_> = contradictions
            .filter(|[one, _]| !bases.contains(one.word))
            .map(|[one, other]| (one.index.max(other.index), one.index.min(other.index) - 1))
            .collect();
        wrong.sort_unstable();
        wrong.dedup_by_key(|(index, _)| *index);
        let mut wrong = wrong.into_iter().peekable();
        let derived = (statepoint.first_pair_index() + 1..).step_by(2);
        for (at, PointerPair { derived, .. }) in derived.zip(statepoint.pairs()) {
            if let Some((index, other)) = wrong.next_if(|(index, _)| *index == at) {
                report(derived, Severity::Error, RecordViolation::TwoBases { index, other })?;
            }
        }
        Ok(())
    }
}

/// A set of words, stored as ranges because a location may have up to 8,191 words.
struct WordSet(Vec<WordRange>);

/// A range of consecutive words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct WordRange {
    first: Word,
    /// Offset in bytes of the end of the last word.
    end: i64,
}

impl WordSet {
    /// Creates the set of the words of these locations.
    fn new(values: impl Iterator<Item = ValueLocation>) -> Self {
        let runs = values.map(|value| {
            let (first, count) = first_word(value);
            WordRange { first, end: first.2 + 8 * i64::from(count) }
        });
        let mut runs: Vec<_> = runs.filter(|run| run.end > run.first.2).collect();
        runs.sort_unstable();
        runs.dedup_by(|next, run| {
            let (base, next_base) = ((run.first.0, run.first.1), (next.first.0, next.first.1));
            let joins = base == next_base && next.first.2 <= run.end;
            if joins {
                run.end = run.end.max(next.end);
            }
            joins
        });
        Self(runs)
    }

    /// Returns whether the set contains a word.
    fn contains(&self, word: Word) -> bool {
        let after = self.0.partition_point(|run| run.first <= word);
        let run = after.checked_sub(1).map(|at| self.0[at]);
        run.is_some_and(|WordRange { first, end }| {
            (first.0, first.1) == (word.0, word.1) && word.2 < end
        })
    }
}

/// Returns the first word of a location that a collector rewrites, and the number of its words.
fn first_word(value: ValueLocation) -> (Word, u16) {
    match value {
        ValueLocation::Register { register, .. } => ((true, register.dwarf(), 0), 1),
        ValueLocation::Slot { base, offset, size } => {
            ((false, base.dwarf(), offset.into()), size / 8)
        }
        // Constants and addresses of stack objects.
        _ => ((false, 0, 0), 0),
    }
}

/// Iterates over the words of a location that a collector rewrites.
fn words(value: ValueLocation) -> impl Iterator<Item = Word> {
    let ((is_register, register, offset), count) = first_word(value);
    (0..count).map(move |word| (is_register, register, offset + 8 * i64::from(word)))
}

/// Checks one location, and reports its violation, if any.
#[inline]
fn check_root<A: Architecture, E>(
    frame: &KnownFrame<'_>,
    index: usize,
    value: ValueLocation,
    report: &mut impl FnMut(ValueLocation, Severity, RecordViolation) -> Result<(), E>,
) -> Result<(), E> {
    match find_violation::<A>(frame, index, value) {
        None => Ok(()),
        Some((severity, violation)) => report(value, severity, violation),
    }
}

/// Returns the violation of one location, if any.
#[inline]
fn find_violation<A: Architecture>(
    frame: &KnownFrame<'_>,
    index: usize,
    value: ValueLocation,
) -> Option<(Severity, RecordViolation)> {
    let (base, offset, size) = match value {
        // `Statepoint::decode` returns an error for a root in another register.
        ValueLocation::Constant(_) | ValueLocation::OtherRegister { .. } => return None,
        ValueLocation::Register { register, .. } => {
            return callee_saved_index::<A>(register).is_none().then(|| {
                let register = A::register_name(register);
                (Severity::Error, RecordViolation::CallerSavedRoot { index, register })
            });
        }
        ValueLocation::Slot { base, offset, size }
        | ValueLocation::Address { base, offset, size } => (base, offset, size),
    };
    if !is_preserved::<A>(base) {
        let register = A::register_name(base);
        return Some((Severity::Error, RecordViolation::SlotBase { index, register }));
    }
    if offset % 8 != 0 {
        let register = A::register_name(base);
        return Some((
            Severity::Error,
            RecordViolation::MisalignedSlot { index, register, offset },
        ));
    }
    let (mut severity, problem) = frame.problem::<A>(ByteRange { base, offset, size })?;
    if matches!(value, ValueLocation::Address { .. })
        && matches!(problem, super::FrameLocationProblem::InCaller { .. })
    {
        // An argument that is passed by value is an object of the caller's frame.
        severity = Severity::Warning;
    }
    let register = A::register_name(base);
    Some((severity, RecordViolation::OutsideFrame { index, register, offset, size, problem }))
}

/// Returns whether a slot may be relative to this register: calls preserve it.
fn is_preserved<A: Architecture>(base: Register) -> bool {
    base == A::STACK_POINTER || callee_saved_index::<A>(base).is_some()
}
