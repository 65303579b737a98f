//! A function that is built: its text, and what the operations of `CodeBuilder` share.

use std::fmt::{Display, Write as _};

use super::arch::FLOAT_REGISTER;
use super::prototype::Prototype;
use super::value::{Name, Type, Value};
use crate::code::parameters::overflow;
use crate::code::{Access, CodeBuilder, Place, Region, Signature, layout};

/// A block of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block(pub(super) usize);

/// A variable in the frame, which the optimiser replaces by values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(super) number: u32,
    pub(super) ty: Type,
}

/// The variables in which a block's parameters are passed.
pub(super) struct BlockParameters {
    pub(super) slots: Vec<Slot>,
    pub(super) is_cold: bool,
}

/// Builds one function.
pub(super) struct LlvmBuilder<'a> {
    /// The prototypes of the module's own functions: the first has the index `first`.
    pub(super) prototypes: &'a [Prototype],
    /// Their symbols.
    pub(super) symbols: &'a [String],
    pub(super) first: u32,
    /// The function's index among these.
    pub(super) own: usize,
    pub(super) signature: &'a Signature,
    pub(super) parameters: Vec<Value>,
    pub(super) blocks: Vec<BlockParameters>,
    /// The variables.
    allocations: String,
    /// The instructions.
    text: String,
    next: u32,
}

/// The context of the instance.
pub(super) const CONTEXT: Value = Value { ty: Type::I64, name: Name::Context };

impl<'a> LlvmBuilder<'a> {
    /// Creates a builder whose current block is the entry.
    pub(super) fn new(
        prototypes: &'a [Prototype],
        symbols: &'a [String],
        first: u32,
        own: usize,
        signature: &'a Signature,
    ) -> Self {
        let mut builder = Self {
            prototypes,
            symbols,
            first,
            own,
            signature,
            parameters: Vec::new(),
            blocks: Vec::new(),
            allocations: String::new(),
            text: String::new(),
            next: 0,
        };
        builder.load_parameters();
        builder
    }

    /// Makes the parameters available. Nothing that is emitted here can collect.
    fn load_parameters(&mut self) {
        let values = self.prototypes[self.own].values(self.signature);
        let (words, floats): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|value| !value.ty.is_float());
        let (mut words, mut floats) = (words.into_iter(), floats.into_iter());
        let overflow = overflow(self.signature);
        let store = overflow.iter().any(Option::is_some).then(|| self.store_context());
        for (&ty, offset) in self.signature.parameters.iter().zip(overflow) {
            let value = match (offset, store) {
                (Some(offset), Some(store)) => self.load_passed(Type::of(ty), store, offset),
                _ => {
                    let passed = if ty.is_float() { floats.next() } else { words.next() };
                    let passed = passed.expect("the prototype has the others");
                    self.narrow(passed, Type::of(ty))
                }
            };
            self.parameters.push(value);
        }
    }

    /// Returns the definition of the function.
    pub(super) fn finish(self) -> String {
        let (prototype, symbol) = (&self.prototypes[self.own], &self.symbols[self.own]);
        format!(
            "define hidden {} {symbol}({}) #{} gc \"statepoint-example\" {{\nentry:\n{}{}}}\n\n",
            prototype.result_text(),
            prototype.parameters_text(),
            if prototype.is_wide { 11 } else { 10 },
            self.allocations,
            self.text,
        )
    }

    /// Writes an instruction without a result.
    pub(super) fn write(&mut self, instruction: impl Display) {
        writeln!(self.text, "  {instruction}").expect("a string can be written");
    }

    /// Writes an instruction with a result of this type.
    pub(super) fn value(&mut self, ty: Type, instruction: impl Display) -> Value {
        let name = self.name(instruction);
        Value { ty, name: Name::Numbered(name) }
    }

    /// Writes an instruction with a result, which is named `%vN`. Returns N.
    pub(super) fn name(&mut self, instruction: impl Display) -> u32 {
        let name = self.next;
        self.next += 1;
        writeln!(self.text, "  %v{name} = {instruction}").expect("a string can be written");
        name
    }

    /// Writes the label of a block.
    pub(super) fn begin(&mut self, label: &str) {
        writeln!(self.text, "{label}:").expect("a string can be written");
    }

    /// Creates a variable.
    pub(super) fn slot(&mut self, ty: Type) -> Slot {
        let number = self.next;
        self.next += 1;
        writeln!(self.allocations, "  %v{number} = alloca {ty}, align 8").expect("a string");
        Slot { number, ty }
    }

    pub(super) fn read(&mut self, Slot { number, ty }: Slot) -> Value {
        self.value(ty, format_args!("load {ty}, ptr %v{number}, align 8"))
    }

    pub(super) fn assign(&mut self, slot: Slot, value: Value) {
        let value = self.converted(value, slot.ty);
        self.write(format_args!("store {}, ptr %v{}, align 8", value.typed(), slot.number));
    }

    /// Returns the condition of a branch.
    pub(super) fn condition(&mut self, condition: Value) -> u32 {
        self.name(format_args!("icmp ne i32 {condition}, 0"))
    }

    /// Returns the address of the store's context.
    pub(super) fn store_context(&mut self) -> Value {
        self.load(Access::CONSTANT_POINTER, CONTEXT, layout::STORE)
    }
}

/// Passing values in the store's context.
impl LlvmBuilder<'_> {
    /// Returns the address of a field of the store's context.
    fn passed(&mut self, store: Value, offset: i32) -> u32 {
        let base = self.name(format_args!("inttoptr i64 {store} to ptr"));
        self.name(format_args!("getelementptr inbounds i8, ptr %v{base}, i64 {offset}"))
    }

    /// Reads a value that is passed. Volatile, so that it stays before the next call.
    pub(super) fn load_passed(&mut self, ty: Type, store: Value, offset: i32) -> Value {
        let at = self.passed(store, offset);
        self.value(ty, format_args!("load volatile {ty}, ptr %v{at}, align 8"))
    }

    /// Writes a value that is passed. Volatile, so that it stays after the last call.
    pub(super) fn store_passed(&mut self, value: Value, store: Value, offset: i32) {
        let at = self.passed(store, offset);
        self.write(format_args!("store volatile {}, ptr %v{at}, align 8", value.typed()));
    }
}

/// Conversions between the types of values and of parameters.
impl LlvmBuilder<'_> {
    /// Returns a value that the optimiser knows nothing of. The assembly has no instruction.
    pub(super) fn opaque_float(&mut self, value: Value) -> Value {
        let (ty, register) = (value.ty, FLOAT_REGISTER);
        self.value(ty, format_args!("call {ty} asm \"\", \"={register},0\"({}) #12", value.typed()))
    }

    /// Converts between a reference and its word, directly before a use that is not a root. The
    /// optimiser neither moves nor repeats this, so the word is not used after a collection.
    pub(super) fn opaque_word(&mut self, value: Value, to: Type) -> Value {
        if let Some(bits) = value.bits() {
            return Value::constant(to, bits);
        }
        let value = value.typed();
        self.value(to, format_args!("call {to} asm sideeffect \"\", \"=r,0\"({value}) #13"))
    }

    /// Returns a value as a value of this type: a reference whose word is used, or a word.
    pub(super) fn converted(&mut self, value: Value, to: Type) -> Value {
        if value.ty == to {
            return value;
        }
        let is_conversion = [value.ty, to].contains(&Type::Reference);
        debug_assert!(is_conversion, "{} is used as {to}", value.typed());
        self.opaque_word(value, to)
    }

    /// Returns the value that a wide parameter holds.
    fn narrow(&mut self, passed: Value, ty: Type) -> Value {
        match (passed.ty, ty) {
            (Type::I64, Type::I32) => self.value(ty, format_args!("trunc i64 {passed} to i32")),
            (Type::F64, Type::F32) => {
                let bits = self.name(format_args!("bitcast double {passed} to i64"));
                let bits = self.name(format_args!("trunc i64 %v{bits} to i32"));
                self.value(ty, format_args!("bitcast i32 %v{bits} to float"))
            }
            _ => passed,
        }
    }

    /// Returns a value as one of the type of a wide parameter.
    fn widen(&mut self, value: Value, to: Type) -> Value {
        match (value.ty, to) {
            (Type::I32, Type::I64) => self.value(to, format_args!("zext i32 {value} to i64")),
            (Type::I32, Type::Reference) => {
                let wide = self.widen(value, Type::I64);
                self.opaque_word(wide, to)
            }
            (Type::F32, Type::F64) => {
                let bits = self.name(format_args!("bitcast float {value} to i32"));
                let bits = self.name(format_args!("zext i32 %v{bits} to i64"));
                self.value(to, format_args!("bitcast i64 %v{bits} to double"))
            }
            _ => self.converted(value, to),
        }
    }

    /// Returns the text of the arguments of a call. Those that do not fit into registers are stored
    /// in the store's context.
    pub(super) fn arguments(
        &mut self,
        signature: &Signature,
        prototype: &Prototype,
        context: Value,
        arguments: &[Value],
    ) -> String {
        let overflow = overflow(signature);
        let store = overflow.iter().any(Option::is_some).then(|| self.store_context());
        let (mut words, mut floats) = (Vec::new(), Vec::new());
        for ((&argument, offset), &ty) in arguments.iter().zip(overflow).zip(&signature.parameters)
        {
            let argument = self.converted(argument, Type::of(ty));
            match (offset, store) {
                (Some(offset), Some(store)) => self.store_passed(argument, store, offset),
                _ if ty.is_float() => floats.push(argument),
                _ => words.push(argument),
            }
        }
        let (mut words, mut floats) = (words.into_iter(), floats.into_iter());
        let mut text = format!("i64 {context}");
        for &ty in &prototype.parameters {
            let argument = if ty.is_float() { floats.next() } else { words.next() };
            match argument {
                Some(argument) => {
                    let argument = self.widen(argument, ty);
                    write!(text, ", {}", argument.typed()).expect("a string can be written");
                }
                None => write!(text, ", {ty} poison").expect("a string can be written"),
            }
        }
        debug_assert!(words.next().is_none() && floats.next().is_none());
        text
    }
}

/// Addresses of memory.
impl LlvmBuilder<'_> {
    /// Returns the address of memory outside the heap.
    pub(super) fn address(&mut self, address: Value, offset: i32) -> u32 {
        let address = self.converted(address, Type::I64);
        let base = self.name(format_args!("inttoptr i64 {address} to ptr"));
        if offset == 0 {
            return base;
        }
        self.name(format_args!("getelementptr i8, ptr %v{base}, i64 {offset}"))
    }

    /// Returns the address of a field or element.
    pub(super) fn place(&mut self, object: Value, place: Place<Value>) -> Value {
        let offset = match place {
            Place::Field(offset) => offset.to_string(),
            Place::Element(offset) => offset.to_string(),
        };
        let object = object.typed();
        self.value(Type::Reference, format_args!("getelementptr i8, {object}, i64 {offset}"))
    }

    /// Reads memory.
    pub(super) fn read_memory(&mut self, access: Access, pointer: &str, is_header: bool) -> Value {
        let ty = Type::of(access.value);
        let bits = u32::from(access.bytes) * 8;
        let suffix = suffix(access);
        // Other threads change bits of a header.
        let (atomic, order) = if is_header { ("atomic ", " unordered") } else { ("", "") };
        if ty.is_float() || ty.integer().1 == bits {
            return self.value(ty, format_args!("load {atomic}{ty}, {pointer}{order}{suffix}"));
        }
        let narrow = self.name(format_args!("load i{bits}, {pointer}{suffix}"));
        let extend = if access.signed { "sext" } else { "zext" };
        self.value(ty, format_args!("{extend} i{bits} %v{narrow} to {ty}"))
    }

    /// Writes memory.
    pub(super) fn write_memory(&mut self, access: Access, pointer: &str, value: Value) {
        let ty = Type::of(access.value);
        let value = self.converted(value, ty);
        let bits = u32::from(access.bytes) * 8;
        let suffix = suffix(access);
        if ty.is_float() || ty.integer().1 == bits {
            return self.write(format_args!("store {}, {pointer}{suffix}", value.typed()));
        }
        let narrow = self.name(format_args!("trunc {} to i{bits}", value.typed()));
        self.write(format_args!("store i{bits} %v{narrow}, {pointer}{suffix}"));
    }
}

/// Returns alignment and metadata of an access.
fn suffix(access: Access) -> String {
    let class = match access.region {
        Region::Constant | Region::Functions => ", !invariant.load !2",
        Region::Runtime => ", !tbaa !21",
        Region::Linear => return ", align 1, !tbaa !22".to_owned(),
        Region::Cells => ", !tbaa !23",
        // As the prelude accesses them.
        Region::Objects => "",
    };
    format!(", align {}{class}", access.bytes)
}

/// Returns the symbol of one of the module's functions.
pub(super) fn symbol(index: u32, name: Option<&str>) -> String {
    let name: String = name
        .unwrap_or_default()
        .chars()
        .take(60)
        .map(|each| if each.is_ascii_alphanumeric() || each == '_' { each } else { '.' })
        .collect();
    let separator = if name.is_empty() { "" } else { "." };
    format!("@f{index}{separator}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::MachineType;

    #[test]
    fn symbols_are_identifiers() {
        assert_eq!(symbol(3, None), "@f3");
        assert_eq!(symbol(3, Some("read \"λ\"")), "@f3.read....");
    }

    #[test]
    fn wide_parameters_are_narrowed() {
        let signature = Signature { parameters: vec![MachineType::I32], results: vec![] };
        let (prototypes, symbols) = ([Prototype::wide(&signature)], ["@f0".to_owned()]);
        let builder = LlvmBuilder::new(&prototypes, &symbols, 0, 0, &signature);
        assert_eq!(builder.parameters[0].ty, Type::I32);
        assert!(builder.finish().contains("trunc i64 %p0 to i32"));
    }
}
