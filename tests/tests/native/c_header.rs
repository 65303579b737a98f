//! The header for C is equal to the output of cbindgen for `gc/src/ffi`, and its functions are
//! documented.
//!
//! `UPDATE=1 cargo test -p tests --test native c_header::` rewrites the header.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use object::{Object as _, ObjectSymbol as _};
use tests::capi::{declarations, declared_functions, has_shared_library, header, libraries};

fn gc_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../gc")
}

/// The file of the only function of the header that is not in [`FILES`]. Hosts in Rust use that
/// function without the C interface.
const THREAD_CONTEXT: &str = "src/thread/context_function.rs";

/// The files of `gc/src/ffi` from which the header is generated, in the order of the header.
const FILES: [&str; 42] = [
    "version",
    "status",
    "report",
    "callbacks",
    "slot_visitor",
    "config",
    "heap",
    "heap_memory",
    "types",
    "histogram",
    "inspection",
    "profile",
    "open_metrics",
    "code",
    "retired_code",
    "thread",
    "reference",
    "handle_scope",
    "call",
    "fiber",
    "fiber_owner",
    "host_stack",
    "object",
    "collect",
    "weak_references",
    "finalizers",
    "pins",
    "root_ranges",
    "polls",
    "records",
    "thunks",
    "thunk_sections",
    "patches",
    "patcher",
    "handshake",
    "interrupt",
    "takeover_request",
    "takeover",
    "deopt_site",
    "deoptimized_frame",
    "tagged",
    "exports",
];

/// Generates the header with cbindgen.
fn generated() -> String {
    let mut config = cbindgen::Config::from_file(gc_folder().join("capi/cbindgen.toml"))
        .expect("cbindgen.toml is right");
    config.header = Some(
        fs::read_to_string(gc_folder().join("capi/include/preface.h")).expect("the preface exists"),
    );
    let version = env!("CARGO_PKG_VERSION");
    let mut numbers = version.split('.');
    let mut after = String::from(
        "\n/* The version of this header; spgc_version() is that of the library. */\n",
    );
    for name in ["MAJOR", "MINOR", "PATCH"] {
        let number = numbers.next().expect("three numbers");
        after.push_str(&format!("#define SPGC_VERSION_{name} {number}\n"));
    }
    config.after_includes = Some(after);
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in FILES {
        builder = builder.with_src(gc_folder().join("src/ffi").join(file).with_extension("rs"));
        if file == "thread" {
            builder = builder.with_src(gc_folder().join(THREAD_CONTEXT));
        }
    }
    let mut text = Vec::new();
    builder.generate().expect("the C interface can be read").write(&mut text);
    String::from_utf8(text).expect("text")
}

#[test]
fn the_header_matches_the_rust_side() {
    let path = gc_folder().join("capi/include/statepoint_gc.h");
    let generated = generated();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &generated).expect("the header can be written");
    }
    let committed = fs::read_to_string(&path).expect("the header exists");
    assert!(
        committed == generated,
        "{} is not the output of cbindgen for gc/src/ffi; run \
         `UPDATE=1 cargo test -p tests --test native c_header::`",
        path.display()
    );
}

/// Every exported function is in the header, so [`FILES`] is complete.
#[test]
fn all_files_with_functions_are_in_the_header() {
    let declared = declared_functions();
    for entry in fs::read_dir(gc_folder().join("src/ffi")).expect("there is a folder") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("text");
        for rest in text.split("#[unsafe(no_mangle)]").skip(1) {
            let name = rest
                .split("fn ")
                .nth(1)
                .and_then(|rest| rest.split('(').next())
                .expect("a function");
            assert!(declared.contains(name), "{name} is not in the header");
        }
    }
    assert!(declared.len() > 50, "{declared:?}");
}

/// A function of the header must not have the name of an inlined function of the prelude, since the
/// linker would bind references to either.
#[test]
fn no_function_shares_a_name_with_the_prelude() {
    let prelude =
        fs::read_to_string(gc_folder().join("ir/statepoint_gc.ll")).expect("the prelude exists");
    let lines = prelude.lines().filter(|line| line.starts_with("define "));
    let names: BTreeSet<_> = lines
        .filter_map(|line| line.split('@').nth(1)?.split('(').next())
        .map(str::to_owned)
        .collect();
    assert!(names.contains("spgc_allocate") && names.contains("spgc_store"), "{names:?}");
    let shared_names: Vec<_> = names.intersection(&declared_functions()).cloned().collect();
    assert!(shared_names.is_empty(), "{shared_names:?}");
}

/// Exported symbols that the header does not declare, with the reason.
const NOT_DECLARED: [(&str, &str); 1] =
    [("spgc_thread", "a thread-local variable, whose address spgc_thread_context() returns")];

#[test]
fn each_exported_symbol_is_declared() {
    if !has_shared_library() {
        eprintln!("skipped: programs for this target are linked statically");
        return;
    }
    let bytes = fs::read(libraries().join("libstatepoint_gc.so")).expect("it was built");
    let file = object::File::parse(&*bytes).expect("a library");
    let symbols = file.dynamic_symbols().filter(|symbol| !symbol.is_undefined());
    let exported: BTreeSet<_> =
        symbols.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect();
    let mut declared = declared_functions();
    declared.extend(NOT_DECLARED.map(|(name, _)| name.to_owned()));
    assert_eq!(exported, declared);
}

/// The functions that managed code calls have the same types in the header as in the prelude.
#[test]
fn prototypes_are_those_of_the_prelude() {
    /// Returns the type that C has for a type of LLVM's IR, and that for a type of C.
    fn class(text: &str) -> &'static str {
        let words: Vec<_> = text.split_whitespace().collect();
        match &words[..] {
            [] | ["void"] => "void",
            _ if text.contains('*') || words.contains(&"ptr") => "pointer",
            [.., "i1"] | ["bool", ..] => "bool",
            ["i32", ..] | ["uint32_t", ..] => "32",
            ["i64", ..] | ["uint64_t" | "int64_t", ..] => "64",
            other => panic!("unknown type {other:?}"),
        }
    }

    /// Returns the types of a function, the result first.
    fn types(result: &str, parameters: &str) -> Vec<&'static str> {
        let parameters = parameters.split(',').map(class).filter(|&class| class != "void");
        [class(result)].into_iter().chain(parameters).collect()
    }

    let prelude =
        fs::read_to_string(gc_folder().join("ir/statepoint_gc.ll")).expect("the prelude exists");
    let declarations = declarations();
    let mut compared = 0;
    for line in prelude.lines().filter_map(|line| line.strip_prefix("declare ")) {
        let Some((result, rest)) = line.split_once("@spgc_") else { continue };
        let (name, rest) = rest.split_once('(').expect("a function");
        let parameters = &rest[..rest.rfind(')').expect("parameters end")];
        let parameters = parameters.replace("addrspace(1)", "");
        let result = result.replace("addrspace(1)", "").replace("preserve_mostcc", "");
        let start = declarations.find(&format!("spgc_{name}(")).expect("it is declared");
        let (before, after) = declarations.split_at(start);
        let c_result = before.rsplit(['\n', ';']).next().unwrap_or_default();
        let c_result = c_result.replace("extern ", "");
        let c_parameters = after.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        let c_parameters = c_parameters.expect("parameters").0;
        assert_eq!(types(&c_result, c_parameters), types(&result, &parameters), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 17);
}

/// The comment of each function specifies the threads that may call it, and its errors.
#[test]
fn each_function_is_documented() {
    let header = header();
    for name in declared_functions() {
        // A declaration starts at the beginning of a line, unlike code in comments.
        let place = header.match_indices(&format!("{name}(")).find_map(|(at, _)| {
            let line = header[..at].rfind('\n').map_or(0, |end| end + 1);
            let begins = header[line..at].starts_with(|c: char| c.is_alphabetic());
            begins.then_some(line)
        });
        let before = header[..place.expect("it is declared")].trim_end();
        let comment = &before[before.rfind("/*").expect("a comment stands before it")..];
        assert!(before.ends_with("*/"), "{name}: it is not documented");
        let has = |word: &str| comment.contains(word);
        assert!(has("thread") || has("Threads"), "{name}: which threads may call it?");
        let status = header[place.unwrap_or_default()..].starts_with("enum spgc_status");
        assert!(has("Errors") || !status, "{name}: which errors are there?");
    }
}

/// Each unsafe function of the C interface has a section `# Safety`. (The modules are private, so
/// clippy does not check this.)
#[test]
fn each_unsafe_function_has_a_safety_section() {
    let (mut functions, mut undocumented) = (0, Vec::new());
    for entry in fs::read_dir(gc_folder().join("src/ffi")).expect("the folder exists") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it can be read");
        let mut docs = String::new();
        for line in text.lines().map(str::trim_start) {
            let declared = line.strip_prefix("pub ").unwrap_or(line);
            let declared = declared.strip_prefix("pub(super) ").unwrap_or(declared);
            if line.starts_with("///") {
                docs.push_str(line);
                docs.push('\n');
            } else if declared.starts_with("unsafe extern \"C") && declared.contains(" fn ") {
                functions += 1;
                let promise = docs.split_once("/// # Safety\n///\n").map(|(_, promise)| promise);
                if promise.is_none_or(|promise| promise.trim_start_matches(['/', ' ']).is_empty()) {
                    undocumented.push(line.to_owned());
                }
                docs.clear();
            } else if !line.starts_with("#[") && !line.starts_with("//") {
                docs.clear();
            }
        }
    }
    assert!(functions > 70, "{functions}");
    assert_eq!(undocumented, Vec::<String>::new());
}
