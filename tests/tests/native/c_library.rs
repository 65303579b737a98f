//! The libraries for C: their exported names, and the files that `install.sh` installs.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use object::read::elf::{FileHeader as _, Sym as _};
use object::{Endianness, Object as _, ObjectSymbol as _, elf};
use tests::capi::{
    compiler, declared_functions, install, install_with_tool, libraries, root, run,
    static_libraries,
};
use tests::ir::PreludeForm;
use tests::timeout;

/// Returns the names that managed code imports: those that the forms of the prelude declare, and
/// the variable of the thread's context.
fn needed_by_the_prelude() -> Vec<String> {
    let lines = PreludeForm::ALL.into_iter().flat_map(|form| form.text().lines());
    let declared = lines.filter(|line| line.starts_with("declare ") && line.contains("@spgc_"));
    let mut names: Vec<String> = declared
        .filter_map(|line| line.split('@').nth(1)?.split('(').next())
        .map(str::to_owned)
        .collect();
    names.push("spgc_thread".to_owned());
    names
}

#[test]
fn the_shared_library_exports_only_its_names() {
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
    let foreign_names: Vec<_> = exported.iter().filter(|name| !name.starts_with("spgc_")).collect();
    assert!(foreign_names.is_empty(), "{foreign_names:?}");
}

/// Name and version of each symbol that a shared library defines.
type VersionedNames = BTreeMap<String, String>;

/// Returns the SONAME of a shared library, and the symbols that it exports.
fn soname_and_symbols(bytes: &[u8]) -> (String, VersionedNames) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let header = elf::FileHeader64::<Endianness>::parse(bytes).expect("a header");
    let endian = header.endian().expect("a byte order");
    let sections = header.sections(endian, bytes).expect("sections");
    let dynamic = sections.dynamic_table(endian, bytes).expect("a dynamic section");
    let soname = dynamic.iter().find(|entry| entry.tag == elf::DT_SONAME).expect("a SONAME");
    let soname = text(dynamic.string(soname).expect("a name"));
    let versions = sections.versions(endian, bytes).expect("versions").expect("versions");
    let symbols = sections.symbols(endian, bytes, elf::SHT_DYNSYM).expect("symbols");
    let mut found = VersionedNames::new();
    for (index, symbol) in symbols.enumerate().filter(|(_, symbol)| !symbol.is_undefined(endian)) {
        let name = text(symbols.symbol_name(endian, symbol).expect("a name"));
        let version = versions.version(versions.version_index(endian, index).index());
        let version = version.expect("a valid version").map_or(&b"none"[..], |v| v.name());
        // GNU ld defines a symbol with the name of each version.
        if name.as_bytes() != version {
            found.insert(name, text(version));
        }
    }
    (soname, found)
}

#[test]
fn the_installed_library_has_a_soname_and_versions() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    install(folder.path(), None);
    let lib = folder.path().join("lib");
    let file = concat!("libstatepoint_gc.so.", env!("CARGO_PKG_VERSION"));
    let soname = concat!("libstatepoint_gc.so.", env!("CARGO_PKG_VERSION_MAJOR"));
    let link = |name: &str| fs::read_link(lib.join(name)).expect("it is a link");
    assert_eq!(link("libstatepoint_gc.so"), Path::new(soname));
    assert_eq!(link(soname), Path::new(file));
    let bytes = fs::read(lib.join(file)).expect("it is installed");
    let (found, symbols) = soname_and_symbols(&bytes);
    assert_eq!(found, soname);
    for name in declared_functions().into_iter().chain(needed_by_the_prelude()) {
        assert_eq!(symbols.get(&name).map(String::as_str), Some("SPGC_0.1"), "{name}");
    }
    let is_foreign =
        |(name, version): &(String, String)| !name.starts_with("spgc_") || version != "SPGC_0.1";
    let foreign: Vec<_> = symbols.into_iter().filter(is_foreign).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

/// A program that prints the version of the library.
const VERSION_PROGRAM: &str = "#include <statepoint_gc.h>\n#include <stdio.h>\n\
     int main(void) { puts(spgc_version()); return 0; }\n";

#[test]
fn installed_files_suffice_to_link_a_program() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    let stage = folder.path();
    install(Path::new("/opt/gc"), Some(stage));
    let at = |path: &str| stage.join("opt/gc").join(path);
    let pc = fs::read_to_string(at("lib/pkgconfig/statepoint_gc.pc")).expect("it is installed");
    assert!(pc.contains("prefix=/opt/gc\n") && !pc.contains('@'), "{pc}");
    assert!(pc.contains(&format!("Version: {}\n", env!("CARGO_PKG_VERSION"))), "{pc}");
    assert!(at("include/statepoint_gc_orc.hpp").exists());
    for form in PreludeForm::ALL {
        let installed = fs::read_to_string(at("share/statepoint_gc").join(form.file()));
        assert_eq!(installed.expect("it is installed"), form.text());
    }
    let source = stage.join("version.c");
    fs::write(&source, VERSION_PROGRAM).expect("the file is writable");
    for library in ["libstatepoint_gc.a", "libstatepoint_gc.so"] {
        let program = stage.join(format!("with-{library}"));
        let mut command = compiler();
        command.arg("-I").arg(at("include")).arg(&source).arg("-o").arg(&program);
        run(command.arg(at("lib").join(library)).args(static_libraries()));
        let version = run(Command::new(&program).env("LD_LIBRARY_PATH", at("lib")));
        assert_eq!(version.trim_end(), env!("CARGO_PKG_VERSION"));
    }
}

/// Each of the two pkg-config packages links a program to its library, and that of the static
/// library also links programs without shared libraries. The C compiler adds its unwinder, static
/// or shared.
#[test]
fn pkg_config_distinguishes_the_libraries() {
    if timeout::output(Command::new("pkg-config").arg("--version")).is_err() {
        eprintln!("skipped: pkg-config is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("the folder can be created");
    let at = |path: &str| folder.path().join(path);
    install(&at("gc"), None);
    let source = at("version.c");
    fs::write(&source, VERSION_PROGRAM).expect("the file is writable");
    for (package, mode) in [
        ("statepoint_gc-static", None),
        ("statepoint_gc-static", Some("-static")),
        ("statepoint_gc-static", Some("-static-pie")),
        ("statepoint_gc-static", Some("-static-libgcc")),
        ("statepoint_gc", None),
    ] {
        let is_shared = package == "statepoint_gc";
        let mut command = Command::new("pkg-config");
        command.args(["--cflags", "--libs", package]);
        command.env("PKG_CONFIG_PATH", at("gc/lib/pkgconfig"));
        let flags = run(&mut command);
        let program = at(package);
        let mut command = compiler();
        command.args(mode).arg(&source).arg("-o").arg(&program).args(flags.split_whitespace());
        run(&mut command);
        let bytes = fs::read(&program).expect("it was linked");
        let file = object::File::parse(&*bytes).expect("a program");
        // A program with the static library does not import its names.
        let is_imported = file
            .dynamic_symbols()
            .any(|symbol| symbol.is_undefined() && symbol.name() == Ok("spgc_version"));
        assert_eq!(is_imported, is_shared, "{package} {mode:?}: {flags}");
        let mut program = Command::new(&program);
        if is_shared {
            program.env("LD_LIBRARY_PATH", at("gc/lib"));
        }
        assert_eq!(run(&mut program).trim_end(), env!("CARGO_PKG_VERSION"), "{package}: {flags}");
    }
}

#[test]
fn the_tool_is_installed_unless_excluded() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    let tool = |prefix: &str| folder.path().join(prefix).join("bin/stackmap");
    install(&folder.path().join("without"), None);
    assert!(!tool("without").exists());
    install_with_tool(&folder.path().join("with"), None);
    let version = run(Command::new(tool("with")).arg("--version"));
    assert_eq!(version.trim_end(), concat!("stackmap ", env!("CARGO_PKG_VERSION")));
}

/// With `panic = "abort"`, each exception that reaches the library would end the process.
#[test]
fn the_installation_builds_code_that_can_be_unwound() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, "#!/bin/sh\necho \"panics $CARGO_PROFILE_RELEASE_PANIC\"\nexit 1\n").unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").expect("it is set");
    let mut script = Command::new(root().join("gc/capi/install.sh"));
    script.args(["--prefix", "/nonexistent"]).env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    script.env("PATH", format!("{}:{path}", folder.path().display()));
    let output = timeout::output(&mut script).expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "panics unwind\n", "{output:?}");
}

#[test]
fn the_command_line_of_the_installation_is_checked() {
    for arguments in [
        &["--prefix"][..],
        &["--nonsense"],
        &["--no-build", "--prefix", "relative"],
        &["--no-build", "--frame-pointers"],
    ] {
        let mut script = Command::new(root().join("gc/capi/install.sh"));
        let output = timeout::output(script.args(arguments)).expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
