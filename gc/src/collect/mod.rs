//! Collecting: stop the world, copy what is alive, let the world go on.
//!
//! * `cycle`: one collection from the request to the resumption.
//! * `worker`: what each collecting thread does: walks stacks, evacuates, traces.
//! * `mark_stack`: what a worker still has to look at.
//! * `termination`: sharing work among workers, and finding out that none is left.
//! * `pool`: the threads that help.
//! * `overhead`: when too much time goes into collections.

mod cycle;
mod mark_stack;
mod overhead;
mod pool;
mod termination;
mod worker;

pub(crate) use cycle::Outcome;
pub(crate) use overhead::{OverheadLimit, OverheadWatch};
pub(crate) use pool::Pool;
