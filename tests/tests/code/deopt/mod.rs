//! Frame takeover: activations of compiled code are abandoned at a call, and a continuation of the
//! host computes the rest, as an interpreter does after deoptimization.
//!
//! The managed functions of `managed/deopt.ll` call a native function, whose action each test sets.
//! The action takes frames over; the results show which frames were resumed by the continuation.

mod eager;
mod exceptions;
mod refused;
mod signatures;
mod versions;
mod youngest;

use core::cell::RefCell;
use core::ffi::c_void;
use std::rc::Rc;

use statepoint_gc::{
    Argument, Handle, Heap, Mutator, TypeId, Zeal,
    deopt::{
        Activation, CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptValueKind,
        DeoptimizedFrame, FrameLayout, ReturnValue, Takeover, TakeoverError,
    },
};
use tests::managed::heap;

/// Type ID of boxes.
const BOX: TypeId = TypeId::new(4);

/// The zeal modes of the tests.
const ZEAL_MODES: [Zeal; 3] = [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll];

fn heap_with(zeal: Zeal) -> Heap {
    heap().heap_max(8 << 20).zeal(zeal).build().unwrap()
}

type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;
type Action = Rc<dyn Fn(&mut Mutator, u64) -> u64>;

thread_local! {
    /// The action of the native function that managed code calls.
    static ACTION: RefCell<Option<Action>> = const { RefCell::new(None) };
}

/// Returns the native function [`call_action`] as an argument of managed code.
fn native() -> Argument<'static> {
    Argument::Word((call_action as Native as *const c_void).expose_provenance() as u64)
}

extern "C" fn call_action(value: u64, a: u64, b: u64, c: u64, d: u64) -> u64 {
    assert_eq!((a, b, c, d), (1, 2, 3, 4));
    let action = ACTION.with_borrow(Clone::clone).expect("the test has set it");
    Mutator::with_current(|mutator| action(mutator, value)).expect("managed code has called")
}

/// Sets the action of the native function for all later calls on this thread.
fn set_native_action(action: impl Fn(&mut Mutator, u64) -> u64 + 'static) {
    ACTION.set(Some(Rc::new(action)));
}

fn new_box(mutator: &mut Mutator, value: u64) -> Handle {
    let object = mutator.allocate(BOX).unwrap();
    mutator.store_word(&object, 8, value).unwrap();
    object
}

fn content(mutator: &mut Mutator, object: &Handle) -> u64 {
    assert_eq!(mutator.type_of(object), Ok(BOX));
    mutator.load_word(object, 8).unwrap()
}

fn bits(value: &DeoptValue) -> u128 {
    match value {
        DeoptValue::Bits(bits) => *bits,
        other => panic!("{other:?}"),
    }
}

/// A continuation made of two closures: `frame_layout` and `resume`.
struct ClosureContinuation<S, G>(S, G);

impl<S, G> Continuation for ClosureContinuation<S, G>
where
    S: Fn(&DeoptSite<'_>) -> Option<FrameLayout> + Send + Sync + 'static,
    G: Fn(&mut Mutator, DeoptimizedFrame) -> ReturnValue + Send + Sync + 'static,
{
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        self.0(site)
    }

    fn resume(&self, mutator: &mut Mutator, frame: DeoptimizedFrame) -> ReturnValue {
        self.1(mutator, frame)
    }
}

/// Takes over the activations that `select` accepts, and returns their number.
fn take_over(
    mutator: &mut Mutator,
    takeover: &Takeover,
    select: impl FnMut(&Activation) -> bool,
) -> Result<usize, TakeoverError> {
    // SAFETY: the continuations of these tests return results of the types that the functions of
    // `managed/deopt.ll` return, and nothing is thrown from these functions.
    unsafe { mutator.take_over(takeover, select) }
}

/// Added by [`nested`] to the result of each frame of `test_deopt_nested` that it resumes.
const RESUMED_MARK: u64 = 1000;

/// Returns a continuation that resumes `test_deopt_nested` after either of its two calls as the
/// compiled code does, but adds [`RESUMED_MARK`] to the result, and collects several times.
fn nested() -> impl Continuation {
    let layout = |site: &DeoptSite<'_>| {
        let callee = match site.constant(0)? {
            0 => CalleeResult::Word,
            1 => CalleeResult::Reference,
            _ => return None,
        };
        let values = vec![
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Reference,
        ];
        Some(FrameLayout { skipped: 0, kinds: values, callee_result: callee })
    };
    ClosureContinuation(layout, |mutator: &mut Mutator, frame: DeoptimizedFrame| {
        mutator.collect();
        let [site, depth, half, object] = &frame.values[..] else { panic!("{frame:?}") };
        let DeoptValue::Reference(object) = object else { panic!("{object:?}") };
        let number = content(mutator, object);
        assert_eq!(number, depth.word());
        mutator.collect_young();
        let value = match site.word() {
            0 => frame.callee_result.word() + number,
            _ => {
                let half = f64::from_bits(half.word());
                assert_eq!(half, number as f64 / 2.0);
                let below = frame.callee_result.into_reference().expect("it returns a box");
                3 * content(mutator, &below) + number + half as u64
            }
        };
        let result = new_box(mutator, value + RESUMED_MARK);
        mutator.collect();
        ReturnValue::Reference(Some(result))
    })
}

/// Returns the expected result of `test_deopt_nested` if the native function returns `native`, and
/// the frames at the depths for which `taken` returns true are taken over.
fn nested_value(depth: u64, native: u64, taken: impl Fn(u64) -> bool) -> u64 {
    let extra = |n| if taken(n) { RESUMED_MARK } else { 0 };
    (1..=depth).fold(native + extra(0), |below, n| 3 * below + n + n / 2 + extra(n))
}

/// Returns the expected result of `test_deopt_outer`, which calls `test_deopt_nested` and adds
/// combinations of [`ARGUMENTS`].
fn outer_value(nested: u64) -> u64 {
    let [a, b, c, d] = ARGUMENTS;
    nested + 3 * a + 5 * b + 7 * c + 11 * d + 3 * (a + b + c + d)
}

const ARGUMENTS: [u64; 4] = [100, 2_000, 30_000, 400_000];

fn outer_arguments(depth: u64) -> [Argument<'static>; 6] {
    let [a, b, c, d] = ARGUMENTS.map(Argument::Word);
    [native(), Argument::Word(depth), a, b, c, d]
}

/// Returns whether an activation is one of this function.
fn is_of(activation: &Activation, function: fn() -> *const c_void) -> bool {
    activation.function == Some(function().expose_provenance() as u64)
}
