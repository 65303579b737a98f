//! Managed code that obtains its thread's context from a function instead of a thread-local
//! variable (`ContextAccess::Context`): in loaded libraries, and in generated code that the dynamic
//! loader does not know.

use core::ffi::c_void;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use object::{Object as _, ObjectSymbol as _};
use statepoint_gc::{Argument, CodeRegistry, Heap, Mutator, Zeal};
use tempfile::TempDir;
use tests::ir::ContextAccess;
use tests::jit::Generated;
use tests::library::{Library, can_be_loaded};
use tests::llvm::Llvm;
use tests::managed::heap;
use tests::managed_object::{Linker, link};

/// A module that uses all inlined functions of the prelude. The types are those that
/// `tests::managed` registers: objects of type 1 have two references, type 2 is an array of words,
/// type 3 an array of references, and objects of type 4 have one word.
const WORK: &str = r#"
declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array_of(i64, i64, i64)
declare void @spgc_store(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
declare i64 @spgc_array_copy(ptr addrspace(1), i64, ptr addrspace(1), i64, i64)
declare i64 @spgc_call_native(i64, i64, i64, i64, i64, ptr)
declare void @spgc_leave_native()
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare i32 @spgc_identity_hash(ptr addrspace(1)) nounwind "gc-leaf-function"

ENTER

define internal i64 @wrapper(ptr %function, i64 %value) noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  CALL
  %result = call i64 %function(i64 %value, i64 0, i64 0, i64 0, i64 0)
  call void @spgc_leave_native()
  ret i64 %result
}

; A node with a box of the number, and the node before.
define internal ptr addrspace(1) @node(i64 %number, ptr addrspace(1) %before) noinline uwtable gc "statepoint-example" {
entry:
  %box = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  store i64 %number, ptr addrspace(1) %number.p, align 8
  %node = call ptr addrspace(1) @spgc_allocate(i64 24, i64 256)
  %left = getelementptr inbounds i8, ptr addrspace(1) %node, i64 8
  store ptr addrspace(1) %box, ptr addrspace(1) %left, align 8
  %right = getelementptr inbounds i8, ptr addrspace(1) %node, i64 16
  store ptr addrspace(1) %before, ptr addrspace(1) %right, align 8
  ret ptr addrspace(1) %node
}

; With function(i) = i + 1: the sum of i, 2 i + 2 and 5 over i < n.
define i64 @context_work(i64 %n, ptr %function) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 768)
  br label %make

make:
  %i = phi i64 [ 0, %entry ], [ %i.next, %make ]
  %before = phi ptr addrspace(1) [ null, %entry ], [ %node, %make ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %make ]
  %node = call ptr addrspace(1) @node(i64 %i, ptr addrspace(1) %before)
  %hash = call i32 @spgc_identity_hash(ptr addrspace(1) %node)
  %words = call ptr addrspace(1) @spgc_allocate_array_of(i64 5, i64 512, i64 8)
  %length.p = getelementptr inbounds i8, ptr addrspace(1) %words, i64 8
  %length = load i64, ptr addrspace(1) %length.p, align 8
  %bytes = shl i64 %i, 3
  %offset = add i64 %bytes, 16
  %slot = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %offset
  call void @spgc_store(ptr addrspace(1) %array, ptr addrspace(1) %slot, ptr addrspace(1) %node)
  %wrapped = call i64 @wrapper(ptr %function, i64 %i)
  %called = call i64 @spgc_call_native(i64 %i, i64 0, i64 0, i64 0, i64 0, ptr %function)
  %again = call i32 @spgc_identity_hash(ptr addrspace(1) %node)
  %differs = icmp ne i32 %hash, %again
  %wrong = zext i1 %differs to i64
  %sum.1 = add i64 %sum, %wrapped
  %sum.2 = add i64 %sum.1, %called
  %sum.3 = add i64 %sum.2, %length
  %sum.next = add i64 %sum.3, %wrong
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %make, label %copy

copy:
  %copied = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 768)
  %status = call i64 @spgc_array_copy(ptr addrspace(1) %copied, i64 0, ptr addrspace(1) %array, i64 0, i64 %n)
  br label %add

add:
  %j = phi i64 [ 0, %copy ], [ %j.next, %add ]
  %total = phi i64 [ %sum.next, %copy ], [ %total.next, %add ]
  %j.bytes = shl i64 %j, 3
  %j.offset = add i64 %j.bytes, 16
  %j.slot = getelementptr inbounds i8, ptr addrspace(1) %copied, i64 %j.offset
  %found = load ptr addrspace(1), ptr addrspace(1) %j.slot, align 8
  %box.p = getelementptr inbounds i8, ptr addrspace(1) %found, i64 8
  %box = load ptr addrspace(1), ptr addrspace(1) %box.p, align 8
  %number.p = getelementptr inbounds i8, ptr addrspace(1) %box, i64 8
  %number = load i64, ptr addrspace(1) %number.p, align 8
  %total.1 = add i64 %total, %number
  %total.next = add i64 %total.1, %status
  %j.next = add i64 %j, 1
  %rest = icmp ult i64 %j.next, %n
  br i1 %rest, label %add, label %done

done:
  ret i64 %total.next
}
"#;

/// A context function defined by the front end: it returns a thread-local variable that the
/// runtime has set.
const OWN_CONTEXT_FUNCTION: &str = r#"
@own = internal thread_local global ptr null

define weak_odr hidden ptr @spgc_thread_context() alwaysinline nounwind "gc-leaf-function" {
  %context = load ptr, ptr @own, align 8
  ret ptr %context
}

define void @set_context(ptr %context) noinline uwtable {
  store ptr %context, ptr @own, align 8
  ret void
}
"#;

/// Returns the expected result of `context_work`.
fn expected_sum(n: u64) -> u64 {
    (0..n).map(|i| i + 2 * (i + 1) + 5).sum()
}

/// Compiles [`WORK`] and the IR in `more` to an object file.
fn compile(llvm: Llvm, more: &str, directory: &Path) -> PathBuf {
    let (enter, call) = match std::env::consts::ARCH {
        "aarch64" => (
            "declare ptr @llvm.sponentry.p0()\ndeclare void @spgc_enter_native_aarch64(ptr, ptr)",
            "%sp = call ptr @llvm.sponentry.p0()\n  \
             call void @spgc_enter_native_aarch64(ptr %frame, ptr %sp)",
        ),
        _ => ("declare void @spgc_enter_native(ptr)", "call void @spgc_enter_native(ptr %frame)"),
    };
    let source = directory.join("source.ll");
    fs::write(&source, WORK.replace("ENTER", enter).replace("CALL", call) + more).unwrap();
    llvm.managed_object(&source, directory, "object", ContextAccess::Context, &[]).unwrap()
}

/// Returns the undefined symbols of an object file.
fn undefined_symbols(object: &Path) -> Vec<String> {
    let bytes = fs::read(object).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
    undefined.filter_map(|symbol| Some(symbol.name().ok()?.to_owned())).collect()
}

/// The native function that `context_work` calls: adds 1, and sometimes collects.
extern "C" fn add_one(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    if value.is_multiple_of(3) {
        Mutator::with_current(|mutator| mutator.collect());
    }
    value + 1
}

/// Runs `context_work` in several threads on a heap that collects continuously.
fn run(zeal: Zeal, registry: Arc<CodeRegistry>, function: *const c_void, attach: impl Fn() + Sync) {
    const THREADS: u64 = 4;
    const LENGTH: u64 = 6;
    let heap: Heap =
        heap().heap_max(16 << 20).zeal(zeal).collector_threads(2).code(registry).build().unwrap();
    let function = function.expose_provenance() as u64;
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (heap, attach) = (&heap, &attach);
            scope.spawn(move || {
                attach();
                let mut mutator = heap.attach().unwrap();
                for round in 0..2 {
                    let length = LENGTH + thread + round;
                    let native = (add_one as *const c_void).expose_provenance() as u64;
                    let arguments = [Argument::Word(length), Argument::Word(native)];
                    let function = core::ptr::with_exposed_provenance(function as usize);
                    // SAFETY: the function is registered managed code that takes an i64 and a
                    // pointer.
                    let sum = unsafe { mutator.call(function, &arguments) };
                    assert_eq!(sum, Ok(expected_sum(length)));
                }
            });
        }
    });
    let statistics = heap.statistics();
    let counts = statistics.counts;
    let minimum = THREADS * 2 * LENGTH;
    assert_eq!(counts.frames_walked, counts.records_matched, "{statistics:?}");
    assert!(counts.records_matched > minimum, "{statistics:?}");
    assert!(counts.roots_visited > minimum, "{statistics:?}");
    assert!(counts.objects_moved > minimum, "{statistics:?}");
    assert!(statistics.young_collections + statistics.full_collections > minimum, "{statistics:?}");
}

const ZEAL_MODES: [Zeal; 2] = [Zeal::EveryAllocation(1), Zeal::EveryPoll];

#[test]
fn code_in_libraries_calls_the_context_function() {
    if !can_be_loaded() {
        return;
    }
    for llvm in Llvm::installed() {
        let directory = TempDir::new().unwrap();
        let object = compile(llvm, "", directory.path());
        let undefined = undefined_symbols(&object);
        assert!(undefined.iter().any(|name| name == "spgc_thread_context"), "{undefined:?}");
        assert!(!undefined.iter().any(|name| name == "spgc_thread"), "{undefined:?}");
        let file = link(&[&object], &directory.path().join("library.so"), Linker::Default).unwrap();
        for zeal in ZEAL_MODES {
            let library = Library::open(&file).unwrap();
            let function = library.function(c"context_work");
            let registry = Arc::new(CodeRegistry::new());
            let id = registry.register_image_at(function.expose_provenance() as u64).unwrap();
            run(zeal, Arc::clone(&registry), function, || {});
            // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
            unsafe { registry.remove(id) }.unwrap();
            library.close();
        }
    }
}

#[test]
fn generated_code_calls_the_context_function() {
    if std::env::consts::ARCH != "x86_64" {
        eprintln!("skipped: this test's loader is for x86-64");
        return;
    }
    for llvm in Llvm::installed() {
        let directory = TempDir::new().unwrap();
        let object = compile(llvm, "", directory.path());
        let generated = Generated::load(&fs::read(&object).unwrap());
        for zeal in ZEAL_MODES {
            let registry = Arc::new(CodeRegistry::new());
            let id = generated.register(&registry).unwrap();
            run(zeal, Arc::clone(&registry), generated.function("context_work"), || {});
            // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
            unsafe { registry.remove(id) }.unwrap();
        }
    }
}

/// A front end can define `spgc_thread_context` itself. The definition is inlined like the rest of
/// the prelude.
#[test]
fn front_ends_can_define_the_context_function() {
    if !can_be_loaded() {
        return;
    }
    for llvm in Llvm::installed() {
        let directory = TempDir::new().unwrap();
        let object = compile(llvm, OWN_CONTEXT_FUNCTION, directory.path());
        let undefined = undefined_symbols(&object);
        assert!(!undefined.iter().any(|name| name.starts_with("spgc_thread")), "{undefined:?}");
        let file = link(&[&object], &directory.path().join("library.so"), Linker::Default).unwrap();
        let library = Library::open(&file).unwrap();
        let function = library.function(c"context_work");
        // SAFETY: `set_context` takes a pointer.
        let set: extern "C" fn(*mut c_void) =
            unsafe { core::mem::transmute(library.function(c"set_context")) };
        for zeal in ZEAL_MODES {
            let registry = Arc::new(CodeRegistry::new());
            let id = registry.register_image_at(function.expose_provenance() as u64).unwrap();
            run(zeal, Arc::clone(&registry), function, || set(context()));
            // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
            unsafe { registry.remove(id) }.unwrap();
        }
        library.close();
    }
}

/// Returns the calling thread's context, as a runtime in C obtains it.
fn context() -> *mut c_void {
    unsafe extern "C" {
        safe fn spgc_thread_context() -> *mut c_void;
    }
    spgc_thread_context()
}
