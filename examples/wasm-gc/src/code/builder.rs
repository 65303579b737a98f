//! The interface between the translator and a code generator.

use std::fmt::Debug;

use super::{Access, Binary, Compare, Convert, MachineType, RuntimeFunction, Signature, Unary};
use crate::types::TypeId;

/// What a call calls.
#[derive(Clone, Copy, Debug)]
pub enum Callee<V> {
    /// A function of the module that is compiled, by its index in the module.
    Function(u32),
    /// A function by the address of its code.
    Address(V),
}

/// Where in an object a field or element is, in bytes from its start.
#[derive(Clone, Copy, Debug)]
pub enum Place<V> {
    /// At a constant offset.
    Field(i32),
    /// At an offset that is an `I64`.
    Element(V),
}

/// Emits one function. The translator is generic over it, so that one translator serves every code
/// generator.
///
/// The interface is that of code in SSA form: blocks have parameters, and a value is defined once.
/// Each value has a [`MachineType`], which is stated where the value is made, so an implementation
/// can declare references to the collector in one place. Locals are variables that may be assigned
/// again; the implementation brings them into SSA form.
///
/// The protocol of blocks: `switch_to` a block before emitting into it; each block ends in exactly
/// one of `jump`, `branch`, `switch`, `return_values`, `tail_call`; `seal` a block when all jumps
/// to it have been emitted.
pub trait CodeBuilder {
    /// A value.
    type Value: Copy + Debug;
    /// A block.
    type Block: Copy + Debug + PartialEq;
    /// A local variable.
    type Local: Copy + Debug;

    /// Returns the address of the instance context.
    fn context(&self) -> Self::Value;
    /// Returns the parameters of the function.
    fn parameters(&self) -> Vec<Self::Value>;
    /// Returns the address of the top of the stack, or one near it.
    fn stack_pointer(&mut self) -> Self::Value;

    /// A constant: an integer, or the bits of a float. Of a reference type only 0, which is null.
    fn constant(&mut self, ty: MachineType, bits: u64) -> Self::Value;
    /// An operation with one operand.
    fn unary(&mut self, operation: Unary, operand: Self::Value) -> Self::Value;
    /// An operation with two operands.
    fn binary(&mut self, operation: Binary, a: Self::Value, b: Self::Value) -> Self::Value;
    /// A comparison: an `I32` that is 0 or 1.
    fn compare(&mut self, operation: Compare, a: Self::Value, b: Self::Value) -> Self::Value;
    /// A conversion to a numeric type.
    fn convert(&mut self, operation: Convert, to: MachineType, value: Self::Value) -> Self::Value;
    /// `a` if the `I32` condition is not 0, else `b`. Both are of this type.
    fn select(
        &mut self,
        ty: Option<MachineType>,
        condition: Self::Value,
        a: Self::Value,
        b: Self::Value,
    ) -> Self::Value;
    /// The word of a reference as an `I64`, which is not a root. It must not be used after the
    /// next call.
    fn reference_word(&mut self, reference: Self::Value) -> Self::Value;
    /// A reference whose word is this `I64`, which is no address in the heap.
    fn word_reference(&mut self, ty: MachineType, word: Self::Value) -> Self::Value;

    /// Reads memory at an address outside the heap.
    fn load(&mut self, access: Access, address: Self::Value, offset: i32) -> Self::Value;
    /// Writes memory at an address outside the heap.
    fn store(&mut self, access: Access, address: Self::Value, offset: i32, value: Self::Value);

    /// Stops the thread if a collection waits for it. This is a safepoint.
    fn poll(&mut self);
    /// Allocates an object of a type of structures, or an exception, with this size. Its fields are
    /// zero. The result is null if the heap is full. This is a safepoint.
    fn allocate_struct(&mut self, id: TypeId, size: u32) -> Self::Value;
    /// Allocates an array with this number of elements, an `I64`, of this size. The elements are
    /// zero. The result is null if the heap has no room for it. This is a safepoint.
    fn allocate_array(&mut self, id: TypeId, element_bytes: u8, length: Self::Value)
    -> Self::Value;
    /// Reads a field or element of an object, which is not null.
    fn load_object(
        &mut self,
        access: Access,
        object: Self::Value,
        place: Place<Self::Value>,
    ) -> Self::Value;
    /// Writes a field or element of an object that was allocated after the last safepoint.
    fn initialize_object(
        &mut self,
        access: Access,
        object: Self::Value,
        offset: i32,
        value: Self::Value,
    );
    /// Writes a field or element of an object, which is not null: with the write barrier if it is
    /// a reference into the heap.
    fn store_object(
        &mut self,
        access: Access,
        object: Self::Value,
        place: Place<Self::Value>,
        value: Self::Value,
    );

    /// Creates a local with an initial value.
    fn declare_local(&mut self, ty: MachineType, initial: Self::Value) -> Self::Local;
    /// Returns the value of a local.
    fn local(&mut self, local: Self::Local) -> Self::Value;
    /// Assigns a local.
    fn set_local(&mut self, local: Self::Local, value: Self::Value);

    /// Creates a block with parameters of these types. A cold one is rarely executed.
    fn block(&mut self, parameters: &[MachineType], cold: bool) -> Self::Block;
    /// Makes a block the current one and returns its parameters.
    fn switch_to(&mut self, block: Self::Block) -> Vec<Self::Value>;
    /// Declares that all jumps to a block have been emitted.
    fn seal(&mut self, block: Self::Block);
    /// Jumps to a block.
    fn jump(&mut self, block: Self::Block, arguments: &[Self::Value]);
    /// Jumps to one block if the `I32` condition is not 0, else to another.
    fn branch(
        &mut self,
        condition: Self::Value,
        then: (Self::Block, &[Self::Value]),
        otherwise: (Self::Block, &[Self::Value]),
    );
    /// Jumps to the target with this `I32` index, or to the default if the index is too large.
    /// All targets receive the same arguments.
    fn switch(
        &mut self,
        index: Self::Value,
        targets: &[Self::Block],
        default: Self::Block,
        arguments: &[Self::Value],
    );
    /// Returns from the function.
    fn return_values(&mut self, values: &[Self::Value]);

    /// Calls a function of WebAssembly.
    fn call(
        &mut self,
        callee: Callee<Self::Value>,
        signature: &Signature,
        context: Self::Value,
        arguments: &[Self::Value],
    ) -> Vec<Self::Value>;
    /// Calls a function of WebAssembly in place of the current frame.
    fn tail_call(
        &mut self,
        callee: Callee<Self::Value>,
        signature: &Signature,
        context: Self::Value,
        arguments: &[Self::Value],
    );
    /// Calls a function of the runtime with the instance context and these `I64` arguments.
    fn runtime_call(&mut self, function: RuntimeFunction, arguments: &[Self::Value])
    -> Self::Value;
}
