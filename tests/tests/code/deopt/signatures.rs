//! Return addresses whose signature is not visible (AArch64): one of 128 is all zeros, or the same
//! for both keys.

use super::*;
use tests::managed::{self, call};

/// With this number of frames, none has such a signature once in 10^10 runs.
const DEPTH: u64 = 3000;

/// Resumes `test_deopt_nested` from its two calls as the compiled code would, and likewise
/// `test_deopt_halves` from its calls.
fn silent() -> impl Continuation {
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
    Two(layout, |mutator: &mut Mutator, frame: DeoptimizedFrame| {
        let own = frame.values[1].word();
        let is_leaf = frame.values[0].word() == 0;
        let callee = frame.callee_result.word();
        if frame.values.len() == 2 {
            return ReturnValue::Double(match is_leaf {
                true => callee as f64,
                false => f64::from_bits(callee) / 2.0 + own as f64,
            });
        }
        let value = match frame.callee_result.into_reference() {
            None => callee.wrapping_add(own),
            Some(rest) => inner(content(mutator, &rest), own),
        };
        ReturnValue::Reference(Some(new_box(mutator, value)))
    })
}

fn inner(below: u64, n: u64) -> u64 {
    below.wrapping_mul(3).wrapping_add(n + n / 2)
}

/// Takes every second activation over, so that the callee of each returns by its own epilogue,
/// which authenticates. Returns how many return addresses of these frames lie on the stack, and how
/// many without a visible signature.
fn take_every_second(
    mutator: &mut Mutator,
    takeover: &Takeover,
    function: fn() -> *const c_void,
    oldest: usize,
) -> (usize, usize) {
    let mut pcs = Vec::new();
    let taken = take_over(mutator, takeover, |frame| {
        let is_mine = is_of(frame, function);
        if is_mine && frame.depth > 0 {
            pcs.push(frame.frame.pc);
        }
        is_mine && frame.depth % 2 == 0
    });
    assert_eq!(taken, Ok(DEPTH as usize / 2 + 1));
    pcs.dedup();
    let [pc] = pcs[..] else { panic!("all but the youngest are in one call: {pcs:x?}") };
    let youngest = core::ptr::from_ref(&pcs).addr().next_multiple_of(8);
    let (mut all, mut bare) = (0, 0);
    for address in (youngest..oldest).step_by(8) {
        // SAFETY: a word of this thread's stack, between two frames that are there.
        let word = unsafe { core::ptr::with_exposed_provenance::<u64>(address).read_volatile() };
        // The upper bits are the signature, if there is one.
        if word << 16 == pc << 16 {
            all += 1;
            bare += usize::from(word == pc);
        }
    }
    (all, bare)
}

/// Runs `outer` with every second frame of `function` taken over.
fn run(
    outer: fn() -> *const c_void,
    function: fn() -> *const c_void,
    arguments: &[Argument<'_>],
    expected: u64,
) {
    let heap = heap_with(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let takeover = heap.takeover(silent());
    let here = 0_u64;
    let oldest = core::ptr::from_ref(&here).expose_provenance();
    when_called(move |mutator, _| {
        let (all, bare) = take_every_second(mutator, &takeover, function, oldest);
        assert!(all >= DEPTH as usize / 2, "{all} return addresses");
        // All return addresses, where the processor does not sign.
        assert!(bare > 0, "no signature of {all} is all zeros");
        90
    });
    assert_eq!(call(&mut mutator, outer, arguments), Ok(expected));
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn the_first_key_is_reused() {
    let nested = (1..=DEPTH).fold(90, inner);
    let [a, b, c, d] = ARGUMENTS;
    let more = 3 * a + 5 * b + 7 * c + 11 * d + 3 * (a + b + c + d);
    let expected = nested.wrapping_add(more);
    run(managed::deopt_outer, managed::deopt_nested, &outer_arguments(DEPTH), expected);
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn the_second_key_is_reused() {
    let halves = (1..=DEPTH).fold(90.0, |below, n| below / 2.0 + n as f64);
    let arguments = [native(), Argument::Word(DEPTH)];
    let expected = (halves * 1000.0) as u64;
    run(managed::deopt_thousand_halves, managed::deopt_halves, &arguments, expected);
}
