//! The examples of LLVM's documentation of stack maps and patch points (StackMaps.rst,
//! <https://llvm.org/docs/StackMaps.html>), executed; the first one is in [`super::invalidated`].

use core::ffi::c_void;
use std::sync::{Arc, Mutex};

use statepoint_gc::{Argument, CodeRegistry};
use statepoint_patch::{
    CodeMemory, ExecutionState, Patch, PatchArchitecture as _, PatchSite, Patcher, RegionContent,
};
use statepoint_scanner::arch::{Aarch64, Host, InstructionSet as _, Register};
use statepoint_scanner::deopt::{DeoptState, RawDeoptValue, no_registers};
use statepoint_scanner::statepoint::ValueLocation;
use statepoint_scanner::walk::{CodeLookup as _, Cursor, LiveStack};
use tests::managed::{self, heap};

use super::{Compiled, HEAP, address, lock_code, program_patcher_near, program_record, registry};

/// 15 bytes as in the documentation, rounded up to whole instructions.
const SITE: PatchSite =
    PatchSite::Patchpoint { bytes: 15_u32.next_multiple_of(Host::ALIGNMENT as u32) };

unsafe extern "C" {
    fn patched_double(value: u64) -> u64;
    static mut patched_observer: Option<extern "C" fn(*mut c_void, *mut c_void, *mut c_void)>;
}

/// A managed function, the address of its record, and the registry that contains it.
struct Function {
    registry: Arc<CodeRegistry>,
    function: *const c_void,
    record: u64,
}

impl Function {
    fn of_program(function: *const c_void, id: u64) -> Self {
        Self { registry: registry(), function, record: program_record(id) }
    }

    fn of(compiled: &Compiled, name: &str, id: u64) -> Self {
        let registry = Arc::clone(&compiled.registry);
        Self { registry, function: compiled.function(name), record: compiled.record(id) }
    }

    fn call(&self, arguments: &[u64]) -> u64 {
        let heap = heap().heap_max(HEAP).code(Arc::clone(&self.registry)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let arguments: Vec<_> = arguments.iter().map(|&word| Argument::Word(word)).collect();
        // SAFETY: the function is registered managed code that takes these arguments.
        unsafe { mutator.call(self.function, &arguments) }.unwrap()
    }

    /// Returns the values that the record lists.
    fn values(&self) -> Vec<ValueLocation> {
        let snapshot = self.registry.snapshot();
        snapshot.record(self.record).expect("a record").values().collect()
    }
}

/// Patches a call in at a patchpoint. "This example shows a patch point reserving 15 bytes, with
/// one argument, and a return value per native calling convention." The target in the IR is not the
/// address of a function, so the site must be patched before it is executed.
fn check_patchpoint(function: &Function, patcher: &Patcher<impl CodeMemory>) {
    assert_eq!(function.values(), [], "no stack map locations are recorded");
    let site = patcher.add(SITE, function.record).unwrap();
    assert_eq!(patcher.checked(site).unwrap().content, RegionContent::Call);
    let double = Patch::Call(address(patched_double as *const c_void));
    // SAFETY: no thread executes the code of the site during the call. The target is a C function
    // that takes an i64, and it returns.
    unsafe { patcher.write(site, double, ExecutionState::NotYetRun) }.unwrap();
    assert_eq!(function.call(&[20]), 43);
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
    patcher.remove(site).unwrap();
}

#[test]
fn patchpoint_with_c_convention_works_as_documented() {
    let _code = lock_code();
    let function = Function::of_program(managed::documented_patchpoint(), 78);
    check_patchpoint(&function, &program_patcher_near(function.record));
    for compiled in Compiled::each("documented") {
        let function = Function::of(&compiled, "test_documented_patchpoint", 78);
        check_patchpoint(&function, &compiled.patcher());
    }
}

/// Encodes a load of the 32 bits at `source` + 4, sign-extended, into `destination`.
fn encode_load(destination: Register, source: Register) -> Vec<u8> {
    let [destination, source] = [destination, source].map(Register::dwarf);
    if Host::NAME == Aarch64::NAME {
        // ldrsw
        return (0xb980_0400 | (u32::from(source) << 5) | u32::from(destination))
            .to_le_bytes()
            .to_vec();
    }
    // movslq. DWARF numbers the first eight in a different order from instruction encodings.
    let [destination, source] = [destination, source].map(|dwarf| match dwarf {
        0..8 => [0, 2, 1, 3, 6, 7, 5, 4][usize::from(dwarf)],
        _ => dwarf as u8,
    });
    assert_ne!(source & 7, 4, "that needs one more byte");
    vec![
        0x48 | (destination >> 3 << 2) | (source >> 3),
        0x63,
        0x40 | ((destination & 7) << 3) | (source & 7),
        4,
    ]
}

/// Patches a load in that uses the registers of the record. "The patch code sequence may now use
/// the argument that happened to be allocated in %r8 and return a value allocated in %r9."
fn check_any_registers(function: &Function, patcher: &Patcher<impl CodeMemory>) {
    let [result, argument] = function.values()[..] else {
        panic!("{:?}", function.values());
    };
    let (
        ValueLocation::Register { register: result, .. },
        ValueLocation::Register { register: argument, .. },
    ) = (result, argument)
    else {
        panic!("{result:?} {argument:?}");
    };
    let site = patcher.add(SITE, function.record).unwrap();
    let load = encode_load(result, argument);
    // SAFETY: no thread executes the code of the site during the call. The new code changes only
    // the result register of the record.
    unsafe { patcher.write(site, Patch::Code(&load), ExecutionState::NotYetRun) }.unwrap();
    let object: [i32; 2] = [1000, -45];
    let pointer = object.as_ptr().expose_provenance() as u64;
    assert_eq!(function.call(&[pointer]).cast_signed(), -42);
    // SAFETY: no thread executes the code of the site during the call.
    unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
    patcher.remove(site).unwrap();
}

#[test]
fn patchpoint_with_any_registers_works_as_documented() {
    let _code = lock_code();
    let function = Function::of_program(managed::documented_any_registers(), 79);
    check_any_registers(&function, &program_patcher_near(function.record));
    for compiled in Compiled::each("documented") {
        let function = Function::of(&compiled, "test_documented_any_registers", 79);
        check_any_registers(&function, &compiled.patcher());
    }
}

/// The registry of the function under test, and the number of calls of [`add_22_to_stack_object`].
static OBSERVED: Mutex<Option<(Arc<CodeRegistry>, u32)>> = Mutex::new(None);

/// Walks to the function's frame, reads the address of its stack object from the record, and adds
/// 22 to the object.
extern "C" fn add_22_to_stack_object(
    return_address: *mut c_void,
    frame: *mut c_void,
    stack: *mut c_void,
) {
    let mut observed = OBSERVED.lock().unwrap();
    let (registry, calls) = observed.as_mut().unwrap();
    let snapshot = registry.snapshot();
    let (frame, sp) = (frame.expose_provenance() as u64, stack.expose_provenance() as u64);
    // SAFETY: the range starts at the frame of this function's caller and ends in older frames.
    // These frames exist until this function returns, and nothing is written through the
    // `LiveStack`.
    let stack = unsafe { LiveStack::new(frame, sp + 0x200) };
    let mut cursor = Cursor::from_frame_record(&snapshot, &stack, frame, sp, &[]).unwrap();
    let frame = cursor.next(&stack).unwrap().expect("a frame");
    // The stackmap directly follows the call.
    assert_eq!(
        (frame.pc, frame.record_id()),
        (return_address.expose_provenance() as u64, Some(80))
    );
    let values = DeoptState::of_patchpoint(&frame, 0).unwrap().read(&stack, &no_registers);
    let [RawDeoptValue::Object { address }] = values.unwrap()[..] else {
        panic!("no stack object")
    };
    let object = core::ptr::with_exposed_provenance_mut::<u64>(address as usize);
    // SAFETY: the object is in the frame of the managed caller, which accesses it only after this
    // call.
    unsafe { object.write(object.read() + 22) };
    *calls += 1;
}

/// Modifies a stack object through its location in the record: "The runtime can determine this
/// alloca's relative location on the stack immediately after compilation, or at any time
/// thereafter."
fn check_alloca(function: &Function) {
    assert!(
        matches!(function.values()[..], [ValueLocation::Address { .. }]),
        "{:?}",
        function.values()
    );
    *OBSERVED.lock().unwrap() = Some((Arc::clone(&function.registry), 0));
    // SAFETY: no other thread calls `patched_double` or accesses the variable.
    unsafe { patched_observer = Some(add_22_to_stack_object) };
    assert_eq!(function.call(&[address(patched_double as *const c_void), 20]), 42);
    // SAFETY: no other thread calls `patched_double` or accesses the variable.
    unsafe { patched_observer = None };
    assert_eq!(OBSERVED.lock().unwrap().take().map(|(_, calls)| calls), Some(1));
}

#[test]
fn stackmap_with_a_stack_object_works_as_documented() {
    let _code = lock_code();
    check_alloca(&Function::of_program(managed::documented_alloca(), 80));
    for compiled in Compiled::each("documented") {
        check_alloca(&Function::of(&compiled, "test_documented_alloca", 80));
    }
}
