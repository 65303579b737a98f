//! References between files of the project exist: links and images in all pages, paths in code
//! spans of pages, and pages that source files name. `named_files` checks the source files that
//! comments name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{BrokenLink, Event, LinkType, Options, Parser, Tag, TagEnd};
use tests::capi::root;

use crate::guide::page;

/// Extensions of the source files that are searched for paths of pages.
const SOURCE_EXTENSIONS: [&str; 10] =
    ["rs", "ll", "h", "c", "cpp", "sh", "toml", "java", "go", "in"];

/// Extensions by which a code span is recognised as a path, and not as a fraction or a type.
const PATH_EXTENSIONS: [&str; 13] =
    ["rs", "c", "cpp", "ll", "md", "h", "sh", "toml", "txt", "svg", "s", "java", "in"];

/// Adds the files below a folder to `found`, except build outputs. Paths are relative to the
/// project's folder.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder can be read") {
        let entry = entry.expect("an entry can be read");
        let name = entry.file_name();
        let built =
            ["target", "build"].iter().any(|built| name.to_string_lossy().starts_with(built));
        let path = folder.join(&name);
        if entry.file_type().expect("an entry has a type").is_dir() {
            if !built && name != ".git" {
                files_below(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

/// Returns the project's files with one of these extensions, sorted.
pub(crate) fn files_with(extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files_below(Path::new(""), &mut found);
    let has_extension =
        |path: &PathBuf| path.extension().is_some_and(|own| extensions.iter().any(|e| own == *e));
    found.retain(has_extension);
    found.sort();
    found
}

/// The parts of a page that are checked.
#[derive(Default)]
struct Page {
    /// Targets of links and images within the project.
    links: Vec<String>,
    /// The names of references that the page does not define, as in `[text][name]`.
    undefined: Vec<String>,
    /// The text of its code spans.
    code: Vec<String>,
    /// The anchors of its headings.
    anchors: BTreeSet<String>,
}

impl Page {
    /// Parses a page in Markdown.
    fn parse(text: &str) -> Self {
        let mut page = Self::default();
        let mut seen = BTreeMap::<String, usize>::new();
        let mut heading: Option<String> = None;
        let mut undefined = Vec::new();
        let callback = |link: BrokenLink<'_>| {
            // `[text]` alone is text unless it is defined.
            if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
                undefined.push(link.reference.into_string());
            }
            None
        };
        let options = Options::empty();
        for event in Parser::new_with_broken_link_callback(text, options, Some(callback)) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().unwrap_or_default());
                    let before = seen.entry(anchor.clone()).or_default();
                    page.anchors.insert(match *before {
                        0 => anchor,
                        before => format!("{anchor}-{before}"),
                    });
                    *before += 1;
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. })
                    if !dest_url.contains("://") =>
                {
                    page.links.push(dest_url.into_string());
                }
                Event::Code(code) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&code);
                    }
                    page.code.push(code.into_string());
                }
                Event::Text(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                _ => {}
            }
        }
        page.undefined = undefined;
        page
    }
}

/// Returns the anchor that Markdown renderers derive from a heading.
fn anchor(heading: &str) -> String {
    let words = heading.trim().to_lowercase().replace(' ', "-");
    words.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
}

/// Returns a path without `.` and `..`, or `None` if it is outside the project.
fn normalize(path: &Path) -> Option<PathBuf> {
    let mut normalized = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => normalized.pop().then_some(())?,
            Component::CurDir => {}
            component => normalized.push(component),
        }
    }
    Some(normalized)
}

/// Returns the file or folder to which a reference relative to `folder` points, if it exists.
pub(crate) fn existing_target(folder: &Path, target: &str) -> Option<PathBuf> {
    normalize(&folder.join(target)).filter(|path| root().join(path).exists())
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Returns a message if a link in the page `from` is dead.
fn dead_link(from: &Path, target: &str) -> Option<String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let to = if file.is_empty() {
        Some(from.to_owned())
    } else {
        existing_target(folder_of(from), file)
    };
    let Some(to) = to else {
        return Some(format!("{}: {target} does not exist", from.display()));
    };
    if anchor.is_empty() {
        return None;
    }
    let known = Page::parse(&page(&to.to_string_lossy())).anchors;
    let missing = !known.contains(anchor);
    missing.then(|| format!("{}: {target}: the headings are {known:?}", from.display()))
}

/// Returns whether a link in a page of the book points to a file outside `docs`, which `mdbook
/// build` does not copy.
fn leaves_book(from: &Path, target: &str) -> bool {
    let file = target.split_once('#').map_or(target, |(file, _)| file);
    !normalize(&folder_of(from).join(file)).is_some_and(|path| path.starts_with("docs"))
}

/// Returns whether a code span is the path of a file or folder of this project.
fn is_path(code: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let Some((first, _)) = code.split_once('/') else { return false };
    let ending = PATH_EXTENSIONS.iter().any(|ending| code.ends_with(&format!(".{ending}")));
    let own = !first.is_empty() && first != "." && root().join(first).is_dir();
    code.chars().all(plain) && !code.starts_with('/') && (ending || own)
}

/// Returns the pages that a line of a source file names.
fn named_pages(line: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| !(c.is_ascii_alphanumeric() || "_-./#".contains(c));
    let words = line.split(is_separator).filter(|word| !word.contains("//"));
    words.map(|word| word.trim_end_matches('.')).filter(|word| {
        let file = word.split_once('#').map_or(*word, |(file, _)| file);
        file.len() > ".md".len() && file.ends_with(".md")
    })
}

#[test]
fn links_of_all_pages_point_to_files_and_headings() {
    let mut dead = Vec::new();
    let mut checked = 0;
    for path in files_with(&["md"]) {
        let page = Page::parse(&page(&path.to_string_lossy()));
        checked += page.links.len();
        dead.extend(page.links.iter().filter_map(|target| dead_link(&path, target)));
        let undefined = page.undefined.iter();
        dead.extend(undefined.map(|name| format!("{}: [{name}] is not defined", path.display())));
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
    assert!(checked > 150, "{checked} links");
}

#[test]
fn paths_in_pages_exist() {
    let mut dead = Vec::new();
    let mut checked = 0;
    for path in files_with(&["md"]) {
        let page = Page::parse(&page(&path.to_string_lossy()));
        for code in page.code.iter().filter(|code| is_path(code)) {
            checked += 1;
            let found = existing_target(Path::new(""), code)
                .or_else(|| existing_target(folder_of(&path), code));
            if found.is_none() {
                dead.push(format!("{}: {code}", path.display()));
            }
        }
    }
    assert!(dead.is_empty(), "paths that do not exist:\n{}", dead.join("\n"));
    assert!(checked > 50, "{checked} paths");
}

#[test]
fn pages_that_sources_name_exist() {
    let mut dead = Vec::new();
    let mut checked = 0;
    // Except this file, whose last test names pages that do not exist.
    let sources =
        files_with(&SOURCE_EXTENSIONS).into_iter().filter(|path| !path.ends_with(file!()));
    for path in sources {
        let text = fs::read_to_string(root().join(&path)).expect("a source file is text");
        for target in text.lines().flat_map(named_pages) {
            checked += 1;
            // A path from the project's folder, or a link relative to the source file.
            let (file, _) = target.split_once('#').unwrap_or((target, ""));
            let from =
                if existing_target(Path::new(""), file).is_some() { Path::new("-") } else { &path };
            dead.extend(dead_link(from, target).map(|why| format!("{}: {why}", path.display())));
        }
    }
    assert!(dead.is_empty(), "pages that do not exist:\n{}", dead.join("\n"));
    assert!(checked > 30, "{checked} pages");
}

/// All links of the book stay in the book. To refer to a file outside `docs`, a page uses a code
/// span.
#[test]
fn book_links_stay_in_the_book() {
    let pages = files_with(&["md"]).into_iter().filter(|path| path.starts_with("docs"));
    let mut outside = Vec::new();
    for path in pages {
        let page = Page::parse(&page(&path.to_string_lossy()));
        let leaving = page.links.iter().filter(|target| leaves_book(&path, target));
        outside.extend(leaving.map(|target| format!("{}: {target}", path.display())));
    }
    assert!(outside.is_empty(), "links out of the book, use a code span:\n{}", outside.join("\n"));

    let from = Path::new("docs/porting/ir.md");
    assert!(!leaves_book(from, "../log.md#lines") && !leaves_book(from, "stores.md"));
    assert!(leaves_book(from, "../../gc/src/lib.rs") && leaves_book(from, "../../../README.md"));
}

#[test]
fn every_page_of_the_guide_is_in_its_table_of_contents() {
    let contents = Path::new("docs/SUMMARY.md");
    let listed = Page::parse(&page("docs/SUMMARY.md")).links;
    let listed: BTreeSet<_> = listed.iter().map(|link| folder_of(contents).join(link)).collect();
    let pages = files_with(&["md"]).into_iter();
    let pages: BTreeSet<_> =
        pages.filter(|path| path.starts_with("docs") && path != contents).collect();
    assert!(pages.len() > 20, "{} pages", pages.len());
    assert_eq!(listed, pages);
}

#[test]
fn a_dead_link_is_found() {
    let from = Path::new("docs/log.md");
    assert_eq!(dead_link(from, "porting.md"), None);
    assert_eq!(dead_link(from, "../README.md#licence"), None);
    assert_eq!(dead_link(from, "#lines"), None);
    for dead in ["portin", "../../README.md", "#line", "porting.md#no-such-heading"] {
        assert!(dead_link(from, dead).is_some(), "{dead}");
    }
    let page =
        Page::parse("# A `b` c\n## D\n## D\n[x](y.md#z) <https://e.org>\n```\n[no](no)\n```\n");
    assert_eq!(page.links, ["y.md#z"]);
    assert_eq!(page.anchors, ["a-b-c", "d", "d-1"].map(str::to_owned).into());
    let page = Page::parse("[a][b] [c] [d][] [e][f]\n\n[b]: g.md\n");
    assert_eq!((page.links, page.undefined), (vec!["g.md".into()], vec!["d".into(), "f".into()]));
    assert!(is_path("gc/src/absent") && is_path("a/b.rs") && !is_path("2/3") && !is_path("x"));
    let named: Vec<_> =
        named_pages("// see docs/a.md#b, and c.md. not https://d.org/e.md").collect();
    assert_eq!(named, ["docs/a.md#b", "c.md"]);
}
