//! Arguments, streams, clocks, exits, and addresses that are not in the memory.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use test_support::timeout;

use super::{
    BADF, FAULT, FUNCTIONS, INVAL, NOTSUP, READ, SPIPE, call, check, command, folder, module,
    results, run, write,
};

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
