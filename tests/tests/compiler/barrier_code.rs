//! The machine code of the write barrier: there is no poll between the test of an object's header
//! and the store.
//!
//! Polls are inserted after the optimiser has run, so this depends on all earlier passes. The tests
//! check the machine code, along all paths from a header test to its store.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use tests::ir::{ContextAccess, PreludeForm};
use tests::llvm::Llvm;

/// Stores that an optimiser may move, in functions with polls at their entries and in loops.
const STORES: &str = r#"
declare i1 @more(i64) #9

define void @once(ptr addrspace(1) %o, ptr addrspace(1) %v) uwtable gc "statepoint-example" {
  %f = getelementptr i8, ptr addrspace(1) %o, i64 16
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %f, ptr addrspace(1) %v)
  ret void
}

define void @chosen(ptr addrspace(1) %o, ptr addrspace(1) %v, i1 %c) uwtable gc "statepoint-example" {
entry:
  br i1 %c, label %store, label %done
store:
  %f = getelementptr i8, ptr addrspace(1) %o, i64 16
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %f, ptr addrspace(1) %v)
  br label %done
done:
  ret void
}

; A field that is the same in all rounds.
define i64 @invariant(ptr addrspace(1) %o, ptr addrspace(1) %v) uwtable gc "statepoint-example" {
entry:
  %f = getelementptr i8, ptr addrspace(1) %o, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %f, ptr addrspace(1) %v)
  %next = add i64 %i, 1
  %more = call i1 @more(i64 %next) #9
  br i1 %more, label %loop, label %done
done:
  ret i64 %next
}

; The same with the loop's condition in front of the store.
define i64 @tested(ptr addrspace(1) %o, ptr addrspace(1) %v) uwtable gc "statepoint-example" {
entry:
  %f = getelementptr i8, ptr addrspace(1) %o, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %store ]
  %more = call i1 @more(i64 %i) #9
  br i1 %more, label %store, label %done
store:
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %f, ptr addrspace(1) %v)
  %next = add i64 %i, 1
  br label %loop
done:
  ret i64 %i
}

; Two fields of an object that was tested before, and only in some rounds.
define i64 @several(ptr addrspace(1) %o, ptr addrspace(1) %v, ptr addrspace(1) %w) uwtable gc "statepoint-example" {
entry:
  %f = getelementptr i8, ptr addrspace(1) %o, i64 16
  %g = getelementptr i8, ptr addrspace(1) %o, i64 24
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %f, ptr addrspace(1) %v)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %back ]
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %f, ptr addrspace(1) %w)
  %odd = and i64 %i, 3
  %c = icmp eq i64 %odd, 2
  br i1 %c, label %store, label %back
store:
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %g, ptr addrspace(1) %v)
  br label %back
back:
  %next = add i64 %i, 1
  %more = call i1 @more(i64 %next) #9
  br i1 %more, label %loop, label %done
done:
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %g, ptr addrspace(1) %w)
  ret i64 %next
}

; An object that was just allocated, but then there was a poll.
define ptr addrspace(1) @allocated(ptr addrspace(1) %v) uwtable gc "statepoint-example" {
entry:
  %o = call ptr addrspace(1) @spgc_allocate(i64 32, i64 256)
  %f = getelementptr i8, ptr addrspace(1) %o, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @spgc_store(ptr addrspace(1) %o, ptr addrspace(1) %f, ptr addrspace(1) %v)
  %next = add i64 %i, 1
  %more = call i1 @more(i64 %next) #9
  br i1 %more, label %loop, label %done
done:
  ret ptr addrspace(1) %o
}

attributes #9 = { nounwind willreturn memory(none) "gc-leaf-function" }
"#;

/// Number of stores in the source. The output must have at least as many header tests.
const MIN_HEADER_TESTS: usize = 9;

/// A configuration with which the stores are compiled.
#[derive(Clone, Copy, Debug)]
struct Configuration {
    llvm: Llvm,
    access: ContextAccess,
    level: &'static str,
}

impl Configuration {
    /// Returns this configuration for each LLVM version.
    fn all(level: &'static str, access: ContextAccess) -> Vec<Self> {
        let versions = Llvm::installed().into_iter();
        versions.map(|llvm| Self { llvm, access, level }).collect()
    }

    /// Compiles the stores with the prelude, which `edit` changes, and inserts polls. Returns the
    /// assembly.
    fn compile(self, edit: impl Fn(&str) -> String, directory: &Path) -> String {
        let triple = "x86_64-unknown-linux-gnu";
        let path = |name: &str| directory.join(name);
        let (source, rewritten, assembly) =
            (path("source.ll"), path("rewritten.bc"), path("out.s"));
        let form = PreludeForm::of(self.llvm, self.access);
        let mut text = edit(form.text()).replace("(initialexec)", "(localexec)");
        text += &form.pointers.write(STORES);
        fs::write(&source, text).unwrap();
        self.llvm.statepoints(triple, self.level, self.access, &source, &rewritten, &[]).unwrap();
        let (triple, level) = (format!("-mtriple={triple}"), format!("-{}", self.level));
        let words = [triple.as_ref(), level.as_ref(), rewritten.as_os_str(), OsStr::new("-o")];
        self.llvm.run("llc", words.into_iter().chain([assembly.as_os_str()])).unwrap();
        fs::read_to_string(&assembly).unwrap()
    }
}

/// Returns the number of header tests in an assembly text, and a description of each path from a
/// header test that reaches a poll or the end of the function before a store.
///
/// Visits all paths from each test, by depth-first search over lines, up to the next store.
fn header_tests_and_faults(assembly: &str) -> (usize, Vec<String>) {
    let lines: Vec<&str> = assembly
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").trim())
        .filter(|line| !line.is_empty() && (!line.starts_with('.') || line.ends_with(':')))
        .collect();
    let labels: HashMap<&str, usize> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| Some((line.strip_suffix(':')?, index)))
        .collect();
    // A test of a byte in memory, or of one that was loaded before.
    let is_test = |line: &str| {
        ["testb\t$4, (%r", "movb\t(%r", "movzbl\t(%r"].iter().any(|begin| line.starts_with(begin))
    };
    let is_store = |line: &str| {
        let operands = line.strip_prefix("movq\t%");
        let to = operands.and_then(|operands| operands.split_once(", ")).map(|(_, to)| to);
        to.is_some_and(|to| {
            (to.starts_with("16(%r") || to.starts_with("24(%r") || to.starts_with("(%r"))
                && !to.contains("(%rsp)")
        })
    };
    let is_poll = |line: &str| {
        let words = ["spgc_poll_slow", "TPOFF+8", "cmpq\t$0, 8(%r"];
        words.iter().any(|word| line.contains(word))
    };
    let mut faults = Vec::new();
    let mut tests = 0;
    for (start, line) in lines.iter().enumerate().filter(|(_, line)| is_test(line)) {
        tests += 1;
        let (mut todo, mut seen) = (vec![start + 1], HashSet::new());
        while let Some(at) = todo.pop() {
            if !seen.insert(at) || is_store(lines[at]) {
                continue;
            }
            if is_poll(lines[at]) || lines[at].starts_with("ret") {
                faults.push(format!("from line {start}, {line}, to line {at}, {}", lines[at]));
                continue;
            }
            let target = lines[at].strip_prefix('j').and_then(|line| line.split_once('\t'));
            if let Some((_, target)) = target {
                todo.push(labels[target]);
            }
            if !lines[at].starts_with("jmp") {
                todo.push(at + 1);
            }
        }
    }
    (tests, faults)
}

#[test]
fn no_poll_lies_between_test_and_store() {
    let directory = tempfile::tempdir().unwrap();
    let mut configurations = Configuration::all("O2", ContextAccess::Context);
    configurations.extend(
        ["O1", "O2", "O3"]
            .into_iter()
            .flat_map(|level| Configuration::all(level, ContextAccess::ThreadLocal)),
    );
    for configuration in configurations {
        let assembly = configuration.compile(str::to_owned, directory.path());
        let (tests, faults) = header_tests_and_faults(&assembly);
        assert!(tests >= MIN_HEADER_TESTS, "{configuration:?}: {tests} tests in\n{assembly}");
        assert!(assembly.contains("spgc_poll_slow"), "{configuration:?}: no polls in\n{assembly}");
        assert!(faults.is_empty(), "{configuration:?}: {faults:#?} in\n{assembly}");
    }
}

/// Removes the empty call, the `volatile` accesses, or both from the barrier in the prelude.
fn remove_precautions(prelude: &str, call: bool, volatile: bool) -> String {
    let begin = prelude.find("define linkonce_odr hidden void @spgc_write_barrier").unwrap();
    let store = begin + prelude[begin..].find("@spgc_store").unwrap();
    let end = store + prelude[store..].find("\n}").unwrap();
    let mut barrier = prelude[begin..end].to_owned();
    if call {
        barrier = barrier.replace("call void asm sideeffect \"\", \"\"() #0", "");
    }
    if volatile {
        barrier = barrier.replace("volatile ", "");
    }
    assert_ne!(barrier, prelude[begin..end]);
    format!("{}{barrier}{}", &prelude[..begin], &prelude[end..])
}

/// Without its precautions the barrier is miscompiled, so that the test above is meaningful.
/// (Without `volatile` but with the empty call, none of these versions miscompiles it, since LLVM
/// assumes that the call uses memory. No document guarantees this.)
#[test]
fn the_barrier_needs_its_precautions() {
    let directory = tempfile::tempdir().unwrap();
    for configuration in Configuration::all("O2", ContextAccess::ThreadLocal) {
        let faults = |call, volatile| {
            let edit = |prelude: &str| remove_precautions(prelude, call, volatile);
            header_tests_and_faults(&configuration.compile(edit, directory.path())).1
        };
        let (neither, volatile_alone) = (faults(true, true), faults(true, false));
        let label = format!("{configuration:?}: {neither:#?}, {volatile_alone:#?}");
        assert!(!volatile_alone.is_empty(), "{label}");
        assert!(neither.len() > volatile_alone.len(), "{label}");
    }
}
