//! Tests that `verify` detects frames with scalable (SVE) vectors, with and without a frame
//! pointer, and only those.

use serde_json::Value;
use test_support::fixtures::Fixture;
use test_support::llvm::Llvm;

use crate::{Scratch, stackmap};

/// Functions with the parameters `(ptr addrspace(1) %a, ptr %p, i64 %n)`. Each has a name, whether
/// its frame has scalable vectors, and a body.
const BODIES: &[(&str, bool, &str)] = &[
    (
        "spill",
        true,
        "  %v = load <vscale x 4 x i32>, ptr %p\n  call void @callee()\n\
         \x20 store <vscale x 4 x i32> %v, ptr %p",
    ),
    ("alloca", true, "  %x = alloca <vscale x 4 x i32>\n  call void @use(ptr %x)"),
    (
        "realigned",
        true,
        "  %x = alloca <vscale x 4 x i32>\n  %y = alloca [64 x i8], align 64\n\
         \x20 call void @use(ptr %x)\n  call void @use(ptr %y)",
    ),
    (
        "dynamic",
        true,
        "  %x = alloca <vscale x 4 x i32>\n  %y = alloca i8, i64 %n\n\
         \x20 call void @use(ptr %x)\n  call void @use(ptr %y)",
    ),
    ("probed", true, "  %x = alloca <vscale x 4 x i32>, i32 64\n  call void @use(ptr %x)"),
    // The code uses scalable vectors, but the frame has none.
    (
        "code",
        false,
        "  %v = load <vscale x 4 x i32>, ptr %p\n  %w = add <vscale x 4 x i32> %v, %v\n\
         \x20 %q = getelementptr <vscale x 4 x i32>, ptr %p, i64 5\n\
         \x20 store <vscale x 4 x i32> %w, ptr %q\n  call void @use(ptr %q)",
    ),
    (
        "at_run_time",
        false,
        "  %v = call i64 @llvm.vscale.i64()\n  %m = mul i64 %v, 48\n  %x = alloca i8, i64 %m\n\
         \x20 call void @use(ptr %x)",
    ),
    (
        "at_run_time_aligned",
        false,
        "  %x = alloca <vscale x 4 x i32>, i64 %n\n  %v = call i64 @llvm.vscale.i64()\n\
         \x20 %m = mul i64 %v, 48\n  %y = alloca i8, i64 %m, align 64\n\
         \x20 call void @use(ptr %x)\n  call void @use(ptr %y)",
    ),
];

/// Returns a module with all functions.
fn module() -> Fixture {
    let mut text = "; passes: rewrite-statepoints-for-gc\n\ndeclare void @callee()\n\
                    declare void @use(ptr)\ndeclare i64 @llvm.vscale.i64()\n"
        .to_owned();
    for (name, _, body) in BODIES {
        let attribute = if *name == "probed" { "\"probe-stack\"=\"inline-asm\"" } else { "" };
        text += &format!(
            "define ptr addrspace(1) @{name}(ptr addrspace(1) %a, ptr %p, i64 %n) uwtable \
             {attribute} gc \"statepoint-example\" {{\n{body}\n  ret ptr addrspace(1) %a\n}}\n"
        );
    }
    Fixture::from_text("scalable", text)
}

/// Compiles the module with and without optimizations and frame pointers, and checks the findings.
fn compile_and_check(version: u32) {
    let Some(llvm) = Llvm::find_or_skip(version) else { return };
    let (scratch, module) = (Scratch::new(), module());
    for optimization in ["-O0", "-O2"] {
        for frame_pointer in ["-frame-pointer=none", "-frame-pointer=all"] {
            let context = format!("LLVM {version} {optimization} {frame_pointer}");
            let options = ["-mattr=+sve", optimization, frame_pointer];
            let object = llvm
                .compile(&module, "aarch64", &options, scratch.directory.path())
                .unwrap_or_else(|error| panic!("{context}: {error}"));
            check(object.to_str().expect("the path is not UTF-8"), &context);
        }
    }
}

/// Asserts that exactly the functions with scalable vectors in their frames have findings.
fn check(file: &str, context: &str) {
    let output = stackmap(["verify", file, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{context}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let findings = report["findings"].as_array().expect("an array");
    for &(name, is_scalable, _) in BODIES {
        let of_function = findings.iter().filter(|finding| finding["function"] == name);
        // If a frame without frame pointer is probed, LLVM emits DW_CFA_def_cfa_register while the
        // CFA is an expression. DWARF forbids this, so there is a separate finding.
        let of_function: Vec<_> = of_function
            .filter(|finding| (name, &finding["code"]) != ("probed", &Value::from("unwind")))
            .collect();
        assert_eq!(!of_function.is_empty(), is_scalable, "{context}: {name}: {of_function:?}");
        for finding in of_function {
            assert_eq!(finding["code"], "scalable-frame", "{context}: {name}");
            let offset = finding["offset"].as_u64();
            assert!(offset.is_some_and(|offset| offset != 0), "{context}: {name}: {finding}");
            let advice = finding["advice"].as_str().expect("advice");
            assert!(advice.contains("-sve"), "{context}: {name}: {advice}");
        }
    }
    let others: Vec<_> = findings.iter().filter(|finding| finding["function"].is_null()).collect();
    assert!(others.is_empty(), "{context}: {others:?}");
}

/// Asserts that a file with SVE code, but without scalable vectors in frames, is usable.
fn check_code_without_scalable_frames(version: u32) {
    let Some(llvm) = Llvm::find_or_skip(version) else { return };
    let scratch = Scratch::new();
    for (name, _, body) in BODIES.iter().filter(|(name, ..)| *name == "code") {
        let text = format!(
            "; passes: rewrite-statepoints-for-gc\n\ndeclare void @use(ptr)\n\
             define ptr addrspace(1) @f(ptr addrspace(1) %a, ptr %p) uwtable \
             gc \"statepoint-example\" {{\n{body}\n  ret ptr addrspace(1) %a\n}}\n"
        );
        for frame_pointer in ["-frame-pointer=none", "-frame-pointer=all"] {
            let options = ["-mattr=+sve", frame_pointer];
            let fixture = Fixture::from_text(name, text.clone());
            let object = llvm
                .compile(&fixture, "aarch64", &options, scratch.directory.path())
                .unwrap_or_else(|error| panic!("LLVM {version}: {error}"));
            let output = stackmap(["verify", object.to_str().expect("the path is not UTF-8")]);
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "LLVM {version} {frame_pointer}: {text}");
        }
    }
}

#[test]
fn scalable_frames_of_llvm_16_are_found() {
    compile_and_check(16);
    check_code_without_scalable_frames(16);
}

#[test]
fn scalable_frames_of_llvm_19_are_found() {
    compile_and_check(19);
    check_code_without_scalable_frames(19);
}

#[test]
fn scalable_frames_of_llvm_22_are_found() {
    compile_and_check(22);
    check_code_without_scalable_frames(22);
}
