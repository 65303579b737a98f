//! Machine types and signatures in Cranelift's terms.

use cranelift_codegen::ir::{self, AbiParam, types};
use cranelift_codegen::isa::CallConv;

use crate::code::parameters::overflow;
use crate::code::{MachineType, Signature};

/// Returns Cranelift's type for values of a machine type.
pub(super) fn machine_type(ty: MachineType) -> ir::Type {
    match ty {
        MachineType::I32 => types::I32,
        MachineType::I64 | MachineType::Reference(_) => types::I64,
        MachineType::F32 => types::F32,
        MachineType::F64 => types::F64,
    }
}

/// How compiled functions are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// By Cranelift's convention that allows tail calls: what Cranelift compiles.
    Tail,
    /// By that of C, with results after the first in the store's context: what LLVM compiles.
    C,
}

/// Returns the signature of a compiled function: the address of the context, then the parameters
/// that fit into registers.
pub(super) fn wasm_signature(signature: &Signature, convention: Convention) -> ir::Signature {
    let (call, results) = match convention {
        Convention::Tail => (CallConv::Tail, signature.results.len()),
        Convention::C => (CallConv::SystemV, signature.results.len().min(1)),
    };
    let mut result = ir::Signature::new(call);
    let parameter = |&ty: &MachineType| AbiParam::new(machine_type(ty));
    result.params.push(AbiParam::new(types::I64));
    let in_registers = signature.parameters.iter().zip(overflow(signature));
    let in_registers = in_registers.filter(|(_, offset)| offset.is_none());
    result.params.extend(in_registers.map(|(ty, _)| parameter(ty)));
    result.returns.extend(signature.results[..results].iter().map(parameter));
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
