//! Errors of reading, linking and running modules.

use std::path::PathBuf;

use crate::llvm::LlvmError;
use crate::runtime::Exception;
use crate::types::ValueType;

/// Why a program cannot be read, linked or run to its end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        source: std::io::Error,
    },
    /// The text format has a syntax error. The message has line and column.
    #[error("{0}")]
    Text(#[from] wat::Error),
    /// The module is malformed or invalid.
    #[error("{} (at offset {:#x})", .0.message(), .0.offset())]
    Invalid(wasmparser::BinaryReaderError),
    /// The module is valid and uses what this program does not implement.
    #[error("{what} is not supported (at offset {offset:#x})")]
    Unsupported {
        /// The instruction or construct.
        what: String,
        /// Its position in the binary module.
        offset: u64,
    },
    /// The code generator rejects a function.
    #[error("function {function} cannot be compiled: {message}")]
    Compile {
        /// The index of the function.
        function: u32,
        /// The message of the code generator.
        message: String,
    },
    /// An import has no definition, or one of another type.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// LLVM's tools are missing or fail.
    #[error(transparent)]
    Llvm(#[from] LlvmError),
    /// The program trapped.
    #[error("trap: {0}")]
    Trap(#[from] Trap),
    /// The program threw an exception that nothing caught.
    /// [`Store::explain`](crate::runtime::Store::explain) describes it.
    #[error("an exception is not caught")]
    Exception(Exception),
    /// The program threw an exception that nothing caught, as its store describes it.
    #[error(
        "an exception of {tag} {} is not caught{}",
        with_values(values),
        location.as_ref().map(|place| format!(", thrown in {place}")).unwrap_or_default()
    )]
    Uncaught {
        /// The tag: its index in a module, and its name if it has one.
        tag: String,
        /// The values of the exception, as they are printed.
        values: Vec<String>,
        /// The instruction that threw it, if it was one of a module.
        location: Option<TrapLocation>,
    },
    /// The program trapped because the heap is full.
    #[error("trap: {trap}; the heap limit is {limit} bytes. Raise the limit with SPGC_HEAP_MAX")]
    HeapFull {
        /// The trap.
        trap: Trap,
        /// The limit of the heap in bytes.
        limit: usize,
    },
    /// The host asked for something that the module does not have, or with wrong arguments.
    #[error(transparent)]
    Invocation(#[from] InvocationError),
    /// The program ended itself with a status. No code of it runs after that.
    #[error("the program ended with the status {0}")]
    Exit(u32),
    /// The system has no memory for the module's memories, tables or code.
    #[error("{0}")]
    Resources(String),
}

/// Lists the values of an exception.
fn with_values(values: &[String]) -> String {
    let list = values.join(", ");
    match values {
        [] => "without values".to_owned(),
        [_] => format!("with the value {list}"),
        _ => format!("with the values {list}"),
    }
}

impl From<wasmparser::BinaryReaderError> for Error {
    /// A module with vectors of 128 bits, which the parser rejects, may be valid.
    fn from(error: wasmparser::BinaryReaderError) -> Self {
        if error.message().contains("SIMD") {
            let what = "a vector of 128 bits".to_owned();
            return Self::Unsupported { what, offset: error.offset() };
        }
        Self::Invalid(error)
    }
}

/// Why an import cannot be resolved.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Nothing of these names is defined.
    #[error("unknown import{}: {}", if imports.len() > 1 { "s" } else { "" }, list(imports))]
    Unknown {
        /// The module and the name of each import without a definition.
        imports: Vec<(String, String)>,
    },
    /// What has this name is of another type.
    #[error("incompatible import type: {module:?} {name:?} is {found}, and not {expected}")]
    Incompatible {
        /// The module of the import.
        module: String,
        /// The name of the import.
        name: String,
        /// What the module expects.
        expected: String,
        /// What is defined.
        found: String,
    },
}

/// Lists imports by module and name.
fn list(imports: &[(String, String)]) -> String {
    let quoted = imports.iter().map(|(module, name)| format!("{module:?} {name:?}"));
    quoted.collect::<Vec<_>>().join(", ")
}

/// Why an export cannot be called or read.
#[derive(Debug, thiserror::Error)]
pub enum InvocationError {
    /// There is no export of this name and kind.
    #[error("the module exports no {kind} {name:?}")]
    NoExport {
        /// The kind of export.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// An option is for programs for WASI, and the module is none.
    #[error("{option}: only for programs for WASI, and the module imports nothing of WASI")]
    NotWasi {
        /// The option.
        option: &'static str,
    },
    /// The number of arguments differs from that of the parameters.
    #[error("{name:?} has {expected} parameters, and {found} arguments are given")]
    Count {
        /// The name of the function.
        name: String,
        /// How many parameters it has.
        expected: usize,
        /// How many arguments there are.
        found: usize,
    },
    /// An argument is not a value of the parameter's type.
    #[error("argument {index} of {name:?} is {found}, and not {expected}")]
    Argument {
        /// The name of the function.
        name: String,
        /// The index of the argument.
        index: usize,
        /// The type of the parameter.
        expected: ValueType,
        /// The argument.
        found: String,
    },
}

/// A trap, and where the program was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}{}", location.as_ref().map(|place| format!(", in {place}")).unwrap_or_default())]
pub struct Trap {
    /// What happened.
    pub kind: TrapKind,
    /// The instruction, if it was one of a module.
    pub location: Option<TrapLocation>,
}

/// The instruction that trapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrapLocation {
    /// The index of the function in its module.
    pub function: u32,
    /// Its name, if the module has names.
    pub name: Option<String>,
    /// The position of the instruction in the binary module.
    pub offset: u32,
}

impl std::fmt::Display for TrapLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "function {}", self.function)?;
        if let Some(name) = &self.name {
            write!(f, " ({name})")?;
        }
        write!(f, " at offset {:#x}", self.offset)
    }
}

/// Defines the kinds of traps with their numbers in compiled code and their messages, which are
/// those of the specification's tests where these have one.
macro_rules! trap_kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $message:literal;)*) => {
        /// What a trap is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
        pub enum TrapKind {
            $($(#[$doc])* #[error($message)] $name = $code,)*
        }

        impl TrapKind {
            /// Returns the kind with a number that compiled code passes.
            pub(crate) fn from_code(code: u64) -> Option<Self> {
                match code {
                    $($code => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

trap_kinds! {
    /// The instruction `unreachable`.
    Unreachable = 1, "unreachable";
    /// A division of integers by zero.
    DivideByZero = 2, "integer divide by zero";
    /// The result of a division or conversion is not representable.
    IntegerOverflow = 3, "integer overflow";
    /// Conversion of a NaN to an integer.
    InvalidConversion = 4, "invalid conversion to integer";
    /// An access beyond the end of a memory or data segment.
    MemoryBounds = 5, "out of bounds memory access";
    /// An access beyond the end of a table or element segment.
    TableBounds = 6, "out of bounds table access";
    /// An indirect call beyond the end of the table.
    UndefinedElement = 7, "undefined element";
    /// An indirect call of null.
    UninitializedElement = 8, "uninitialized element";
    /// An indirect call of a function of another type.
    CallType = 9, "indirect call type mismatch";
    /// The stack is full.
    StackExhausted = 10, "call stack exhausted";
    /// A null reference where another is required.
    NullReference = 11, "null reference";
    /// A call of a null reference.
    NullFunction = 12, "null function reference";
    /// A field access by a null reference.
    NullStructure = 13, "null structure reference";
    /// An element access by a null reference.
    NullArray = 14, "null array reference";
    /// The number of a null `i31`.
    NullI31 = 15, "null i31 reference";
    /// A cast to a type that the object does not have.
    Cast = 16, "cast failure";
    /// An access beyond the end of an array.
    ArrayBounds = 17, "out of bounds array access";
    /// The heap is full.
    OutOfMemory = 18, "out of memory";
    /// `throw_ref` of null.
    NullException = 19, "null exception reference";
    /// The host stopped the program.
    Host = 20, "the host stopped the program";
}
