//! The language: numbers, pairs, and functions on them. Its compiler is a part of `build.rs`, which
//! uses this module, too.

mod parse;

pub use parse::parse;

/// A program: its functions, which expressions refer to by index.
#[derive(Debug)]
pub struct Program {
    /// The functions, in the order of the text.
    pub functions: Vec<Function>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name in the text.
    pub name: String,
    /// The number of parameters, which are the first local values.
    pub parameters: usize,
    /// The expression that it returns.
    pub body: Expression,
}

/// An expression.
#[derive(Debug)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// `nil`.
    Nil,
    /// A parameter or a value named by an enclosing `let`, numbered from the outermost.
    Local(usize),
    /// `let`: the value of the first is an additional local in the second.
    Let(Box<Expression>, Box<Expression>),
    /// `if`: the second, unless the first is 0 or nil; then the third.
    If(Box<[Expression; 3]>),
    /// A built-in operation.
    Do(Operation, Vec<Expression>),
    /// A call of a function of the program.
    Call(usize, Vec<Expression>),
}

/// A built-in operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`, in 63 bits, like all arithmetic.
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: rounds towards zero; division by zero is zero.
    Divide,
    /// `<`: 1 or 0.
    Less,
    /// `=`, of numbers: 1 or 0.
    Equal,
    /// `pair`: a new pair.
    Pair,
    /// `first`
    First,
    /// `second`
    Second,
    /// `set-first`: changes a pair and returns the stored value.
    SetFirst,
    /// `set-second`
    SetSecond,
    /// `pair?`: 1 or 0.
    IsPair,
    /// `note`: notifies the host of a number and returns it.
    Note,
}

impl Operation {
    /// All operations: name, number of operands, operation.
    const ALL: [(&'static str, usize, Self); 13] = [
        ("+", 2, Self::Add),
        ("-", 2, Self::Subtract),
        ("*", 2, Self::Multiply),
        ("/", 2, Self::Divide),
        ("<", 2, Self::Less),
        ("=", 2, Self::Equal),
        ("pair", 2, Self::Pair),
        ("first", 1, Self::First),
        ("second", 1, Self::Second),
        ("set-first", 2, Self::SetFirst),
        ("set-second", 2, Self::SetSecond),
        ("pair?", 1, Self::IsPair),
        ("note", 1, Self::Note),
    ];

    /// Returns the operation of this name and its number of operands.
    fn named(name: &str) -> Option<(Self, usize)> {
        let found = Self::ALL.iter().find(|(own, ..)| *own == name);
        found.map(|&(_, operands, operation)| (operation, operands))
    }
}
