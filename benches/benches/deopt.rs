//! Benchmark of taking over a frame with ten values, two of which are references: a native call
//! takes over its caller's frame, the values are transferred to a continuation, and its result is
//! returned to the frame's caller. The lower bound is the same call without takeover.
//!
//! `cargo bench -p benches --bench deopt`; `cargo test -p benches --benches` runs each once.

use core::cell::RefCell;
use core::ffi::c_void;
use core::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use statepoint_gc::{
    Argument, Mutator,
    deopt::{
        CalleeResult, Continuation, DeoptSite, DeoptValueKind, DeoptimizedFrame, FrameLayout,
        ReturnValue, Takeover,
    },
};
use tests::managed;

/// A continuation that adds two of the values.
struct Interpreter;

impl Continuation for Interpreter {
    fn frame_layout(&self, _: &DeoptSite<'_>) -> Option<FrameLayout> {
        let mut values = vec![DeoptValueKind::Bits(8); 10];
        values[6..8].fill(DeoptValueKind::Reference);
        values[8] = DeoptValueKind::Bits(4);
        Some(FrameLayout { skipped: 0, kinds: values, callee_result: CalleeResult::Word })
    }

    fn resume(&self, _: &mut Mutator, frame: DeoptimizedFrame) -> ReturnValue {
        ReturnValue::Word(frame.values[1].word() + frame.values[2].word())
    }
}

thread_local! {
    static TAKEOVER: RefCell<Option<Takeover>> = const { RefCell::new(None) };
}

/// Takes over the frame of the caller.
extern "C" fn take_over(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    TAKEOVER.with_borrow(|takeover| {
        let takeover = takeover.as_ref().expect("the benchmark has set it");
        let taken = Mutator::with_current(|mutator| {
            // SAFETY: the continuation has the layout of the frame, and no exception is thrown.
            unsafe { mutator.take_over(takeover, |frame| frame.depth == 0) }
        });
        assert_eq!(taken, Some(Ok(1)));
    });
    value
}

/// Returns the result that the continuation computes.
extern "C" fn return_normally(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    value + 7
}

type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

fn deopt(c: &mut Criterion) {
    let heap = managed::heap().heap_max(16 << 20).collector_threads(1).build();
    let heap = heap.expect("the heap can be created");
    let mut mutator = heap.attach().expect("the thread can be attached");
    TAKEOVER.set(Some(heap.takeover(Interpreter)));
    let mut group = c.benchmark_group("a frame with ten values");
    for (name, native) in [("taken over", take_over as Native), ("returned to", return_normally)] {
        let function = (native as *const c_void).expose_provenance() as u64;
        group.bench_function(name, |b| {
            b.iter(|| {
                let arguments = [function, black_box(35), 7].map(Argument::Word);
                let result = managed::call(&mut mutator, managed::deopt_ten, &arguments);
                assert_eq!(result, Ok(42));
            });
        });
    }
    group.finish();
    TAKEOVER.set(None);
}

criterion_group!(benches, deopt);
criterion_main!(benches);
