//! Programs in unusual surroundings: without `/proc`, started by the dynamic loader, and as plugins
//! of another program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use examples::runner::emulated;
use tests::capi::{
    Linked, compiler, has_shared_library, libraries, root, run, search_path, static_libraries,
};
use tests::host::skipped;
use tests::managed::assembly;
use tests::timeout;

use super::c_programs::{assert_done, build_program};

/// Returns the shared libraries of a program, and its dynamic loader.
fn libraries_of(program: &Path) -> Vec<PathBuf> {
    let listed = run(Command::new("ldd").arg(program));
    let path =
        |line: &str| line.split_whitespace().find(|word| word.starts_with('/')).map(Into::into);
    let libraries: Vec<PathBuf> = listed.lines().filter_map(path).collect();
    assert!(libraries.len() > 1, "{listed}");
    libraries
}

/// A folder that a program has as its root. It contains the program and its libraries, and no
/// `/proc`.
#[test]
fn programs_run_without_proc() {
    if emulated() {
        return skipped("the emulator is not in the folder");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = build_program(folder.path(), "cycle");
    for library in libraries_of(&program) {
        let copy = folder.path().join(library.strip_prefix("/").unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(&library, copy).unwrap();
    }
    let name = Path::new("/").join(program.file_name().unwrap());
    let mut command = Command::new("chroot");
    command.arg(folder.path()).arg(name);
    // The status of `chroot` itself.
    if timeout::output(&mut command).unwrap().status.code() == Some(125) {
        return skipped("this user may not change the root folder");
    }
    assert_done(&mut command);
    assert_done(command.env("SPGC_ZEAL", "1000"));
}

/// As bundles do that bring their own C library. `/proc/self/exe` is the loader then.
#[test]
fn programs_may_be_started_by_their_loader() {
    if emulated() {
        return skipped("the program is linked statically");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = build_program(folder.path(), "cycle");
    let libraries = libraries_of(&program);
    let is_loader = |path: &&PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_str().is_some_and(|name| name.starts_with("ld-linux")))
    };
    let loader = libraries.iter().find(is_loader).expect("a dynamic program has a loader");
    assert_done(Command::new(loader).arg(&program));
    let relative = Path::new(".").join(program.file_name().unwrap());
    assert_done(Command::new(loader).arg(relative).current_dir(folder.path()));
}

/// Builds a library of managed code that uses the collector, and `count` copies of it.
fn build_plugins(folder: &Path, linked: Linked, count: usize) -> Vec<PathBuf> {
    let plugin = folder.join("plugin.so");
    let mut command = compiler();
    command.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&plugin);
    command.arg("-I").arg(root().join("gc/capi/include"));
    command.arg(root().join("tests/capi/plugin.c")).arg(assembly("library"));
    match linked {
        Linked::Static => {
            command.arg(libraries().join("libstatepoint_gc.a")).args(static_libraries());
            // Otherwise some programs and plugins would call functions of the first copy.
            command.arg("-Wl,--exclude-libs,ALL");
        }
        Linked::Shared => {
            command.arg("-L").arg(libraries()).arg("-lstatepoint_gc");
            command.arg(search_path(&libraries()));
        }
    }
    run(&mut command);
    let copy = |number| {
        let copy = folder.join(format!("plugin{number}.so"));
        fs::copy(&plugin, &copy).expect("the folder is writable");
        copy
    };
    (0..count).map(copy).collect()
}

/// Builds the program that loads plugins, and returns a command that does so in some rounds.
fn plugin_host(folder: &Path, rounds: usize, plugins: &[PathBuf]) -> Command {
    let program = folder.join("plugin_host");
    let mut command = compiler();
    command.args(["-Wall", "-Wextra", "-Werror", "-pthread", "-o"]).arg(&program);
    run(command.arg(root().join("tests/capi/plugin_host.c")).arg("-ldl"));
    let mut command = Command::new(program);
    command.arg(rounds.to_string()).args(plugins);
    command
}

/// A plugin that contains the collector is loaded and unloaded. No thread-specific data key stays
/// in use: each round prints how many.
#[test]
fn plugins_can_be_reloaded() {
    if !has_shared_library() {
        return skipped("programs for this target are linked statically");
    }
    let folder = tempfile::tempdir().unwrap();
    let plugins = build_plugins(folder.path(), Linked::Static, 1);
    let mut host = plugin_host(folder.path(), 10, &plugins);
    assert_eq!(run(&mut host), "0\n".repeat(10));
    assert_eq!(run(host.env("SPGC_ZEAL", "alloc")), "0\n".repeat(10));
}

/// Twelve plugins use the shared library, each with a heap of its own; or each contains a copy, for
/// which the dynamic loader must reserve thread-local storage.
#[test]
fn twelve_plugins_run_at_the_same_time() {
    if !has_shared_library() {
        return skipped("programs for this target are linked statically");
    }
    let folder = tempfile::tempdir().unwrap();
    let plugins = build_plugins(folder.path(), Linked::Shared, 12);
    let mut host = plugin_host(folder.path(), 3, &plugins);
    assert_eq!(run(&mut host), "0\n".repeat(3));
    assert_eq!(run(host.env("SPGC_ZEAL", "alloc")), "0\n".repeat(3));
    let plugins = build_plugins(folder.path(), Linked::Static, 12);
    let mut host = plugin_host(folder.path(), 1, &plugins);
    host.env("GLIBC_TUNABLES", "glibc.rtld.optional_static_tls=16384");
    // Between the closing of some and of others, keys of the others are in use.
    run(&mut host);
    run(host.env("SPGC_ZEAL", "alloc"));
}
