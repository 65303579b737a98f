//! Programs that call functions of WASI preview 1, with valid and invalid arguments.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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

#[test]
fn programs_have_arguments_and_an_environment() {
    let mut body = String::new();
    for name in ["args", "environ"] {
        body += &format!(
            "(drop (call ${name}_sizes_get (i32.const 16) (i32.const 20)))\n\
            (call $print (i32.load (i32.const 16)))\n\
            (drop (call ${name}_get (i32.const 100) (i32.const 200)))\n\
            (call $print (i32.load (i32.const 104)))\n"
        );
        body += &write("(i32.const 200)", "(i32.load (i32.const 20))");
    }
    let text = module(&[], &body);
    let options = ["--env", "A=b=c", "--env", "EMPTY=", "--", "one", "--two", "-3"];
    let output = String::from_utf8(run(&text, &options, "").stdout).expect("text");
    let (first, rest) = output.split_once("module.wat\0").expect("the name of the program");
    // Four arguments; the second is after the name.
    let length = first.lines().nth(2).expect("the start of the name").len() + "module.wat".len();
    assert!(first.starts_with(&format!("4\n{}\n/", 201 + length)), "{output}");
    assert_eq!(rest, "one\0--two\0-3\x002\n206\nA=b=c\0EMPTY=\0");
    // An environment is empty without the option.
    let output = String::from_utf8(run(&text, &[], "").stdout).expect("text");
    assert!(output.ends_with("module.wat\x000\n0\n"), "{output}");
    let output = run(&text, &["--env", "=x"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn streams_are_read_and_written() {
    // Copies the standard input, by buffers of 5 and 3 bytes.
    let mut body = "(loop $next\n\
        (i32.store (i32.const 32) (i32.const 1000)) (i32.store (i32.const 36) (i32.const 5))\n\
        (i32.store (i32.const 40) (i32.const 1005)) (i32.store (i32.const 44) (i32.const 3))\n\
        (drop (call $fd_read (i32.const 0) (i32.const 32) (i32.const 2) (i32.const 48)))\n\
        (if (i32.load (i32.const 48)) (then\n"
        .to_owned();
    body += &write("(i32.const 1000)", "(i32.load (i32.const 48))");
    body += "(br $next))))\n";
    let output = run(&module(&[], &body), &[], "some text of several buffers\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "some text of several buffers\n");

    let body = "(drop (call $fd_write (i32.const 2) (i32.const 32) (i32.const 2) (i32.const 8)))\n\
        (call $print (i32.load (i32.const 8)))";
    let buffers = [100_u32, 3, 200, 2].map(u32::to_le_bytes);
    let data: [(u32, &[u8]); 3] = [(32, buffers.as_flattened()), (100, b"abc"), (200, b"de")];
    let output = run(&module(&data, body), &[], "");
    assert_eq!((&output.stderr[..], &output.stdout[..]), (&b"abcde"[..], &b"5\n"[..]));

    let calls = [
        ("fd_read", vec![1, 32, 1, 8], BADF),
        ("fd_write", vec![0, 32, 1, 8], BADF),
        ("fd_write", vec![9, 32, 1, 8], BADF),
        ("fd_seek", vec![0, 0, 1, 8], SPIPE),
        ("fd_tell", vec![0, 8], SPIPE),
        ("fd_fdstat_get", vec![0, 64], 0),
        // The input is a regular file, and can be read.
        ("load8", vec![64], 4),
        ("load32", vec![72], (1 << 1) | (1 << 27) | (1 << 21)),
        ("fd_fdstat_set_flags", vec![0, 0], 0),
        ("fd_fdstat_set_flags", vec![0, 4], NOTSUP),
        ("fd_filestat_get", vec![0, 64], 0),
        ("fd_prestat_get", vec![3, 64], BADF),
        ("fd_close", vec![0], 0),
        ("fd_close", vec![0], BADF),
        ("fd_read", vec![0, 32, 1, 8], BADF),
        ("fd_close", vec![-1], BADF),
        ("fd_renumber", vec![2, 1], 0),
        ("fd_renumber", vec![2, 1], BADF),
    ];
    check(&[], &calls, &[]);
}

#[test]
fn clocks_and_random_numbers() {
    let timer = |id: u32, timeout: u64, absolute: u16| {
        let mut bytes = [0; 48];
        bytes[..8].copy_from_slice(&77_u64.to_le_bytes());
        bytes[16..20].copy_from_slice(&id.to_le_bytes());
        bytes[24..32].copy_from_slice(&timeout.to_le_bytes());
        bytes[40..42].copy_from_slice(&absolute.to_le_bytes());
        bytes
    };
    let mut descriptors = [[0; 48]; 2];
    for (bytes, number) in descriptors.iter_mut().zip([1, 99]) {
        bytes[8] = 2;
        bytes[16] = number;
    }
    let (relative, late) = (timer(1, 2_000_000, 0), timer(1, u64::MAX, 0));
    let past = timer(0, 1, 1);
    let data: [(u32, &[u8]); 5] = [
        (1000, &relative),
        (1048, &late),
        (1200, &past),
        (1300, descriptors.as_flattened()),
        (1400, &[9; 48]),
    ];
    let calls = [
        ("clock_res_get", vec![1, 16], 0),
        ("load32", vec![20], 0),
        ("clock_time_get", vec![0, 0, 16], 0),
        ("clock_time_get", vec![9, 0, 16], INVAL),
        ("clock_res_get", vec![-1, 16], INVAL),
        ("sched_yield", vec![], 0),
        // One of two timers is due, with the data of its subscription.
        ("poll_oneoff", vec![1000, 2000, 2, 24], 0),
        ("load32", vec![24], 1),
        ("load64", vec![2000], 77),
        ("load32", vec![2008], 0),
        // A time in the past.
        ("poll_oneoff", vec![1200, 2000, 1, 24], 0),
        ("load32", vec![24], 1),
        // The standard output is ready; 99 is no descriptor.
        ("poll_oneoff", vec![1300, 2000, 2, 24], 0),
        ("load32", vec![24], 2),
        ("load8", vec![2008], 0),
        ("load8", vec![2010], 2),
        ("load8", vec![2040], BADF),
        ("poll_oneoff", vec![1300, 2000, 1, 24], 0),
        ("load8", vec![2008], 0),
        ("poll_oneoff", vec![1400, 2000, 1, 24], 0),
        ("load8", vec![2008], INVAL),
        ("poll_oneoff", vec![1000, 2000, 0, 24], INVAL),
        ("poll_oneoff", vec![1000, 2000, -1, 24], INVAL),
        ("random_get", vec![65536 - 600, 600], 0),
        ("random_get", vec![65536, 0], 0),
    ];
    check(&data, &calls, &[]);
    let body = "(drop (call $random_get (i32.const 100) (i32.const 1000)))\n".to_owned()
        + &write("(i32.const 100)", "(i32.const 1000)");
    let text = module(&[], &body);
    let [first, second] = [(); 2].map(|()| run(&text, &[], "").stdout);
    assert_eq!(first.len(), 1000);
    assert_ne!(first, second);
    // Time passes while a program waits.
    let body = "(drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 16)))\n\
        (drop (call $poll_oneoff (i32.const 1000) (i32.const 2000) (i32.const 1) (i32.const 8)))\n\
        (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 24)))\n\
        (call $print (i64.ge_u (i64.load (i32.const 24))\n\
            (i64.add (i64.load (i32.const 16)) (i64.const 2000000))))";
    assert_eq!(run(&module(&data, body), &[], "").stdout, b"1\n");
}

#[test]
fn the_program_ends_with_a_status() {
    // No handler, and no code after the call, runs.
    let text = |status: i64| {
        let body = "(block $caught (try_table (catch_all $caught)\n(call $proc_exit (i32.const "
            .to_owned()
            + &status.to_string()
            + "))))\n(call $print (i32.const 1))";
        module(&[], &body)
    };
    for (status, expected) in [(0, 0), (3, 3), (255, 255), (256, 255), (-1, 255)] {
        let output = run(&text(status), &[], "");
        assert_eq!(output.status.code(), Some(expected), "{output:?}");
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    }
    let output = run(&text(7), &["--json", "--threads", "3"], "");
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"results\":[],\"status\":7}\n");
    // In a start function, which runs before `_start`.
    let text = text(9).replace("(func (export \"_start\")", "(start $s) (func $s");
    assert_eq!(run(&text, &[], "").status.code(), Some(9));
}

#[test]
fn addresses_are_checked() {
    let end = 65536;
    let over = [(200, [0_u32.to_le_bytes(), 65537_u32.to_le_bytes()])];
    let data: [(u32, &[u8]); 1] = [(over[0].0, over[0].1.as_flattened())];
    let mut calls = Vec::new();
    for bad in [end, end - 3, -1, -4, i64::from(i32::MIN)] {
        calls.extend([
            ("args_sizes_get", vec![bad, 0]),
            ("args_sizes_get", vec![0, bad]),
            ("args_get", vec![bad, 0]),
            ("args_get", vec![0, bad]),
            ("environ_sizes_get", vec![bad, 0]),
            ("environ_get", vec![bad, 0]),
            ("clock_res_get", vec![0, bad]),
            ("clock_time_get", vec![0, 0, bad]),
            ("fd_fdstat_get", vec![0, bad]),
            ("fd_filestat_get", vec![0, bad]),
            ("fd_read", vec![0, bad, 1, 0]),
            ("fd_read", vec![0, 0, 1, bad]),
            ("fd_write", vec![1, bad, 1, 0]),
            ("fd_write", vec![1, 0, 1, bad]),
            ("fd_prestat_get", vec![3, bad]),
            ("fd_prestat_dir_name", vec![3, bad, 1000]),
            ("fd_readdir", vec![3, bad, 100, 0, 0]),
            ("fd_readdir", vec![3, 0, 100, 0, bad]),
            ("path_open", vec![3, 0, bad, 5, 0, READ, 0, 0, 0]),
            ("path_open", vec![3, 0, 100, 5, 1, READ, 0, 0, bad]),
            ("path_filestat_get", vec![3, 0, bad, 5, 0]),
            ("path_create_directory", vec![3, bad, 5]),
            ("path_remove_directory", vec![3, bad, 5]),
            ("path_unlink_file", vec![3, bad, 5]),
            ("path_rename", vec![3, bad, 5, 3, 0, 5]),
            ("path_rename", vec![3, 1000, 5, 3, bad, 5]),
            ("poll_oneoff", vec![bad, 1000, 1, 0]),
            ("poll_oneoff", vec![0, bad, 1, 0]),
            ("poll_oneoff", vec![0, 1000, 1, bad]),
            ("random_get", vec![bad, 5]),
        ]);
    }
    calls.extend([
        ("random_get", vec![0, -1]),
        ("random_get", vec![1, 65536]),
        ("fd_readdir", vec![3, 0, -1, 0, 0]),
        // The array of buffers, and a buffer, exceed the memory.
        ("fd_read", vec![0, 65528, 2, 0]),
        ("fd_read", vec![0, 0, -1, 0]),
        ("fd_write", vec![1, 200, 1, 0]),
        ("fd_read", vec![0, 200, 1, 0]),
        ("fd_pwrite", vec![1, 200, 1, 0, 0]),
    ]);
    let folder = folder();
    let found = results(&data, &calls, &["--dir", folder.path().to_str().expect("text")]);
    for (call, found) in calls.iter().zip(found) {
        let expected = match call.0 {
            // A variable would be written there.
            "environ_get" => 0,
            "fd_pwrite" => SPIPE,
            _ => FAULT,
        };
        assert_eq!(found, expected, "{call:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);

    // A module without a memory.
    let text = r#"
        (module
          (import "wasi_snapshot_preview1" "random_get" (func $get (param i32 i32) (result i32)))
          (func (export "run") (result i32) (call $get (i32.const 0) (i32.const 1))))"#;
    assert_eq!(run(text, &["--invoke", "run"], "").stdout, b"21\n");
}

/// The text at an address, with its length.
fn path(address: i64, text: &str) -> [i64; 2] {
    [address, text.len() as i64]
}

#[test]
fn files_are_created_read_and_removed() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub")).expect("a new folder");
    let buffers = [300_u32, 5, 400, 3].map(u32::to_le_bytes);
    let data: [(u32, &[u8]); 6] = [
        (100, b"sub/file.txt"),
        (120, b"sub/other"),
        (140, b"sub"),
        (160, b"new/"),
        (200, buffers.as_flattened()),
        (300, b"hello"),
    ];
    let [file, length] = path(100, "sub/file.txt");
    let [other, other_length] = path(120, "sub/other");
    let both = READ | WRITE;
    let calls = [
        ("fd_prestat_get", vec![3, 16], 0),
        ("load8", vec![16], 0),
        ("load32", vec![20], folder.path().to_str().expect("text").len() as i32),
        ("fd_prestat_dir_name", vec![3, 500, 1], NAMETOOLONG),
        ("fd_prestat_dir_name", vec![3, 500, 1000], 0),
        ("load8", vec![500], i32::from(b'/')),
        ("fd_prestat_get", vec![4, 16], BADF),
        ("path_open", vec![3, 0, file, length, 0, both, 0, 0, 16], NOENT),
        // Create, exclusively.
        ("path_open", vec![3, 0, file, length, 5, both, 0, 0, 16], 0),
        ("load32", vec![16], 4),
        ("path_open", vec![3, 0, file, length, 5, both, 0, 0, 16], EXIST),
        ("fd_write", vec![4, 200, 1, 16], 0),
        ("load32", vec![16], 5),
        ("fd_tell", vec![4, 24], 0),
        ("load64", vec![24], 5),
        ("fd_pwrite", vec![4, 200, 1, 3, 16], 0),
        ("fd_seek", vec![4, -2, 2, 24], 0),
        ("load64", vec![24], 6),
        ("fd_read", vec![4, 208, 1, 16], 0),
        ("load32", vec![16], 2),
        ("load8", vec![400], i32::from(b'l')),
        ("load8", vec![401], i32::from(b'o')),
        ("fd_pread", vec![4, 208, 1, 0, 16], 0),
        ("load8", vec![400], i32::from(b'h')),
        ("fd_seek", vec![4, -1, 0, 24], INVAL),
        ("fd_seek", vec![4, -9, 1, 24], INVAL),
        ("fd_seek", vec![4, 0, 3, 24], INVAL),
        ("fd_sync", vec![4], 0),
        ("fd_datasync", vec![4], 0),
        ("fd_advise", vec![4, 0, 0, 0], 0),
        ("fd_filestat_get", vec![4, 600], 0),
        ("load8", vec![616], 4),
        ("load32", vec![632], 8),
        ("fd_filestat_set_size", vec![4, 6], 0),
        ("path_filestat_get", vec![3, 0, file, length, 600], 0),
        ("load32", vec![632], 6),
        ("fd_fdstat_get", vec![4, 600], 0),
        ("load32", vec![600], 4),
        // Appends.
        ("fd_fdstat_set_flags", vec![4, 1], 0),
        ("fd_seek", vec![4, 0, 0, 24], 0),
        ("fd_write", vec![4, 200, 1, 16], 0),
        ("fd_fdstat_get", vec![4, 600], 0),
        ("load32", vec![600], 4 + (1 << 16)),
        ("fd_fdstat_set_flags", vec![4, 2], NOTSUP),
        ("fd_renumber", vec![4, 0], 0),
        ("fd_close", vec![0], 0),
        // Only for reading.
        ("path_open", vec![3, 0, file, length, 0, READ, 0, 0, 16], 0),
        ("load32", vec![16], 0),
        ("fd_write", vec![0, 200, 1, 16], BADF),
        ("fd_close", vec![0], 0),
        // Directories.
        ("path_rename", vec![3, file, length, 3, other, other_length], 0),
        ("path_create_directory", vec![3, 160, 4], 0),
        ("path_create_directory", vec![3, 160, 4], EXIST),
        ("path_open", vec![3, 0, 140, 3, 2, both, 0, 0, 16], 0),
        ("fd_read", vec![0, 200, 1, 16], 31),
        ("fd_readdir", vec![0, 700, 100, 0, 16], 0),
        ("load32", vec![16], 24 + 5),
        ("load64", vec![700], 1),
        ("load32", vec![716], 5),
        ("load32", vec![720], 4),
        ("load8", vec![724], i32::from(b'o')),
        ("fd_readdir", vec![0, 700, 100, 1, 16], 0),
        ("load32", vec![16], 0),
        // An entry that does not fit is cut.
        ("fd_readdir", vec![0, 700, 26, 0, 16], 0),
        ("load32", vec![16], 26),
        ("fd_readdir", vec![0, 700, 100, -1, 16], 0),
        ("path_filestat_get", vec![0, 0, 124, 5, 600], 0),
        ("load32", vec![632], 11),
        ("path_remove_directory", vec![3, 140, 3], NOTEMPTY),
        ("path_unlink_file", vec![3, 140, 3], 31),
        ("path_unlink_file", vec![3, 160, 4], NOTDIR),
        ("path_remove_directory", vec![3, 160, 4], 0),
        ("path_unlink_file", vec![0, 124, 5], 0),
        ("path_unlink_file", vec![0, 124, 5], NOENT),
        ("path_remove_directory", vec![3, 140, 3], 0),
        ("path_open", vec![1, 0, file, length, 0, both, 0, 0, 16], NOTDIR),
        ("path_open", vec![3, 0, file, 0, 0, both, 0, 0, 16], NOENT),
        ("path_open", vec![3, 0, 0, 100_000, 0, both, 0, 0, 16], NAMETOOLONG),
    ];
    check(&data, &calls, &["--dir", folder.path().to_str().expect("text")]);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// Paths that leave the directory: by name, and by links.
#[test]
fn no_path_leaves_its_directory() {
    let outer = folder();
    let secret = outer.path().join("secret");
    fs::write(&secret, "secret").expect("the file can be written");
    let granted = outer.path().join("granted");
    fs::create_dir_all(granted.join("sub")).expect("new folders");
    fs::write(granted.join("inside"), "inside").expect("the file can be written");
    let link = |target: &Path, name: &str| {
        symlink(target, granted.join(name)).expect("a link can be made");
    };
    link(Path::new("../secret"), "relative");
    link(&secret, "absolute");
    link(Path::new(".."), "up");
    link(Path::new("inside"), "allowed");
    link(Path::new("/proc/self"), "process");
    let names = [
        "../secret",
        "sub/../../secret",
        secret.to_str().expect("text"),
        "relative",
        "absolute",
        "up/secret",
        "process/environ",
    ];
    let directory = ["--dir", granted.to_str().expect("text")];
    for name in names {
        let data: [(u32, &[u8]); 2] = [(100, name.as_bytes()), (600, b"sub/new")];
        let [start, length] = path(100, name);
        let is_link = !name.contains('/');
        let mut calls = vec![
            ("path_open", vec![3, 1, start, length, 0, READ, 0, 0, 16], NOTCAPABLE),
            ("path_open", vec![3, 1, start, length, 9, READ | WRITE, 0, 0, 16], NOTCAPABLE),
            ("path_filestat_get", vec![3, 1, start, length, 700], NOTCAPABLE),
        ];
        if is_link {
            // The link itself is in the directory.
            calls.push(("path_open", vec![3, 0, start, length, 0, READ, 0, 0, 16], LOOP));
            calls.push(("path_filestat_get", vec![3, 0, start, length, 700], 0));
            calls.push(("load8", vec![716], 7));
        } else {
            for function in ["path_create_directory", "path_remove_directory", "path_unlink_file"] {
                calls.push((function, vec![3, start, length], NOTCAPABLE));
            }
            calls.push(("path_rename", vec![3, start, length, 3, 600, 7], NOTCAPABLE));
            calls.push(("path_rename", vec![3, 600, 7, 3, start, length], NOTCAPABLE));
        }
        check(&data, &calls, &directory);
    }
    assert_eq!(fs::read_to_string(&secret).expect("the file exists"), "secret");

    let data: [(u32, &[u8]); 4] =
        [(100, b"allowed"), (120, b"sub/.."), (140, b"sub/../inside"), (160, b"a\0b")];
    let calls = [
        ("path_open", vec![3, 1, 100, 7, 0, READ, 0, 0, 16], 0),
        ("path_open", vec![3, 0, 140, 13, 0, READ, 0, 0, 16], 0),
        // The names of the last component are those of entries.
        ("path_remove_directory", vec![3, 120, 6], INVAL),
        ("path_create_directory", vec![3, 124, 2], INVAL),
        ("path_open", vec![3, 0, 160, 3, 1, WRITE, 0, 0, 16], INVAL),
        // A directory that a program opens is a limit, too.
        ("path_open", vec![3, 0, 140, 3, 2, READ, 0, 0, 16], 0),
        ("load32", vec![16], 6),
        ("path_open", vec![6, 0, 143, 10, 0, READ, 0, 0, 16], NOTCAPABLE),
    ];
    check(&data, &calls, &directory);
    let output = run(&module(&[], ""), &["--dir", "/nonexistent"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nonexistent"), "{output:?}");
}

#[test]
fn other_functions_are_not_supported() {
    let names = [
        "fd_allocate",
        "fd_fdstat_set_rights",
        "fd_filestat_set_times",
        "path_filestat_set_times",
        "path_link",
        "path_readlink",
        "path_symlink",
        "proc_raise",
        "sock_accept",
        "sock_recv",
        "sock_send",
        "sock_shutdown",
    ];
    let calls: Vec<_> = names
        .iter()
        .map(|name| {
            let function = FUNCTIONS.iter().find(|each| each.0 == *name).expect("a function");
            (*name, vec![1; function.1.len()], NOTSUP)
        })
        .collect();
    check(&[], &calls, &[]);
    let text = r#"(module (import "wasi_snapshot_preview1" "fd_close" (func (param i64))))"#;
    let output = run(text, &[], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("incompatible import type"));
}

/// Each thread closes its own descriptor, and finds its own directory.
#[test]
fn threads_have_their_own_descriptors() {
    let folder = folder();
    let calls = [("fd_close", vec![3]), ("fd_close", vec![3])];
    let body: String = calls.iter().map(call).collect();
    let options = ["--threads", "4", "--dir", folder.path().to_str().expect("text")];
    let output = run(&module(&[], &body), &options, "");
    let text = String::from_utf8(output.stdout).expect("numbers");
    let count = |number: &str| text.lines().filter(|line| *line == number).count();
    assert_eq!((count("0"), count("8")), (4, 4), "{text}");
}

/// A program reads what another process writes while it runs.
#[test]
fn the_input_can_be_a_pipe() {
    let mut body = "(i32.store (i32.const 32) (i32.const 1000))\n\
        (i32.store (i32.const 36) (i32.const 100))\n\
        (loop $next\n\
        (drop (call $fd_read (i32.const 0) (i32.const 32) (i32.const 1) (i32.const 48)))\n\
        (if (i32.load (i32.const 48)) (then\n"
        .to_owned();
    body += &write("(i32.const 1000)", "(i32.load (i32.const 48))");
    body += "(br $next))))\n";
    let folder = folder();
    let mut command = command(&folder, &module(&[], &body));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(fs::File::create(folder.path().join("output")).expect("a new file"))
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("the input is a pipe");
    for number in 0..100 {
        writeln!(input, "line {number}").expect("the program reads");
    }
    drop(input);
    assert!(timeout::wait(&mut child).expect("the program ends").success());
    let output = fs::read_to_string(folder.path().join("output")).expect("the file exists");
    assert_eq!(output.lines().count(), 100);
    assert!(output.ends_with("line 99\n"), "{output}");
}
