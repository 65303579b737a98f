//! The IR in the porting guide is compiled as it stands there, and what the guide says comes out of it does.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use statepoint_scanner::arch::X86_64;
use statepoint_scanner::stackmap;
use statepoint_scanner::statepoint::Statepoint;
use tests::llvm::{Llvm, ToolError, section};

const GUIDE: &str = include_str!("../../docs/porting.md");
const PRELUDE: &str = include_str!("../../gc/ir/statepoint_gc.ll");
const ARCHITECTURES: [&str; 2] = ["x86_64", "aarch64"];

/// A fenced block: its language, the words behind that, its text.
struct Block {
    language: &'static str,
    words: Vec<&'static str>,
    text: String,
    line: usize,
}

impl Block {
    /// What it is for: the architectures that it names, or all.
    fn architectures(&self) -> Vec<&'static str> {
        let named = |arch: &&&str| self.words.is_empty() || self.words.contains(*arch);
        ARCHITECTURES.iter().filter(named).copied().collect()
    }
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in GUIDE.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                let mut words = info.split(' ').filter(|word| !word.is_empty());
                let language = words.next().unwrap_or("");
                let words = words.collect();
                open = Some(Block { language, words, text: String::new(), line: index + 1 });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence of the guide is not closed");
    blocks
}

/// Those with opaque pointers, in which the guide's IR is written.
fn versions() -> Vec<Llvm> {
    let (opaque, typed): (Vec<_>, Vec<_>) =
        Llvm::installed().into_iter().partition(|llvm| llvm.version() >= 16);
    for llvm in typed {
        // Not by `eprintln!`, which the test harness keeps to itself when a test passes.
        let message = format!(
            "skipped: LLVM {} has typed pointers, the guide's IR does not (its typed twin is compiled \
             by the random programs)\n",
            llvm.version()
        );
        let _ = std::io::stderr().write_all(message.as_bytes());
    }
    opaque
}

/// Links a block with the prelude, optimises it and compiles it, to assembly or to an object file.
fn compile(
    llvm: Llvm,
    block: &Block,
    arch: &str,
    level: &str,
    filetype: &str,
    directory: &Path,
) -> Result<Vec<u8>, ToolError> {
    let path = |name: &str| directory.join(format!("{}-{arch}-{name}", llvm.version()));
    let (source, prelude) = (path("block.ll"), path("prelude.ll"));
    let (linked, optimised) = (path("linked.bc"), path("optimised.bc"));
    let write = |path: &Path, text: &str| {
        fs::write(path, text)
            .map_err(|error| ToolError::Io { what: path.display().to_string(), error })
    };
    write(&source, &block.text)?;
    write(&prelude, &PRELUDE.replace("(initialexec)", "(localexec)"))?;
    llvm.run(
        "llvm-link",
        [source.as_os_str(), prelude.as_os_str(), "-o".as_ref(), linked.as_os_str()],
    )?;
    // Up to 16 the pass that places polls belongs to the old pass manager only; the guide is not
    // about polls.
    let polls = if llvm.version() >= 19 { "function(place-safepoints)," } else { "" };
    let passes = format!("-passes=default<{level}>,{polls}rewrite-statepoints-for-gc,verify");
    let triple = format!("-mtriple={arch}-unknown-linux-gnu");
    let words = [passes.as_ref(), triple.as_ref(), linked.as_os_str(), "-o".as_ref()];
    llvm.run("opt", words.into_iter().chain([optimised.as_os_str()]))?;
    let (level, filetype) = (format!("-{level}"), format!("-filetype={filetype}"));
    let output = path("output");
    let words: [&OsStr; 7] = [
        triple.as_ref(),
        level.as_ref(),
        "-relocation-model=pic".as_ref(),
        filetype.as_ref(),
        optimised.as_os_str(),
        "-o".as_ref(),
        output.as_os_str(),
    ];
    llvm.run("llc", words)?;
    fs::read(&output).map_err(|error| ToolError::Io { what: output.display().to_string(), error })
}

/// The instructions of an assembly text, without comments, labels and directives.
fn instructions(assembly: &str) -> Vec<&str> {
    let lines = assembly.lines().filter_map(|line| line.strip_prefix('\t'));
    lines
        .map(|line| line.split(['#', ';']).next().unwrap_or("").trim())
        .filter(|line| !line.is_empty() && !line.starts_with(['.', '/']))
        .collect()
}

#[test]
fn every_piece_of_ir_compiles_with_every_version() {
    let directory = tempfile::tempdir().unwrap();
    let blocks = blocks();
    let mut wrappers = 0;
    for llvm in versions() {
        for block in blocks.iter().filter(|block| block.language == "llvm") {
            for arch in block.architectures() {
                for level in ["O0", "O2"] {
                    let what =
                        format!("line {}, LLVM {}, {arch}, {level}", block.line, llvm.version());
                    let made = compile(llvm, block, arch, level, "asm", directory.path());
                    let made = made.unwrap_or_else(|error| panic!("{what}: {error}"));
                    let assembly = String::from_utf8(made).unwrap();
                    if !block.text.contains("call void @spgc_leave_native") {
                        continue;
                    }
                    wrappers += 1;
                    let instructions = instructions(&assembly);
                    let calls = |name: &str| {
                        let is = |line: &&&str| line.split(['\t', '@']).any(|word| word == name);
                        instructions.iter().filter(is).count()
                    };
                    assert_eq!(calls("spgc_enter_native"), 0, "{what}: {assembly}");
                    assert_eq!(calls("spgc_enter_native_aarch64"), 0, "{what}: {assembly}");
                    assert_eq!(calls("spgc_leave_native"), 0, "{what}: {assembly}");
                    assert!(calls("spgc_enter_native_slow") == 1, "{what}: {assembly}");
                    assert!(calls("spgc_leave_native_slow") >= 1, "{what}: {assembly}");
                    // A jump to it would be a tail call, with the frame gone.
                    let jumps = |line: &&str| {
                        let calls = line.starts_with("call") || line.starts_with("bl\t");
                        !calls && line.contains("_native_slow")
                    };
                    assert!(!instructions.iter().any(jumps), "{what}: {assembly}");
                }
            }
        }
    }
    assert!(versions().is_empty() || wrappers >= 6, "the guide has wrappers");
}

/// The assembly that the guide shows is LLVM 19's.
#[test]
fn the_assembly_in_the_guide_is_what_comes_out() {
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let directory = tempfile::tempdir().unwrap();
    let mut source = None;
    let mut shown = 0;
    for block in blocks() {
        match block.language {
            "llvm" => source = Some(block),
            "asm" => {
                let source = source.as_ref().expect("IR stands above assembly");
                let [arch] = block.words[..] else {
                    panic!("line {}: which architecture?", block.line)
                };
                let made = compile(llvm, source, arch, "O2", "asm", directory.path()).unwrap();
                let assembly = String::from_utf8(made).unwrap();
                let (made, expected) = (instructions(&assembly), instructions(&block.text));
                assert!(!expected.is_empty());
                let found = made.windows(expected.len()).any(|window| window == expected);
                assert!(found, "line {}: {expected:#?}\nis not in\n{made:#?}", block.line);
                shown += 1;
            }
            _ => {}
        }
    }
    assert_eq!(shown, 3);
}

fn block_with(function: &str) -> Block {
    let name = format!("@{function}(");
    let found =
        blocks().into_iter().find(|block| block.language == "llvm" && block.text.contains(&name));
    found.unwrap_or_else(|| panic!("the guide has no function {function}"))
}

/// From the first instruction to the return: no version needs more than the guide says.
#[test]
fn a_wrapper_on_x86_64_has_twelve_instructions() {
    let directory = tempfile::tempdir().unwrap();
    for llvm in versions() {
        let made =
            compile(llvm, &block_with("call_seconds"), "x86_64", "O2", "asm", directory.path());
        let assembly = String::from_utf8(made.unwrap()).unwrap();
        let wrapper =
            assembly.split("call_seconds:").nth(1).expect("the function is in the assembly");
        let instructions = instructions(wrapper);
        let to_return = instructions.iter().position(|line| *line == "retq").unwrap() + 1;
        assert_eq!(to_return, 12, "LLVM {}: {:#?}", llvm.version(), &instructions[..to_return]);
    }
}

/// Why wrappers are not inlined: the reference is read back before the thread is managed again.
#[test]
fn a_transition_in_managed_code_is_unsound_in_every_version() {
    let directory = tempfile::tempdir().unwrap();
    let block = block_with("unsound");
    for llvm in versions() {
        for (arch, load, store) in
            [("x86_64", "movq\t(%rsp), ", "movl\t$1, "), ("aarch64", "ldr\tx", "str\tw")]
        {
            let made = compile(llvm, &block, arch, "O2", "asm", directory.path()).unwrap();
            let assembly = String::from_utf8(made).unwrap();
            let instructions = instructions(&assembly);
            let is_call = |line: &&str| line.split(['\t', '@']).nth(1) == Some("native");
            let call = instructions.iter().position(is_call).expect("the call");
            let behind = &instructions[call..];
            let load = behind.iter().position(|line| line.starts_with(load)).expect("the load");
            let store = behind.iter().position(|line| line.starts_with(store)).expect("the store");
            assert!(load < store, "LLVM {}, {arch}: {behind:#?}", llvm.version());
        }
    }
}

#[test]
fn the_gc_transition_bundle_sets_a_flag_and_no_more() {
    let directory = tempfile::tempdir().unwrap();
    let with = block_with("bundle");
    let plain = Block {
        text: with.text.replace(r#" [ "gc-transition"(ptr %context, i64 7) ]"#, ""),
        words: with.words.clone(),
        ..with
    };
    assert_ne!(with.text, plain.text);
    for llvm in versions() {
        let compile =
            |block, arch, filetype| compile(llvm, block, arch, "O2", filetype, directory.path());
        let code = |block| {
            let assembly = String::from_utf8(compile(block, "x86_64", "asm").unwrap()).unwrap();
            let instructions = instructions(&assembly);
            instructions.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(code(&with), code(&plain), "LLVM {}", llvm.version());
        for (block, expected) in [(&with, true), (&plain, false)] {
            compile(block, "x86_64", "obj").unwrap();
            let object = directory.path().join(format!("{}-x86_64-output", llvm.version()));
            let bytes = section(&object, ".llvm_stackmaps").unwrap();
            let map = stackmap::maps(&bytes).next().expect("a stack map").unwrap();
            // Behind it are those of the prelude's functions.
            let record = map.records().next().expect("a record");
            let statepoint = Statepoint::<X86_64>::decode(&record, &map.constants()).unwrap();
            assert_eq!(statepoint.flags.gc_transition(), expected, "LLVM {}", llvm.version());
        }
        let error = compile(&with, "aarch64", "asm").unwrap_err().to_string();
        assert!(error.contains("gc_transition.end"), "LLVM {}: {error}", llvm.version());
    }
}
