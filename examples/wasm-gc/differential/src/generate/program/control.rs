//! Calls, loops, switches and exceptions.

use std::borrow::Cow;

use wasm_encoder::{BlockType, Catch, Instruction, RefType, ValType};

use super::function::Body;
use super::{IMPORTED, table};

impl Body<'_> {
    /// Emits statements that are repeated.
    pub(super) fn repeat(&mut self, depth: u32) {
        self.repeat_with(|body| {
            let count = body.rng.usize(1..4);
            body.statements(count, depth);
        });
    }

    /// Emits a loop of 1 to 12 rounds, which ends without fuel.
    pub(super) fn repeat_with(&mut self, round: impl FnOnce(&mut Self)) {
        let counter = self.temporary(ValType::I32);
        let rounds = self.rng.i32(1..=12);
        self.emit(Instruction::I32Const(rounds));
        self.emit(Instruction::LocalSet(counter));
        let out = self.begin(Instruction::Block(BlockType::Empty));
        let again = self.begin(Instruction::Loop(BlockType::Empty));
        self.emit(Instruction::GlobalGet(self.program.fuel));
        self.emit(Instruction::I32Eqz);
        let depth = self.depth(out);
        self.emit(Instruction::BrIf(depth));
        self.use_fuel();
        round(self);
        self.emit(Instruction::LocalGet(counter));
        self.emit(Instruction::I32Const(1));
        self.emit(Instruction::I32Sub);
        self.emit(Instruction::LocalTee(counter));
        let depth = self.depth(again);
        self.emit(Instruction::BrIf(depth));
        self.end();
        self.end();
    }

    /// Emits statements that run on a condition.
    pub(super) fn conditional(&mut self, depth: u32) {
        let count = self.rng.usize(1..3);
        if self.rng.bool() {
            let label = self.begin(Instruction::Block(BlockType::Empty));
            self.number(ValType::I32, 3);
            let out = self.depth(label);
            self.emit(Instruction::BrIf(out));
            self.statements(count, depth);
            self.end();
            return;
        }
        self.number(ValType::I32, 3);
        self.begin(Instruction::If(BlockType::Empty));
        self.statements(count, depth);
        if self.rng.bool() {
            self.emit(Instruction::Else);
            self.statements(count, depth);
        }
        if self.chance(5) {
            self.simple_results();
            self.emit(Instruction::Return);
        }
        self.end();
    }

    /// Emits two alternatives and a way around both.
    pub(super) fn switch(&mut self, depth: u32) {
        let out = self.begin(Instruction::Block(BlockType::Empty));
        let second = self.begin(Instruction::Block(BlockType::Empty));
        let first = self.begin(Instruction::Block(BlockType::Empty));
        self.number(ValType::I32, 3);
        self.emit(Instruction::I32Const(3));
        self.emit(Instruction::I32RemU);
        let (out_depth, second) = (self.depth(out), self.depth(second));
        let first = self.depth(first);
        self.emit(Instruction::BrTable(Cow::Owned(vec![first, second]), out_depth));
        self.end();
        self.statements(1, depth);
        let out = self.depth(out);
        self.emit(Instruction::Br(out));
        self.end();
        self.statements(1, depth);
        self.end();
    }

    /// Returns a function of a type, which one of the program has.
    pub(super) fn function_of_type(&mut self, ty: u32) -> u32 {
        let functions = self.program.functions.iter().enumerate();
        let found: Vec<_> = functions.filter(|(_, each)| **each == ty).map(|(at, _)| at).collect();
        IMPORTED + self.rng.choice(found).expect("a function has this type") as u32
    }

    /// Emits the arguments and the call of a function, directly or by a reference or a table.
    fn call(&mut self, function: u32, depth: u32) {
        let ty = self.program.functions[(function - IMPORTED) as usize];
        for parameter in self.program.types.function(ty).params().to_vec() {
            self.value(parameter, depth);
        }
        match self.rng.u8(..8) {
            0..4 => self.emit(Instruction::Call(function)),
            4..6 => {
                self.emit(Instruction::RefFunc(function));
                self.emit(Instruction::CallRef(ty));
            }
            6 if ty == self.program.functions[0] && self.chance(30) => {
                self.emit(Instruction::I32Const(1));
                self.emit(Instruction::TableGet(table::TYPED));
                self.emit(Instruction::CallRef(ty));
            }
            _ => {
                self.function_index(function);
                self.emit(Instruction::CallIndirect {
                    type_index: ty,
                    table_index: table::FUNCTIONS,
                });
            }
        }
    }

    /// Emits the index of a function in the table, rarely another.
    fn function_index(&mut self, function: u32) {
        let index = if self.chance(3) {
            self.rng.i32(0..self.program.functions.len() as i32 + 3)
        } else {
            (function - IMPORTED) as i32
        };
        self.emit(Instruction::I32Const(index));
    }

    /// Emits a call whose results are not used.
    pub(super) fn call_any(&mut self) {
        let function = IMPORTED + self.rng.u32(..self.program.functions.len() as u32);
        self.call(function, 2);
        let ty = self.program.functions[(function - IMPORTED) as usize];
        for _ in self.program.types.function(ty).results() {
            self.emit(Instruction::Drop);
        }
    }

    /// Emits a call of a function with one result of a type, if there is one, or another value.
    pub(super) fn call_for(&mut self, ty: ValType, depth: u32) {
        let types = &self.program.types;
        let functions = self.program.functions.iter().enumerate();
        let is_for = |&(_, &each): &(usize, &u32)| match types.function(each).results() {
            [result] => types.is_subtype(*result, ty),
            _ => false,
        };
        let found: Vec<_> = functions.filter(is_for).map(|(index, _)| index as u32).collect();
        match self.rng.choice(found) {
            Some(index) => self.call(IMPORTED + index, depth.min(1)),
            None => self.value(ty, depth),
        }
    }

    /// Emits a tail call of a function with the results of this one, and returns whether there is
    /// such a function.
    pub(super) fn tail_call(&mut self) -> bool {
        let types = &self.program.types;
        let functions = self.program.functions.iter().enumerate();
        let has_results =
            |(_, each): &(usize, &u32)| types.function(**each).results() == self.results;
        let found: Vec<_> = functions.filter(has_results).map(|(index, _)| index as u32).collect();
        let Some(index) = self.rng.choice(found) else { return false };
        let function = IMPORTED + index;
        let ty = self.program.functions[index as usize];
        for parameter in types.function(ty).params().to_vec() {
            self.value(parameter, 2);
        }
        match self.rng.u8(..4) {
            0..2 => self.emit(Instruction::ReturnCall(function)),
            2 => {
                self.emit(Instruction::RefFunc(function));
                self.emit(Instruction::ReturnCallRef(ty));
            }
            _ => {
                self.function_index(function);
                self.emit(Instruction::ReturnCallIndirect {
                    type_index: ty,
                    table_index: table::FUNCTIONS,
                });
            }
        }
        true
    }

    /// Emits a tail call on a condition.
    pub(super) fn tail_call_if(&mut self) {
        self.number(ValType::I32, 2);
        self.begin(Instruction::If(BlockType::Empty));
        if !self.tail_call() {
            self.simple_results();
            self.emit(Instruction::Return);
        }
        self.end();
    }

    /// Emits a `throw` on a condition.
    pub(super) fn throw_if(&mut self) {
        self.number(ValType::I32, 3);
        self.begin(Instruction::If(BlockType::Empty));
        if self.chance(15)
            && let Some(local) = self.variable_of(ValType::Ref(RefType::EXNREF))
        {
            self.emit(Instruction::LocalGet(local));
            self.emit(Instruction::ThrowRef);
        } else {
            self.throw();
        }
        self.end();
    }

    fn throw(&mut self) {
        let tag = self.rng.usize(..self.program.tags.len());
        for ty in self.tag_types(tag) {
            self.value(ty, 2);
        }
        self.emit(Instruction::Throw(tag as u32));
    }

    fn tag_types(&self, tag: usize) -> Vec<ValType> {
        self.program.types.function(self.program.tags[tag]).params().to_vec()
    }

    /// Emits statements whose exceptions are caught.
    pub(super) fn guarded(&mut self, depth: u32) {
        // Tags with one value or none, so that blocks need no further types.
        let tag = *self.rng.choice(&[0, 2, 3]).expect("some");
        let types = self.tag_types(tag);
        let exception = ValType::Ref(RefType::EXNREF);
        let out = self.begin(Instruction::Block(BlockType::Empty));
        let all = self.begin(Instruction::Block(BlockType::Result(exception)));
        let caught = match types[..] {
            [ty] => self.begin(Instruction::Block(BlockType::Result(ty))),
            _ => self.begin(Instruction::Block(BlockType::Empty)),
        };
        let mut catches = vec![Catch::One { tag: tag as u32, label: self.depth(caught) }];
        if self.rng.bool() {
            catches.push(Catch::AllRef { label: self.depth(all) });
        } else {
            catches.push(Catch::OneRef { tag: 3, label: self.depth(all) });
        }
        if self.rng.bool() {
            catches.push(Catch::All { label: self.depth(out) });
        }
        self.begin(Instruction::TryTable(BlockType::Empty, Cow::Owned(catches)));
        let count = self.rng.usize(1..4);
        self.statements(count, depth);
        if self.rng.bool() {
            self.throw_if();
        }
        self.end();
        let depth_out = self.depth(out);
        self.emit(Instruction::Br(depth_out));
        self.end();
        if let [ty] = types[..] {
            self.set_or_drop(ty);
        }
        let depth_out = self.depth(out);
        self.emit(Instruction::Br(depth_out));
        self.end();
        self.set_or_drop(exception);
        self.end();
    }

    /// Stores the value on the stack in a variable, or drops it.
    fn set_or_drop(&mut self, ty: ValType) {
        match self.variable_of(ty) {
            Some(local) if self.local_type(local) == ty => self.emit(Instruction::LocalSet(local)),
            _ => self.emit(Instruction::Drop),
        }
    }
}
