//! The program in the guide is the example, and runs.

/// The example, whose `main` the test calls.
#[path = "../../examples/list.rs"]
mod list;

/// The chapter of the guide.
const CHAPTER: &str = include_str!("../../../docs/porting/cranelift.md");

#[test]
fn the_documented_program_is_the_example() {
    let (_, block) = CHAPTER.split_once("```rust,ignore\n").expect("a program");
    let (block, _) = block.split_once("```\n").expect("the program ends");
    assert_eq!(block, include_str!("../../examples/list.rs"));
}

#[test]
fn the_documented_program_runs() {
    list::main().expect("the program succeeds");
}
