//! Parameters that do not fit into registers.
//!
//! A function that tail-calls one with more arguments on the stack must move its return address. So
//! no argument is passed on the stack.

use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;

use super::signature::machine_type;
use crate::code::parameters::overflow;
use crate::code::{Signature, layout};

fn store_context(builder: &mut FunctionBuilder<'_>, context: Value) -> Value {
    builder.ins().load(types::I64, MemFlagsData::trusted(), context, layout::STORE)
}

/// Returns all parameters, given the context and those in registers. Appended at the start of the
/// callee. References are not declared.
pub(super) fn load_parameters(
    builder: &mut FunctionBuilder<'_>,
    signature: &Signature,
    context: Value,
    registers: &[Value],
) -> Vec<Value> {
    let overflow = overflow(signature);
    if overflow.iter().all(Option::is_none) {
        return registers.to_vec();
    }
    let store = store_context(builder, context);
    let mut registers = registers.iter().copied();
    let pairs = signature.parameters.iter().zip(overflow);
    pairs
        .map(|(&ty, offset)| match offset {
            Some(offset) => {
                builder.ins().load(machine_type(ty), MemFlagsData::trusted(), store, offset)
            }
            None => registers.next().expect("the signature has the others"),
        })
        .collect()
}

/// Stores the arguments that do not fit into registers. Returns the arguments of the call: the
/// context, and those in registers. Appended directly before the call.
pub(super) fn store_arguments(
    builder: &mut FunctionBuilder<'_>,
    signature: &Signature,
    context: Value,
    arguments: &[Value],
) -> Vec<Value> {
    let overflow = overflow(signature);
    let mut passed = vec![context];
    if overflow.iter().all(Option::is_none) {
        passed.extend(arguments);
        return passed;
    }
    let store = store_context(builder, context);
    for (&argument, offset) in arguments.iter().zip(overflow) {
        match offset {
            Some(offset) => {
                builder.ins().store(MemFlagsData::trusted(), argument, store, offset);
            }
            None => passed.push(argument),
        }
    }
    passed
}
