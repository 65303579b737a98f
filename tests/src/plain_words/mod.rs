//! Whether comments and pages use the field's terms, in lines of at most 100 columns.
//!
//! `unrevised.txt` lists folders and files that do not yet. A place without a finding must be taken
//! off that list.

mod prose;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use prose::Prose;

/// Phrases of this project's former dialect, and what an engineer of the field writes.
const TERMS: &[(&str, &str)] = &[
    ("nobody", "no thread, no one: name who"),
    ("somebody", "another thread, a caller: name who"),
    ("goes on", "resumes, continues"),
    ("go on", "resume, continue"),
    ("so many", "the number itself"),
    ("looks at", "scans, visits, checks, inspects"),
    ("look at", "scan, visit, check, inspect"),
    ("looked at", "scanned, visited, checked, inspected"),
    ("is told", "is notified, is informed"),
    ("are told", "are notified, are informed"),
    ("given back", "returned, freed"),
    ("gives back", "returns, frees"),
    ("for want of", "without"),
    ("thereby", "so, by this"),
    ("who stops", "the stopping thread"),
    ("who asks", "the requester"),
    ("who waits", "the waiting thread"),
    ("the world runs again", "mutators resume"),
    ("laggards", "slow threads"),
];

/// Columns of a line of prose.
const COLUMNS: usize = 100;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Adds the files below a folder that have prose, but for what is built.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "build", "."].iter().any(|built| name.starts_with(built)) {
                files_below(&path, found);
            }
        } else if prose::has_prose(&path) {
            found.push(path);
        }
    }
}

/// Whether a phrase stands in a text as words of its own. Both are in lower case.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    text.match_indices(phrase).any(|(at, _)| {
        let bytes = text.as_bytes();
        !is_word(at.checked_sub(1).and_then(|before| bytes.get(before)))
            && !is_word(bytes.get(at + phrase.len()))
    })
}

/// What is wrong with a file, a line for each finding.
fn findings(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for Prose { line, text, columns } in prose::lines(Path::new(path), text) {
        let lower = text.to_lowercase();
        for (phrase, better) in TERMS.iter().filter(|(phrase, _)| has_phrase(&lower, phrase)) {
            found.push(format!("{path}:{line}: \"{phrase}\": write {better}"));
        }
        if columns > COLUMNS {
            found.push(format!("{path}:{line}: {columns} columns, more than {COLUMNS}"));
        }
    }
    found
}

#[test]
fn comments_and_pages_use_the_terms_of_the_field() {
    let unrevised: Vec<&str> = include_str!("unrevised.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let root = workspace();
    let mut files = Vec::new();
    files_below(&root, &mut files);
    files.sort();
    assert!(files.len() > 500, "{} files cannot be all", files.len());

    let (mut complaints, mut needed) = (String::new(), BTreeSet::new());
    for file in &files {
        let path = file.strip_prefix(&root).unwrap().to_str().unwrap();
        let found = findings(path, &fs::read_to_string(file).unwrap());
        let place = unrevised.iter().find(|place| Path::new(path).starts_with(place));
        match place {
            Some(place) if !found.is_empty() => {
                needed.insert(*place);
            }
            Some(_) => {}
            None => found.iter().for_each(|finding| writeln!(complaints, "{finding}").unwrap()),
        }
    }
    for place in unrevised.iter().filter(|place| !needed.contains(*place)) {
        writeln!(complaints, "{place} is revised: take it off unrevised.txt").unwrap();
    }
    assert!(complaints.is_empty(), "{complaints}");
}

#[test]
fn findings_have_their_lines() {
    let rust =
        "//! Nobody waits.\nlet text = \"nobody\"; // nobody\n/// ```\n/// nobody\n/// ```\n";
    let expected = "a.rs:1: \"nobody\": write no thread, no one: name who";
    assert_eq!(findings("a.rs", rust), [expected]);
    assert!(findings("a.rs", "// `nobody` is a user, nobody's\n").len() == 1);
    assert!(findings("a.rs", "// anybody, go one\n").is_empty());
    // A page, by a name that no test of links takes for a page of this project.
    let page = concat!("a.", "md");
    let long = format!("# A\n\n{}\n| {} |\n", "word ".repeat(21), "word ".repeat(30));
    assert_eq!(findings(page, &long), [format!("{page}:3: 105 columns, more than 100")]);
    assert!(findings(page, "```text\nnobody\n```\n[x](nobody.html)\n").is_empty());
    assert_eq!(findings("a.c", "/* Somebody\n * goes on. */\nint somebody;\n").len(), 2);
    assert_eq!(findings("a.ll", "; so many\n@so = i8 0 ; so many\n").len(), 1);
}
