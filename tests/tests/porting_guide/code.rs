//! Statements of the porting guide about incorrect IR (lost references, refused programs), and its
//! programs in C.

use std::fs;
use std::path::Path;
use std::process::Command;

use statepoint_scanner::arch::X86_64;
use statepoint_scanner::stackmap;
use statepoint_scanner::statepoint::Statepoint;
use tests::capi::{compiler, root, run};
use tests::llvm::{Llvm, ToolError, section};
use tests::timeout;

use crate::guide::{Block, blocks, blocks_of};
use crate::ir::{Options, architectures, compile, opaque_versions, rewrite, sources};
use crate::shown::compare;

/// Returns the number of functions of a block that have the attribute `gc`.
fn managed_functions(block: &Block) -> usize {
    let defined = block.text.lines().filter(|line| line.starts_with("define "));
    defined.filter(|line| line.contains(" gc \"")).count()
}

/// Returns, for each function of an object file, the number of references in the record of its last
/// call.
fn references_at_last_calls(object: &Path) -> Vec<usize> {
    let Ok(bytes) = section(object, ".llvm_stackmaps") else { return Vec::new() };
    let map = stackmap::maps(&bytes).next().expect("a stack map").expect("of a known version");
    let mut records = map.records();
    let last = map.functions().map(|function| {
        let count = function.record_count.and_then(|count| usize::try_from(count).ok());
        let record = records.by_ref().take(count.expect("a count")).last().expect("a record");
        let statepoint = Statepoint::<X86_64>::decode(&record, &map.constants());
        statepoint.expect("a statepoint").pairs().len()
    });
    last.collect()
}

/// The stack map has no reference in blocks that the guide marks `lost`, and has one in each
/// function of the blocks marked `kept`.
#[test]
fn references_described_as_lost_are_lost() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = blocks();
    let (mut lost_count, mut kept_count) = (0, 0);
    for llvm in opaque_versions() {
        for block in blocks.iter().filter(|block| block.has_word("lost") || block.has_word("kept"))
        {
            let label = format!("{}, LLVM {}", block.place, llvm.version());
            let options = Options { prelude: false, ..Options::new("obj") };
            compile(llvm, block, "x86_64", "O2", options, directory.path())
                .unwrap_or_else(|error| panic!("{label}: {error}"));
            let object = directory.path().join(format!("{}-x86_64-output", llvm.version()));
            let counts = references_at_last_calls(&object);
            if block.has_word("lost") {
                assert!(counts.iter().all(|count| *count == 0), "{label}: {counts:?} are kept");
                lost_count += 1;
            } else {
                assert_eq!(counts.len(), managed_functions(block), "{label}");
                assert!(!counts.contains(&0), "{label}: {counts:?} are kept");
                kept_count += 1;
            }
        }
    }
    assert!(
        opaque_versions().is_empty() || (lost_count > 3 && kept_count > 0),
        "{lost_count} are lost, {kept_count} kept"
    );
}

/// Blocks marked `refused=TOOL` are refused by that tool, with the message that the guide shows.
#[test]
fn programs_described_as_refused_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = blocks();
    let mut refused = 0;
    for llvm in opaque_versions() {
        for (index, block) in blocks.iter().enumerate() {
            let Some(tool) = block.value("refused") else { continue };
            let label = format!("{}, LLVM {}", block.place, llvm.version());
            match compile(llvm, block, "x86_64", "O2", Options::new("obj"), directory.path()) {
                Err(ToolError::Failed { command, stderr, .. }) => {
                    let tool = format!("{tool}-{}", llvm.version());
                    assert!(command.contains(&tool), "{label}: {command}: {stderr}");
                    if let Some(shown) =
                        blocks.get(index + 1).filter(|next| next.language == "text")
                    {
                        compare(shown, &stderr, &label);
                    }
                    refused += 1;
                }
                Err(error) => panic!("{label}: {error}"),
                Ok(_) => panic!("{label}: it is not refused"),
            }
        }
    }
    assert!(opaque_versions().is_empty() || refused > 3, "{refused} are refused");
}

/// LLVM's `verify<safepoint-ir>` reports references in structures that are live across a call. It
/// reports no other lost references, and accepts the rest of the guide.
#[test]
fn safepoint_verifier_of_llvm_finds_lost_references() {
    let directory = tempfile::tempdir().unwrap();
    for llvm in Llvm::installed() {
        for block in sources(llvm).iter().filter(|block| architectures(block).contains(&"x86_64")) {
            let label = format!("{}, LLVM {}", block.place, llvm.version());
            let options = Options::new("obj");
            let rewritten = rewrite(llvm, block, "x86_64", "O2", options, directory.path())
                .unwrap_or_else(|error| panic!("{label}: {error}"));
            let arguments = ["-passes=function(verify<safepoint-ir>)", "-disable-output"];
            let mut command = llvm.command("opt");
            let output = timeout::output(command.args(arguments).arg(rewritten)).expect("opt runs");
            let expected = !block.text.contains("extractvalue { ptr addrspace(1), i64 } %pair");
            assert_eq!(output.status.success(), expected, "{label}");
        }
    }
}

/// The programs in C, which the guide shows in pieces, compile without warnings.
#[test]
fn shown_c_programs_compile() {
    let directory = tempfile::tempdir().unwrap();
    let mut compiled = 0;
    let shown = blocks().into_iter().chain(blocks_of("docs/c-library.md"));
    for block in shown.filter(|block| block.language == "c") {
        let file = directory.path().join("block.c");
        fs::write(&file, &block.text).unwrap();
        let mut command: Command = compiler();
        command.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"]);
        run(command.arg(root().join("gc/capi/include")).arg(&file));
        compiled += 1;
    }
    assert!(compiled > 2, "{compiled} pieces of C");
}
