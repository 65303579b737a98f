//! The libraries for C: what they export, and how they are installed.

use std::fs;
use std::path::Path;
use std::process::Command;

use object::{Object as _, ObjectSymbol as _};
use tests::capi::{compiler, declared_functions, install, libraries, root, run, static_libraries};
use tests::ir::Form;

/// What managed code needs: the names that the forms of the prelude declare, and the thread's context.
fn needed_by_the_prelude() -> Vec<String> {
    let lines = Form::ALL.into_iter().flat_map(|form| form.text().lines());
    let declared = lines.filter(|line| line.starts_with("declare ") && line.contains("@spgc_"));
    let mut names: Vec<String> = declared
        .filter_map(|line| line.split('@').nth(1)?.split('(').next())
        .map(str::to_owned)
        .collect();
    names.push("spgc_thread".to_owned());
    names
}

#[test]
fn the_shared_library_exports_its_names_and_no_others() {
    let bytes = fs::read(libraries().join("libstatepoint_gc.so")).expect("it was built");
    let file = object::File::parse(&*bytes).expect("a library");
    let exported: Vec<_> = file
        .dynamic_symbols()
        .filter(|symbol| !symbol.is_undefined() && symbol.is_global())
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    for name in declared_functions().into_iter().chain(needed_by_the_prelude()) {
        assert!(exported.contains(&&*name), "{name} is not exported");
    }
    let others: Vec<_> = exported.iter().filter(|name| !name.starts_with("spgc_")).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn what_is_installed_is_enough_to_link_a_program() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let stage = folder.path();
    install(Path::new("/opt/gc"), Some(stage));
    let at = |path: &str| stage.join("opt/gc").join(path);
    let pc = fs::read_to_string(at("lib/pkgconfig/statepoint_gc.pc")).expect("it is installed");
    assert!(pc.contains("prefix=/opt/gc\n") && !pc.contains('@'), "{pc}");
    assert!(pc.contains(&format!("Version: {}\n", env!("CARGO_PKG_VERSION"))), "{pc}");
    for form in Form::ALL {
        let installed = fs::read_to_string(at("share/statepoint_gc").join(form.file()));
        assert_eq!(installed.expect("it is installed"), form.text());
    }
    let source = stage.join("version.c");
    let text = "#include <statepoint_gc.h>\n#include <stdio.h>\nint main(void) { puts(spgc_version()); return 0; }\n";
    fs::write(&source, text).expect("it can be written");
    for library in ["libstatepoint_gc.a", "libstatepoint_gc.so"] {
        let program = stage.join(format!("with-{library}"));
        let mut command = compiler();
        command.arg("-I").arg(at("include")).arg(&source).arg("-o").arg(&program);
        run(command.arg(at("lib").join(library)).args(static_libraries()));
        let version = run(Command::new(&program).env("LD_LIBRARY_PATH", at("lib")));
        assert_eq!(version.trim_end(), env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn the_command_line_of_the_installation_is_checked() {
    for arguments in [&["--prefix"][..], &["--nonsense"], &["--no-build", "--prefix", "relative"]] {
        let status =
            Command::new(root().join("gc/install.sh")).args(arguments).output().expect("it runs");
        assert_eq!(status.status.code(), Some(2), "{arguments:?}");
    }
}
