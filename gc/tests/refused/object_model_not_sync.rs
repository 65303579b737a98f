//! An object model, which all collector threads call concurrently, is not `Sync`.

use std::rc::Rc;

use statepoint_gc::{ObjectModel, TypeId, types::SlotVisitor};

struct Model(Rc<usize>);

// SAFETY: there are no objects.
unsafe impl ObjectModel for Model {
    unsafe fn size(&self, _id: TypeId, _object: *const u64) -> Option<usize> {
        Some(*self.0)
    }

    unsafe fn reference_slots(&self, _id: TypeId, _object: *const u64, _slots: &mut SlotVisitor<'_>) {}
}

fn main() {}
