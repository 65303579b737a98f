//! Code that is retired while stacks have frames in it, and freed when none has.

use core::ffi::c_void;
use core::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use cranelift_module::FuncId;
use statepoint_gc::code::{CodeRegionId, RetireError};
use statepoint_gc::fibers::{FiberConfig, Resumed};
use statepoint_gc::{Argument, Heap, Mutator, Zeal};
use tests::managed::{self, make};

use super::jit::{Jit, Kind, OPTIONS, Program, assert_relocated, build, registry};
use super::programs::{list_work, native};

/// A program that is to be retired, with its region and what its callback has recorded.
struct Retiring {
    program: Option<Program>,
    region: CodeRegionId,
    /// How often the callback was called.
    calls: Arc<AtomicUsize>,
}

impl Retiring {
    fn new(heap: &Heap, program: Program) -> Self {
        let region = program.register(heap.code()).expect("valid tables");
        Self { program: Some(program), region, calls: Arc::default() }
    }

    fn address(&self, function: FuncId) -> *const c_void {
        self.program.as_ref().expect("it was not retired").address(function)
    }

    /// Retires the code. The callback removes and frees it, so that a call of it would fault.
    fn retire(&mut self, heap: &Heap) {
        let (calls, registry) = (Arc::clone(&self.calls), Arc::clone(heap.code()));
        // A compiler is not `Send`, but nothing else uses this one.
        struct Owned(Program);
        // SAFETY: the callback only frees the memory.
        unsafe impl Send for Owned {}
        let program = Owned(self.program.take().expect("it was not retired"));
        let on_unused = move |region| {
            let program = program;
            // SAFETY: no stack has a frame in the code, and no call enters it.
            unsafe {
                registry.remove(region).unwrap();
                program.0.free();
            }
            calls.fetch_add(1, Relaxed);
        };
        heap.retire_code(self.region, on_unused).unwrap();
    }

    fn is_freed(&self) -> bool {
        let calls = self.calls.load(Relaxed);
        assert!(calls <= 1, "the callback was called twice");
        calls == 1
    }
}

thread_local! {
    /// What [`callback`] does.
    static ACTION: RefCell<Option<Box<dyn FnOnce()>>> = const { RefCell::new(None) };
}

/// Called by managed code: takes an action.
extern "C-unwind" fn callback(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let action = ACTION.take();
    action.into_iter().for_each(|action| action());
    n
}

fn callback_argument() -> Argument<'static> {
    Argument::Word((callback as *const c_void).expose_provenance() as u64)
}

/// Returns a program with a function that calls [`callback`].
fn calling_program() -> (Program, FuncId) {
    let mut jit = Jit::new(OPTIONS[1]);
    let native = native(&mut jit);
    (jit.finish(), native)
}

/// Runs collections of all kinds, and a search.
fn search(heap: &Heap) {
    Mutator::with_current(|mutator| {
        mutator.collect_young();
        mutator.collect_full();
        mutator.collect();
    })
    .expect("the thread is attached");
    heap.search_retired_code();
}

/// A region is not freed while the thread that retires it is in it, and after that with the next
/// collection.
#[test]
fn code_is_freed_after_its_last_frame_has_returned() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1)] {
        let heap = build(zeal, &registry());
        let mut mutator = heap.attach().unwrap();
        let (program, function) = calling_program();
        let mut retiring = Retiring::new(&heap, program);
        let address = retiring.address(function);
        let region = retiring.region;
        assert_eq!(heap.code_user(region), None);
        let calls = Arc::clone(&retiring.calls);
        let inside = Arc::new(Mutex::new(None));
        let result = {
            let (heap, inside) = (heap.clone(), Arc::clone(&inside));
            ACTION.set(Some(Box::new(move || {
                retiring.retire(&heap);
                search(&heap);
                assert!(!retiring.is_freed(), "a frame is in the code");
                assert_eq!(heap.search_retired_code(), 1);
                *inside.lock().unwrap() = heap.code_user(retiring.region);
            })));
            // SAFETY: the function has these parameters.
            unsafe { mutator.call(address, &[callback_argument(), Argument::Word(7)]) }
        };
        assert_eq!(result, Ok(14));
        let user = inside.lock().unwrap().take().expect("the frame was found");
        assert!(user.stack.contains("the stack of thread"), "{user}");
        assert!(user.to_string().contains("has a frame at"), "{user}");
        assert_eq!(heap.search_retired_code(), 0);
        assert_eq!(calls.load(Relaxed), 1);
        assert_eq!(heap.code_user(region), None);
        let error = heap.retire_code(region, |_| ());
        assert_eq!(error, Err(RetireError::NotRegistered { region }));
    }
}

/// A collection that finds all dead objects also finds unused code, without a search.
#[test]
fn full_collections_find_unused_code() {
    let heap = build(Zeal::Off, &registry());
    let mut mutator = heap.attach().unwrap();
    let mut jit = Jit::new(OPTIONS[1]);
    let work = list_work(&mut jit);
    let mut retiring = Retiring::new(&heap, jit.finish());
    // SAFETY: the function has this parameter.
    let sum = unsafe { mutator.call(retiring.address(work), &[Argument::Word(300)]) };
    assert_eq!(sum, Ok(45_150));
    retiring.retire(&heap);
    let region = retiring.region;
    let error = heap.retire_code(region, |_| ());
    assert_eq!(error, Err(RetireError::Retired { region }));
    mutator.collect_young();
    assert!(!retiring.is_freed(), "young collections do not search");
    mutator.collect_full();
    assert!(retiring.is_freed());
}

/// Code with a frame on a suspended fiber, or that a fiber will call, is in use.
#[test]
fn code_of_fibers_is_in_use_until_they_are_done() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1)] {
        let heap = build(zeal, &registry());
        let mut mutator = heap.attach().unwrap();
        let mut jit = Jit::new(OPTIONS[1]);
        // Suspends in LLVM's code, with a frame of Cranelift below.
        let holder = jit.declare("holder", 1);
        jit.define(holder, &[Kind::Reference], |body| {
            let hold = body.word(managed::fiber_hold().expose_provenance() as u64);
            let object = body.call_managed(hold, &[body.parameters[0]]);
            statepoint_cranelift::declare_reference(body.builder, object);
            body.emitter.poll(body.builder);
            Some(object)
        });
        let mut retiring = Retiring::new(&heap, jit.finish());
        let address = retiring.address(holder);
        // SAFETY: the function is one of fibers, and needs little stack.
        let mut fiber = unsafe { heap.fiber(FiberConfig::new(), address) }.unwrap();
        retiring.retire(&heap);
        search(&heap);
        assert!(!retiring.is_freed(), "the fiber will call its function");
        let user = heap.code_user(retiring.region).expect("the fiber will call its function");
        assert!(user.stack.contains("fiber"), "{user}");
        let object = make(&mut mutator, managed::fiber_box, &[Argument::Word(5)]).unwrap();
        let out = mutator.resume(&mut fiber, Argument::Reference(&object)).unwrap();
        assert!(matches!(out, Resumed::Suspended(_)));
        search(&heap);
        assert!(!retiring.is_freed(), "a suspended fiber has a frame in the code");
        let out = mutator.resume(&mut fiber, Argument::Word(0)).unwrap();
        let Resumed::Done(out) = out else { panic!("the fiber is not done") };
        assert_eq!(mutator.load_word(&out, 8), Ok(5));
        search(&heap);
        assert!(retiring.is_freed());
        assert_relocated(&heap);
    }
}

/// Functions are redefined many times while another thread runs them: none is freed under a frame,
/// and few wait at a time.
#[test]
fn functions_are_redefined_while_another_thread_runs() {
    /// Number of definitions.
    const ROUNDS: usize = 300;
    let heap = build(Zeal::EveryAllocation(50), &registry());
    let compile = || {
        let mut jit = Jit::new(OPTIONS[1]);
        let work = list_work(&mut jit);
        let retiring = Retiring::new(&heap, jit.finish());
        (retiring.address(work).expose_provenance(), retiring)
    };
    let (first, mut retiring) = compile();
    let current = AtomicUsize::new(first);
    // The address that the other thread has read, and is about to call.
    let called = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    let mut all = Vec::new();
    let mut most = 0;
    std::thread::scope(|scope| {
        let runner = scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            let mut rounds = 0;
            while !is_over.load(Relaxed) {
                let address = loop {
                    // A hazard pointer: the address is called only if it is still current after it
                    // was announced.
                    let address = current.load(SeqCst);
                    called.store(address, SeqCst);
                    if current.load(SeqCst) == address {
                        break address;
                    }
                };
                let function = core::ptr::with_exposed_provenance(address);
                // SAFETY: the function has this parameter, and its code is not retired before
                // `called` has another value.
                let sum = unsafe { mutator.call(function, &[Argument::Word(40)]) };
                assert_eq!(sum, Ok(820));
                called.store(0, SeqCst);
                rounds += 1;
            }
            rounds
        });
        for _ in 0..ROUNDS {
            let (address, next) = compile();
            let old = current.swap(address, SeqCst);
            // The promise that no call enters the code from now on.
            while called.load(SeqCst) == old {
                std::thread::yield_now();
            }
            let mut retired = core::mem::replace(&mut retiring, next);
            retired.retire(&heap);
            all.push(retired);
            let waiting = all.iter().filter(|retired| !retired.is_freed()).count();
            most = most.max(waiting);
        }
        is_over.store(true, Relaxed);
        assert!(runner.join().unwrap() > 0);
    });
    assert_eq!(heap.search_retired_code(), 0);
    assert!(all.iter().all(Retiring::is_freed));
    assert!(most <= 130, "{most} regions waited");
    assert_relocated(&heap);
}
