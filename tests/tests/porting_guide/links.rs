//! Links within the project lead to files and headings that are there.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::guide::{INDEX, chapters, page};
use tests::capi::root;

/// A page without its fenced blocks.
fn prose(path: &str) -> String {
    let mut fenced = false;
    let page = page(path);
    let lines = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The names by which the headings of a page are linked to.
fn anchors(path: &str) -> BTreeSet<String> {
    let prose = prose(path);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
    };
    headings.map(anchor).collect()
}

/// Where the links of a page lead to.
fn targets(path: &str) -> Vec<String> {
    let prose = prose(path);
    let behind = prose.split("](").skip(1);
    let targets = behind.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    targets.filter(|target| !target.starts_with("http")).map(str::to_owned).collect()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(plain.pop(), "{} leads out", path.display()),
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn links_lead_somewhere() {
    let mut pages = chapters();
    pages.extend([INDEX, "README.md"].map(str::to_owned));
    let mut checked = 0;
    for path in pages {
        for target in targets(&path) {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let folder = Path::new(&path).parent().expect("a page is in a folder");
            let to = if file.is_empty() { PathBuf::from(&path) } else { plain(&folder.join(file)) };
            assert!(root().join(&to).exists(), "{path} leads to {target}, which is not there");
            if !anchor.is_empty() {
                let known = anchors(&to.to_string_lossy());
                assert!(known.contains(anchor), "{path} leads to {target}; there are {known:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} links");
}
