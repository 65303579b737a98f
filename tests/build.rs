//! Assembles the managed functions that tests call; a C compiler's assembler is all it takes.

use std::path::Path;

fn main() {
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let folder = Path::new("managed").join(&arch);
    let programs =
        ["frames", "registers", "values"].map(|name| folder.join(name).with_extension("s"));
    for program in &programs {
        println!("cargo::rerun-if-changed={}", program.display());
    }
    cc::Build::new().files(&programs).compile("test_managed");
}
