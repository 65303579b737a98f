//! Emits the LLVM IR of a random program.

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
use super::model::{Program, ResultType, Signature};
use crate::ir::{ContextAccess, PointerSyntax, PreludeForm};

/// Optional constructs. Known limitations of LLVM or of stack walks exclude them in some
/// configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Vectors of references.
    pub vectors: bool,
    /// Native frames between managed ones, without a transition record.
    pub native_frames: bool,
    /// Managed functions with the `preserve_most` calling convention.
    pub preserve_most: bool,
    /// Wrappers of native functions, with their target architecture; `None` if they are excluded.
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
    text += "\n; ---- the prelude of the collector ----\n\n";
    // The prelude is internalized. A linker merges `linkonce_odr` functions of several modules into
    // one, but retains the stack map records of all copies, which differ.
    text += &prelude.replace("linkonce_odr hidden", "internal");
    text
}

/// Returns the parameter types of a signature.
fn parameters(signature: Signature, dialect: Dialect) -> String {
    let kinds = std::iter::once("i64, i64".to_owned())
        .chain(std::iter::once(dialect.reference().to_owned()))
        .chain(order(signature).map(|parameter| parameter.kind(dialect)));
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
    /// Returns the IR type of the parameter.
    fn kind(self, dialect: Dialect) -> String {
        match self {
            Self::Word => "i64".to_owned(),
            Self::Reference => dialect.reference().to_owned(),
            Self::Pair => format!("{{ {}, i64 }}", dialect.reference()),
        }
    }
}

/// Returns the parameters of a signature besides the common ones. The kinds alternate, so that some
/// of each kind are passed on the stack.
fn order(signature: Signature) -> impl Iterator<Item = Parameter> {
    let counts = [
        (Parameter::Word, signature.words),
        (Parameter::Reference, signature.references),
        (Parameter::Pair, signature.pairs),
    ];
    let longest = counts.iter().map(|&(_, count)| count).max().unwrap_or_default();
    (0..longest).flat_map(move |index| {
        counts.into_iter().filter(move |&(_, count)| index < count).map(|(parameter, _)| parameter)
    })
}

/// Returns the IR type of a result.
fn result_type(result: ResultType, dialect: Dialect) -> String {
    let reference = dialect.reference();
    match result {
        ResultType::Word => "i64".to_owned(),
        ResultType::WordAndReference => format!("{{ i64, {reference} }}"),
        ResultType::TwoReferencesAndWord => format!("{{ {reference}, i64, {reference} }}"),
    }
}

/// Emits the check by which a function returns immediately if its depth or `fuel`, which has been
/// loaded, is 0. Returns the remaining fuel.
fn emit_recursion_limit(out: &mut Writer, result: ResultType, fuel: &str) -> String {
    let low = out.value("low", "icmp sle i64 %depth, 0");
    let empty = out.value("empty", format_args!("icmp sle i64 {fuel}, 0"));
    let end = out.value("end", format_args!("or i1 {low}, {empty}"));
    out.line(format_args!("br i1 {end}, label %leaf, label %body"));
    out.block("leaf");
    out.ret(result, "%x", ["null", "null"]);
    out.block("body");
    out.value("fuel", format_args!("sub i64 {fuel}, 1"))
}

/// Returns the name of a program's function.
fn function_name(program: &Program, index: usize) -> String {
    format!("{}_f{index}", program.entry())
}

/// Returns the indices of the functions that can be called through pointers. The first function is
/// always among them.
fn functions_with_standard_signature(program: &Program) -> Vec<usize> {
    let is_standard = |&index: &usize| program.functions[index].signature == Signature::STANDARD;
    let found: Vec<_> = (0..program.functions.len()).filter(is_standard).collect();
    assert!(!found.is_empty(), "the first function of a program has the standard signature");
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
                assert!(modules.contains(part), "no {part} in any module of {dialect:?}");
            }
        }
    }
}
