//! Compiles what the benchmarks compare with, and lets libraries of managed code that they load use
//! the symbols of the collector.

fn main() {
    println!("cargo::rustc-link-arg-benches=-Wl,--export-dynamic-symbol=spgc_*");
    println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol=spgc_*");
    // Always optimised: these are the limits.
    compile(&["peers/root_scan/limit.c"], "root_scan_limit");
    let safepoint = ["limit.c", "native.c"].map(|name| format!("peers/time_to_safepoint/{name}"));
    println!("cargo::rerun-if-changed=peers/time_to_safepoint/native.h");
    compile(&safepoint, "time_to_safepoint_limit");
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let suites = ["allocation", "gcbench", "trace", "pause"];
    let modes = suites.iter().flat_map(|name| [(*name).to_owned(), format!("{name}_in_registers")]);
    let programs = modes.chain(["loops", "polls", "polls_patched_polls"].map(str::to_owned));
    let files: Vec<String> = programs.map(|name| format!("managed/{arch}/{name}.s")).collect();
    compile(&files, "bench_managed");
}

fn compile(files: &[impl AsRef<str>], name: &str) {
    for file in files {
        println!("cargo::rerun-if-changed={}", file.as_ref());
    }
    cc::Build::new().files(files.iter().map(AsRef::as_ref)).opt_level(2).compile(name);
}
