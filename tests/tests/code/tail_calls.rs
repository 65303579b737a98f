//! Guaranteed tail calls (`tailcc`, `musttail`) between functions with different numbers of stack
//! arguments.
//!
//! The function that returns is not the one that was called, and pops a different number of
//! arguments. The caller's stack pointer cannot be derived from the frame of its callee, so slots
//! relative to it are refused when the code is registered.

use core::fmt::Write as _;
use std::fs;

use statepoint_gc::{CodeRegistry, code::RegistryError};
use statepoint_scanner::check::RecordViolation;
use statepoint_scanner::table::TableBuildError;
use tempfile::TempDir;
use tests::ir::ContextAccess;
use tests::jit::Generated;
use tests::llvm::Llvm;

/// Number of references that each function of the ring takes, in addition to a number. Six
/// arguments are passed in registers.
const ARITIES: [usize; 4] = [7, 12, 9, 20];

/// Returns a module with a ring of functions. Each function allocates a box of `n`, and calls the
/// next function in tail position with the box and its own references. The last call adds up all
/// boxes. `@tail_run` allocates eight boxes, one of them with the number 1,000,000, and passes
/// seven to the first function.
fn module(attributes: &str) -> String {
    /// IR type of references.
    const REFERENCE: &str = "ptr addrspace(1)";
    let managed = format!("noinline uwtable {attributes} gc \"statepoint-example\"");
    let mut ir = format!(
        "; Type 4: box of an i64.\n\
         declare {REFERENCE} @spgc_allocate(i64, i64)\n\
         define tailcc i64 @tail_unbox({REFERENCE} %box) {managed} {{\n  \
         %p = getelementptr inbounds i8, {REFERENCE} %box, i64 8\n  \
         %v = load volatile i64, {REFERENCE} %p, align 8\n  ret i64 %v\n}}\n\
         define tailcc {REFERENCE} @tail_box(i64 %n) {managed} {{\n  \
         %box = call {REFERENCE} @spgc_allocate(i64 16, i64 1024)\n  \
         %p = getelementptr inbounds i8, {REFERENCE} %box, i64 8\n  \
         store i64 %n, {REFERENCE} %p, align 8\n  ret {REFERENCE} %box\n}}\n"
    );
    // `write!` to a `String` cannot fail.
    let mut line = |text: String| writeln!(ir, "{text}").expect("a string");
    for (at, arity) in ARITIES.into_iter().enumerate() {
        let next = ARITIES[(at + 1) % ARITIES.len()];
        let list = |prefix: &str, names: &mut dyn Iterator<Item = usize>| {
            let all: Vec<_> = names.map(|name| format!("{REFERENCE} {prefix}{name}")).collect();
            all.join(", ")
        };
        let parameters = list("%a", &mut (0..arity));
        let passed = list("%a", &mut (0..next - 1).map(|name| name % arity));
        line(format!("define tailcc i64 @tail_{arity}(i64 %n, {parameters}) {managed} {{"));
        line(format!("  %new = call tailcc {REFERENCE} @tail_box(i64 %n)"));
        line("  %last = icmp eq i64 %n, 0\n  br i1 %last, label %end, label %more\nmore:".into());
        line("  %m = sub i64 %n, 1".into());
        line(format!(
            "  %r = musttail call tailcc i64 @tail_{next}(i64 %m, {passed}, {REFERENCE} %new) \
             \"gc-leaf-function\"\n  ret i64 %r\nend:"
        ));
        line("  %s0 = add i64 0, 0".into());
        for name in 0..arity {
            line(format!("  %v{name} = call tailcc i64 @tail_unbox({REFERENCE} %a{name})"));
            line(format!("  %s{} = add i64 %s{name}, %v{name}", name + 1));
        }
        line(format!("  ret i64 %s{arity}\n}}"));
    }
    line(format!("define i64 @tail_run(i64 %n) {managed} {{"));
    for (name, value) in (0..=7).zip([1_000_000, 1, 2, 3, 4, 5, 6, 7]) {
        line(format!("  %x{name} = call tailcc {REFERENCE} @tail_box(i64 {value})"));
    }
    let first: Vec<_> = (1..=7).map(|name| format!("{REFERENCE} %x{name}")).collect();
    line(format!("  %r = call tailcc i64 @tail_7(i64 %n, {})", first.join(", ")));
    line(format!("  %kept = call tailcc i64 @tail_unbox({REFERENCE} %x0)"));
    line("  %sum = add i64 %r, %kept\n  ret i64 %sum\n}".into());
    ir
}

/// Compiles the module with each LLVM version that has opaque pointers.
fn compiled(attributes: &str) -> Vec<Generated> {
    if std::env::consts::ARCH != "x86_64" {
        eprintln!("skipped: this test's loader is for x86-64");
        return Vec::new();
    }
    let directory = TempDir::new().expect("the folder can be created");
    let source = directory.path().join("source.ll");
    fs::write(&source, module(attributes)).expect("the file is writable");
    let compile = |llvm: Llvm| {
        let name = format!("tail-{}", llvm.version());
        let object =
            llvm.managed_object(&source, directory.path(), &name, ContextAccess::Context, &[]);
        let object = object.unwrap_or_else(|error| panic!("{name}: {error}"));
        Generated::load(&fs::read(object).expect("the file was written"))
    };
    Llvm::installed().into_iter().filter(|llvm| llvm.version() > 14).map(compile).collect()
}

/// Even with a frame pointer LLVM addresses slots relative to the stack pointer.
#[test]
fn sp_relative_slots_after_callee_popped_arguments_are_refused() {
    let all = ["none", "all"].map(|kept| compiled(&format!("\"frame-pointer\"=\"{kept}\"")));
    for generated in all.into_iter().flatten() {
        let error = generated.register(&CodeRegistry::new()).unwrap_err();
        let RegistryError::Build { source, .. } = &error else { panic!("{error}") };
        let TableBuildError::Rule { violation, .. } = **source else { panic!("{error}") };
        assert_eq!(violation, RecordViolation::StackPointer { calling_convention: 18 });
    }
}
