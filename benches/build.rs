//! Compiles the C code of the lower bounds and the managed code of the benchmarks, and exports the
//! symbols of the collector to the libraries of managed code that they load.

#[path = "../examples/managed/assemble.rs"]
mod assemble;

fn main() {
    println!("cargo::rustc-link-arg-benches=-Wl,--export-dynamic-symbol=spgc_*");
    println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol=spgc_*");
    // The lower bounds are always optimized.
    compile(&["peers/root_scan/limit.c"], "root_scan_limit");
    compile(&["peers/fibers/limit.c"], "fibers_limit");
    let safepoint = ["limit.c", "native.c"].map(|name| format!("peers/time_to_safepoint/{name}"));
    println!("cargo::rerun-if-changed=peers/time_to_safepoint/native.h");
    compile(&safepoint, "time_to_safepoint_limit");
    let programs = [
        "allocation",
        "allocation_in_registers",
        "deep_stacks",
        "deep_stacks_in_registers",
        "fibers",
        "fibers_in_registers",
        "gcbench",
        "gcbench_in_registers",
        "loops",
        "pause",
        "pause_in_registers",
        "polls",
        "polls_patched_polls",
        "trace",
        "trace_in_registers",
    ];
    assemble::link("bench_managed", &programs, &[]);
}

/// Compiles C files to a static library.
fn compile(files: &[impl AsRef<str>], name: &str) {
    for file in files {
        println!("cargo::rerun-if-changed={}", file.as_ref());
    }
    cc::Build::new().files(files.iter().map(AsRef::as_ref)).opt_level(2).compile(name);
}
