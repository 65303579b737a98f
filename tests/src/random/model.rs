//! A managed program as a small tree, before it becomes LLVM IR of either dialect.
//!
//! Statements name what they work on by a [`Pick`]: whichever of the values that are there at that
//! point, counted round. So a program stays a program when a statement, a function or half of a
//! body is taken out of it, which is how a failure is made small.

/// Chooses one of the values that are at hand when the statement is reached.
pub type Pick = u32;

/// A whole program. It has one entry function, which other threads may run at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What it was made from; its symbols carry it.
    pub seed: u64,
    /// Its functions; the entry calls the first. At least one.
    pub functions: Vec<Function>,
    /// How deep calls may nest.
    pub depth: u32,
    /// How many calls may be made in all: programs end, whatever they do.
    pub fuel: u32,
    /// How many threads run it at once in its run with threads.
    pub threads: u32,
}

/// A function `i64 (i64 depth, i64 x, context, other parameters)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// How it is called.
    pub shape: Shape,
    /// Whether it may be inlined.
    pub inline: bool,
    /// A stack object without references that makes the frame special.
    pub area: Area,
    /// Whether references live in stack objects that its statepoints list, instead of in values.
    pub in_slots: bool,
    /// What it does.
    pub body: Vec<Statement>,
    /// Values that are looked at last, and so live through everything between.
    pub last: Vec<Pick>,
}

/// Calling convention and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// `fastcc` instead of the C convention.
    pub fast: bool,
    /// Integer parameters beyond the common ones.
    pub words: u8,
    /// Reference parameters beyond the context.
    pub references: u8,
    /// Parameters that are structures of a reference and a number.
    pub pairs: u8,
    /// The result.
    pub result: Returned,
}

impl Shape {
    /// That of functions which are called through pointers and by native code.
    pub const STANDARD: Self =
        Self { fast: false, words: 0, references: 2, pairs: 0, result: Returned::Word };
}

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// A number.
    Word,
    /// A structure of a number and a reference.
    One,
    /// A structure of a reference, a number, and another reference.
    Two,
}

/// Stack memory of a function besides its spilled values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// None.
    None,
    /// Of a size known at compile time, aligned to this many bytes.
    Static {
        /// A power of two.
        align: u32,
    },
    /// Of a size that depends on an argument, so that the frame has no fixed size.
    Dynamic {
        /// A power of two.
        align: u32,
    },
}

/// How a call reaches its callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By name.
    Direct,
    /// Through a table of function pointers.
    Indirect,
    /// By name, with state for deoptimisation: some numbers and references.
    Deopt,
    /// By an `invoke`, sometimes with state for deoptimisation.
    Invoke(Pad),
    /// Through a native function that managed code calls as if it were managed.
    ThroughNative,
    /// Through `spgc_call_native` and a new entry into managed code.
    Transition,
}

/// What a landing pad does with an exception, after it has looked at some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pad {
    /// Catches it; the function returns.
    Return,
    /// Catches it; the function goes on as if the call had returned.
    Join,
    /// Lets it go on to the caller.
    CleanUp,
}

/// Who throws an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thrower {
    /// A native function that managed code calls as if it were managed.
    Plain,
    /// One that is called through `spgc_call_native`.
    Transition,
}

/// One step of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Allocates a box with the running number in it.
    Box,
    /// Allocates a node that refers to two values.
    Node(Pick, Pick),
    /// Allocates an array of words, and fills a few of them.
    Words(u32),
    /// Allocates an array of references to one value.
    References(u32, Pick),
    /// A value that is not a reference into the heap.
    Outside(Outside),
    /// A pointer to a word inside an array of words.
    Interior(Pick, Pick),
    /// Stores a value in a field of a node.
    SetField(Pick, bool, Pick),
    /// Loads a field of a node.
    Field(Pick, bool),
    /// Stores a value in an element of an array of references.
    SetElement(Pick, Pick, Pick),
    /// Loads an element of an array of references.
    Element(Pick, Pick),
    /// Copies some elements of an array into another one of its kind, perhaps the same.
    Copy(Pick, Pick, Pick),
    /// Stores a value in some elements of an array of references.
    Fill(Pick, Pick, Pick),
    /// Makes a copy of an object.
    Clone(Pick),
    /// Stores a value where the whole program finds it.
    Keep(Pick, Pick),
    /// Loads one from there.
    Kept(Pick),
    /// Has an object finalized when it has died.
    Finalize(Pick),
    /// Keeps a weak object or an ephemeron for an object that dies at once.
    Forget(Pick, bool),
    /// Looks where a weak object or an ephemeron leads to: nowhere, or to what it was made for.
    Look(Pick),
    /// Makes a weak object for a value that lives on, or an ephemeron with such a key, and looks where it leads to
    /// after the body.
    Weak {
        /// The value.
        target: Pick,
        /// An ephemeron with this value, not a weak object.
        value: Option<Pick>,
        /// What is done meanwhile.
        body: Vec<Statement>,
    },
    /// Something with what the threads that run the program share.
    Shared(Shared, Pick),
    /// Calls a function that preserves most registers.
    Quiet(Pick),
    /// Throws an exception, if so many bits of the running number are zero.
    Throw(u32, Thrower),
    /// Mixes what a value holds into the running number.
    Mix(Pick),
    /// Calls a function, with these arguments as far as it has parameters.
    Call(Pick, Way, [Pick; 4]),
    /// Has the stack walked in two ways and compared.
    Check,
    /// Does the body several times, with values carried from round to round.
    Loop {
        /// Rounds.
        rounds: u32,
        /// Whether LLVM cannot tell how many, and so puts a poll in.
        polled: bool,
        /// The first value that is carried on.
        carried: Pick,
        /// The array that a pointer walks along.
        array: Pick,
        /// What is done.
        body: Vec<Statement>,
    },
    /// Does one of two bodies; values of both meet behind it.
    If {
        /// Which bit of the running number decides.
        bit: u32,
        /// If it is set.
        then: Vec<Statement>,
        /// If not.
        otherwise: Vec<Statement>,
    },
    /// Keeps a vector of references while the body runs.
    Vector {
        /// Its elements, two, three, four or eight.
        elements: Vec<Pick>,
        /// Loaded in one go from the fields of a node, if the vector has two elements, rather than
        /// put together.
        loaded: bool,
        /// What is done meanwhile.
        body: Vec<Statement>,
    },
    /// A statepoint of patchable bytes, without a call.
    Patch(u32),
}

/// What threads do to objects that they share. What comes of all of it together does not depend on who was first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Publishes a new object where others may have done so before.
    Publish,
    /// Looks at what was published.
    See,
    /// Puts a node in front of a list, by compare and swap.
    Push,
    /// Adds to a sum.
    Add,
}

/// What may be in a reference slot besides references into the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Null.
    Null,
    /// A number, shifted left by one, plus one.
    Tagged(u32),
    /// The running number, tagged: LLVM does not know which.
    Running,
    /// An object in the program's data.
    Static(u8),
}

/// How many static objects a program has.
pub const STATIC_OBJECTS: u8 = 3;

impl Program {
    /// The name of its entry, `i64 (i64)`.
    pub fn entry(&self) -> String {
        format!("random_{}", self.seed)
    }

    /// Whether it has a function whose frame has no fixed size; others may have it inlined.
    pub fn has_dynamic_areas(&self) -> bool {
        self.functions.iter().any(|function| matches!(function.area, Area::Dynamic { .. }))
    }

    /// The number of its statements.
    pub fn statements(&self) -> usize {
        self.functions.iter().map(|function| count(&function.body)).sum()
    }
}

fn count(body: &[Statement]) -> usize {
    body.iter().map(|s| 1 + s.bodies().iter().map(|body| count(body)).sum::<usize>()).sum()
}

impl Statement {
    /// The statements inside this one, in the order of the text.
    pub fn bodies(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::Loop { body, .. } | Self::Vector { body, .. } | Self::Weak { body, .. } => {
                vec![body]
            }
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::Loop { body, .. } | Self::Vector { body, .. } | Self::Weak { body, .. } => {
                vec![body]
            }
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// Whether it, or a statement inside it, is such a one.
    pub fn has(&self, wanted: &dyn Fn(&Self) -> bool) -> bool {
        wanted(self) || self.bodies().iter().any(|body| body.iter().any(|s| s.has(wanted)))
    }
}
