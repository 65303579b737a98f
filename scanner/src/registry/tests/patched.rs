//! Tests of calls that a patch adds to registered code.

use super::*;
use crate::fixtures::{RawLocation, in_register, map, slot};
use crate::table::CallSiteContent;
use crate::walk::{Cursor, InitialRegisters, StackImage, StackWalkError, StopPoint};

/// Offsets of the records of patchpoints. The call of a statepoint returns to the second offset.
const RECORDS: [u64; 3] = [0x10, 0x20, 0x30];
/// Address of the code.
const START: u64 = 0x7000;

/// Returns a table of patchpoints at [`RECORDS`], each with a slot and rdi as its values, and of
/// two statepoints.
fn patchable() -> Box<[u32]> {
    let values: [RawLocation; 2] = [slot(7, 8), in_register(5)];
    let statepoint = statepoints(&[(FUNCTION, &[(0x20, 1, &[]), (0x3f, 1, &[])])]);
    let records = RECORDS.map(|offset| (offset as u32, 0x100 + offset, &values[..]));
    let markers = map(&[(FUNCTION, &records)], &[]);
    let builder = TableBuilder::<X86_64>::new().add(&statepoint, &RULE).unwrap();
    builder.add(&markers, &RULE).unwrap().build().unwrap().into_words()
}

fn registry(words: &[u32]) -> (Registry, CodeRegionId) {
    let registry = Registry::new();
    let id = register(&registry, compiled(words, START)).unwrap();
    (registry, id)
}

/// Returns a patched call of the record at this offset, which returns to the other offset. Its
/// callee does not save caller-saved registers.
fn call(record: u64, return_address: u64) -> PatchedCall {
    let [record, return_address] = [START + record, START + return_address];
    PatchedCall { record, return_address, callee_saves_registers: false }
}

/// Returns the ID of the record and the registers that are lost at a return address.
fn pinned(registry: &Registry, offset: u64) -> Option<(u64, Vec<u16>)> {
    let snapshot = registry.snapshot();
    match snapshot.find(START + offset) {
        FoundCode::Managed(site) => {
            let CallSiteContent::Pinned(pinned) = site.content else { return None };
            assert_eq!(pinned.locations().len(), 1);
            let id = snapshot.record(START + offset).unwrap().id;
            Some((id, pinned.unrecoverable().collect()))
        }
        FoundCode::Unknown { function: Some(function) } => {
            assert_eq!(function, START);
            None
        }
        found => panic!("{found:?}"),
    }
}

#[test]
fn patched_call_is_found_by_return_address() {
    let words = patchable();
    let (registry, id) = registry(&words);
    for (record, return_address) in [(0x10, 0x15), (0x30, 0x3d)] {
        assert_eq!(pinned(&registry, return_address), None);
        let before = registry.snapshot().generation();
        // SAFETY: no thread runs this code.
        unsafe { registry.add_patched_call(call(record, return_address)) }.unwrap();
        assert_ne!(registry.snapshot().generation(), before);
        assert_eq!(pinned(&registry, return_address), Some((0x100 + record, vec![5])));
        assert_eq!(pinned(&registry, return_address + 1), None);
        // Add the call a second time, then with a callee that saves the registers.
        // SAFETY: no thread runs this code.
        unsafe { registry.add_patched_call(call(record, return_address)) }.unwrap();
        let saving = PatchedCall { callee_saves_registers: true, ..call(record, return_address) };
        // SAFETY: no thread runs this code.
        unsafe { registry.add_patched_call(saving) }.unwrap();
        assert_eq!(pinned(&registry, return_address), Some((0x100 + record, vec![])));
    }
    assert!(registry.remove_patched_call(START + 0x15));
    assert!(!registry.remove_patched_call(START + 0x15));
    assert_eq!(pinned(&registry, 0x15), None);
    assert_eq!(pinned(&registry, 0x3d), Some((0x130, vec![])));
    // Code that is registered later at the same address has no patched calls.
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(id) }.unwrap();
    assert!(!registry.remove_patched_call(START + 0x3d));
    register(&registry, compiled(&words, START)).unwrap();
    assert_eq!(pinned(&registry, 0x3d), None);
}

/// The return address of a call that ends a region is the start of the next region, whose removal
/// keeps the call.
#[test]
fn removal_keeps_patched_calls_of_adjacent_regions() {
    let words = patchable();
    let (registry, _) = registry(&words);
    let next = register(&registry, compiled(&words, START + LEN)).unwrap();
    let calls = [(0x10, 0x15), (0x30, LEN), (LEN + 0x10, LEN + 0x11), (LEN + 0x30, 2 * LEN)];
    for (record, return_address) in calls {
        // SAFETY: no thread runs this code.
        unsafe { registry.add_patched_call(call(record, return_address)) }.unwrap();
    }
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(next) }.unwrap();
    let is_kept = calls.map(|(_, return_address)| {
        let state = registry.published.read();
        state.patched.record_of(START + return_address).is_some()
    });
    assert_eq!(is_kept, [true, true, false, false]);
    assert_eq!(pinned(&registry, LEN), Some((0x130, vec![5])));
}

/// A signal handler stops a thread directly after the call. The callee has returned, so the
/// registers that it had saved cannot be found.
#[test]
fn returned_callee_saves_are_lost() {
    let words = patchable();
    let (registry, _) = registry(&words);
    let stack = StackImage::new(0x9000, vec![0; 16]);
    let next = |stop| {
        let snapshot = registry.snapshot();
        let registers =
            InitialRegisters { pc: START + 0x35, sp: 0x9000, callee_saved: Default::default() };
        let mut cursor = Cursor::from_registers(&snapshot, &stack, registers, stop, &[]).unwrap();
        cursor.next(&stack).map(|frame| frame.is_some())
    };
    let saving = PatchedCall { callee_saves_registers: true, ..call(0x30, 0x35) };
    // SAFETY: no thread runs this code.
    unsafe { registry.add_patched_call(saving) }.unwrap();
    assert_eq!(next(StopPoint::AtCall), Ok(true));
    let error = next(StopPoint::AtInstruction).unwrap_err();
    assert!(matches!(error, StackWalkError::NotStoppedAtCall { .. }), "{error}");
    // SAFETY: no thread runs this code.
    unsafe { registry.add_patched_call(call(0x30, 0x35)) }.unwrap();
    assert_eq!(next(StopPoint::AtInstruction), Ok(true));
}

/// `callee_saves_registers` matters only if the record has a value in a caller-saved register.
#[test]
fn known_patched_call_is_recognised() {
    let words = patchable();
    let (registry, id) = registry(&words);
    let saving = |call| PatchedCall { callee_saves_registers: true, ..call };
    let (one, other) = (call(0x30, 0x35), call(0x10, 0x35));
    assert_eq!(registry.matches_patched_call(one), None);
    // SAFETY: no thread runs this code.
    unsafe { registry.add_patched_call(one) }.unwrap();
    assert_eq!(registry.matches_patched_call(one), Some(true));
    assert_eq!(registry.matches_patched_call(saving(one)), Some(false));
    assert_eq!(registry.matches_patched_call(other), None);
    // SAFETY: no thread runs this code.
    unsafe { registry.add_patched_call(saving(one)) }.unwrap();
    assert_eq!(registry.matches_patched_call(one), Some(false));
    // SAFETY: no thread runs this code.
    unsafe { registry.remove(id) }.unwrap();
    assert_eq!(registry.matches_patched_call(one), None);
    // The value of this record is in a stack slot.
    let values: [RawLocation; 1] = [slot(7, 8)];
    let marker = map(&[(FUNCTION, &[(0x30, 0x130, &values[..])])], &[]);
    let builder = TableBuilder::<X86_64>::new().add(&marker, &RULE).unwrap();
    register(&registry, compiled(&builder.build().unwrap().into_words(), START)).unwrap();
    // SAFETY: no thread runs this code.
    unsafe { registry.add_patched_call(one) }.unwrap();
    assert_eq!(registry.matches_patched_call(saving(one)), Some(true));
}

#[test]
fn earlier_snapshot_lacks_patched_call() {
    let words = patchable();
    let (registry, _) = registry(&words);
    let before = registry.snapshot();
    // SAFETY: no thread runs this code.
    unsafe { registry.add_patched_call(call(0x30, 0x35)) }.unwrap();
    assert!(matches!(before.find(START + 0x35), FoundCode::Unknown { .. }));
    assert!(matches!(registry.snapshot().find(START + 0x35), FoundCode::Managed(_)));
    assert!(before.has_pinned());
}

#[test]
fn invalid_patched_calls_are_rejected() {
    let words = patchable();
    let (registry, _) = registry(&words);
    let add = |record, return_address| {
        // SAFETY: the registry rejects the call, so no walk uses it.
        unsafe { registry.add_patched_call(call(record, return_address)) }.unwrap_err().to_string()
    };
    for record in [0x0, 0x12, 0x20, 0x2f, 0x3f, 0x100] {
        assert!(add(record, record + 5).contains("no patchpoint or stackmap"), "{record:#x}");
    }
    for return_address in [0x30, 0x28, LEN + 1] {
        assert!(add(0x30, return_address).contains("cannot return"), "{return_address:#x}");
    }
    // The return address is that of a statepoint, or of another record's call.
    assert!(add(0x30, 0x3f).contains("of another record"));
    // SAFETY: no thread runs this code.
    unsafe { registry.add_patched_call(call(0x10, 0x38)) }.unwrap();
    assert!(add(0x30, 0x38).contains("of another record"));
    assert_eq!(pinned(&registry, 0x38), Some((0x110, vec![5])));
}
