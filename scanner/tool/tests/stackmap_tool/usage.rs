//! Tests of help texts, invalid command lines, completions, colours and closed pipes.

use std::io::Read;
use std::process::{Command, Stdio};

use test_support::timeout::{self, KillOnTimeout};

use crate::elf::spilled;
use crate::{Scratch, stackmap, text};

#[test]
fn help_of_each_command_has_examples() {
    let help = text(["--help"]);
    for command in ["dump", "stats", "verify", "lookup", "convert", "compile", "completions"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let help = text([command, "--help"]);
        assert!(help.contains(&format!("Examples:\n  stackmap {command} ")), "{help}");
        assert!(help.contains("Exit status:"), "{help}");
    }
    assert!(help.contains("Exit status:"), "{help}");
}

#[test]
fn invalid_command_line_exits_with_status_2() {
    for wrong in [
        &["dump"][..],
        &["frobnicate", "x"],
        &["dump", "x", "--format", "xml"],
        &["dump", "x", "--raw=v9"],
        &["convert", "x", "--to", "v3"],
        &["lookup", "x"],
        &["dump", "x", "--machine", "aarch64"],
    ] {
        let output = stackmap(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{wrong:?}");
    }
}

#[test]
fn completion_scripts_are_printed() {
    for (shell, word) in
        [("bash", "complete -F"), ("zsh", "#compdef stackmap"), ("fish", "complete -c stackmap")]
    {
        let script = text(["completions", shell]);
        assert!(script.contains(word) && script.contains("lookup"), "{shell}");
    }
}

#[test]
fn colour_is_used_only_on_terminals() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let run = |name: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stackmap"));
        command.args(["dump", file.to_str().unwrap()]).env_remove("NO_COLOR").env(name, value);
        let output = timeout::output(&mut command).unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!run("UNUSED", "1").contains('\x1b'));
    assert!(run("CLICOLOR_FORCE", "1").contains('\x1b'));
}

/// The reader of the pipe ends early, as in `stackmap dump program | head`.
#[test]
fn closed_pipe_is_not_an_error() {
    let scratch = Scratch::new();
    let section = crate::elf::section("spilled.stackmaps");
    // The output is larger than the pipe's buffer.
    let file = scratch.file("section", &section.repeat(2000));
    let mut child = Command::new(env!("CARGO_BIN_EXE_stackmap"))
        .args(["dump", "--raw", file.to_str().unwrap(), "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let limited = KillOnTimeout::new(&child);
    let mut start = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    drop(limited);
    assert_eq!(errors, "");
    assert_eq!(timeout::wait(&mut child).unwrap().code(), Some(0));
}
