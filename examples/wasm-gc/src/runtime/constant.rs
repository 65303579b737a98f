//! The values of constant expressions.

use statepoint_gc::AllocationError;

use super::instance::Instance;
use super::thread::with_mutator;
use super::value::{Reference, Value};
use crate::module::{ConstantExpression, ConstantOperator};
use crate::types::layout::ELEMENTS;
use crate::types::{StorageType, StructLayout, TypeId};
use crate::{Error, Trap, TrapKind};

/// An object under construction: where its fields are.
struct Layout {
    /// The offset of each field or element, and what is stored there.
    fields: Vec<(usize, StorageType)>,
    /// The number of elements, of an array.
    length: Option<u64>,
}

impl Instance {
    /// Computes a constant expression that is an offset.
    ///
    /// # Errors
    ///
    /// As for [`Self::evaluate`].
    pub(super) fn evaluate_offset(
        &self,
        expression: &ConstantExpression,
        store: u64,
    ) -> Result<u64, Error> {
        let value = self.evaluate(expression, store)?;
        Ok(value.word().expect("validation checks that an offset is a number"))
    }

    /// Computes the value of a constant expression. The globals that it reads exist.
    ///
    /// # Errors
    ///
    /// If an array is too large for the heap.
    pub(super) fn evaluate(
        &self,
        expression: &ConstantExpression,
        store: u64,
    ) -> Result<Value, Error> {
        let mut stack: Vec<Value> = Vec::new();
        for operator in &expression.0 {
            let value = self.apply(*operator, &mut stack, store)?;
            stack.push(value);
        }
        Ok(pop(&mut stack))
    }

    fn apply(
        &self,
        operator: ConstantOperator,
        stack: &mut Vec<Value>,
        store: u64,
    ) -> Result<Value, Error> {
        Ok(match operator {
            ConstantOperator::I32(value) => Value::I32(value),
            ConstantOperator::I64(value) => Value::I64(value),
            ConstantOperator::F32(bits) => Value::F32(bits),
            ConstantOperator::F64(bits) => Value::F64(bits),
            ConstantOperator::Global(index) => {
                let mut global = self.globals[index as usize];
                // SAFETY: globals live as long as the store, and no compiled code runs.
                unsafe { global.as_mut() }.value(&self.loaded.engine, store)
            }
            ConstantOperator::Null(_) => Value::Reference(Reference::Null),
            ConstantOperator::Function(index) => {
                let pointer = self.functions[index as usize];
                let function = super::arena::Handle { pointer, store };
                Value::Reference(Reference::Function(function))
            }
            ConstantOperator::I32Add => arithmetic32(stack, i32::wrapping_add),
            ConstantOperator::I32Mul => arithmetic32(stack, i32::wrapping_mul),
            ConstantOperator::I32Sub => arithmetic32(stack, i32::wrapping_sub),
            ConstantOperator::I64Add => arithmetic64(stack, i64::wrapping_add),
            ConstantOperator::I64Mul => arithmetic64(stack, i64::wrapping_mul),
            ConstantOperator::I64Sub => arithmetic64(stack, i64::wrapping_sub),
            ConstantOperator::I31 => {
                let number = pop_i32(stack) as u32 & 0x7fff_ffff;
                Value::Reference(Reference::I31(number))
            }
            ConstantOperator::Internalize | ConstantOperator::Externalize => pop(stack),
            ConstantOperator::StructNew(id) => {
                let layout = self.struct_layout(id);
                let values = stack.split_off(stack.len() - layout.fields.len());
                self.object(id, &layout, values, store)?
            }
            ConstantOperator::StructNewDefault(id) => {
                let layout = self.struct_layout(id);
                self.object(id, &layout, vec![], store)?
            }
            ConstantOperator::ArrayNew(id) => {
                let length = u64::from(pop_i32(stack) as u32);
                let value = pop(stack);
                let layout = self.array_layout(id, length)?;
                let values = vec![value; layout.fields.len()];
                self.object(id, &layout, values, store)?
            }
            ConstantOperator::ArrayNewDefault(id) => {
                let length = u64::from(pop_i32(stack) as u32);
                self.check_length(id, length)?;
                let layout = Layout { fields: vec![], length: Some(length) };
                self.object(id, &layout, vec![], store)?
            }
            ConstantOperator::ArrayNewFixed(id, length) => {
                let values = stack.split_off(stack.len() - length as usize);
                let layout = self.array_layout(id, u64::from(length))?;
                self.object(id, &layout, values, store)?
            }
        })
    }

    fn struct_layout(&self, id: TypeId) -> Layout {
        let types = self.loaded.engine.types();
        let fields = types.structure(id);
        let offsets = StructLayout::of(fields, &types).offsets;
        let fields = offsets.iter().zip(fields);
        let fields = fields.map(|(&offset, field)| (offset as usize, field.storage)).collect();
        Layout { fields, length: None }
    }

    /// Returns the storage of an array's elements.
    ///
    /// # Errors
    ///
    /// If an array of this length is larger than the heap may be.
    fn check_length(&self, id: TypeId, length: u64) -> Result<StorageType, Error> {
        let engine = &self.loaded.engine;
        let storage = engine.types().array(id).storage;
        // A length has 32 bits, so the product does not wrap.
        let bytes = length * u64::from(storage.bytes());
        if bytes > engine.heap().limit() as u64 { Err(out_of_memory()) } else { Ok(storage) }
    }

    fn array_layout(&self, id: TypeId, length: u64) -> Result<Layout, Error> {
        let storage = self.check_length(id, length)?;
        let mut fields = Vec::new();
        if fields.try_reserve_exact(length as usize).is_err() {
            return Err(out_of_memory());
        }
        let offset = |index| ELEMENTS as usize + usize::from(storage.bytes()) * index as usize;
        fields.extend((0..length).map(|index| (offset(index), storage)));
        Ok(Layout { fields, length: Some(length) })
    }

    /// Allocates an object and stores values into its fields in their order.
    fn object(
        &self,
        id: TypeId,
        layout: &Layout,
        values: Vec<Value>,
        store: u64,
    ) -> Result<Value, Error> {
        let engine = &self.loaded.engine;
        with_mutator(|mutator| {
            let id = id.of_collector();
            let allocated = match layout.length {
                Some(length) => mutator.allocate_array(id, length),
                None => mutator.allocate(id),
            };
            let object = match allocated {
                Ok(object) => object,
                Err(AllocationError::Length { .. } | AllocationError::OutOfMemory { .. }) => {
                    return Err(out_of_memory());
                }
                Err(error) => unreachable!("the type is registered: {error}"),
            };
            // Fields of less than a word are collected into words, which lie at multiples of 8.
            let mut word = (0, 0);
            for (&(offset, storage), value) in layout.fields.iter().zip(&values) {
                let Some(bits) = value.word() else {
                    let Value::Reference(reference) = value else {
                        unreachable!("only references have no word")
                    };
                    let stored = mutator.store_reference(&object, offset, reference.handle());
                    stored.expect("the field holds references");
                    continue;
                };
                let (start, shift) = (offset & !7, 8 * (offset & 7));
                if start != word.0 {
                    word = (start, 0);
                }
                let mask = u64::MAX >> (64 - 8 * u32::from(storage.bytes()));
                word.1 |= (bits & mask) << shift;
                mutator.store_word(&object, start, word.1).expect("the object has this word");
            }
            Ok(Value::Reference(Reference::from_object(engine, mutator, object, store)))
        })
    }
}

fn out_of_memory() -> Error {
    Trap { kind: TrapKind::OutOfMemory, location: None }.into()
}

fn pop(stack: &mut Vec<Value>) -> Value {
    stack.pop().expect("validation checks the operands")
}

fn pop_i32(stack: &mut Vec<Value>) -> i32 {
    match pop(stack) {
        Value::I32(value) => value,
        other => unreachable!("validation checks that {other} is an i32"),
    }
}

fn pop_i64(stack: &mut Vec<Value>) -> i64 {
    match pop(stack) {
        Value::I64(value) => value,
        other => unreachable!("validation checks that {other} is an i64"),
    }
}

fn arithmetic32(stack: &mut Vec<Value>, operation: impl Fn(i32, i32) -> i32) -> Value {
    let b = pop_i32(stack);
    Value::I32(operation(pop_i32(stack), b))
}

fn arithmetic64(stack: &mut Vec<Value>, operation: impl Fn(i64, i64) -> i64) -> Value {
    let b = pop_i64(stack);
    Value::I64(operation(pop_i64(stack), b))
}
