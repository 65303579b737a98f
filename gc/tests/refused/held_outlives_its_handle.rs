//! What a field is set to is used when the handle that it was made of is gone.

use statepoint_gc::{Handle, Mutator, roots::Held};

fn wrong(mutator: &mut Mutator, object: &Handle, value: Handle) {
    let held = Held::from(&value);
    drop(value);
    let _ = mutator.store_held(Held::from(object), 8, Some(held));
}

fn main() {}
