//! All return-address trampolines of a process are in use.

use core::cell::RefCell;
use core::ffi::c_void;

use statepoint_gc::{
    Argument, Heap, Mutator,
    deopt::{
        CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptValueKind, DeoptimizedFrame,
        FrameLayout, ReturnValue, Takeover, TakeoverError,
    },
};
use statepoint_scanner::deopt::{
    FrameTakeoverError, MAX_RETURN_TRAMPOLINES, ReplacementCall, ReturnTrampoline, TrampolineEntry,
};
use tests::child_tests::run_in_own_process;
use tests::managed::{self, heap, make};

/// A frame of `test_deopt_nested` that is taken over returns its box.
struct Own;

impl Continuation for Own {
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        let callee = match site.constant(0)? {
            0 => CalleeResult::Word,
            _ => CalleeResult::Reference,
        };
        let values = vec![
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Reference,
        ];
        Some(FrameLayout { skipped: 0, kinds: values, callee_result: callee })
    }

    fn resume(&self, mutator: &mut Mutator, mut frame: DeoptimizedFrame) -> ReturnValue {
        mutator.collect();
        ReturnValue::Reference(frame.values.pop().and_then(DeoptValue::into_reference))
    }
}

thread_local! {
    static TAKEOVER: RefCell<Option<Takeover>> = const { RefCell::new(None) };
    /// The result of the takeovers.
    static TRIED: RefCell<Option<Result<usize, TakeoverError>>> = const { RefCell::new(None) };
}

extern "C" fn leave_all(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let tried = Mutator::with_current(|mutator| {
        TAKEOVER.with_borrow(|takeover| {
            let takeover = takeover.as_ref().expect("the test has set it");
            // SAFETY: the continuation knows the function, from which nothing is thrown.
            unsafe { mutator.take_over(takeover, |_| true) }
        })
    });
    TRIED.set(tried);
    5
}

/// Takes over two frames, at two call sites. Returns the results of the takeovers and of the call.
fn tried(mutator: &mut Mutator, to: &Heap) -> (Result<usize, TakeoverError>, u64) {
    // The last takeover, if it still exists, returns the trampolines that it kept.
    TAKEOVER.set(Some(to.takeover(Own)));
    let function = (leave_all as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(1)];
    let result = make(mutator, managed::deopt_nested, &arguments).unwrap();
    let content = mutator.load_word(&result, 8).unwrap();
    (TRIED.take().expect("managed code has called"), content)
}

unsafe fn unused_landing(_: *const (), _: &TrampolineEntry) -> ReplacementCall {
    panic!("no frame returns there")
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn takeover_without_a_free_trampoline_changes_no_frame() {
    if run_in_own_process("takeover_without_a_free_trampoline_changes_no_frame") {
        return;
    }
    let heap = heap().heap_max(8 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let taken = (Ok(2), 1);
    assert_eq!(tried(&mut mutator, &heap), taken);
    // The heap keeps those of the two call sites as long as they are not needed elsewhere.
    let others = core::iter::from_fn(|| {
        // SAFETY: no frame returns there.
        unsafe { ReturnTrampoline::new(0x1234, unused_landing, core::ptr::null()) }.ok()
    });
    let mut others: Vec<_> = others.collect();
    assert_eq!(others.len(), MAX_RETURN_TRAMPOLINES - 2);
    let kept = TAKEOVER.take();
    assert_eq!(tried(&mut mutator, &heap), taken);
    drop(kept);
    // One is available, and two would be needed.
    TAKEOVER.set(None);
    // SAFETY: as above.
    others
        .push(unsafe { ReturnTrampoline::new(0x1234, unused_landing, core::ptr::null()) }.unwrap());
    for _ in 0..3 {
        let (error, content) = tried(&mut mutator, &heap);
        let Err(TakeoverError::Frame(FrameTakeoverError::NoTrampolineLeft(none))) = error else {
            panic!("{error:?}")
        };
        assert!(
            none.to_string().contains(&format!("{MAX_RETURN_TRAMPOLINES} return trampolines")),
            "{none}"
        );
        // As the function computes it: 3 times the result of native code, plus 1.
        assert_eq!(content, 16);
    }
    others.pop();
    assert_eq!(tried(&mut mutator, &heap), taken);
    TAKEOVER.set(None);
}
