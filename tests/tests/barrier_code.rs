//! What compilers make of the write barrier: no poll comes between the test of an object's header and the store.
//!
//! The polls are put in after the optimiser has run, so this is a matter of what all passes before did. Looked at is
//! the machine code, along all ways from a test to its store.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use tests::llvm::Llvm;

const PRELUDE: &str = include_str!("../../gc/ir/statepoint_gc.ll");
const TYPED_PRELUDE: &str = include_str!("../src/random/emit/prelude_typed.ll");

/// Stores that an optimiser would like to move, in functions with polls at their entries and in loops.
const STORES: &str = r#"
declare i1 @more(i64) #9

define void @once(REF %o, REF %v) uwtable gc "statepoint-example" {
  %f = getelementptr i8, REF %o, i64 16
  call void @spgc_store(REF %o, REF %f, REF %v)
  ret void
}

define void @chosen(REF %o, REF %v, i1 %c) uwtable gc "statepoint-example" {
entry:
  br i1 %c, label %store, label %done
store:
  %f = getelementptr i8, REF %o, i64 16
  call void @spgc_store(REF %o, REF %f, REF %v)
  br label %done
done:
  ret void
}

; A field that is the same in all rounds.
define i64 @invariant(REF %o, REF %v) uwtable gc "statepoint-example" {
entry:
  %f = getelementptr i8, REF %o, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @spgc_store(REF %o, REF %f, REF %v)
  %next = add i64 %i, 1
  %more = call i1 @more(i64 %next) #9
  br i1 %more, label %loop, label %done
done:
  ret i64 %next
}

; The same with the loop's condition in front of the store.
define i64 @tested(REF %o, REF %v) uwtable gc "statepoint-example" {
entry:
  %f = getelementptr i8, REF %o, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %store ]
  %more = call i1 @more(i64 %i) #9
  br i1 %more, label %store, label %done
store:
  call void @spgc_store(REF %o, REF %f, REF %v)
  %next = add i64 %i, 1
  br label %loop
done:
  ret i64 %i
}

; Two fields of an object that was tested before, and only in some rounds.
define i64 @several(REF %o, REF %v, REF %w) uwtable gc "statepoint-example" {
entry:
  %f = getelementptr i8, REF %o, i64 16
  %g = getelementptr i8, REF %o, i64 24
  call void @spgc_store(REF %o, REF %f, REF %v)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %back ]
  call void @spgc_store(REF %o, REF %f, REF %w)
  %odd = and i64 %i, 3
  %c = icmp eq i64 %odd, 2
  br i1 %c, label %store, label %back
store:
  call void @spgc_store(REF %o, REF %g, REF %v)
  br label %back
back:
  %next = add i64 %i, 1
  %more = call i1 @more(i64 %next) #9
  br i1 %more, label %loop, label %done
done:
  call void @spgc_store(REF %o, REF %g, REF %w)
  ret i64 %next
}

; An object that was just allocated, but then there was a poll.
define REF @allocated(REF %v) uwtable gc "statepoint-example" {
entry:
  %o = call REF @spgc_allocate(i64 32, i64 256)
  %f = getelementptr i8, REF %o, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @spgc_store(REF %o, REF %f, REF %v)
  %next = add i64 %i, 1
  %more = call i1 @more(i64 %next) #9
  br i1 %more, label %loop, label %done
done:
  ret REF %o
}

attributes #9 = { nounwind willreturn readnone "gc-leaf-function" }
"#;

/// Stores in the source: at least as many tests must come out.
const TESTS: usize = 9;

/// The assembly of the stores with a prelude, its polls in place.
fn compile(llvm: Llvm, level: &str, edit: impl Fn(&str) -> String, directory: &Path) -> String {
    let typed = llvm.version() < 15;
    let (prelude, reference) = match typed {
        true => (TYPED_PRELUDE, "i8 addrspace(1)*"),
        false => (PRELUDE, "ptr addrspace(1)"),
    };
    let mut text = edit(prelude).replace("(initialexec)", "(localexec)");
    text += &STORES.replace("REF", reference);
    let path = |name: &str| directory.join(format!("{}-{level}-{name}", llvm.version()));
    let (source, optimised, placed) = (path("source.ll"), path("optimised.bc"), path("placed.bc"));
    let (rewritten, assembly) = (path("rewritten.bc"), path("assembly.s"));
    fs::write(&source, text).unwrap();
    let triple = OsStr::new("-mtriple=x86_64-unknown-linux-gnu");
    let opt = |passes: &[&str], from: &Path, to: &Path| {
        let mut words: Vec<&OsStr> = passes.iter().map(OsStr::new).collect();
        words.extend([triple, from.as_os_str(), "-o".as_ref(), to.as_os_str()]);
        llvm.run("opt", words).unwrap();
    };
    opt(&[&format!("-passes=default<{level}>")], &source, &optimised);
    // Up to 16 the pass that places polls belongs to the old pass manager only.
    match llvm.version() < 19 {
        true => opt(&["-enable-new-pm=0", "-place-safepoints"], &optimised, &placed),
        false => opt(&["-passes=function(place-safepoints)"], &optimised, &placed),
    }
    opt(&["-passes=rewrite-statepoints-for-gc,verify"], &placed, &rewritten);
    let level = format!("-{level}");
    let words =
        [triple, level.as_ref(), rewritten.as_os_str(), "-o".as_ref(), assembly.as_os_str()];
    llvm.run("llc", words).unwrap();
    fs::read_to_string(&assembly).unwrap()
}

/// The tests of headers in an assembly text, and those from which a way leads to a poll, or to the function's end,
/// before it comes to a store into the object.
fn tests_and_faults(assembly: &str) -> (usize, Vec<String>) {
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
    // Of a byte in memory, or of one that was loaded before.
    let is_test = |line: &str| {
        ["testb\t$4, (%r", "movb\t(%r", "movzbl\t(%r"].iter().any(|begin| line.starts_with(begin))
    };
    let is_store = |line: &str| {
        let operands = line.strip_prefix("movq\t%");
        let to = operands.and_then(|operands| operands.split_once(", ")).map(|(_, to)| to);
        to.is_some_and(|to| {
            (to.starts_with("16(%r") || to.starts_with("24(%r") || to.starts_with("(%r"))
                && !to.contains("(%rsp)")
                && !to.contains("(%rbp)")
        })
    };
    let is_poll = |line: &str| line.contains("spgc_poll_slow") || line.contains("TPOFF+8");
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
fn no_poll_stands_between_the_test_and_the_store() {
    let directory = tempfile::tempdir().unwrap();
    for llvm in Llvm::installed() {
        for level in ["O1", "O2", "O3"] {
            let assembly = compile(llvm, level, str::to_owned, directory.path());
            let (tests, faults) = tests_and_faults(&assembly);
            let what = format!("LLVM {}, {level}", llvm.version());
            assert!(tests >= TESTS, "{what}: {tests} tests in\n{assembly}");
            assert!(assembly.contains("spgc_poll_slow"), "{what}: no polls in\n{assembly}");
            assert!(faults.is_empty(), "{what}: {faults:#?} in\n{assembly}");
        }
    }
}

/// Of the barrier's precautions in the prelude, leaves some out.
fn without(prelude: &str, call: bool, volatile: bool) -> String {
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

/// Otherwise the test above would show nothing. (Without volatile accesses, but with the empty call, none of these
/// versions goes wrong: LLVM takes the call to use memory. Nothing promises that it does.)
#[test]
fn without_its_precautions_the_barrier_is_broken() {
    let directory = tempfile::tempdir().unwrap();
    for llvm in Llvm::installed() {
        let faults = |call, volatile| {
            let edit = |prelude: &str| without(prelude, call, volatile);
            tests_and_faults(&compile(llvm, "O2", edit, directory.path())).1
        };
        let (neither, volatile_alone) = (faults(true, true), faults(true, false));
        let what = format!("LLVM {}: {neither:#?}, {volatile_alone:#?}", llvm.version());
        assert!(!volatile_alone.is_empty(), "{what}");
        assert!(neither.len() > volatile_alone.len(), "{what}");
    }
}
