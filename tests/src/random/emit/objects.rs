//! Statements about objects beyond making, reading and changing one: bulk operations, objects that
//! the whole program keeps, and finalizers.

use super::super::model::Pick;
use super::body::{Body, Kind};
use super::support::{KEPT_SLOTS, RETAINED_OF_CONTEXT};

impl Body<'_> {
    /// Copies elements of an array into another one, or within the same one.
    pub(super) fn copy(&mut self, to: Pick, from: Pick, count: Pick) {
        let arrays = |kind: Kind| match (kind, to & 1) {
            (Kind::References(length), 0) | (Kind::Words(length), 1) => Some(length),
            _ => None,
        };
        let Some((to_array, to_length)) = self.array_of(to / 2, arrays) else { return };
        let Some((from_array, from_length)) = self.array_of(from, arrays) else { return };
        self.out.mark(if to & 1 == 0 { "copy of references" } else { "copy of words" });
        let (to_index, from_index) = (to / 8 % to_length, from / 8 % from_length);
        let max = (to_length - to_index).min(from_length - from_index);
        let count = count_of(count, max, from_length);
        let reference = self.dialect.reference();
        let result = self.out.value(
            "copied",
            format_args!(
                "call i64 @spgc_array_copy({reference} {to_array}, i64 {to_index}, \
                 {reference} {from_array}, i64 {from_index}, i64 {count})"
            ),
        );
        self.mix(&result);
    }

    /// Stores one value into some elements of an array of references.
    pub(super) fn fill(&mut self, array: Pick, value: Pick, count: Pick) {
        let value = self.reference(value);
        let references = |kind: Kind| match kind {
            Kind::References(length) => Some(length),
            _ => None,
        };
        let Some((name, length)) = self.array_of(array, references) else { return };
        self.out.mark("fill");
        let index = array / 8 % length;
        let count = count_of(count, length - index, length);
        let reference = self.dialect.reference();
        let result = self.out.value(
            "filled",
            format_args!(
                "call i64 @spgc_array_fill({reference} {name}, i64 {index}, {reference} {value}, \
                 i64 {count})"
            ),
        );
        self.mix(&result);
    }

    pub(super) fn clone_object(&mut self, pick: Pick) {
        let is_object = |kind| !matches!(kind, Kind::Any | Kind::Interior);
        let Some(value) = self.of_kind(pick, is_object) else { return };
        self.out.mark("clone");
        let reference = self.dialect.reference();
        let copy = self.out.value(
            "clone",
            format_args!("call {reference} @spgc_clone({reference} {})", value.name),
        );
        self.push(copy, value.kind);
    }

    /// Loads the array in which the whole program keeps values, and computes the address of an
    /// element. Returns both.
    pub(super) fn kept_slot(&mut self, slot: u32) -> (String, String) {
        let at = self.out.field("%context", RETAINED_OF_CONTEXT);
        let retained = self.out.load(self.dialect.reference(), &at);
        let at = self.out.field(&retained, 16 + 8 * slot);
        (retained, at)
    }

    pub(super) fn keep(&mut self, slot: Pick, value: Pick) {
        let value = self.reference(value);
        let (retained, at) = self.kept_slot(slot % KEPT_SLOTS);
        self.out.mark("store to a retained object");
        self.out.store_reference(&retained, &at, &value);
    }

    pub(super) fn kept(&mut self, slot: Pick) {
        let (_, at) = self.kept_slot(slot % KEPT_SLOTS);
        self.out.mark("load of a retained object");
        let value = self.out.load(self.dialect.reference(), &at);
        self.push(value, Kind::Any);
    }

    /// Registers an object for finalization with the number in it, which the thread that drains the
    /// queue compares.
    pub(super) fn finalize(&mut self, pick: Pick) {
        let Some(value) = self.of_kind(pick, |kind| matches!(kind, Kind::Box | Kind::Node)) else {
            return;
        };
        self.out.mark("finalizer");
        let at = self.out.field(&value.name, if value.kind == Kind::Box { 8 } else { 24 });
        let number = self.out.load("i64", &at);
        let reference = self.dialect.reference();
        self.out.line(format_args!(
            "call void @random_finalize({reference} {}, i64 {number}) \"gc-leaf-function\"",
            value.name
        ));
    }

    /// Picks a value that is an array as `length` requires. Returns it and its length.
    fn array_of(&self, pick: Pick, length: impl Fn(Kind) -> Option<u32>) -> Option<(String, u32)> {
        let value = self.of_kind(pick, |kind| length(kind).is_some())?;
        length(value.kind).map(|length| (value.name, length))
    }
}

/// Returns a number of elements: usually at most as many as there is room for, and occasionally too
/// many.
fn count_of(pick: Pick, max: u32, length: u32) -> u32 {
    if pick % 16 == 15 { length + 1 } else { pick / 16 % (max + 1) }
}
