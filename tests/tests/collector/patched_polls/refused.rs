//! Polls that cannot be patched: adding them returns an error, and a stop that needs them ends the
//! process instead of waiting forever.

use statepoint_gc::{
    CodeRegistry,
    patched_polls::{PatchedPolls, PatchedPollsError},
};
use statepoint_patch::{ExecutionState, Patch, PatchSite, Patcher, ProtectedPages};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed;

use super::{address, heap, program, with_spinning_threads};

#[test]
fn unregistered_code_has_no_polls() {
    let polls = PatchedPolls::new().unwrap();
    let address = address(managed::patched_polls_spin());
    // SAFETY: the registry is empty, so the call returns an error and adds no polls.
    let refused = unsafe { polls.add_image_at(&CodeRegistry::new(), address) };
    assert_eq!(refused, Err(PatchedPollsError::NotRegistered { address }));
}

#[test]
fn polls_are_added_once_and_removed_once() {
    let program = program();
    let place = address(managed::patched_polls_spin());
    let (region, _) = program.code.snapshot().region_at(place).unwrap();
    let known = PatchedPollsError::Known { region };
    // SAFETY: only polls of this program have records with this ID, and the program is never
    // unloaded.
    let result_of_second_addition = unsafe { program.polls.add_image_at(program.code, place) };
    assert_eq!(result_of_second_addition, Err(known));
    let other_polls = PatchedPolls::new().unwrap();
    assert_eq!(other_polls.remove(region), Err(PatchedPollsError::Unknown { region }));
}

/// The stop finds a poll that another patcher has changed.
#[test]
fn a_stop_that_cannot_patch_a_poll_ends_the_process() {
    let output = death_test("refused::a_stop_that_cannot_patch_a_poll_ends_the_process", || {
        let heap = heap().build().unwrap();
        // A poll that the spinning thread does not execute, so that the thread stays in its loop.
        let past_the_end = address(managed::patched_polls_sum());
        let record = program().records().into_iter().find(|&record| record > past_the_end).unwrap();
        let bytes = statepoint_gc::patched_polls::PATCHED_POLL_BYTES;
        // SAFETY: the program is never unloaded.
        let memory = unsafe { ProtectedPages::new(record - u64::from(bytes)..record) }.unwrap();
        let patcher = Patcher::new(memory);
        let site = patcher.add(PatchSite::Statepoint { bytes }, record).unwrap();
        let target = address(managed::patched_stop());
        with_spinning_threads(&heap, managed::patched_polls_spin(), 1, || {
            // SAFETY: no thread executes the code of the site: the spinning thread is in another
            // function.
            unsafe { patcher.write(site, Patch::Call(target), ExecutionState::NotYetRun) }.unwrap();
            heap.attach().unwrap().collect();
        });
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal: the polls of managed code cannot be patched: ", "by other code"],
    );
}
