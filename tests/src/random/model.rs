//! The abstract syntax tree of a random program, independent of the dialect of LLVM IR.
//!
//! Statements select their operands by a [`Pick`]: an index into the values that are available at
//! that point, modulo their number. A program therefore stays valid when statements or functions
//! are removed, which is how a failing program is reduced.

/// Index of an operand among the values that are available at a statement, modulo their number.
pub type Pick = u32;

/// A program. It has one entry function, which several threads may run concurrently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Seed, which is part of the names of its symbols.
    pub seed: u64,
    /// Functions, at least one. The entry function calls the first.
    pub functions: Vec<Function>,
    /// Maximum depth of nested calls.
    pub depth: u32,
    /// Maximum number of calls in a run, which guarantees that the program terminates.
    pub fuel: u32,
    /// Number of threads that run it concurrently in the threads mode.
    pub threads: u32,
}

/// A function `i64 (i64 depth, i64 x, context, other parameters)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Calling convention, parameters and result.
    pub signature: Signature,
    /// Whether it may be inlined.
    pub inline: bool,
    /// Stack object without references, which changes the frame layout.
    pub stack_object: StackObject,
    /// Whether references are kept in stack objects that its statepoints list, instead of in SSA
    /// values.
    pub uses_stack_slots: bool,
    /// Statements.
    pub body: Vec<Statement>,
    /// Values that are used at the end of the function, so that they are live across its
    /// statements.
    pub live_to_end: Vec<Pick>,
    /// The function of the same signature that is called in tail position (`musttail`) instead of
    /// a return. Functions with `uses_stack_slots` ignore it.
    pub tail_call: Option<Pick>,
}

/// Calling convention, parameters and result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Whether the calling convention is `fastcc` instead of the C convention.
    pub fast: bool,
    /// Number of integer parameters besides the common ones.
    pub words: u8,
    /// Number of reference parameters besides the context.
    pub references: u8,
    /// Number of parameters that are structures of a reference and a number.
    pub pairs: u8,
    /// The result type.
    pub result: ResultType,
}

impl Signature {
    /// Signature of the functions that are called through pointers and from native code.
    pub const STANDARD: Self =
        Self { fast: false, words: 0, references: 2, pairs: 0, result: ResultType::Word };
}

/// Result type of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// A number.
    Word,
    /// A structure of a number and a reference.
    WordAndReference,
    /// A structure of a reference, a number, and another reference.
    TwoReferencesAndWord,
}

/// Stack object of a function besides its spill slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackObject {
    /// No stack object.
    None,
    /// An `alloca` of constant size.
    Static {
        /// A power of two.
        align: u32,
    },
    /// An `alloca` whose size depends on an argument, so that the frame has no fixed size.
    Dynamic {
        /// A power of two.
        align: u32,
    },
}

/// Kind of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// Direct call.
    Direct,
    /// Call through a table of function pointers.
    Indirect,
    /// Direct call with deoptimization state: numbers and references.
    Deopt,
    /// `invoke`, in some cases with deoptimization state.
    Invoke(LandingPadAction),
    /// Call of a native function, without a transition, which calls the managed function.
    ThroughNative,
    /// Call of a native function through `spgc_call_native`, which enters managed code again.
    Transition,
}

/// Action of a landing pad, after it has used some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LandingPadAction {
    /// Catches the exception and returns from the function.
    Return,
    /// Catches the exception and continues as if the call had returned.
    Join,
    /// Resumes unwinding.
    CleanUp,
}

/// Native function that throws an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thrower {
    /// Called without a transition, as if it were managed.
    Direct,
    /// Called through `spgc_call_native`.
    Transition,
}

/// A statement of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Allocates a box and stores the current checksum in it.
    Box,
    /// Allocates a node and stores two values in it.
    Node(Pick, Pick),
    /// Allocates an array of words, and stores three of them.
    Words(u32),
    /// Allocates an array of references, and stores one value in some of its elements.
    References(u32, Pick),
    /// Makes a value that is not a reference into the heap available.
    NonHeapValue(NonHeapValue),
    /// Computes a derived pointer to a word in an array of words.
    Interior(Pick, Pick),
    /// Stores a value in a field of a node.
    StoreField(Pick, bool, Pick),
    /// Loads a field of a node.
    LoadField(Pick, bool),
    /// Stores a value in an element of an array of references.
    StoreElement(Pick, Pick, Pick),
    /// Loads an element of an array of references.
    LoadElement(Pick, Pick),
    /// Copies elements of an array into an array of the same kind, which may be the same array.
    Copy(Pick, Pick, Pick),
    /// Fills a range of an array of references with one value.
    Fill(Pick, Pick, Pick),
    /// Clones an object.
    Clone(Pick),
    /// Stores a value in the program-wide array of retained objects.
    StoreRetained(Pick, Pick),
    /// Loads a value from the array of retained objects.
    LoadRetained(Pick),
    /// Registers an object for finalization.
    Finalize(Pick),
    /// Retains a new weak object or ephemeron whose referents are garbage immediately.
    RetainDyingWeak(Pick, bool),
    /// Checks that a weak object or an ephemeron is cleared or still refers to its original
    /// referent.
    CheckWeak(Pick),
    /// Allocates a weak object or an ephemeron for a value that stays live, runs the body, and
    /// checks that it has not been cleared.
    Weak {
        /// The referent of the weak object, or the key of the ephemeron.
        target: Pick,
        /// The value of the ephemeron; `None` for a weak object.
        value: Option<Pick>,
        /// The body.
        body: Vec<Statement>,
    },
    /// Operates on an object that the threads of the program share.
    Shared(Shared, Pick),
    /// Calls a function with the `preserve_most` calling convention.
    CallPreserveMost(Pick),
    /// Throws an exception if this number of bits of the checksum are all 0.
    Throw(u32, Thrower),
    /// Mixes the contents of a value into the checksum.
    Mix(Pick),
    /// Calls a function. The picks select the arguments, and are repeated for further parameters.
    Call(Pick, CallKind, [Pick; 4]),
    /// Compares the stack walk of the library with the independent one.
    Check,
    /// Repeats the body. A value and a pointer are carried from one iteration to the next.
    Loop {
        /// Maximum number of iterations.
        rounds: u32,
        /// Whether the number of iterations is unknown to LLVM, which then inserts a poll.
        has_poll: bool,
        /// The initial value that is carried.
        carried: Pick,
        /// The array of words that the carried pointer iterates over.
        array: Pick,
        /// The body.
        body: Vec<Statement>,
    },
    /// Runs one of two bodies. Phis after it merge values of both.
    If {
        /// Index of the checksum bit that is the condition.
        bit: u32,
        /// The body that runs if the bit is 1.
        then: Vec<Statement>,
        /// The body that runs if the bit is 0.
        otherwise: Vec<Statement>,
    },
    /// Keeps a vector of references live across the body.
    Vector {
        /// Elements of the vector: two, three, four or eight.
        elements: Vec<Pick>,
        /// Whether a vector of two elements is loaded from the fields of a node instead of being
        /// built by `insertelement`.
        loaded: bool,
        /// The body.
        body: Vec<Statement>,
    },
    /// Emits a statepoint of this number of patchable bytes, without a call.
    Patch(u32),
}

/// Operation on an object that threads share. The combined result of all operations does not depend
/// on the interleaving of the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Stores a new object in a slot in which other threads may have published one.
    Publish,
    /// Loads and checks a published object.
    Read,
    /// Pushes a node to the front of a list by compare-and-swap.
    Push,
    /// Adds to a sum atomically.
    Add,
}

/// Value of reference type that is not a reference into the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NonHeapValue {
    /// Null.
    Null,
    /// A constant tagged number: the number shifted left by one, plus one.
    Tagged(u32),
    /// The current checksum, tagged; unknown to LLVM.
    Running,
    /// A static object, which is outside the heap.
    Static(u8),
}

/// Number of static objects of a program.
pub const STATIC_OBJECTS: u8 = 3;

impl Program {
    /// Returns the name of the program's entry function, `i64 (i64, reference)`.
    pub fn entry(&self) -> String {
        format!("random_{}", self.seed)
    }

    /// Returns whether the program has a function with a dynamic stack object. Such a function may
    /// be inlined into others.
    pub fn has_dynamic_stack_objects(&self) -> bool {
        self.functions
            .iter()
            .any(|function| matches!(function.stack_object, StackObject::Dynamic { .. }))
    }

    /// Returns the number of statements of the program.
    pub fn statements(&self) -> usize {
        self.functions.iter().map(|function| count(&function.body)).sum()
    }
}

/// Returns the number of statements in a body, including nested ones.
fn count(body: &[Statement]) -> usize {
    body.iter().map(|s| 1 + s.bodies().iter().map(|body| count(body)).sum::<usize>()).sum()
}

impl Statement {
    /// Returns the bodies of this statement, in textual order.
    pub fn bodies(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::Loop { body, .. } | Self::Vector { body, .. } | Self::Weak { body, .. } => {
                vec![body]
            }
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// Returns mutable references to the bodies of this statement, in textual order.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::Loop { body, .. } | Self::Vector { body, .. } | Self::Weak { body, .. } => {
                vec![body]
            }
            Self::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// Returns whether the statement or a nested one satisfies the predicate.
    pub fn has(&self, wanted: &dyn Fn(&Self) -> bool) -> bool {
        wanted(self) || self.bodies().iter().any(|body| body.iter().any(|s| s.has(wanted)))
    }
}
