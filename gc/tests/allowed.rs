//! Correct counterparts of the programs in the folder `refused`, with the same names.
//!
//! Each function compiles and does what the refused program attempts. This shows that a program is
//! refused for its error, and not because the interface cannot be used in this way at all.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use statepoint_gc::{
    Argument, CallError, CodeRegistry, Handle, HandleScope, Heap, HeapBuilder, LocalHandle,
    Mutator, ObjectModel, TypeId, TypeLayout,
    code::{CodeRegionId, JitRegion, JitTable, RegistryError},
    roots::{AnyHandle, RootRangeKind},
    types::{SlotVisitor, WeakKind},
};
use statepoint_scanner::arch::{CallingConvention, PhysicalRegister, Register, RegisterFileLayout};

const PAIR: TypeId = TypeId::new(1);
const LEFT: usize = 8;

/// Returns the builder of a heap without managed code. Native code allocates all objects.
fn builder() -> HeapBuilder {
    let pair = TypeLayout::Fixed { size: 24, references: vec![8, 16] };
    Heap::builder().heap_max(4 << 20).code(Arc::default()).register_type(PAIR, pair)
}

/// Builds a heap and attaches the calling thread. Also returns an object whose left field refers to
/// another object.
fn start() -> (Heap, Mutator, Handle) {
    let heap = builder().build().expect("a heap");
    let mut mutator = heap.attach().expect("not attached yet");
    let object = mutator.allocate(PAIR).expect("registered");
    let other = mutator.allocate(PAIR).expect("registered");
    mutator.store_reference(&object, LEFT, Some(&other)).expect("a reference slot");
    (heap, mutator, object)
}

/// Collects, which moves all objects, and returns whether the object's left field still refers to
/// an object of the same type.
fn is_whole<'h>(mutator: &mut Mutator, object: impl Into<AnyHandle<'h>>) -> bool {
    mutator.collect();
    let other = mutator.load_reference(object, LEFT).expect("a reference slot");
    other.is_some_and(|other| mutator.type_of(&other) == Ok(PAIR))
}

fn local_escapes_its_scope() {
    let (_heap, mut mutator, object) = start();
    let global = mutator.scope(|scope| {
        let local = scope.local(&object).unwrap();
        scope.global(local)
    });
    drop(object);
    assert!(is_whole(&mut mutator, &global));
}

fn local_escapes_to_a_variable() {
    let (_heap, mut mutator, object) = start();
    let mut kept = None;
    mutator.scope(|scope| {
        let local = scope.local(&object).unwrap();
        kept = Some(scope.global(local));
    });
    drop(object);
    assert!(is_whole(&mut mutator, &kept.expect("the scope was run")));
}

fn local_escapes_an_inner_scope() {
    let (_heap, mut mutator, object) = start();
    mutator.scope(|outer| {
        let local = outer.scope_for_local(|inner| inner.local(&object).unwrap());
        assert!(is_whole(outer.mutator(), local));
    });
}

fn outer_scope_used_during_an_inner_scope() {
    let (_heap, mut mutator, object) = start();
    mutator.scope(|outer| {
        let local = outer.local(&object).unwrap();
        // Handles of the outer scope are valid in the inner one.
        outer.mutator().scope(|inner| {
            let same = inner.local(local).unwrap();
            assert!(is_whole(inner.mutator(), same));
            assert!(is_whole(inner.mutator(), local));
        });
        assert!(is_whole(outer.mutator(), local));
    });
}

fn mutator_used_during_its_scope() {
    let (heap, mut mutator, _object) = start();
    mutator.scope(|scope| scope.mutator().collect());
    assert_eq!(heap.statistics().compacting_collections, 1);
}

fn mutator_escapes_its_scope() {
    let (_heap, mut mutator, object) = start();
    mutator.scope(|scope| {
        scope.mutator().collect();
        let local = scope.local(&object).unwrap();
        assert!(is_whole(scope.mutator(), local));
    });
}

fn scope_escapes_its_closure() {
    fn within<'s>(scope: &mut HandleScope<'s>, object: &Handle) -> LocalHandle<'s> {
        scope.mutator().collect();
        scope.local(object).unwrap()
    }
    let (_heap, mut mutator, object) = start();
    mutator.scope(|scope| {
        let local = within(scope, &object);
        assert!(is_whole(scope.mutator(), local));
    });
}

fn local_on_another_thread() {
    let (heap, mut mutator, object) = start();
    let global = mutator.scope(|scope| {
        let local = scope.local(&object).unwrap();
        scope.global(local)
    });
    drop((object, mutator));
    let other = std::thread::spawn(move || is_whole(&mut heap.attach().unwrap(), &global));
    assert!(other.join().unwrap());
}

fn mutator_on_another_thread() {
    let (heap, mut mutator, object) = start();
    // Each thread has its own mutator, and both may use the same handle.
    std::thread::scope(|threads| {
        threads.spawn(|| assert!(is_whole(&mut heap.attach().unwrap(), &object)));
        assert!(is_whole(&mut mutator, &object));
    });
}

fn scope_on_another_thread() {
    let (heap, mut mutator, object) = start();
    mutator.scope(|scope| {
        let local = scope.local(&object).unwrap();
        std::thread::scope(|threads| {
            threads.spawn(|| heap.attach().unwrap().scope(|scope| scope.mutator().collect()));
        });
        assert!(is_whole(scope.mutator(), local));
    });
}

fn mutator_not_copy() {
    let (heap, mutator, _object) = start();
    drop(mutator);
    assert_eq!(heap.attach().expect("the first mutator is dropped").nesting(), 0);
}

fn current_mutator_escapes() {
    let (_heap, _mutator, object) = start();
    let kept = Mutator::with_current(|mutator| mutator.handle(&object).unwrap());
    let whole = kept.map(|kept| Mutator::with_current(|mutator| is_whole(mutator, &kept)));
    assert_eq!(whole.flatten(), Some(true));
}

fn raw_reference_of_a_handle() {
    let (_heap, mut mutator, object) = start();
    let pinned = mutator.pin(&object).unwrap();
    let address = pinned.as_ptr();
    assert!(is_whole(&mut mutator, &object));
    assert_eq!(mutator.pin(&object).unwrap().as_ptr(), address);
}

fn pin_of_a_raw_address() {
    let (_heap, mut mutator, object) = start();
    mutator.store_word(&object, LEFT, 7).expect("a tagged number");
    let number = mutator.load_reference(&object, LEFT).unwrap().expect("not null");
    assert!(mutator.pin(&number).is_err(), "no object");
}

fn argument_outlives_its_handle() {
    let (_heap, mut mutator, object) = start();
    mutator.scope(|scope| {
        let local = scope.local(&object).unwrap();
        let argument = Argument::Local(local);
        // The local handle retains the object.
        drop(object);
        assert!(is_whole(scope.mutator(), local));
        assert!(format!("{argument:?}").contains("Local"));
    });
}

fn any_handle_outlives_its_handle() {
    let (_heap, mut mutator, object) = start();
    let value = mutator.handle(&object).unwrap();
    let held = AnyHandle::from(&value);
    mutator.store_any_handle(AnyHandle::from(&object), LEFT, Some(held)).unwrap();
    drop(value);
    assert!(is_whole(&mut mutator, &object));
}

fn weak_upgrade_without_a_mutator() {
    let (_heap, mut mutator, object) = start();
    let weak = object.downgrade(WeakKind::Short);
    let strong = weak.upgrade(&mut mutator).unwrap().expect("live");
    drop(object);
    assert!(is_whole(&mut mutator, &strong));
    drop(strong);
    mutator.collect();
    assert!(weak.upgrade(&mut mutator).unwrap().is_none());
}

fn at_safepoint_escapes_its_operation() {
    let (heap, _mutator, _object) = start();
    let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
    let frames = heap.handshake(thread, |at| at.frames()).expect("attached");
    assert_eq!(frames.expect("no managed code"), []);
}

fn handshake_captures_a_mutator() {
    let (heap, mut mutator, object) = start();
    let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
    let id = heap.handshake(thread, |at| at.id()).expect("attached");
    assert_eq!(id, thread.id());
    assert!(is_whole(&mut mutator, &object));
}

fn callback_borrows_locals() {
    let collections = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&collections);
    let heap = builder().on_collection(move |_| _ = counter.fetch_add(1, Relaxed)).build().unwrap();
    heap.attach().unwrap().collect();
    assert_eq!(collections.load(Relaxed), 1);
}

fn callback_not_sync() {
    let given = AtomicU64::new(0);
    let builder = builder().on_out_of_memory(move |_| given.fetch_add(1, Relaxed) == 0);
    assert!(builder.build().is_ok());
}

/// An object model of the host for objects with two references.
struct Model(Arc<usize>);

// SAFETY: objects of this type have this size, and two references at fixed offsets.
unsafe impl ObjectModel for Model {
    unsafe fn size(&self, _id: TypeId, _object: *const u64) -> Option<usize> {
        Some(*self.0)
    }

    unsafe fn reference_slots(&self, _id: TypeId, object: *const u64, slots: &mut SlotVisitor<'_>) {
        // SAFETY: within the object.
        slots.slots(unsafe { object.add(1) }, 2);
    }
}

fn object_model_not_sync() {
    let heap = builder().object_model(Model(Arc::new(24))).build().unwrap();
    heap.attach().unwrap().collect();
}

fn object_model_without_unsafe() {
    object_model_not_sync();
}

fn finalizers_outlive_their_heap() {
    let (heap, mut mutator, object) = start();
    mutator.finalize_with(&object, 5).unwrap();
    drop(object);
    mutator.collect();
    let dead: Vec<_> = heap.drain_finalizers().collect();
    // The handles of the drained objects retain the heap.
    drop(heap);
    let [(object, 5)] = &dead[..] else { panic!("{dead:?}") };
    assert!(is_whole(&mut mutator, object));
}

fn snapshot_outlives_its_registry() {
    let (heap, mutator, object) = start();
    let code = Arc::clone(heap.code());
    let snapshot = code.snapshot();
    drop((heap, mutator, object));
    assert!(snapshot.is_empty());
}

fn snapshot_on_another_thread() {
    let (heap, ..) = start();
    let snapshot = heap.code().snapshot();
    std::thread::scope(|threads| {
        threads.spawn(|| assert!(snapshot.is_empty()));
    });
}

fn tables_dropped_before_registration() {
    let words: Vec<u32> = Vec::new();
    let table = JitTable::Compiled { words: &words, address: 0 };
    let registry: CodeRegistry = CodeRegistry::new();
    // SAFETY: there is no such code.
    let refused = unsafe { registry.register_jit(JitRegion { code: 0..1, table }) };
    assert!(matches!(refused, Err(RegistryError::NoCallSites { .. })), "{refused:?}");
}

fn registers_in_no_array() {
    #[derive(Clone, Copy, Debug)]
    struct Convention;

    impl CallingConvention for Convention {
        type PerCalleeSaved = [u64; 6];
        type Lanes = [u64; 2];
        const FRAME_POINTER: Register = Register::new(6);
        const CALLEE_SAVED: &'static [Register] = &[Register::new(6); 6];
        const REGISTER_FILE: RegisterFileLayout =
            RegisterFileLayout { size: 0, return_address: 0, callee_saved: &[] };

        fn preserved_by_calls(_: PhysicalRegister) -> u8 {
            0
        }
    }

    assert_eq!(<Convention as CallingConvention>::Lanes::default().len(), 2);
}

fn unsafe_functions_without_unsafe() {
    let (heap, mut mutator, object) = start();
    // More arguments than a call can pass, so that no function is called.
    let many = [Argument::Word(0); 20];
    let none = std::ptr::null();
    // SAFETY: nothing is called.
    unsafe {
        assert_eq!(mutator.call(none, &many), Err(CallError::TooManyArguments { given: 20 }));
        assert!(mutator.call_for_reference(none, &many).is_err());
        mutator.scope(|scope| assert!(scope.call_for_local(none, &many).is_err()));
    }
    let slot = Box::into_raw(Box::new(0));
    // SAFETY: the slot exists until the range is dropped.
    let range = unsafe { heap.register_root_range(slot, 1, RootRangeKind::Strong) }.unwrap();
    assert!(is_whole(&mut mutator, &object));
    drop(range);
    // SAFETY: the pointer comes from `Box::into_raw`.
    drop(unsafe { Box::from_raw(slot) });
    let unknown = CodeRegionId::from_parts(u64::MAX, 8).expect("not all zero");
    // SAFETY: no code is registered with this ID.
    let refused = unsafe { heap.code().remove(unknown) };
    assert!(matches!(refused, Err(RegistryError::NotRegistered { .. })), "{refused:?}");
}

/// Expands to an array of functions with their names.
macro_rules! named {
    ($($name:ident)*) => { [$((stringify!($name), $name as fn())),*] };
}

#[test]
fn each_refused_program_has_an_allowed_counterpart() {
    let allowed = named!(
        argument_outlives_its_handle
        callback_not_sync
        callback_borrows_locals
        current_mutator_escapes
        finalizers_outlive_their_heap
        any_handle_outlives_its_handle
        local_escapes_to_a_variable
        local_escapes_its_scope
        local_escapes_an_inner_scope
        local_on_another_thread
        object_model_not_sync
        object_model_without_unsafe
        mutator_used_during_its_scope
        mutator_not_copy
        mutator_escapes_its_scope
        mutator_on_another_thread
        handshake_captures_a_mutator
        outer_scope_used_during_an_inner_scope
        pin_of_a_raw_address
        raw_reference_of_a_handle
        registers_in_no_array
        at_safepoint_escapes_its_operation
        scope_escapes_its_closure
        scope_on_another_thread
        snapshot_on_another_thread
        snapshot_outlives_its_registry
        tables_dropped_before_registration
        weak_upgrade_without_a_mutator
        unsafe_functions_without_unsafe
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let refused: BTreeSet<String> = [folder.join("threads"), folder]
        .iter()
        .flat_map(|folder| folder.read_dir().expect("the folder"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let names: BTreeSet<String> = allowed.iter().map(|&(name, _)| name.to_owned()).collect();
    assert_eq!(names, refused);
    for (name, run) in allowed {
        println!("{name}");
        run();
    }
}
