//! Collections while the function called by a thunk runs.
//!
//! At a statepoint, the roots are rewritten, and so are the copies that the thunk passes. At a
//! patchpoint, the listed objects do not move, even if only the thunk has saved their registers.

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

/// IDs of the records in `managed/thunks.ll`.
const STATEPOINT_ID: u64 = 61;
const PATCHPOINT_ID: u64 = 62;
/// Number of patch bytes at each site.
const PATCH_BYTES: u32 = 16;
/// Argument of the functions: the number of rounds of their loops.
const ROUNDS: u64 = 20;
/// The register of the function's result: rax or x0.
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
    /// Returns the address of a record, and the convention that it requires.
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

/// Copies a thunk to executable memory, and registers its tables.
fn install_thunk(registry: &CodeRegistry, thunk: &Thunk<Host>) -> Executable {
    let code = Executable::new(thunk.code());
    // SAFETY: the thunk was copied to `code`, and the region is removed before that memory is
    // freed.
    unsafe { register_thunk(registry, thunk, code.address()) };
    code
}

/// Calls a managed function with a collection at every allocation, and checks its result. Each
/// collection visits all frames. Returns the heap for its statistics.
fn run_in_zeal_mode(functions: &Functions<'_>, function: *const c_void, expected: u64) -> Heap {
    let verify = HeapVerification { before: true, after: true };
    let heap = heap().heap_max(8 << 20).zeal(Zeal::EveryAllocation(1)).verify(verify);
    let heap = heap.code(Arc::clone(&functions.registry)).return_barriers(false).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // SAFETY: the function is registered managed code that takes one or two i64; it ignores an
    // additional argument.
    let sum = unsafe { mutator.call(function, &[Argument::Word(ROUNDS), Argument::Word(8)]) };
    drop(mutator);
    assert_eq!(sum, Ok(expected));
    let counts = heap.statistics().counts;
    assert_eq!(counts.records_matched, counts.frames_walked);
    heap
}

/// Patches the statepoint to call a thunk that passes its values in an array, and checks that
/// collections rewrite the array.
fn check_statepoint(functions: &Functions<'_>, patcher: &Patcher<impl CodeMemory>) {
    let (record, convention) = functions.record(STATEPOINT_ID);
    assert_eq!(convention.values.len(), 4);
    let convention =
        ThunkConvention { pass: ValuePassing::Array, writes: vec![RESULT], ..convention };
    let thunk = Thunk::new(&convention, address(functions.array)).unwrap();
    let code = install_thunk(&functions.registry, &thunk);
    let site = patcher.add(PatchSite::Statepoint { bytes: PATCH_BYTES }, record).unwrap();
    let patch = Patch::Call(code.address());
    // SAFETY: no thread executes the code of the site during the call. The thunk was generated for
    // the convention of the record.
    let returns = unsafe { patcher.write(site, patch, ExecutionState::NotYetRun) };
    assert_eq!(returns, Ok(Some(record)));
    let sum = 7 * ROUNDS * (ROUNDS + 1) / 2 + ROUNDS * ROUNDS;
    let counts = run_in_zeal_mode(functions, functions.statepoint, sum).statistics().counts;
    // In each round, the function collects three times. The thunk's frame has three references, one
    // of them a derived pointer. The frame of the statepoint has the same references and one more.
    assert!(counts.roots_visited >= ROUNDS * 3 * (3 + 4), "{counts:?}");
    assert!(counts.derived_relocated > 0, "{counts:?}");
    assert!(counts.objects_moved > ROUNDS, "{counts:?}");
    assert_eq!(counts.objects_kept, 0, "{counts:?}");
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut std::iter::empty())) }.unwrap();
    patcher.remove(site).unwrap();
    remove_thunk(functions, &code);
}

/// Patches the patchpoint to call a thunk that preserves its live-outs, and checks that listed
/// objects stay in place.
fn check_patchpoint(functions: &Functions<'_>, patcher: &Patcher<impl CodeMemory>) {
    let (record, convention) = functions.record(PATCHPOINT_ID);
    assert_eq!(convention.values.len(), 7);
    // The references are in registers that calls clobber, so that only the thunk saves them.
    assert!(convention.preserve.clobbered_by_calls().len() >= 2, "{convention:?}");
    let thunk = Thunk::new(&convention, address(functions.collect)).unwrap();
    let code = install_thunk(&functions.registry, &thunk);
    let site = patcher.add(PatchSite::Patchpoint { bytes: PATCH_BYTES }, record).unwrap();
    let patch = Patch::Call(code.address());
    let return_address = patcher.return_address(site, patch).unwrap().unwrap();
    // SAFETY: only the call that is patched into the record's bytes returns to the address in the
    // `PatchedCall`, which describes the callee.
    unsafe { functions.registry.add_patched_call(thunk.patched_call(record, return_address)) }
        .unwrap();
    // SAFETY: no thread executes the code of the site during the call. The thunk was generated for
    // the convention of the record.
    unsafe { patcher.write(site, patch, ExecutionState::NotYetRun) }.unwrap();
    let sum = 3 * ROUNDS * (ROUNDS + 1) / 2;
    let counts = run_in_zeal_mode(functions, functions.patchpoint, sum).statistics().counts;
    assert!(counts.objects_kept >= ROUNDS, "{counts:?}");
    assert!(counts.objects_moved > ROUNDS, "{counts:?}");
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.restore(site, ExecutionState::Stopped(&mut std::iter::empty())) }.unwrap();
    patcher.remove(site).unwrap();
    assert!(functions.registry.remove_patched_call(return_address));
    remove_thunk(functions, &code);
}

fn remove_thunk(functions: &Functions<'_>, thunk: &Executable) {
    let (id, code) = functions.registry.snapshot().region_at(thunk.address()).unwrap();
    assert_eq!(code, thunk.code());
    // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
    unsafe { functions.registry.remove(id) }.unwrap();
}

#[test]
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
    // SAFETY: the program is never unloaded, and only this test changes it.
    let patcher = Patcher::new(unsafe { ProtectedPages::new(code) }.unwrap());
    check_statepoint(&functions, &patcher);
    check_patchpoint(&functions, &patcher);
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
        // SAFETY: both mappings exist as long as `generated`, which outlives the patcher.
        let memory = unsafe { SecondMapping::new(generated.code(), generated.writable()) };
        let patcher = Patcher::new(memory.unwrap());
        check_statepoint(&functions, &patcher);
        check_patchpoint(&functions, &patcher);
    }
}
