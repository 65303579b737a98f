//! Compiles what the benchmarks compare with, and lets libraries of managed code that they load use
//! the symbols of the collector.

fn main() {
    println!("cargo::rustc-link-arg-benches=-Wl,--export-dynamic-symbol=spgc_*");
    println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol=spgc_*");
    let limit = "peers/root_scan/limit.c";
    println!("cargo::rerun-if-changed={limit}");
    // Always optimised: it is the limit.
    cc::Build::new().file(limit).opt_level(2).compile("root_scan_limit");
}
