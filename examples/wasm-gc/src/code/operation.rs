//! Operations on numbers that a code generator implements. None of them traps: the translator
//! emits the checks before them.

/// An operation with one operand, whose result has the operand's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the instructions of the specification")]
pub enum Unary {
    Clz,
    Ctz,
    Popcnt,
    FloatAbs,
    FloatNeg,
    FloatCeil,
    FloatFloor,
    FloatTrunc,
    FloatNearest,
    FloatSqrt,
    /// Sign-extends the low 8 bits.
    Extend8,
    /// Sign-extends the low 16 bits.
    Extend16,
    /// Sign-extends the low 32 bits.
    Extend32,
}

/// An operation with two operands of one type, which is that of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the instructions of the specification")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// The divisor is not 0, and the result is representable.
    DivS,
    /// The divisor is not 0.
    DivU,
    /// The divisor is not 0. The remainder of the least integer and -1 is 0.
    RemS,
    /// The divisor is not 0.
    RemU,
    And,
    Or,
    Xor,
    /// Shift and rotate counts are taken modulo the width.
    Shl,
    ShrS,
    ShrU,
    Rotl,
    Rotr,
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    FloatMin,
    FloatMax,
    FloatCopysign,
}

/// A comparison of two operands of one type, whose result is an `I32` that is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the instructions of the specification")]
pub enum Compare {
    Eq,
    Ne,
    LtS,
    LtU,
    GtS,
    GtU,
    LeS,
    LeU,
    GeS,
    GeU,
    FloatEq,
    FloatNe,
    FloatLt,
    FloatGt,
    FloatLe,
    FloatGe,
}

/// A conversion of a number to another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convert {
    /// The low 32 bits of an `I64`.
    Wrap,
    /// An `I32` sign-extended to an `I64`.
    ExtendS,
    /// An `I32` zero-extended to an `I64`.
    ExtendU,
    /// A float to an integer with sign, rounded towards zero. What is not representable becomes
    /// the nearest integer, and a NaN 0.
    TruncateS,
    /// The same to an integer without sign.
    TruncateU,
    /// An integer with sign to a float.
    FloatS,
    /// An integer without sign to a float.
    FloatU,
    /// An `F64` to an `F32`.
    Demote,
    /// An `F32` to an `F64`.
    Promote,
    /// The same bits in a type of the same width.
    Reinterpret,
}
