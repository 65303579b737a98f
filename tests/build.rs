//! Assembles the managed functions that tests call.

use std::path::Path;

#[path = "../examples/managed/assemble.rs"]
mod assemble;

fn main() {
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let programs = [
        "bulk",
        "deep",
        "deep_in_registers",
        "deopt",
        "deopt_in_registers",
        "direct",
        "direct_registers",
        "documented",
        "fiber_exceptions",
        "fiber_exceptions_in_registers",
        "fibers",
        "fibers_in_registers",
        "fibers_migrating",
        "frames",
        "interrupts",
        "interrupts_in_registers",
        "invoke",
        "invoke_pads",
        "invoke_registers",
        "layouts",
        "marked",
        "misplaced",
        "overflows",
        "overflows_in_registers",
        "patched",
        "pinned",
        "polls",
        "polls_patched_polls",
        "references",
        "registers",
        "signed",
        "slow",
        "soak",
        "stores",
        "thunks",
        "unwind",
        "unwind_registers",
        "values",
        "wrapper_registers",
        "wrappers",
    ];
    let made = assemble::link("test_managed", &programs, &["generated"]);
    println!("cargo::rustc-env=MANAGED_ASSEMBLY={}", made.display());
    // Native code between managed frames, as an optimising compiler emits it.
    let native = ["src/exceptions.c", "src/native_frames.c", "src/patched.c", "src/wrapped.c"];
    for file in native {
        println!("cargo::rerun-if-changed={file}");
    }
    let mut build = cc::Build::new();
    if arch == "aarch64" {
        // Signed return addresses, and landing pads for indirect branches.
        build.flag("-mbranch-protection=pac-ret+leaf+bti");
    }
    build
        .files(native)
        .opt_level(2)
        .flag("-fasynchronous-unwind-tables")
        .flag("-fexceptions")
        .compile("test_native");
    shared_library(&Path::new("managed").join(arch).join("library.s"));
}

/// Links managed code into a shared library of its own, which tests load. Its symbols of the
/// collector are those of the program that loads it, which must export them; since they are
/// exported by name, all other symbols of the program stay private.
#[expect(
    clippy::disallowed_methods,
    reason = "this is no test, and what has the limits is what is built"
)]
fn shared_library(assembly: &Path) {
    println!("cargo::rerun-if-changed={}", assembly.display());
    let directory = std::env::var_os("OUT_DIR").expect("cargo sets it");
    let library = Path::new(&directory).join("libmanaged.so");
    let mut linker = cc::Build::new().get_compiler().to_command();
    linker.args(["-shared", "-nostdlib", "-o"]).arg(&library).arg(assembly);
    let status = linker.status().expect("the C compiler can be started");
    assert!(status.success(), "{linker:?}: {status}");
    println!("cargo::rustc-env=MANAGED_LIBRARY={}", library.display());
    if std::env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|library| library == "musl") {
        // Programs are linked by -static-pie, and can load no libraries. Rust links LLVM's
        // unwinder, which lacks `__gcc_personality_v0`, and no libgcc, which has `__clear_cache`.
        for library in ["gcc_eh", "gcc"] {
            println!("cargo::rustc-link-arg=-l{library}");
        }
        return;
    }
    // Libraries that tests compile also need a personality routine.
    for symbols in ["spgc_*", "test_personality_*"] {
        println!("cargo::rustc-link-arg=-Wl,--export-dynamic-symbol={symbols}");
    }
}
