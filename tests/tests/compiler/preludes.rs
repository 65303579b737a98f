//! The forms of the prelude, for each LLVM version and each kind of access to the thread's context:
//! they are valid IR, equivalent, and compile to short fast paths.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use tests::ir::{ContextAccess, PRELUDE, PointerSyntax, PreludeForm, typed};
use tests::llvm::Llvm;

/// A function for each inlined function of the prelude. It is appended to the prelude, so that
/// declarations are not repeated.
const USES: &str = r#"
declare i64 @native(i64)

define ptr addrspace(1) @fixed(ptr addrspace(1) %v) uwtable gc "statepoint-example" {
  %o = call ptr addrspace(1) @spgc_allocate(i64 32, i64 256)
  %p = getelementptr inbounds i8, ptr addrspace(1) %o, i64 16
  store ptr addrspace(1) %v, ptr addrspace(1) %p, align 8
  ret ptr addrspace(1) %o
}

define ptr addrspace(1) @aligned() uwtable gc "statepoint-example" {
  %o = call ptr addrspace(1) @spgc_allocate_aligned(i64 48, i64 256)
  ret ptr addrspace(1) %o
}

define ptr addrspace(1) @array(i64 %n) uwtable gc "statepoint-example" {
  %o = call ptr addrspace(1) @spgc_allocate_array(i64 %n, i64 512)
  ret ptr addrspace(1) %o
}

define ptr addrspace(1) @bytes(i64 %n) uwtable gc "statepoint-example" {
  %o = call ptr addrspace(1) @spgc_allocate_array_of(i64 %n, i64 512, i64 1)
  ret ptr addrspace(1) %o
}

define ptr addrspace(1) @vectors(i64 %n) uwtable gc "statepoint-example" {
  %o = call ptr addrspace(1) @spgc_allocate_array_aligned(i64 %n, i64 512, i64 16)
  ret ptr addrspace(1) %o
}

define ptr addrspace(1) @tailed(i64 %n) uwtable gc "statepoint-example" {
  %o = call ptr addrspace(1) @spgc_allocate_tailed(i64 %n, i64 512, i64 40, i64 24, i64 24, i64 8)
  ret ptr addrspace(1) %o
}

define void @store(ptr addrspace(1) %o, ptr addrspace(1) %v) uwtable gc "statepoint-example" {
  %p = getelementptr inbounds i8, ptr addrspace(1) %o, i64 16
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %p, ptr addrspace(1) %v)
  ret void
}

define i64 @bulk(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) uwtable gc "statepoint-example" {
  %copied = call i64 @spgc_array_copy(ptr addrspace(1) %a, i64 0, ptr addrspace(1) %b, i64 0, i64 %n)
  %filled = call i64 @spgc_array_fill(ptr addrspace(1) %a, i64 0, ptr addrspace(1) %b, i64 %n)
  %both = or i64 %copied, %filled
  ret i64 %both
}

define i64 @wrapper(i64 %n) noinline uwtable "frame-pointer"="all" {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  call void @spgc_enter_native(ptr %frame)
  %result = call i64 @native(i64 %n)
  call void @spgc_leave_native()
  ret i64 %result
}

declare void @throw_overflow() noreturn

define i64 @checked(i64 %n) uwtable gc "statepoint-example" {
entry:
  %low = call i1 @spgc_stack_is_low(i64 16384)
  br i1 %low, label %overflow, label %enough
overflow:
  call void @throw_overflow()
  unreachable
enough:
  %next = add i64 %n, 1
  ret i64 %next
}

declare void @use(ptr) "gc-leaf-function"

; The second check comes when the frame is larger.
define i64 @rechecked(i64 %n) uwtable gc "statepoint-example" {
entry:
  %first = call i1 @spgc_stack_is_low(i64 16384)
  br i1 %first, label %overflow, label %more
more:
  %area = alloca i8, i64 %n, align 16
  %second = call i1 @spgc_stack_is_low(i64 16384)
  br i1 %second, label %overflow, label %enough
overflow:
  call void @throw_overflow()
  unreachable
enough:
  call void @use(ptr %area)
  ret i64 %n
}

; The number that an object is known by, before and after it is used.
define i32 @identity(ptr addrspace(1) %o, ptr addrspace(1) %v) uwtable gc "statepoint-example" {
  %hash = call i32 @spgc_identity_hash(ptr addrspace(1) %o)
  %header = load i64, ptr addrspace(1) %o, align 8
  %again = call i32 @spgc_identity_hash(ptr addrspace(1) %o)
  %low = trunc i64 %header to i32
  %sum = add i32 %low, %again
  %all = add i32 %sum, %hash
  ret i32 %all
}

; The header is read before the hash is in it, and after.
define i64 @headers(ptr addrspace(1) %o) uwtable gc "statepoint-example" {
  %before = load i64, ptr addrspace(1) %o, align 8
  %hash = call i32 @spgc_identity_hash(ptr addrspace(1) %o)
  %after = load i64, ptr addrspace(1) %o, align 8
  %changed = xor i64 %before, %after
  ret i64 %changed
}
"#;

const TRIPLES: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// Compiles a module with polls and statepoints, and returns the assembly. `options` are passed to
/// `opt` and `llc`.
fn assembly(
    llvm: Llvm,
    access: ContextAccess,
    triple: &str,
    text: &str,
    options: &[&str],
) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (source, rewritten, output) = (path("source.ll"), path("rewritten.bc"), path("output.s"));
    fs::write(&source, text).unwrap();
    llvm.statepoints(triple, "O2", access, &source, &rewritten, options).unwrap();
    let triple = format!("-mtriple={triple}");
    let words =
        ["-O2", "-relocation-model=pic", &triple].into_iter().chain(options.iter().copied());
    let files = [rewritten.as_os_str(), "-o".as_ref(), output.as_os_str()];
    llvm.run("llc", words.map(OsStr::new).chain(files)).unwrap();
    fs::read_to_string(output).unwrap()
}

/// Returns the instructions of a function.
fn instructions<'a>(assembly: &'a str, function: &str) -> Vec<&'a str> {
    let begin = assembly.find(&format!("\n{function}:")).expect("the file exists") + 1;
    let end = assembly[begin..].find("\n.Lfunc_end").expect("its end");
    let lines = assembly[begin..begin + end].lines().filter_map(|line| line.strip_prefix('\t'));
    let code = lines.map(|line| line.split([';', '#']).next().unwrap_or("").trim());
    code.filter(|line| !line.is_empty() && !line.starts_with(['.', '/'])).collect()
}

/// Returns the operations of an assembly text without their operands, and the functions that it
/// calls. Computations between registers are omitted, since a cast may move the computation of an
/// address.
fn operations(assembly: &str) -> Vec<&str> {
    let lines = assembly.lines().filter_map(|line| line.strip_prefix('\t'));
    let code = lines.filter(|line| !line.starts_with(['.', '/']));
    let computes =
        |line: &&str| !["mov\t", "add\t", "leaq\t"].iter().any(|word| line.starts_with(word));
    code.filter(computes)
        .map(|line| match line.contains("spgc_") {
            true => line.split(['#', ';']).next().unwrap_or(""),
            false => line.split('\t').next().unwrap_or(""),
        })
        .collect()
}

#[test]
fn every_form_is_valid_ir() {
    for llvm in Llvm::installed() {
        for access in ContextAccess::ALL {
            let form = PreludeForm::of(llvm, access);
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gc/ir").join(form.file());
            let words = ["-passes=verify".as_ref(), "-disable-output".as_ref(), file.as_os_str()];
            llvm.run("opt", words).unwrap();
        }
    }
}

/// All forms define and declare the same functions, except those that access the context.
#[test]
fn every_form_has_all_functions() {
    let names = |text: &str| -> BTreeSet<String> {
        let lines =
            text.lines().filter(|line| line.starts_with("define ") || line.starts_with("declare "));
        let names =
            lines.filter_map(|line| Some(line.split_once('@')?.1.split_once('(')?.0.to_owned()));
        names.filter(|name| !name.starts_with("llvm.") && name != "spgc_thread_context").collect()
    };
    let written = names(PRELUDE);
    assert!(written.len() > 25, "{written:?}");
    for form in PreludeForm::ALL {
        assert_eq!(names(form.text()), written, "{form:?}");
        let variable = form.text().contains("thread_local");
        assert_eq!(variable, form.access == ContextAccess::ThreadLocal, "{form:?}");
        let function = form.text().contains("@spgc_thread_context");
        assert_eq!(function, form.access != ContextAccess::ThreadLocal, "{form:?}");
        let opaque = form.text().contains("ptr addrspace(1)");
        assert_eq!(opaque, form.pointers == PointerSyntax::Opaque, "{form:?}");
    }
}

/// LLVM 16, which supports typed and opaque pointers, compiles both forms to the same code.
#[test]
fn typed_and_opaque_preludes_are_equivalent() {
    let Some(llvm) = Llvm::find_or_skip(16) else { return };
    for access in ContextAccess::ALL {
        let [opaque, with_types] = [PointerSyntax::Opaque, PointerSyntax::Typed].map(|pointers| {
            let text = PreludeForm { access, pointers }.text();
            // The intrinsic changes how addresses are computed.
            let intrinsic = "call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)";
            text.replace(intrinsic, "getelementptr i8, ptr @spgc_thread, i64 0")
        });
        // LLVM 16 has the newer names of attributes.
        let with_types = with_types + &typed(USES);
        let with_types = with_types
            .replace("readnone", "memory(none)")
            .replace("inaccessiblememonly readonly", "memory(inaccessiblemem: read)")
            .replace(
                "inaccessiblemem_or_argmemonly",
                "memory(argmem: readwrite, inaccessiblemem: readwrite)",
            );
        for triple in TRIPLES {
            let opaque = assembly(llvm, access, triple, &(opaque.clone() + USES), &[]);
            let with_types = assembly(llvm, access, triple, &with_types, &["-opaque-pointers=0"]);
            assert_eq!(operations(&opaque), operations(&with_types), "{access:?}, {triple}");
            assert!(opaque.matches("spgc_").count() > 40, "{opaque}");
        }
    }
}

/// Upper limits for the number of instructions on the fast path of each function, including poll
/// and return: with the context in a thread-local variable, and with a context function.
const FAST_PATH_LIMITS: [(&str, [usize; 2]); 9] = [
    ("fixed", [16, 19]),
    ("aligned", [16, 16]),
    ("array", [17, 21]),
    ("bytes", [19, 23]),
    ("vectors", [24, 28]),
    ("tailed", [20, 24]),
    ("store", [10, 16]),
    ("wrapper", [14, 22]),
    ("checked", [13, 19]),
];

#[test]
fn every_version_makes_short_fast_paths() {
    for llvm in Llvm::installed() {
        for access in [ContextAccess::ThreadLocal, ContextAccess::Context] {
            let form = PreludeForm::of(llvm, access);
            let text = form.text().replace("(initialexec)", "(localexec)");
            let text = text + &form.pointers.write(USES);
            let assembly_text = assembly(llvm, access, TRIPLES[0], &text, &[]);
            let context_calls = |code: &[&str]| {
                code.iter().filter(|line| line.contains("spgc_thread_context")).count()
            };
            let calls = usize::from(access == ContextAccess::Context);
            for (function, limits) in FAST_PATH_LIMITS {
                let code = instructions(&assembly_text, function);
                let end = code.iter().position(|line| *line == "retq").expect("it returns");
                let fast = &code[..=end];
                let label = format!("LLVM {}, {access:?}: {function} {code:#?}", llvm.version());
                assert!(fast.len() <= limits[calls], "{label}");
                // Called once in each function, however many polls, allocations and transitions it
                // has.
                assert_eq!([context_calls(fast), context_calls(&code)], [calls; 2], "{label}");
            }
            // Likewise if there is a loop with a poll.
            let bulk = instructions(&assembly_text, "bulk");
            assert_eq!(context_calls(&bulk), calls, "LLVM {}: {bulk:#?}", llvm.version());
        }
    }
}

/// Allocates before and after the fiber is suspended, also in a loop, and stores in between.
const SUSPENDS: &str = r#"
define ptr addrspace(1) @suspends(ptr addrspace(1) %in, ptr %words) uwtable gc "statepoint-example" {
entry:
  %first = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %received = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %first)
  store i64 1, ptr %words, align 8
  %second = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  br label %loop

loop:
  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
  %object = phi ptr addrspace(1) [ %second, %entry ], [ %third, %loop ]
  %again = call ptr addrspace(1) @spgc_suspend(ptr addrspace(1) %object)
  %third = call ptr addrspace(1) @spgc_allocate(i64 16, i64 1024)
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, 10
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(1) %third
}
"#;

/// A function asks for the context again after a call, in the form for fibers that migrate, and
/// does not in the other.
#[test]
fn a_fiber_that_migrates_asks_for_its_context_after_each_suspension() {
    for llvm in Llvm::installed() {
        for (access, triple) in [ContextAccess::Context, ContextAccess::Migrating]
            .into_iter()
            .flat_map(|access| TRIPLES.map(|triple| (access, triple)))
        {
            let form = PreludeForm::of(llvm, access);
            let text = form.text().to_owned() + &form.pointers.write(SUSPENDS);
            let assembly_text = assembly(llvm, access, triple, &text, &[]);
            let code = instructions(&assembly_text, "suspends");
            let calls = code.iter().filter_map(|line| {
                let (_, name) = line.split_once("spgc_")?;
                Some(name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""))
            });
            // Slow paths are in the order of the text or at the end. The poll and the allocation
            // after it may both ask for the context.
            let mut calls: Vec<_> = calls.filter(|name| !name.ends_with("_slow")).collect();
            calls.dedup();
            let label = format!("LLVM {}, {access:?}, {triple}: {code:#?}", llvm.version());
            let expected = match access {
                ContextAccess::Migrating => {
                    vec!["thread_context", "suspend", "thread_context", "suspend", "thread_context"]
                }
                _ => vec!["thread_context", "suspend"],
            };
            assert_eq!(calls, expected, "{label}");
        }
    }
}

/// An identity hash changes the header. Neither a second call nor a load of the header after it may
/// be removed.
#[test]
fn identity_hash_calls_are_not_reordered() {
    for llvm in Llvm::installed() {
        let form = PreludeForm::of(llvm, ContextAccess::ThreadLocal);
        let text = form.text().to_owned() + &form.pointers.write(USES);
        let assembly_text = assembly(llvm, form.access, TRIPLES[0], &text, &[]);
        let identity = instructions(&assembly_text, "identity");
        let calls = identity.iter().filter(|line| line.contains("spgc_identity_hash")).count();
        assert_eq!(calls, 2, "LLVM {}: {identity:#?}", llvm.version());
        let headers = instructions(&assembly_text, "headers");
        let call = headers.iter().position(|line| line.contains("spgc_identity_hash"));
        let call = call.expect("it is called");
        let reads = |line: &&str| {
            line.contains("(%r") && !line.contains("%rsp)") && !line.starts_with("lea")
        };
        assert!(headers[..call].iter().any(reads), "LLVM {}: {headers:#?}", llvm.version());
        assert!(headers[call..].iter().any(reads), "LLVM {}: {headers:#?}", llvm.version());
    }
}

/// A check is one read of the stack pointer and a comparison. A function gets neither a frame
/// pointer nor a larger frame. Two checks are not merged.
#[test]
fn stack_checks_are_short_and_stay() {
    for llvm in Llvm::installed() {
        let form = PreludeForm::of(llvm, ContextAccess::ThreadLocal);
        let text = form.text().replace("(initialexec)", "(localexec)");
        let text = text + &form.pointers.write(USES);
        for (triple, reads, compared, branch, frame_pointer) in [
            (TRIPLES[0], &["movq\t%rsp, %r"][..], "cmpq\t(%r", "jl\t", "%rbp"),
            (TRIPLES[1], &["sub\tx", "mov\tx"], "cmp\tx", "b.lt\t", "x29"),
        ] {
            let assembly_text = assembly(llvm, form.access, triple, &text, &[]);
            let code = instructions(&assembly_text, "checked");
            let label = format!("LLVM {}, {triple}: {code:#?}", llvm.version());
            let reads_sp = |line: &&str| {
                line.contains("sp") && reads.iter().any(|begin| line.starts_with(begin))
            };
            let read = code.iter().position(reads_sp).expect(&label);
            let branches = code.iter().position(|line| line.starts_with(branch)).expect(&label);
            // The stack, its limit, the difference, the comparison, and on AArch64 the empty call.
            assert!(read < branches && branches - read <= 4, "{label}");
            assert!(code[read..branches].iter().any(|line| line.starts_with(compared)), "{label}");
            assert!(!code.iter().any(|line| line.contains(frame_pointer)), "{label}");
            let code = instructions(&assembly_text, "rechecked");
            let label = format!("LLVM {}, {triple}: {code:#?}", llvm.version());
            let comparisons = code.iter().filter(|line| line.starts_with(compared)).count();
            let reads = code.iter().filter(|line| reads_sp(line)).count();
            assert!(comparisons == 2 && reads >= 2, "{label}");
        }
    }
}
