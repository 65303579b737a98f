//! The instructions of each statement.

use super::super::model::{Outside, Pick, Statement};
use super::body::{Body, Kind};
use super::support::{BOX, NODE, REFERENCES, WORDS, header};

/// Arrays of this number of elements are large objects.
const LARGE: u32 = 1023;

impl Body<'_> {
    pub(super) fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match *statement {
            Statement::Box => self.new_box(),
            Statement::Node(left, right) => {
                let fields = [(8, self.reference(left)), (16, self.reference(right))];
                let object = self.allocate("node", 32, NODE);
                for (offset, value) in fields {
                    let at = self.out.field(&object, offset);
                    self.out.store(self.dialect.reference(), &value, &at);
                }
                let at = self.out.field(&object, 24);
                let running = self.running.clone();
                self.out.store("i64", &running, &at);
                self.push(object, Kind::Node);
            }
            Statement::Words(length) => {
                let array = self.allocate_array("words", length, WORDS);
                if length >= LARGE {
                    self.out.mark("large array of words");
                }
                for index in [0, length / 2, length - 1] {
                    let at = self.out.field(&array, 16 + 8 * index);
                    let running = &self.running;
                    let word = self.out.value("word", format_args!("add i64 {running}, {index}"));
                    self.out.store("i64", &word, &at);
                }
                self.push(array, Kind::Words(length));
            }
            Statement::References(length, element) => {
                let element = self.reference(element);
                let array = self.allocate_array("references", length, REFERENCES);
                self.out.mark(if length < LARGE {
                    "array of references"
                } else {
                    "large array of references"
                });
                for index in (0..length).step_by((length as usize / 8).max(3)) {
                    let at = self.out.field(&array, 16 + 8 * index);
                    self.out.store(self.dialect.reference(), &element, &at);
                }
                self.push(array, Kind::References(length));
            }
            Statement::Outside(value) => self.outside(value),
            Statement::Interior(array, index) => {
                if let Some((array, length)) = self.array(array) {
                    self.out.mark("derived pointer");
                    let at = self.out.field(&array, 16 + 8 * (index % length));
                    self.push(at, Kind::Interior);
                }
            }
            Statement::SetField(node, right, value) => {
                let value = self.reference(value);
                if let Some(node) = self.of_kind(node, |kind| kind == Kind::Node) {
                    let at = self.out.field(&node.name, if right { 16 } else { 8 });
                    self.out.mark("store in a field");
                    self.out.store_reference(&node.name, &at, &value);
                }
            }
            Statement::Field(node, right) => {
                if let Some(node) = self.of_kind(node, |kind| kind == Kind::Node) {
                    let at = self.out.field(&node.name, if right { 16 } else { 8 });
                    let value = self.out.load(self.dialect.reference(), &at);
                    self.push(value, Kind::Any);
                }
            }
            Statement::SetElement(array, index, value) => {
                let value = self.reference(value);
                if let Some((array, at)) = self.element(array, index) {
                    self.out.mark("store in an element");
                    self.out.store_reference(&array, &at, &value);
                }
            }
            Statement::Element(array, index) => {
                if let Some((_, at)) = self.element(array, index) {
                    let value = self.out.load(self.dialect.reference(), &at);
                    self.push(value, Kind::Any);
                }
            }
            Statement::Copy(to, from, count) => self.copy(to, from, count),
            Statement::Fill(array, value, count) => self.fill(array, value, count),
            Statement::Clone(value) => self.clone_object(value),
            Statement::Keep(slot, value) => self.keep(slot, value),
            Statement::Kept(slot) => self.kept(slot),
            Statement::Finalize(value) => self.finalize(value),
            Statement::Forget(slot, ephemeron) => self.forget(slot, ephemeron),
            Statement::Look(value) => self.look(value),
            Statement::Weak { target, value, ref body } => self.weak(target, value, body),
            Statement::Shared(what, pick) => self.shared(what, pick),
            Statement::Quiet(value) => self.quiet(value),
            Statement::Throw(bits, thrower) => self.throw(bits, thrower),
            Statement::Mix(value) => self.mix_value(value),
            Statement::Call(callee, way, ref arguments) => self.call(callee, way, arguments),
            Statement::Check => {
                self.out.mark("check");
                self.out.line("call void @random_walk_check()");
            }
            Statement::Loop { rounds, polled, carried, array, ref body } => {
                self.repeat(rounds, polled, carried, array, body);
            }
            Statement::If { bit, ref then, ref otherwise } => self.branch(bit, then, otherwise),
            Statement::Vector { ref elements, loaded, ref body } => {
                self.vector(elements, loaded, body);
            }
            Statement::Patch(bytes) => {
                self.out.mark("patchable bytes");
                // A multiple of every instruction's size.
                let bytes = bytes.next_multiple_of(4);
                self.out.line(format_args!(
                    "call void @random_patchable() \"statepoint-num-patch-bytes\"=\"{bytes}\""
                ));
            }
        }
    }

    /// A box that holds the running checksum.
    pub(super) fn new_box(&mut self) {
        let object = self.allocate("box", 16, BOX);
        let at = self.out.field(&object, 8);
        let running = self.running.clone();
        self.out.store("i64", &running, &at);
        self.push(object, Kind::Box);
    }

    pub(super) fn allocate(&mut self, stem: &str, size: u32, kind: u32) -> String {
        let reference = self.dialect.reference();
        let header = header(kind);
        self.out
            .value(stem, format_args!("call {reference} @spgc_allocate(i64 {size}, i64 {header})"))
    }

    fn allocate_array(&mut self, stem: &str, length: u32, kind: u32) -> String {
        let reference = self.dialect.reference();
        let header = header(kind);
        self.out.value(
            stem,
            format_args!("call {reference} @spgc_allocate_array(i64 {length}, i64 {header})"),
        )
    }

    fn outside(&mut self, value: Outside) {
        let reference = self.dialect.reference();
        self.out.mark(match value {
            Outside::Null => "null",
            Outside::Tagged(_) => "constant tagged number",
            Outside::Running => "tagged number",
            Outside::Static(_) => "static object",
        });
        let name = match value {
            Outside::Null => "null".to_owned(),
            Outside::Tagged(number) => {
                format!("inttoptr (i64 {} to {reference})", 2 * u64::from(number) + 1)
            }
            Outside::Running => {
                let running = self.running.clone();
                let word = self.out.value("tagged", format_args!("or i64 {running}, 1"));
                self.out.value("tagged", format_args!("inttoptr i64 {word} to {reference}"))
            }
            Outside::Static(number) => self.static_object(number),
        };
        self.push(name, Kind::Any);
    }

    /// Picks an array of words. Returns it and its length.
    pub(super) fn array(&self, pick: Pick) -> Option<(String, u32)> {
        let array = self.of_kind(pick, |kind| matches!(kind, Kind::Words(_)))?;
        let Kind::Words(length) = array.kind else { return None };
        Some((array.name, length))
    }

    /// Picks an array of references. Returns it and the address of an element.
    fn element(&mut self, array: Pick, index: Pick) -> Option<(String, String)> {
        let array = self.of_kind(array, |kind| matches!(kind, Kind::References(_)))?;
        let Kind::References(length) = array.kind else { return None };
        let at = self.out.field(&array.name, 16 + 8 * (index % length));
        Some((array.name, at))
    }
}
