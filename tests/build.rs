//! Assembles the managed functions that tests call; a C compiler's assembler is all it takes.

use std::path::Path;

fn main() {
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let folder = Path::new("managed").join(&arch);
    let programs = ["direct", "direct_registers", "frames", "registers", "values"]
        .map(|name| folder.join(name).with_extension("s"));
    for program in &programs {
        println!("cargo::rerun-if-changed={}", program.display());
    }
    cc::Build::new().files(&programs).compile("test_managed");
    // Native code between managed frames, as an optimising compiler makes it.
    let native = "src/native_frames.c";
    println!("cargo::rerun-if-changed={native}");
    cc::Build::new()
        .file(native)
        .opt_level(2)
        .flag("-fasynchronous-unwind-tables")
        .compile("test_native_frames");
}
