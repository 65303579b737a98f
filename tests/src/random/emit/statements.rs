//! Emits the instructions of each kind of statement.

use super::super::model::{NonHeapValue, Pick, Statement};
use super::body::{FunctionEmitter, ValueKind};
use super::support::{BOX, NODE, REFERENCES, WORDS, header};

/// Minimum number of elements of an array that is a large object (8 KiB, with header and length).
const LARGE: u32 = 1023;

impl FunctionEmitter<'_> {
    pub(super) fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match *statement {
            Statement::Box => self.new_box(),
            Statement::Node(left, right) => {
                let fields = [(8, self.pick_reference(left)), (16, self.pick_reference(right))];
                let object = self.allocate("node", 32, NODE);
                for (offset, value) in fields {
                    let at = self.out.field(&object, offset);
                    self.out.store(self.dialect.reference(), &value, &at);
                }
                let at = self.out.field(&object, 24);
                let checksum = self.checksum.clone();
                self.out.store("i64", &checksum, &at);
                self.push(object, ValueKind::Node);
            }
            Statement::Words(length) => {
                let array = self.allocate_array("words", length, WORDS);
                if length >= LARGE {
                    self.out.mark("large array of words");
                }
                for index in [0, length / 2, length - 1] {
                    let at = self.out.field(&array, 16 + 8 * index);
                    let checksum = &self.checksum;
                    let word = self.out.value("word", format_args!("add i64 {checksum}, {index}"));
                    self.out.store("i64", &word, &at);
                }
                self.push(array, ValueKind::Words(length));
            }
            Statement::References(length, element) => {
                let element = self.pick_reference(element);
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
                self.push(array, ValueKind::References(length));
            }
            Statement::NonHeapValue(value) => self.outside(value),
            Statement::Interior(array, index) => {
                if let Some((array, length)) = self.array(array) {
                    self.out.mark("derived pointer");
                    let at = self.out.field(&array, 16 + 8 * (index % length));
                    self.push(at, ValueKind::Interior);
                }
            }
            Statement::StoreField(node, right, value) => {
                let value = self.pick_reference(value);
                if let Some(node) = self.pick_of_kind(node, |kind| kind == ValueKind::Node) {
                    let at = self.out.field(&node.name, if right { 16 } else { 8 });
                    self.out.mark("store in a field");
                    self.out.store_reference(&node.name, &at, &value);
                }
            }
            Statement::LoadField(node, right) => {
                if let Some(node) = self.pick_of_kind(node, |kind| kind == ValueKind::Node) {
                    let at = self.out.field(&node.name, if right { 16 } else { 8 });
                    let value = self.out.load(self.dialect.reference(), &at);
                    self.push(value, ValueKind::Any);
                }
            }
            Statement::StoreElement(array, index, value) => {
                let value = self.pick_reference(value);
                if let Some((array, at)) = self.element(array, index) {
                    self.out.mark("store in an element");
                    self.out.store_reference(&array, &at, &value);
                }
            }
            Statement::LoadElement(array, index) => {
                if let Some((_, at)) = self.element(array, index) {
                    let value = self.out.load(self.dialect.reference(), &at);
                    self.push(value, ValueKind::Any);
                }
            }
            Statement::Copy(to, from, count) => self.copy(to, from, count),
            Statement::Fill(array, value, count) => self.fill(array, value, count),
            Statement::Clone(value) => self.clone_object(value),
            Statement::StoreRetained(slot, value) => self.store_retained(slot, value),
            Statement::LoadRetained(slot) => self.load_retained(slot),
            Statement::Finalize(value) => self.finalize(value),
            Statement::RetainDyingWeak(slot, ephemeron) => self.retain_dying_weak(slot, ephemeron),
            Statement::CheckWeak(value) => self.check_weak(value),
            Statement::Weak { target, value, ref body } => self.weak(target, value, body),
            Statement::Shared(what, pick) => self.shared(what, pick),
            Statement::CallPreserveMost(value) => self.call_preserve_most(value),
            Statement::Throw(bits, thrower) => self.throw(bits, thrower),
            Statement::Mix(value) => self.mix_value(value),
            Statement::Call(callee, call_kind, ref arguments) => {
                self.call(callee, call_kind, arguments)
            }
            Statement::Check => {
                self.out.mark("check");
                self.out.line("call void @random_walk_check()");
            }
            Statement::Loop { rounds, has_poll, carried, array, ref body } => {
                self.repeat(rounds, has_poll, carried, array, body);
            }
            Statement::If { bit, ref then, ref otherwise } => self.branch(bit, then, otherwise),
            Statement::Vector { ref elements, loaded, ref body } => {
                self.vector(elements, loaded, body);
            }
            Statement::Patch(bytes) => {
                self.out.mark("patchable bytes");
                // The size must be a multiple of the instruction size of AArch64.
                let bytes = bytes.next_multiple_of(4);
                self.out.line(format_args!(
                    "call void @random_patchable() \"statepoint-num-patch-bytes\"=\"{bytes}\""
                ));
            }
        }
    }

    /// Emits the allocation of a box with the current checksum.
    pub(super) fn new_box(&mut self) {
        let object = self.allocate("box", 16, BOX);
        let at = self.out.field(&object, 8);
        let checksum = self.checksum.clone();
        self.out.store("i64", &checksum, &at);
        self.push(object, ValueKind::Box);
    }

    /// Emits the allocation of an object of `size` bytes.
    pub(super) fn allocate(&mut self, stem: &str, size: u32, kind: u32) -> String {
        let reference = self.dialect.reference();
        let header = header(kind);
        self.out
            .value(stem, format_args!("call {reference} @spgc_allocate(i64 {size}, i64 {header})"))
    }

    /// Emits the allocation of an array.
    fn allocate_array(&mut self, stem: &str, length: u32, kind: u32) -> String {
        let reference = self.dialect.reference();
        let header = header(kind);
        self.out.value(
            stem,
            format_args!("call {reference} @spgc_allocate_array(i64 {length}, i64 {header})"),
        )
    }

    /// Makes a value available that is not a reference into the heap.
    fn outside(&mut self, value: NonHeapValue) {
        let reference = self.dialect.reference();
        self.out.mark(match value {
            NonHeapValue::Null => "null",
            NonHeapValue::Tagged(_) => "constant tagged number",
            NonHeapValue::Running => "tagged number",
            NonHeapValue::Static(_) => "static object",
        });
        let name = match value {
            NonHeapValue::Null => "null".to_owned(),
            NonHeapValue::Tagged(number) => {
                format!("inttoptr (i64 {} to {reference})", 2 * u64::from(number) + 1)
            }
            NonHeapValue::Running => {
                let checksum = self.checksum.clone();
                let word = self.out.value("tagged", format_args!("or i64 {checksum}, 1"));
                self.out.value("tagged", format_args!("inttoptr i64 {word} to {reference}"))
            }
            NonHeapValue::Static(number) => self.static_object(number),
        };
        self.push(name, ValueKind::Any);
    }

    /// Picks an array of words. Returns its name and length.
    pub(super) fn array(&self, pick: Pick) -> Option<(String, u32)> {
        let array = self.pick_of_kind(pick, |kind| matches!(kind, ValueKind::Words(_)))?;
        let ValueKind::Words(length) = array.kind else { return None };
        Some((array.name, length))
    }

    /// Picks an array of references. Returns its name and the address of an element.
    fn element(&mut self, array: Pick, index: Pick) -> Option<(String, String)> {
        let array = self.pick_of_kind(array, |kind| matches!(kind, ValueKind::References(_)))?;
        let ValueKind::References(length) = array.kind else { return None };
        let at = self.out.field(&array.name, 16 + 8 * (index % length));
        Some((array.name, at))
    }
}
