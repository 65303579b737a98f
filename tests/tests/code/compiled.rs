//! Managed functions that each installed version of LLVM compiles to a library, in each form of the
//! prelude, with references in stack slots and in registers.

use core::ffi::CStr;
use std::path::Path;
use std::sync::Arc;

use statepoint_gc::{CodeRegistry, Heap, HeapBuilder, Zeal};
use tempfile::TempDir;
use tests::fibers::{VERIFY, assert_relocated};
use tests::ir::ContextAccess;
use tests::library::{Library, can_be_loaded};
use tests::llvm::Llvm;
use tests::managed::heap;
use tests::managed_object::{Linker, link};

/// Options of `llc` with which references are in stack slots, and in registers.
const OPTIONS: [&[&str]; 2] = [
    &[],
    &[
        "--max-registers-for-gc-values=100",
        "--fixup-allow-gcptr-in-csr",
        "--use-registers-for-gc-values-in-landing-pad",
    ],
];

/// Compiles the file in `managed` with this name in each way, and calls `run` with the addresses of
/// these functions, with a heap for each zeal mode that has the settings of `configure`. Asserts
/// that `run` has relocated objects.
pub(crate) fn for_each_version<const N: usize>(
    name: &str,
    functions: [&CStr; N],
    configure: impl Fn(HeapBuilder) -> HeapBuilder,
    run: impl Fn(&Heap, [usize; N]),
) {
    if !can_be_loaded() {
        return;
    }
    for llvm in Llvm::installed() {
        for access in [ContextAccess::ThreadLocal, ContextAccess::Context] {
            for options in OPTIONS {
                run_compiled(llvm, access, options, name, functions, &configure, &run);
            }
        }
    }
}

fn run_compiled<const N: usize>(
    llvm: Llvm,
    access: ContextAccess,
    options: &[&str],
    name: &str,
    functions: [&CStr; N],
    configure: impl Fn(HeapBuilder) -> HeapBuilder,
    run: impl Fn(&Heap, [usize; N]),
) {
    let directory = TempDir::new().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("managed").join(name);
    let object = llvm.managed_object(&source, directory.path(), "object", access, options).unwrap();
    let file = link(&[&object], &directory.path().join("library.so"), Linker::Default).unwrap();
    // Boxes that tests make come from managed code of the program.
    let registry = Arc::new(CodeRegistry::of_this_process().unwrap());
    let library = Library::open(&file).unwrap();
    let functions = functions.map(|name| library.function(name).expose_provenance());
    let id = registry.register_image_at(functions[0] as u64).unwrap();
    for zeal in [Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let heap = heap().heap_max(16 << 20).zeal(zeal).verify(VERIFY);
        let heap = configure(heap.code(Arc::clone(&registry))).build().unwrap();
        run(&heap, functions);
        assert_relocated(&heap);
    }
    // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
    unsafe { registry.remove(id) }.unwrap();
    library.close();
}
