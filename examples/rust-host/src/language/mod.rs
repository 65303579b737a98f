//! The language: numbers, pairs, and functions of them. Its compiler is a part of `build.rs`, which
//! uses this module, too.

mod parse;

pub use parse::parse;

/// A program: its functions, of which expressions know the numbers.
#[derive(Debug)]
pub struct Program {
    /// In the order of the text.
    pub functions: Vec<Function>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name in the text.
    pub name: String,
    /// How many parameters it has: the first local values.
    pub parameters: usize,
    /// What it returns.
    pub body: Expression,
}

/// What has a value.
#[derive(Debug)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// Nothing.
    Nil,
    /// A parameter, or what an enclosing `let` has named, counted from the outside.
    Local(usize),
    /// The value of the first is a further local one in the second.
    Let(Box<Expression>, Box<Expression>),
    /// The second, unless the first is 0 or nothing; then the third.
    If(Box<[Expression; 3]>),
    /// Something that the language has.
    Do(Operation, Vec<Expression>),
    /// A function of the program.
    Call(usize, Vec<Expression>),
}

/// What the language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`, in 63 bits, as all arithmetic.
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: towards zero; by zero it is zero.
    Divide,
    /// `<`: 1 or 0.
    Less,
    /// `=`, of numbers: 1 or 0.
    Equal,
    /// `pair`: a new one.
    Pair,
    /// `first`
    First,
    /// `second`
    Second,
    /// `set-first`: changes a pair, and is what it is set to.
    SetFirst,
    /// `set-second`
    SetSecond,
    /// `pair?`: 1 or 0.
    IsPair,
    /// `note`: tells the host of a number, which is what it is.
    Note,
}

impl Operation {
    /// All of them: name and how many operands.
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

    /// The one of this name, and how many operands it has.
    fn named(name: &str) -> Option<(Self, usize)> {
        let found = Self::ALL.iter().find(|(own, ..)| *own == name);
        found.map(|&(_, operands, operation)| (operation, operands))
    }
}
