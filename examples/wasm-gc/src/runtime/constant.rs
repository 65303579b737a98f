//! The values of constant expressions.

use std::ptr::NonNull;

use super::instance::Instance;
use super::objects::{Objects, fill, write};
use super::store::StoreContext;
use crate::module::{ConstantExpression, ConstantOperator};
use crate::types::layout::{ELEMENTS, header};
use crate::types::{StructLayout, TypeId, TypeRegistry};
use crate::{Error, Trap, TrapKind};

impl Instance {
    /// Computes the word of a constant expression. The globals that it reads exist.
    ///
    /// # Errors
    ///
    /// If there is no memory for its objects.
    pub(super) fn evaluate(
        &self,
        expression: &ConstantExpression,
        mut store: NonNull<StoreContext>,
    ) -> Result<u64, Error> {
        let types = self.loaded.engine.types();
        // SAFETY: the store's context lives as long as the store, and no compiled code runs.
        let objects = unsafe { &mut store.as_mut().objects };
        let mut stack: Vec<u64> = Vec::new();
        for operator in &expression.0 {
            let word = self.apply(*operator, &mut stack, objects, &types);
            let trap = Trap { kind: TrapKind::OutOfMemory, location: None };
            stack.push(word.ok_or(trap)?);
        }
        Ok(pop(&mut stack))
    }

    /// Applies an operator, and returns `None` if there is no memory for an object.
    fn apply(
        &self,
        operator: ConstantOperator,
        stack: &mut Vec<u64>,
        objects: &mut Objects,
        types: &TypeRegistry,
    ) -> Option<u64> {
        Some(match operator {
            ConstantOperator::I32(value) => u64::from(value as u32),
            ConstantOperator::I64(value) => value as u64,
            ConstantOperator::F32(bits) => u64::from(bits),
            ConstantOperator::F64(bits) => bits,
            // SAFETY: globals live as long as the store.
            ConstantOperator::Global(index) => unsafe {
                self.globals[index as usize].as_ref().cell
            },
            ConstantOperator::Null(_) => 0,
            ConstantOperator::Function(index) => self.functions[index as usize].as_ptr() as u64,
            ConstantOperator::I32Add => {
                u64::from((pop(stack) as u32).wrapping_add(pop(stack) as u32))
            }
            ConstantOperator::I32Mul => {
                u64::from((pop(stack) as u32).wrapping_mul(pop(stack) as u32))
            }
            ConstantOperator::I32Sub => {
                let b = pop(stack) as u32;
                u64::from((pop(stack) as u32).wrapping_sub(b))
            }
            ConstantOperator::I64Add => pop(stack).wrapping_add(pop(stack)),
            ConstantOperator::I64Mul => pop(stack).wrapping_mul(pop(stack)),
            ConstantOperator::I64Sub => {
                let b = pop(stack);
                pop(stack).wrapping_sub(b)
            }
            ConstantOperator::I31 => u64::from((pop(stack) as u32) << 1 | 1),
            ConstantOperator::Internalize | ConstantOperator::Externalize => pop(stack),
            ConstantOperator::StructNew(id) => {
                let fields = types.structure(id);
                let values = stack.split_off(stack.len() - fields.len());
                let layout = StructLayout::of(fields, types);
                let object = objects.new_struct(header(id), u64::from(layout.size))?;
                for ((field, value), offset) in fields.iter().zip(values).zip(layout.offsets) {
                    // SAFETY: the layout is that of the new object.
                    unsafe { write(object, u64::from(offset), value, field.storage.bytes()) };
                }
                object
            }
            ConstantOperator::StructNewDefault(id) => {
                let layout = StructLayout::of(types.structure(id), types);
                objects.new_struct(header(id), u64::from(layout.size))?
            }
            ConstantOperator::ArrayNew(id) => {
                let length = pop(stack);
                let value = pop(stack);
                let bytes = element_bytes(id, types);
                let array = objects.new_array(header(id), bytes, length)?;
                // SAFETY: the new array has these elements.
                unsafe { fill(array, 0, value, length, bytes) };
                array
            }
            ConstantOperator::ArrayNewDefault(id) => {
                objects.new_array(header(id), element_bytes(id, types), pop(stack))?
            }
            ConstantOperator::ArrayNewFixed(id, length) => {
                let values = stack.split_off(stack.len() - length as usize);
                let bytes = element_bytes(id, types);
                let array = objects.new_array(header(id), bytes, u64::from(length))?;
                for (index, value) in values.into_iter().enumerate() {
                    let offset = ELEMENTS as u64 + bytes * index as u64;
                    // SAFETY: the new array has these elements.
                    unsafe { write(array, offset, value, bytes as u8) };
                }
                array
            }
        })
    }
}

fn pop(stack: &mut Vec<u64>) -> u64 {
    stack.pop().expect("validation checks the operands")
}

fn element_bytes(id: TypeId, types: &TypeRegistry) -> u64 {
    u64::from(types.array(id).storage.bytes())
}
