//! The code generators that tests run programs with.

use test_support::llvm::Llvm;
use wasm_gc::llvm::Tools;
use wasm_gc::runtime::CodeGenerator;

/// The oldest version of LLVM that the back end supports.
const OLDEST_LLVM: u32 = 16;

/// Returns the selected and installed versions of LLVM that the back end supports.
pub(crate) fn llvm_versions() -> Vec<u32> {
    let versions = Llvm::installed().into_iter().map(|llvm| llvm.version());
    versions.filter(|&version| version >= OLDEST_LLVM).collect()
}

/// Returns a code generator for each of these versions.
pub(crate) fn llvm() -> Vec<CodeGenerator> {
    let tools = |version| Tools::with_suffix(&format!("-{version}")).expect("it is installed");
    llvm_versions().into_iter().map(|version| CodeGenerator::Llvm(tools(version))).collect()
}

/// Returns Cranelift, then those of [`llvm`].
#[allow(dead_code, reason = "some tests use LLVM only")]
pub(crate) fn all() -> Vec<CodeGenerator> {
    let mut generators = vec![CodeGenerator::Cranelift];
    generators.extend(llvm());
    generators
}
