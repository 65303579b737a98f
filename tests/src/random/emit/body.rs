//! Emits the IR of a function. [`FunctionEmitter`] tracks the operands that are available to the
//! statements, and emits the prologue and the epilogue.

use std::collections::BTreeSet;

use super::super::model::{
    CallKind, Function, Pick, Program, ResultType, Signature, StackObject, Statement,
};
use super::dialect::Dialect;
use super::slots;
use super::support;
use super::writer::Writer;
use super::{
    Features, Parameter, emit_recursion_limit, function_name, order, parameters, result_type,
};

/// Static type of a value of reference type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// A reference of unknown type, a tagged number, or null.
    Any,
    Box,
    Node,
    /// An array of words, with its length, which is at least 2.
    Words(u32),
    /// An array of references, with its length, which is at least 1.
    References(u32),
    /// A derived pointer to a word in an array of words.
    Interior,
    /// A weak object or an ephemeron.
    Weak,
}

/// An SSA value of reference type that dominates the insertion point.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) kind: ValueKind,
}

/// Emits the instructions of one function.
#[derive(Debug)]
pub(super) struct FunctionEmitter<'a> {
    pub(super) program: &'a Program,
    pub(super) features: Features,
    /// The return type.
    pub(super) result: ResultType,
    pub(super) dialect: Dialect,
    pub(super) out: Writer,
    /// Name of the SSA value with the current checksum.
    pub(super) checksum: String,
    /// The values that a [`Pick`] selects from.
    pub(super) operands: Vec<Value>,
}

/// Returns the definition of a function. Adds the declarations of intrinsics that it needs to
/// `declarations`.
pub(super) fn function(
    program: &Program,
    index: usize,
    dialect: Dialect,
    features: Features,
    declarations: &mut BTreeSet<String>,
) -> String {
    let function = &program.functions[index];
    if function.uses_stack_slots {
        let text = slots::body(program, function, dialect, declarations);
        return definition(program, index, dialect, &text);
    }
    let mut body = FunctionEmitter {
        program,
        features,
        result: function.signature.result,
        dialect,
        out: Writer::new(dialect),
        checksum: "%x".to_owned(),
        operands: Vec::new(),
    };
    body.write(function);
    definition(program, index, dialect, &body.out.finish())
}

/// Returns the definition of a function with this body.
fn definition(program: &Program, index: usize, dialect: Dialect, text: &str) -> String {
    let function = &program.functions[index];
    let reference = dialect.reference();
    let mut parameters = vec!["i64 %depth".to_owned(), "i64 %x".to_owned()];
    parameters.push(format!("{reference} %context"));
    let other_parameters = order(function.signature)
        .enumerate()
        .map(|(number, parameter)| format!("{} %p{number}", parameter.kind(dialect)));
    parameters.extend(other_parameters);
    let is_invoke =
        |statement: &Statement| matches!(statement, Statement::Call(_, CallKind::Invoke(_), _));
    let has_landing_pad = function.body.iter().any(|statement| statement.has(&is_invoke));
    let personality =
        if !function.uses_stack_slots && has_landing_pad { dialect.personality() } else { "" };
    format!(
        "\ndefine internal {}{} @{}({}) {}uwtable gc \"statepoint-example\" \
         {personality}{{\n{text}}}\n",
        if function.signature.fast { "fastcc " } else { "" },
        result_type(function.signature.result, dialect),
        function_name(program, index),
        parameters.join(", "),
        match (function.uses_stack_slots, function.inline) {
            (true, _) => "noinline optnone ",
            // Where its caller is inlined, a tail call becomes an ordinary call without a record.
            (false, true) if function.tail_call.is_none() => "",
            (false, _) => "noinline ",
        },
    )
}

impl FunctionEmitter<'_> {
    /// Emits the prologue (stack object, fuel check, parameters), the statements, and the epilogue.
    fn write(&mut self, function: &Function) {
        match function.stack_object {
            StackObject::None => {}
            StackObject::Static { align: 32.. } => self.out.mark("aligned static stack object"),
            StackObject::Static { .. } => self.out.mark("static stack object"),
            StackObject::Dynamic { align: 32.. } => self.out.mark("aligned dynamic stack object"),
            StackObject::Dynamic { .. } => self.out.mark("dynamic stack object"),
        }
        // The alloca is emitted first. A poll before it would move it out of the entry block, which
        // would make it dynamic.
        let mut stack_object = match function.stack_object {
            StackObject::Static { align } => {
                Some(self.out.value("area", format_args!("alloca [6 x i64], align {align}")))
            }
            _ => None,
        };
        let pairs = self.unpack_pairs(function.signature);
        let fuel_at = self.out.field("%context", 16);
        let fuel = self.out.load("i64", &fuel_at);
        let less = emit_recursion_limit(&mut self.out, function.signature.result, &fuel);
        let fuel_at = self.out.field("%context", 16);
        self.out.store("i64", &less, &fuel_at);
        self.out.line("%below = sub i64 %depth, 1");
        if let StackObject::Dynamic { align } = function.stack_object {
            let size = self.out.value("size", "and i64 %x, 63");
            let size = self.out.value("size", format_args!("add i64 {size}, 8"));
            stack_object =
                Some(self.out.value("area", format_args!("alloca i64, i64 {size}, align {align}")));
        }
        let stack_object = stack_object
            .map(|stack_object| self.initialize_area(function.stack_object, &stack_object));

        for (number, parameter) in order(function.signature).enumerate() {
            match parameter {
                Parameter::Word => self.mix(&format!("%p{number}")),
                Parameter::Reference => self.push(format!("%p{number}"), ValueKind::Any),
                Parameter::Pair => {}
            }
        }
        for (reference, number) in pairs {
            self.push(reference, ValueKind::Any);
            self.mix(&number);
        }
        self.statements(&function.body);
        for &pick in &function.live_to_end {
            self.mix_value(pick);
        }
        if let Some(typed_address) = stack_object {
            let word = self
                .out
                .value("area.word", format_args!("load volatile i64, {typed_address}, align 8"));
            self.mix(&word);
        }
        if let Some(callee) = function.tail_call {
            return self.tail_call(function, callee);
        }
        let checksum = self.checksum.clone();
        let references = [0, 1].map(|index| {
            self.pick_reference(function.live_to_end.get(index).copied().unwrap_or_default())
        });
        self.out.ret(function.signature.result, &checksum, [&references[0], &references[1]]);
    }

    /// Extracts the reference and the number of each parameter that is a structure. Must precede
    /// all other code of the function, except for static allocas.
    fn unpack_pairs(&mut self, signature: Signature) -> Vec<(String, String)> {
        let kind = Parameter::Pair.kind(self.dialect);
        let mut parts = Vec::new();
        for (number, _) in order(signature).enumerate().filter(|(_, p)| *p == Parameter::Pair) {
            let [reference, word] = [0, 1].map(|index| {
                self.out.value("part", format_args!("extractvalue {kind} %p{number}, {index}"))
            });
            parts.push((reference, word));
        }
        // References are pinned only after all structures have been unpacked: a poll may be
        // inserted before the first pin, and a structure must not be live across a poll.
        parts.into_iter().map(|(reference, word)| (self.out.pin(&reference), word)).collect()
    }

    /// Stores a number into a stack object. Returns the address of the object as a typed operand.
    fn initialize_area(&mut self, kind: StackObject, stack_object: &str) -> String {
        let pointer = self.dialect.pointer_to("i64", 0);
        let typed_address = match (kind, self.dialect) {
            (StackObject::Static { .. }, Dialect::Typed) => {
                let cast = format!("bitcast [6 x i64]* {stack_object} to i64*");
                self.out.value("area.word", cast)
            }
            _ => stack_object.to_owned(),
        };
        self.out.line(format_args!("store volatile i64 %x, {pointer} {typed_address}, align 8"));
        format!("{pointer} {typed_address}")
    }

    /// Emits code that adds a number to the checksum.
    pub(super) fn mix(&mut self, number: &str) {
        let checksum = &self.checksum;
        let product =
            self.out.value("mul", format_args!("mul i64 {checksum}, 6364136223846793005"));
        self.checksum = self.out.value("mix", format_args!("add i64 {product}, {number}"));
    }

    /// Emits code that adds the contents of a value to the checksum.
    pub(super) fn mix_value(&mut self, pick: Pick) {
        let Some(value) = self.pick_any(pick) else { return };
        let number = match value.kind {
            ValueKind::Interior => self.out.load("i64", &value.name),
            ValueKind::Box => {
                let at = self.out.field(&value.name, 8);
                self.out.load("i64", &at)
            }
            ValueKind::Node | ValueKind::Weak => {
                let at = self.out.field(&value.name, 24);
                self.out.load("i64", &at)
            }
            ValueKind::Words(length) => {
                let at = self.out.field(&value.name, 16 + 8 * (pick / 7 % length));
                self.out.load("i64", &at)
            }
            ValueKind::Any | ValueKind::References(_) => self.content(&value.name),
        };
        self.mix(&number);
        if value.kind == ValueKind::Interior && pick.is_multiple_of(3) {
            // Also stores through the interior pointer. If the collector did not update the
            // pointer, the checksum differs.
            let word = self.checksum.clone();
            self.out.store("i64", &word, &value.name);
        }
    }

    /// Emits a call that returns a hash of the object that `name` refers to, of any type.
    pub(super) fn content(&mut self, name: &str) -> String {
        let reference = self.dialect.reference();
        let function = self.program.entry();
        self.out.value("content", format_args!("call i64 @{function}_content({reference} {name})"))
    }

    /// Picks a value of any kind. Returns `None` if no value is available.
    pub(super) fn pick_any(&self, pick: Pick) -> Option<Value> {
        let count = self.operands.len();
        (count > 0).then(|| self.operands[pick as usize % count].clone())
    }

    /// Picks a value of a kind for which `wanted` returns true. Returns `None` if there is none.
    pub(super) fn pick_of_kind(
        &self,
        pick: Pick,
        wanted: impl Fn(ValueKind) -> bool,
    ) -> Option<Value> {
        let candidates: Vec<_> = self.operands.iter().filter(|value| wanted(value.kind)).collect();
        (!candidates.is_empty()).then(|| candidates[pick as usize % candidates.len()].clone())
    }

    /// Picks a value that may be stored into a reference slot. Returns its name, or null if none is
    /// available.
    pub(super) fn pick_reference(&self, pick: Pick) -> String {
        self.pick_of_kind(pick, |kind| kind != ValueKind::Interior)
            .map_or_else(|| "null".to_owned(), |value| value.name)
    }

    /// Makes a value available to later statements.
    pub(super) fn push(&mut self, name: String, kind: ValueKind) {
        self.operands.push(Value { name, kind });
    }

    /// Returns the expression for the address of a static object.
    pub(super) fn static_object(&self, number: u8) -> String {
        support::static_object(self.program, number, self.dialect)
    }

    /// Emits a structure of a number and a reference, which must be used before the next safepoint.
    /// Callers pass distinct numbers, so that LLVM does not merge several structures.
    pub(super) fn pair(&mut self, number: &str, reference: &str) -> String {
        let kind = Parameter::Pair.kind(self.dialect);
        let half =
            self.out.value("pair", format_args!("insertvalue {kind} undef, i64 {number}, 1"));
        let name = self.dialect.reference();
        self.out.value("pair", format_args!("insertvalue {kind} {half}, {name} {reference}, 0"))
    }

    /// Returns the typed argument list for a call of a function of this signature.
    pub(super) fn arguments(&mut self, signature: Signature, picks: &[Pick]) -> String {
        let reference = self.dialect.reference();
        let mut arguments = format!("i64 %below, i64 {}, {reference} %context", self.checksum);
        for (number, parameter) in order(signature).enumerate() {
            let pick = picks[number % picks.len()].wrapping_add(number as u32);
            let checksum = &self.checksum;
            let argument = match parameter {
                Parameter::Reference => self.pick_reference(pick),
                Parameter::Word => {
                    self.out.value("word", format_args!("add i64 {checksum}, {}", pick % 97))
                }
                Parameter::Pair => {
                    let checksum = checksum.clone();
                    let value = self.pick_reference(pick);
                    self.pair(&checksum, &value)
                }
            };
            arguments += &format!(", {} {argument}", parameter.kind(self.dialect));
        }
        arguments
    }

    /// Returns the parameter types of a signature.
    pub(super) fn parameters(&self, signature: Signature) -> String {
        parameters(signature, self.dialect)
    }
}
