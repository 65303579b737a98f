//! `ObjectModel`, on whose correctness collections rely, is implemented without `unsafe`.

use statepoint_gc::{ObjectModel, TypeId, types::SlotVisitor};

struct Model;

impl ObjectModel for Model {
    unsafe fn size(&self, _id: TypeId, _object: *const u64) -> Option<usize> {
        None
    }

    unsafe fn reference_slots(&self, _id: TypeId, _object: *const u64, _slots: &mut SlotVisitor<'_>) {}
}

fn main() {}
