//! The syntax tree of the language, which has numbers, pairs and functions. The compiler in
//! `build.rs` uses this module as well.

mod parse;

pub use parse::parse;

/// A program. Expressions refer to its functions by index.
#[derive(Debug)]
pub struct Program {
    /// The functions, in source order.
    pub functions: Vec<Function>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Name of the function.
    pub name: String,
    /// Number of parameters, which are the first locals.
    pub parameters: usize,
    /// The expression whose value the function returns.
    pub body: Expression,
}

/// An expression.
#[derive(Debug)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// `nil`.
    Nil,
    /// A local: a parameter or the value of an enclosing `let`. Locals are numbered from 0,
    /// outermost first.
    Local(usize),
    /// `let`: evaluates the first expression, and then the second with that value as another local.
    Let(Box<Expression>, Box<Expression>),
    /// `if`: condition, then branch and else branch. The condition is false if it is 0 or nil.
    If(Box<[Expression; 3]>),
    /// A built-in operation.
    Do(Operation, Vec<Expression>),
    /// A call of a function of the program.
    Call(usize, Vec<Expression>),
}

/// A built-in operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`. All arithmetic wraps at 63 bits.
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: rounds towards zero; division by zero yields zero.
    Divide,
    /// `<`: returns 1 or 0.
    Less,
    /// `=`: compares numbers and returns 1 or 0.
    Equal,
    /// `pair`: allocates a pair.
    Pair,
    /// `first`
    First,
    /// `second`
    Second,
    /// `set-first`: stores a value into a pair and returns the value.
    SetFirst,
    /// `set-second`
    SetSecond,
    /// `pair?`: returns 1 or 0.
    IsPair,
    /// `note`: reports a number to the host and returns the number.
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

    /// Returns the operation with this name, and its number of operands.
    fn named(name: &str) -> Option<(Self, usize)> {
        let found = Self::ALL.iter().find(|(own, ..)| *own == name);
        found.map(|&(_, operands, operation)| (operation, operands))
    }
}
