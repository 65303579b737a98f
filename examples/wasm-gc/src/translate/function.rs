//! The translation of one function: its state, its prologue, and the loop over instructions.

use wasmparser::{BinaryReader, FunctionBody, Operator};

use super::control::Frame;
use super::traps::TrapSite;
use crate::code::layout::{self, ContextLayout};
use crate::code::{Access, Binary, CodeBuilder, Compare, MachineType, Signature};
use crate::module::{Module, TypeReader};
use crate::types::{TypeRegistry, ValueType};
use crate::{Error, TrapKind};

/// The state of a translation.
pub(super) struct FunctionTranslator<'a, B: CodeBuilder> {
    pub(super) module: &'a Module,
    pub(super) registry: &'a TypeRegistry,
    pub(super) layout: ContextLayout,
    /// The index of the function in the module.
    pub(super) function: u32,
    pub(super) builder: &'a mut B,
    /// The operands.
    pub(super) stack: Vec<B::Value>,
    /// The blocks of WebAssembly that are open. The first is the body.
    pub(super) frames: Vec<Frame<B>>,
    pub(super) locals: Vec<B::Local>,
    /// The results of the function.
    pub(super) results: Vec<MachineType>,
    /// Returns zeros: what a pending trap or exception does that is not handled here.
    pub(super) exit: B::Block,
    /// Where control goes when a call returns with an exception pending: a handler, or `exit`.
    pub(super) unwind: B::Block,
    /// The cold blocks that record a trap, which are emitted after the body.
    pub(super) trap_sites: Vec<TrapSite<B>>,
    /// Whether the instruction can be reached.
    pub(super) reachable: bool,
    /// How many blocks were opened since the code became unreachable.
    pub(super) unreachable_frames: usize,
    /// The position of the instruction in the binary module.
    pub(super) offset: u64,
}

impl<'a, B: CodeBuilder> FunctionTranslator<'a, B> {
    pub(super) fn new(
        module: &'a Module,
        registry: &'a TypeRegistry,
        layout: ContextLayout,
        function: u32,
        builder: &'a mut B,
    ) -> Self {
        let ty = registry.function(module.functions[function as usize]);
        let results = Signature::of(ty, registry).results;
        let exit = builder.block(&[], true);
        Self {
            module,
            registry,
            layout,
            function,
            builder,
            stack: Vec::new(),
            frames: Vec::new(),
            locals: Vec::new(),
            results,
            exit,
            unwind: exit,
            trap_sites: Vec::new(),
            reachable: true,
            unreachable_frames: 0,
            offset: 0,
        }
    }

    /// Translates the function.
    pub(super) fn translate(mut self) -> Result<(), Error> {
        let own = self.function as usize - self.module.imported_functions;
        let range = self.module.bodies[own].clone();
        let start = range.start as u64;
        let body = FunctionBody::new(BinaryReader::new(&self.module.bytes[range], start));

        self.offset = start;
        self.check_stack();
        self.declare_parameters();
        for local in body.get_locals_reader()? {
            let (count, ty) = local?;
            let ty = self.types().value(ty)?;
            self.declare_zero_locals(count, ty);
        }
        self.builder.poll();
        self.open_body();
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let (operator, offset) = operators.read_with_offset()?;
            self.offset = offset;
            self.operator(&operator)?;
        }
        self.emit_trap_sites();
        self.emit_exit();
        Ok(())
    }

    /// Returns the reader of types at the current position.
    pub(super) fn types(&self) -> TypeReader<'a> {
        TypeReader::new(&self.module.types, self.offset)
    }

    /// Returns the machine type of values of a type.
    pub(super) fn machine(&self, ty: ValueType) -> MachineType {
        MachineType::of(ty, self.registry)
    }

    /// Traps in the prologue if the stack is full.
    fn check_stack(&mut self) {
        let store = self.store_context();
        let limit = self.builder.load(Access::RUNTIME_WORD, store, layout::store::STACK_LIMIT);
        let stack = self.builder.stack_pointer();
        let is_full = self.builder.compare(Compare::LtU, stack, limit);
        self.trap_if(is_full, TrapKind::StackExhausted);
    }

    fn declare_parameters(&mut self) {
        let ty = self.registry.function(self.module.functions[self.function as usize]);
        for (value, &ty) in self.builder.parameters().into_iter().zip(&ty.parameters) {
            let ty = self.machine(ty);
            let local = self.builder.declare_local(ty, value);
            self.locals.push(local);
        }
    }

    fn declare_zero_locals(&mut self, count: u32, ty: ValueType) {
        let ty = self.machine(ty);
        let zero = self.builder.constant(ty, 0);
        for _ in 0..count {
            let local = self.builder.declare_local(ty, zero);
            self.locals.push(local);
        }
    }

    /// Translates one instruction.
    fn operator(&mut self, operator: &Operator<'_>) -> Result<(), Error> {
        if self.control(operator)? || !self.reachable {
            return Ok(());
        }
        let translated = self.variable(operator)
            || self.numeric(operator)
            || self.conversion(operator)
            || self.memory(operator)
            || self.table(operator)
            || self.call(operator)
            || self.reference(operator)?
            || self.exception(operator)
            || self.structure(operator)
            || self.array(operator)
            || self.cast(operator)?;
        if translated {
            return Ok(());
        }
        // The instruction without its operands, as the debug format begins with its name.
        let text = format!("{operator:?}");
        let name = text.split([' ', '{', '(']).next().unwrap_or_default();
        Err(Error::Unsupported { what: format!("the instruction {name}"), offset: self.offset })
    }

    /// Translates instructions that move values.
    fn variable(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::Nop => {}
            Operator::Drop => {
                self.pop();
            }
            Operator::LocalGet { local_index } => {
                let value = self.builder.local(self.locals[local_index as usize]);
                self.stack.push(value);
            }
            Operator::LocalSet { local_index } => {
                let value = self.pop();
                self.builder.set_local(self.locals[local_index as usize], value);
            }
            Operator::LocalTee { local_index } => {
                let value = self.top();
                self.builder.set_local(self.locals[local_index as usize], value);
            }
            Operator::GlobalGet { global_index } => self.global_get(global_index),
            Operator::GlobalSet { global_index } => self.global_set(global_index),
            _ => return false,
        }
        true
    }

    /// Removes the last operand.
    ///
    /// # Panics
    ///
    /// If there is none, which validation excludes.
    pub(super) fn pop(&mut self) -> B::Value {
        self.stack.pop().expect("a validated function has the operands of its instructions")
    }

    /// Removes the last operands and returns them in the order in which they were pushed.
    pub(super) fn pop_many(&mut self, count: usize) -> Vec<B::Value> {
        self.stack.split_off(self.stack.len() - count)
    }

    /// Returns the last operand.
    pub(super) fn top(&self) -> B::Value {
        *self.stack.last().expect("a validated function has the operands of its instructions")
    }

    /// A constant of type `I64`.
    pub(super) fn word(&mut self, value: u64) -> B::Value {
        self.builder.constant(MachineType::I64, value)
    }

    /// Adds a constant to an address.
    pub(super) fn add_offset(&mut self, address: B::Value, offset: u64) -> B::Value {
        let offset = self.word(offset);
        self.builder.binary(Binary::Add, address, offset)
    }

    /// Returns the address of the store's context.
    pub(super) fn store_context(&mut self) -> B::Value {
        let context = self.builder.context();
        self.builder.load(Access::CONSTANT_POINTER, context, layout::STORE)
    }

    /// Reads an address from the instance context.
    pub(super) fn context_pointer(&mut self, offset: i32) -> B::Value {
        let context = self.builder.context();
        self.builder.load(Access::CONSTANT_POINTER, context, offset)
    }
}
