//! Return addresses whose signature is not visible (AArch64 pointer authentication): one of 128
//! signatures is all zeros, or the same for both keys. Takeover must handle these frames, too.

use super::*;
use tests::managed::{self, call};

/// Number of frames. The probability that no frame has such a signature is 10^-10 per run.
const DEPTH: u64 = 3000;

/// Returns a continuation that resumes `test_deopt_nested` and `test_deopt_halves` after any of
/// their calls with the same result as the compiled code.
fn transparent_continuation() -> impl Continuation {
    let layout = |site: &DeoptSite<'_>| {
        let is_leaf = site.constant(0)? == 0;
        let (values, callee) = match site.len() {
            4 => {
                let values = vec![
                    DeoptValueKind::Bits(8),
                    DeoptValueKind::Bits(8),
                    DeoptValueKind::Bits(8),
                    DeoptValueKind::Reference,
                ];
                (values, CalleeResult::Reference)
            }
            _ => (vec![DeoptValueKind::Bits(8); 2], CalleeResult::Float),
        };
        Some(FrameLayout {
            skipped: 0,
            kinds: values,
            callee_result: if is_leaf { CalleeResult::Word } else { callee },
        })
    };
    ClosureContinuation(layout, |mutator: &mut Mutator, frame: DeoptimizedFrame| {
        let number = frame.values[1].word();
        let is_leaf = frame.values[0].word() == 0;
        let callee = frame.callee_result.word();
        if frame.values.len() == 2 {
            return ReturnValue::Double(match is_leaf {
                true => callee as f64,
                false => f64::from_bits(callee) / 2.0 + number as f64,
            });
        }
        let value = match frame.callee_result.into_reference() {
            None => callee.wrapping_add(number),
            Some(below) => nested_step(content(mutator, &below), number),
        };
        ReturnValue::Reference(Some(new_box(mutator, value)))
    })
}

fn nested_step(below: u64, n: u64) -> u64 {
    below.wrapping_mul(3).wrapping_add(n + n / 2)
}

/// Takes over every second activation, so that the callee of each returns by its own epilogue,
/// which authenticates the return address. Returns the number of return addresses of these frames
/// on the stack, and the number of those without a visible signature.
fn take_every_second(
    mutator: &mut Mutator,
    takeover: &Takeover,
    function: fn() -> *const c_void,
    oldest: usize,
) -> (usize, usize) {
    let mut pcs = Vec::new();
    let taken = take_over(mutator, takeover, |frame| {
        let is_selected = is_of(frame, function);
        if is_selected && frame.depth > 0 {
            pcs.push(frame.frame.pc);
        }
        is_selected && frame.depth % 2 == 0
    });
    assert_eq!(taken, Ok(DEPTH as usize / 2 + 1));
    pcs.dedup();
    let [pc] = pcs[..] else { panic!("the older frames return to several addresses: {pcs:x?}") };
    let youngest = core::ptr::from_ref(&pcs).addr().next_multiple_of(8);
    let (mut total, mut unsigned) = (0, 0);
    for address in (youngest..oldest).step_by(8) {
        // SAFETY: the address is in this thread's stack, between two existing frames.
        let word = unsafe { core::ptr::with_exposed_provenance::<u64>(address).read_volatile() };
        // The upper bits are the signature, if there is one.
        if word << 16 == pc << 16 {
            total += 1;
            unsigned += usize::from(word == pc);
        }
    }
    (total, unsigned)
}

/// Calls `outer` with every second frame of `function` taken over, and checks the result.
fn run(
    outer: fn() -> *const c_void,
    function: fn() -> *const c_void,
    arguments: &[Argument<'_>],
    expected: u64,
) {
    let heap = heap_with(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let takeover = heap.takeover(transparent_continuation());
    let stack_marker = 0_u64;
    let oldest = core::ptr::from_ref(&stack_marker).expose_provenance();
    set_native_action(move |mutator, _| {
        let (total, unsigned) = take_every_second(mutator, &takeover, function, oldest);
        assert!(total >= DEPTH as usize / 2, "{total} return addresses");
        // On a processor that does not sign, this counts all return addresses.
        assert!(unsigned > 0, "no signature of {total} is all zeros");
        90
    });
    assert_eq!(call(&mut mutator, outer, arguments), Ok(expected));
}

#[test]
fn the_first_key_is_reused() {
    let nested = (1..=DEPTH).fold(90, nested_step);
    let [a, b, c, d] = ARGUMENTS;
    let sum_of_arguments = 3 * a + 5 * b + 7 * c + 11 * d + 3 * (a + b + c + d);
    let expected = nested.wrapping_add(sum_of_arguments);
    run(managed::deopt_outer, managed::deopt_nested, &outer_arguments(DEPTH), expected);
}

#[test]
fn the_second_key_is_reused() {
    let halves = (1..=DEPTH).fold(90.0, |below, n| below / 2.0 + n as f64);
    let arguments = [native(), Argument::Word(DEPTH)];
    let expected = (halves * 1000.0) as u64;
    run(managed::deopt_thousand_halves, managed::deopt_halves, &arguments, expected);
}
