//! Guaranteed tail calls (`musttail`).
//!
//! Between functions of the C convention, which have the same parameters, they are leaf calls and
//! use no stack.
//!
//! With `tailcc`, functions may have different numbers of stack arguments. Then the function that
//! returns is not the one that was called, and pops a different number of arguments. The caller's
//! stack pointer cannot be derived from the frame of its callee, so slots relative to it are
//! refused when the code is registered.

use core::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use statepoint_gc::{Argument, CodeRegistry, Zeal, code::RegistryError};
use statepoint_scanner::check::RecordViolation;
use statepoint_scanner::table::TableBuildError;
use tempfile::TempDir;
use tests::ir::ContextAccess;
use tests::jit::Generated;
use tests::llvm::Llvm;
use tests::managed::heap;

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

/// Two functions that call each other in tail position, `%n` times in all. Each replaces the box by
/// a new one with the sum so far. `@even` has ten arguments, so that some are on the stack, and
/// returns the number of `%other` added to the sum.
const LOOP: &str = r#"
declare ptr addrspace(1) @spgc_allocate(i64, i64)

define ptr addrspace(1) @box(i64 %number) noinline uwtable gc "statepoint-example" {
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %number, ptr addrspace(1) %p, align 8
  ret ptr addrspace(1) %box
}

define i64 @unbox(ptr addrspace(1) %box) noinline uwtable gc "statepoint-example" {
  %p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %number = load volatile i64, ptr addrspace(1) %p, align 8
  ret i64 %number
}

define i64 @even(i64 %n, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, ptr addrspace(1) %box, ptr addrspace(1) %other, i64 %f, i64 %g) noinline uwtable gc "statepoint-example" {
  %old = call i64 @unbox(ptr addrspace(1) %box)
  %last = icmp eq i64 %n, 0
  br i1 %last, label %end, label %more

more:
  %new = add i64 %old, %n
  %next = call ptr addrspace(1) @box(i64 %new)
  %m = sub i64 %n, 1
  %result = musttail call i64 @odd(i64 %m, i64 %g, i64 %a, i64 %b, i64 %c, i64 %d, ptr addrspace(1) %next, ptr addrspace(1) %other, i64 %e, i64 %f) "gc-leaf-function"
  ret i64 %result

end:
  %kept = call i64 @unbox(ptr addrspace(1) %other)
  %all = add i64 %old, %kept
  ret i64 %all
}

define i64 @odd(i64 %n, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, ptr addrspace(1) %box, ptr addrspace(1) %other, i64 %f, i64 %g) noinline uwtable gc "statepoint-example" {
  %old = call i64 @unbox(ptr addrspace(1) %box)
  %new = add i64 %old, %n
  %next = call ptr addrspace(1) @box(i64 %new)
  %m = sub i64 %n, 1
  %result = musttail call i64 @even(i64 %m, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, ptr addrspace(1) %next, ptr addrspace(1) %other, i64 %f, i64 %g) "gc-leaf-function"
  ret i64 %result
}

define i64 @tail_loop(i64 %n) noinline uwtable gc "statepoint-example" {
  %box = call ptr addrspace(1) @box(i64 0)
  %other = call ptr addrspace(1) @box(i64 7)
  %sum = call i64 @even(i64 %n, i64 1, i64 2, i64 3, i64 4, i64 5, ptr addrspace(1) %box, ptr addrspace(1) %other, i64 6, i64 7)
  %kept = call i64 @unbox(ptr addrspace(1) %other)
  %all = add i64 %sum, %kept
  ret i64 %all
}
"#;

/// Compiles the module with each LLVM version that has opaque pointers.
fn compiled(module: &str) -> Vec<Generated> {
    if std::env::consts::ARCH != "x86_64" {
        eprintln!("skipped: this test's loader is for x86-64");
        return Vec::new();
    }
    let directory = TempDir::new().expect("the folder can be created");
    let source = directory.path().join("source.ll");
    fs::write(&source, module).expect("the file is writable");
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
    let all =
        ["none", "all"].map(|kept| compiled(&module(&format!("\"frame-pointer\"=\"{kept}\""))));
    for generated in all.into_iter().flatten() {
        let error = generated.register(&CodeRegistry::new()).unwrap_err();
        let RegistryError::Build { source, .. } = &error else { panic!("{error}") };
        let TableBuildError::Rule { violation, .. } = **source else { panic!("{error}") };
        assert_eq!(violation, RecordViolation::StackPointer { calling_convention: 18 });
    }
}

/// Each step uses at least 16 bytes of stack if its call is no tail call: more than a stack has.
#[test]
fn tail_calls_of_the_c_convention_use_no_stack() {
    for generated in compiled(LOOP) {
        for (zeal, steps) in
            [(Zeal::Off, 2_000_000), (Zeal::EveryAllocation(1), 1_000), (Zeal::EveryPoll, 1_000)]
        {
            let registry = Arc::new(CodeRegistry::new());
            let id = generated.register(&registry).expect("the code is valid");
            let heap = heap().heap_max(4 << 20).zeal(zeal).code(Arc::clone(&registry));
            let heap = heap.build().expect("valid settings");
            let mut mutator = heap.attach().expect("the thread is not attached");
            let function = generated.function("tail_loop");
            let arguments = [Argument::Word(steps)];
            // SAFETY: the function is registered managed code that takes and returns an i64.
            let sum = unsafe { mutator.call(function, &arguments) };
            assert_eq!(sum, Ok(steps * (steps + 1) / 2 + 14), "{zeal:?}");
            let counts = heap.statistics().counts;
            assert!(counts.objects_moved > 0, "{zeal:?}: {counts:?}");
            assert_eq!(counts.frames_walked, counts.records_matched, "{zeal:?}");
            assert!(counts.roots_visited > 0, "{zeal:?}: {counts:?}");
            drop(mutator);
            drop(heap);
            // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
            unsafe { registry.remove(id) }.expect("the region is registered");
        }
    }
}
