//! The managed functions of `managed/layouts.ll`, which allocate objects of all layouts.

use core::ffi::c_void;

use statepoint_gc::{HeapBuilder, ObjectModel, TypeId, TypeLayout, types::SlotVisitor};

managed! {
    /// `object chain(make, i64 count)`: allocates `count` objects by `make(i, previous)`.
    chain = test_chain;
    /// `object make_bitmap(i64 i, object previous)`: allocates an object of a chain.
    make_bitmap = test_make_bitmap;
    /// `i64 sum_bitmap(object last)`: returns the sum over a chain.
    sum_bitmap = test_sum_bitmap;
    /// `object make_large(i64 i, object previous)`: allocates an object of a chain.
    make_large = test_make_large;
    /// `i64 sum_large(object last)`: returns the sum over a chain.
    sum_large = test_sum_large;
    /// `object make_structs(i64 i, object previous)`: allocates an object of a chain.
    make_structs = test_make_structs;
    /// `i64 sum_structs(object last)`: returns the sum over a chain.
    sum_structs = test_sum_structs;
    /// `object make_tailed(i64 i, object previous)`: allocates an object of a chain.
    make_tailed = test_make_tailed;
    /// `i64 sum_tailed(object last)`: returns the sum over a chain.
    sum_tailed = test_sum_tailed;
    /// `object make_text(i64 i, object previous)`: allocates an object of a chain.
    make_text = test_make_text;
    /// `i64 sum_text(object last)`: returns the sum over a chain.
    sum_text = test_sum_text;
    /// `object make_wide(i64 i, object previous)`: allocates an object of a chain.
    make_wide = test_make_wide;
    /// `i64 sum_wide(object last)`: returns the sum over a chain.
    sum_wide = test_sum_wide;
    /// `object make_vectors(i64 i, object previous)`: allocates an object of a chain.
    make_vectors = test_make_vectors;
    /// `i64 sum_vectors(object last)`: returns the sum over a chain.
    sum_vectors = test_sum_vectors;
    /// `object make_traced(i64 i, object previous)`: allocates an object of a chain.
    make_traced = test_make_traced;
    /// `object make_modelled(i64 i, object previous)`: allocates an object of a chain.
    make_modelled = test_make_modelled;
    /// `i64 sum_counted(object last)`: returns the sum over a chain.
    sum_counted = test_sum_counted;
    /// `i64 identity(reference)`: returns the identity hash.
    identity = test_identity;
    /// `i64 identity_rounds(i64 count)`: returns the number of identity hashes that have changed.
    identity_rounds = test_identity_rounds;
    /// `array struct_array(i64 length)`: allocates an array of structures.
    struct_array = test_struct_array;
    /// `array wrong_elements(i64 length)`: allocates an array whose element size contradicts its
    /// type.
    wrong_elements = test_wrong_elements;
    /// `object traced_bytes(i64 size)`: allocates an object of a traced type.
    traced_bytes = test_traced_bytes;
}

/// A layout, with the functions that allocate and sum up its objects, and the expected sum.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Name in messages.
    pub name: &'static str,
    /// Managed function that allocates an object with a number and a reference to the previous one.
    pub make: fn() -> *const c_void,
    /// Managed function that sums up a chain of objects.
    pub sum: fn() -> *const c_void,
    /// Returns what the object with this number contributes to the sum, with all objects reachable
    /// from it except the previous one.
    pub part: fn(u64) -> u64,
}

impl Layout {
    /// Returns the expected sum over a chain of `count` objects.
    pub fn expected(&self, count: u64) -> u64 {
        (0..count).map(self.part).sum()
    }
}

/// Returns the sum of the numbers below n.
fn up_to(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

const fn layout(
    name: &'static str,
    make: fn() -> *const c_void,
    sum: fn() -> *const c_void,
    part: fn(u64) -> u64,
) -> Layout {
    Layout { name, make, sum, part }
}

/// All layouts.
pub const ALL: [Layout; 9] = [
    layout("bitmap", make_bitmap, sum_bitmap, |i| 3 * i + 1),
    layout("large", make_large, sum_large, |i| 2 * i + 1),
    layout("structs", make_structs, sum_structs, |i| {
        let length = (i & 7) + 1;
        up_to(length) + length * (2 * i + 1)
    }),
    layout("tailed", make_tailed, sum_tailed, |i| {
        let length = i & 3;
        i + (length + 1) * (2 * i + 1) + up_to(length)
    }),
    layout("text", make_text, sum_text, |i| i + (0..i & 63).map(|j| (i + j) & 0xff).sum::<u64>()),
    layout("wide", make_wide, sum_wide, |i| 4 * i + 1),
    layout("vectors", make_vectors, sum_vectors, |i| (i & 7) * i + up_to(i & 7)),
    layout("traced", make_traced, sum_counted, |i| (i & 7) * (2 * i + 1)),
    layout("modelled", make_modelled, sum_counted, |i| (i & 7) * (2 * i + 1)),
];

/// Object model of objects whose second word is the number of references that follow it.
#[derive(Debug)]
pub struct Counted;

// SAFETY: `test_counted` allocates objects of this form.
unsafe impl ObjectModel for Counted {
    unsafe fn size(&self, _: TypeId, object: *const u64) -> Option<usize> {
        // SAFETY: the caller guarantees an object, which has at least two words.
        let count = unsafe { object.add(1).read() };
        usize::try_from(count).ok()?.checked_mul(8)?.checked_add(16)
    }

    unsafe fn reference_slots(&self, _: TypeId, object: *const u64, slots: &mut SlotVisitor<'_>) {
        // SAFETY: as above, and the object has this number of further words.
        unsafe { slots.slots(object.add(2), object.add(1).read() as usize) };
    }
}

/// Type ID of these objects. If the heap has an object model, the objects of all unregistered types
/// have this layout, too.
pub const TRACED: TypeId = TypeId::new(36);

/// Registers the types and the object model.
#[must_use]
pub fn types(heap: HeapBuilder) -> HeapBuilder {
    let all = [
        (30, TypeLayout::Bitmap { size: 48, references: vec![0b1010] }.into()),
        (31, TypeLayout::StructArray { element_size: 24, references: vec![8, 16] }.into()),
        (
            32,
            TypeLayout::Tailed {
                size: 40,
                references: vec![8, 32],
                length_offset: 24,
                element_size: 16,
                element_references: vec![0],
            }
            .into(),
        ),
        (
            33,
            TypeLayout::Tailed {
                size: 20,
                references: vec![],
                length_offset: 8,
                element_size: 1,
                element_references: vec![],
            }
            .into(),
        ),
        (34, TypeLayout::Fixed { size: 40, references: vec![8, 32] }.aligned(16)),
        (35, TypeLayout::PlainArray { element_size: 16 }.aligned(16)),
        (TRACED.get(), TypeLayout::traced(Counted).into()),
        (37, TypeLayout::Fixed { size: 1040, references: vec![8, 1032] }.into()),
    ];
    let register = |heap: HeapBuilder, (id, layout)| heap.register_type(TypeId::new(id), layout);
    all.into_iter().fold(heap, register).object_model(Counted)
}
