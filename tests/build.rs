//! Assembles the managed functions that tests call; a C compiler's assembler is all it takes.

use std::path::Path;

fn main() {
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let folder = Path::new("managed").join(&arch);
    let programs = [
        "direct",
        "direct_registers",
        "frames",
        "invoke",
        "invoke_pads",
        "invoke_registers",
        "registers",
        "values",
    ]
    .map(|name| folder.join(name).with_extension("s"));
    for program in &programs {
        println!("cargo::rerun-if-changed={}", program.display());
    }
    cc::Build::new().files(&programs).compile("test_managed");
    // Native code between managed frames, as an optimising compiler makes it.
    let native = ["src/exceptions.c", "src/native_frames.c"];
    for file in native {
        println!("cargo::rerun-if-changed={file}");
    }
    cc::Build::new()
        .files(native)
        .opt_level(2)
        .flag("-fasynchronous-unwind-tables")
        .flag("-fexceptions")
        .compile("test_native");
}
