//! Collections while a thunk's function runs: roots of a statepoint are rewritten, including the
//! thunk's copies of them; objects that a patchpoint lists do not move, including those in
//! registers that only the thunk has saved.

use core::ffi::c_void;
use std::sync::Arc;

use statepoint_gc::{Argument, CodeRegistry, Heap, HeapVerification, Zeal};
use statepoint_patch::thunk::{Thunk, ThunkConvention, ValuePassing};
use statepoint_patch::{
    CodeMemory, ExecutionState, Patch, PatchSite, Patcher, ProtectedPages, SecondMapping,
};
use statepoint_scanner::arch::{Host, PhysicalRegister, Register, detect_processor};
use statepoint_scanner::image::process;
use statepoint_scanner::stackmap::maps;
use tests::executable::{Executable, register_thunk};
use tests::jit::Generated;
use tests::managed::{self, heap};

const STATEPOINT: u64 = 61;
const PATCHPOINT: u64 = 62;
const BYTES: u32 = 16;
const ROUNDS: u64 = 20;
/// rax or x0.
const RESULT: PhysicalRegister = PhysicalRegister::General(Register::new(0));

/// The functions of `managed/thunks.ll`.
struct Functions<'c> {
    registry: Arc<CodeRegistry>,
    stack_maps: &'c [u8],
    statepoint: *const c_void,
    array: *const c_void,
    patchpoint: *const c_void,
    collect: *const c_void,
}

impl Functions<'_> {
    /// The address of a record, and the convention that it requires.
    fn record(&self, id: u64) -> (u64, ThunkConvention<Host>) {
        for map in maps(self.stack_maps) {
            let map = map.unwrap();
            for (function, record) in map.function_records().unwrap() {
                if record.id == id {
                    let address = function.address + u64::from(record.instruction_offset);
                    let constants = map.constants();
                    let convention =
                        ThunkConvention::from_record(&record, &constants, detect_processor());
                    return (address, convention.unwrap());
                }
            }
        }
        panic!("no record {id}");
    }
}

fn address(function: *const c_void) -> u64 {
    function.expose_provenance() as u64
}

/// A thunk in memory of its own, which the registry knows.
fn install(registry: &CodeRegistry, thunk: &Thunk<Host>) -> Executable {
    let code = Executable::new(thunk.code());
    // SAFETY: it was just copied there, and is removed before its memory.
    unsafe { register_thunk(registry, thunk, code.address()) };
    code
}

fn run(functions: &Functions<'_>, function: *const c_void, expected: u64) -> Heap {
    let verify = HeapVerification { before: true, after: true };
    let heap = heap().heap_max(8 << 20).zeal(Zeal::EveryAllocation(1)).verify(verify);
    let heap = heap.code(Arc::clone(&functions.registry)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // SAFETY: managed code that is registered, which takes a number or two.
    let sum = unsafe { mutator.call(function, &[Argument::Word(ROUNDS), Argument::Word(8)]) };
    drop(mutator);
    assert_eq!(sum, Ok(expected));
    let counts = heap.statistics().counts;
    assert_eq!(counts.records_matched, counts.frames_walked);
    heap
}

fn statepoint(functions: &Functions<'_>, patcher: &Patcher<impl CodeMemory>) {
    let (record, convention) = functions.record(STATEPOINT);
    assert_eq!(convention.values.len(), 4);
    let convention =
        ThunkConvention { pass: ValuePassing::Array, writes: vec![RESULT], ..convention };
    let thunk = Thunk::new(&convention, address(functions.array)).unwrap();
    let code = install(&functions.registry, &thunk);
    let site = patcher.add(PatchSite::Statepoint { bytes: BYTES }, record).unwrap();
    let patch = Patch::Call(code.address());
    // SAFETY: no thread executes it; the thunk is made for the record.
    let returns = unsafe { patcher.write(site, patch, ExecutionState::NotYetRun) };
    assert_eq!(returns, Ok(Some(record)));
    let sum = 7 * ROUNDS * (ROUNDS + 1) / 2 + ROUNDS * ROUNDS;
    let counts = run(functions, functions.statepoint, sum).statistics().counts;
    // Each round has three collections in the function: the thunk's frame has three references, one
    // of them interior, and that of the statepoint the same and one more.
    assert!(counts.roots_visited >= ROUNDS * 3 * (3 + 4), "{counts:?}");
    assert!(counts.derived_relocated > 0, "{counts:?}");
    assert!(counts.objects_moved > ROUNDS, "{counts:?}");
    assert_eq!(counts.objects_kept, 0, "{counts:?}");
    // SAFETY: no thread executes it.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut std::iter::empty())) }.unwrap();
    patcher.remove(site).unwrap();
    remove(functions, &code);
}

fn patchpoint(functions: &Functions<'_>, patcher: &Patcher<impl CodeMemory>) {
    let (record, convention) = functions.record(PATCHPOINT);
    assert_eq!(convention.values.len(), 7);
    // The references must be in registers that no call preserves, or the test proves nothing.
    assert!(convention.preserve.clobbered_by_calls().len() >= 2, "{convention:?}");
    let thunk = Thunk::new(&convention, address(functions.collect)).unwrap();
    let code = install(&functions.registry, &thunk);
    let site = patcher.add(PatchSite::Patchpoint { bytes: BYTES }, record).unwrap();
    let patch = Patch::Call(code.address());
    let return_address = patcher.return_address(site, patch).unwrap().unwrap();
    // SAFETY: the call is patched into the record's bytes, and its callee is as the value says.
    unsafe { functions.registry.add_patched_call(thunk.patched_call(record, return_address)) }
        .unwrap();
    // SAFETY: no thread executes it; the thunk is made for the record.
    unsafe { patcher.write(site, patch, ExecutionState::NotYetRun) }.unwrap();
    let sum = 3 * ROUNDS * (ROUNDS + 1) / 2;
    let counts = run(functions, functions.patchpoint, sum).statistics().counts;
    assert!(counts.objects_kept >= ROUNDS, "{counts:?}");
    assert!(counts.objects_moved > ROUNDS, "{counts:?}");
    // SAFETY: no thread executes it.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut std::iter::empty())) }.unwrap();
    patcher.remove(site).unwrap();
    assert!(functions.registry.remove_patched_call(return_address));
    remove(functions, &code);
}

fn remove(functions: &Functions<'_>, thunk: &Executable) {
    let (id, code) = functions.registry.snapshot().region_at(thunk.address()).unwrap();
    assert_eq!(code, thunk.code());
    // SAFETY: no thread runs its code.
    unsafe { functions.registry.remove(id) }.unwrap();
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn collections_walk_thunks_of_this_program() {
    let registry = CodeRegistry::new();
    registry.register_image_at(address(managed::thunk_statepoint())).unwrap();
    let images = process::images().unwrap();
    let program = images.iter().find(|image| image.is_program()).unwrap();
    let functions = Functions {
        registry: Arc::new(registry),
        stack_maps: program.stack_maps().unwrap(),
        statepoint: managed::thunk_statepoint(),
        array: managed::thunk_array(),
        patchpoint: managed::thunk_patchpoint(),
        collect: managed::thunk_collect(),
    };
    let near = address(functions.statepoint);
    let code = near - 0x400..(near + 0x400).min(program.text().end);
    // SAFETY: the program stays, and only this test changes it.
    let patcher = Patcher::new(unsafe { ProtectedPages::new(code) }.unwrap());
    statepoint(&functions, &patcher);
    patchpoint(&functions, &patcher);
}

#[test]
fn collections_walk_thunks_of_generated_code() {
    for generated in Generated::of_each_version("thunks", "", &[]) {
        let registry = CodeRegistry::new();
        generated.register(&registry).unwrap();
        let functions = Functions {
            registry: Arc::new(registry),
            stack_maps: generated.stack_maps(),
            statepoint: generated.function("test_thunk_statepoint"),
            array: generated.function("test_thunk_array"),
            patchpoint: generated.function("test_thunk_patchpoint"),
            collect: generated.function("test_thunk_collect"),
        };
        // SAFETY: both mappings stay as long as the code, which outlives the patcher.
        let memory = unsafe { SecondMapping::new(generated.code(), generated.writable()) };
        let patcher = Patcher::new(memory.unwrap());
        statepoint(&functions, &patcher);
        patchpoint(&functions, &patcher);
    }
}
