//! Executes the first example of LLVM's documentation of stack maps
//! (<https://llvm.org/docs/StackMaps.html>).
//!
//! During a call, the code after the call is invalidated by overwriting the shadow of a `stackmap`.
//! "After the normal call to the runtime returns, the code will execute a patched call to a special
//! entry point that can rebuild a stack frame from the values located by the stack map." Here the
//! entry point is a thunk that takes the frame over.

use core::cell::{Cell, RefCell};
use core::ffi::c_void;
use std::rc::Rc;
use std::sync::Arc;

use examples::inline_cache::CodeSpace;
use statepoint_gc::{
    Argument, CodeRegistry, Mutator, Zeal,
    deopt::{
        CalleeResult, Continuation, DeoptSite, DeoptValueKind, DeoptimizedFrame, FrameLayout,
        ReturnValue,
    },
};
use statepoint_patch::live_out::LiveOutSet;
use statepoint_patch::thunk::{Thunk, ThunkConvention, ThunkValues};
use statepoint_patch::{
    CodeMemory, ExecutionState, Patch, PatchError, PatchSite, Patcher, RegionContent,
};
use statepoint_scanner::arch::{Host, detect_processor};
use statepoint_scanner::image::process;
use statepoint_scanner::stackmap::maps;
use tests::executable::register_thunk;
use tests::managed::{self, heap};

use super::{Compiled, HEAP, address, lock_code, program_patcher_near, program_record, registry};

/// ID of the example's record in `documented.ll`.
const ID: u64 = 77;
/// The patchable bytes of the example's stackmap.
const SHADOW: PatchSite = PatchSite::StackMap { shadow: 8 };
/// Added by [`Interpreter`] to its result.
const INTERPRETER_MARK: u64 = 1000;

type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

unsafe extern "C" {
    static mut patched_rebuild: Option<Native>;
}

/// A continuation that computes the result of the compiled function plus [`INTERPRETER_MARK`], and
/// collects.
struct Interpreter;

impl Continuation for Interpreter {
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        let values = vec![DeoptValueKind::Bits(8)];
        let layout = FrameLayout { skipped: 0, kinds: values, callee_result: CalleeResult::Void };
        (site.record() == ID).then_some(layout)
    }

    fn resume(&self, mutator: &mut Mutator, frame: DeoptimizedFrame) -> ReturnValue {
        mutator.collect();
        let pointer: *const u64 =
            core::ptr::with_exposed_provenance(frame.values[0].word() as usize);
        // SAFETY: the value is the function's argument, which points to a live variable of the
        // test.
        ReturnValue::Word(unsafe { pointer.read() } + 3 + INTERPRETER_MARK)
    }
}

thread_local! {
    /// The action of [`runtime`] at its next call.
    static RUNTIME: RefCell<Option<Box<dyn FnOnce()>>> = const { RefCell::new(None) };
    /// The action of [`rebuild`] at each call.
    static REBUILD: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// `@runtime` of the example.
extern "C" fn runtime(_pointer: *mut u64) {
    if let Some(act) = RUNTIME.take() {
        act();
    }
}

/// The special entry point of the example.
extern "C" fn rebuild(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let act = REBUILD.with_borrow(Clone::clone).expect("the test has set it");
    act();
    0
}

/// Returns the values of the only record with the ID.
fn values(stack_maps: &[u8]) -> ThunkValues {
    let map = maps(stack_maps).map(Result::unwrap).find(|map| map.records().any(|r| r.id == ID));
    let map = map.expect("a record");
    let record = map.records().find(|record| record.id == ID).expect("a record");
    ThunkValues::from_record::<Host>(&record, &map.constants()).unwrap()
}

/// Returns the thunk that the patched call enters. It calls managed code of this program, which
/// calls [`rebuild`].
fn thunk(values: ThunkValues) -> Thunk<Host> {
    // No code resumes after the call with the contents of registers. Callee-saved registers of the
    // caller are described by the thunk's tables.
    let preserve = LiveOutSet::empty(detect_processor());
    let convention = ThunkConvention { values, ..ThunkConvention::preserving(preserve) };
    Thunk::new(&convention, address(managed::marked_left())).unwrap()
}

/// Runs the example: registers a thunk for the record, invalidates the function during a call,
/// checks that this and later activations are taken over, and restores the code.
fn check_invalidation<M: CodeMemory + 'static>(
    registry: &Arc<CodeRegistry>,
    function: *const c_void,
    record: u64,
    values: ThunkValues,
    patcher: Patcher<M>,
) {
    let thunk = thunk(values);
    // The memory is in range of a near call (4 or 5 bytes).
    let mut memory = CodeSpace::near(&(record..record + 8)).unwrap();
    let target = memory.add(thunk.code());
    // SAFETY: the thunk was copied to `target`, and its memory is freed after the region is
    // removed.
    let region = unsafe { register_thunk(registry, &thunk, target) };
    let patcher = Rc::new(patcher);
    let site = patcher.add(SHADOW, record).unwrap();
    assert_eq!(patcher.checked(site).unwrap().content, RegionContent::Code);
    // A call that returns would return into overwritten code. SAFETY: the patch is refused, so the
    // code does not change.
    let refused = unsafe { patcher.write(site, Patch::Call(target), ExecutionState::NotYetRun) };
    assert_eq!(refused, Err(PatchError::CodeInShadow { record }));
    let patch = Patch::NoReturnCall(target);
    let return_address = patcher.return_address(site, patch).unwrap().expect("a call");
    // SAFETY: only the call that is patched into the record's bytes returns to the address in the
    // `PatchedCall`, which describes the callee.
    unsafe { registry.add_patched_call(thunk.patched_call(record, return_address)) }.unwrap();

    let heap = heap().heap_max(HEAP).zeal(Zeal::EveryAllocation(1));
    let heap = heap.code(Arc::clone(registry)).build().unwrap();
    let takeover = Rc::new(heap.takeover(Interpreter));
    let mut mutator = heap.attach().unwrap();
    let cell: u64 = 39;
    let arguments = [
        Argument::Word(address(runtime as extern "C" fn(*mut u64) as *const c_void)),
        Argument::Word((&raw const cell).expose_provenance() as u64),
    ];
    // SAFETY: the function is registered managed code that takes two pointers.
    let mut call = || unsafe { mutator.call(function, &arguments) };
    assert_eq!(call(), Ok(42), "the original code");

    let rebuilt = Rc::new(Cell::new(0));
    let count = Rc::clone(&rebuilt);
    REBUILD.set(Some(Rc::new(move || {
        let takeover_result = Mutator::with_current(|mutator| {
            mutator.collect();
            // SAFETY: the function returns a number, as the interpreter does, and nothing is
            // thrown.
            let takeover_result =
                unsafe { mutator.take_over(&takeover, |frame| frame.record == Some(ID)) };
            // The frame still exists, and is walked.
            mutator.collect();
            takeover_result
        });
        assert_eq!(takeover_result.expect("managed code has called"), Ok(1));
        count.set(count.get() + 1);
    })));
    let invalidate = Rc::clone(&patcher);
    RUNTIME.set(Some(Box::new(move || {
        // The only frame of the function returns to the record's address, which is the start of
        // the shadow and not inside it.
        let stopped = ExecutionState::Stopped(&mut [record].into_iter());
        // SAFETY: only this thread executes the function, and it is in a call. The thunk was
        // generated for the record and does not return.
        let written = unsafe { invalidate.write(site, Patch::NoReturnCall(target), stopped) };
        assert_eq!(written, Ok(Some(return_address)));
    })));
    // The activation during which the code is invalidated, and two later ones.
    for activation in 1..=3 {
        assert_eq!(call(), Ok(42 + INTERPRETER_MARK));
        assert_eq!(rebuilt.get(), activation);
    }
    // SAFETY: no thread executes the code of the site or will return into it.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut core::iter::empty())) }.unwrap();
    assert_eq!((call(), rebuilt.get()), (Ok(42), 3), "the original code is restored");
    REBUILD.take();
    patcher.remove(site).unwrap();
    assert!(registry.remove_patched_call(return_address));
    // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
    unsafe { registry.remove(region) }.unwrap();
    let counts = heap.statistics().counts;
    assert_eq!(counts.records_matched, counts.frames_walked);
    assert!(counts.frames_walked >= 3 * 2 * 3, "{counts:?}");
}

#[test]
fn invalidated_functions_are_left_after_the_call() {
    let _code = lock_code();
    // SAFETY: only this test accesses the variable.
    unsafe { patched_rebuild = Some(rebuild) };
    let images = process::images().unwrap();
    let program = images.iter().find(|image| image.is_program()).unwrap();
    let (function, found) = (managed::documented_shadow(), values(program.stack_maps().unwrap()));
    check_invalidation(
        &registry(),
        function,
        program_record(ID),
        found,
        program_patcher_near(program_record(ID)),
    );
    for compiled in Compiled::each("documented") {
        compiled.registry.register_image_at(address(managed::marked_left())).unwrap();
        let function = compiled.function("test_documented_shadow");
        let found = values(compiled.generated.stack_maps());
        check_invalidation(
            &compiled.registry,
            function,
            compiled.record(ID),
            found,
            compiled.patcher(),
        );
    }
}
