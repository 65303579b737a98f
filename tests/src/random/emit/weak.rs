//! Weak objects and ephemerons.
//!
//! Each also has a number, the [content](Body::content) of the object that it finally leads to,
//! which nothing else may keep alive.

use super::super::model::{Pick, Statement};
use super::body::{Body, Kind};
use super::dialect::Dialect;
use super::support::{BOX, EPHEMERON, KEPT_SLOTS, RETAINED_SLOTS, TYPE_OF_HEADER, WEAK, header};
use super::writer::Writer;

impl Body<'_> {
    /// Makes a weak object or an ephemeron, runs the body, and checks it. Its target stays live,
    /// whatever the body does.
    pub(super) fn weak(&mut self, target: Pick, value: Option<Pick>, body: &[Statement]) {
        let target = self.reference(target);
        let held = value.map_or_else(|| target.clone(), |value| self.reference(value));
        let weak = self.new_weak(&target, value.is_some(), &held);
        let reference = self.dialect.reference();
        self.out.mark(if value.is_some() { "ephemeron" } else { "weak object" });
        let values = self.pool.len();
        self.statements(body);
        self.pool.truncate(values);
        let at = self.out.field(&weak, 16);
        let found = self.out.load(reference, &at);
        let number = self.content(&found);
        self.mix(&number);
        // A key is live as long as something uses it.
        let number = self.content(&target);
        self.mix(&number);
        self.push(weak, Kind::Weak);
        self.push(found, Kind::Any);
    }

    /// Makes a weak object for a target, or an ephemeron with it as its key and this value.
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

    /// Makes a weak object or an ephemeron for an object that dies at once, and stores it in the
    /// array of kept objects.
    pub(super) fn forget(&mut self, slot: Pick, is_ephemeron: bool) {
        let [target, held] = ["target", "held"].map(|stem| {
            let object = self.allocate(stem, 16, BOX);
            let at = self.out.field(&object, 8);
            let running = self.running.clone();
            self.out.store("i64", &running, &at);
            object
        });
        self.out.mark(if is_ephemeron { "dying ephemeron" } else { "dying weak object" });
        let weak = self.new_weak(&target, is_ephemeron, if is_ephemeron { &held } else { &target });
        let (retained, at) = self.kept_slot(KEPT_SLOTS + slot % (RETAINED_SLOTS - KEPT_SLOTS));
        self.out.store_reference(&retained, &at, &weak);
    }

    /// Mixes in whether a weak object or an ephemeron is cleared or refers to the object that it
    /// was made for.
    pub(super) fn look(&mut self, pick: Pick) {
        let kind = self.dialect.reference();
        let weak_objects = self.of_kind(pick / 2, |kind| kind == Kind::Weak);
        let weak = match weak_objects {
            Some(value) if pick & 1 == 0 => value.name,
            _ => {
                let (_, at) = self.kept_slot(KEPT_SLOTS + pick / 2 % (RETAINED_SLOTS - KEPT_SLOTS));
                self.out.load(kind, &at)
            }
        };
        self.out.mark("load of a weak field");
        let entry = self.program.entry();
        let right = self.out.value("right", format_args!("call i64 @{entry}_right({kind} {weak})"));
        self.mix(&right);
    }
}

/// `i64 right(reference)`: returns 1 if this is null, or is cleared or refers to the object that it
/// was made for.
pub(super) fn right(name: &str, dialect: Dialect) -> String {
    let mut out = Writer::new(dialect);
    let reference = dialect.reference();
    let none = out.value("none", format_args!("icmp eq {reference} %weak, null"));
    out.line(format_args!("br i1 {none}, label %yes, label %look"));
    out.block("yes");
    out.line("ret i64 1");
    out.block("look");
    let at = out.field("%weak", 16);
    let found = out.load(reference, &at);
    let at = out.field("%weak", 24);
    let number = out.load("i64", &at);
    let content =
        out.value("content", format_args!("call i64 @{name}_content({reference} {found})"));
    let same = out.value("same", format_args!("icmp eq i64 {content}, {number}"));
    let gone = out.value("gone", format_args!("icmp eq {reference} {found}, null"));
    // The key of an ephemeron is then cleared, too; a weak object has null at this place.
    let at = out.field("%weak", 8);
    let key = out.load(reference, &at);
    let no_key = out.value("gone", format_args!("icmp eq {reference} {key}, null"));
    let gone = out.value("gone", format_args!("and i1 {gone}, {no_key}"));
    let right = out.value("right", format_args!("or i1 {same}, {gone}"));
    let word = out.load("i64", "%weak");
    let kind = out.value("type", format_args!("and i64 {word}, {TYPE_OF_HEADER}"));
    let [weak, ephemeron] = [WEAK, EPHEMERON]
        .map(|kind_id| out.value("is", format_args!("icmp eq i64 {kind}, {}", header(kind_id))));
    let known = out.value("known", format_args!("or i1 {weak}, {ephemeron}"));
    let right = out.value("right", format_args!("and i1 {right}, {known}"));
    let number = out.value("right", format_args!("zext i1 {right} to i64"));
    out.line(format_args!("ret i64 {number}"));
    format!(
        "define internal i64 @{name}_right({reference} %weak) noinline uwtable \"gc-leaf-function\" {{\n{}}}\n\n",
        out.finish()
    )
}
