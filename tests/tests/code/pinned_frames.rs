//! Frames that are stopped at `stackmap` and `patchpoint` records, whose objects are pinned.
//!
//! The compiled functions keep an address derived from a reference in a register that the record
//! does not list. The collector cannot rewrite that register, so the objects that the record lists
//! must not move.

use core::ffi::c_void;
use std::fs;
use std::sync::Arc;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use statepoint_gc::{Argument, CodeRegistry, Heap, Zeal};
use statepoint_scanner::arch::{CallingConvention, InstructionSet, X86_64};
use statepoint_scanner::registry::PatchedCall;
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode, maps, model};
use tempfile::TempDir;
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::ir::ContextAccess;
use tests::jit::Generated;
use tests::llvm::Llvm;
use tests::managed::{self, call, heap};

const ZEAL_MODES: [Zeal; 3] = [Zeal::EveryAllocation(1), Zeal::EveryAllocation(3), Zeal::EveryPoll];

fn sum_of_squares(n: u64) -> u64 {
    (0..n).map(|i| i * i).sum()
}

/// Asserts that at least one object stayed in place and at least one other object moved.
fn assert_kept_and_moved(heap: &Heap) {
    let statistics = heap.statistics();
    let counts = statistics.counts;
    assert_eq!(counts.frames_walked, counts.records_matched, "{statistics:?}");
    assert!(counts.objects_kept > 0, "{statistics:?}");
    assert!(counts.objects_moved > 0, "{statistics:?}");
}

/// The managed function with the stackmap calls another one, which collects, through a pointer.
#[test]
fn references_of_a_stackmap_are_pinned() {
    for zeal in ZEAL_MODES {
        for workers in [1, 3] {
            let heap =
                heap().heap_max(4 << 20).zeal(zeal).collector_threads(workers).build().unwrap();
            let mut mutator = heap.attach().unwrap();
            let collecting = managed::nested().expose_provenance() as u64;
            let n = 12;
            let arguments = [Argument::Word(collecting), Argument::Word(n), Argument::Word(16)];
            for _ in 0..3 {
                assert_eq!(
                    call(&mut mutator, managed::pinned_sum, &arguments),
                    Ok(sum_of_squares(n))
                );
            }
            assert_kept_and_moved(&heap);
        }
    }
}

/// Four threads run the function while another thread collects continuously.
#[test]
fn threads_in_pinned_frames_are_stopped() {
    let heap = heap().heap_max(16 << 20).zeal(Zeal::EveryAllocation(5)).build().unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let heap = &heap;
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let collecting = managed::nested().expose_provenance() as u64;
                let n = 8 + thread;
                let arguments = [Argument::Word(collecting), Argument::Word(n), Argument::Word(16)];
                for _ in 0..4 {
                    assert_eq!(
                        call(&mut mutator, managed::pinned_sum, &arguments),
                        Ok(sum_of_squares(n))
                    );
                }
            });
        }
    });
    assert_kept_and_moved(&heap);
}

/// Two functions: `sum(n, 16, function)`, as in `pinned.ll` but with a patchpoint that calls
/// `function(i)`, and `allocate`, a function to be called there.
const SUM: &str = r#"
declare ptr addrspace(1) @spgc_allocate(i64, i64)
declare ptr addrspace(1) @spgc_allocate_array(i64, i64)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

define void @allocate(i64 %n) noinline uwtable gc "statepoint-example" {
entry:
  %one = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %p = getelementptr inbounds i8, ptr addrspace(1) %one, i64 8
  store i64 %n, ptr addrspace(1) %p, align 8
  %two = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %q = getelementptr inbounds i8, ptr addrspace(1) %two, i64 8
  %number = load i64, ptr addrspace(1) %p, align 8
  store i64 %number, ptr addrspace(1) %q, align 8
  ret void
}

define internal ptr addrspace(1) @squares(i64 %n) noinline uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 512)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %offset = shl i64 %i, 3
  %after = add i64 %offset, 16
  %p = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %after
  %square = mul i64 %i, %i
  store i64 %square, ptr addrspace(1) %p, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %array
}

define i64 @sum(i64 %n, i64 %first, ptr %function) uwtable gc "statepoint-example" {
entry:
  %array = call ptr addrspace(1) @squares(i64 %n)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 7, i32 16, ptr TARGET, i32 2, i64 %i, ptr %function, ptr addrspace(1) %array, i64 u0x5350474350490001)
  %elements = getelementptr inbounds i8, ptr addrspace(1) %array, i64 %first
  %p = getelementptr inbounds i64, ptr addrspace(1) %elements, i64 %i
  %square = load i64, ptr addrspace(1) %p, align 8
  %sum.next = add i64 %sum, %square
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %sum.next
}
"#;

/// Encoding of `call *%rsi`, which calls the second argument.
const CALL_RSI: [u8; 2] = [0xff, 0xd6];

/// Compiles [`SUM`] with a patchpoint that calls `target`. Returns the object file, and the offset
/// of the patchpoint in `sum`.
fn compile(llvm: Llvm, target: &str) -> (Vec<u8>, u64) {
    let directory = TempDir::new().unwrap();
    let source = directory.path().join("source.ll");
    fs::write(&source, SUM.replace("TARGET", target)).unwrap();
    let object = llvm
        .managed_object(&source, directory.path(), "object", ContextAccess::Context, &[])
        .unwrap_or_else(|error| panic!("LLVM {}: {error}", llvm.version()));
    let bytes = fs::read(object).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let section = file.section_by_name(".llvm_stackmaps").unwrap().data().unwrap();
    let map = maps(section).next().unwrap().unwrap();
    let mut patchpoints = map.records().filter(|record| record.id == 7);
    let offset = patchpoints.next().expect("a patchpoint").instruction_offset;
    assert!(patchpoints.next().is_none());
    (bytes, offset.into())
}

/// Overwrites the no-ops of the patchpoint with the call.
fn write_call(bytes: &mut [u8], offset: u64) {
    let file = object::File::parse(&*bytes).unwrap();
    let text = file.section_by_name(".text").unwrap();
    let sum = file.symbol_by_name("sum").unwrap();
    let at = text.file_range().unwrap().0 + sum.address() - text.address() + offset;
    let code = &mut bytes[at as usize..][..16];
    // LLVM emits a no-op of ten bytes with two prefixes first.
    assert_eq!(code[2..4], [0x0f, 0x1f], "{code:x?}");
    code.fill(0x90);
    code[..2].copy_from_slice(&CALL_RSI);
}

/// Loads code with the call patched in. Returns it with an empty registry and the description of
/// the patched call.
fn patched(llvm: Llvm) -> (Generated, Arc<CodeRegistry>, PatchedCall) {
    let (mut bytes, offset) = compile(llvm, "null");
    write_call(&mut bytes, offset);
    let generated = Generated::load(&bytes);
    let record = generated.function("sum").expose_provenance() as u64 + offset;
    let return_address = record + CALL_RSI.len() as u64;
    let patched = PatchedCall { record, return_address, callee_saves_registers: false };
    (generated, Arc::new(CodeRegistry::new()), patched)
}

/// Calls `sum` with `allocate`, and checks the result and that its array was pinned.
fn run(zeal: Zeal, generated: &Generated, registry: &Arc<CodeRegistry>) {
    let heap = heap().heap_max(4 << 20).zeal(zeal).code(Arc::clone(registry)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let n = 12;
    let function = generated.function("allocate").expose_provenance() as u64;
    let arguments = [Argument::Word(n), Argument::Word(16), Argument::Word(function)];
    let sum: *const c_void = generated.function("sum");
    // SAFETY: the function is registered managed code that takes two i64 and a pointer.
    assert_eq!(unsafe { mutator.call(sum, &arguments) }, Ok(sum_of_squares(n)));
    assert_kept_and_moved(&heap);
}

/// Returns whether code that a test has compiled can be loaded on this architecture.
fn can_load_compiled_code() -> bool {
    let is_loadable = std::env::consts::ARCH == "x86_64";
    if !is_loadable {
        eprintln!("skipped: this test's loader is for x86-64");
    }
    is_loadable
}

#[test]
fn references_of_a_patchpoint_are_pinned() {
    if !can_load_compiled_code() {
        return;
    }
    for llvm in Llvm::installed() {
        let (generated, registry, patched) = patched(llvm);
        let id = generated.register(&registry).unwrap();
        // SAFETY: only the call that is patched into the record's bytes returns to the address in
        // the `PatchedCall`, which describes the callee.
        unsafe { registry.add_patched_call(patched) }.unwrap();
        for zeal in ZEAL_MODES {
            run(zeal, &generated, &registry);
        }
        // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
        unsafe { registry.remove(id) }.unwrap();
    }
}

/// A call emitted by LLVM for a patchpoint with a target is recognised in the code, without
/// `add_patched_call`. (LLVM 14 materialises the function's address differently.)
#[test]
fn calls_that_llvm_emits_need_no_key() {
    if !can_load_compiled_code() {
        return;
    }
    for llvm in Llvm::installed().into_iter().filter(|llvm| llvm.version() > 14) {
        let (bytes, _) = compile(llvm, "@allocate");
        let generated = Generated::load(&bytes);
        let registry = Arc::new(CodeRegistry::new());
        let id = generated.register(&registry).unwrap();
        for zeal in ZEAL_MODES {
            run(zeal, &generated, &registry);
        }
        // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
        unsafe { registry.remove(id) }.unwrap();
    }
}

#[test]
fn unknown_patched_calls_are_named() {
    let Some(&llvm) = Llvm::installed().last().filter(|_| can_load_compiled_code()) else { return };
    let output = death_test("unknown_patched_calls_are_named", || {
        let (generated, registry, _) = patched(llvm);
        generated.register(&registry).unwrap();
        run(Zeal::EveryAllocation(1), &generated, &registry);
    });
    assert_stderr_contains(output, &["statepoint-gc: fatal", "not a call site in the stack map"]);
}

/// Shows that pinning is necessary. If the patchpoint is treated as a statepoint, the array moves
/// and the listed register is rewritten, but the address in the other register still points to the
/// old copy.
#[test]
fn relocating_a_patchpoint_would_leave_stale_copies() {
    let Some(&llvm) = Llvm::installed().last().filter(|_| can_load_compiled_code()) else { return };
    let output = death_test("relocating_a_patchpoint_would_leave_stale_copies", || {
        let (generated, registry, patched) = patched(llvm);
        let map = as_statepoint(generated.stack_maps(), patched);
        generated.register_with(&registry, &map).unwrap();
        run(Zeal::EveryAllocation(1), &generated, &registry);
    });
    assert_stderr_contains(output, &["statepoint-gc: access to 0x", "retired block"]);
}

/// Returns a stack map in which the patchpoint's record is replaced by a statepoint record for the
/// return address of the call, with one pair of pointers.
fn as_statepoint(section: &[u8], patched: PatchedCall) -> Vec<u8> {
    let map = maps(section).next().unwrap().unwrap();
    let mut map = model::Map::from(&map);
    let constant = Location { kind: LocationKind::Constant, size: 8, register: 0, offset: 0 };
    let record = map.records.iter_mut().find(|record| record.id == 7).unwrap();
    record.instruction_offset += (patched.return_address - patched.record) as u32;
    let reference = record.locations[record.locations.len() - 2];
    assert_eq!(reference.kind, LocationKind::Register, "in a register that calls preserve");
    let register = X86_64::register(reference.register).unwrap();
    assert!(X86_64::CALLEE_SAVED.contains(&register), "{register:?}");
    record.locations = vec![constant, constant, constant, reference, reference];
    record.live_outs.clear();
    record.has_live_out_info = false;
    encode(&map, StackMapLayout::V3).unwrap()
}
