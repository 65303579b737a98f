//! Assembles the managed programs and links them into the package.

#[path = "managed/assemble.rs"]
mod assemble;

fn main() {
    let programs = [
        "binary_trees",
        "binary_trees_in_registers",
        "binary_trees_patched_polls",
        "deopt",
        "derived",
        "derived_patched_polls",
        "generators",
        "inline_cache",
    ];
    assemble::link("managed", &programs, &[]);
}
