//! Weak objects and ephemerons.
//!
//! Each also contains a number: the [content](FunctionEmitter::content) of its referent, or of its
//! value if it is an ephemeron. The number identifies that object when the weak field is loaded.

use super::super::model::{Pick, Statement};
use super::body::{FunctionEmitter, ValueKind};
use super::dialect::Dialect;
use super::support::{
    BOX, EPHEMERON, RETAINED_SLOTS, STRONG_RETAINED_SLOTS, TYPE_OF_HEADER, WEAK, header,
};
use super::writer::Writer;

impl FunctionEmitter<'_> {
    /// Emits the allocation of a weak object or an ephemeron, the body, and a check that it has not
    /// been cleared. Its target is live across the body.
    pub(super) fn weak(&mut self, target: Pick, value: Option<Pick>, body: &[Statement]) {
        let target = self.pick_reference(target);
        let held = value.map_or_else(|| target.clone(), |value| self.pick_reference(value));
        let weak = self.new_weak(&target, value.is_some(), &held);
        let reference = self.dialect.reference();
        self.out.mark(if value.is_some() { "ephemeron" } else { "weak object" });
        let values = self.operands.len();
        self.statements(body);
        self.operands.truncate(values);
        let at = self.out.field(&weak, 16);
        let found = self.out.load(reference, &at);
        let number = self.content(&found);
        self.mix(&number);
        // This use keeps the key live across the body.
        let number = self.content(&target);
        self.mix(&number);
        self.push(weak, ValueKind::Weak);
        self.push(found, ValueKind::Any);
    }

    /// Emits the allocation of a weak object for `target`, or of an ephemeron with the key `target`
    /// and the value `held`.
    fn new_weak(&mut self, target: &str, is_ephemeron: bool, held: &str) -> String {
        let number = self.content(held);
        let weak = self.allocate("weak", 32, if is_ephemeron { EPHEMERON } else { WEAK });
        let reference = self.dialect.reference();
        if is_ephemeron {
            let at = self.out.field(&weak, 8);
            self.out.store(reference, target, &at);
        }
        let at = self.out.field(&weak, 16);
        self.out.store(reference, held, &at);
        let at = self.out.field(&weak, 24);
        self.out.store("i64", &number, &at);
        weak
    }

    /// Emits the allocation of a weak object or an ephemeron for new objects that die immediately,
    /// and its store into the array of retained objects.
    pub(super) fn retain_dying_weak(&mut self, slot: Pick, is_ephemeron: bool) {
        let [target, held] = ["target", "held"].map(|stem| {
            let object = self.allocate(stem, 16, BOX);
            let at = self.out.field(&object, 8);
            let checksum = self.checksum.clone();
            self.out.store("i64", &checksum, &at);
            object
        });
        self.out.mark(if is_ephemeron { "dying ephemeron" } else { "dying weak object" });
        let weak = self.new_weak(&target, is_ephemeron, if is_ephemeron { &held } else { &target });
        let (retained, at) = self
            .retained_slot(STRONG_RETAINED_SLOTS + slot % (RETAINED_SLOTS - STRONG_RETAINED_SLOTS));
        self.out.store_reference(&retained, &at, &weak);
    }

    /// Emits a check that a weak object or an ephemeron is cleared or refers to its original
    /// referent. The result is mixed into the checksum.
    pub(super) fn check_weak(&mut self, pick: Pick) {
        let kind = self.dialect.reference();
        let weak_objects = self.pick_of_kind(pick / 2, |kind| kind == ValueKind::Weak);
        let weak = match weak_objects {
            Some(value) if pick & 1 == 0 => value.name,
            _ => {
                let (_, at) = self.retained_slot(
                    STRONG_RETAINED_SLOTS + pick / 2 % (RETAINED_SLOTS - STRONG_RETAINED_SLOTS),
                );
                self.out.load(kind, &at)
            }
        };
        self.out.mark("load of a weak field");
        let entry = self.program.entry();
        let is_valid =
            self.out.value("valid", format_args!("call i64 @{entry}_is_valid({kind} {weak})"));
        self.mix(&is_valid);
    }
}

/// Returns the function `i64 is_valid(reference)`. It returns 1 if its argument is null, or a weak
/// object or ephemeron that is cleared or refers to its original referent.
pub(super) fn is_valid(name: &str, dialect: Dialect) -> String {
    let mut out = Writer::new(dialect);
    let reference = dialect.reference();
    let none = out.value("none", format_args!("icmp eq {reference} %weak, null"));
    out.line(format_args!("br i1 {none}, label %yes, label %check"));
    out.block("yes");
    out.line("ret i64 1");
    out.block("check");
    let at = out.field("%weak", 16);
    let found = out.load(reference, &at);
    let at = out.field("%weak", 24);
    let number = out.load("i64", &at);
    let content =
        out.value("content", format_args!("call i64 @{name}_content({reference} {found})"));
    let same = out.value("same", format_args!("icmp eq i64 {content}, {number}"));
    let cleared = out.value("cleared", format_args!("icmp eq {reference} {found}, null"));
    // A cleared ephemeron has no key either; a weak object always has null in this field.
    let at = out.field("%weak", 8);
    let key = out.load(reference, &at);
    let no_key = out.value("cleared", format_args!("icmp eq {reference} {key}, null"));
    let cleared = out.value("cleared", format_args!("and i1 {cleared}, {no_key}"));
    let is_valid = out.value("valid", format_args!("or i1 {same}, {cleared}"));
    let word = out.load("i64", "%weak");
    let kind = out.value("type", format_args!("and i64 {word}, {TYPE_OF_HEADER}"));
    let [weak, ephemeron] = [WEAK, EPHEMERON]
        .map(|kind_id| out.value("is", format_args!("icmp eq i64 {kind}, {}", header(kind_id))));
    let known = out.value("known", format_args!("or i1 {weak}, {ephemeron}"));
    let is_valid = out.value("valid", format_args!("and i1 {is_valid}, {known}"));
    let number = out.value("valid", format_args!("zext i1 {is_valid} to i64"));
    out.line(format_args!("ret i64 {number}"));
    format!(
        "define internal i64 @{name}_is_valid({reference} %weak) \
         noinline uwtable \"gc-leaf-function\" {{\n{}}}\n\n",
        out.finish()
    )
}
