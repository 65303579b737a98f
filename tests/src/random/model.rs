//! A managed program as a small tree, before it becomes LLVM IR of either dialect.
//!
//! Statements name what they work on by a [`Pick`]: an index into the values that are available at
//! that point, modulo their number. So a program stays a program when a statement, a function or
//! half of a body is taken out of it, which is how a failure is shrunk.

/// Chooses one of the values that are available when the statement is reached.
pub type Pick = u32;

/// A whole program. It has one entry function, which other threads may run concurrently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its seed, which is part of its symbols.
    pub seed: u64,
    /// Its functions; the entry calls the first. At least one.
    pub functions: Vec<Function>,
    /// Nesting limit of calls.
    pub depth: u32,
    /// Limit of all calls together: programs terminate, whatever they do.
    pub fuel: u32,
    /// Number of threads that run it concurrently in its run with threads.
    pub threads: u32,
}

/// A function `i64 (i64 depth, i64 x, context, other parameters)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its calling convention, parameters and result.
    pub shape: Shape,
    /// Whether it may be inlined.
    pub inline: bool,
    /// A stack object without references that changes the layout of the frame.
    pub area: Area,
    /// Whether references are in stack objects that its statepoints list, instead of in values.
    pub in_slots: bool,
    /// Its statements.
    pub body: Vec<Statement>,
    /// Values that are used last, and so are live across everything between.
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
    /// The shape of functions that are called through pointers and by native code.
    pub const STANDARD: Self =
        Self { fast: false, words: 0, references: 2, pairs: 0, result: Returned::Word };
}

/// The result of a function.
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

/// The way in which a call reaches its callee.
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

/// The action of a landing pad on an exception, after it has used some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pad {
    /// Catches it; the function returns.
    Return,
    /// Catches it; the function continues as if the call had returned.
    Join,
    /// Lets it continue to the caller.
    CleanUp,
}

/// The function that throws an exception.
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
    /// Allocates a box that holds the running checksum.
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
    /// Stores a value in the array of objects that the whole program keeps.
    Keep(Pick, Pick),
    /// Loads a value from that array.
    Kept(Pick),
    /// Has an object finalized when it has died.
    Finalize(Pick),
    /// Keeps a weak object or an ephemeron for an object that dies at once.
    Forget(Pick, bool),
    /// Checks whether a weak object or an ephemeron is cleared or refers to the object that it was
    /// made for.
    Look(Pick),
    /// Makes a weak object for a value that stays live, or an ephemeron with such a key, and checks
    /// after the body that it still refers to it.
    Weak {
        /// The value.
        target: Pick,
        /// An ephemeron with this value instead of a weak object.
        value: Option<Pick>,
        /// The body.
        body: Vec<Statement>,
    },
    /// An operation on the objects that the threads of the program share.
    Shared(Shared, Pick),
    /// Calls a function that preserves most registers.
    Quiet(Pick),
    /// Throws an exception, if this number of bits of the running checksum are zero.
    Throw(u32, Thrower),
    /// Mixes the contents of a value into the running checksum.
    Mix(Pick),
    /// Calls a function, with these arguments as far as it has parameters.
    Call(Pick, Way, [Pick; 4]),
    /// Walks the stack in two ways and compares the results.
    Check,
    /// Runs the body several times, with values carried from round to round.
    Loop {
        /// Number of rounds.
        rounds: u32,
        /// Whether LLVM cannot tell how many rounds there are, and so inserts a poll.
        polled: bool,
        /// The first value that is carried.
        carried: Pick,
        /// The array that a pointer walks along.
        array: Pick,
        /// The body.
        body: Vec<Statement>,
    },
    /// Runs one of two bodies; values of both meet after it.
    If {
        /// Index of the bit of the running checksum that decides.
        bit: u32,
        /// If it is set.
        then: Vec<Statement>,
        /// If not.
        otherwise: Vec<Statement>,
    },
    /// Keeps a vector of references while the body runs.
    Vector {
        /// Its elements: two, three, four or eight.
        elements: Vec<Pick>,
        /// Loaded at once from the fields of a node, if the vector has two elements, rather than
        /// put together.
        loaded: bool,
        /// The body.
        body: Vec<Statement>,
    },
    /// A statepoint of patchable bytes, without a call.
    Patch(u32),
}

/// Operations of threads on objects that they share. Their combined result does not depend on the
/// order of the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Publishes a new object where other threads may have done so before.
    Publish,
    /// Checks an object that was published.
    See,
    /// Pushes a node to the front of a list, by compare and swap.
    Push,
    /// Adds to a sum.
    Add,
}

/// A value of a reference slot that is not a reference into the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Null.
    Null,
    /// A number, shifted left by one, plus one.
    Tagged(u32),
    /// The running checksum, tagged: LLVM does not know which.
    Running,
    /// An object in the program's data.
    Static(u8),
}

/// Number of static objects of a program.
pub const STATIC_OBJECTS: u8 = 3;

impl Program {
    /// Returns the name of its entry, `i64 (i64)`.
    pub fn entry(&self) -> String {
        format!("random_{}", self.seed)
    }

    /// Whether it has a function whose frame has no fixed size; this function may be inlined into
    /// others.
    pub fn has_dynamic_areas(&self) -> bool {
        self.functions.iter().any(|function| matches!(function.area, Area::Dynamic { .. }))
    }

    /// Returns the number of its statements.
    pub fn statements(&self) -> usize {
        self.functions.iter().map(|function| count(&function.body)).sum()
    }
}

fn count(body: &[Statement]) -> usize {
    body.iter().map(|s| 1 + s.bodies().iter().map(|body| count(body)).sum::<usize>()).sum()
}

impl Statement {
    /// Returns the statements inside this one, in the order of the text.
    pub fn bodies(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::Loop { body, .. } | Self::Vector { body, .. } | Self::Weak { body, .. } => {
                vec![body]
            }
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// Likewise, to be changed.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::Loop { body, .. } | Self::Vector { body, .. } | Self::Weak { body, .. } => {
                vec![body]
            }
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// Whether it, or a statement inside it, satisfies the predicate.
    pub fn has(&self, wanted: &dyn Fn(&Self) -> bool) -> bool {
        wanted(self) || self.bodies().iter().any(|body| body.iter().any(|s| s.has(wanted)))
    }
}
