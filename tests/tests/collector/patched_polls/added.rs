//! Polls of generated code that is added and removed while threads run, and while polls are
//! patched.

use std::path::Path;
use std::sync::Arc;

use statepoint_gc::{
    CodeRegistry, Heap, Zeal,
    code::CodeRegionId,
    patched_polls::{PatchedPolls, PollParameters},
};
use statepoint_patch::SecondMapping;
use tests::jit::Generated;
use tests::managed;

use super::{address, sum, with_spinning_threads};

/// Compiles `managed/polls.ll` with patched polls, with each LLVM version. Returns nothing on
/// architectures for which the tests have no loader.
fn compile_all() -> Vec<Generated> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let poll = std::fs::read_to_string(root.join("../gc/ir/patched_poll.ll")).unwrap();
    Generated::of_each_version("polls", &poll, &[])
}

/// Registers the code, and adds its polls.
fn add_polls(generated: &Generated, code: &CodeRegistry, polls: &PatchedPolls) -> CodeRegionId {
    let region = generated.register(code).unwrap();
    // SAFETY: both mappings exist until the tests have removed the code.
    let memory = unsafe { SecondMapping::new(generated.code(), generated.writable()) }.unwrap();
    let target = Some(address(generated.function("test_polls_thunk")));
    let parameters = PollParameters { target, ..PollParameters::default() };
    // SAFETY: no thread executes the code yet, and the mappings exist until it is removed. The
    // thunk jumps to the slow path.
    unsafe { polls.add(code, region, parameters, memory) }.unwrap();
    region
}

fn heap(code: &Arc<CodeRegistry>, polls: &Arc<PatchedPolls>, zeal: Zeal) -> Heap {
    let heap = managed::heap().heap_max(64 << 20).zeal(zeal);
    heap.code(Arc::clone(code)).patched_polls(Arc::clone(polls)).build().unwrap()
}

/// The polls emitted by each LLVM version are patched, and the frames at them are walked.
#[test]
fn code_is_added_while_threads_run_other_code() {
    let code = Arc::new(CodeRegistry::new());
    let polls = Arc::new(PatchedPolls::new().unwrap());
    let heap = heap(&code, &polls, Zeal::Off);
    add_while_threads_spin(&heap, &code, &polls, &compile_all());
    assert!(polls.is_empty() && code.snapshot().is_empty());
}

/// Adds the first of the modules, and the others recursively while a thread spins in the first.
fn add_while_threads_spin(
    heap: &Heap,
    code: &CodeRegistry,
    polls: &PatchedPolls,
    generated: &[Generated],
) {
    let Some((first, rest)) = generated.split_first() else { return };
    let known = polls.len();
    let region = add_polls(first, code, polls);
    assert!(polls.len() > known);
    let depth = heap.threads().len() as u64;
    with_spinning_threads(heap, first.function("test_polls_spin"), 1, || {
        let before = heap.statistics().counts.frames_walked;
        let mut mutator = heap.attach().unwrap();
        for _ in 0..50 {
            mutator.collect();
        }
        drop(mutator);
        assert_eq!(heap.statistics().counts.frames_walked - before, 50 * (depth + 1));
        add_while_threads_spin(heap, code, polls, rest);
    });
    polls.remove(region).unwrap();
    // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
    unsafe { code.remove(region) }.unwrap();
}

/// In zeal mode polls are patched all the time, as during a stop. Polls that are added then are
/// patched immediately.
#[test]
fn code_added_while_polls_are_patched_is_patched() {
    const N: u64 = 100;
    let code = Arc::new(CodeRegistry::new());
    let polls = Arc::new(PatchedPolls::new().unwrap());
    let heap = heap(&code, &polls, Zeal::EveryPoll);
    for generated in compile_all() {
        let region = add_polls(&generated, &code, &polls);
        let before = heap.statistics().pause_ns.count;
        assert_eq!(sum(&heap, generated.function("test_polls_sum"), N), N * (N + 1) / 2);
        assert!(heap.statistics().pause_ns.count - before >= N);
        polls.remove(region).unwrap();
        let before = heap.statistics().pause_ns.count;
        assert_eq!(sum(&heap, generated.function("test_polls_sum"), N), N * (N + 1) / 2);
        assert_eq!(heap.statistics().pause_ns.count, before, "its polls are no-ops again");
        // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
        unsafe { code.remove(region) }.unwrap();
    }
}

/// A target that a near call cannot reach is refused.
#[test]
fn targets_out_of_reach_are_refused() {
    let code = CodeRegistry::new();
    let polls = PatchedPolls::new().unwrap();
    for generated in compile_all() {
        let region = generated.register(&code).unwrap();
        // SAFETY: the mappings exist as long as `generated`, and the memory is not patched.
        let memory = unsafe { SecondMapping::new(generated.code(), generated.writable()) };
        let parameters = PollParameters { target: Some(0x1000), ..PollParameters::default() };
        // SAFETY: the call is refused and has no effect.
        let refused = unsafe { polls.add(&code, region, parameters, memory.unwrap()) };
        let message = refused.unwrap_err().to_string();
        assert!(message.contains("0x1000 is out of range"), "{message}");
        // SAFETY: no thread executes the code of the region, and no stack has a frame of it.
        unsafe { code.remove(region) }.unwrap();
    }
    assert!(polls.is_empty());
}
