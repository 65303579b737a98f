//! The registry's benchmark loads a library of managed code, which uses symbols of the collector.

fn main() {
    println!("cargo::rustc-link-arg-benches=-Wl,--export-dynamic-symbol=spgc_*");
}
