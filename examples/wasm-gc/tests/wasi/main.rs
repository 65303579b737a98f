//! Programs that call functions of WASI preview 1, with valid and invalid arguments.

mod calls;
mod files;

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;
use test_support::timeout;

/// The functions and the types of their parameters, `i` for `i32` and `I` for `i64`.
const FUNCTIONS: &[(&str, &str)] = &[
    ("args_get", "ii"),
    ("args_sizes_get", "ii"),
    ("clock_res_get", "ii"),
    ("clock_time_get", "iIi"),
    ("environ_get", "ii"),
    ("environ_sizes_get", "ii"),
    ("fd_advise", "iIIi"),
    ("fd_allocate", "iII"),
    ("fd_close", "i"),
    ("fd_datasync", "i"),
    ("fd_fdstat_get", "ii"),
    ("fd_fdstat_set_flags", "ii"),
    ("fd_fdstat_set_rights", "iII"),
    ("fd_filestat_get", "ii"),
    ("fd_filestat_set_size", "iI"),
    ("fd_filestat_set_times", "iIIi"),
    ("fd_pread", "iiiIi"),
    ("fd_prestat_dir_name", "iii"),
    ("fd_prestat_get", "ii"),
    ("fd_pwrite", "iiiIi"),
    ("fd_read", "iiii"),
    ("fd_readdir", "iiiIi"),
    ("fd_renumber", "ii"),
    ("fd_seek", "iIii"),
    ("fd_sync", "i"),
    ("fd_tell", "ii"),
    ("fd_write", "iiii"),
    ("path_create_directory", "iii"),
    ("path_filestat_get", "iiiii"),
    ("path_filestat_set_times", "iiiiIIi"),
    ("path_link", "iiiiiii"),
    ("path_open", "iiiiiIIii"),
    ("path_readlink", "iiiiii"),
    ("path_remove_directory", "iii"),
    ("path_rename", "iiiiii"),
    ("path_symlink", "iiiii"),
    ("path_unlink_file", "iii"),
    ("poll_oneoff", "iiii"),
    ("proc_raise", "i"),
    ("random_get", "ii"),
    ("sched_yield", ""),
    ("sock_accept", "iii"),
    ("sock_recv", "iiiiii"),
    ("sock_send", "iiiii"),
    ("sock_shutdown", "ii"),
];

/// Error numbers.
const BADF: i32 = 8;
const EXIST: i32 = 20;
const FAULT: i32 = 21;
const INVAL: i32 = 28;
const LOOP: i32 = 32;
const NAMETOOLONG: i32 = 37;
const NOENT: i32 = 44;
const NOTDIR: i32 = 54;
const NOTEMPTY: i32 = 55;
const NOTSUP: i32 = 58;
const SPIPE: i32 = 70;
const NOTCAPABLE: i32 = 76;

/// Rights of files.
const READ: i64 = 1 << 1;
const WRITE: i64 = 1 << 6;

/// A module with one page of memory, whose function `_start` has these instructions.
fn module(data: &[(u32, &[u8])], body: &str) -> String {
    let mut text = "(module\n(import \"host\" \"print_i32\" (func $print (param i32)))\n\
        (import \"wasi_snapshot_preview1\" \"proc_exit\" (func $proc_exit (param i32)))\n"
        .to_owned();
    for (name, parameters) in FUNCTIONS {
        let types: String = parameters.chars().map(|each| type_of(each).to_owned() + " ").collect();
        let ty = format!("(func ${name} (param {types}) (result i32))");
        writeln!(text, "(import \"wasi_snapshot_preview1\" \"{name}\" {ty})").expect("a string");
    }
    text += "(memory (export \"memory\") 1)\n";
    for (address, bytes) in data {
        let bytes: String = bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
        writeln!(text, "(data (i32.const {address}) \"{bytes}\")").expect("a string");
    }
    text + "(func (export \"_start\")\n" + body + "))"
}

fn type_of(letter: char) -> &'static str {
    if letter == 'i' { "i32" } else { "i64" }
}

/// An instruction that calls a function and prints its result; `load8`, `load32` and `load64`
/// print what is at an address.
fn call((name, arguments): &(&str, Vec<i64>)) -> String {
    let load = match *name {
        "load8" => Some("i32.load8_u"),
        "load32" => Some("i32.load"),
        "load64" => Some("i32.wrap_i64 (i64.load"),
        _ => None,
    };
    if let Some(load) = load {
        let end = if load.contains('(') { ")" } else { "" };
        return format!("(call $print ({load} (i32.const {})){end})\n", arguments[0]);
    }
    let (_, parameters) = FUNCTIONS.iter().find(|each| each.0 == *name).expect("a function");
    assert_eq!(parameters.len(), arguments.len(), "{name}");
    let values = parameters.chars().zip(arguments);
    let values: String =
        values.map(|(ty, value)| format!("({}.const {value}) ", type_of(ty))).collect();
    format!("(call $print (call ${name} {values}))\n")
}

fn command(folder: &TempDir, text: &str) -> Command {
    let path = folder.path().join("module.wat");
    fs::write(&path, text).expect("the file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wasm-gc"));
    command.arg(path);
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("the system has a folder for temporary files")
}

/// Runs a module with this standard input, which is a file.
fn run(text: &str, options: &[&str], input: &str) -> Output {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let create = |name: &str| fs::File::create(path(name)).expect("a new file");
    fs::write(path("input"), input).expect("the file can be written");
    let mut child = command(&folder, text)
        .args(options)
        .stdin(fs::File::open(path("input")).expect("the file exists"))
        .stdout(create("output"))
        .stderr(create("errors"))
        .spawn()
        .expect("the program starts");
    let status = timeout::wait(&mut child).expect("the program ends");
    let read = |name: &str| fs::read(path(name)).expect("the file exists");
    Output { status, stdout: read("output"), stderr: read("errors") }
}

/// Runs calls, and returns what they print.
#[track_caller]
fn results(data: &[(u32, &[u8])], calls: &[(&str, Vec<i64>)], options: &[&str]) -> Vec<i32> {
    let body: String = calls.iter().map(call).collect();
    let output = run(&module(data, &body), options, "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("numbers");
    text.lines().map(|line| line.parse().expect("a number")).collect()
}

/// Runs calls, each with the number that it prints.
#[track_caller]
fn check(data: &[(u32, &[u8])], calls: &[(&str, Vec<i64>, i32)], options: &[&str]) {
    let expected: Vec<_> = calls.iter().map(|each| each.2).collect();
    let calls: Vec<_> = calls.iter().map(|each| (each.0, each.1.clone())).collect();
    let found = results(data, &calls, options);
    let pairs: Vec<_> = calls.iter().zip(&found).collect();
    assert_eq!(found, expected, "{pairs:?}");
}

/// The instruction that writes bytes at an address to the standard output.
fn write(address: &str, length: &str) -> String {
    format!(
        "(i32.store (i32.const 0) {address}) (i32.store (i32.const 4) {length})\n\
        (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))\n"
    )
}
