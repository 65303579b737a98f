//! A library that is installed with frame pointers: profilers that follow them find managed code
//! and its callers.

use std::process::Command;

use test_support::ir::ContextAccess;
use test_support::llvm::Llvm;
use tests::capi::{compiler, root, run, target};

/// Builds the library, which takes a minute: `.ci/frame-pointers` runs this test.
#[test]
#[ignore = "builds the library again; run by .ci/frame-pointers"]
fn chains_lead_through_the_library_and_managed_code() {
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let folder = tempfile::tempdir().expect("the folder can be created");
    let prefix = folder.path().join("gc");
    let mut install = Command::new(root().join("gc/capi/install.sh"));
    install.args(["--frame-pointers", "--without-tool", "--prefix"]).arg(&prefix);
    install.env("CARGO_TARGET_DIR", target().join("frame-pointers"));
    run(&mut install);

    let source = root().join("tests/managed/frame_pointers.ll");
    let access = ContextAccess::ThreadLocal;
    let managed = llvm.managed_object(&source, folder.path(), "managed", access, &[]).unwrap();
    let mut flags = Command::new("pkg-config");
    flags.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let flags = run(flags.args(["--cflags", "--libs", "statepoint_gc-static"]));
    let program = folder.path().join("program");
    let mut compile = compiler();
    compile.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-fno-omit-frame-pointer"]);
    compile.arg(root().join("tests/capi/frame_pointers.c")).arg(managed);
    run(compile.args(flags.split_whitespace()).arg("-rdynamic").arg("-o").arg(&program));
    assert_eq!(run(&mut Command::new(program)), "done\n");
}
