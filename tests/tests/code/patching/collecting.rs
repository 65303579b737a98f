//! Stack walks through patched calls: a call at a statepoint is found by the statepoint's record, a
//! call at a patchpoint by a `PatchedCall` that is registered for it.

use core::ffi::c_void;
use std::sync::{Arc, Mutex};

use statepoint_gc::{Argument, CodeRegistry, HeapVerification, Zeal};
use statepoint_patch::{CodeMemory, ExecutionState, Patch, Patcher, RegionContent};
use statepoint_scanner::registry::PatchedCall;
use statepoint_scanner::walk::{CodeLookup, Cursor, FoundCode, LiveStack};
use tests::managed::{self, heap};

use super::{
    Compiled, HEAP, PATCHPOINT, STATEPOINT, address, lock_code, program_patcher, program_record,
    registry,
};

/// The functions of `managed/patched.ll`, and the address of the record to patch.
struct Functions {
    registry: Arc<CodeRegistry>,
    statepoint: *const c_void,
    stop: *const c_void,
    record: u64,
}

/// Calls the function with a collection at every poll. Returns three counts: frames that matched a
/// record, visited roots, and moved objects.
fn run(functions: &Functions, n: u64) -> [u64; 3] {
    let verify = HeapVerification { before: true, after: true };
    let heap = heap().heap_max(HEAP).zeal(Zeal::EveryPoll).verify(verify);
    let heap = heap.code(Arc::clone(&functions.registry)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // SAFETY: the function is registered managed code that takes an i64 and returns an i64.
    let sum = unsafe { mutator.call(functions.statepoint, &[Argument::Word(n)]) };
    assert_eq!(sum, Ok(n * (n + 1) / 2));
    let counts = heap.statistics().counts;
    assert_eq!(counts.records_matched, counts.frames_walked);
    [counts.records_matched, counts.roots_visited, counts.objects_moved]
}

/// Patches in a call of a function that polls, so that each call collects, and compares the counts
/// of [`run`] with those of the unpatched code.
fn check_statepoint(functions: &Functions, patcher: &Patcher<impl CodeMemory>) {
    /// Number of calls of the patched target in each run.
    const ROUNDS: u64 = 20;
    let site = patcher.add(STATEPOINT, functions.record).unwrap();
    assert_eq!(patcher.checked(site).unwrap().content, RegionContent::NoOps);
    let before = run(functions, ROUNDS);
    let patch = Patch::Call(address(functions.stop));
    // SAFETY: no thread executes the code of the site during the call. The target is managed code
    // without arguments, and it returns.
    let returns =
        unsafe { patcher.write(site, patch, ExecutionState::Stopped(&mut std::iter::empty())) };
    assert_eq!(returns, Ok(Some(functions.record)));
    let patched = run(functions, ROUNDS);
    // Each call adds two frames: that of the target, and that of the statepoint, which has a root.
    // In zeal mode not every collection moves all objects, so the other counts are lower bounds.
    assert_eq!(patched[0], before[0] + 2 * ROUNDS);
    assert!(patched[1] >= before[1] + ROUNDS && patched[2] > before[2], "{before:?} {patched:?}");
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut std::iter::empty())) }.unwrap();
    assert_eq!(run(functions, ROUNDS), before);
    patcher.remove(site).unwrap();
}

#[test]
fn collections_find_the_statepoint_of_a_patched_call() {
    let _code = lock_code();
    let functions = Functions {
        registry: registry(),
        statepoint: managed::patched_statepoint(),
        stop: managed::patched_stop(),
        record: program_record(41),
    };
    check_statepoint(&functions, &program_patcher());
}

#[test]
fn collections_find_statepoints_in_patched_generated_code() {
    for compiled in Compiled::all() {
        let functions = Functions {
            registry: Arc::clone(&compiled.registry),
            statepoint: compiled.function("test_patched_statepoint"),
            stop: compiled.function("test_patched_stop"),
            record: compiled.record(41),
        };
        check_statepoint(&functions, &compiled.patcher());
    }
}

unsafe extern "C" {
    fn patched_double(value: u64) -> u64;
    static mut patched_observer: Option<extern "C" fn(*mut c_void, *mut c_void, *mut c_void)>;
}

/// Expected return address of the call of `patched_double`, and the number of calls.
struct Observation {
    registry: Arc<CodeRegistry>,
    expected: u64,
    calls: u32,
}

/// State of the current observation.
static OBSERVATION: Mutex<Option<Observation>> = Mutex::new(None);

/// Walks from `patched_double`, which calls this function, to the frame of the patchpoint.
extern "C" fn observe(return_address: *mut c_void, frame: *mut c_void, stack: *mut c_void) {
    let mut observation = OBSERVATION.lock().unwrap();
    let observation = observation.as_mut().unwrap();
    let pc = return_address.expose_provenance() as u64;
    assert_eq!(pc, observation.expected);
    let snapshot = observation.registry.snapshot();
    let (frame, sp) = (frame.expose_provenance() as u64, stack.expose_provenance() as u64);
    // SAFETY: the range starts at the frame of this function's caller and ends in older frames.
    // These frames exist until this function returns, and nothing writes to them.
    let stack = unsafe { LiveStack::new(frame, sp + 0x200) };
    let mut cursor = Cursor::from_frame_record(&snapshot, &stack, frame, sp, &[]).unwrap();
    let frame = cursor.next(&stack).unwrap().expect("a frame");
    assert_eq!(frame.record_id(), Some(43));
    assert_eq!(frame.function(), snapshot.function_containing(pc));
    observation.calls += 1;
}

/// Patches a call of `patched_double` in at the patchpoint, registers it, and calls the function.
fn check_patchpoint(
    registry: &Arc<CodeRegistry>,
    function: *const c_void,
    record: u64,
    patcher: &Patcher<impl CodeMemory>,
) {
    let site = patcher.add(PATCHPOINT, record).unwrap();
    let patch = Patch::Call(address(patched_double as *const c_void));
    let return_address = patcher.return_address(site, patch).unwrap().expect("a call");
    assert!(return_address > record && return_address <= record + 16);
    let unknown = registry.snapshot();
    assert!(
        matches!(unknown.find(return_address), FoundCode::Unknown { .. }),
        "a record returns there"
    );
    drop(unknown);
    let call = PatchedCall { record, return_address, callee_saves_registers: false };
    // SAFETY: only the call that is patched into the record's bytes returns to the address in the
    // `PatchedCall`, which describes the callee.
    unsafe { registry.add_patched_call(call) }.unwrap();
    // SAFETY: no thread executes the code of the site during the call. The target is a C function
    // that takes the patchpoint's first argument, and it returns.
    let written = unsafe { patcher.write(site, patch, ExecutionState::NotYetRun) };
    assert_eq!(written, Ok(Some(return_address)));
    let observation =
        Observation { registry: Arc::clone(registry), expected: return_address, calls: 0 };
    *OBSERVATION.lock().unwrap() = Some(observation);
    // SAFETY: no other thread calls `patched_double` or accesses the variable.
    unsafe { patched_observer = Some(observe) };
    let heap = heap().heap_max(HEAP).code(Arc::clone(registry)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let arguments = [Argument::Word(20), Argument::Word(2)];
    // SAFETY: the function is registered managed code that takes two i64.
    assert_eq!(unsafe { mutator.call(function, &arguments) }, Ok(42));
    // SAFETY: no other thread calls `patched_double` or accesses the variable.
    unsafe { patched_observer = None };
    assert_eq!(OBSERVATION.lock().unwrap().take().map(|observation| observation.calls), Some(1));
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
    patcher.remove(site).unwrap();
    assert!(registry.remove_patched_call(return_address));
}

#[test]
fn walks_find_the_record_of_a_patched_patchpoint() {
    let _code = lock_code();
    check_patchpoint(
        &registry(),
        managed::patched_patchpoint(),
        program_record(43),
        &program_patcher(),
    );
    for compiled in Compiled::all() {
        let function = compiled.function("test_patched_patchpoint");
        check_patchpoint(&compiled.registry, function, compiled.record(43), &compiled.patcher());
    }
}
