//! The shapes, which are managed objects, and the functions that compute their areas and outlines.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use statepoint_gc::{
    AccessError, AllocationError, Handle, HeapBuilder, Mutator, TypeId, TypeLayout,
};

/// A function of a selector. Arguments: address of the result, shape, selector, array.
pub(super) type Method = extern "C" fn(*mut u64, Shape, u64, u64);

/// Type ID of arrays of shapes.
const SHAPES: TypeId = TypeId::new(1);
/// Type ID of the first kind of shapes. The IDs of the other kinds follow.
const FIRST: u32 = 2;
/// The number of kinds: squares, rectangles, triangles.
pub(super) const KINDS: usize = 3;
/// Offsets of the two sides of a shape, in bytes.
const SIDES: [usize; 2] = [8, 16];

/// The address of a shape, which is valid until the next safepoint.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Shape(u64);

impl Shape {
    /// Returns the kind of the shape.
    pub(super) fn kind(self) -> usize {
        ((self.word(0) as u32 >> 8) - FIRST) as usize
    }

    fn word(self, offset: usize) -> u64 {
        let start: *const u8 = core::ptr::with_exposed_provenance(self.0 as usize);
        // SAFETY: managed code has passed the address of a shape, shapes of all kinds have three
        // words, and there is no safepoint in the functions that use the address.
        unsafe { start.add(offset).cast::<u64>().read() }
    }
}

/// Returns the type ID of a kind, as in headers.
pub(super) fn type_number(kind: usize) -> u32 {
    FIRST + kind as u32
}

/// Index of the current one of two sets of functions.
static DEFINED: AtomicUsize = AtomicUsize::new(0);
/// Number of calls of the functions of each set.
static CALLS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Computes the area (selector 0) or the outline (selector 1) of a shape of one kind.
extern "C" fn compute<const SELECTOR: usize, const KIND: usize, const SET: usize>(
    result: *mut u64,
    shape: Shape,
    _: u64,
    _: u64,
) {
    CALLS[SET].fetch_add(1, Relaxed);
    let [a, b] = SIDES.map(|offset| shape.word(offset));
    let value = match (SELECTOR, KIND) {
        (0, 0) => a * a,
        (0, 1) => a * b,
        (0, _) => a * b / 2,
        (_, 0) => 4 * a,
        (_, 1) => 2 * (a + b),
        (_, _) => a + b + (a + b) / 2,
    };
    // SAFETY: the thunk passes the address of memory for the result.
    unsafe { *result = value };
}

/// Number of selectors: 0 computes the area, 1 the outline.
pub(super) const SELECTORS: usize = 2;

/// The functions, indexed by set, selector and kind. Both sets compute the same results.
const METHODS: [[[Method; KINDS]; SELECTORS]; 2] = [
    [
        [compute::<0, 0, 0>, compute::<0, 1, 0>, compute::<0, 2, 0>],
        [compute::<1, 0, 0>, compute::<1, 1, 0>, compute::<1, 2, 0>],
    ],
    [
        [compute::<0, 0, 1>, compute::<0, 1, 1>, compute::<0, 2, 1>],
        [compute::<1, 0, 1>, compute::<1, 1, 1>, compute::<1, 2, 1>],
    ],
];

/// Returns the current function.
pub(super) fn method(selector: usize, kind: usize) -> Method {
    METHODS[DEFINED.load(Relaxed)][selector][kind]
}

/// Redefines all functions. Returns the index of the obsolete set.
pub(super) fn redefine() -> usize {
    DEFINED.fetch_xor(1, Relaxed)
}

/// Returns the number of calls of a set's functions.
pub(super) fn calls(set: usize) -> u64 {
    CALLS[set].load(Relaxed)
}

/// Registers the types of shapes and of their arrays.
pub(super) fn register_types(heap: HeapBuilder) -> HeapBuilder {
    let shape = || TypeLayout::Fixed { size: 24, references: vec![] };
    (0..KINDS).fold(heap.register_type(SHAPES, TypeLayout::ReferenceArray), |heap, kind| {
        heap.register_type(TypeId::new(type_number(kind)), shape())
    })
}

/// Error returned by [`make`].
#[derive(Debug, thiserror::Error)]
pub(super) enum MakeError {
    /// The heap is full.
    #[error(transparent)]
    Allocate(#[from] AllocationError),
    /// The types are not registered as expected.
    #[error(transparent)]
    Access(#[from] AccessError),
}

/// Returns a new array of shapes, of the first `kinds` kinds in turn, and the expected sums of
/// their areas and outlines.
pub(super) fn make(
    mutator: &mut Mutator,
    count: u64,
    kinds: usize,
) -> Result<(Handle, [u64; SELECTORS]), MakeError> {
    let array = mutator.allocate_array(SHAPES, count)?;
    let mut sums = [0; SELECTORS];
    for index in 0..count {
        let kind = index as usize % kinds;
        let shape = mutator.allocate(TypeId::new(type_number(kind)))?;
        let [a, b] = [index % 100 + 1, index % 37 + 1];
        for (offset, side) in SIDES.into_iter().zip([a, b]) {
            mutator.store_word(&shape, offset, side)?;
        }
        mutator.store_reference(&array, 16 + 8 * index as usize, Some(&shape))?;
        let (area, outline) = match kind {
            0 => (a * a, 4 * a),
            1 => (a * b, 2 * (a + b)),
            _ => (a * b / 2, a + b + (a + b) / 2),
        };
        sums[0] += area;
        sums[1] += outline;
    }
    Ok((array, sums))
}
