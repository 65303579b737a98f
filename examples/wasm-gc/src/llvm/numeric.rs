//! Operations on numbers.
//!
//! LLVM may return a signalling NaN where WebAssembly requires a quiet one: it replaces `x + -0.0`,
//! `x * 1.0` and the like by `x`. So the constants that make an operation an identity, and what may
//! become one, are hidden from the optimiser.

use super::function::LlvmBuilder;
use super::value::{Type, Value};
use crate::code::{Binary, Compare, Convert, Unary};

/// The largest word of tags, which are the same wherever an object is moved.
const TAGS: u64 = 7;

impl LlvmBuilder<'_> {
    /// A constant, given its bits.
    pub(super) fn number(&mut self, ty: Type, bits: u64) -> Value {
        let value = Value::constant(ty, bits);
        let magnitude = match ty {
            Type::F32 => bits & 0x7fff_ffff,
            Type::F64 => bits & (u64::MAX >> 1),
            _ => return value,
        };
        let one = if ty == Type::F32 { 1.0_f32.to_bits().into() } else { 1.0_f64.to_bits() };
        if magnitude == 0 || magnitude == one { self.opaque_float(value) } else { value }
    }

    /// An operation with one operand.
    pub(super) fn unary_operation(&mut self, operation: Unary, operand: Value) -> Value {
        let ty = operand.ty;
        let call = |name| format!("call {ty} @llvm.{name}.{}({ty} {operand}", ty.suffix());
        let text = match operation {
            Unary::Clz => call("ctlz") + ", i1 false)",
            Unary::Ctz => call("cttz") + ", i1 false)",
            Unary::Popcnt => call("ctpop") + ")",
            Unary::FloatAbs => call("fabs") + ")",
            Unary::FloatNeg => format!("fneg {ty} {operand}"),
            Unary::FloatCeil => call("ceil") + ")",
            Unary::FloatFloor => call("floor") + ")",
            Unary::FloatTrunc => call("trunc") + ")",
            Unary::FloatNearest => call("rint") + ")",
            Unary::FloatSqrt => call("sqrt") + ")",
            Unary::Extend8 => return self.sign_extend(operand, 8),
            Unary::Extend16 => return self.sign_extend(operand, 16),
            Unary::Extend32 => return self.sign_extend(operand, 32),
        };
        self.value(ty, text)
    }

    fn sign_extend(&mut self, operand: Value, bits: u32) -> Value {
        let ty = operand.ty;
        let low = self.name(format_args!("trunc {ty} {operand} to i{bits}"));
        self.value(ty, format_args!("sext i{bits} %v{low} to {ty}"))
    }

    /// An operation with two operands.
    pub(super) fn binary_operation(&mut self, operation: Binary, a: Value, b: Value) -> Value {
        let (a, b) = self.integers(operation, a, b);
        let ty = a.ty;
        let name = match operation {
            Binary::Add => "add",
            Binary::Sub => "sub",
            Binary::Mul => "mul",
            Binary::DivS => "sdiv",
            Binary::DivU => "udiv",
            Binary::RemU => "urem",
            Binary::And => "and",
            Binary::Or => "or",
            Binary::Xor => "xor",
            Binary::Shl => return self.shift("shl", a, b),
            Binary::ShrS => return self.shift("ashr", a, b),
            Binary::ShrU => return self.shift("lshr", a, b),
            Binary::RemS => return self.signed_remainder(a, b),
            Binary::Rotl => return self.rotate("fshl", a, b),
            Binary::Rotr => return self.rotate("fshr", a, b),
            Binary::FloatAdd => "fadd",
            Binary::FloatSub => "fsub",
            Binary::FloatMul => "fmul",
            Binary::FloatDiv => "fdiv",
            Binary::FloatMin => return self.extremum(a, b, "olt", "or"),
            Binary::FloatMax => return self.extremum(a, b, "ogt", "and"),
            Binary::FloatCopysign => {
                let suffix = ty.suffix();
                let call = format!("call {ty} @llvm.copysign.{suffix}({ty} {a}, {ty} {b})");
                return self.value(ty, call);
            }
        };
        self.value(ty, format_args!("{name} {ty} {a}, {b}"))
    }

    /// Returns operands of which none is a reference.
    fn integers(&mut self, operation: Binary, a: Value, b: Value) -> (Value, Value) {
        if ![a.ty, b.ty].contains(&Type::Reference) {
            return (a, b);
        }
        let is_tag = |value: Value| value.bits().is_some_and(|bits| bits <= TAGS);
        if operation == Binary::And && is_tag(b) {
            return (self.word(a), b);
        }
        (self.converted(a, Type::I64), self.converted(b, Type::I64))
    }

    /// Returns the word of a reference for a use in which the address of an object does not matter.
    fn word(&mut self, value: Value) -> Value {
        self.value(Type::I64, format_args!("ptrtoint {} to i64", value.typed()))
    }

    fn shift(&mut self, name: &str, a: Value, b: Value) -> Value {
        let (ty, bits) = a.ty.integer();
        let count = self.value(ty, format_args!("and {ty} {b}, {}", bits - 1));
        self.value(ty, format_args!("{name} {ty} {a}, {count}"))
    }

    fn rotate(&mut self, name: &str, a: Value, b: Value) -> Value {
        let (ty, suffix) = (a.ty, a.ty.suffix());
        let call = format!("call {ty} @llvm.{name}.{suffix}({ty} {a}, {ty} {a}, {ty} {b})");
        self.value(ty, call)
    }

    /// The remainder by -1, which overflows in LLVM, is the remainder by 1.
    fn signed_remainder(&mut self, a: Value, b: Value) -> Value {
        let ty = a.ty;
        let negative = self.name(format_args!("icmp eq {ty} {b}, -1"));
        let divisor = self.value(ty, format_args!("select i1 %v{negative}, {ty} 1, {ty} {b}"));
        self.value(ty, format_args!("srem {ty} {a}, {divisor}"))
    }

    /// The minimum or maximum: a NaN if an operand is one, and of two zeros the one with the sign
    /// that `combine` of the bits gives.
    fn extremum(&mut self, a: Value, b: Value, compare: &str, combine: &str) -> Value {
        let (ty, (bits, _)) = (a.ty, a.ty.integer());
        let is_nan = self.name(format_args!("fcmp uno {ty} {a}, {b}"));
        let nan = self.value(ty, format_args!("fadd {ty} {a}, {b}"));
        let is_first = self.name(format_args!("fcmp {compare} {ty} {a}, {b}"));
        let is_equal = self.name(format_args!("fcmp oeq {ty} {a}, {b}"));
        let [x, y] = [a, b].map(|each| self.name(format_args!("bitcast {ty} {each} to {bits}")));
        let both = self.name(format_args!("{combine} {bits} %v{x}, %v{y}"));
        let both = self.name(format_args!("bitcast {bits} %v{both} to {ty}"));
        let one = self.name(format_args!("select i1 %v{is_first}, {ty} {a}, {ty} {b}"));
        let number = self.name(format_args!("select i1 %v{is_equal}, {ty} %v{both}, {ty} %v{one}"));
        self.value(ty, format_args!("select i1 %v{is_nan}, {ty} {nan}, {ty} %v{number}"))
    }

    /// A comparison.
    pub(super) fn comparison(&mut self, operation: Compare, a: Value, b: Value) -> Value {
        let is_reference = [a.ty, b.ty].contains(&Type::Reference);
        let ty = if is_reference { Type::Reference } else { a.ty };
        let (a, b) = (self.converted(a, ty), self.converted(b, ty));
        let name = match operation {
            Compare::Eq => "icmp eq",
            Compare::Ne => "icmp ne",
            Compare::LtS => "icmp slt",
            Compare::LtU => "icmp ult",
            Compare::GtS => "icmp sgt",
            Compare::GtU => "icmp ugt",
            Compare::LeS => "icmp sle",
            Compare::LeU => "icmp ule",
            Compare::GeS => "icmp sge",
            Compare::GeU => "icmp uge",
            Compare::FloatEq => "fcmp oeq",
            Compare::FloatNe => "fcmp une",
            Compare::FloatLt => "fcmp olt",
            Compare::FloatGt => "fcmp ogt",
            Compare::FloatLe => "fcmp ole",
            Compare::FloatGe => "fcmp oge",
        };
        let result = self.name(format_args!("{name} {ty} {a}, {b}"));
        self.value(Type::I32, format_args!("zext i1 %v{result} to i32"))
    }

    /// A conversion.
    pub(super) fn conversion(&mut self, operation: Convert, to: Type, value: Value) -> Value {
        // Only the word of an `i31` is narrowed, which never changes.
        let value = if value.ty == Type::Reference { self.word(value) } else { value };
        let from = value.ty;
        let saturating = |name| {
            let (result, operand) = (to.suffix(), from.suffix());
            format!("call {to} @llvm.{name}.sat.{result}.{operand}({from} {value})")
        };
        let cast = |name| format!("{name} {from} {value} to {to}");
        let text = match operation {
            Convert::Wrap => cast("trunc"),
            Convert::ExtendS => cast("sext"),
            Convert::ExtendU => cast("zext"),
            Convert::TruncateS => saturating("fptosi"),
            Convert::TruncateU => saturating("fptoui"),
            Convert::FloatS => cast("sitofp"),
            Convert::FloatU => cast("uitofp"),
            Convert::Demote => cast("fptrunc"),
            Convert::Promote => cast("fpext"),
            Convert::Reinterpret => cast("bitcast"),
        };
        let result = self.value(to, text);
        // A constant may become a float here, and a demotion may follow a promotion.
        match operation {
            Convert::FloatS | Convert::FloatU | Convert::Promote => self.opaque_float(result),
            Convert::Reinterpret if to.is_float() => self.opaque_float(result),
            _ => result,
        }
    }
}
