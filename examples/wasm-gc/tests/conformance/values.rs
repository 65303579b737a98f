//! Arguments and expected results of scripts.

use wasm_gc::runtime::{Reference, Value};
use wast::core::{NanPattern, WastArgCore, WastRetCore};
use wast::{WastArg, WastRet};

/// Returns the value of an argument, or `None` if there are no such values here.
pub(crate) fn argument(argument: &WastArg<'_>) -> Option<Value> {
    let WastArg::Core(argument) = argument else { return None };
    Some(match argument {
        WastArgCore::I32(value) => Value::I32(*value),
        WastArgCore::I64(value) => Value::I64(*value),
        WastArgCore::F32(value) => Value::F32(value.bits),
        WastArgCore::F64(value) => Value::F64(value.bits),
        WastArgCore::RefNull(_) => Value::Reference(Reference::Null),
        WastArgCore::RefExtern(number) | WastArgCore::RefHost(number) => {
            Value::Reference(Reference::Host(u64::from(*number)))
        }
        WastArgCore::V128(_) => return None,
    })
}

/// Returns whether a result is as expected.
pub(crate) fn is_expected(value: &Value, expected: &WastRet<'_>) -> bool {
    match expected {
        WastRet::Core(expected) => core_is_expected(value, expected),
        _ => false,
    }
}

fn core_is_expected(value: &Value, expected: &WastRetCore<'_>) -> bool {
    use Reference::{Array, Function, Host, I31, Null, Struct};
    match (value, expected) {
        (value, WastRetCore::Either(choices)) => {
            choices.iter().any(|each| core_is_expected(value, each))
        }
        (Value::I32(value), WastRetCore::I32(expected)) => value == expected,
        (Value::I64(value), WastRetCore::I64(expected)) => value == expected,
        (Value::F32(bits), WastRetCore::F32(pattern)) => match pattern {
            NanPattern::CanonicalNan => bits & 0x7fff_ffff == 0x7fc0_0000,
            NanPattern::ArithmeticNan => bits & 0x7fc0_0000 == 0x7fc0_0000,
            NanPattern::Value(expected) => *bits == expected.bits,
        },
        (Value::F64(bits), WastRetCore::F64(pattern)) => match pattern {
            NanPattern::CanonicalNan => bits << 1 >> 1 == 0x7ff8_0000_0000_0000,
            NanPattern::ArithmeticNan => bits & 0x7ff8_0000_0000_0000 == 0x7ff8_0000_0000_0000,
            NanPattern::Value(expected) => *bits == expected.bits,
        },
        (Value::Reference(reference), expected) => match (reference, expected) {
            (Null, WastRetCore::RefNull(_)) => true,
            (Null, _) => false,
            (Host(number), WastRetCore::RefExtern(Some(expected)))
            | (Host(number), WastRetCore::RefHost(expected)) => *number == u64::from(*expected),
            (_, WastRetCore::RefExtern(None)) => true,
            (Function(_), WastRetCore::RefFunc(None)) => true,
            (I31(_), WastRetCore::RefI31 | WastRetCore::RefEq | WastRetCore::RefAny) => true,
            (Struct(_), WastRetCore::RefStruct | WastRetCore::RefEq | WastRetCore::RefAny) => true,
            (Array(_), WastRetCore::RefArray | WastRetCore::RefEq | WastRetCore::RefAny) => true,
            (Host(_), WastRetCore::RefAny) => true,
            _ => false,
        },
        _ => false,
    }
}
