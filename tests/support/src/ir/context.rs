//! Replaces the thread-local variable of the prelude by a function that returns the address of the
//! thread's context.

use super::ContextAccess;

/// Declaration of the function.
const DECLARATION: &str = "\
; Where the calling thread's context is.
declare ptr @spgc_thread_context() #CONTEXT
";

/// Returns the attributes of the function.
fn attributes_of(access: ContextAccess) -> &'static str {
    match access {
        // The result does not change during an activation, so LLVM calls the function once.
        ContextAccess::ThreadLocal | ContextAccess::Context => {
            "nounwind willreturn memory(none) \"gc-leaf-function\""
        }
        // Any other call may change the result, but no store does.
        ContextAccess::Migrating => {
            "nounwind willreturn memory(inaccessiblemem: read) \"gc-leaf-function\""
        }
    }
}

const VARIABLE: &str = "@spgc_thread = external thread_local(initialexec) global %spgc.thread\n";
const INTRINSIC: &str = "declare ptr @llvm.threadlocal.address.p0(ptr)\n";
const ADDRESS: &str = "call ptr @llvm.threadlocal.address.p0(ptr @spgc_thread)";

/// Returns the prelude with a call of `spgc_thread_context` for each address of `@spgc_thread`.
///
/// # Panics
///
/// If the prelude does not have the expected form.
pub fn with_context_calls(prelude: &str, access: ContextAccess) -> String {
    let attributes = (0..).find(|n| !prelude.contains(&format!("attributes #{n} "))).unwrap_or(0);
    // `notail`, because LLVM does not merge a call that is marked `tail` with one that is not.
    let call = format!("notail call ptr @spgc_thread_context() #{attributes}");
    for part in [VARIABLE, INTRINSIC, ADDRESS] {
        assert!(prelude.contains(part), "the prelude does not contain {part}");
    }
    let declaration = DECLARATION.replace("#CONTEXT", &format!("#{attributes}"));
    let text =
        prelude.replace(VARIABLE, &declaration).replace(INTRINSIC, "").replace(ADDRESS, &call);
    let mut out = String::new();
    for (index, function) in text.split("\ndefine ").enumerate() {
        if index > 0 {
            out += "\ndefine ";
        }
        // Functions that access the variable without the intrinsic get its address at the entry.
        if function.contains("ptr @spgc_thread,") {
            assert!(!function.contains("%thread ="), "{function}");
            let entry = "\nentry:\n";
            assert_eq!(function.matches(entry).count(), 1, "{function}");
            out += &function
                .replace("ptr @spgc_thread,", "ptr %thread,")
                .replace(entry, &format!("{entry}  %thread = {call}\n"));
        } else {
            out += function;
        }
    }
    let last = out.rfind("\nattributes #").expect("the prelude has attributes") + 1;
    let end = last + out[last..].find('\n').expect("the line ends") + 1;
    out.insert_str(end, &format!("attributes #{attributes} = {{ {} }}\n", attributes_of(access)));
    out
}
