//! Collections on request.

use super::report::{
    SPGC_COLLECTION_COMPACTING, SPGC_COLLECTION_CYCLE, SPGC_COLLECTION_FULL, SPGC_COLLECTION_YOUNG,
};
use super::status::{Failure, guard, spgc_status};
use super::thread;

/// Runs a collection of this kind that starts after this call, and returns when it has finished.
///
/// The calling thread must be attached and native; it may be in a native function that managed code
/// has called. The call is a safepoint: objects move.
///
/// kind: SPGC_COLLECTION_YOUNG collects the young generation. SPGC_COLLECTION_FULL collects the
/// whole heap and moves few old objects. SPGC_COLLECTION_COMPACTING collects the whole heap and
/// moves all objects for which there is space. SPGC_COLLECTION_CYCLE runs a young collection, which
/// begins a concurrent cycle unless one is in progress. The cycle collects the old generation
/// concurrently; this call returns long before the cycle ends.
///
/// The report of the collection has this kind, but SPGC_COLLECTION_YOUNG for a cycle, or a more
/// thorough kind if the collection did not free enough memory.
///
/// Errors: SPGC_ERROR_ARGUMENT, also for SPGC_COLLECTION_CYCLE if the heap has no concurrent cycles
/// (SPGC_CONFIG_CONCURRENT, SPGC_CONFIG_WITHOUT_CONCURRENT); and those of all functions of attached
/// threads, including SPGC_ERROR_CALLBACK in a callback that other threads wait for.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_collect(kind: u32) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        match kind {
            SPGC_COLLECTION_YOUNG => mutator.collect_young(),
            SPGC_COLLECTION_FULL => mutator.collect_full(),
            SPGC_COLLECTION_COMPACTING => mutator.collect(),
            SPGC_COLLECTION_CYCLE if mutator.begin_cycle() => {}
            SPGC_COLLECTION_CYCLE => {
                return Err(Failure::argument(
                    "the heap has no concurrent cycles; start it with SPGC_CONFIG_CONCURRENT or \
                     SPGC_CONCURRENT=on, without SPGC_CONFIG_WITHOUT_CONCURRENT"
                        .to_owned(),
                ));
            }
            _ => {
                return Err(Failure::argument(format!(
                    "{kind} is not a kind of collection; use SPGC_COLLECTION_YOUNG, \
                     SPGC_COLLECTION_FULL, SPGC_COLLECTION_COMPACTING or SPGC_COLLECTION_CYCLE"
                )));
            }
        }
        Ok(())
    })
}
