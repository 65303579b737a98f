//! Functions that keep their references in stack objects, and list these at each statepoint.
//!
//! Front ends that do not want to relocate values write such code. Its statepoints are written by
//! hand, since rewrite-statepoints-for-gc makes none that list stack objects. Optimisation has to
//! leave the function alone until then: InstCombine deletes what no relocate uses from the list.

use std::collections::BTreeSet;

use super::super::model::{Function, Outside, Pick, Program, Statement};
use super::dialect::Dialect;
use super::support::{self, BOX, NODE, header};
use super::writer::Writer;
use super::{function_name, order, return_at_the_bottom};

/// Slots besides that of the context.
const SLOTS: usize = 5;

/// A function that is being written.
struct Slots<'a> {
    program: &'a Program,
    dialect: Dialect,
    out: Writer,
    running: String,
    /// Which slot gets the next value.
    next: usize,
    /// Of the intrinsics that it uses.
    declarations: &'a mut BTreeSet<String>,
}

/// The body of a function. Of its statements those that such functions know.
pub(super) fn body(
    program: &Program,
    function: &Function,
    dialect: Dialect,
    declarations: &mut BTreeSet<String>,
) -> String {
    let mut slots = Slots {
        program,
        dialect,
        out: Writer::new(dialect),
        running: "%x".to_owned(),
        next: 0,
        declarations,
    };
    slots.write(function);
    slots.out.finish()
}

impl Slots<'_> {
    fn write(&mut self, function: &Function) {
        let reference = self.dialect.reference();
        for number in 0..=SLOTS {
            self.out.line(format_args!("%slot{number} = alloca {reference}, align 8"));
        }
        // A poll at the entry is put in front of this, where references are values still.
        self.out.line("call void asm sideeffect \"\", \"\"() \"gc-leaf-function\"");
        for number in 0..SLOTS {
            self.set(number, "null");
        }
        self.set(SLOTS, "%context");
        let (fuel_at, fuel) = self.fuel();
        let less = return_at_the_bottom(&mut self.out, &fuel);
        self.out.store("i64", &less, &fuel_at);
        self.out.line("%below = sub i64 %depth, 1");
        for (number, is_reference) in order(function.shape).enumerate() {
            let name = format!("%p{number}");
            if is_reference { self.push(&name) } else { self.mix(&name) }
        }
        for statement in &function.body {
            self.statement(statement);
        }
        for number in 0..SLOTS {
            self.mix_slot(number);
        }
        let running = self.running.clone();
        self.out.line(format_args!("ret i64 {running}"));
    }

    fn fuel(&mut self) -> (String, String) {
        let context = self.get(SLOTS);
        let at = self.out.field(&context, 16);
        let fuel = self.out.load("i64", &at);
        (at, fuel)
    }

    fn slot(&self, number: usize) -> String {
        format!("{} %slot{number}", self.dialect.pointer_to(self.dialect.reference(), 0))
    }

    fn set(&mut self, number: usize, value: &str) {
        let (reference, slot) = (self.dialect.reference(), self.slot(number));
        self.out.line(format_args!("store volatile {reference} {value}, {slot}, align 8"));
    }

    fn get(&mut self, number: usize) -> String {
        let (reference, slot) = (self.dialect.reference(), self.slot(number));
        self.out.value("held", format_args!("load volatile {reference}, {slot}, align 8"))
    }

    fn push(&mut self, value: &str) {
        self.set(self.next % SLOTS, value);
        self.next += 1;
    }

    fn picked(&mut self, pick: Pick) -> String {
        self.get(pick as usize % SLOTS)
    }

    fn mix(&mut self, number: &str) {
        let running = &self.running;
        let product = self.out.value("mul", format_args!("mul i64 {running}, 31"));
        self.running = self.out.value("mix", format_args!("add i64 {product}, {number}"));
    }

    fn mix_slot(&mut self, number: usize) {
        let value = self.get(number);
        let (reference, entry) = (self.dialect.reference(), self.program.entry());
        let content = self
            .out
            .value("content", format_args!("call i64 @{entry}_content({reference} {value})"));
        self.mix(&content);
    }

    fn statement(&mut self, statement: &Statement) {
        match *statement {
            Statement::Box => {
                let object = self.allocate(16, BOX);
                let at = self.out.field(&object, 8);
                let running = self.running.clone();
                self.out.store("i64", &running, &at);
                self.push(&object);
            }
            Statement::Node(left, right) => {
                let object = self.allocate(32, NODE);
                for (offset, pick) in [(8, left), (16, right)] {
                    let value = self.picked(pick);
                    let at = self.out.field(&object, offset);
                    self.out.store(self.dialect.reference(), &value, &at);
                }
                let at = self.out.field(&object, 24);
                let running = self.running.clone();
                self.out.store("i64", &running, &at);
                self.push(&object);
            }
            Statement::Outside(Outside::Null) => self.push("null"),
            Statement::Outside(Outside::Static(number)) => {
                self.push(&support::static_object(self.program, number, self.dialect));
            }
            Statement::Outside(Outside::Tagged(_) | Outside::Running) => {
                let (running, reference) = (self.running.clone(), self.dialect.reference());
                let word = self.out.value("tagged", format_args!("or i64 {running}, 1"));
                let tagged =
                    self.out.value("tagged", format_args!("inttoptr i64 {word} to {reference}"));
                self.push(&tagged);
            }
            Statement::Mix(pick) => self.mix_slot(pick as usize % SLOTS),
            Statement::Call(callee, _, ref picks) => self.call(callee, picks),
            Statement::Check => {
                self.statepoint("", "void", "random_walk_check", &[]);
            }
            Statement::Loop { ref body, .. } | Statement::Vector { ref body, .. } => {
                body.iter().for_each(|statement| self.statement(statement));
            }
            Statement::If { ref then, .. } => {
                then.iter().for_each(|statement| self.statement(statement));
            }
            _ => {}
        }
    }

    fn allocate(&mut self, size: u32, kind: u32) -> String {
        let arguments = [("i64", size.to_string()), ("i64", header(kind).to_string())];
        let function = format!("{}_new", self.program.entry());
        self.statepoint("", self.dialect.reference(), &function, &arguments)
    }

    fn call(&mut self, callee: Pick, picks: &[Pick]) {
        let index = callee as usize % self.program.functions.len();
        let shape = self.program.functions[index].shape;
        let reference = self.dialect.reference();
        let context = self.get(SLOTS);
        let mut arguments =
            vec![("i64", "%below".to_owned()), ("i64", self.running.clone()), (reference, context)];
        for (number, is_reference) in order(shape).enumerate() {
            let pick = picks[number % picks.len()].wrapping_add(number as u32);
            if is_reference {
                let value = self.picked(pick);
                arguments.push((reference, value));
            } else {
                arguments.push(("i64", (pick % 97).to_string()));
            }
        }
        let convention = if shape.fast { "fastcc " } else { "" };
        let name = function_name(self.program, index);
        let result = self.statepoint(convention, "i64", &name, &arguments);
        self.mix(&result);
    }

    /// A call that lists all slots; its result, if it has one.
    fn statepoint(
        &mut self,
        convention: &str,
        result: &'static str,
        callee: &str,
        arguments: &[(&'static str, String)],
    ) -> String {
        let kinds: Vec<_> = arguments.iter().map(|(kind, _)| *kind).collect();
        let function = format!("{result} ({})", kinds.join(", "));
        let (name, kind, target) = match self.dialect {
            Dialect::Opaque => (
                "p0".to_owned(),
                "ptr".to_owned(),
                format!("ptr elementtype({function}) @{callee}"),
            ),
            Dialect::Typed => {
                let mangled: String = std::iter::once(result).chain(kinds).map(mangled).collect();
                (
                    format!("p0f_{mangled}f"),
                    format!("{function}*"),
                    format!("{function}* @{callee}"),
                )
            }
        };
        let signature = format!("token (i64, i32, {kind}, i32, i32, ...)");
        self.declarations.insert(format!(
            "declare token @llvm.experimental.gc.statepoint.{name}(i64, i32, {kind}, i32, i32, ...)"
        ));
        let count = arguments.len();
        let given: String =
            arguments.iter().map(|(kind, value)| format!(", {kind} {value}")).collect();
        let slots: Vec<_> = (0..=SLOTS).map(|number| self.slot(number)).collect();
        let token = self.out.value(
            "token",
            format_args!(
                "call {convention}{signature} @llvm.experimental.gc.statepoint.{name}(i64 5, i32 0, {target}, i32 {count}, i32 0{given}, i32 0, i32 0) [ \"gc-live\"({}) ]",
                slots.join(", ")
            ),
        );
        if result == "void" {
            return token;
        }
        let suffix = match (self.dialect, result) {
            (_, "i64") => "i64",
            (Dialect::Opaque, _) => "p1",
            (Dialect::Typed, _) => "p1i8",
        };
        self.declarations
            .insert(format!("declare {result} @llvm.experimental.gc.result.{suffix}(token)"));
        self.out.value(
            "result",
            format_args!("call {result} @llvm.experimental.gc.result.{suffix}(token {token})"),
        )
    }
}

/// A type in the name of an intrinsic with typed pointers.
fn mangled(kind: &str) -> &'static str {
    match kind {
        "void" => "isVoid",
        "i64" => "i64",
        _ => "p1i8",
    }
}
