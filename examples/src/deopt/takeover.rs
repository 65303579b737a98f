//! Converts frames of optimised code into interpreter frames.

use core::cell::RefCell;

use statepoint_gc::{
    Heap, Mutator,
    deopt::{
        CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptValueKind, DeoptimizedFrame,
        FrameLayout, ReturnValue, Takeover,
    },
};

use super::bytecode::{Instruction, REGISTERS, SCALE};
use super::interpreter::{Count, Engine, Frame, Slot};
use super::optimised;

/// Continuation that resumes frames of optimised code in the interpreter.
struct Interpreter(Engine);

impl Continuation for Interpreter {
    /// Returns the layout of a frame: the index of the next instruction, and the registers. If that
    /// instruction is a call, its result follows when the callee returns.
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        let at = usize::try_from(site.constant(0)?).ok()?;
        let callee_result = match SCALE.get(at)? {
            Instruction::Call(_) => CalleeResult::Reference,
            _ => CalleeResult::Void,
        };
        let (number, reference) = (DeoptValueKind::Bits(8), DeoptValueKind::Reference);
        let kinds = vec![number, reference, number, reference, reference, number];
        Some(FrameLayout { skipped: 0, kinds, callee_result })
    }

    fn resume(&self, mutator: &mut Mutator, deoptimized: DeoptimizedFrame) -> ReturnValue {
        let Self(engine) = self;
        engine.count(Count::FramesTakenOver, 1);
        let mut frame = frame(deoptimized.values);
        if let Instruction::Call(register) = SCALE[frame.at] {
            frame.registers[register] = Slot::Reference(deoptimized.callee_result.into_reference());
            frame.at += 1;
        }
        ReturnValue::Reference(engine.interpret(mutator, frame))
    }
}

/// Returns the interpreter frame for the values of the layout.
fn frame(values: Vec<DeoptValue>) -> Frame {
    let mut values = values.into_iter();
    let at = values.next().map_or(0, |at| at.word() as usize);
    let mut slots = values.map(|value| match value {
        DeoptValue::Bits(bits) => Slot::Number(bits as u64),
        value => Slot::Reference(value.into_reference()),
    });
    let registers: [Slot; REGISTERS] =
        core::array::from_fn(|_| slots.next().expect("the layout has all registers"));
    Frame { at, registers }
}

thread_local! {
    /// The engine and the takeover that [`with`] has set on this thread.
    static CURRENT: RefCell<Option<(Engine, Takeover)>> = const { RefCell::new(None) };
}

/// Runs `action`. If frames of optimised code are deoptimized during it, `engine` resumes them.
pub fn with<R>(heap: &Heap, engine: &Engine, action: impl FnOnce() -> R) -> R {
    let takeover = heap.takeover(Interpreter(engine.clone()));
    let outer = CURRENT.replace(Some((engine.clone(), takeover)));
    let result = action();
    CURRENT.set(outer);
    result
}

/// Runtime function that optimised code calls when a guard fails. It does not return to its caller,
/// whose frame it takes over.
#[unsafe(no_mangle)]
extern "C" fn deopt_guard_failed(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    CURRENT.with_borrow(|current| {
        let (engine, takeover) = current.as_ref().expect("optimised code runs inside of `with`");
        take_over(takeover, false);
        engine.count(Count::GuardsFailed, 1);
    });
    0
}

/// Runtime function that optimised code calls to redefine multiplication. It returns neither to its
/// caller nor to any older frame of optimised code.
#[unsafe(no_mangle)]
extern "C" fn deopt_redefine(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    CURRENT.with_borrow(|current| {
        let (engine, takeover) = current.as_ref().expect("optimised code runs inside of `with`");
        engine.redefine();
        engine.count(Count::FramesInvalidated, take_over(takeover, true));
    });
    0
}

/// Takes over the youngest frame, or all frames of the optimised function. Returns their number.
/// Panics, which aborts the process, if a frame cannot be taken over.
fn take_over(takeover: &Takeover, all: bool) -> u64 {
    let function = optimised().expose_provenance() as u64;
    let taken = Mutator::with_current(|mutator| {
        // SAFETY: the layouts match the optimised code, which returns a reference, and the
        // continuation does not unwind.
        unsafe {
            mutator.take_over(takeover, |frame| {
                if all { frame.function == Some(function) } else { frame.depth == 0 }
            })
        }
    });
    let count = taken.expect("the thread is attached");
    count.expect("each frame has a deoptimization state") as u64
}
