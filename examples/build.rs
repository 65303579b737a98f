//! Assembles the managed programs; a C compiler's assembler is all it takes.

use std::path::Path;

fn main() {
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let folder = Path::new("managed").join(&arch);
    println!("cargo::rerun-if-changed={}", folder.display());
    let programs = [
        "binary_trees",
        "binary_trees_in_registers",
        "binary_trees_patched_polls",
        "deopt",
        "derived",
        "derived_patched_polls",
        "inline_cache",
    ]
    .map(|name| folder.join(name).with_extension("s"));
    for program in &programs {
        assert!(
            program.exists(),
            "{} is missing: there is no assembly of the managed programs for {arch}",
            program.display(),
        );
        println!("cargo::rerun-if-changed={}", program.display());
    }
    cc::Build::new().files(&programs).compile("managed");
}
