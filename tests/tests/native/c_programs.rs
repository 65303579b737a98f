//! The C programs in `tests/capi`: together they call every function of the C interface, contain
//! every misuse that the library detects, and use both libraries.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use examples::runner::{command, emulated};
use tempfile::TempDir;
use tests::capi::{
    Linked, build, compiler, declared_functions, has_cpp_compiler, has_shared_library, root, run,
};
use tests::generated::Generated;
use tests::managed::assembly;
use tests::timeout;

fn folder() -> TempDir {
    tempfile::tempdir().expect("the folder can be created")
}

/// Writes an assembly file with symbols for the start and the end of its stack map (`LABEL_maps`
/// and `LABEL_maps_end`), which a code generator passes when it registers code.
fn assembly_with_map_symbols(folder: &Path, name: &str, label: &str) -> PathBuf {
    let text = fs::read_to_string(assembly(name)).expect("it can be read");
    let begin = "__LLVM_StackMaps:\n";
    let end = "\t.section\t\".note.GNU-stack\"";
    assert!(text.matches(begin).count() == 1 && text.matches(end).count() == 1);
    let text = text
        .replace(begin, &format!("{begin}\t.globl\t{label}_maps\n{label}_maps:\n"))
        .replace(end, &format!("\t.globl\t{label}_maps_end\n{label}_maps_end:\n{end}"));
    let file = folder.join(name).with_extension("s");
    fs::write(&file, text).expect("the file is writable");
    file
}

/// Builds a program that is linked statically with managed functions of the tests.
pub(super) fn build_program(folder: &Path, name: &str) -> PathBuf {
    let mut parts = [
        "values",
        "frames",
        "references",
        "direct",
        "patched",
        "thunks",
        "deopt",
        "fibers",
        "fibers_migrating",
    ]
    .map(assembly)
    .to_vec();
    parts.push(assembly_with_map_symbols(folder, "library", "library"));
    parts.push(assembly_with_map_symbols(folder, "polls_patched_polls", "polls"));
    let parts: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
    build(folder, name, &parts, Linked::Static)
}

/// Returns a command that runs a program. Under an emulator the heap size is limited, since the
/// default, a fraction of all memory, exceeds its address space.
fn program_command(program: &Path) -> Command {
    let mut command = command(program);
    command.envs(emulated().then_some(("SPGC_HEAP_MAX", "64M")));
    command
}

/// Runs a program, and asserts that it prints `done`.
pub(super) fn assert_done(command: &mut Command) {
    assert_eq!(run(command), "done\n", "{command:?}");
}

#[test]
fn every_function_behaves_as_documented() {
    for name in PROGRAMS {
        let folder = folder();
        let program = build_program(folder.path(), name);
        assert_done(&mut program_command(&program));
        let settings =
            [("SPGC_ZEAL", "alloc"), ("SPGC_ZEAL", "poll"), ("SPGC_VERIFY", "before,after")];
        for (variable, value) in settings {
            assert_done(program_command(&program).env(variable, value));
        }
    }
}

#[test]
fn every_misuse_returns_a_status_and_a_message() {
    for name in ["misuse", "patch_misuse"] {
        let folder = folder();
        let misuse = build_program(folder.path(), name);
        assert_done(&mut command(&misuse));
        assert_done(command(&misuse).env("SPGC_ZEAL", "alloc"));
    }
}

#[test]
fn objects_are_retained_by_concurrent_cycles() {
    let folder = folder();
    let cycle = build_program(folder.path(), "cycle");
    assert_done(&mut program_command(&cycle));
    assert_done(program_command(&cycle).env("SPGC_ZEAL", "1000"));
}

/// A full heap is null for managed code and a status for the program, as often as it happens.
#[test]
fn allocations_may_fail() {
    let folder = folder();
    let full = build_program(folder.path(), "full");
    // The program limits the heap; `program_command` could raise the limit.
    assert_done(&mut command(&full));
    assert_done(command(&full).env("SPGC_ZEAL", "1000"));
    assert_done(command(&full).env("SPGC_VERIFY", "after"));
}

/// The callback for collections runs on a marker thread, for which the shutdown waits.
#[test]
fn heaps_are_shut_down_while_a_marker_is_in_a_callback() {
    let folder = folder();
    assert_done(&mut program_command(&build_program(folder.path(), "shutdown")));
}

/// Detaching a thread in a callback on the same thread returns a status, or ends the process if a
/// stop is in progress.
#[test]
fn detaching_in_callbacks_is_refused_or_fatal() {
    let folder = folder();
    let leaving = build_program(folder.path(), "leaving");
    assert_done(&mut program_command(&leaving));
    assert_done(program_command(&leaving).env("SPGC_ZEAL", "alloc"));
    for (mode, message) in [
        ("exit", "by exit(), inside the library (in the callback for phases of collections)"),
        ("detach", "detaching a thread was requested in the callback for phases of collections"),
        ("memory", "refused\nstatepoint-gc: out of memory"),
    ] {
        let output =
            timeout::output(program_command(&leaving).arg(mode)).expect("the program starts");
        if emulated() && mode == "exit" {
            // In a program that is linked statically, exit() runs no destructors of thread-local
            // variables: nothing is detached.
            assert_eq!(output.status.code(), Some(3), "{output:?}");
            continue;
        }
        assert!(!output.status.success(), "{mode}: {output:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(message), "{mode}: {stderr}");
    }
}

/// A host that switches stacks, or jumps out of calls, so that a collection would miss roots, gets
/// a status or ends with a message.
#[test]
fn a_host_that_switches_stacks_is_refused() {
    let folder = folder();
    let managed = ["values", "frames", "wrappers"].map(assembly);
    let managed = managed.each_ref().map(PathBuf::as_path);
    let fibers = build(folder.path(), "fibers", &managed, Linked::Static);
    let run = |scenario: &str, mode: &str, zeal: &str| {
        let mut command = program_command(&fibers);
        command.args([scenario, mode]).env("SPGC_ZEAL", zeal);
        command
    };
    // The stack of an emulated thread does not grow.
    let growing = if emulated() { None } else { Some("grown") };
    for mode in ["stub", "wrapper"] {
        for scenario in ["foreign", "above", "unfinished"].into_iter().chain(growing) {
            assert_done(&mut run(scenario, mode, "off"));
            assert_done(&mut run(scenario, mode, "alloc"));
        }
        for (scenario, message) in [
            ("crossed", &["returns to managed code at 0x", "but what it left last"][..]),
            // The first attempt returns a status.
            ("jumps", &["jumped", "returns to managed code at 0x", "but what it left last"]),
            ("ends", &["a call into managed code at 0x", "while a later one"]),
            (
                "allocates",
                &["it entered managed code at 0x", "which is not above the younger frame at 0x"],
            ),
            ("elsewhere", &["it left managed code at 0x", "which is not in its stack"]),
            (
                "disordered",
                &["it entered managed code at 0x", "which is not above the younger frame at 0x"],
            ),
        ] {
            let zeal = if ["ends", "allocates"].contains(&scenario) { "alloc" } else { "off" };
            let output =
                timeout::output(&mut run(scenario, mode, zeal)).expect("the program starts");
            assert!(!output.status.success(), "{scenario} {mode}: {output:?}");
            let stderr = String::from_utf8_lossy(&output.stderr);
            for message in
                [message, &["statepoint-gc: fatal", "thread \"fibers\" (", "spgc_fiber_swap"]]
                    .concat()
            {
                assert!(stderr.contains(message), "{scenario} {mode}: {stderr}");
            }
        }
    }
}

/// C++ exceptions unwind calls of managed code. An exception that leaves a callback ends the
/// process.
#[test]
fn cpp_exceptions_leave_through_calls_only() {
    if !has_cpp_compiler() {
        eprintln!("skipped: there is no C++ compiler for this target");
        return;
    }
    let folder = folder();
    let throws = build_program(folder.path(), "throws.cpp");
    for mode in ["calls", "exit", "fibers", "exit_on_fiber"] {
        assert_done(program_command(&throws).arg(mode));
        assert_done(program_command(&throws).arg(mode).env("SPGC_ZEAL", "alloc"));
    }
    for (mode, message) in [
        ("collection", "the host's callback for collections"),
        ("memory", "the host's out-of-memory callback"),
        ("trace", "the host's size or trace callback"),
        ("stopped", "the host's handshake callback"),
        ("frame", "the host's activation callback"),
        ("select", "the host's select or frame layout callback"),
        ("frame_layout", "the host's select or frame layout callback"),
        ("resume", "the host's resume callback"),
        ("release", "the host's release callback"),
        ("return_value", "use one of SPGC_RETURN_*"),
    ] {
        let output =
            timeout::output(program_command(&throws).arg(mode)).expect("the program starts");
        assert_eq!(output.status.signal(), Some(libc::SIGABRT), "{mode}: {output:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(message), "{mode}: {stderr}");
    }
}

/// A native function in C++ throws when the stack of the process's first thread is low, or that of
/// a fiber.
#[test]
fn cpp_exceptions_report_stack_overflows() {
    if !has_cpp_compiler() {
        eprintln!("skipped: there is no C++ compiler for this target");
        return;
    }
    for name in ["overflows", "overflows_in_registers"] {
        let folder = folder();
        let mut managed = ["fibers", name].map(assembly);
        if name != "overflows" {
            // The functions have other names.
            let text = fs::read_to_string(&managed[1]).expect("the file exists");
            managed[1] = folder.path().join("overflows.s");
            fs::write(&managed[1], text.replace("in_registers_", "")).expect("it is writable");
        }
        let managed = managed.each_ref().map(PathBuf::as_path);
        let program = build(folder.path(), "overflows.cpp", &managed, Linked::Static);
        assert_done(&mut program_command(&program));
    }
}

/// The programs that together call all functions. Each covers one part of the interface.
pub(crate) const PROGRAMS: &[&str] =
    &["all", "patches", "polls", "frames", "stopped", "generators", "host_stacks"];

/// Each program runs with a pending request for cancellation (`pthread_cancel`). No function acts
/// upon it, also if the library writes logs and traces.
#[test]
fn no_function_is_a_cancellation_point() {
    let sources = root().join("tests/capi");
    let sources = sources.display();
    for name in PROGRAMS {
        let folder = folder();
        let source = folder.path().join(format!("cancelled_{name}"));
        let text = format!(
            "#include \"{sources}/cancelled.h\"\n#define main program\n\
             #include \"{sources}/{name}.c\"\n\
             #undef main\nint main(void) {{ return run_cancelled(); }}\n"
        );
        fs::write(source.with_extension("c"), text).expect("the file is writable");
        let source = source.to_str().expect("a name that is text");
        let program = build_program(folder.path(), source);
        assert_done(&mut program_command(&program));
        let (log, trace) = (folder.path().join("log"), folder.path().join("trace"));
        let mut command = program_command(&program);
        command.env("SPGC_LOG", format!("all:{}", log.display())).env("SPGC_TRACE", &trace);
        assert_done(command.env("SPGC_VERIFY", "before,after").env("SPGC_ZEAL", "alloc"));
        for file in [log, trace] {
            assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 0), "{}", file.display());
            fs::remove_file(&file).expect("it can be removed");
        }
    }
}

/// Threads are cancelled in native code and in functions of the host. The library and the other
/// threads continue.
#[test]
fn cancelled_threads_leave_a_valid_heap() {
    let folder = folder();
    let program = build_program(folder.path(), "cancel");
    for mode in ["stops", "native", "asynchronous", "asynchronous_call", "ends"] {
        for zeal in [None, Some("alloc")] {
            let mut command = program_command(&program);
            assert_done(command.arg(mode).envs(zeal.map(|zeal| ("SPGC_ZEAL", zeal))));
        }
    }
    // The log also has the summary at the end of the process.
    let log = folder.path().join("log");
    run(program_command(&program).arg("exits").arg(format!("all:{}", log.display())));
    let text = fs::read_to_string(&log).expect("there is a log");
    assert!(text.lines().last().is_some_and(|line| line.contains("end")), "{text}");
}

#[test]
fn threads_of_the_collector_take_no_signals() {
    let folder = folder();
    assert_done(program_command(&build_program(folder.path(), "cancel")).arg("signals"));
}

/// Breakpoints of the host reach its own handler, and other code on patched pages stays unchanged.
#[test]
fn the_host_keeps_its_breakpoints_and_its_pages() {
    let folder = folder();
    let program = build_program(folder.path(), "traps");
    for mode in ["forms", "same_page", "forbidden"] {
        assert_done(program_command(&program).arg(mode));
    }
    let output =
        timeout::output(program_command(&program).arg("ignored")).expect("the program starts");
    assert_eq!(output.status.signal(), Some(libc::SIGTRAP), "{output:?}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    // qemu also prints the signal.
    let mut lines = stderr.lines().filter(|line| !line.starts_with("qemu: "));
    assert_eq!((lines.next(), lines.next()), (Some("still there"), None), "{stderr}");
}

/// The name of each function of the header occurs in a program.
#[test]
fn the_programs_call_every_function() {
    let read = |name: &str| {
        fs::read_to_string(root().join("tests/capi").join(name)).expect("the file exists")
    };
    let text: String = PROGRAMS.iter().map(|name| read(&format!("{name}.c"))).collect();
    let words: BTreeSet<_> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    // Some functions are called by macros and functions of these headers.
    let shared = ["check.h", "patches.h", "frames.h"].map(read).concat();
    // Managed code calls these, and C takes their addresses.
    let addresses = read("header.c");
    let is_called = |name: &&String| {
        words.contains(name.as_str())
            || shared.contains(&format!("{name}("))
            || addresses.contains(&format!("{name};"))
    };
    let missing: Vec<_> =
        declared_functions().iter().filter(|name| !is_called(name)).cloned().collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
#[ignore = "takes minutes unless optimised: run .ci/valgrind"]
fn valgrind_reports_no_error() {
    if timeout::output(Command::new("valgrind").arg("--version")).is_err() {
        eprintln!("skipped: valgrind is not installed");
        return;
    }
    // The default heap size, a fraction of all memory, takes valgrind more than a minute to record.
    // The misuse programs set their own sizes, some of them invalid, which the environment would
    // override.
    let limit = Some("64M");
    // Valgrind takes a switch between stacks that are near one another, as those of the host are,
    // for a large frame, and the memory between them for unused.
    let programs = PROGRAMS.iter().filter(|&&name| name != "host_stacks");
    let functions = programs.map(|&name| (name, limit));
    for (name, limit) in functions.chain([("misuse", None), ("patch_misuse", None)]) {
        let folder = folder();
        let mut command = Command::new("valgrind");
        match limit {
            Some(limit) => command.env("SPGC_HEAP_MAX", limit),
            // These fork. In a child, the memory of the marker threads, which do not exist there,
            // is lost.
            None => command.env("SPGC_CONCURRENT", "off"),
        };
        command.args([
            "-q",
            "--error-exitcode=9",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
            // Code that is mapped from files is patched, too.
            "--smc-check=all",
        ]);
        command.arg(build_program(folder.path(), name));
        // One collector thread: valgrind runs one thread at a time, so spinning threads would
        // starve the others.
        assert_done(command.env("SPGC_THREADS", "1"));
    }
}

#[test]
fn the_shared_library_serves_programs_and_libraries() {
    if !has_shared_library() {
        eprintln!("skipped: programs for this target are linked statically");
        return;
    }
    let folder = folder();
    let shared = build(folder.path(), "shared", &[&assembly("library")], Linked::Shared);
    let library = folder.path().join("libmanaged.so");
    run(compiler().args(["-shared", "-nostdlib", "-o"]).arg(&library).arg(assembly("library")));
    assert_done(Command::new(&shared).arg(&library));
    assert_done(Command::new(&shared).arg(&library).env("SPGC_ZEAL", "alloc"));
}

/// Generated code is added and removed while it runs and collections walk it.
#[test]
fn threads_generate_code_while_others_collect() {
    let folder = folder();
    let embedded = folder.path().join("embedded.s");
    let text = Generated::assemble(folder.path()).embedded(folder.path());
    fs::write(&embedded, text).expect("the file is writable");
    let generated =
        build(folder.path(), "generated", &[&assembly("values"), &embedded], Linked::Static);
    assert_done(program_command(&generated).arg("200"));
    assert_done(program_command(&generated).arg("40").env("SPGC_ZEAL", "alloc"));
    assert_done(program_command(&generated).arg("40").env("SPGC_ZEAL", "poll"));
    assert_done(program_command(&generated).arg("40").env("SPGC_VERIFY", "before,after"));
}

/// The header compiles without warnings as C and as C++, and can be included twice.
#[test]
fn the_header_is_clean() {
    let source = root().join("tests/capi/header.c");
    let c = [["-x", "c", "-std=c99"], ["-x", "c", "-std=c11"]];
    let cpp = [["-x", "c++", "-std=c++11"], ["-x", "c++", "-std=c++17"]];
    let cpp = has_cpp_compiler().then_some(cpp);
    for flags in c.into_iter().chain(cpp.into_iter().flatten()) {
        let mut command = compiler();
        command.args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]).args(flags);
        run(command.arg("-I").arg(root().join("gc/capi/include")).arg(&source));
    }
}
