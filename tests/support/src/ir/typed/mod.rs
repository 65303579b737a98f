//! Converts LLVM IR with opaque pointers to IR with typed pointers, for LLVM 14.
//!
//! The converter supports the subset of LLVM IR that the prelude, the tests and the porting guide
//! use, with one instruction per line, and panics at anything else. Every pointer value has the
//! type `i8*`, and is cast where another type is required.

mod function;
mod module;

use self::function::Function;
use self::module::Module;
use super::scan::{code, replace_word};

/// Returns IR with typed pointers.
///
/// # Panics
///
/// If the IR has unsupported instructions.
pub fn typed(text: &str) -> String {
    let module = Module::read(text);
    let mut out = Vec::new();
    let mut function: Option<Function<'_>> = None;
    for line in text.lines() {
        let code = code(line);
        match &mut function {
            None if code.starts_with("declare ") && code.contains("@llvm.threadlocal.address.") => {
            }
            None => {
                out.push(module.rewrite(code) + &line[code.len()..]);
                if code.starts_with("define ") {
                    function = Some(Function::new(&module));
                }
            }
            Some(_) if code == "}" => {
                out.extend(function.take().map(Function::finish).unwrap_or_default());
                out.push(line.to_owned());
            }
            Some(function) => function.line(line, code),
        }
    }
    let mut text = out.join("\n");
    // Merges the empty lines around removed lines.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text.trim_end().to_owned() + "\n"
}

/// Returns a type with `i8*` for each opaque pointer.
fn to_typed(text: &str) -> String {
    replace_word(&replace_word(text, "ptr addrspace(1)", "i8 addrspace(1)*"), "ptr", "i8*")
}

/// Returns the type of pointers to `target` in the address space of an opaque pointer.
fn pointer_to(target: &str, opaque: &str) -> String {
    match opaque.strip_prefix("ptr") {
        Some("") => format!("{target}*"),
        Some(space) => format!("{target}{space}*"),
        None => panic!("{opaque} is not a pointer"),
    }
}

/// Memory attributes, and their equivalents in LLVM 14.
const EFFECTS: [(&str, &str); 3] = [
    ("memory(none)", "readnone"),
    ("memory(inaccessiblemem: read)", "inaccessiblememonly readonly"),
    ("memory(argmem: readwrite, inaccessiblemem: readwrite)", "inaccessiblemem_or_argmemonly"),
];

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::fs;

    use super::*;
    use crate::llvm::Llvm;

    const OPAQUE: &str = r#"
%pair = type { i64, ptr }
@slot = external global ptr addrspace(1)
@pair = external thread_local(localexec) global %pair
declare i32 @__gcc_personality_v0(...)
declare i64 @native(i64, ptr)
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare i64 @pure(ptr addrspace(1)) nounwind memory(none)

define ptr addrspace(1) @memory(ptr addrspace(1) %o, ptr addrspace(1) %v) {
entry:
  %p = getelementptr inbounds i8, ptr addrspace(1) %o, i64 16 ; a field
  %old = load ptr addrspace(1), ptr addrspace(1) %p, align 8
  store atomic volatile ptr addrspace(1) %v, ptr addrspace(1) %p release, align 8
  %was = load atomic ptr addrspace(1), ptr addrspace(1) %p acquire, align 8
  %both = cmpxchg volatile ptr addrspace(1) %p, ptr addrspace(1) null, ptr addrspace(1) %v acq_rel acquire
  %done = extractvalue { ptr addrspace(1), i1 } %both, 1
  store ptr addrspace(1) %v, ptr @slot, align 8
  br i1 %done, label %yes, label %no

yes:
  br label %no

no:
  %found = phi ptr addrspace(1) [ %old, %entry ], [ %was, %yes ]
  %same = icmp eq ptr addrspace(1) %found, %p
  %word = select i1 %same, ptr addrspace(1) null, ptr addrspace(1) %found
  ret ptr addrspace(1) %word
}

define i64 @calls(ptr %f, i64 %n) personality ptr @__gcc_personality_v0 {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %place = alloca [4 x i64], align 16
  %context = call ptr @llvm.threadlocal.address.p0(ptr @pair)
  %second = getelementptr inbounds %pair, ptr %context, i32 0, i32 1
  store volatile ptr %frame, ptr %second, align 8
  store i64 %n, ptr getelementptr (%pair, ptr @pair, i32 0, i32 0), align 8
  %a = call i64 %f(i64 %n, ptr %place, ptr @native)
  %b = invoke i64 @native(i64 %a, ptr %context) to label %fine unwind label %pad

fine:
  ret i64 %b

pad:
  %exception = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %exception
}
"#;

    #[test]
    fn opaque_pointer_ir_is_valid_as_typed_ir() {
        let text = typed(OPAQUE);
        for line in [
            "%p = getelementptr inbounds i8, i8 addrspace(1)* %o, i64 16 ; a field",
            "%typed.1 = bitcast i8 addrspace(1)* %p to i8 addrspace(1)* addrspace(1)*",
            "%old = load i8 addrspace(1)*, i8 addrspace(1)* addrspace(1)* %typed.1, align 8",
            "store i8 addrspace(1)* %v, i8 addrspace(1)** @slot, align 8",
            "%same = icmp eq i8 addrspace(1)* %found, %p",
            "define i64 @calls(i8* %f, i64 %n) personality i8* \
             bitcast (i32 (...)* @__gcc_personality_v0 to i8*) {",
            "%frame = call i8* @llvm.frameaddress.p0i8(i32 0)",
            "store i64 %n, i64* getelementptr (%pair, %pair* @pair, i32 0, i32 0), align 8",
            "i8* bitcast (i64 (i64, i8*)* @native to i8*))",
            "i8* bitcast (%pair* @pair to i8*)) to label %fine unwind label %pad",
            "declare i64 @pure(i8 addrspace(1)*) nounwind readnone",
        ] {
            assert!(text.contains(line), "the line {line} is missing in\n{text}");
        }
        let others = text.replace("getelementptr", "").replace("thread_local", "");
        assert!(!others.contains("ptr") && !others.contains("threadlocal"), "{text}");
        let Some(llvm) = Llvm::find_or_skip(14) else { return };
        let directory = tempfile::tempdir().expect("the folder can be created");
        let file = directory.path().join("typed.ll");
        fs::write(&file, text).expect("the file is writable");
        let words = ["-passes=verify", "-disable-output"].map(OsStr::new);
        llvm.run("opt", words.into_iter().chain([file.as_os_str()])).expect("LLVM 14 reads it");
    }

    #[test]
    #[should_panic(expected = "LLVM 14 cannot exchange pointers")]
    fn constructs_that_llvm_14_lacks_are_reported() {
        typed(
            "define ptr @f(ptr %p, ptr %q) {\n  \
             %r = atomicrmw xchg ptr %p, ptr %q acq_rel\n  ret ptr %r\n}",
        );
    }

    #[test]
    #[should_panic(expected = "3 indices")]
    fn unknown_constructs_are_reported() {
        typed(
            "define ptr @f(ptr %p) {\n  \
             %q = getelementptr i64, ptr %p, i64 0, i64 1, i64 2\n  ret ptr %q\n}",
        );
    }
}
