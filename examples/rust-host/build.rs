//! Compiles `program.pairs` and links it into the host. The compiler of this example
//! (`compile/ir.rs`) translates it to LLVM IR, LLVM's tools (`compile/llvm.rs`) to assembly, and
//! the C compiler to an object file.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

#[path = "compile/ir.rs"]
mod ir;
#[path = "src/language/mod.rs"]
mod language;
#[path = "compile/llvm.rs"]
mod llvm;

/// Folder of the prelude, relative to this package.
const IR: &str = "../../gc/ir";

fn main() -> Result<(), Box<dyn Error>> {
    for file in ["build.rs", "compile", "src/language", "program.pairs", IR] {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-env-changed=LLVM_SUFFIX");
    let text = fs::read_to_string("program.pairs")?;
    let program = language::parse(&text).map_err(|error| format!("program.pairs: {error}"))?;
    let tools = llvm::Tools::find(&env::var("LLVM_SUFFIX").unwrap_or_else(|_| "-19".to_owned()))?;
    let pointers = if tools.has_opaque_pointers() { ir::OPAQUE } else { ir::TYPED };
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(folder.join("program.ll"), ir::compile(&program, pointers)?)?;
    let prelude = fs::canonicalize(IR)?.join(pointers.prelude);
    let assembly = tools.assembly(&folder, "program.ll", &prelude, &env::var("TARGET")?)?;
    cc::Build::new().file(assembly).compile("program");
    println!("cargo::rustc-env=PAIRS_LLVM={}", tools.version());
    Ok(())
}
