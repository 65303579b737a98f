//! Tests of invalid input. Each command prints a message with file, offset and reason, prints
//! nothing to standard output, and exits with status 1.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use test_support::timeout::{self, KillOnTimeout};

use crate::elf::{Program, X86_64, section, spilled};
use crate::{Scratch, refusal, text};

const COMMANDS: [&[&str]; 5] = [
    &["dump"],
    &["dump", "--format", "json"],
    &["stats"],
    &["lookup", "--format", "json", "--"],
    &["convert", "--to", "v2", "-o", "-"],
];

/// Runs all commands on this file. They must print the same message, which is returned.
fn refused(file: &str, raw: bool) -> String {
    let mut messages = COMMANDS.map(|command| {
        let mut arguments: Vec<_> = command.to_vec();
        if raw {
            arguments.insert(1, "--raw=v3");
        }
        arguments.push(file);
        if command[0] == "lookup" {
            arguments.push("0x400033");
        }
        refusal(arguments)
    });
    messages.sort();
    assert_eq!(messages.first(), messages.last());
    messages[0].clone()
}

#[test]
fn truncated_section_is_rejected() {
    let scratch = Scratch::new();
    let whole = section("spilled.stackmaps");
    for len in [1, 15, 16, 100, whole.len() - 8, whole.len() - 1] {
        let file = scratch.file("cut", &whole[..len]);
        let file = file.to_str().unwrap();
        let message = refused(file, true);
        assert!(message.starts_with(&format!("stackmap: {file}: at offset 0x")), "{message}");
    }
}

#[test]
fn messages_have_offset_found_and_allowed_values() {
    let scratch = Scratch::new();
    let message = |at: usize, value: u8| {
        let mut bytes = section("spilled.stackmaps");
        bytes[at] = value;
        let file = scratch.file("wrong", &bytes);
        let message = refused(file.to_str().unwrap(), true);
        message.split_once("wrong: ").expect("the message does not name the file").1.to_owned()
    };
    assert_eq!(message(0, 9), "at offset 0x0: stack map version 9, allowed is 3\n");
    assert_eq!(message(1, 4), "at offset 0x1: reserved bytes of the header is 0x4, must be 0\n");
    assert!(message(12, 9).contains("add up to 4, the map has 9 records"));
    assert!(message(7, 9).starts_with("at offset 0x4: number of functions is 150994947"));
}

#[test]
fn padding_and_alignment_are_checked() {
    let scratch = Scratch::new();
    let map = section("spilled.stackmaps");
    let file = scratch.file("padded", &[&map[..], &[0; 24], &map].concat());
    let dump = crate::json(["dump", "--raw", file.to_str().unwrap(), "--format", "json"]);
    assert_eq!(dump["maps"].as_array().unwrap().len(), 2);
    for (name, section) in [
        ("padding", [&map[..], &[0, 0, 0, 0, 0, 0, 0, 1], &map].concat()),
        ("misaligned", [&map[..], &[0; 4], &map].concat()),
    ] {
        let file = scratch.file(name, &section);
        let message = refused(file.to_str().unwrap(), true);
        assert!(message.contains("must start at a multiple of 8"), "{message}");
    }
}

#[test]
fn unknown_file_format_is_rejected() {
    let scratch = Scratch::new();
    for (name, bytes) in [
        ("text", &b"This is not an object file."[..]),
        ("empty", b""),
        ("elf", &spilled()[..80]),
        ("32-bit", b"\x7fELF\x01\x01\x01\0"),
        ("big-endian", b"\x7fELF\x02\x02\x01\0"),
        ("archive", b"!<arch>\nrubbish"),
    ] {
        let file = scratch.file(name, bytes);
        let message = refused(file.to_str().unwrap(), false);
        assert!(message.contains(file.to_str().unwrap()), "{message}");
        refusal(["verify", file.to_str().unwrap()]);
    }
    let missing = scratch.path("missing");
    assert!(refused(missing.to_str().unwrap(), false).contains("cannot be read"));
    assert!(refused(missing.to_str().unwrap(), true).contains("cannot be read"));
    refused(scratch.directory.path().to_str().unwrap(), false);
    refused(scratch.directory.path().to_str().unwrap(), true);
}

#[test]
fn missing_stack_map_is_reported() {
    let scratch = Scratch::new();
    let program = Program { machine: X86_64, stack_maps: None, eh_frame: None, functions: &[] };
    let file = scratch.file("program", &program.bytes());
    let message = refused(file.to_str().unwrap(), false);
    assert!(message.contains("no stack map section"), "{message}");
}

#[test]
fn all_maps_are_checked_before_output() {
    let scratch = Scratch::new();
    let good = section("spilled.stackmaps");
    let mut bad = good.clone();
    bad[0] = 7;
    let program = Program {
        machine: X86_64,
        stack_maps: Some(&[&good[..], &bad].concat()),
        eh_frame: None,
        functions: &[],
    };
    let file = scratch.file("program", &program.bytes());
    let message = refused(file.to_str().unwrap(), false);
    let at = format!("at offset {:#x}: stack map version 7", good.len());
    assert!(message.contains(&at), "{message}");
}

#[test]
fn standard_input_is_read() {
    for (arguments, bytes) in
        [(&["dump", "-"][..], spilled()), (&["dump", "-", "--raw"], section("spilled.stackmaps"))]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stackmap"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let limited = KillOnTimeout::new(&child);
        child.stdin.take().unwrap().write_all(&bytes).unwrap();
        let mut printed = String::new();
        child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        drop(limited);
        assert!(timeout::wait(&mut child).unwrap().success());
        assert!(printed.contains("3 functions"));
    }
}

/// The machine is inferred from the registers that address the frames.
#[test]
fn machine_of_raw_bytes_is_inferred() {
    let directory = test_support::fixtures::directory().join("sections");
    let dump = |name: &str| text(["dump", "--raw", directory.join(name).to_str().unwrap()]);
    assert!(dump("frames-aarch64.bin").contains("[sp+"));
    assert!(dump("frames-x86_64.bin").contains("[rbx+"));
    let file = directory.join("frames-x86_64.bin");
    let other = text(["dump", "--raw", file.to_str().unwrap(), "--machine", "aarch64"]);
    assert!(other.contains("[x7"), "{other}");
}

#[test]
fn bytes_without_map_are_an_error() {
    let scratch = Scratch::new();
    let (empty, zeros) = (scratch.file("empty", &[]), scratch.file("zeros", &[0; 64]));
    let empty = (&empty, "the stack map section is empty");
    let zeros = (&zeros, "the stack map section has 64 zero bytes and no map");
    for (file, reason) in [empty, zeros] {
        let file = file.to_str().unwrap();
        for command in [&["dump"][..], &["dump", "--format", "json"], &["stats"], &["verify"]] {
            let message = refusal(command.iter().copied().chain(["--raw", file]));
            assert!(message.contains(reason), "{command:?}: {message}");
        }
    }
}
