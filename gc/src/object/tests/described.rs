//! Tests of types that the host describes by an object model instead of a layout.

use super::*;

/// Model of objects whose second word is the number of references that follow it. Type 66 has no
/// size, and odd types are aligned to 8 bytes.
struct CountedReferences;

// SAFETY: the objects of the tests have this layout.
unsafe impl ObjectModel for CountedReferences {
    unsafe fn size(&self, id: TypeId, object: *const u64) -> Option<usize> {
        // SAFETY: the object has at least two words.
        let count = unsafe { object.add(1).read() } as usize;
        (id.get() != 66).then_some(count.wrapping_mul(8).wrapping_add(16))
    }

    fn alignment(&self, id: TypeId) -> ObjectAlignment {
        if id.get().is_multiple_of(2) { ObjectAlignment::Sixteen } else { ObjectAlignment::Eight }
    }

    unsafe fn reference_slots(&self, _: TypeId, object: *const u64, slots: &mut SlotVisitor<'_>) {
        // SAFETY: the object has two words, and `count` words of references after them.
        unsafe {
            let count = object.add(1).read() as usize;
            if count > 0 {
                slots.slot(object.add(2));
                slots.slots(object.add(3), count - 1);
            }
        }
    }
}

#[test]
fn model_describes_unregistered_types() {
    let types = TypeTable::new(Some(HostModel::new(CountedReferences))).unwrap();
    let registered = TypeId::new(1);
    types.register(registered, fixed(24, &[16])).unwrap();
    let object = [0, 3, 0, 0, 0];
    assert_eq!(slots(&types, registered, &object), [16]);
    for (id, alignment) in
        [(4, ObjectAlignment::Sixteen), (TypeId::MAX.get(), ObjectAlignment::Eight)]
    {
        let id = TypeId::new(id);
        assert_eq!(slots(&types, id, &object), [16, 24, 32]);
        assert_eq!(slots_within(&types, id, &object, 17..32), [24]);
        let expected = Extent { size: 40, alignment, references: ScanPart::ALL };
        assert_eq!(extent(&types, id, &object), Some(expected));
        assert_eq!(types.allocation_layout(id), Some(AllocationLayout::Any { alignment }));
    }
    assert_eq!(extent(&types, TypeId::new(66), &object), None, "the model has no such type");
    assert_eq!(extent(&types, TypeId::new(4), &[0, u64::MAX]), None, "the size is too large");
    assert_eq!(extent(&types, TypeId::new(0), &object), None, "zeroed memory is not an object");
}

#[test]
fn traced_types_coexist_with_layouts() {
    let types = table();
    let [traced, wide] = [1, 2].map(TypeId::new);
    types.register(traced, TypeLayout::traced(CountedReferences)).unwrap();
    types.register(wide, TypeLayout::traced(CountedReferences)).unwrap();
    let object = [0, 2, 0, 0];
    assert_eq!(slots(&types, traced, &object), [16, 24]);
    assert_eq!(slots_within(&types, traced, &object, 24..99), [24]);
    assert_eq!(extent(&types, traced, &object).unwrap().alignment, ObjectAlignment::Eight);
    assert_eq!(extent(&types, wide, &object).unwrap().alignment, ObjectAlignment::Sixteen);
    assert_eq!(extent(&types, TypeId::new(3), &object), None);
}

#[test]
fn described_type_cannot_be_registered_later() {
    /// Describes types 100 and above.
    struct TypesFrom100;
    // SAFETY: there are no objects.
    unsafe impl ObjectModel for TypesFrom100 {
        fn is_described(&self, id: TypeId) -> bool {
            id.get() >= 100
        }
        unsafe fn size(&self, _: TypeId, _: *const u64) -> Option<usize> {
            None
        }
        unsafe fn reference_slots(&self, _: TypeId, _: *const u64, _: &mut SlotVisitor<'_>) {}
    }
    let types = TypeTable::new(Some(HostModel::new(TypesFrom100))).unwrap();
    let [early, late, lower] = [101, 102, 3].map(TypeId::new);
    types.register(early, fixed(24, &[])).unwrap();
    assert_eq!(
        types.register_after_start(late, fixed(24, &[])),
        Err(TypeRegistrationError::Described { id: late })
    );
    assert_eq!(types.register_after_start(lower, fixed(24, &[])), Ok(()));
    assert_eq!(
        types.register_after_start(early, fixed(24, &[])),
        Err(TypeRegistrationError::Duplicate { id: early })
    );
    assert!(types.is_described(late) && !types.is_described(early) && !types.is_described(lower));
    // By default a model describes all types.
    let types = TypeTable::new(Some(HostModel::new(CountedReferences))).unwrap();
    let refused = types.register_after_start(lower, TypeLayout::ReferenceArray);
    assert_eq!(refused, Err(TypeRegistrationError::Described { id: lower }));
}
