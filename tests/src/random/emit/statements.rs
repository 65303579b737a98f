//! Each statement's instructions.

use super::super::model::{Outside, Pick, Shape, Statement, Way};
use super::body::{Body, Kind, Value};
use super::dialect::Dialect;
use super::support::{BOX, NODE, REFERENCES, WORDS, header};
use super::{function_name, standard_functions};

impl Body<'_> {
    pub(super) fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match *statement {
            Statement::Box => {
                let object = self.allocate("box", 16, BOX);
                let at = self.out.field(&object, 8);
                let running = self.running.clone();
                self.out.store("i64", &running, &at);
                self.push(object, Kind::Box);
            }
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
                for index in (0..length).step_by(3) {
                    let at = self.out.field(&array, 16 + 8 * index);
                    self.out.store(self.dialect.reference(), &element, &at);
                }
                self.push(array, Kind::References(length));
            }
            Statement::Outside(value) => self.outside(value),
            Statement::Interior(array, index) => {
                if let Some((array, length)) = self.array(array) {
                    let at = self.out.field(&array, 16 + 8 * (index % length));
                    self.push(at, Kind::Interior);
                }
            }
            Statement::SetField(node, right, value) => {
                let value = self.reference(value);
                if let Some(node) = self.of_kind(node, |kind| kind == Kind::Node) {
                    let at = self.out.field(&node.name, if right { 16 } else { 8 });
                    self.out.store(self.dialect.reference(), &value, &at);
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
                if let Some(at) = self.element(array, index) {
                    self.out.store(self.dialect.reference(), &value, &at);
                }
            }
            Statement::Element(array, index) => {
                if let Some(at) = self.element(array, index) {
                    let value = self.out.load(self.dialect.reference(), &at);
                    self.push(value, Kind::Any);
                }
            }
            Statement::Mix(value) => self.mix_value(value),
            Statement::Call(callee, way, ref arguments) => self.call(callee, way, arguments),
            Statement::Check => self.out.line("call void @random_walk_check()"),
            Statement::Loop { rounds, polled, carried, array, ref body } => {
                self.repeat(rounds, polled, carried, array, body);
            }
            Statement::If { bit, ref then, ref otherwise } => self.branch(bit, then, otherwise),
            Statement::Vector { ref elements, loaded, ref body } => {
                self.vector(elements, loaded, body);
            }
            Statement::Patch(bytes) => {
                // A multiple of every instruction's size.
                let bytes = bytes.next_multiple_of(4);
                self.out.line(format_args!(
                    "call void @random_patchable() \"statepoint-num-patch-bytes\"=\"{bytes}\""
                ));
            }
        }
    }

    fn allocate(&mut self, stem: &str, size: u32, kind: u32) -> String {
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

    /// An array of words and its length.
    fn array(&self, pick: Pick) -> Option<(String, u32)> {
        let array = self.of_kind(pick, |kind| matches!(kind, Kind::Words(_)))?;
        let Kind::Words(length) = array.kind else { return None };
        Some((array.name, length))
    }

    /// The address of an element of an array of references.
    fn element(&mut self, array: Pick, index: Pick) -> Option<String> {
        let array = self.of_kind(array, |kind| matches!(kind, Kind::References(_)))?;
        let Kind::References(length) = array.kind else { return None };
        Some(self.out.field(&array.name, 16 + 8 * (index % length)))
    }

    fn call(&mut self, callee: Pick, way: Way, picks: &[Pick]) {
        let all = self.program.functions.len();
        let by_name = matches!(way, Way::Direct | Way::Deopt | Way::Invoke);
        let index = if by_name {
            callee as usize % all
        } else {
            let standard = standard_functions(self.program);
            standard[callee as usize % standard.len()]
        };
        let shape = self.program.functions[index].shape;
        let name = function_name(self.program, index);
        let convention = if shape.fast { "fastcc " } else { "" };
        let reference = self.dialect.reference();
        let pointer = self.dialect.pointer();
        let result = match way {
            Way::Direct => {
                let arguments = self.arguments(shape, picks);
                self.out.value("call", format_args!("call {convention}i64 @{name}({arguments})"))
            }
            Way::Deopt => {
                let arguments = self.arguments(shape, picks);
                let running = &self.running;
                let (a, b) = (self.reference(picks[1]), self.reference(picks[2]));
                let state = format!("i64 {running}, {reference} {a}, i32 7, {reference} {b}");
                self.out.value(
                    "call",
                    format_args!(
                        "call {convention}i64 @{name}({arguments}) [ \"deopt\"({state}) ]"
                    ),
                )
            }
            Way::Invoke => {
                let arguments = self.arguments(shape, picks);
                self.invoke(&format!("invoke {convention}i64 @{name}({arguments})"), picks)
            }
            Way::Indirect => {
                let function = self.table_entry(callee);
                let arguments = self.arguments(shape, picks);
                self.out.value("call", format_args!("call i64 {function}({arguments})"))
            }
            Way::ThroughNative if !self.features.native_frames => {
                let arguments = self.arguments(shape, picks);
                self.out.value("call", format_args!("call i64 @{name}({arguments})"))
            }
            Way::ThroughNative => {
                let address =
                    self.dialect.function_address(&self.parameters(Shape::STANDARD), &name);
                let arguments = self.arguments(shape, picks);
                let arguments = format!("{pointer} {address}, {arguments}");
                self.out.value("call", format_args!("call i64 @random_native_through({arguments})"))
            }
            Way::Transition => self.transition(callee),
        };
        self.mix(&result);
    }

    /// A function from the table, with what comes before the arguments of its call.
    fn table_entry(&mut self, pick: Pick) -> String {
        let pointer = self.dialect.pointer();
        let count = standard_functions(self.program).len();
        let table = format!("[{count} x {pointer}]");
        let of_table = self.dialect.pointer_to(&table, 0);
        let slot = self.dialect.pointer_to(pointer, 0);
        let entry = self.program.entry();
        let index = pick as usize % count;
        let at = self.out.value(
            "slot",
            format_args!("getelementptr {table}, {of_table} @{entry}_table, i64 0, i64 {index}"),
        );
        let function = self
            .out
            .value("function", format_args!("load volatile {pointer}, {slot} {at}, align 8"));
        match self.dialect {
            Dialect::Opaque => function,
            Dialect::Typed => {
                let standard = self.parameters(Shape::STANDARD);
                self.out.value("typed", format_args!("bitcast i8* {function} to i64 ({standard})*"))
            }
        }
    }

    /// A call with a landing pad. Nothing throws, but LLVM does not know.
    fn invoke(&mut self, invoke: &str, picks: &[Pick]) -> String {
        let (normal, unwind) = (self.out.fresh("normal"), self.out.fresh("unwind"));
        let result = self
            .out
            .value("call", format_args!("{invoke} to label %{normal} unwind label %{unwind}"));
        self.out.block(&unwind);
        let pad = self.out.fresh("pad");
        self.out.line(format_args!("%{pad} = landingpad token cleanup"));
        let running = self.running.clone();
        for &pick in &picks[..2] {
            self.mix_value(pick);
        }
        let mixed = core::mem::replace(&mut self.running, running);
        self.out.line(format_args!("ret i64 {mixed}"));
        self.out.block(&normal);
        result
    }

    /// A call into native code, with a transition, that calls managed code again with half the fuel.
    fn transition(&mut self, callee: Pick) -> String {
        let entry = self.program.entry();
        let pointer = self.dialect.pointer();
        let at = self.out.field("%context", 16);
        let fuel = self.out.load("i64", &at);
        let half = self.out.value("fuel", format_args!("ashr i64 {fuel}, 1"));
        let rest = self.out.value("fuel", format_args!("sub i64 {fuel}, {half}"));
        let at = self.out.field("%context", 16);
        self.out.store("i64", &rest, &at);
        let running = self.running.clone();
        let which = callee % 1000;
        let (native, target) = match self.dialect {
            Dialect::Opaque => {
                ("@random_native_enter".to_owned(), format!("ptrtoint (ptr @{entry}_enter to i64)"))
            }
            Dialect::Typed => (
                "bitcast (i64 (i64, i64, i64, i64, i64)* @random_native_enter to i8*)".to_owned(),
                format!("ptrtoint (i64 (i64, i64, i64, i64)* @{entry}_enter to i64)"),
            ),
        };
        self.out.value(
            "call",
            format_args!(
                "call i64 @spgc_call_native({pointer} {native}, i64 {target}, i64 {which}, i64 %below, i64 {half}, i64 {running})"
            ),
        )
    }

    fn repeat(
        &mut self,
        rounds: u32,
        polled: bool,
        carried: Pick,
        array: Pick,
        body: &[Statement],
    ) {
        let reference = self.dialect.reference();
        let first = self.reference(carried);
        let walked = self.array(array);
        // The pointer must stay inside the array, behind the last round as well.
        let rounds = walked.as_ref().map_or(rounds, |&(_, length)| rounds.min(length - 1));
        let start = walked.map(|(array, _)| self.out.field(&array, 16));
        let before = self.out.label().to_owned();
        let [head, inside, behind] = ["head", "body", "behind"].map(|stem| self.out.fresh(stem));
        let [latch, running_next, carried_next, walker_next, count_next] =
            ["LATCH", "RUNNING", "CARRIED", "WALKER", "COUNT"]
                .map(|stem| format!("<{}>", self.out.fresh(stem)));

        self.out.line(format_args!("br label %{head}"));
        self.out.block(&head);
        let old = self.running.clone();
        let count = self
            .out
            .value("count", format_args!("phi i64 [ 0, %{before} ], [ {count_next}, %{latch} ]"));
        self.running = self.out.value(
            "running",
            format_args!("phi i64 [ {old}, %{before} ], [ {running_next}, %{latch} ]"),
        );
        let at_head = self.running.clone();
        let carried_value = self.out.value(
            "carried",
            format_args!("phi {reference} [ {first}, %{before} ], [ {carried_next}, %{latch} ]"),
        );
        let walker = start.map(|start| {
            self.out.value(
                "walker",
                format_args!("phi {reference} [ {start}, %{before} ], [ {walker_next}, %{latch} ]"),
            )
        });
        let limit = if polled {
            let entry = self.program.entry();
            let of_table = self.dialect.pointer_to("[8 x i64]", 0);
            let word = self.dialect.pointer_to("i64", 0);
            let at = self.out.value(
                "limit",
                format_args!(
                    "getelementptr [8 x i64], {of_table} @{entry}_rounds, i64 0, i64 {rounds}"
                ),
            );
            self.out.value("limit", format_args!("load volatile i64, {word} {at}, align 8"))
        } else {
            rounds.to_string()
        };
        let more = self.out.value("more", format_args!("icmp ult i64 {count}, {limit}"));
        self.out.line(format_args!("br i1 {more}, label %{inside}, label %{behind}"));

        self.out.block(&inside);
        let outer = self.pool.len();
        let mut ours = vec![Value { name: carried_value, kind: Kind::Any }];
        ours.extend(
            walker.as_ref().map(|walker| Value { name: walker.clone(), kind: Kind::Interior }),
        );
        self.pool.extend(ours.iter().cloned());
        self.statements(body);
        if let Some(walker) = &walker {
            let word = self.out.load("i64", walker);
            self.mix(&word);
            let next = self.out.field(walker, 8);
            self.out.settle(&walker_next, &next);
        }
        let next = self.reference(carried.rotate_left(7));
        self.out.settle(&carried_next, &next);
        let running = self.running.clone();
        self.out.settle(&running_next, &running);
        let next = self.out.value("count", format_args!("add i64 {count}, 1"));
        self.out.settle(&count_next, &next);
        let last = self.out.label().to_owned();
        self.out.settle(&latch, &last);
        self.out.line(format_args!("br label %{head}"));

        self.out.block(&behind);
        self.running = at_head;
        self.pool.truncate(outer);
        self.pool.extend(ours);
    }

    fn branch(&mut self, bit: u32, then: &[Statement], otherwise: &[Statement]) {
        let [yes, no, behind] = ["then", "else", "behind"].map(|stem| self.out.fresh(stem));
        let old = self.running.clone();
        let shifted = self.out.value("bit", format_args!("lshr i64 {old}, {}", 20 + bit));
        let low = self.out.value("bit", format_args!("and i64 {shifted}, 1"));
        let is_set = self.out.value("bit", format_args!("icmp ne i64 {low}, 0"));
        self.out.line(format_args!("br i1 {is_set}, label %{yes}, label %{no}"));
        let outer = self.pool.len();
        let ends = [(yes, then), (no, otherwise)].map(|(label, body)| {
            self.out.block(&label);
            self.running.clone_from(&old);
            self.statements(body);
            let running = self.running.clone();
            let reference = self.reference(bit.wrapping_mul(11));
            let interior = self.of_kind(bit, |kind| kind == Kind::Interior);
            self.pool.truncate(outer);
            let end = self.out.label().to_owned();
            self.out.line(format_args!("br label %{behind}"));
            (end, running, reference, interior)
        });
        let [(end1, running1, reference1, interior1), (end2, running2, reference2, interior2)] =
            ends;
        let kind = self.dialect.reference();
        self.out.block(&behind);
        self.running = self.out.value(
            "running",
            format_args!("phi i64 [ {running1}, %{end1} ], [ {running2}, %{end2} ]"),
        );
        let met = self.out.value(
            "met",
            format_args!("phi {kind} [ {reference1}, %{end1} ], [ {reference2}, %{end2} ]"),
        );
        let met_inside = interior1.zip(interior2).map(|(one, two)| {
            self.out.value(
                "inside",
                format_args!("phi {kind} [ {}, %{end1} ], [ {}, %{end2} ]", one.name, two.name),
            )
        });
        self.push(met, Kind::Any);
        if let Some(inside) = met_inside {
            self.push(inside, Kind::Interior);
        }
    }

    fn vector(&mut self, picks: &[Pick], loaded: bool, body: &[Statement]) {
        if !self.features.vectors {
            return self.statements(body);
        }
        let reference = self.dialect.reference();
        let kind = format!("<{} x {reference}>", picks.len());
        let node = self.of_kind(picks[0], |kind| kind == Kind::Node);
        let (vector, kinds) = match node.filter(|_| loaded && picks.len() == 2) {
            Some(node) => {
                let at = self.out.field(&node.name, 8);
                (self.out.load(&kind, &at), vec![Kind::Any; 2])
            }
            None => {
                let null = Value { name: "null".to_owned(), kind: Kind::Any };
                let mut vector = "zeroinitializer".to_owned();
                let mut kinds = Vec::new();
                for (index, &pick) in picks.iter().enumerate() {
                    let value = self.any(pick).unwrap_or_else(|| null.clone());
                    vector = self.out.value(
                        "vector",
                        format_args!(
                            "insertelement {kind} {vector}, {reference} {}, i32 {index}",
                            value.name
                        ),
                    );
                    // A length that the value may have is not known any more.
                    let inside = value.kind == Kind::Interior;
                    kinds.push(if inside { Kind::Interior } else { Kind::Any });
                }
                (vector, kinds)
            }
        };
        let outer = self.pool.len();
        self.statements(body);
        self.pool.truncate(outer);
        for (index, element) in kinds.into_iter().enumerate() {
            let value = self
                .out
                .value("element", format_args!("extractelement {kind} {vector}, i32 {index}"));
            self.push(value, element);
            let newest = self.pool.len() - 1;
            self.mix_value(newest as Pick);
        }
    }
}
