//! Tests of the type table: registration, object sizes, and the reference slots of objects.

use core::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::scan::{SEGMENT, reference_slots_within};
use super::*;

mod described;

/// Returns an empty table without a host model.
fn table() -> TypeTable {
    TypeTable::new(None).unwrap()
}

/// Returns the offsets of the reference slots of an object, scanned in segments. The first word of
/// `object` is replaced by a header.
fn slots(types: &TypeTable, id: TypeId, object: &[u64]) -> Vec<usize> {
    let mut object = object.to_vec();
    object.resize(object.len().max(1), 0);
    object[0] = u64::from(id.get()) << 8;
    let address = object.as_ptr().expose_provenance();
    let mut found = Vec::new();
    let mut rest = ScanRest::More(ScanPart::ALL);
    while let ScanRest::More(part) = rest {
        let before = found.len();
        // SAFETY: `object` is long enough for the types below and is only read.
        rest = unsafe { reference_slots(types, address, part, |slot| found.push(slot - address)) };
        assert!(found.len() - before < 2 * SEGMENT, "a segment has a bounded number of slots");
    }
    if let Some(SimpleLayout { references, .. }) = types.simple(id) {
        let mut simple = Vec::new();
        // SAFETY: `object` is long enough for its type and is only read.
        unsafe { reference_slots(types, address, references, |slot| simple.push(slot - address)) };
        assert_eq!(simple, found, "{id:?}");
        assert_eq!(references.is_empty(), found.is_empty());
    }
    assert_eq!(rest == ScanRest::Special, types.special(id).is_some());
    found
}

/// Returns the offsets of the reference slots of an object within a range of offsets.
fn slots_within(
    types: &TypeTable,
    id: TypeId,
    object: &[u64],
    offsets: Range<usize>,
) -> Vec<usize> {
    let address = object.as_ptr().expose_provenance();
    let mut found = Vec::new();
    let range = address + offsets.start..address + offsets.end;
    // SAFETY: `object` is long enough for its type, or the slots of the range are not read.
    unsafe { reference_slots_within(types, id, address, range, |slot| found.push(slot - address)) };
    found
}

/// Returns the extent of an object, or `None` if its type or length is invalid.
fn extent(types: &TypeTable, id: TypeId, object: &[u64]) -> Option<Extent> {
    let header = Header::from_object(u64::from(id.get()) << 8);
    // SAFETY: `object` contains the length, if its type has one.
    unsafe { types.extent(header, object.as_ptr().expose_provenance()) }
}

/// Returns the size of an object in bytes.
fn size(types: &TypeTable, id: TypeId, object: &[u64]) -> Option<usize> {
    extent(types, id, object).map(|extent| extent.size)
}

/// Returns the layout of objects of fixed size with references at these offsets.
fn fixed(size: usize, references: &[usize]) -> TypeLayout {
    TypeLayout::Fixed { size, references: references.into() }
}

/// Returns a layout with a fixed part of 40 bytes, whose last word is the length, and elements of
/// 24 bytes with two references each.
fn tailed() -> TypeLayout {
    TypeLayout::Tailed {
        size: 40,
        references: vec![24, 8],
        length_offset: 32,
        element_size: 24,
        element_references: vec![16, 0],
    }
}

#[test]
fn sizes_and_reference_slots_follow_the_layout() {
    let types = table();
    let [node, array, bytes, structs, tail, plain_tail] = [1, 2, 7, 8, 9, 5000].map(TypeId::new);
    types.register(node, fixed(32, &[8, 24])).unwrap();
    types.register(array, TypeLayout::ReferenceArray).unwrap();
    types.register(bytes, TypeLayout::PlainArray { element_size: 1 }).unwrap();
    let layout = TypeLayout::StructArray { element_size: 16, references: vec![8] };
    types.register(structs, layout).unwrap();
    types.register(tail, tailed()).unwrap();
    let layout = TypeLayout::Tailed {
        size: 27,
        references: vec![16],
        length_offset: 8,
        element_size: 3,
        element_references: vec![],
    };
    types.register(plain_tail, layout).unwrap();

    assert_eq!(slots(&types, node, &[0; 4]), [8, 24]);
    assert_eq!(slots(&types, array, &[0, 3, 0, 0, 0]), [16, 24, 32]);
    assert_eq!(slots(&types, bytes, &[0, 3, 0]), []);
    assert_eq!(slots(&types, array, &[0, 0]), []);
    assert_eq!(slots(&types, structs, &[0, 2, 0, 0, 0, 0]), [24, 40]);
    assert_eq!(slots(&types, tail, &[0, 0, 0, 0, 2]), [8, 24, 40, 56, 64, 80]);
    assert_eq!(slots(&types, plain_tail, &[0, 10, 0, 0]), [16]);

    assert_eq!(size(&types, node, &[0; 4]), Some(32));
    assert_eq!(size(&types, bytes, &[0, 9]), Some(32));
    assert_eq!(size(&types, array, &[0, 0]), Some(16));
    assert_eq!(size(&types, structs, &[0, 3]), Some(16 + 48));
    assert_eq!(size(&types, tail, &[0, 0, 0, 0, 2]), Some(40 + 48));
    assert_eq!(size(&types, plain_tail, &[0, 10]), Some(64));
    for (id, object, expected) in [
        (node, [0; 5], true),
        (bytes, [0; 5], false),
        (tail, [0; 5], true),
        (plain_tail, [0; 5], true),
    ] {
        let found = !extent(&types, id, &object).unwrap().references.is_empty();
        assert_eq!(found, expected, "{id:?}");
    }
}

/// Scans in segments and in ranges of addresses visit exactly the slots that the layout specifies.
#[test]
fn long_objects_are_scanned_in_segments_and_ranges() {
    let types = table();
    let [array, structs, tail, long, short] = [1, 2, 3, 4, 5].map(TypeId::new);
    types.register(array, TypeLayout::ReferenceArray).unwrap();
    let layout = TypeLayout::StructArray { element_size: 40, references: vec![0, 32] };
    types.register(structs, layout).unwrap();
    types.register(tail, tailed()).unwrap();
    let every_third: Vec<usize> = (8..8 * 3000).step_by(24).collect();
    types.register(long, fixed(8 * 3001, &every_third)).unwrap();
    types.register(short, fixed(512, &[8, 240, 504])).unwrap();

    let length = 2 * SEGMENT + 1;
    let pair = |start: usize, size: usize, a: usize, b: usize| {
        (0..length).flat_map(move |n| [start + n * size + a, start + n * size + b])
    };
    let mut object = vec![0; 64 * length];
    object[1] = length as u64;
    let mut with_tail = object.clone();
    with_tail[4] = length as u64;
    let cases = [
        (array, &object, (0..length).map(|n| 16 + 8 * n).collect::<Vec<_>>()),
        (structs, &object, pair(16, 40, 0, 32).collect()),
        (tail, &with_tail, [8, 24].into_iter().chain(pair(40, 24, 0, 16)).collect()),
        (long, &object, every_third),
        (short, &object, vec![8, 240, 504]),
    ];
    for (id, object, all) in cases {
        assert_eq!(slots(&types, id, object), all, "{id:?}");
        let end = all.last().unwrap() + 64;
        let mut boundaries = vec![0, 8, 9, 16, 24, 31, 40, 41, 48, 4096, end - 72, end, end + 4096];
        boundaries.extend((0..200).map(|n| n * 1237 % end));
        for &start in &boundaries {
            for length in [0, 1, 8, 100, 512, end] {
                let range = start..start + length;
                let expected: Vec<_> =
                    all.iter().copied().filter(|slot| range.contains(slot)).collect();
                assert_eq!(
                    slots_within(&types, id, object, range.clone()),
                    expected,
                    "{id:?} {range:?}"
                );
            }
        }
    }
}

/// The scan of a range of an array reads only the slots in the range: the array is longer than the
/// available memory.
#[test]
fn range_scan_cost_is_independent_of_array_length() {
    let types = table();
    let array = TypeId::new(1);
    types.register(array, TypeLayout::ReferenceArray).unwrap();
    let object = [0, 1 << 40];
    assert_eq!(slots_within(&types, array, &object, 1 << 30..(1 << 30) + 24).len(), 3);
}

#[test]
fn bitmap_equals_offsets() {
    let types = table();
    let mut references = [0; 3];
    let offsets = [8, 16, 8 * 63, 8 * 64, 8 * 130];
    for offset in offsets {
        references[offset / 8 / 64] |= 1 << (offset / 8 % 64);
    }
    let object = vec![0; 140];
    for (id, size, bitmap) in [(1, 8 * 140, &references[..]), (2, 8 * 64, &references[..1])] {
        let [id, twin] = [id, id + 100].map(TypeId::new);
        types.register(id, TypeLayout::Bitmap { size, references: bitmap.into() }).unwrap();
        let expected: Vec<_> = offsets.into_iter().filter(|&offset| offset < size).collect();
        types.register(twin, fixed(size, &expected)).unwrap();
        assert_eq!(slots(&types, id, &object), expected);
        assert_eq!(slots(&types, twin, &object), expected);
        assert_eq!(extent(&types, id, &object), extent(&types, twin, &object));
    }
    let id = TypeId::new(3);
    let bitmap = |references| TypeLayout::Bitmap { size: 24, references };
    for (bits, offset) in [(vec![0b1010], 24), (vec![0b11], 0), (vec![0, 1], 512)] {
        let error = types.register(id, bitmap(bits));
        assert_eq!(error, Err(TypeRegistrationError::Reference { id, offset, size: 24 }));
    }
}

#[test]
fn weak_and_ephemeron_fields_are_not_traced() {
    let types = table();
    let (weak, ephemeron) = (TypeId::new(1), TypeId::new(2));
    let layout =
        |kind| TypeLayout::Weak { size: 32, references: vec![8], weak: vec![16, 24], kind };
    types.register(weak, layout(WeakKind::Long)).unwrap();
    let layout = |key, value| TypeLayout::Ephemeron { size: 24, references: vec![], key, value };
    let twice = Err(TypeRegistrationError::FieldTwice { id: ephemeron, offset: 8 });
    assert_eq!(types.register(ephemeron, layout(8, 8)), twice);
    let outside = Err(TypeRegistrationError::Reference { id: ephemeron, offset: 24, size: 24 });
    assert_eq!(types.register(ephemeron, layout(8, 24)), outside);
    types.register(ephemeron, layout(16, 8)).unwrap();

    assert_eq!(slots(&types, weak, &[0; 4]), [8]);
    assert_eq!(slots_within(&types, weak, &[0; 4], 8..32), [8]);
    assert_eq!(slots(&types, ephemeron, &[0; 3]), []);
    let object = [0; 4];
    let address = object.as_ptr().expose_provenance();
    for (offset, expected) in [(8, true), (24, true), (0, false), (12, false), (32, false)] {
        // SAFETY: the object is long enough, and only read.
        let is_slot = unsafe { is_reference_slot(&types, weak, address, address + offset) };
        assert_eq!(is_slot, expected, "{offset}");
    }
    let fields = Box::new([16, 24]);
    assert_eq!(types.special(weak), Some(&Special::Weak { fields, kind: WeakKind::Long }));
    assert_eq!(types.special(ephemeron), Some(&Special::Ephemeron { key: 16, value: 8 }));
    let expected =
        Extent { size: 24, alignment: ObjectAlignment::Eight, references: ScanPart::ALL };
    assert_eq!(extent(&types, ephemeron, &[0; 3]), Some(expected));
    let allocation_layout = AllocationLayout::Fixed { size: 24, alignment: ObjectAlignment::Eight };
    assert_eq!(types.allocation_layout(ephemeron), Some(allocation_layout));
}

#[test]
fn excessive_lengths_have_no_size() {
    let types = table();
    let [array, tail, bytes] = [1, 2, 3].map(TypeId::new);
    types.register(array, TypeLayout::ReferenceArray).unwrap();
    types.register(tail, tailed()).unwrap();
    types.register(bytes, TypeLayout::PlainArray { element_size: MAX_OBJECT_SIZE }).unwrap();
    for length in [u64::MAX, 1 << 63, 1 << 61, (MAX_OBJECT_SIZE / 8 + 1) as u64] {
        for id in [array, tail, bytes] {
            assert_eq!(size(&types, id, &[0, length, 0, 0, length]), None, "{id:?} {length}");
            let Some(AllocationLayout::Tailed { fixed, element_size, .. }) =
                types.allocation_layout(id)
            else {
                panic!("{id:?} is an array")
            };
            assert_eq!(
                AllocationLayout::size_with(fixed, element_size, length),
                None,
                "{id:?} {length}"
            );
        }
    }
    assert!(size(&types, array, &[0, (MAX_OBJECT_SIZE / 8) as u64]).is_some());
    assert!(size(&types, bytes, &[0, 1]).is_some());
}

#[test]
fn alignment_is_8_or_16() {
    let types = table();
    for (id, layout) in [
        (1, fixed(24, &[])),
        (2, TypeLayout::ReferenceArray),
        (3, tailed()),
        (4, fixed(4096, &[4088])),
    ] {
        let [id, wide] = [id, id + 10].map(TypeId::new);
        for alignment in [0, 1, 4, 12, 32] {
            let error = types.register(wide, layout.clone().aligned(alignment));
            assert_eq!(error, Err(TypeRegistrationError::Alignment { id: wide, alignment }));
        }
        types.register(id, layout.clone()).unwrap();
        types.register(wide, layout.aligned(16)).unwrap();
        let object = [0; 5];
        assert_eq!(extent(&types, id, &object).unwrap().alignment, ObjectAlignment::Eight);
        let wide = extent(&types, wide, &object).unwrap();
        assert_eq!(
            wide,
            Extent { alignment: ObjectAlignment::Sixteen, ..extent(&types, id, &object).unwrap() }
        );
    }
}

#[test]
fn invalid_types_are_errors() {
    let types = table();
    let id = TypeId::new(4);
    let refused = |layout: TypeLayout| types.register(id, layout).unwrap_err();
    for size in [0, 8, 20, MAX_OBJECT_SIZE + 8, usize::MAX] {
        assert_eq!(refused(fixed(size, &[])), TypeRegistrationError::Size { id, size });
    }
    for offset in [0, 12, 24, usize::MAX - 7] {
        let error = refused(fixed(24, &[8, offset]));
        assert_eq!(error, TypeRegistrationError::Reference { id, offset, size: 24 });
    }
    for element_size in [0, MAX_OBJECT_SIZE + 1, usize::MAX] {
        let error = refused(TypeLayout::PlainArray { element_size });
        assert_eq!(error, TypeRegistrationError::ElementSize { id, element_size });
    }
    let structs =
        |element_size, offset| TypeLayout::StructArray { element_size, references: vec![offset] };
    assert_eq!(
        refused(structs(12, 0)),
        TypeRegistrationError::ElementSize { id, element_size: 12 }
    );
    for offset in [4, 16, 24, usize::MAX - 7] {
        let error = refused(structs(16, offset));
        assert_eq!(error, TypeRegistrationError::ElementReference { id, offset, element_size: 16 });
    }
    let tail = |size, references: &[usize], length_offset, element: &[usize]| TypeLayout::Tailed {
        size,
        references: references.into(),
        length_offset,
        element_size: 8,
        element_references: element.into(),
    };
    for size in [0, 8, 15, MAX_OBJECT_SIZE + 8] {
        assert_eq!(refused(tail(size, &[], 8, &[])), TypeRegistrationError::FixedPart { id, size });
    }
    assert_eq!(refused(tail(20, &[], 8, &[0])), TypeRegistrationError::FixedPart { id, size: 20 });
    for offset in [0, 12, 24, usize::MAX - 7] {
        let error = refused(tail(24, &[], offset, &[]));
        assert_eq!(error, TypeRegistrationError::LengthOffset { id, offset, size: 24 });
    }
    for offset in [0, 8, 24, 17] {
        let error = refused(tail(24, &[16, offset], 8, &[]));
        assert_eq!(error, TypeRegistrationError::Reference { id, offset, size: 24 });
    }
    let error = types.register(TypeId::new(0), fixed(16, &[])).unwrap_err();
    assert_eq!(error, TypeRegistrationError::Reserved);
    let large = TypeId::new(TypeId::MAX.get() + 1);
    let error = types.register(large, fixed(16, &[])).unwrap_err();
    assert_eq!(error, TypeRegistrationError::IdTooLarge { id: large });
    assert_eq!(types.allocation_layout(id), None, "a rejected registration has no effect");

    types.register(id, fixed(16, &[])).unwrap();
    assert_eq!(refused(TypeLayout::ReferenceArray), TypeRegistrationError::Duplicate { id });
    assert_eq!(types.allocation_layout(TypeId::new(3)), None);
    types.register(TypeId::MAX, fixed(16, &[])).unwrap();
    assert!(types.allocation_layout(TypeId::MAX).is_some());
}

/// A thread that reads the table during registrations finds complete types or none.
#[test]
fn concurrent_readers_see_complete_types() {
    let types = table();
    let done = AtomicBool::new(false);
    let ids = || (1..4000).map(|n| TypeId::new((n * 2099) & TypeId::MAX.get()));
    let layout_of =
        |id: TypeId| if id.get() & 1 == 0 { fixed(2048, &[2040]) } else { fixed(24, &[16]) };
    let found = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut found = 0_u64;
            while !done.load(Ordering::Acquire) {
                for id in ids() {
                    let offset = if id.get() & 1 == 0 { 2040 } else { 16 };
                    if let Some(extent) = extent(&types, id, &[]) {
                        assert_eq!(extent.size, offset + 8);
                        found += 1;
                    }
                }
            }
            found
        });
        for id in ids() {
            types.register(id, layout_of(id)).unwrap();
        }
        done.store(true, Ordering::Release);
        reader.join().unwrap()
    });
    eprintln!("{found} types were found while types were registered");
    for id in ids() {
        let offset = if id.get() & 1 == 0 { 2040 } else { 16 };
        assert_eq!(slots(&types, id, &[]), [offset]);
    }
}

/// [`TypeTable::candidate`] reads the header, and the length if it is within the available `room`.
/// The memory after `room` is not readable.
#[test]
fn candidate_check_reads_only_its_room() {
    let types = table();
    let [tailed, array, fixed_size] = [1, 2, 3].map(TypeId::new);
    let layout = TypeLayout::Tailed {
        size: 64,
        references: vec![],
        length_offset: 48,
        element_size: 8,
        element_references: vec![],
    };
    types.register(tailed, layout).unwrap();
    types.register(array, TypeLayout::ReferenceArray).unwrap();
    types.register(fixed_size, fixed(24, &[16])).unwrap();
    let page = crate::os::page_size();
    let memory = crate::os::Reservation::new(2 * page).unwrap();
    let end = memory.start() + page;
    memory.commit(memory.start()..end).unwrap();
    let candidate = |id: TypeId, room: usize| {
        let header = Header::from_managed(u64::from(id.get()) << 8).unwrap();
        // SAFETY: `room` bytes are committed, and no other thread uses them.
        unsafe { types.candidate(header, end - room, room) }
    };
    let size = |id, room| match candidate(id, room) {
        Some(Candidate::Registered(extent)) => Some(extent.size),
        Some(Candidate::Described) => panic!("there is no model"),
        None => None,
    };
    // The length word is outside the room.
    for room in [8, 16, 48] {
        assert_eq!(size(tailed, room), None, "{room}");
    }
    assert_eq!(size(tailed, 56), None, "the object does not fit in the room");
    assert_eq!(size(tailed, 64), Some(64));
    assert_eq!((size(array, 8), size(array, 16)), (None, Some(16)));
    assert_eq!((size(fixed_size, 16), size(fixed_size, 24)), (None, Some(24)));
    assert_eq!(size(TypeId::new(4), 64), None, "the type is not registered");
}
