//! The IR in the porting guide compiles unchanged, and has the properties that the guide states.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use statepoint_scanner::arch::X86_64;
use statepoint_scanner::stackmap;
use statepoint_scanner::statepoint::Statepoint;

use crate::guide::{Block, blocks};
use tests::ir::{ContextAccess, PreludeForm};
use tests::llvm::{Llvm, ToolError, section};

const ARCHITECTURES: [&str; 2] = ["x86_64", "aarch64"];

/// Returns the architectures for which a block is compiled: those after its language, or all.
pub(crate) fn architectures(block: &Block) -> Vec<&'static str> {
    let named = |arch: &&&str| block.has_word(arch);
    let all = !ARCHITECTURES.iter().any(|arch| block.has_word(arch));
    ARCHITECTURES.iter().filter(|arch| all || named(arch)).copied().collect()
}

/// Returns the IR blocks that this version must compile. All have opaque pointers: blocks for LLVM
/// 14 are compiled by the commands of the guide.
pub(crate) fn sources(llvm: Llvm) -> Vec<Block> {
    let since = |block: &Block| block.value("since").map_or(0, |since| since.parse().unwrap());
    let is_source = |block: &Block| {
        block.language == "llvm"
            && !block.has_word("14")
            && block.value("refused").is_none()
            && since(block) <= llvm.version()
    };
    blocks().into_iter().filter(is_source).collect()
}

/// Returns the installed versions with opaque pointers. LLVM 14 loses and refuses other programs.
pub(crate) fn opaque_versions() -> Vec<Llvm> {
    Llvm::installed().into_iter().filter(|llvm| llvm.version() >= 16).collect()
}

/// Parameters of a compilation.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    /// `asm` or `obj`.
    pub(crate) filetype: &'static str,
    /// Whether the prelude is linked in, and polls are inserted.
    pub(crate) prelude: bool,
    /// Whether references stay in callee-saved registers.
    pub(crate) registers: bool,
}

impl Options {
    pub(crate) fn new(filetype: &'static str) -> Self {
        Self { filetype, prelude: true, registers: false }
    }
}

/// Links a block with the prelude, optimises it, inserts polls, and rewrites its statepoints.
/// Returns the resulting file. For LLVM 14 it is written with typed pointers first.
pub(crate) fn rewrite(
    llvm: Llvm,
    block: &Block,
    arch: &str,
    level: &str,
    options: Options,
    directory: &Path,
) -> Result<PathBuf, ToolError> {
    let path = |name: &str| directory.join(format!("{}-{arch}-{name}", llvm.version()));
    let (source, prelude) = (path("block.ll"), path("prelude.ll"));
    let (linked, rewritten) = (path("linked.bc"), path("rewritten.bc"));
    let write = |path: &Path, text: &str| {
        fs::write(path, text)
            .map_err(|error| ToolError::Io { what: path.display().to_string(), error })
    };
    let form = PreludeForm::of(llvm, ContextAccess::ThreadLocal);
    write(&source, &form.pointers.write(&block.text))?;
    write(&prelude, &form.text().replace("(initialexec)", "(localexec)"))?;
    let triple = format!("{arch}-unknown-linux-gnu");
    if options.prelude {
        let words = [source.as_os_str(), prelude.as_os_str(), "-o".as_ref(), linked.as_os_str()];
        llvm.run("llvm-link", words)?;
        llvm.statepoints(&triple, level, form.access, &linked, &rewritten, &[])?;
    } else {
        let passes = format!("-passes=default<{level}>,rewrite-statepoints-for-gc,verify");
        let triple = format!("-mtriple={triple}");
        let words = [passes.as_ref(), triple.as_ref(), source.as_os_str(), "-o".as_ref()];
        llvm.run("opt", words.into_iter().chain([rewritten.as_os_str()]))?;
    }
    Ok(rewritten)
}

/// Rewrites a block as [`rewrite`] does, and compiles it to assembly or to an object file. Returns
/// the contents of the resulting file, `VERSION-ARCH-output`.
pub(crate) fn compile(
    llvm: Llvm,
    block: &Block,
    arch: &str,
    level: &str,
    options: Options,
    directory: &Path,
) -> Result<Vec<u8>, ToolError> {
    let rewritten = rewrite(llvm, block, arch, level, options, directory)?;
    let triple = format!("-mtriple={arch}-unknown-linux-gnu");
    let (level, filetype) = (format!("-{level}"), format!("-filetype={}", options.filetype));
    let output = directory.join(format!("{}-{arch}-output", llvm.version()));
    let registers: &[&str] = match options.registers {
        true => &["-max-registers-for-gc-values=100", "-fixup-allow-gcptr-in-csr"],
        false => &[],
    };
    let words: [&OsStr; 7] = [
        triple.as_ref(),
        level.as_ref(),
        "-relocation-model=pic".as_ref(),
        filetype.as_ref(),
        rewritten.as_os_str(),
        "-o".as_ref(),
        output.as_os_str(),
    ];
    llvm.run("llc", words.into_iter().chain(registers.iter().map(OsStr::new)))?;
    fs::read(&output).map_err(|error| ToolError::Io { what: output.display().to_string(), error })
}

/// Returns the instructions of an assembly text, without comments, labels and directives.
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
    let mut wrappers = 0;
    for llvm in Llvm::installed() {
        let mut blocks = sources(llvm);
        // Blocks that are wrong on purpose are compiled by another test.
        blocks.retain(|block| !block.has_word("lost") && !block.has_word("kept"));
        for block in &blocks {
            for arch in architectures(block) {
                for level in ["O0", "O2"] {
                    let label =
                        format!("{}, LLVM {}, {arch}, {level}", block.place, llvm.version());
                    let compiled =
                        compile(llvm, block, arch, level, Options::new("asm"), directory.path());
                    let compiled = compiled.unwrap_or_else(|error| panic!("{label}: {error}"));
                    let assembly = String::from_utf8(compiled).unwrap();
                    if !block.text.contains("call void @spgc_leave_native") {
                        continue;
                    }
                    wrappers += 1;
                    let instructions = instructions(&assembly);
                    let calls = |name: &str| {
                        let is = |line: &&&str| line.split(['\t', '@']).any(|word| word == name);
                        instructions.iter().filter(is).count()
                    };
                    assert_eq!(calls("spgc_enter_native"), 0, "{label}: {assembly}");
                    assert_eq!(calls("spgc_enter_native_aarch64"), 0, "{label}: {assembly}");
                    assert_eq!(calls("spgc_leave_native"), 0, "{label}: {assembly}");
                    assert!(calls("spgc_enter_native_slow") == 1, "{label}: {assembly}");
                    assert!(calls("spgc_leave_native_slow") >= 1, "{label}: {assembly}");
                    // A jump would be a tail call, which removes the wrapper's frame.
                    let jumps = |line: &&str| {
                        let calls = line.starts_with("call") || line.starts_with("bl\t");
                        !calls && line.contains("_native_slow")
                    };
                    assert!(!instructions.iter().any(jumps), "{label}: {assembly}");
                }
            }
        }
    }
    assert!(Llvm::installed().is_empty() || wrappers >= 6, "the guide has wrappers");
}

/// The assembly shown in the guide is that of LLVM 19.
#[test]
fn the_assembly_in_the_guide_is_current() {
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let directory = tempfile::tempdir().unwrap();
    let mut source = None;
    let mut shown = 0;
    for block in blocks() {
        match &*block.language {
            "llvm" => source = Some(block),
            "asm" => {
                let source = source.as_ref().expect("IR stands above assembly");
                let [arch] = architectures(&block)[..] else {
                    panic!("{}: the block must name one architecture", block.place)
                };
                let options =
                    Options { registers: block.has_word("registers"), ..Options::new("asm") };
                let compiled =
                    compile(llvm, source, arch, "O2", options, directory.path()).unwrap();
                let assembly = String::from_utf8(compiled).unwrap();
                let (compiled, expected) = (instructions(&assembly), instructions(&block.text));
                assert!(!expected.is_empty());
                let found = compiled.windows(expected.len()).any(|window| window == expected);
                assert!(found, "{}: {expected:#?}\nis not in\n{compiled:#?}", block.place);
                shown += 1;
            }
            _ => {}
        }
    }
    assert_eq!(shown, 6);
}

fn block_with(function: &str) -> Block {
    let name = format!("@{function}(");
    let is_it = |block: &Block| block.language == "llvm" && block.text.contains(&name);
    let found = blocks().into_iter().find(is_it);
    found.unwrap_or_else(|| panic!("the guide has no function {function}"))
}

/// The guide states the number of instructions from the first one to the return; it is the same for
/// each version.
#[test]
fn a_wrapper_on_x86_64_has_fourteen_instructions() {
    let directory = tempfile::tempdir().unwrap();
    for llvm in Llvm::installed() {
        let compiled = compile(
            llvm,
            &block_with("call_seconds"),
            "x86_64",
            "O2",
            Options::new("asm"),
            directory.path(),
        );
        let assembly = String::from_utf8(compiled.unwrap()).unwrap();
        let wrapper =
            assembly.split("call_seconds:").nth(1).expect("the function is in the assembly");
        let instructions = instructions(wrapper);
        let to_return = instructions.iter().position(|line| *line == "retq").unwrap() + 1;
        assert_eq!(to_return, 14, "LLVM {}: {:#?}", llvm.version(), &instructions[..to_return]);
    }
}

/// Wrappers must not be inlined: the compiler would reload the reference before the thread is
/// managed again.
#[test]
fn a_transition_in_managed_code_is_unsound_in_every_version() {
    let directory = tempfile::tempdir().unwrap();
    let block = block_with("unsound");
    for llvm in Llvm::installed() {
        for (arch, load, store) in
            [("x86_64", "movq\t(%rsp), ", "movl\t$1, "), ("aarch64", "ldr\tx", "str\tw")]
        {
            let compiled =
                compile(llvm, &block, arch, "O2", Options::new("asm"), directory.path()).unwrap();
            let assembly = String::from_utf8(compiled).unwrap();
            let instructions = instructions(&assembly);
            let is_call = |line: &&str| line.split(['\t', '@']).nth(1) == Some("native");
            let call = instructions.iter().position(is_call).expect("the call");
            let after = &instructions[call..];
            let load = after.iter().position(|line| line.starts_with(load)).expect("the load");
            let store = after.iter().position(|line| line.starts_with(store)).expect("the store");
            assert!(load < store, "LLVM {}, {arch}: {after:#?}", llvm.version());
        }
    }
}

#[test]
fn the_gc_transition_bundle_only_sets_a_flag() {
    let directory = tempfile::tempdir().unwrap();
    let with_bundle = block_with("bundle");
    let without_bundle = Block {
        text: with_bundle.text.replace(r#" [ "gc-transition"(ptr %context, i64 7) ]"#, ""),
        language: with_bundle.language.clone(),
        words: with_bundle.words.clone(),
        place: with_bundle.place.clone(),
    };
    assert_ne!(with_bundle.text, without_bundle.text);
    for llvm in Llvm::installed() {
        let compile = |block, arch, filetype| {
            compile(llvm, block, arch, "O2", Options::new(filetype), directory.path())
        };
        let code = |block| {
            let assembly = String::from_utf8(compile(block, "x86_64", "asm").unwrap()).unwrap();
            let instructions = instructions(&assembly);
            instructions.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(code(&with_bundle), code(&without_bundle), "LLVM {}", llvm.version());
        for (block, expected) in [(&with_bundle, true), (&without_bundle, false)] {
            compile(block, "x86_64", "obj").unwrap();
            let object = directory.path().join(format!("{}-x86_64-output", llvm.version()));
            let bytes = section(&object, ".llvm_stackmaps").unwrap();
            let map = stackmap::maps(&bytes).next().expect("a stack map").unwrap();
            // The functions of the prelude follow.
            let record = map.records().next().expect("a record");
            let statepoint = Statepoint::<X86_64>::decode(&record, &map.constants()).unwrap();
            assert_eq!(statepoint.flags.gc_transition(), expected, "LLVM {}", llvm.version());
        }
        let error = compile(&with_bundle, "aarch64", "asm").unwrap_err().to_string();
        assert!(error.contains("gc_transition.end"), "LLVM {}: {error}", llvm.version());
    }
}
