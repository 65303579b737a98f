//! Compiles and links programs: runs `opt`, `llc`, `stackmap compile`, and the C compiler.
//!
//! Every step is a command line with paths relative to one directory, so that a script can
//! reproduce it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use stackmap_tool::object_file::compile_object;

use super::emit::{self, Dialect};
use super::matrix::Point;
use super::model::Program;
use super::target::c_compiler;
use crate::{llvm, timeout};

/// A build step, which runs in the directory of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Runs a program with arguments.
    Run(Vec<String>),
    /// Compiles the stack map of an object file, as `stackmap compile FROM -o TO` does.
    CompileTable {
        /// The input object file.
        from: String,
        /// The output object file, which has a compiled table instead of the raw stack map.
        to: String,
    },
}

/// The reason why a program was not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// LLVM failed because of a known defect.
    KnownDefect(&'static str),
    /// A step failed; this is its message.
    Failed(String),
}

/// Known defects of LLVM: the affected versions, the error message, and the description.
const DEFECTS: [(&[u32], &str, &str); 2] = [
    (
        &[14, 16],
        "Cannot emit physreg copy instruction",
        "relocates of undefined values before LLVM 19 (llvm/llvm-project#80294)",
    ),
    (
        &[14, 16, 19, 22],
        "ran out of registers during register allocation",
        "the register allocator of -O0 runs out of registers for references in registers",
    ),
];

/// C sources that are linked into every batch: name and text.
const NATIVE: [(&str, &str); 2] =
    [("native", include_str!("native.c")), ("unwinding", include_str!("unwinding.c"))];

impl Step {
    fn new<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Self {
        Self::Run(arguments.into_iter().map(str::to_owned).collect())
    }

    /// Returns the step as a shell command.
    pub fn shell(&self) -> String {
        let arguments = match self {
            Self::Run(arguments) => arguments,
            Self::CompileTable { from, to } => return format!("stackmap compile {from} -o {to}"),
        };
        let quoted = arguments.iter().map(|word| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,+:@".contains(c);
            if word.chars().all(plain) {
                word.clone()
            } else {
                format!("'{}'", word.replace('\'', "'\\''"))
            }
        });
        quoted.collect::<Vec<_>>().join(" ")
    }

    fn run(&self, directory: &Path) -> Result<(), String> {
        let failed = |error: &dyn core::fmt::Display| format!("{}: {error}", self.shell());
        match self {
            Self::Run(arguments) => {
                let mut command = Command::new(&arguments[0]);
                command.args(&arguments[1..]).current_dir(directory);
                let output = timeout::output(&mut command).map_err(|error| failed(&error))?;
                if output.status.success() {
                    return Ok(());
                }
                let text = String::from_utf8_lossy(&output.stderr);
                Err(failed(&format_args!("{}\n{text}", output.status)))
            }
            Self::CompileTable { from, to } => {
                let bytes = fs::read(directory.join(from)).map_err(|error| failed(&error))?;
                let compiled = compile_object(&bytes).map_err(|error| failed(&error))?;
                fs::write(directory.join(to), compiled.bytes).map_err(|error| failed(&error))
            }
        }
    }
}

/// Returns the steps that compile `NAME.ll` to `NAME.o`.
pub fn compile_steps(program: &Program, point: &Point) -> Vec<Step> {
    let name = program.entry();
    let Point { arch, llvm, level, .. } = *point;
    let opt = format!("opt-{llvm}");
    let triple = format!("-mtriple={}-unknown-linux-gnu", arch.name());
    let [source, first, second, object] =
        ["ll", "1.bc", "2.bc", "o"].map(|extension| format!("{name}.{extension}"));
    // `globaldce` deletes the prelude's functions after they were inlined. Otherwise each object
    // file would have records for them at the same addresses.
    let optimise = format!("default<O{level}>,globaldce");
    // Functions with stack slots are `optnone` until their statepoints exist, since InstCombine
    // would delete the listed slots. The attribute is removed before code generation.
    let optnone_removals: Vec<_> = (0..program.functions.len())
        .filter(|&index| program.functions[index].uses_stack_slots)
        .map(|index| format!("-force-remove-attribute={name}_f{index}:optnone"))
        .collect();
    let removal_options = optnone_removals.iter().map(String::as_str);
    let mut steps = Vec::new();
    if llvm < 17 {
        let passes = format!("-passes={optimise}");
        steps.push(Step::new([&*opt, &triple, &passes, &source, "-o", &first]));
        let arguments = [
            &*opt,
            &triple,
            "-enable-new-pm=0",
            "-place-safepoints",
            "-rewrite-statepoints-for-gc",
            "-forceattrs",
            "-verify",
            &first,
            "-o",
            &second,
        ];
        steps.push(Step::new(arguments.into_iter().chain(removal_options)));
    } else {
        let safepoints = "function(place-safepoints),rewrite-statepoints-for-gc";
        if optnone_removals.is_empty() {
            let passes = format!("-passes={optimise},{safepoints},verify");
            steps.push(Step::new([&*opt, &triple, &passes, &source, "-o", &second]));
        } else {
            // This needs a separate run of opt. In one run, forceattrs would be the first pass.
            let passes = format!("-passes={optimise}");
            steps.push(Step::new([&*opt, &triple, &passes, &source, "-o", &first]));
            let passes = format!("-passes={safepoints},forceattrs,verify");
            let arguments = [&*opt, &triple, &passes, &first, "-o", &second];
            steps.push(Step::new(arguments.into_iter().chain(removal_options)));
        }
    }
    let (llc, llc_level) = (format!("llc-{llvm}"), format!("-O{level}"));
    let mut arguments = vec![&*llc, &triple, &llc_level, "-relocation-model=pic"];
    if point.registers {
        // At -O0 the limit is 4, because the register allocator of -O0 runs out of registers with a
        // higher one.
        arguments.push(match level {
            0 => "--max-registers-for-gc-values=4",
            _ => "--max-registers-for-gc-values=100",
        });
        arguments.push("--fixup-allow-gcptr-in-csr");
        if point.landing_pads_in_registers {
            arguments.push("--use-registers-for-gc-values-in-landing-pad");
        }
    }
    arguments.push(if point.frame_pointers { "-frame-pointer=all" } else { "-frame-pointer=none" });
    if !point.compiled {
        arguments.extend(["-filetype=obj", &second, "-o", &object]);
        steps.push(Step::new(arguments));
        return steps;
    }
    // The reference stack walker (`tests::slow_walk`) needs the raw stack map, so `awk` copies it
    // to the section `.raw_stackmaps`.
    let [assembly, raw] = ["s", "raw.o"].map(|extension| format!("{name}.{extension}"));
    arguments.extend(["-filetype=asm", &second, "-o", &assembly]);
    steps.push(Step::new(arguments));
    let copy = format!(
        "awk '/[.]section.*[.]llvm_stackmaps/ {{ on = 1; \
         sub(\"[.]llvm_stackmaps\", \".raw_stackmaps\"); print; next }} \
         /^\\t[.](section|hidden|weak|globl|type|text|data|ident|addrsig)/ {{ on = 0 }} \
         on && !/^__LLVM_StackMaps:/' {assembly} >{name}.copy && cat {name}.copy >>{assembly}"
    );
    steps.push(Step::new(["sh", "-c", &copy]));
    steps.push(Step::new([c_compiler(arch).0, "-c", &assembly, "-o", &raw]));
    steps.push(Step::CompileTable { from: raw, to: object });
    steps
}

/// Returns the steps that link object files into the executable `output`.
pub fn link_steps(objects: &[String], point: &Point, driver: &Path, output: &str) -> Vec<Step> {
    let Point { arch, linking, .. } = *point;
    let (compiler, is_static) = c_compiler(arch);
    let driver = driver.display().to_string();
    let unwind_flags = ["-O2", "-fexceptions", "-fasynchronous-unwind-tables"];
    let mut steps = Vec::new();
    let sources = NATIVE.iter().map(|&(name, _)| name).chain(["programs"]);
    let mut linked = Vec::new();
    for source in sources {
        let (c, o) = (format!("{source}.c"), format!("{source}.o"));
        let mut arguments = vec![compiler];
        arguments.extend(unwind_flags);
        arguments.extend(["-c", &c, "-o", &o]);
        steps.push(Step::new(arguments));
        linked.push(o);
    }
    // Without --gc-sections, so that the linker retains the raw stack maps. In a
    // position-independent executable they have dynamic relocations, which lld allows in read-only
    // sections only with `-z notext`.
    let lld = llvm::lld().unwrap_or_else(|| "ld.lld".into()).display().to_string();
    if linking.lld {
        // With -fuse-ld=lld the C compiler runs `ld.lld`.
        steps.push(Step::new(["ln", "-sf", &lld, "ld.lld"]));
    }
    let mut arguments = vec![compiler, if linking.pie { "-pie" } else { "-no-pie" }];
    arguments.extend(match (linking.lld, linking.pie) {
        (false, _) => &["-fuse-ld=bfd"][..],
        (true, false) => &["-B.", "-fuse-ld=lld"],
        (true, true) => &["-B.", "-fuse-ld=lld", "-Wl,-z,notext"],
    });
    arguments.extend(linked.iter().map(String::as_str));
    if is_static {
        // GCC omits .eh_frame_hdr from static executables, but unwinding native frames needs it.
        arguments.extend(["-static", "-Wl,--eh-frame-hdr"]);
    }
    arguments.extend(objects.iter().map(String::as_str));
    arguments.extend([&*driver, "-lm", "-lpthread", "-ldl", "-o", output]);
    steps.push(Step::new(arguments));
    steps
}

/// Writes the IR of a program to `NAME.ll`.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write_source(
    directory: &Path,
    name: &str,
    program: &Program,
    point: &Point,
) -> std::io::Result<()> {
    let text = emit::module(program, Dialect::of(point.llvm), point.features());
    fs::write(directory.join(name).with_extension("ll"), text)
}

/// Compiles a program to an object file. Returns the name of the file.
///
/// # Errors
///
/// If a step fails.
pub fn compile(directory: &Path, program: &Program, point: &Point) -> Result<String, CompileError> {
    let name = program.entry();
    write_source(directory, &name, program, point)
        .map_err(|error| CompileError::Failed(error.to_string()))?;
    for step in compile_steps(program, point) {
        step.run(directory).map_err(|text| {
            let known = DEFECTS
                .iter()
                .find(|(versions, says, _)| versions.contains(&point.llvm) && text.contains(says));
            known.map_or(CompileError::Failed(text), |&(.., defect)| {
                CompileError::KnownDefect(defect)
            })
        })?;
    }
    Ok(format!("{name}.o"))
}

/// Writes the C sources of a batch, including the table of its programs.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write_native(directory: &Path, programs: &[&Program]) -> std::io::Result<()> {
    for (name, source) in NATIVE {
        fs::write(directory.join(name).with_extension("c"), source)?;
    }
    let mut text = String::from(
        "struct program {\n    unsigned long seed;\n    const void *entry, *fiber, *make_shared, *sum;\n    \
         unsigned long threads, depth, fuel;\n};\n",
    );
    for program in programs {
        let name = program.entry();
        let _ = writeln!(
            text,
            "extern const char {name}[], {name}_fiber[], {name}_shared[], {name}_sum[];"
        );
    }
    text += "const struct program random_programs[] = {\n";
    for program in programs {
        let (Program { seed, threads, depth, fuel, .. }, name) = (program, program.entry());
        let _ = writeln!(
            text,
            "    {{{seed}, {name}, {name}_fiber, {name}_shared, {name}_sum, {threads}, {depth}, \
             {fuel}}},"
        );
    }
    text += "};\n";
    let _ = writeln!(text, "const unsigned long random_programs_count = {};", programs.len());
    fs::write(directory.join("programs.c"), text)
}

/// Links compiled programs into one executable. Returns its path.
///
/// # Errors
///
/// The message of a tool that failed.
pub fn link(
    directory: &Path,
    programs: &[&Program],
    objects: &[String],
    point: &Point,
    driver: &Path,
) -> Result<PathBuf, String> {
    write_native(directory, programs).map_err(|error| error.to_string())?;
    for step in link_steps(objects, point, driver, "programs") {
        step.run(directory)?;
    }
    Ok(directory.join("programs"))
}
