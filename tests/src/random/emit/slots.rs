//! Functions that keep references in stack slots, which each statepoint lists in `gc-live`.
//!
//! Front ends that avoid relocated SSA values emit such code. The statepoints are emitted
//! explicitly, because RewriteStatepointsForGC creates none that list stack slots. The functions
//! are `optnone`, because InstCombine removes `gc-live` entries without a relocate.

use std::collections::BTreeSet;

use super::super::model::{Function, NonHeapValue, Pick, Program, Statement};
use super::dialect::Dialect;
use super::support::{self, BOX, NODE, header};
use super::writer::Writer;
use super::{Parameter, emit_recursion_limit, function_name, order, result_type};

/// Number of slots besides that of the context.
const SLOTS: usize = 5;

/// Emits the instructions of a function with stack slots.
struct Slots<'a> {
    program: &'a Program,
    dialect: Dialect,
    out: Writer,
    checksum: String,
    /// Index of the slot for the next value.
    next: usize,
    /// Declarations of the intrinsics that the function uses.
    declarations: &'a mut BTreeSet<String>,
}

/// Returns the body of a function. Unsupported statements are skipped, except for their first
/// bodies.
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
        checksum: "%x".to_owned(),
        next: 0,
        declarations,
    };
    slots.write(function);
    slots.out.finish()
}

impl Slots<'_> {
    /// Emits the prologue, the statements, and the epilogue.
    fn write(&mut self, function: &Function) {
        let reference = self.dialect.reference();
        let pair = Parameter::Pair.kind(self.dialect);
        let pairs: Vec<_> = order(function.signature)
            .enumerate()
            .filter(|(_, parameter)| *parameter == Parameter::Pair)
            .map(|(number, _)| {
                [0, 1].map(|index| {
                    self.out.value("part", format_args!("extractvalue {pair} %p{number}, {index}"))
                })
            })
            .collect();
        for number in 0..=SLOTS {
            self.out.line(format_args!("%slot{number} = alloca {reference}, align 8"));
        }
        self.out.mark("stack objects in statepoints");
        // PlaceSafepoints inserts the entry poll before this first call, where references are still
        // SSA values.
        self.out.line("call void asm sideeffect \"\", \"\"() \"gc-leaf-function\"");
        for number in 0..SLOTS {
            self.set(number, "null");
        }
        self.set(SLOTS, "%context");
        let (fuel_at, fuel) = self.fuel();
        let less = emit_recursion_limit(&mut self.out, function.signature.result, &fuel);
        self.out.store("i64", &less, &fuel_at);
        self.out.line("%below = sub i64 %depth, 1");
        for [reference, number] in &pairs {
            self.push(reference);
            self.mix(number);
        }
        for (number, parameter) in order(function.signature).enumerate() {
            let name = format!("%p{number}");
            match parameter {
                Parameter::Word => self.mix(&name),
                Parameter::Reference => self.push(&name),
                Parameter::Pair => {}
            }
        }
        for statement in &function.body {
            self.statement(statement);
        }
        for number in 0..SLOTS {
            self.mix_slot(number);
        }
        let checksum = self.checksum.clone();
        let references = [self.get(0), self.get(1)];
        self.out.ret(function.signature.result, &checksum, [&references[0], &references[1]]);
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
        let checksum = &self.checksum;
        let product = self.out.value("mul", format_args!("mul i64 {checksum}, 31"));
        self.checksum = self.out.value("mix", format_args!("add i64 {product}, {number}"));
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
                let checksum = self.checksum.clone();
                self.out.store("i64", &checksum, &at);
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
                let checksum = self.checksum.clone();
                self.out.store("i64", &checksum, &at);
                self.push(&object);
            }
            Statement::NonHeapValue(NonHeapValue::Null) => self.push("null"),
            Statement::NonHeapValue(NonHeapValue::Static(number)) => {
                self.push(&support::static_object(self.program, number, self.dialect));
            }
            Statement::NonHeapValue(NonHeapValue::Tagged(_) | NonHeapValue::Running) => {
                let (checksum, reference) = (self.checksum.clone(), self.dialect.reference());
                let word = self.out.value("tagged", format_args!("or i64 {checksum}, 1"));
                let tagged =
                    self.out.value("tagged", format_args!("inttoptr i64 {word} to {reference}"));
                self.push(&tagged);
            }
            Statement::Mix(pick) => self.mix_slot(pick as usize % SLOTS),
            Statement::Call(callee, _, ref picks) => self.call(callee, picks),
            Statement::Check => {
                self.statepoint("", "void", "random_walk_check", &[]);
            }
            ref other => {
                if let Some(&body) = other.bodies().first() {
                    body.iter().for_each(|statement| self.statement(statement));
                }
            }
        }
    }

    fn allocate(&mut self, size: u32, kind: u32) -> String {
        let word = || "i64".to_owned();
        let arguments = [(word(), size.to_string()), (word(), header(kind).to_string())];
        let function = format!("{}_new", self.program.entry());
        self.statepoint("", self.dialect.reference(), &function, &arguments)
    }

    fn call(&mut self, callee: Pick, picks: &[Pick]) {
        let index = callee as usize % self.program.functions.len();
        let signature = self.program.functions[index].signature;
        let reference = self.dialect.reference();
        let mut arguments = Vec::new();
        for (number, parameter) in order(signature).enumerate() {
            let pick = picks[number % picks.len()].wrapping_add(number as u32);
            let kind = parameter.kind(self.dialect);
            let argument = match parameter {
                Parameter::Word => (pick % 97).to_string(),
                Parameter::Reference => self.picked(pick),
                Parameter::Pair => {
                    let value = self.picked(pick);
                    let half = format!("insertvalue {kind} undef, i64 {}, 1", pick % 97);
                    let half = self.out.value("pair", half);
                    let whole = format!("insertvalue {kind} {half}, {reference} {value}, 0");
                    self.out.value("pair", whole)
                }
            };
            arguments.push((kind, argument));
        }
        let context = self.get(SLOTS);
        let word = || "i64".to_owned();
        let common = [
            (word(), "%below".to_owned()),
            (word(), self.checksum.clone()),
            (reference.to_owned(), context),
        ];
        arguments.splice(0..0, common);
        let convention = if signature.fast { "fastcc " } else { "" };
        let name = function_name(self.program, index);
        let kind = result_type(signature.result, self.dialect);
        let result = self.statepoint(convention, &kind, &name, &arguments);
        let (number, references) = self.out.extract_result(signature.result, &result);
        references.iter().for_each(|reference| self.push(reference));
        self.mix(&number);
    }

    /// Emits a statepoint call that lists all slots. Returns its result, or the token if it returns
    /// void.
    fn statepoint(
        &mut self,
        convention: &str,
        result: &str,
        callee: &str,
        arguments: &[(String, String)],
    ) -> String {
        let kinds: Vec<_> = arguments.iter().map(|(kind, _)| &**kind).collect();
        let function = format!("{result} ({})", kinds.join(", "));
        let (name, kind, target) = match self.dialect {
            Dialect::Opaque => (
                "p0".to_owned(),
                "ptr".to_owned(),
                format!("ptr elementtype({function}) @{callee}"),
            ),
            Dialect::Typed => {
                let mangled = |kind: &str| mangled(kind, Dialect::Typed);
                let mangled: String = core::iter::once(result).chain(kinds).map(mangled).collect();
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
                "call {convention}{signature} @llvm.experimental.gc.statepoint.{name}(\
                 i64 5, i32 0, {target}, i32 {count}, i32 0{given}, i32 0, i32 0) \
                 [ \"gc-live\"({}) ]",
                slots.join(", ")
            ),
        );
        if result == "void" {
            return token;
        }
        let suffix = mangled(result, self.dialect);
        self.declarations
            .insert(format!("declare {result} @llvm.experimental.gc.result.{suffix}(token)"));
        self.out.value(
            "result",
            format_args!("call {result} @llvm.experimental.gc.result.{suffix}(token {token})"),
        )
    }
}

/// Returns the mangled type in the name of an overloaded intrinsic.
fn mangled(kind: &str, dialect: Dialect) -> String {
    if let Some(parts) = kind.strip_prefix("{ ").and_then(|rest| rest.strip_suffix(" }")) {
        let parts: String = parts.split(", ").map(|part| mangled(part, dialect)).collect();
        return format!("sl_{parts}s");
    }
    match (kind, dialect) {
        ("void", _) => "isVoid".to_owned(),
        ("i64", _) => "i64".to_owned(),
        (_, Dialect::Opaque) => "p1".to_owned(),
        (_, Dialect::Typed) => "p1i8".to_owned(),
    }
}
