//! The body of a function: its instructions, locals and labels.

use fastrand::Rng;
use wasm_encoder::{
    AbstractHeapType, BlockType, Function, HeapType, Instruction, RefType, ValType,
};

use super::Program;
use super::types::heap;

/// The number of instructions after which only small expressions follow.
const BUDGET: i32 = 500;
/// The number of statements of a function.
const STATEMENTS: std::ops::Range<usize> = 3..9;

/// A function that is generated.
pub(super) struct Body<'p> {
    pub(super) program: &'p Program,
    pub(super) rng: &'p mut Rng,
    code: Vec<Instruction<'static>>,
    parameters: usize,
    /// The types of parameters and locals.
    locals: Vec<ValType>,
    /// The locals, among them the parameters, that any expression may read.
    pub(super) variables: Vec<u32>,
    pub(super) results: Vec<ValType>,
    /// How many labels are in scope, that of the function excluded.
    labels: u32,
    /// How many more instructions there should be.
    budget: i32,
}

impl<'p> Body<'p> {
    /// Generates the function with this index among the program's own.
    pub(super) fn generate(program: &'p Program, rng: &'p mut Rng, index: usize) -> Function {
        let ty = program.types.function(program.functions[index]);
        let mut locals = ty.params().to_vec();
        let parameters = locals.len();
        locals.extend([ValType::I32, ValType::I64, ValType::F32, ValType::F64]);
        locals.extend([RefType::ANYREF, RefType::EQREF, RefType::EXTERNREF].map(ValType::Ref));
        locals.extend([RefType::FUNCREF, RefType::EXNREF].map(ValType::Ref));
        for _ in 0..rng.usize(3..9) {
            locals.push(ValType::Ref(program.types.choose_reference(rng)));
        }
        let variables = (0..locals.len() as u32).collect();
        let results = ty.results().to_vec();
        let (code, labels, budget) = (vec![], 0, BUDGET);
        let mut body =
            Self { program, rng, code, parameters, locals, variables, results, labels, budget };
        body.function();
        body.encode()
    }

    fn function(&mut self) {
        // Without fuel, the function returns.
        self.emit(Instruction::GlobalGet(self.program.fuel));
        self.emit(Instruction::I32Eqz);
        self.begin(Instruction::If(BlockType::Empty));
        self.simple_results();
        self.emit(Instruction::Return);
        self.end();
        self.use_fuel();
        let statements = self.rng.usize(STATEMENTS);
        self.statements(statements, 3);
        if self.chance(12) && self.tail_call() {
            return;
        }
        for ty in self.results.clone() {
            self.value(ty, 3);
        }
    }

    /// Emits the code that takes one unit of fuel.
    pub(super) fn use_fuel(&mut self) {
        self.emit(Instruction::GlobalGet(self.program.fuel));
        self.emit(Instruction::I32Const(1));
        self.emit(Instruction::I32Sub);
        self.emit(Instruction::GlobalSet(self.program.fuel));
    }

    /// Emits simple values of the types of the results.
    pub(super) fn simple_results(&mut self) {
        for ty in self.results.clone() {
            self.value(ty, 0);
        }
    }

    fn encode(mut self) -> Function {
        self.code.push(Instruction::End);
        let locals = self.locals.split_off(self.parameters);
        let mut function = Function::new_with_locals_types(locals);
        for instruction in &self.code {
            function.instruction(instruction);
        }
        function
    }

    /// Appends an instruction that neither begins nor ends a block.
    pub(super) fn emit(&mut self, instruction: Instruction<'static>) {
        self.budget -= 1;
        self.code.push(instruction);
    }

    /// Begins a block and returns its label.
    pub(super) fn begin(&mut self, instruction: Instruction<'static>) -> Label {
        self.emit(instruction);
        self.labels += 1;
        Label(self.labels)
    }

    /// Ends the innermost block.
    pub(super) fn end(&mut self) {
        self.emit(Instruction::End);
        self.labels -= 1;
    }

    /// Returns how far out a label is.
    pub(super) fn depth(&self, label: Label) -> u32 {
        self.labels - label.0
    }

    /// Returns whether expressions should be small.
    pub(super) fn is_exhausted(&self) -> bool {
        self.budget <= 0
    }

    /// Returns true with a probability in percent.
    pub(super) fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    /// Adds a local that only the caller uses.
    pub(super) fn temporary(&mut self, ty: ValType) -> u32 {
        self.locals.push(ty);
        self.locals.len() as u32 - 1
    }

    /// Chooses a variable whose type is a subtype of one.
    pub(super) fn variable_of(&mut self, ty: ValType) -> Option<u32> {
        let types = &self.program.types;
        let is_of = |&&local: &&u32| types.is_subtype(self.locals[local as usize], ty);
        let found: Vec<_> = self.variables.iter().filter(is_of).copied().collect();
        self.rng.choice(found)
    }

    /// Chooses a variable whose values are of a type or null.
    pub(super) fn nullable_variable_of(&mut self, ty: HeapType) -> Option<u32> {
        self.variable_of(ValType::Ref(RefType { nullable: true, heap_type: ty }))
    }

    /// Chooses a variable, and returns its type.
    pub(super) fn any_variable(&mut self) -> (u32, ValType) {
        let local = *self.rng.choice(&self.variables).expect("there are variables");
        (local, self.locals[local as usize])
    }

    /// Returns the type of a local.
    pub(super) fn local_type(&self, local: u32) -> ValType {
        self.locals[local as usize]
    }

    /// Chooses a global whose type is a subtype of one.
    pub(super) fn global_of(&mut self, ty: ValType) -> Option<u32> {
        let program = self.program;
        let is_of = |&global: &u32| program.types.is_subtype(program.globals[global as usize], ty);
        let found: Vec<_> = (0..program.globals.len() as u32).filter(is_of).collect();
        self.rng.choice(found)
    }

    /// Emits an expression of a type. Expressions are at most `depth` deep, but constructors of
    /// objects without default values.
    pub(super) fn value(&mut self, ty: ValType, depth: u32) {
        let depth = if self.is_exhausted() { 0 } else { depth };
        match ty {
            ValType::Ref(reference) if reference.heap_type == heap(AbstractHeapType::Exn) => {
                match self.variable_of(ty) {
                    Some(local) => self.emit(Instruction::LocalGet(local)),
                    None => self.emit(Instruction::RefNull(reference.heap_type)),
                }
            }
            ValType::Ref(reference) => self.reference(reference, depth),
            number => self.number(number, depth),
        }
    }
}

/// A block: how many labels were in scope in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(u32);
