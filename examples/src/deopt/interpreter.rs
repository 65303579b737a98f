//! The interpreter and the state of its program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use statepoint_gc::{Argument, Handle, Mutator};

use super::bytecode::{self, FACTOR, Instruction, LEFT, REGISTERS, RIGHT, SCALE};
use super::{NODE, VALUE, optimised};

/// The value that stands for the redefinition.
pub const MARK: u64 = u64::MAX;

/// Counters of the transitions out of optimised code and of the interpreter's work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of guards that failed; each had its frame taken over.
    pub guards_failed: u64,
    /// Number of frames that were taken over because of the redefinition.
    pub frames_invalidated: u64,
    /// Number of frames that the interpreter resumed.
    pub frames_taken_over: u64,
    /// Number of calls of optimised code by the interpreter.
    pub calls_of_optimised: u64,
    /// Number of interpreted instructions.
    pub instructions: u64,
}

/// The state of a program. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Engine(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// Whether optimised code may be called.
    valid: AtomicBool,
    /// Whether multiplication was redefined.
    redefined: AtomicBool,
    /// Whether to run a full collection at each instruction.
    every_step: bool,
    counts: [AtomicU64; 5],
}

/// An index of a counter, in the order of [`Counts`].
#[derive(Clone, Copy, Debug)]
pub enum Count {
    /// See [`Counts::guards_failed`].
    GuardsFailed,
    /// See [`Counts::frames_invalidated`].
    FramesInvalidated,
    /// See [`Counts::frames_taken_over`].
    FramesTakenOver,
    /// See [`Counts::calls_of_optimised`].
    CallsOfOptimised,
    /// See [`Counts::instructions`].
    Instructions,
}

/// The content of a register.
#[derive(Debug)]
pub enum Slot {
    /// A number.
    Number(u64),
    /// A reference.
    Reference(Option<Handle>),
}

/// An interpreter frame: the next instruction and the registers.
#[derive(Debug)]
pub struct Frame {
    /// The number of the next instruction.
    pub at: usize,
    /// The registers.
    pub registers: [Slot; REGISTERS],
}

impl Frame {
    /// Returns the frame of a new call.
    pub fn new(node: Option<Handle>, factor: u64) -> Self {
        let null = || Slot::Reference(None);
        let registers =
            [Slot::Reference(node), Slot::Number(factor), null(), null(), Slot::Number(0)];
        Self { at: 0, registers }
    }

    fn reference(&self, register: usize) -> Option<&Handle> {
        match &self.registers[register] {
            Slot::Reference(reference) => reference.as_ref(),
            Slot::Number(number) => panic!("register {register} is the number {number}"),
        }
    }

    fn number(&self, register: usize) -> u64 {
        match self.registers[register] {
            Slot::Number(number) => number,
            Slot::Reference(_) => panic!("register {register} is a reference"),
        }
    }

    /// Returns the node. The program guarantees that the register holds one.
    fn node(&self) -> &Handle {
        self.reference(bytecode::NODE).expect("the program has looked")
    }
}

impl Engine {
    /// Returns the state before any redefinition. `optimised`: whether optimised code is called.
    pub fn new(optimised: bool, every_step: bool) -> Self {
        Self(Arc::new(State { valid: AtomicBool::new(optimised), every_step, ..State::default() }))
    }

    /// Returns the counters.
    pub fn counts(&self) -> Counts {
        let [
            guards_failed,
            frames_invalidated,
            frames_taken_over,
            calls_of_optimised,
            instructions,
        ] = [0, 1, 2, 3, 4].map(|count: usize| self.0.counts[count].load(Relaxed));
        Counts {
            guards_failed,
            frames_invalidated,
            frames_taken_over,
            calls_of_optimised,
            instructions,
        }
    }

    /// Adds `more` to a counter.
    pub fn count(&self, what: Count, more: u64) {
        self.0.counts[what as usize].fetch_add(more, Relaxed);
    }

    /// Redefines multiplication. From now on optimised code is invalid.
    pub fn redefine(&self) {
        self.0.redefined.store(true, Relaxed);
        self.0.valid.store(false, Relaxed);
    }

    /// Calls the program: in optimised code while that is valid.
    pub fn scale(
        &self,
        mutator: &mut Mutator,
        node: Option<&Handle>,
        factor: u64,
    ) -> Option<Handle> {
        if !self.0.valid.load(Relaxed) {
            return self.interpret(mutator, Frame::new(node.cloned(), factor));
        }
        let node = node?;
        self.count(Count::CallsOfOptimised, 1);
        let arguments = [Argument::Reference(node), Argument::Word(factor)];
        // SAFETY: managed code of this program, which takes a reference and a number and returns a
        // reference.
        let made = unsafe { mutator.call_for_reference(optimised(), &arguments) };
        Some(made.expect("two arguments of this heap"))
    }

    /// Executes a frame from its next instruction to its end.
    pub fn interpret(&self, mutator: &mut Mutator, mut frame: Frame) -> Option<Handle> {
        const FIELD: &str = "nodes have the field";
        loop {
            if self.0.every_step {
                mutator.collect();
            }
            self.count(Count::Instructions, 1);
            let instruction = SCALE[frame.at];
            frame.at += 1;
            match instruction {
                Instruction::ReturnIfNull => frame.reference(bytecode::NODE).map(|_| ())?,
                Instruction::LoadReference(register, offset) => {
                    let field = mutator.load_reference(frame.node(), offset).expect(FIELD);
                    frame.registers[register] = Slot::Reference(field);
                }
                Instruction::Call(register) => {
                    let factor = frame.number(FACTOR);
                    let made = self.scale(mutator, frame.reference(register), factor);
                    frame.registers[register] = Slot::Reference(made);
                }
                Instruction::LoadValue => {
                    let value = mutator.load_word(frame.node(), VALUE).expect(FIELD);
                    frame.registers[bytecode::VALUE] = Slot::Number(value);
                }
                Instruction::RedefineIfMarked => {
                    if frame.number(bytecode::VALUE) == MARK {
                        self.redefine();
                    }
                }
                Instruction::Multiply => {
                    let product =
                        self.multiply(frame.number(bytecode::VALUE), frame.number(FACTOR));
                    frame.registers[bytecode::VALUE] = Slot::Number(product);
                }
                Instruction::ReturnNew => {
                    let made = mutator.allocate(NODE).expect("there is room");
                    for (register, offset) in [(LEFT, super::LEFT), (RIGHT, super::RIGHT)] {
                        let part = frame.reference(register);
                        mutator.store_reference(&made, offset, part).expect(FIELD);
                    }
                    let value = frame.number(bytecode::VALUE);
                    mutator.store_word(&made, VALUE, value).expect(FIELD);
                    return Some(made);
                }
            }
        }
    }

    fn multiply(&self, value: u64, factor: u64) -> u64 {
        let product = value.wrapping_mul(factor);
        if self.0.redefined.load(Relaxed) { product.rotate_left(7) ^ factor } else { product }
    }
}
