//! Compiles and links test files with LLVM's tools and the C compiler.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::fixtures::Fixture;
use tests::llvm::Llvm;
use tests::timeout;

/// Compiles a fixture to an object file for a target triple.
pub(crate) fn compile(
    llvm: Llvm,
    fixture: &Fixture,
    triple: &str,
    options: &[&str],
    directory: &Path,
) -> PathBuf {
    let file = |extension: &str| {
        let name = format!("{}-{triple}-{}.{extension}", fixture.name(), llvm.version());
        directory.join(name)
    };
    let (source, bitcode, object) = (file("ll"), file("bc"), file("o"));
    fs::write(&source, fixture.text_for(llvm.version())).expect("written");
    run(llvm.command("opt").arg(format!("-passes={}", fixture.passes())).args([
        &source,
        Path::new("-o"),
        &bitcode,
    ]));
    run(llvm
        .command("llc")
        .args([format!("-mtriple={triple}"), "-filetype=obj".to_owned()])
        .args(fixture.llc_options())
        .args(options)
        .args([&bitcode, Path::new("-o"), &object]));
    object
}

/// Compiles for Linux with changed flags of the stack map's section: the linker retains it although
/// no code refers to it (`R`), and the loader can relocate it (`w`).
pub(crate) fn compile_retained(llvm: Llvm, fixture: &Fixture, directory: &Path) -> PathBuf {
    let object = compile(llvm, fixture, "x86_64-linux-gnu", &["-relocation-model=pic"], directory);
    let assembly = object.with_extension("s");
    let bitcode = object.with_extension("bc");
    run(llvm.command("llc").args(["-mtriple=x86_64-linux-gnu", "-relocation-model=pic"]).args([
        &bitcode,
        Path::new("-o"),
        &assembly,
    ]));
    let text = fs::read_to_string(&assembly).expect("assembly");
    let plain = ".section\t.llvm_stackmaps,\"a\"";
    assert!(text.contains(plain), "{text}");
    fs::write(&assembly, text.replace(plain, ".section\t.llvm_stackmaps,\"awR\""))
        .expect("written");
    run(Command::new("cc").args([Path::new("-c"), &assembly, Path::new("-o"), &object]));
    object
}

/// Runs a command that must succeed.
pub(crate) fn run(command: &mut Command) {
    let output = timeout::output(command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{message}", output.status);
}

/// Returns whether a tool can be run. If not, prints a message for skipped tests.
pub(crate) fn is_installed(tool: &str) -> bool {
    let is_installed = timeout::output(Command::new(tool).arg("--version")).is_ok();
    if !is_installed {
        eprintln!("skipped: {tool} is not installed");
    }
    is_installed
}

/// Returns three modules. The first two define the same function `shared`, of which the linker
/// keeps one copy, and a function that calls it. The third has a function without external linkage.
pub(crate) fn modules(comdat: bool) -> [Fixture; 3] {
    let comdat = if comdat { " comdat" } else { "" };
    let shared = format!(
        "{}declare void @callee()\n\
         define linkonce_odr ptr addrspace(1) @shared(ptr addrspace(1) %a) noinline uwtable{comdat} \
         gc \"statepoint-example\" {{\n call void @callee()\n call void @callee()\n \
         ret ptr addrspace(1) %a\n}}\n",
        if comdat.is_empty() { "" } else { "$shared = comdat any\n" },
    );
    let calling_module = |name: &str| {
        format!(
            "; passes: rewrite-statepoints-for-gc\n{shared}\
             define ptr addrspace(1) @{name}(ptr addrspace(1) %a) uwtable gc \"statepoint-example\" {{\n \
             %b = call ptr addrspace(1) @shared(ptr addrspace(1) %a)\n ret ptr addrspace(1) %b\n}}\n"
        )
    };
    // `local` has internal linkage; `strip` removes its name.
    let third = "; passes: rewrite-statepoints-for-gc\ndeclare void @callee()\n\
         define internal ptr addrspace(1) @local(ptr addrspace(1) %a) noinline uwtable gc \
         \"statepoint-example\" {\n call void @callee()\n ret ptr addrspace(1) %a\n}\n\
         define ptr addrspace(1) @third(ptr addrspace(1) %a) uwtable gc \"statepoint-example\" {\n \
         %b = call ptr addrspace(1) @local(ptr addrspace(1) %a)\n ret ptr addrspace(1) %b\n}\n";
    [
        Fixture::from_text("first", calling_module("first")),
        Fixture::from_text("second", calling_module("second")),
        Fixture::from_text("third", third.to_owned()),
    ]
}

/// Returns a module with the functions that the others call. It has no stack map.
pub(crate) fn runtime() -> Fixture {
    let text = "define void @callee() {\n ret void\n}\ndefine i32 @main() {\n ret i32 0\n}\n\
                define void @_start() {\n ret void\n}\n";
    Fixture::from_text("runtime", text.to_owned())
}
