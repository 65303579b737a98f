//! Collections: stop the world, copy or mark live objects, resume the world.
//!
//! * `collector`: the parts of a heap that a collection uses.
//! * `request`: one stop of the world, from the request to the resumption.
//! * `passes`: the work inside the stop: a pass, and more thorough ones if it was not enough.
//! * `pass`: one pass over the heap, in steps.
//! * `schedule`: decides on the kind of the collection and its work; in zeal mode, by turns.
//! * `worker`: the work of one collecting thread, which scans roots and traces from them.
//! * `roots`: the roots from which tracing begins.
//! * `stacks`, `part_scan`: the scan of one stack, and of a deep one in parts.
//! * `pinned_frames`: pins objects named by frames that are not at statepoints.
//! * `finish_marking`: the work of a pause for a concurrent cycle.
//! * `fiber_reader`: reads the stacks of suspended fibers for markers.
//! * `owned_fibers`: fibers that live as long as objects, for `references`.
//! * `background`: the threads that mark and sweep concurrently with mutators.
//! * `assist`: mutators that mark because marker threads are late.
//! * `forward`: forwards references: an object is moved, marked in place, or left alone.
//! * `random_order`: randomises the order of all of this in zeal mode.
//! * `references`: weak references, ephemerons and finalizable objects, after all tracing.
//! * `retired_code`: finds code that no stack has a frame in.
//! * `reference_workers`: the workers that process references.
//! * `cycle_reference_workers`: the same, when the marking of a concurrent cycle ends.

mod assist;
pub(crate) mod background;
mod busy_time;
mod collector;
mod cycle_reference_workers;
mod fiber_reader;
mod finish_marking;
mod forward;
mod holder_search;
mod owned_fibers;
mod part_scan;
mod pass;
mod passes;
mod pinned_frames;
mod random_order;
mod reference_workers;
mod references;
mod request;
mod retired_code;
mod roots;
mod schedule;
mod stacks;
mod worker;

pub(crate) use request::{Cause, Outcome};
pub use retired_code::CodeUser;
