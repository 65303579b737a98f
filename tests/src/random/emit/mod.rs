//! From a program to LLVM IR.

mod body;
mod calls;
mod control;
mod dialect;
mod slots;
mod statements;
mod support;
mod writer;

pub use dialect::Dialect;

use std::collections::BTreeSet;

use self::writer::Writer;
use super::matrix::Arch;
use super::model::{Program, Shape};
use crate::ir::{Access, Form, Pointers};

/// What must be left out for a target, since LLVM has a known defect there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Vectors of references.
    pub vectors: bool,
    /// Native functions between managed frames that no transition record skips.
    pub native_frames: bool,
    /// Wrappers of native functions, written for this architecture.
    pub wrappers: Option<Arch>,
}

/// The module of a program, the collector's prelude included.
pub fn module(program: &Program, dialect: Dialect, features: Features) -> String {
    let pointers = match dialect {
        Dialect::Opaque => Pointers::Opaque,
        Dialect::Typed => Pointers::Typed,
    };
    let prelude = Form { access: Access::ThreadLocal, pointers }.text();
    let mut text = format!("; random managed program {}\n\n", program.seed);
    text += &support::declarations(program, dialect);
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
    text += prelude;
    text
}

/// The parameter types of a function of a shape.
fn parameters(shape: Shape, dialect: Dialect) -> String {
    let kinds = std::iter::once("i64, i64".to_owned())
        .chain(std::iter::once(dialect.reference().to_owned()))
        .chain(order(shape).map(|is_reference| {
            if is_reference { dialect.reference().to_owned() } else { "i64".to_owned() }
        }));
    kinds.collect::<Vec<_>>().join(", ")
}

/// A function's further parameters in order: whether each is a reference. Both kinds alternate, so
/// that some of each are passed on the stack.
fn order(shape: Shape) -> impl Iterator<Item = bool> {
    let (words, references) = (usize::from(shape.words), usize::from(shape.references));
    (0..words.max(references)).flat_map(move |index| {
        [(index < words).then_some(false), (index < references).then_some(true)]
            .into_iter()
            .flatten()
    })
}

/// Lets a function return at once where the recursion is deep enough or has used up its fuel, which
/// has been loaded. What is left of the fuel for the functions that it calls.
fn return_at_the_bottom(out: &mut Writer, fuel: &str) -> String {
    let low = out.value("low", "icmp sle i64 %depth, 0");
    let empty = out.value("empty", format_args!("icmp sle i64 {fuel}, 0"));
    let end = out.value("end", format_args!("or i1 {low}, {empty}"));
    out.line(format_args!("br i1 {end}, label %leaf, label %go"));
    out.block("leaf");
    out.line("ret i64 %x");
    out.block("go");
    out.value("fuel", format_args!("sub i64 {fuel}, 1"))
}

/// The name of a program's function.
fn function_name(program: &Program, index: usize) -> String {
    format!("{}_f{index}", program.entry())
}

/// Those functions that can be called through pointers. The first is always one.
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
    fn all_kinds_of_statements_come_up_in_both_dialects() {
        let opaque = (Dialect::Opaque, "ptr addrspace(1)", Arch::Aarch64);
        let typed = (Dialect::Typed, "i8 addrspace(1)*", Arch::X86_64);
        for (dialect, relocated, arch) in [opaque, typed] {
            let features = Features { vectors: true, native_frames: true, wrappers: Some(arch) };
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
