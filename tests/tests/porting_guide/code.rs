//! Statements of the guide about wrong IR, and about programs in C.

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

/// Returns the number of functions of a block that have a collector.
fn managed_functions(block: &Block) -> usize {
    let defined = block.text.lines().filter(|line| line.starts_with("define "));
    defined.filter(|line| line.contains(" gc \"")).count()
}

/// Returns how many references the last call of each function has in the stack map of an object
/// file.
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

/// Where the guide says that a reference is lost, the stack map does not have it, and where it says
/// that it is kept, it does.
#[test]
fn references_described_as_lost_are_lost() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = blocks();
    let (mut lost, mut kept) = (0, 0);
    for llvm in opaque_versions() {
        for block in blocks.iter().filter(|block| block.says("lost") || block.says("kept")) {
            let what = format!("{}, LLVM {}", block.place, llvm.version());
            let options = Options { prelude: false, ..Options::new("obj") };
            compile(llvm, block, "x86_64", "O2", options, directory.path())
                .unwrap_or_else(|error| panic!("{what}: {error}"));
            let object = directory.path().join(format!("{}-x86_64-output", llvm.version()));
            let counts = references_at_last_calls(&object);
            if block.says("lost") {
                assert!(counts.iter().all(|count| *count == 0), "{what}: {counts:?} are kept");
                lost += 1;
            } else {
                assert_eq!(counts.len(), managed_functions(block), "{what}");
                assert!(!counts.contains(&0), "{what}: {counts:?} are kept");
                kept += 1;
            }
        }
    }
    assert!(opaque_versions().is_empty() || (lost > 3 && kept > 0), "{lost} are lost, {kept} kept");
}

/// Where the guide says that a tool refuses something, that tool does, with the message that is
/// shown.
#[test]
fn programs_described_as_refused_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = blocks();
    let mut refused = 0;
    for llvm in opaque_versions() {
        for (index, block) in blocks.iter().enumerate() {
            let Some(tool) = block.value("refused") else { continue };
            let what = format!("{}, LLVM {}", block.place, llvm.version());
            match compile(llvm, block, "x86_64", "O2", Options::new("obj"), directory.path()) {
                Err(ToolError::Failed { command, stderr, .. }) => {
                    let tool = format!("{tool}-{}", llvm.version());
                    assert!(command.contains(&tool), "{what}: {command}: {stderr}");
                    if let Some(shown) =
                        blocks.get(index + 1).filter(|next| next.language == "text")
                    {
                        compare(shown, &stderr, &what);
                    }
                    refused += 1;
                }
                Err(error) => panic!("{what}: {error}"),
                Ok(_) => panic!("{what}: it is not refused"),
            }
        }
    }
    assert!(opaque_versions().is_empty() || refused > 3, "{refused} are refused");
}

/// `verify<safepoint-ir>` reports structures that are live across a call, but no other lost
/// references; it accepts all the rest of the guide.
#[test]
fn safepoint_verifier_of_llvm_finds_lost_references() {
    let directory = tempfile::tempdir().unwrap();
    for llvm in Llvm::installed() {
        for block in sources(llvm).iter().filter(|block| architectures(block).contains(&"x86_64")) {
            let what = format!("{}, LLVM {}", block.place, llvm.version());
            let options = Options::new("obj");
            let rewritten = rewrite(llvm, block, "x86_64", "O2", options, directory.path())
                .unwrap_or_else(|error| panic!("{what}: {error}"));
            let arguments = ["-passes=function(verify<safepoint-ir>)", "-disable-output"];
            let mut command = llvm.command("opt");
            let output = timeout::output(command.args(arguments).arg(rewritten)).expect("opt runs");
            let expected = !block.text.contains("extractvalue { ptr addrspace(1), i64 } %pair");
            assert_eq!(output.status.success(), expected, "{what}");
        }
    }
}

/// A program in C that is shown in pieces compiles without a warning.
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
