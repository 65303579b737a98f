//! Emits the LLVM IR of a program.

mod body;
mod calls;
mod control;
mod dialect;
mod entry;
mod exceptions;
mod objects;
mod shared;
mod slots;
mod statements;
mod support;
mod weak;
mod writer;

pub use dialect::Dialect;

use std::collections::BTreeSet;

use self::writer::Writer;
use super::matrix::Arch;
use super::model::{Program, Returned, Shape};
use crate::ir::{ContextAccess, PointerSyntax, PreludeForm};

/// Constructs that must be left out for a target because of a known defect of LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Vectors of references.
    pub vectors: bool,
    /// Native functions between managed frames, without a transition record by which they are
    /// skipped.
    pub native_frames: bool,
    /// Managed functions that preserve most registers.
    pub preserve_most: bool,
    /// Wrappers of native functions, written for this architecture.
    pub wrappers: Option<Arch>,
}

/// Returns the module of a program, including the collector's prelude.
pub fn module(program: &Program, dialect: Dialect, features: Features) -> String {
    let pointers = match dialect {
        Dialect::Opaque => PointerSyntax::Opaque,
        Dialect::Typed => PointerSyntax::Typed,
    };
    let prelude = PreludeForm { access: ContextAccess::ThreadLocal, pointers }.text();
    let mut text = format!("; random managed program {}\n\n", program.seed);
    text += &support::declarations(program, dialect);
    text += &entry::functions(program, dialect, features);
    if let Some(arch) = features.wrappers {
        text += &support::wrapper(program, dialect, arch);
    }
    let mut declarations = BTreeSet::new();
    for index in 0..program.functions.len() {
        text += &body::function(program, index, dialect, features, &mut declarations);
    }
    text += "\n";
    for declaration in declarations {
        text += &declaration;
        text += "\n";
    }
    text += "\n; ---- what the collector inlines into managed code ----\n\n";
    // As if it had been linked into this program and internalized: of a function in several modules
    // only one copy is linked, but the records of all copies, which differ.
    text += &prelude.replace("linkonce_odr hidden", "internal");
    text
}

/// Returns the parameter types of a function of a shape.
fn parameters(shape: Shape, dialect: Dialect) -> String {
    let kinds = std::iter::once("i64, i64".to_owned())
        .chain(std::iter::once(dialect.reference().to_owned()))
        .chain(order(shape).map(|parameter| parameter.kind(dialect)));
    kinds.collect::<Vec<_>>().join(", ")
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parameter {
    Word,
    Reference,
    /// A structure of a reference and a number.
    Pair,
}

impl Parameter {
    /// Returns its type.
    fn kind(self, dialect: Dialect) -> String {
        match self {
            Self::Word => "i64".to_owned(),
            Self::Reference => dialect.reference().to_owned(),
            Self::Pair => format!("{{ {}, i64 }}", dialect.reference()),
        }
    }
}

/// Returns a function's further parameters in order. All kinds alternate, so that some of each are
/// passed on the stack.
fn order(shape: Shape) -> impl Iterator<Item = Parameter> {
    let counts = [
        (Parameter::Word, shape.words),
        (Parameter::Reference, shape.references),
        (Parameter::Pair, shape.pairs),
    ];
    let longest = counts.iter().map(|&(_, count)| count).max().unwrap_or_default();
    (0..longest).flat_map(move |index| {
        counts.into_iter().filter(move |&(_, count)| index < count).map(|(parameter, _)| parameter)
    })
}

/// Returns the type of a result.
fn returned(result: Returned, dialect: Dialect) -> String {
    let reference = dialect.reference();
    match result {
        Returned::Word => "i64".to_owned(),
        Returned::One => format!("{{ i64, {reference} }}"),
        Returned::Two => format!("{{ {reference}, i64, {reference} }}"),
    }
}

/// Writes the check by which a function returns at once if the recursion is deep enough or the
/// fuel, which has been loaded, is used up. Returns the fuel that is left for the functions that it
/// calls.
fn return_at_the_bottom(out: &mut Writer, result: Returned, fuel: &str) -> String {
    let low = out.value("low", "icmp sle i64 %depth, 0");
    let empty = out.value("empty", format_args!("icmp sle i64 {fuel}, 0"));
    let end = out.value("end", format_args!("or i1 {low}, {empty}"));
    out.line(format_args!("br i1 {end}, label %leaf, label %go"));
    out.block("leaf");
    out.ret(result, "%x", ["null", "null"]);
    out.block("go");
    out.value("fuel", format_args!("sub i64 {fuel}, 1"))
}

/// Returns the name of a program's function.
fn function_name(program: &Program, index: usize) -> String {
    format!("{}_f{index}", program.entry())
}

/// Returns the functions that can be called through pointers. The first function is always one of
/// them.
fn standard_functions(program: &Program) -> Vec<usize> {
    let is_standard = |&index: &usize| program.functions[index].shape == Shape::STANDARD;
    let found: Vec<_> = (0..program.functions.len()).filter(is_standard).collect();
    assert!(!found.is_empty(), "the first function of a program has the standard shape");
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generate;

    #[test]
    fn all_statement_kinds_occur_in_both_dialects() {
        let opaque = (Dialect::Opaque, "ptr addrspace(1)", Arch::Aarch64);
        let typed = (Dialect::Typed, "i8 addrspace(1)*", Arch::X86_64);
        for (dialect, relocated, arch) in [opaque, typed] {
            let features = Features {
                vectors: true,
                native_frames: true,
                preserve_most: true,
                wrappers: Some(arch),
            };
            let modules: String =
                (0..40).map(|seed| module(&generate::program(seed), dialect, features)).collect();
            for part in [
                "fastcc i64",
                "phi i64",
                "insertelement <2 x ",
                "insertelement <4 x ",
                "\"deopt\"(i64",
                "invoke ",
                "alloca [6 x i64], align 128",
                "alloca i64, i64 %size",
                "@random_native_through(",
                " = call i64 @spgc_call_native(",
                "_wrapper(i64 ptrtoint (",
                "statepoint-num-patch-bytes",
                "@random_walk_check()",
                "\"gc-live\"(",
                "load volatile i64, ",
                "call void @spgc_store(",
                relocated,
            ] {
                assert!(modules.contains(part), "{dialect:?}: {part}");
            }
        }
    }
}
