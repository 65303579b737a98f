//! Parameters that do not fit into registers.
//!
//! A function that tail-calls one with more arguments on the stack must move its return address. So
//! no argument is passed on the stack: those that do not fit into registers are passed in the
//! store's context. The callee reads them before its first safepoint, so no collection happens
//! while a reference is there.

use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::FunctionBuilder;

use super::signature::machine_type;
use crate::code::{MachineType, Signature, layout};

/// Registers for words on all processors, without that of the context.
const WORDS: usize = 5;
/// Registers for floating-point numbers.
const FLOATS: usize = 8;

/// Returns, for each parameter, the offset in the store's context where it is passed, or `None` if
/// it is passed in a register.
pub(super) fn overflow(signature: &Signature) -> Vec<Option<i32>> {
    // Several results may take a register for the address at which they are stored.
    let mut words = WORDS - usize::from(signature.results.len() > 1);
    let mut floats = FLOATS;
    let mut next = layout::store::OVERFLOW;
    let place = |ty: &MachineType| {
        let registers = if matches!(ty, MachineType::F32 | MachineType::F64) {
            &mut floats
        } else {
            &mut words
        };
        if *registers > 0 {
            *registers -= 1;
            return None;
        }
        next += 8;
        Some(next - 8)
    };
    signature.parameters.iter().map(place).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::HEAP_REFERENCE;

    #[test]
    fn registers_are_used_first() {
        let first = layout::store::OVERFLOW;
        let mut signature = Signature { parameters: vec![HEAP_REFERENCE; 6], results: vec![] };
        signature.parameters.extend([MachineType::F32; 9]);
        let mut expected = vec![None; 15];
        (expected[5], expected[14]) = (Some(first), Some(first + 8));
        assert_eq!(overflow(&signature), expected);
        signature.results = vec![MachineType::I32; 2];
        assert_eq!(overflow(&signature)[4..6], [Some(first), Some(first + 8)]);
    }
}
