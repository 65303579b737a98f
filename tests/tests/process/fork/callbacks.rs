//! Children that are forked in a callback for which other threads wait, or with a lock held: such a
//! child ends when the callback returns.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use statepoint_gc::deopt::{
    Continuation, DeoptSite, DeoptimizedFrame, FrameLayout, ReturnValue, Takeover, TakeoverError,
};
use statepoint_gc::inspect::{LabelledObject, SnapshotOptions};
use statepoint_gc::types::SlotVisitor;
use statepoint_gc::{HeapBuilder, ObjectModel, TypeId, TypeLayout};

use super::*;

/// Forks when it is called the first time. The child returns from the callback that calls this.
#[derive(Default)]
struct ForkOnce {
    has_forked: AtomicBool,
    child: OnceLock<ChildResult>,
}

impl ForkOnce {
    fn call(&self) {
        if !self.has_forked.swap(true, Ordering::Relaxed)
            && let Some(child) = fork()
        {
            assert!(self.child.set(child.wait()).is_ok(), "there is one child");
        }
    }

    /// Asserts that the child ended when the callback returned.
    fn assert_refused(&self, callback: &str) {
        let child = self.child.get().expect("the callback was called");
        child.assert_refused(&format!("{callback} returns in a child"));
    }
}

/// Builds a heap with workers.
fn start(builder: HeapBuilder) -> (Heap, Mutator) {
    let heap = builder.heap_max(4 << 20).collector_threads(3).build().unwrap();
    let mutator = heap.attach().unwrap();
    (heap, mutator)
}

fn make_pair(mutator: &mut Mutator) -> statepoint_gc::Handle {
    make(mutator, managed::pair, &[Argument::Word(5), Argument::Word(3)]).unwrap()
}

#[test]
fn callback_for_phases() {
    let forked = Arc::new(ForkOnce::default());
    let in_callback = Arc::clone(&forked);
    let (_heap, mut mutator) = start(heap().on_phase(move |_| in_callback.call()));
    mutator.collect();
    forked.assert_refused("the callback for phases of collections");
}

#[test]
fn operation_of_a_handshake() {
    let forked = ForkOnce::default();
    let (heap, _mutator) = start(heap());
    let thread = heap.threads().pop().unwrap();
    heap.handshake(&thread, |_| forked.call()).unwrap();
    forked.assert_refused("the operation of a handshake");
}

/// The type of the objects that [`ForkingModel`] describes.
const FORKING: TypeId = TypeId::new(60);

struct ForkingModel(Arc<ForkOnce>);

// SAFETY: `test_record` allocates objects of this size, which contain no references.
unsafe impl ObjectModel for ForkingModel {
    unsafe fn size(&self, _: TypeId, _: *const u64) -> Option<usize> {
        Some(32)
    }

    unsafe fn reference_slots(&self, _: TypeId, _: *const u64, _: &mut SlotVisitor<'_>) {
        self.0.call();
    }
}

#[test]
fn object_model() {
    let forked = Arc::new(ForkOnce::default());
    let layout = TypeLayout::traced(ForkingModel(Arc::clone(&forked)));
    let (_heap, mut mutator) = start(heap().register_type(FORKING, layout));
    let header = Argument::Word(u64::from(FORKING.get()) << 8);
    let fields = [header, Argument::Word(1), Argument::Word(3), Argument::Word(5)];
    let _object = make(&mut mutator, managed::record, &fields).unwrap();
    mutator.collect();
    forked.assert_refused("the object model");
}

#[test]
fn callbacks_of_a_snapshot() {
    struct ForkingWriter<'a>(&'a ForkOnce);

    impl Write for ForkingWriter<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.call();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let (heap, mut mutator) = start(heap());
    let pair = make_pair(&mut mutator);
    let id = mutator.type_of(&pair).unwrap();
    let [label, progress, writer] = [(); 3].map(|()| ForkOnce::default());
    let text = |_: LabelledObject| {
        label.call();
        Ok("label".to_owned())
    };
    let options = SnapshotOptions::new().labels([id], text).on_progress(|_| progress.call());
    heap.write_snapshot_to(&mut ForkingWriter(&writer), options).unwrap();
    label.assert_refused("the callback for labels");
    progress.assert_refused("the callback for the progress of a heap snapshot");
    writer.assert_refused("the writer of a heap snapshot");
}

/// A continuation that forks when it is asked for a layout, and resumes no frame.
struct ForkingContinuation(Arc<ForkOnce>);

impl Continuation for ForkingContinuation {
    fn frame_layout(&self, _: &DeoptSite<'_>) -> Option<FrameLayout> {
        self.0.call();
        None
    }

    fn resume(&self, _: &mut Mutator, _: DeoptimizedFrame) -> ReturnValue {
        unreachable!("no frame is taken over")
    }
}

thread_local! {
    /// The takeover that [`try_take_over`] requests, and the callback that selects frames.
    static REQUEST: RefCell<Option<(Takeover, ForkOnce)>> = const { RefCell::new(None) };
}

extern "C" fn try_take_over(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let requested = Mutator::with_current(|mutator| {
        REQUEST.with_borrow(|request| {
            let (takeover, select) = request.as_ref().expect("the test has set it");
            let select = |_: &_| {
                select.call();
                true
            };
            // SAFETY: the continuation has no layout for a frame, so none is taken over.
            unsafe { mutator.take_over(takeover, select) }
        })
    });
    assert!(matches!(requested, Some(Err(TakeoverError::NoFrameLayout { .. }))), "{requested:?}");
    value
}

#[test]
fn callbacks_of_a_takeover() {
    let layout = Arc::new(ForkOnce::default());
    let (heap, mut mutator) = start(heap());
    let takeover = heap.takeover(ForkingContinuation(Arc::clone(&layout)));
    REQUEST.set(Some((takeover, ForkOnce::default())));
    let arguments = [pointer(try_take_over as *const c_void), Argument::Word(1)];
    make(&mut mutator, managed::deopt_nested, &arguments).unwrap();
    let (_, select) = REQUEST.take().unwrap();
    select.assert_refused("the callback that selects frames");
    layout.assert_refused("the callback for frame layouts");
}
