//! Parses the porting guide: its chapters, and the fenced blocks in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use tests::capi::root;

/// The index page, which lists the chapters in reading order.
pub(crate) const INDEX: &str = "docs/porting.md";

/// A fenced block: its language, the words after the language, and its text.
pub(crate) struct Block {
    pub(crate) language: String,
    pub(crate) words: Vec<String>,
    pub(crate) text: String,
    /// The file and the line of its fence.
    pub(crate) place: String,
}

impl Block {
    /// Whether this is one of the words after the language.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.iter().any(|word_of_block| word_of_block == word)
    }

    /// Returns the value of the word `KEY=VALUE`.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }
}

/// Returns the text of a page, by its path from the project's folder.
pub(crate) fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns all chapters in the order of the index, by their paths from the project's folder.
pub(crate) fn chapters() -> Vec<String> {
    let index = page(INDEX);
    let numbered = index.lines().filter(|line| {
        line.split_once(". [").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
    });
    let named = numbered.map(|line| {
        let target = line.split_once("](").and_then(|(_, rest)| rest.split_once(')'));
        let (target, _) = target.expect("a chapter's link ends");
        format!("docs/{target}")
    });
    let chapters: Vec<_> = named.collect();
    let files = fs::read_dir(root().join("docs/porting")).expect("the guide has a folder");
    let files: BTreeSet<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    let known: BTreeSet<_> = chapters.iter().map(|chapter| root().join(chapter)).collect();
    assert_eq!(files, known, "the index does not name the existing chapters");
    chapters
}

/// Returns the blocks of a page in order.
pub(crate) fn blocks_of(path: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in page(path).lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                let (language, rest) = info.split_once([' ', ',']).unwrap_or((info, ""));
                let language = language.to_owned();
                let words = rest.split_whitespace().map(str::to_owned).collect();
                let place = format!("{path}:{}", index + 1);
                open = Some(Block { language, words, text: String::new(), place });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{path}: a fence is not closed");
    blocks
}

/// Returns the blocks of the whole guide.
pub(crate) fn blocks() -> Vec<Block> {
    chapters().iter().flat_map(|chapter| blocks_of(chapter)).collect()
}

/// Each block has a language and words that some test checks.
#[test]
fn every_block_is_checked() {
    let on_index = blocks_of(INDEX);
    assert!(on_index.is_empty(), "{}: no test checks blocks of the index page", on_index[0].place);
    let mut language_before = String::new();
    for block in blocks() {
        let (page, _) = block.place.split_once(':').expect("a page and a line");
        let known: &[&str] = match &*block.language {
            "sh" => &["14", "16", "19", "22", "fails", "lld", "x86_64", "orc"],
            "llvm" => &["14", "x86_64", "aarch64", "lost", "kept"],
            "asm" => &["x86_64", "aarch64", "registers"],
            // Commands compile the files.
            "c" | "cpp" => &[],
            // A test of the package compares the block with a program that it runs.
            "rust" if page == "docs/porting/cranelift.md" => &["ignore"],
            "rust" => {
                let page = page.strip_prefix("docs/").expect("pages are in this folder");
                let compiled = include_str!("../../src/lib.rs").contains(page);
                assert!(compiled, "{}: include the page in `tests::PortingGuide`", block.place);
                &["no_run"]
            }
            // The output of a command, or a message of LLVM.
            "text" if ["sh", "llvm"].contains(&&*language_before) => &["within"],
            other => panic!("{}: no test checks the language `{other}`", block.place),
        };
        let keys: &[&str] = match &*block.language {
            "llvm" => &["file=", "refused=", "since="],
            "c" | "cpp" => &["file="],
            "text" => &["varies="],
            _ => &[],
        };
        for word in &block.words {
            let known = known.contains(&&**word) || keys.iter().any(|key| word.starts_with(*key));
            assert!(known, "{}: unknown word `{word}`", block.place);
        }
        language_before = block.language;
    }
}
