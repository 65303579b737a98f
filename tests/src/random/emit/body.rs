//! Emits one function. [`Body`] has the values that are available to its statements, and emits the
//! code before and after them.

use std::collections::BTreeSet;

use super::super::model::{Area, Function, Pick, Program, Returned, Shape, Statement, Way};
use super::dialect::Dialect;
use super::slots;
use super::support;
use super::writer::Writer;
use super::{
    Features, Parameter, function_name, order, parameters, return_at_the_bottom, returned,
};

/// The static type of a value in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A value of unknown type, from a reference slot.
    Any,
    Box,
    Node,
    /// An array of this number of words, at least two.
    Words(u32),
    /// An array of this number of references, at least one.
    References(u32),
    /// The address of a word inside an array of words.
    Interior,
    /// A weak object or an ephemeron.
    Weak,
}

/// A value of reference type that dominates the current insertion point.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// A function under construction.
#[derive(Debug)]
pub(super) struct Body<'a> {
    pub(super) program: &'a Program,
    pub(super) features: Features,
    /// The return type.
    pub(super) result: Returned,
    pub(super) dialect: Dialect,
    pub(super) out: Writer,
    /// The name of the SSA value that has the checksum so far.
    pub(super) running: String,
    /// The values that statements can use as operands.
    pub(super) pool: Vec<Value>,
}

/// Emits a function of a program.
pub(super) fn function(
    program: &Program,
    index: usize,
    dialect: Dialect,
    features: Features,
    declarations: &mut BTreeSet<String>,
) -> String {
    let function = &program.functions[index];
    if function.in_slots {
        let text = slots::body(program, function, dialect, declarations);
        return definition(program, index, dialect, &text);
    }
    let mut body = Body {
        program,
        features,
        result: function.shape.result,
        dialect,
        out: Writer::new(dialect),
        running: "%x".to_owned(),
        pool: Vec::new(),
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
    let other_parameters = order(function.shape)
        .enumerate()
        .map(|(number, parameter)| format!("{} %p{number}", parameter.kind(dialect)));
    parameters.extend(other_parameters);
    let is_invoke =
        |statement: &Statement| matches!(statement, Statement::Call(_, Way::Invoke(_), _));
    let has_landing_pad = function.body.iter().any(|statement| statement.has(&is_invoke));
    let personality =
        if !function.in_slots && has_landing_pad { dialect.personality() } else { "" };
    format!(
        "\ndefine internal {}{} @{}({}) {}uwtable gc \"statepoint-example\" {personality}{{\n{text}}}\n",
        if function.shape.fast { "fastcc " } else { "" },
        returned(function.shape.result, dialect),
        function_name(program, index),
        parameters.join(", "),
        match (function.in_slots, function.inline) {
            (true, _) => "noinline optnone ",
            (false, true) => "",
            (false, false) => "noinline ",
        },
    )
}

impl Body<'_> {
    fn write(&mut self, function: &Function) {
        match function.area {
            Area::None => {}
            Area::Static { align: 32.. } => self.out.mark("aligned static stack object"),
            Area::Static { .. } => self.out.mark("static stack object"),
            Area::Dynamic { align: 32.. } => self.out.mark("aligned dynamic stack object"),
            Area::Dynamic { .. } => self.out.mark("dynamic stack object"),
        }
        // First, so that no poll precedes the alloca: after a poll it would be a dynamic one.
        let mut area = match function.area {
            Area::Static { align } => {
                Some(self.out.value("area", format_args!("alloca [6 x i64], align {align}")))
            }
            _ => None,
        };
        let pairs = self.unpack_pairs(function.shape);
        let fuel_at = self.out.field("%context", 16);
        let fuel = self.out.load("i64", &fuel_at);
        let less = return_at_the_bottom(&mut self.out, function.shape.result, &fuel);
        let fuel_at = self.out.field("%context", 16);
        self.out.store("i64", &less, &fuel_at);
        self.out.line("%below = sub i64 %depth, 1");
        if let Area::Dynamic { align } = function.area {
            let size = self.out.value("size", "and i64 %x, 63");
            let size = self.out.value("size", format_args!("add i64 {size}, 8"));
            area =
                Some(self.out.value("area", format_args!("alloca i64, i64 {size}, align {align}")));
        }
        let area = area.map(|area| self.initialize_area(function.area, &area));

        for (number, parameter) in order(function.shape).enumerate() {
            match parameter {
                Parameter::Word => self.mix(&format!("%p{number}")),
                Parameter::Reference => self.push(format!("%p{number}"), Kind::Any),
                Parameter::Pair => {}
            }
        }
        for (reference, number) in pairs {
            self.push(reference, Kind::Any);
            self.mix(&number);
        }
        self.statements(&function.body);
        for &pick in &function.last {
            self.mix_value(pick);
        }
        if let Some(place) = area {
            let word =
                self.out.value("area.word", format_args!("load volatile i64, {place}, align 8"));
            self.mix(&word);
        }
        let running = self.running.clone();
        let references = [0, 1]
            .map(|index| self.reference(function.last.get(index).copied().unwrap_or_default()));
        self.out.ret(function.shape.result, &running, [&references[0], &references[1]]);
    }

    /// Extracts the reference and the number of each parameter that is a structure. Must precede
    /// all other code of the function, except for static allocas.
    fn unpack_pairs(&mut self, shape: Shape) -> Vec<(String, String)> {
        let kind = Parameter::Pair.kind(self.dialect);
        let mut parts = Vec::new();
        for (number, _) in order(shape).enumerate().filter(|(_, p)| *p == Parameter::Pair) {
            let [reference, word] = [0, 1].map(|index| {
                self.out.value("part", format_args!("extractvalue {kind} %p{number}, {index}"))
            });
            parts.push((reference, word));
        }
        // References are pinned only after all structures have been unpacked: a poll may be
        // inserted before the first pin, and a structure must not be live across a poll.
        parts.into_iter().map(|(reference, word)| (self.out.pin(&reference), word)).collect()
    }

    /// Stores a number into the stack object `area`. Returns the address as a typed operand.
    fn initialize_area(&mut self, kind: Area, area: &str) -> String {
        let pointer = self.dialect.pointer_to("i64", 0);
        let place = match (kind, self.dialect) {
            (Area::Static { .. }, Dialect::Typed) => {
                let cast = format!("bitcast [6 x i64]* {area} to i64*");
                self.out.value("area.word", cast)
            }
            _ => area.to_owned(),
        };
        self.out.line(format_args!("store volatile i64 %x, {pointer} {place}, align 8"));
        format!("{pointer} {place}")
    }

    /// Emits code that adds a number to the checksum.
    pub(super) fn mix(&mut self, number: &str) {
        let running = &self.running;
        let product = self.out.value("mul", format_args!("mul i64 {running}, 6364136223846793005"));
        self.running = self.out.value("mix", format_args!("add i64 {product}, {number}"));
    }

    /// Emits code that adds the contents of a value to the checksum.
    pub(super) fn mix_value(&mut self, pick: Pick) {
        let Some(value) = self.any(pick) else { return };
        let number = match value.kind {
            Kind::Interior => self.out.load("i64", &value.name),
            Kind::Box => {
                let at = self.out.field(&value.name, 8);
                self.out.load("i64", &at)
            }
            Kind::Node | Kind::Weak => {
                let at = self.out.field(&value.name, 24);
                self.out.load("i64", &at)
            }
            Kind::Words(length) => {
                let at = self.out.field(&value.name, 16 + 8 * (pick / 7 % length));
                self.out.load("i64", &at)
            }
            Kind::Any | Kind::References(_) => self.content(&value.name),
        };
        self.mix(&number);
        if value.kind == Kind::Interior && pick.is_multiple_of(3) {
            // A store through an interior pointer that the collector did not update changes the
            // checksum, too.
            let word = self.running.clone();
            self.out.store("i64", &word, &value.name);
        }
    }

    /// Emits a call that returns a number for the object that `name` refers to, whatever its type.
    pub(super) fn content(&mut self, name: &str) -> String {
        let reference = self.dialect.reference();
        let function = self.program.entry();
        self.out.value("content", format_args!("call i64 @{function}_content({reference} {name})"))
    }

    /// Picks a value of any kind; `None` if none is available.
    pub(super) fn any(&self, pick: Pick) -> Option<Value> {
        let count = self.pool.len();
        (count > 0).then(|| self.pool[pick as usize % count].clone())
    }

    /// Picks a value of a kind for which `wanted` returns true.
    pub(super) fn of_kind(&self, pick: Pick, wanted: impl Fn(Kind) -> bool) -> Option<Value> {
        let candidates: Vec<_> = self.pool.iter().filter(|value| wanted(value.kind)).collect();
        (!candidates.is_empty()).then(|| candidates[pick as usize % candidates.len()].clone())
    }

    /// Returns the name of a value that may be stored into a reference slot; null if none is
    /// available.
    pub(super) fn reference(&self, pick: Pick) -> String {
        self.of_kind(pick, |kind| kind != Kind::Interior)
            .map_or_else(|| "null".to_owned(), |value| value.name)
    }

    pub(super) fn push(&mut self, name: String, kind: Kind) {
        self.pool.push(Value { name, kind });
    }

    /// Returns the expression for the address of a static object.
    pub(super) fn static_object(&self, number: u8) -> String {
        support::static_object(self.program, number, self.dialect)
    }

    /// Emits a structure of a number and a reference. It must be used before the next safepoint.
    /// Callers pass different numbers: LLVM would otherwise merge several structures into one.
    pub(super) fn pair(&mut self, number: &str, reference: &str) -> String {
        let kind = Parameter::Pair.kind(self.dialect);
        let half =
            self.out.value("pair", format_args!("insertvalue {kind} undef, i64 {number}, 1"));
        let name = self.dialect.reference();
        self.out.value("pair", format_args!("insertvalue {kind} {half}, {name} {reference}, 0"))
    }

    /// Returns the typed argument list for a call of a function of this shape.
    pub(super) fn arguments(&mut self, shape: Shape, picks: &[Pick]) -> String {
        let reference = self.dialect.reference();
        let mut arguments = format!("i64 %below, i64 {}, {reference} %context", self.running);
        for (number, parameter) in order(shape).enumerate() {
            let pick = picks[number % picks.len()].wrapping_add(number as u32);
            let running = &self.running;
            let argument = match parameter {
                Parameter::Reference => self.reference(pick),
                Parameter::Word => {
                    self.out.value("word", format_args!("add i64 {running}, {}", pick % 97))
                }
                Parameter::Pair => {
                    let running = running.clone();
                    let value = self.reference(pick);
                    self.pair(&running, &value)
                }
            };
            arguments += &format!(", {} {argument}", parameter.kind(self.dialect));
        }
        arguments
    }

    pub(super) fn parameters(&self, shape: Shape) -> String {
        parameters(shape, self.dialect)
    }
}
