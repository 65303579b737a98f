//! Machine types and signatures in Cranelift's terms.

use cranelift_codegen::ir::{self, AbiParam, types};
use cranelift_codegen::isa::CallConv;

use super::parameters::overflow;
use crate::code::{MachineType, RuntimeFunction, Signature};

/// Returns Cranelift's type for values of a machine type.
pub(super) fn machine_type(ty: MachineType) -> ir::Type {
    match ty {
        MachineType::I32 => types::I32,
        MachineType::I64 | MachineType::Reference(_) => types::I64,
        MachineType::F32 => types::F32,
        MachineType::F64 => types::F64,
    }
}

/// Returns the signature of a compiled function: the address of the context, then the parameters
/// that fit into registers, by the convention that allows tail calls.
pub(super) fn wasm_signature(signature: &Signature) -> ir::Signature {
    let mut result = ir::Signature::new(CallConv::Tail);
    let parameter = |&ty: &MachineType| AbiParam::new(machine_type(ty));
    result.params.push(AbiParam::new(types::I64));
    let in_registers = signature.parameters.iter().zip(overflow(signature));
    let in_registers = in_registers.filter(|(_, offset)| offset.is_none());
    result.params.extend(in_registers.map(|(ty, _)| parameter(ty)));
    result.returns.extend(signature.results.iter().map(parameter));
    result
}

/// Returns the signature of a function of the runtime: the address of the context, this number of
/// parameters, and a result.
pub(super) fn runtime_signature(parameters: usize, convention: CallConv) -> ir::Signature {
    let mut result = ir::Signature::new(convention);
    result.params.extend(std::iter::repeat_n(AbiParam::new(types::I64), 1 + parameters));
    result.returns.push(AbiParam::new(types::I64));
    result
}

/// The addresses of the functions of the runtime.
#[derive(Clone, Debug)]
pub struct RuntimeAddresses([usize; RuntimeFunction::ALL.len()]);

impl RuntimeAddresses {
    /// Creates the table from the address of each function.
    pub fn new(address: impl Fn(RuntimeFunction) -> usize) -> Self {
        Self(RuntimeFunction::ALL.map(address))
    }

    /// Returns the address of a function.
    pub(super) fn get(&self, function: RuntimeFunction) -> usize {
        self.0[function as usize]
    }
}
