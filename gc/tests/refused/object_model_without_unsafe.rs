//! `ObjectModel`, on whose correctness collections rely, is implemented without `unsafe`.

use statepoint_gc::{ObjectModel, TypeId, types::Slots};

struct Model;

impl ObjectModel for Model {
    unsafe fn size(&self, _id: TypeId, _object: *const u64) -> Option<usize> {
        None
    }

    unsafe fn reference_slots(&self, _id: TypeId, _object: *const u64, _slots: &mut Slots<'_>) {}
}

fn main() {}
