//! Collections: stop the world, copy or mark what is alive, resume the world.
//!
//! * `collector`: the parts of a heap that a collection uses.
//! * `request`: one stop of the world, from the request to the resumption.
//! * `cycle`: what is done in it: of what kind, and once more if that was not enough.
//! * `worker`: what each collecting thread does: looks at roots and traces from them.
//! * `roots`: where it begins.
//! * `pinned_frames`: what frames keep where it is that are not at statepoints.
//! * `forward`: what becomes of a reference: its object moves, is marked, or is left alone.
//! * `prefetch`: references that wait until their objects are in the cache.
//! * `mark_stack`: what a worker still has to look at.
//! * `random_order`: zeal mode randomises the order of all that.
//! * `termination`: sharing work among workers, and finding out that none is left.
//! * `references`: weak references, ephemerons and finalizable objects, when everything else is done.

mod collector;
mod cycle;
mod forward;
mod mark_stack;
mod pinned_frames;
mod prefetch;
mod random_order;
mod references;
mod request;
mod roots;
mod survivors;
mod termination;
mod worker;

pub(crate) use request::{Cause, Outcome};
