//! Patched polls in the children of `fork`. The polls belong to the parent, whose code may be in
//! shared memory; a child that creates a heap must add its own.

use core::ffi::c_void;
use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use statepoint_gc::{
    Argument, CodeRegistry, Heap, HeapBuilder, HeapStartError,
    code::CodeRegionId,
    patched_polls::{PATCHED_POLL_BYTES, PATCHED_POLL_ID, PatchedPolls, PatchedPollsError},
};
use tests::child_tests::run_in_own_process;
use tests::managed::{self, call};

use super::{exit, fork, in_child};

/// A registry of this program's code, and its patched polls.
struct PatchedProgram {
    code: Arc<CodeRegistry>,
    polls: Arc<PatchedPolls>,
}

/// Returns the address of a function with patched polls.
fn address() -> u64 {
    managed::patched_polls_spin().expose_provenance() as u64
}

fn add_polls(polls: &PatchedPolls, code: &CodeRegistry) -> Result<(), PatchedPollsError> {
    // SAFETY: only polls of this program have records with this ID, and the program is never
    // unloaded.
    unsafe { polls.add_image_at(code, address()) }
}

impl PatchedProgram {
    fn new() -> Self {
        let code = Arc::new(CodeRegistry::of_this_process().unwrap());
        let polls = PatchedPolls::new().unwrap();
        add_polls(&polls, &code).unwrap();
        Self { code, polls: Arc::new(polls) }
    }

    fn heap(&self) -> HeapBuilder {
        let heap = super::heap().heap_max(4 << 20).collector_threads(2);
        heap.code(Arc::clone(&self.code)).patched_polls(Arc::clone(&self.polls))
    }

    fn region(&self) -> CodeRegionId {
        self.code.snapshot().region_at(address()).unwrap().0
    }

    /// Returns whether all polls are no-ops.
    fn are_no_ops(&self) -> bool {
        let records = self.code.snapshot().call_sites_with_id(self.region(), PATCHED_POLL_ID);
        let records = records.unwrap();
        assert!(!records.is_empty());
        let first_byte = |record: u64| {
            let start = record - u64::from(PATCHED_POLL_BYTES);
            // SAFETY: the code of this program is mapped and readable.
            unsafe { core::ptr::with_exposed_provenance::<u8>(start as usize).read_volatile() }
        };
        // On x86-64 a call begins with 0xe8 and this no-op with 0x0f. On AArch64 the first byte of
        // the no-op is 0x1f; that of a call is part of the offset.
        let no_op = if cfg!(target_arch = "x86_64") { 0x0f } else { 0x1f };
        records.into_iter().all(|record| first_byte(record) == no_op)
    }
}

/// Runs `action` while two threads poll in a loop.
fn while_others_poll<R>(heap: &Heap, action: impl FnOnce() -> R) -> R {
    struct SetOnDrop<'a>(&'a AtomicU32);
    impl Drop for SetOnDrop<'_> {
        fn drop(&mut self) {
            self.0.store(1, Ordering::Relaxed);
        }
    }
    let flags: [AtomicU32; 3] = Default::default();
    std::thread::scope(|scope| {
        let _set_on_drop = SetOnDrop(&flags[0]);
        for number in 0..2 {
            let flags = &flags;
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let place = flags.as_ptr().cast::<c_void>().expose_provenance() as u64;
                let arguments = [Argument::Word(place), Argument::Word(number)];
                assert_eq!(call(&mut mutator, managed::patched_polls_spin, &arguments), Ok(number));
            });
        }
        while flags[1..].iter().any(|flag| flag.load(Ordering::Relaxed) == 0) {
            std::thread::yield_now();
        }
        action()
    })
}

/// Collects while two threads poll in a loop, which only patched polls can stop, and checks that
/// their frames were walked and objects moved.
fn stop_others(heap: &Heap) {
    while_others_poll(heap, || {
        let mut mutator = heap.attach().unwrap();
        let before = heap.statistics().counts;
        for _ in 0..20 {
            mutator.collect();
        }
        let after = heap.statistics().counts;
        assert_eq!(after.frames_walked - before.frames_walked, 2 * 20);
        assert_eq!(after.records_matched, after.frames_walked);
        assert!(after.objects_moved > before.objects_moved);
    });
}

/// A heap with the parent's polls is refused in a child, since its stops could wait forever.
#[test]
fn children_with_a_heap_have_their_own_polls() {
    if run_in_own_process("polls::children_with_a_heap_have_their_own_polls") {
        return;
    }
    let parents_program = PatchedProgram::new();
    for _ in 0..3 {
        in_child(|| {
            assert!(matches!(parents_program.heap().build(), Err(HeapStartError::ForkedPolls)));
            assert_eq!(
                add_polls(&parents_program.polls, &parents_program.code),
                Err(PatchedPollsError::Forked)
            );
            let own_program = PatchedProgram::new();
            let heap = own_program.heap().build().unwrap();
            stop_others(&heap);
            assert!(own_program.are_no_ops());
        })
        .assert_success();
        // The parent's polls are unchanged, and it may have a heap between its children.
        assert!(parents_program.are_no_ops());
        stop_others(&parents_program.heap().build().unwrap());
        assert!(parents_program.are_no_ops());
    }
}

/// The process forks while polls are being patched. Dropping heap and polls in the child waits for
/// no thread, and the parent continues.
#[test]
fn children_drop_their_part_of_the_parents_polls() {
    if run_in_own_process("polls::children_drop_their_part_of_the_parents_polls") {
        return;
    }
    let program = PatchedProgram::new();
    let region = program.region();
    let heap = program.heap().build().unwrap();
    let mut parts = Some((heap.clone(), program));
    super::while_others_collect(&heap, || {
        while_others_poll(&heap, || {
            for _ in 0..20 {
                in_child(|| {
                    let (heap, program) = parts.take().unwrap();
                    assert_eq!(program.polls.remove(region), Ok(()));
                    drop(heap);
                    drop(program);
                })
                .assert_success();
                // The child exits immediately.
                fork().unwrap_or_else(|| exit(0)).wait().assert_success();
            }
        });
    });
    drop(parts);
    stop_others(&heap);
}
