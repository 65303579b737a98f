//! Managed code in shared libraries that are loaded, registered, collected in, and unloaded.

#[macro_use]
extern crate test_attribute;

use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use stackmap_tool::object_file::compile_object;
use statepoint_gc::{Argument, CodeRegistry, Heap, Zeal, code::RegistryError};
use statepoint_scanner::walk::{CodeLookup, FoundCode};
use tempfile::TempDir;
use tests::ir::ContextAccess;
use tests::library::{Library, can_be_loaded, is_mapped, prebuilt, work};
use tests::llvm::Llvm;
use tests::managed::{self, call, heap, make, tripled_sum};
use tests::managed_object::{Linker, link};
use tests::timeout;

const REGISTER_MODE: &str = "--max-registers-for-gc-values=100";

/// Held for writing by tests that register all loaded libraries, including those of other tests;
/// held for reading by all other tests.
static LOADING_LOCK: RwLock<()> = RwLock::new(());

/// Returns a registry with the code of the program, without the libraries of other tests.
fn program_registry() -> Arc<CodeRegistry> {
    let registry = CodeRegistry::new();
    registry.register_image_at(managed::pair().expose_provenance() as u64).unwrap();
    Arc::new(registry)
}

fn build_heap(zeal: Zeal) -> Heap {
    heap().heap_max(8 << 20).zeal(zeal).code(program_registry()).build().unwrap()
}

/// Holds the lock until the end of the test, which returns early where libraries cannot be loaded.
macro_rules! with_libraries {
    ($access:ident) => {
        if !can_be_loaded() {
            return;
        }
        let _guard = LOADING_LOCK.$access().unwrap_or_else(PoisonError::into_inner);
    };
}

/// Returns the prebuilt library, and those compiled by each LLVM version: with references spilled
/// or in registers, and with both kinds of access to the thread's context.
fn libraries(directory: &Path) -> Vec<PathBuf> {
    let mut libraries = vec![prebuilt().to_path_buf()];
    for llvm in Llvm::installed() {
        for (mode, options) in
            [("spilled", &[][..]), ("registers", &[REGISTER_MODE, "--fixup-allow-gcptr-in-csr"])]
        {
            for access in [ContextAccess::ThreadLocal, ContextAccess::Context] {
                let linker = if mode == "spilled" { Linker::Lld } else { Linker::Default };
                let name = format!("{mode}-{access:?}-{}", llvm.version());
                let made = llvm.shared_library(directory, &name, access, options, linker);
                libraries.push(made.unwrap());
            }
        }
    }
    libraries
}

extern "C" fn collect_twice(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    statepoint_gc::Mutator::with_current(|mutator| {
        mutator.collect();
        mutator.collect();
    });
    value + 1
}

/// Calls all functions of a registered library, and checks their results.
fn call_library(heap: &Heap, library: &Library) {
    let mut mutator = heap.attach().unwrap();
    assert_eq!(library.call_work(&mut mutator, 9), work(9));
    let function = (collect_twice as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(70)];
    // SAFETY: the function takes a pointer to a function of this type, and an i64.
    let result = unsafe { mutator.call(library.function(c"library_native"), &arguments) };
    assert_eq!(result, Ok(141));
}

/// Sets the flag by which threads end when it is dropped, also if the test panics.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// 240 times, a library is loaded, called with collections, removed and unloaded, while other
/// threads allocate and collect.
#[test]
fn libraries_are_loaded_and_unloaded_while_others_run() {
    with_libraries!(read);
    /// Number of libraries that are loaded.
    const ROUNDS: usize = 240;
    let directory = TempDir::new().unwrap();
    let libraries = libraries(directory.path());
    let heap = build_heap(Zeal::EveryAllocation(3));
    let own = heap.code().snapshot().len();
    let stop = AtomicBool::new(false);
    let managed_calls = AtomicU64::new(0);
    std::thread::scope(|scope| {
        // The scope waits for the other threads, also if an assertion fails.
        let set_on_drop = SetOnDrop(&stop);
        for _ in 0..2 {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                while !stop.load(Ordering::Relaxed) {
                    let sum = call(&mut mutator, managed::nested, &[Argument::Word(5)]);
                    assert_eq!(sum, Ok(tripled_sum(5, 1)));
                    managed_calls.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for round in 0..ROUNDS {
            let name = format!("copy-{round}");
            let file = &libraries[round % libraries.len()];
            let library = Library::open_copy(file, directory.path(), &name).unwrap();
            let id = heap.code().register_image_at(library.address()).unwrap();
            assert_eq!(heap.code().snapshot().len(), own + 1);
            call_library(&heap, &library);
            let path = library.path().to_path_buf();
            assert!(is_mapped(&path));
            if round % 2 == 0 {
                // SAFETY: no thread runs its code.
                unsafe { heap.code().remove(id) }.unwrap();
                assert!(is_mapped(&path), "it is still open");
                library.close();
            } else {
                library.close();
                assert!(is_mapped(&path), "the registry keeps it");
                // SAFETY: no thread runs its code.
                unsafe { heap.code().remove(id) }.unwrap();
            }
            assert!(!is_mapped(&path), "{} is still mapped", path.display());
            std::fs::remove_file(path).unwrap();
        }
        drop(set_on_drop);
    });
    let statistics = heap.statistics();
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
    assert!(statistics.counts.frames_walked > 10 * ROUNDS as u64, "{statistics:?}");
    assert!(statistics.counts.objects_moved > ROUNDS as u64, "{statistics:?}");
    assert!(statistics.counts.roots_visited > ROUNDS as u64, "{statistics:?}");
    assert!(managed_calls.into_inner() > 0);
    if libraries.len() > 1 {
        assert!(statistics.counts.register_roots > ROUNDS as u64 / 4, "{statistics:?}");
    }
}

/// A registered library stays mapped after `dlclose`, until it is removed from the registry.
#[test]
fn closed_libraries_stay_mapped_until_removed() {
    with_libraries!(read);
    let directory = TempDir::new().unwrap();
    let heap = build_heap(Zeal::EveryAllocation(1));
    let library = Library::open_copy(prebuilt(), directory.path(), "closed").unwrap();
    let path = library.path().to_path_buf();
    let id = heap.code().register_image(&path).unwrap();
    let function = library.function(c"library_work");
    library.close();
    let mut mutator = heap.attach().unwrap();
    // SAFETY: the function takes an i64 and returns one, and the registry keeps it loaded.
    let result = unsafe { mutator.call(function, &[Argument::Word(20)]) };
    assert_eq!(result, Ok(work(20)));
    assert!(heap.statistics().counts.frames_walked > 100, "{:?}", heap.statistics());
    // SAFETY: no thread runs its code.
    unsafe { heap.code().remove(id) }.unwrap();
    assert!(!is_mapped(&path));
    // The program's own code is unaffected.
    let node = make(&mut mutator, managed::pair, &[Argument::Word(5), Argument::Word(0)]).unwrap();
    assert_eq!(call(&mut mutator, managed::left, &[Argument::Reference(&node)]), Ok(5));
}

#[test]
fn the_same_file_can_be_loaded_again() {
    with_libraries!(read);
    let directory = TempDir::new().unwrap();
    let heap = build_heap(Zeal::EveryAllocation(1));
    let mut ids = Vec::new();
    for _ in 0..20 {
        let library = Library::open_copy(prebuilt(), directory.path(), "again").unwrap();
        let id = heap.code().register_image_at(library.address()).unwrap();
        assert!(!ids.contains(&id), "another registration is another region");
        ids.push(id);
        call_library(&heap, &library);
        // SAFETY: no thread runs its code.
        unsafe { heap.code().remove(id) }.unwrap();
        // SAFETY: the call is refused and has no effect.
        let second_removal = unsafe { heap.code().remove(id) };
        assert!(matches!(second_removal, Err(RegistryError::NotRegistered { .. })));
        let path = library.path().to_path_buf();
        library.close();
        assert!(!is_mapped(&path));
    }
}

#[test]
fn each_image_is_registered_once() {
    with_libraries!(write);
    let directory = TempDir::new().unwrap();
    let heap = build_heap(Zeal::Off);
    let first = Library::open_copy(prebuilt(), directory.path(), "first").unwrap();
    let id = heap.code().register_image_at(first.address()).unwrap();
    for second_removal in
        [heap.code().register_image_at(first.address()), heap.code().register_image(first.path())]
    {
        let error = second_removal.unwrap_err();
        assert!(
            matches!(error, RegistryError::AlreadyRegistered { id: found, .. } if found == id),
            "{error}"
        );
    }
    // The program, too.
    let program = managed::pair().expose_provenance() as u64;
    let error = heap.code().register_image_at(program).unwrap_err();
    assert!(matches!(error, RegistryError::AlreadyRegistered { .. }), "{error}");

    let second = Library::open_copy(prebuilt(), directory.path(), "second").unwrap();
    let added = heap.code().register_loaded_images().unwrap();
    let code = heap.code().snapshot();
    let (second_id, _) = code.region_at(second.address()).unwrap();
    assert_eq!(added, [second_id]);
    assert_eq!(code.len(), 3, "the program and two libraries");
    drop(code);
    assert_eq!(heap.code().register_loaded_images().unwrap(), [], "all are registered");
    call_library(&heap, &first);
    call_library(&heap, &second);
    drop(heap);
    for library in [first, second] {
        let path = library.path().to_path_buf();
        library.close();
        assert!(!is_mapped(&path), "a registry that is dropped keeps nothing loaded");
    }
}

/// Two heaps share a registry, to which the host adds a library later.
#[test]
fn heaps_may_share_a_registry() {
    with_libraries!(read);
    let directory = TempDir::new().unwrap();
    let registry = Arc::new(CodeRegistry::new());
    // At first no code is registered.
    let heaps: [Heap; 2] = core::array::from_fn(|_| {
        heap()
            .heap_max(4 << 20)
            .zeal(Zeal::EveryAllocation(1))
            .code(Arc::clone(&registry))
            .build()
            .unwrap()
    });
    assert!(heaps[1].code().snapshot().is_empty());
    let library = Library::open_copy(prebuilt(), directory.path(), "shared").unwrap();
    let id = registry.register_image_at(library.address()).unwrap();
    std::thread::scope(|scope| {
        for heap in &heaps {
            scope.spawn(|| (0..20).for_each(|_| call_library(heap, &library)));
        }
    });
    for heap in &heaps {
        assert!(heap.statistics().counts.frames_walked > 100, "{:?}", heap.statistics());
    }
    // SAFETY: no thread runs its code.
    unsafe { registry.remove(id) }.unwrap();
    library.close();
}

/// Libraries with call-site tables made by `stackmap compile`, and libraries in which only a part
/// of the objects has them.
#[test]
fn libraries_with_compiled_tables_and_with_both_kinds_are_walked() {
    with_libraries!(read);
    let directory = TempDir::new().unwrap();
    let at = |name: &str| directory.path().join(name);
    for llvm in Llvm::installed() {
        let raw =
            llvm.library_object(directory.path(), "raw", ContextAccess::Context, &[]).unwrap();
        let compiled = compile_object(&std::fs::read(&raw).unwrap()).unwrap();
        std::fs::write(at("compiled.o"), compiled.bytes).unwrap();
        // The same code again, under other names.
        let other = at("other.o");
        let mut renamed = llvm.command("llvm-objcopy");
        for name in ["library_work", "library_native"] {
            renamed.arg(format!("--redefine-sym={name}=other_{name}"));
        }
        assert!(timeout::output(renamed.args([&raw, &other])).unwrap().status.success());
        for linker in [Linker::Default, Linker::Lld] {
            let name = |kind| at(&format!("{kind}-{}-{linker:?}.so", llvm.version()));
            let compiled_only = link(&[&at("compiled.o")], &name("compiled_only"), linker).unwrap();
            let mixed = link(&[&at("compiled.o"), &other], &name("mixed"), linker).unwrap();
            for (file, functions) in [
                (compiled_only, vec![c"library_work"]),
                (mixed, vec![c"library_work", c"other_library_work"]),
            ] {
                let library = Library::open(&file).unwrap();
                let heap = build_heap(Zeal::EveryAllocation(1));
                let id = heap.code().register_image_at(library.address()).unwrap();
                let mut mutator = heap.attach().unwrap();
                for function in functions {
                    let before = heap.statistics();
                    // SAFETY: the function takes an i64 and returns one.
                    let result =
                        unsafe { mutator.call(library.function(function), &[Argument::Word(15)]) };
                    assert_eq!(result, Ok(work(15)), "{function:?} of {}", file.display());
                    let after = heap.statistics();
                    assert!(
                        after.counts.roots_visited > before.counts.roots_visited + 100,
                        "{after:?}"
                    );
                    assert!(
                        after.counts.objects_moved > before.counts.objects_moved + 100,
                        "{after:?}"
                    );
                }
                // SAFETY: no thread runs its code.
                unsafe { heap.code().remove(id) }.unwrap();
                library.close();
                assert!(!is_mapped(&file));
            }
        }
    }
}

/// The registry finds the call sites of a library at its load address, and no other addresses.
#[test]
fn call_sites_are_found_at_the_load_address() {
    with_libraries!(read);
    let directory = TempDir::new().unwrap();
    for file in libraries(directory.path()) {
        let registry = CodeRegistry::new();
        let library = Library::open_copy(&file, directory.path(), "sites").unwrap();
        let id = registry.register_image_at(library.address()).unwrap();
        let code = registry.snapshot();
        let (found, range) = code.region_at(library.address()).unwrap();
        assert_eq!(found, id);
        let start = library.address();
        let sites = range
            .clone()
            .filter(|&pc| matches!(code.find(pc), FoundCode::Managed(_)))
            .inspect(|&pc| assert!(code.function_containing(pc).is_some()))
            .count();
        assert!(sites >= 8, "{sites} in {}", file.display());
        assert_eq!(code.function_containing(start + 1), Some(start));
        assert!(matches!(code.find(start + 1), FoundCode::Unknown { function: Some(function) }
            if function == start));
        drop(code);
        // SAFETY: no thread runs its code.
        unsafe { registry.remove(id) }.unwrap();
        library.close();
    }
}

/// Symbol interposition: the loader binds global symbols to those of the first library, so the
/// second library's stack map has addresses in the first one, and is refused.
#[test]
fn maps_that_name_functions_of_another_library_are_refused() {
    with_libraries!(write);
    let directory = TempDir::new().unwrap();
    let registry = CodeRegistry::new();
    let first = Library::open_global(prebuilt(), directory.path(), "first").unwrap();
    let id = registry.register_image_at(first.address()).unwrap();
    let second = Library::open_copy(prebuilt(), directory.path(), "second").unwrap();
    let refused = registry.register_image_at(second.address()).unwrap_err();
    let RegistryError::Interposed { image, function, found_in } = &refused else {
        panic!("{refused}")
    };
    assert_eq!((&**image, found_in.as_deref()), (second.path(), Some(first.path())));
    assert_eq!(registry.snapshot().function_containing(function + 1), Some(*function));
    let message = refused.to_string();
    for part in ["symbol interposition", "RTLD_GLOBAL", "first.so", "second.so"] {
        assert!(message.contains(part), "{message}");
    }
    assert!(!message.contains("uwtable"), "{message}");
    let files = [&first, &second].map(|library| library.path().to_path_buf());
    // SAFETY: no thread runs its code.
    unsafe { registry.remove(id) }.unwrap();
    second.close();
    first.close();
    assert!(files.iter().all(|file| !is_mapped(file)));
    // After both are closed, the library is bound to its own functions and accepted.
    let alone = Library::open_copy(prebuilt(), directory.path(), "alone").unwrap();
    let id = registry.register_image_at(alone.address()).unwrap();
    // SAFETY: no thread runs its code.
    unsafe { registry.remove(id) }.unwrap();
    alone.close();
}
