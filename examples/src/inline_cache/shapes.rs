//! The objects, and the functions that answer questions about them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use statepoint_gc::{
    AccessError, AllocationError, Handle, HeapBuilder, Mutator, TypeId, TypeLayout,
};

/// A function that answers a question. Arguments: address of the result, shape, question, array.
pub(super) type Method = extern "C" fn(*mut u64, Shape, u64, u64);

/// The type of arrays of shapes.
const SHAPES: TypeId = TypeId::new(1);
/// The first of the consecutive types of shapes.
const FIRST: u32 = 2;
/// The number of kinds: squares, rectangles, triangles.
pub(super) const KINDS: usize = 3;
const SIDES: [usize; 2] = [8, 16];

/// The address of a shape. Valid until the next safepoint.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Shape(u64);

impl Shape {
    /// Returns its kind.
    pub(super) fn kind(self) -> usize {
        ((self.word(0) as u32 >> 8) - FIRST) as usize
    }

    fn word(self, offset: usize) -> u64 {
        let start: *const u8 = core::ptr::with_exposed_provenance(self.0 as usize);
        // SAFETY: managed code has passed a shape, all kinds of which have three words, and nothing
        // is collected meanwhile.
        unsafe { start.add(offset).cast::<u64>().read() }
    }
}

/// Returns the type ID of a kind, as in headers.
pub(super) fn type_number(kind: usize) -> u32 {
    FIRST + kind as u32
}

/// The index of the set of functions that is defined, of two, and the number of calls of each set.
static DEFINED: AtomicUsize = AtomicUsize::new(0);
static CALLS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// The answer to one question for one kind, as a function of one set.
extern "C" fn answer<const QUESTION: usize, const KIND: usize, const SET: usize>(
    result: *mut u64,
    shape: Shape,
    _: u64,
    _: u64,
) {
    CALLS[SET].fetch_add(1, Relaxed);
    let [a, b] = SIDES.map(|offset| shape.word(offset));
    let answer = match (QUESTION, KIND) {
        (0, 0) => a * a,
        (0, 1) => a * b,
        (0, _) => a * b / 2,
        (_, 0) => 4 * a,
        (_, 1) => 2 * (a + b),
        (_, _) => a + b + (a + b) / 2,
    };
    // SAFETY: the thunk has room for it.
    unsafe { *result = answer };
}

/// The number of questions: the area and the outline.
pub(super) const QUESTIONS: usize = 2;

/// The functions of both sets. The two sets compute the same.
const METHODS: [[[Method; KINDS]; QUESTIONS]; 2] = [
    [
        [answer::<0, 0, 0>, answer::<0, 1, 0>, answer::<0, 2, 0>],
        [answer::<1, 0, 0>, answer::<1, 1, 0>, answer::<1, 2, 0>],
    ],
    [
        [answer::<0, 0, 1>, answer::<0, 1, 1>, answer::<0, 2, 1>],
        [answer::<1, 0, 1>, answer::<1, 1, 1>, answer::<1, 2, 1>],
    ],
];

/// Returns the function that is defined now.
pub(super) fn method(question: usize, kind: usize) -> Method {
    METHODS[DEFINED.load(Relaxed)][question][kind]
}

/// Redefines all functions. Returns the index of the set that must not be called any more.
pub(super) fn redefine() -> usize {
    DEFINED.fetch_xor(1, Relaxed)
}

/// Returns the number of calls of a set's functions.
pub(super) fn calls(set: usize) -> u64 {
    CALLS[set].load(Relaxed)
}

/// Registers the types with a heap.
pub(super) fn register_types(heap: HeapBuilder) -> HeapBuilder {
    let shape = || TypeLayout::Fixed { size: 24, references: vec![] };
    (0..KINDS).fold(heap.register_type(SHAPES, TypeLayout::ReferenceArray), |heap, kind| {
        heap.register_type(TypeId::new(type_number(kind)), shape())
    })
}

/// Error of making shapes.
#[derive(Debug, thiserror::Error)]
pub(super) enum MakeError {
    /// The heap has no room.
    #[error(transparent)]
    Allocate(#[from] AllocationError),
    /// The types are not registered as expected.
    #[error(transparent)]
    Access(#[from] AccessError),
}

/// Makes an array of shapes of the first `kinds` kinds in turn. Also returns the sums of areas and
/// outlines that managed code must compute.
pub(super) fn make(
    mutator: &mut Mutator,
    count: u64,
    kinds: usize,
) -> Result<(Handle, [u64; QUESTIONS]), MakeError> {
    let array = mutator.allocate_array(SHAPES, count)?;
    let mut sums = [0; QUESTIONS];
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
