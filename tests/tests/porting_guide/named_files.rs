//! Source files that comments and the map of the project name exist.

use std::path::{Path, PathBuf};

use crate::guide::page;
use crate::links::{existing_target, files_with, folder_of};
use tests::capi::root;

/// Extensions of the files whose comments are checked, and the prefixes of their comment lines.
const COMMENTED: [&str; 8] = ["rs", "ll", "h", "c", "cpp", "sh", "toml", "in"];
const COMMENT_PREFIXES: [&str; 5] = ["//", ";", "#", "*", "/*"];

/// Extensions by which a word with a slash is recognised as the path of a source file. Headers are
/// not among them: most are those of the system.
const NAMED: [&str; 5] = [".rs", ".ll", ".c", ".cpp", ".sh"];

/// Returns the paths that a line of a comment names, except those with placeholders in capitals.
fn named_paths(line: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| !(c.is_ascii_alphanumeric() || "_-./".contains(c));
    let words = line.split(is_separator).map(|word| word.trim_end_matches('.'));
    words.filter(|word| {
        let stem = Path::new(word).file_stem().unwrap_or_default().to_string_lossy();
        word.contains('/')
            && !word.contains("//")
            && !word.starts_with('/')
            && NAMED.iter().any(|extension| word.ends_with(extension))
            && stem.chars().any(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    })
}

/// Returns whether a path exists relative to the project's folder, or to a folder around `from` or
/// its `src`.
fn is_found(from: &Path, path: &str) -> bool {
    folder_of(from).ancestors().any(|folder| {
        existing_target(folder, path).is_some()
            || existing_target(&folder.join("src"), path).is_some()
    })
}

/// Returns the files and folders in the map of the project, a block of `docs/internals.md`: a line
/// that is indented by four columns begins with a path, one that is indented by six with a path
/// below that.
fn mapped_paths(page: &str) -> Vec<PathBuf> {
    let map = page
        .lines()
        .skip_while(|line| !line.starts_with("    "))
        .take_while(|line| line.is_empty() || line.starts_with("    "));
    let mut paths = Vec::new();
    let mut top = PathBuf::new();
    for line in map {
        let words = line.trim_start();
        let path = words.split([' ', ',']).next().expect("a line has a first part");
        match line.len() - words.len() {
            4 => {
                top = path.into();
                paths.push(top.clone());
            }
            6 => paths.push(top.join(path)),
            _ => {}
        }
    }
    paths
}

#[test]
fn source_files_that_comments_name_exist() {
    let mut dead = Vec::new();
    let mut checked = 0;
    // Except this file, whose last test names files that do not exist.
    for path in files_with(&COMMENTED).into_iter().filter(|path| !path.ends_with(file!())) {
        let text = page(&path.to_string_lossy());
        let is_comment = |line: &&str| {
            COMMENT_PREFIXES.iter().any(|prefix| line.trim_start().starts_with(prefix))
        };
        for named in text.lines().filter(is_comment).flat_map(named_paths) {
            checked += 1;
            if !is_found(&path, named) {
                dead.push(format!("{}: {named}", path.display()));
            }
        }
    }
    assert!(dead.is_empty(), "files that do not exist:\n{}", dead.join("\n"));
    assert!(checked > 100, "{checked} paths");
}

#[test]
fn the_map_of_the_project_names_existing_files() {
    let paths = mapped_paths(&page("docs/internals.md"));
    let dead: Vec<_> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(dead.is_empty(), "{dead:?}");
    assert!(paths.len() > 60, "{} paths", paths.len());
}

#[test]
fn a_file_that_does_not_exist_is_found() {
    let line =
        "//! See `walk/cursor.rs`, a/b.c. Not /usr/x.c, https://e.org/y.rs, d.rs or a/NAME.ll";
    assert_eq!(named_paths(line).collect::<Vec<_>>(), ["walk/cursor.rs", "a/b.c"]);
    let from = Path::new("scanner/src/roots/mod.rs");
    assert!(is_found(from, "walk/cursor.rs") && is_found(from, "scanner/src/walk/cursor.rs"));
    assert!(
        !is_found(from, "walk/cursors.rs") && !is_found(Path::new("gc/a.rs"), "walk/cursor.rs")
    );
    let map =
        "text\n\n    gc/   the heap\n      a.rs, b.rs  c\n          d\n    docs/\ntext\n    e\n";
    assert_eq!(mapped_paths(map), ["gc/", "gc/a.rs", "docs/"].map(PathBuf::from));
}
