//! The code generators, and the code that each makes of a module.

use std::sync::Arc;

use statepoint_gc::CodeRegistry;

use super::thread::thread_context;
use crate::Error;
use crate::code::RuntimeAddresses;
use crate::cranelift::{self, Convention};
use crate::llvm::{self, Tools};
use crate::module::Module;
use crate::types::TypeRegistry;

/// What compiles the modules of an engine.
#[derive(Clone, Debug, Default)]
pub enum CodeGenerator {
    /// Cranelift, in this process.
    #[default]
    Cranelift,
    /// LLVM's tools, in processes of their own.
    Llvm(Tools),
}

impl CodeGenerator {
    /// Returns how the compiled functions are called.
    pub(super) fn convention(&self) -> Convention {
        match self {
            Self::Cranelift => Convention::Tail,
            Self::Llvm(_) => Convention::C,
        }
    }
}

/// The compiled functions of a module.
#[derive(Debug)]
pub(super) enum CompiledCode {
    Cranelift(Box<cranelift::CompiledModule>),
    Llvm(llvm::CompiledModule),
}

impl CompiledCode {
    /// Compiles a module. The types are locked only while it is translated.
    pub(super) fn compile<'t, Types: std::ops::Deref<Target = TypeRegistry> + 't>(
        generator: &CodeGenerator,
        module: &Module,
        types: impl FnOnce() -> Types,
        runtime: &RuntimeAddresses,
        registry: &Arc<CodeRegistry>,
    ) -> Result<Self, Error> {
        match generator {
            CodeGenerator::Cranelift => {
                let code = cranelift::CompiledModule::compile(module, &types(), runtime)?;
                Ok(Self::Cranelift(Box::new(code.register(registry)?)))
            }
            CodeGenerator::Llvm(tools) => {
                let code = llvm::CompiledModule::translate(module, &types())?;
                let code = code.compile(tools, runtime, registry, thread_context())?;
                Ok(Self::Llvm(code))
            }
        }
    }

    /// Returns the address of one of the module's own functions, by its index among them.
    pub(super) fn function(&self, index: usize) -> usize {
        match self {
            Self::Cranelift(code) => code.function(index),
            Self::Llvm(code) => code.function(index),
        }
    }

    /// Checks that the calling thread can run the code.
    pub(super) fn check_thread(&self) -> Result<(), Error> {
        match self {
            Self::Cranelift(_) => Ok(()),
            Self::Llvm(code) => Ok(code.check_thread(thread_context())?),
        }
    }
}
