//! The bytecode interpreter, and the state of a program that it shares with the optimised code.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use statepoint_gc::{Argument, Handle, Mutator};

use super::bytecode::{self, FACTOR, Instruction, LEFT, REGISTERS, RIGHT, SCALE};
use super::{NODE, VALUE, optimised};

/// The value of a node that redefines multiplication.
pub const MARK: u64 = u64::MAX;

/// Counters of deoptimizations and of the interpreter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of guards that failed. The frame of each was taken over.
    pub guards_failed: u64,
    /// Number of frames that were invalidated by the redefinition.
    pub frames_invalidated: u64,
    /// Number of frames that the interpreter has resumed.
    pub frames_taken_over: u64,
    /// Number of calls of optimised code by the interpreter.
    pub calls_of_optimised: u64,
    /// Number of interpreted instructions.
    pub instructions: u64,
}

/// The state of a program. Clones share the same state.
#[derive(Clone, Debug, Default)]
pub struct Engine(Arc<State>);

/// The state that all clones of an [`Engine`] share.
#[derive(Debug, Default)]
struct State {
    /// Whether optimised code may be called.
    is_valid: AtomicBool,
    /// Whether multiplication was redefined.
    is_redefined: AtomicBool,
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

/// The value of a register.
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
    /// The index of the next instruction.
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

    /// Returns the node. It is not null, since the program returns earlier if it is.
    fn node(&self) -> &Handle {
        self.reference(bytecode::NODE).expect("ReturnIfNull precedes this instruction")
    }
}

impl Engine {
    /// Returns the initial state. `optimised`: whether optimised code is called. `every_step`:
    /// whether to run a full collection at each instruction.
    pub fn new(optimised: bool, every_step: bool) -> Self {
        let is_valid = AtomicBool::new(optimised);
        Self(Arc::new(State { is_valid, every_step, ..State::default() }))
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

    /// Redefines multiplication, and marks optimised code as invalid.
    pub fn redefine(&self) {
        self.0.is_redefined.store(true, Relaxed);
        self.0.is_valid.store(false, Relaxed);
    }

    /// Calls the program: in optimised code if it is valid, otherwise in the interpreter.
    pub fn scale(
        &self,
        mutator: &mut Mutator,
        node: Option<&Handle>,
        factor: u64,
    ) -> Option<Handle> {
        if !self.0.is_valid.load(Relaxed) {
            return self.interpret(mutator, Frame::new(node.cloned(), factor));
        }
        let node = node?;
        self.count(Count::CallsOfOptimised, 1);
        let arguments = [Argument::Reference(node), Argument::Word(factor)];
        // SAFETY: the function is managed code of this program, which takes a reference and a
        // number and returns a reference.
        let copy = unsafe { mutator.call_for_reference(optimised(), &arguments) };
        Some(copy.expect("the arguments are valid"))
    }

    /// Executes a frame from its next instruction until it returns.
    pub fn interpret(&self, mutator: &mut Mutator, mut frame: Frame) -> Option<Handle> {
        const FIELD: &str = "nodes have this field";
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
                    let copy = self.scale(mutator, frame.reference(register), factor);
                    frame.registers[register] = Slot::Reference(copy);
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
                    let copy = mutator.allocate(NODE).expect("the heap is large enough");
                    for (register, offset) in [(LEFT, super::LEFT), (RIGHT, super::RIGHT)] {
                        let subtree = frame.reference(register);
                        mutator.store_reference(&copy, offset, subtree).expect(FIELD);
                    }
                    let value = frame.number(bytecode::VALUE);
                    mutator.store_word(&copy, VALUE, value).expect(FIELD);
                    return Some(copy);
                }
            }
        }
    }

    fn multiply(&self, value: u64, factor: u64) -> u64 {
        let product = value.wrapping_mul(factor);
        if self.0.is_redefined.load(Relaxed) { product.rotate_left(7) ^ factor } else { product }
    }
}
