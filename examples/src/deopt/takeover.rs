//! Conversion of a frame of optimised code into a frame of the interpreter.

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

/// Resumes frames of optimised code in the interpreter.
struct Interpreter(Engine);

impl Continuation for Interpreter {
    /// Returns the layout: the next instruction and the registers. After a call, its result is
    /// still to come.
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
        core::array::from_fn(|_| slots.next().expect("the layout has as many"));
    Frame { at, registers }
}

thread_local! {
    static CURRENT: RefCell<Option<(Engine, Takeover)>> = const { RefCell::new(None) };
}

/// Runs `action`. Meanwhile, frames of optimised code that are left are resumed by `engine`.
pub fn with<R>(heap: &Heap, engine: &Engine, action: impl FnOnce() -> R) -> R {
    let takeover = heap.takeover(Interpreter(engine.clone()));
    let outer = CURRENT.replace(Some((engine.clone(), takeover)));
    let result = action();
    CURRENT.set(outer);
    result
}

/// Called by managed code whose guard has failed. Does not return to it.
#[unsafe(no_mangle)]
extern "C" fn deopt_guard_failed(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    CURRENT.with_borrow(|current| {
        let (engine, takeover) = current.as_ref().expect("optimised code runs inside of `with`");
        take_over(takeover, false);
        engine.count(Count::GuardsFailed, 1);
    });
    0
}

/// Called by managed code to redefine multiplication. Returns neither to it nor to any of its
/// callers.
#[unsafe(no_mangle)]
extern "C" fn deopt_redefine(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    CURRENT.with_borrow(|current| {
        let (engine, takeover) = current.as_ref().expect("optimised code runs inside of `with`");
        engine.redefine();
        engine.count(Count::FramesInvalidated, take_over(takeover, true));
    });
    0
}

/// Takes over the youngest frame, or all frames of the optimised function. Aborts if that is
/// impossible.
fn take_over(takeover: &Takeover, all: bool) -> u64 {
    let function = optimised().expose_provenance() as u64;
    let taken = Mutator::with_current(|mutator| {
        // SAFETY: the layouts are those of the optimised code, which returns a reference; nothing
        // is thrown.
        unsafe {
            mutator.take_over(takeover, |frame| {
                if all { frame.function == Some(function) } else { frame.depth == 0 }
            })
        }
    });
    taken.expect("managed code has called").expect("its frames have state") as u64
}
