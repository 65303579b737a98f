//! Lint for wording: comments, pages, messages and names use the terms of the field, and lines of
//! prose have at most 100 columns.
//!
//! [`terms`] lists the phrases that are rejected. [`prose`] extracts comments and pages from files,
//! and [`code`] extracts string literals and names.

mod code;
mod prose;
mod terms;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use code::{Part, Place};
use prose::Prose;
use terms::{Hit, Terms};

/// Exceptions from the lint: a file or folder, the phrase that it may contain, and the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("tests/src/plain_words", ALL, "the phrases themselves"),
    ("scanner/fixtures", ALL, "other projects' code, and input that tests read"),
    ("tests/fixtures", ALL, "input that tests read"),
    ("tests/tests/porting_guide/links.rs", "broken", "names of the parser of pages"),
];
/// Phrase of an exception that allows all phrases and long lines.
const ALL: &str = "";

/// Maximum number of columns of a line of prose.
const MAX_COLUMNS: usize = 100;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Adds all files in a folder and its subfolders that the lint can read, except build output.
fn add_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let is_built = ["target", "build", "."].iter().any(|built| name.starts_with(built));
            if !is_built || name == ".ci" {
                add_files(&path, found);
            }
        } else if is_supported(&path) {
            found.push(path);
        }
    }
}

/// Returns whether the lint can read a file: by its extension or, without one, whether it is a
/// script or a makefile.
fn is_supported(path: &Path) -> bool {
    let kinds = ["rs", "md", "c", "h", "cpp", "hpp", "ll", "sh", "toml"];
    match path.extension() {
        Some(kind) => kinds.iter().any(|known| kind == *known),
        None => {
            fs::read(path).is_ok_and(|text| text.starts_with(b"#!") || path.ends_with("Makefile"))
        }
    }
}

/// Returns the findings in a file: for each, the phrase and a message. A name is reported only
/// once.
fn findings(path: &str, text: &str, terms: &mut Terms) -> Vec<(&'static str, String)> {
    let (mut found, mut hits, mut names) = (Vec::new(), Vec::new(), HashSet::new());
    let mut search = |part: Part<'_>, found: &mut Vec<_>| {
        let is_name = matches!(part.place, Place::Identifier | Place::Path);
        if is_name && !names.insert(part.text.to_owned()) {
            return;
        }
        terms.search(part.place, part.text, &mut hits);
        for Hit { phrase, instead } in hits.drain(..) {
            let name = if is_name { format!(" in {}", part.text) } else { String::new() };
            let line = part.line;
            found.push((phrase, format!("{path}:{line}: \"{phrase}\"{name}: write {instead}")));
        }
    };
    for name in Path::new(path).iter().filter_map(|name| name.to_str()) {
        search(Part { line: 1, place: Place::Path, text: name }, &mut found);
    }
    let extension = Path::new(path).extension().and_then(|kind| kind.to_str());
    let place = if extension == Some("md") { Place::Page } else { Place::Comment };
    for Prose { line, text, code, columns } in prose::lines(Path::new(path), text) {
        search(Part { line, place, text: &text }, &mut found);
        for span in code {
            for Part { place, text, .. } in code::parts(span) {
                search(Part { line, place, text }, &mut found);
            }
        }
        if columns > MAX_COLUMNS {
            let finding = format!("{path}:{line}: {columns} columns, more than {MAX_COLUMNS}");
            found.push(("columns", finding));
        }
    }
    let parts = match extension {
        Some("md") => Vec::new(),
        Some("ll") => code::parts_of_ir(text),
        Some("sh" | "toml") | None => code::parts_of_script(text),
        Some(_) => code::parts(text),
    };
    parts.into_iter().for_each(|part| search(part, &mut found));
    found
}

#[test]
fn comments_pages_messages_and_names_use_standard_terms() {
    let root = workspace();
    let mut files = Vec::new();
    add_files(&root, &mut files);
    files.sort();
    assert!(files.len() > 500, "only {} files were found", files.len());

    let (mut errors, mut used) = (String::new(), BTreeSet::new());
    let mut terms = Terms::new();
    for file in &files {
        let path = file.strip_prefix(&root).unwrap().to_str().unwrap();
        let text = String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned();
        for (phrase, finding) in findings(path, &text, &mut terms) {
            let mut exceptions = EXCEPTIONS.iter().filter(|(folder, allowed, _)| {
                Path::new(path).starts_with(folder) && [ALL, phrase].contains(allowed)
            });
            match exceptions.next() {
                Some(exception) => drop(used.insert(exception)),
                None => writeln!(errors, "{finding}").unwrap(),
            }
        }
    }
    for exception in EXCEPTIONS.iter().filter(|exception| !used.contains(*exception)) {
        writeln!(errors, "unused exception {exception:?}: remove it").unwrap();
    }
    assert!(errors.is_empty(), "{errors}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let findings = findings(path, text, &mut Terms::new());
        findings.into_iter().map(|(_, finding)| finding).collect()
    }

    #[test]
    fn comments_pages_strings_names_and_paths_are_searched() {
        let rest = "\"nobody\": write no thread, no one: name who";
        let comment = [format!("a.rs:2: {rest}")];
        assert_eq!(found("a.rs", "\n/// Nobody waits.\n"), comment);
        assert_eq!(found("a.rs", "\nlet a = 1; // nobody\n"), comment);
        assert_eq!(found("a.c", "/* A\n * nobody. */\n").len(), 1);
        assert_eq!(found("a.ll", "; nobody\n@so = i8 0 ; nobody\n").len(), 2);
        assert_eq!(found("a.sh", "# nobody\n").len(), 1);

        // The name is split so that the test of links does not treat it as a page of this project.
        let page = concat!("a.", "md");
        assert_eq!(found(page, "Nobody waits.\n"), [format!("{page}:1: {rest}")]);

        assert_eq!(found("a.rs", "\nlet a = \"for nobody\";\n"), comment);
        assert_eq!(found("a.rs", "let a = r#\"\\nobody \" nobody\"#;\n").len(), 1);
        assert_eq!(found("a.h", "#define A \"nobody\\n\"\n").len(), 1);
        assert_eq!(found("a.sh", "echo 'nobody'\n").len(), 1);

        let name = "\"nobody\" in stops_nobody: write no thread, no one: name who";
        assert_eq!(
            found("a.rs", "fn stops_nobody() { stops_nobody() }"),
            [format!("a.rs:1: {name}")]
        );
        assert_eq!(found("a.rs", "struct StopsNobody;").len(), 1);
        assert_eq!(found("a.c", "int stops_nobody;").len(), 1);
        assert_eq!(found("a.ll", "define void @stops.nobody() {\n").len(), 1);
        assert_eq!(found("a.rs", "/// Calls `stops_nobody`.\n").len(), 1);
        assert_eq!(found("nobody/stops_nobody.rs", "").len(), 2);
    }

    #[test]
    fn phrases_match_whole_words_within_their_scope() {
        assert!(found("a.rs", "// anybody, go one, go. On\nlet a = 'n';").is_empty());
        assert_eq!(found("a.rs", "// Told that it is alive.\n").len(), 0);
        assert_eq!(found("a.rs", "let a = \"told that it is alive\";\n").len(), 2);
        assert_eq!(found("a.rs", "let (what, who_told, what_told, so_what);\n").len(), 4);
        assert_eq!(found("a.rs", "use std::io::ErrorKind::BrokenPipe;\n").len(), 0);
        assert_eq!(found("a.rs", &format!("let {};\n", "name_".repeat(15))).len(), 1);
    }

    #[test]
    fn code_blocks_are_ignored_and_long_lines_are_found() {
        let page = concat!("a.", "md");
        let long = format!("# A\n\n{}\n| {} |\n", "word ".repeat(21), "word ".repeat(30));
        assert_eq!(found(page, &long), [format!("{page}:3: 105 columns, more than 100")]);
        assert!(found(page, "```text\nnobody\n```\n[x](nobody.html)\n").is_empty());
        let rust = "/// ```\n/// nobody\n/// ```\n";
        assert!(found("a.rs", rust).is_empty());
    }
}
