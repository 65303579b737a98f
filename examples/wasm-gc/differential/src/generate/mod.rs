//! Random modules.

pub mod program;
mod smith;

use std::fmt;
use std::str::FromStr;

pub use smith::module_of_bytes;

/// What generates modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `wasm-smith`, whose modules have every construct.
    Smith,
    /// This crate, whose programs build graphs of objects.
    Program,
}

impl Source {
    /// Returns the source of the module with a seed if both are used in turn.
    pub fn of_seed(seed: u64) -> Self {
        if seed.is_multiple_of(2) { Self::Program } else { Self::Smith }
    }

    /// Generates the module with a seed. The same seed yields the same module.
    pub fn module(self, seed: u64) -> Vec<u8> {
        match self {
            Self::Smith => smith::module(seed),
            Self::Program => program::module(seed),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smith => "smith",
            Self::Program => "program",
        })
    }
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "smith" => Ok(Self::Smith),
            "program" => Ok(Self::Program),
            _ => Err(format!("{text} is not `smith` or `program`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wasmparser::{Validator, WasmFeatures};

    use super::*;
    use crate::operators;

    /// Instructions that programs must have: those of objects, references, tables and exceptions.
    const REQUIRED: &str = "StructNew StructNewDefault StructGet StructGetS StructGetU StructSet \
        ArrayNew ArrayNewDefault ArrayNewFixed ArrayNewData ArrayNewElem ArrayGet ArrayGetS \
        ArrayGetU ArraySet ArrayLen ArrayFill ArrayCopy ArrayInitData ArrayInitElem RefTestNonNull \
        RefTestNullable RefCastNonNull BrOnCast BrOnCastFail BrOnNull BrOnNonNull RefEq RefIsNull \
        RefAsNonNull RefFunc RefNull RefI31 I31GetS I31GetU AnyConvertExtern ExternConvertAny \
        TypedSelect TableGet TableSet TableGrow TableFill TableCopy TableInit TableSize MemoryCopy \
        MemoryFill MemoryInit MemoryGrow Call CallRef CallIndirect ReturnCall ReturnCallRef \
        ReturnCallIndirect TryTable Throw ThrowRef Loop BrTable Return Unreachable";

    fn validate(bytes: &[u8], seed: u64) {
        let validated = Validator::new_with_features(WasmFeatures::WASM3).validate_all(bytes);
        if let Err(error) = validated {
            panic!("seed {seed}: {error}");
        }
    }

    #[test]
    fn programs_are_valid_and_have_all_instructions_of_objects() {
        let mut counts = BTreeMap::new();
        for seed in 0..300 {
            let bytes = Source::Program.module(seed);
            validate(&bytes, seed);
            operators::count(&bytes, &mut counts);
        }
        let missing: Vec<_> =
            REQUIRED.split_whitespace().filter(|&name| !counts.contains_key(name)).collect();
        assert_eq!(missing, Vec::<&str>::new(), "{counts:?}");
        assert!(counts.len() > 180, "{} kinds", counts.len());
    }

    #[test]
    fn modules_of_wasm_smith_are_valid_and_the_same_for_a_seed() {
        for seed in 0..30 {
            let bytes = Source::Smith.module(seed);
            validate(&bytes, seed);
            assert_eq!(bytes, Source::Smith.module(seed));
            assert_ne!(bytes, Source::Smith.module(seed + 1));
        }
    }
}
