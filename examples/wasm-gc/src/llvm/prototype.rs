//! How compiled functions are called: by the convention of C, with all arguments in registers or
//! in the store's context.
//!
//! A tail call must be `musttail`, as other tail calls are only a hint, and this one must have the
//! caller's prototype. So a function that makes tail calls has a wide prototype: a parameter for
//! each register that an argument can be passed in. Its callers may use the natural one, as both
//! pass the parameters of the function in the same registers.

use std::fmt::Write as _;

use super::value::{Name, Type, Value};
use crate::code::Signature;
use crate::code::parameters::{FLOATS, WORDS, overflow};

/// A prototype in the terms of LLVM.
#[derive(Clone, Debug)]
pub(super) struct Prototype {
    /// The types of the parameters after the context.
    pub(super) parameters: Vec<Type>,
    pub(super) result: Option<Type>,
    /// Whether there is a parameter for each register.
    pub(super) is_wide: bool,
}

impl Prototype {
    /// Returns the prototype with the parameters of the signature that fit into registers.
    pub(super) fn natural(signature: &Signature) -> Self {
        let (words, floats) = in_registers(signature);
        Self {
            parameters: words.into_iter().chain(floats).collect(),
            result: signature.results.first().map(|&ty| Type::of(ty)),
            is_wide: false,
        }
    }

    /// Returns the prototype with a parameter for each register.
    pub(super) fn wide(signature: &Signature) -> Self {
        let (words, floats) = in_registers(signature);
        let mut parameters: Vec<_> = words.into_iter().map(widened).collect();
        parameters.resize(WORDS, Type::I64);
        parameters.extend(floats.into_iter().map(widened));
        parameters.resize(WORDS + FLOATS, Type::F64);
        let result = signature.results.first().map(|&ty| Type::of(ty));
        Self { parameters, result, is_wide: true }
    }

    /// Returns the type of the result for the text of a call or a definition.
    pub(super) fn result_text(&self) -> String {
        self.result.map_or_else(|| "void".to_owned(), |ty| ty.to_string())
    }

    /// Returns the parameters for the text of a definition.
    pub(super) fn parameters_text(&self) -> String {
        let mut text = "i64 %context".to_owned();
        for (index, ty) in self.parameters.iter().enumerate() {
            write!(text, ", {ty} %p{index}").expect("a string can be written");
        }
        text
    }

    /// Returns the parameter in each position of the signature's parameters in registers: words,
    /// then floats.
    pub(super) fn values(&self, signature: &Signature) -> Vec<Value> {
        let (words, floats) = in_registers(signature);
        let first_float = if self.is_wide { WORDS } else { words.len() };
        let positions = (0..words.len()).chain((0..floats.len()).map(|index| first_float + index));
        let value = |index| Value { ty: self.parameters[index], name: Name::Parameter(index) };
        positions.map(value).collect()
    }
}

/// Returns the type of the parameter for a register that holds values of a type.
fn widened(ty: Type) -> Type {
    match ty {
        Type::I32 => Type::I64,
        Type::F32 => Type::F64,
        other => other,
    }
}

/// Returns the types of the parameters that fit into registers: words, and floats.
fn in_registers(signature: &Signature) -> (Vec<Type>, Vec<Type>) {
    let parameters = signature.parameters.iter().zip(overflow(signature));
    let types = parameters.filter(|(_, offset)| offset.is_none()).map(|(&ty, _)| Type::of(ty));
    types.partition(|ty| !ty.is_float())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{HEAP_REFERENCE, MachineType};

    #[test]
    fn both_prototypes_use_the_same_registers() {
        let parameters = vec![MachineType::F32, MachineType::I32, HEAP_REFERENCE, MachineType::F64];
        let signature = Signature { parameters, results: vec![MachineType::I32] };
        let natural = Prototype::natural(&signature);
        assert_eq!(natural.parameters, [Type::I32, Type::Reference, Type::F32, Type::F64]);
        let wide = Prototype::wide(&signature);
        assert_eq!(wide.parameters.len(), WORDS + FLOATS);
        assert_eq!(wide.parameters[..3], [Type::I64, Type::Reference, Type::I64]);
        let positions = |prototype: &Prototype| {
            let values = prototype.values(&signature);
            values.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(positions(&natural), ["%p0", "%p1", "%p2", "%p3"]);
        assert_eq!(positions(&wide), ["%p0", "%p1", "%p5", "%p6"]);
        assert_eq!(wide.result_text(), "i32");
    }
}
