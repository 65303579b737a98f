//! Collections on request.

use super::report::{SPGC_COLLECTION_COMPACTING, SPGC_COLLECTION_FULL, SPGC_COLLECTION_YOUNG};
use super::status::{Failure, guard, spgc_status};
use super::thread;

/// Collects now. When it returns, a collection has begun and ended after the call.
///
/// The calling thread is attached and native; it may be in a native function that managed code has called. Objects move.
///
/// kind: SPGC_COLLECTION_YOUNG; SPGC_COLLECTION_FULL for everything, which leaves most old objects where they are; or
/// SPGC_COLLECTION_COMPACTING for everything, which moves all that there is room to move.
///
/// Errors: SPGC_ERROR_ARGUMENT, and those of all functions of attached threads: SPGC_ERROR_CALLBACK among them if a
/// callback asks for it that other threads wait for.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_collect(kind: u32) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        match kind {
            SPGC_COLLECTION_YOUNG => mutator.collect_young(),
            SPGC_COLLECTION_FULL => mutator.collect_full(),
            SPGC_COLLECTION_COMPACTING => mutator.collect(),
            _ => {
                return Err(Failure::argument(format!(
                    "{kind} is no kind of collection; use SPGC_COLLECTION_YOUNG, SPGC_COLLECTION_FULL or \
                     SPGC_COLLECTION_COMPACTING"
                )));
            }
        }
        Ok(())
    })
}
