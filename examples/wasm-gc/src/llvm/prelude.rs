//! What precedes the functions of a module: the collector's prelude, with the context of the thread
//! found by its distance from the thread pointer, and declarations.

use std::fmt::Write as _;

use super::arch;
use super::imports::{self, TABLE};
use super::value::Type;

/// The collector's prelude for generated code.
const PRELUDE: &str = include_str!("../../../../gc/ir/statepoint_gc_context.ll");
/// What is defined instead of declared.
const CONTEXT: &str = "declare ptr @spgc_thread_context() #3\n";

/// Groups of attributes: a function; a function that is not inlined, because it makes tail calls
/// without frame; assembly without effects; assembly that is neither moved nor repeated; a function
/// of the runtime; one that is rarely called.
const ATTRIBUTES: &str = r#"
attributes #10 = { nounwind uwtable }
attributes #11 = { nounwind noinline uwtable }
attributes #12 = { nounwind willreturn memory(none) "gc-leaf-function" }
attributes #13 = { nounwind "gc-leaf-function" }
attributes #14 = { nounwind "gc-leaf-function" }
attributes #15 = { nounwind cold "gc-leaf-function" }
"#;

/// Metadata: the classes of memory that do not overlap.
const METADATA: &str = r#"
!2 = !{}
!10 = !{!"wasm-gc"}
!11 = !{!"runtime", !10, i64 0}
!12 = !{!"linear memory", !10, i64 0}
!13 = !{!"cells", !10, i64 0}
!21 = !{!11, !11, i64 0}
!22 = !{!12, !12, i64 0}
!23 = !{!13, !13, i64 0}
"#;

/// Returns the text.
///
/// # Panics
///
/// If the prelude does not declare the function that returns the thread's context.
pub(super) fn prelude() -> String {
    let (before, after) = PRELUDE.split_once(CONTEXT).expect("the prelude declares it");
    let mut text = format!("target triple = \"{}\"\n\n{before}", arch::TARGET);
    // A thread-local variable would be a reference to the program that loads the module.
    text.push_str(&format!(
        "define linkonce_odr hidden ptr @spgc_thread_context() alwaysinline nounwind \
         \"gc-leaf-function\" {{\n  \
         %pointer = {}\n  \
         %distance = load i64, ptr @{TABLE}, align 8, !invariant.load !2\n  \
         %address = add i64 %pointer, %distance\n  \
         %context = inttoptr i64 %address to ptr\n  \
         ret ptr %context\n}}\n",
        arch::THREAD_POINTER
    ));
    text.push_str(after);
    text.push_str(ATTRIBUTES);
    text.push_str(METADATA);
    text.push('\n');
    text.push_str(&imports::definitions());
    text.push('\n');
    declare_intrinsics(&mut text);
    text
}

fn declare_intrinsics(text: &mut String) {
    let mut declare = |line: String| writeln!(text, "declare {line}").expect("a string");
    for ty in [Type::I32, Type::I64] {
        let suffix = ty.suffix();
        for name in ["ctlz", "cttz"] {
            declare(format!("{ty} @llvm.{name}.{suffix}({ty}, i1)"));
        }
        declare(format!("{ty} @llvm.ctpop.{suffix}({ty})"));
        for name in ["fshl", "fshr"] {
            declare(format!("{ty} @llvm.{name}.{suffix}({ty}, {ty}, {ty})"));
        }
        for from in [Type::F32, Type::F64] {
            for name in ["fptosi", "fptoui"] {
                declare(format!("{ty} @llvm.{name}.sat.{suffix}.{}({from})", from.suffix()));
            }
        }
    }
    for ty in [Type::F32, Type::F64] {
        let suffix = ty.suffix();
        for name in ["fabs", "ceil", "floor", "trunc", "rint", "sqrt"] {
            declare(format!("{ty} @llvm.{name}.{suffix}({ty})"));
        }
        declare(format!("{ty} @llvm.copysign.{suffix}({ty}, {ty})"));
    }
    text.push('\n');
}
