//! Bulk operations, retained objects, and finalizers.

use super::super::model::Pick;
use super::body::{FunctionEmitter, ValueKind};
use super::support::{RETAINED_OF_CONTEXT, STRONG_RETAINED_SLOTS};

impl FunctionEmitter<'_> {
    /// Emits a bulk copy between arrays, or within one array.
    pub(super) fn copy(&mut self, to: Pick, from: Pick, count: Pick) {
        let arrays = |kind: ValueKind| match (kind, to & 1) {
            (ValueKind::References(length), 0) | (ValueKind::Words(length), 1) => Some(length),
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

    /// Emits a bulk fill of a range of an array of references.
    pub(super) fn fill(&mut self, array: Pick, value: Pick, count: Pick) {
        let value = self.pick_reference(value);
        let references = |kind: ValueKind| match kind {
            ValueKind::References(length) => Some(length),
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

    /// Emits the clone of an object.
    pub(super) fn clone_object(&mut self, pick: Pick) {
        let is_object = |kind| !matches!(kind, ValueKind::Any | ValueKind::Interior);
        let Some(value) = self.pick_of_kind(pick, is_object) else { return };
        self.out.mark("clone");
        let reference = self.dialect.reference();
        let copy = self.out.value(
            "clone",
            format_args!("call {reference} @spgc_clone({reference} {})", value.name),
        );
        self.push(copy, value.kind);
    }

    /// Emits a load of the array of retained objects, and the address of one of its elements.
    /// Returns both.
    pub(super) fn retained_slot(&mut self, slot: u32) -> (String, String) {
        let at = self.out.field("%context", RETAINED_OF_CONTEXT);
        let retained = self.out.load(self.dialect.reference(), &at);
        let at = self.out.field(&retained, 16 + 8 * slot);
        (retained, at)
    }

    /// Emits a store into the array of retained objects.
    pub(super) fn store_retained(&mut self, slot: Pick, value: Pick) {
        let value = self.pick_reference(value);
        let (retained, at) = self.retained_slot(slot % STRONG_RETAINED_SLOTS);
        self.out.mark("store to a retained object");
        self.out.store_reference(&retained, &at, &value);
    }

    /// Emits a load from the array of retained objects.
    pub(super) fn load_retained(&mut self, slot: Pick) {
        let (_, at) = self.retained_slot(slot % STRONG_RETAINED_SLOTS);
        self.out.mark("load of a retained object");
        let value = self.out.load(self.dialect.reference(), &at);
        self.push(value, ValueKind::Any);
    }

    /// Emits the registration of an object for finalization. The token is the number in the object;
    /// the driver compares both.
    pub(super) fn finalize(&mut self, pick: Pick) {
        let Some(value) =
            self.pick_of_kind(pick, |kind| matches!(kind, ValueKind::Box | ValueKind::Node))
        else {
            return;
        };
        self.out.mark("finalizer");
        let at = self.out.field(&value.name, if value.kind == ValueKind::Box { 8 } else { 24 });
        let number = self.out.load("i64", &at);
        let reference = self.dialect.reference();
        self.out.line(format_args!(
            "call void @random_finalize({reference} {}, i64 {number}) \"gc-leaf-function\"",
            value.name
        ));
    }

    /// Picks an array of a kind for which `length` returns its length. Returns its name and length.
    fn array_of(
        &self,
        pick: Pick,
        length: impl Fn(ValueKind) -> Option<u32>,
    ) -> Option<(String, u32)> {
        let value = self.pick_of_kind(pick, |kind| length(kind).is_some())?;
        length(value.kind).map(|length| (value.name, length))
    }
}

/// Returns a number of elements, which is at most `max` except in 1 of 16 cases, where it is out of
/// bounds.
fn count_of(pick: Pick, max: u32, length: u32) -> u32 {
    if pick % 16 == 15 { length + 1 } else { pick / 16 % (max + 1) }
}
