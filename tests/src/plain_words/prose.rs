//! Extracts prose from files: comments on lines of their own, and the text of pages.

use std::path::Path;

/// A line of prose.
pub(super) struct Prose<'t> {
    /// Number of the line, from 1.
    pub(super) line: usize,
    /// Text of the line, without code spans and link targets.
    pub(super) text: String,
    /// Code spans of the line.
    pub(super) code: Vec<&'t str>,
    /// Length of the line in characters, with indentation. 0 if the line cannot be wrapped: in
    /// tables, for images, and if one word has 60 characters or more.
    pub(super) columns: usize,
}

/// Returns the lines of prose in a file. The extension of `path` selects the language.
pub(super) fn lines<'t>(path: &Path, text: &'t str) -> Vec<Prose<'t>> {
    let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
    let (mut in_fence, mut in_block, mut found) = (false, false, Vec::new());
    for (index, line) in text.lines().enumerate() {
        let Some(words) = comment(kind, line, &mut in_block) else {
            in_fence = false;
            continue;
        };
        if words.trim_start().starts_with("```") {
            in_fence = !in_fence;
            continue;
        }
        if in_fence || kind == "md" && line.starts_with("    ") {
            continue;
        }
        let is_table = ["|", "!["].iter().any(|mark| words.trim_start().starts_with(mark));
        let longest = words.split_whitespace().map(|word| word.chars().count()).max();
        let can_wrap = !is_table && longest.unwrap_or(0) < 60;
        let columns = if can_wrap { line.chars().count() } else { 0 };
        let code = words.split('`').skip(1).step_by(2).collect();
        found.push(Prose { line: index + 1, text: without_code(words), code, columns });
    }
    found
}

/// Returns the text of a line of prose, without comment markers; `None` if the line is not prose.
/// `in_block`: whether the line is in a block comment, which is updated for the next line.
fn comment<'t>(kind: &str, line: &'t str, in_block: &mut bool) -> Option<&'t str> {
    let start = line.trim_start();
    match kind {
        "md" => Some(line),
        "ll" => start.strip_prefix(';'),
        "" | "sh" | "toml" => start.strip_prefix('#'),
        "rs" => ["///", "//!", "//"].iter().find_map(|mark| start.strip_prefix(mark)),
        _ => {
            if *in_block {
                *in_block = !line.contains("*/");
                return Some(start.trim_start_matches('*'));
            }
            if let Some(rest) = start.strip_prefix("/*") {
                *in_block = !rest.contains("*/");
                return Some(rest);
            }
            start.strip_prefix("//")
        }
    }
}

/// Returns a line without code spans and link targets.
fn without_code(line: &str) -> String {
    let mut text = String::new();
    for (index, part) in line.split('`').enumerate() {
        text.push_str(if index % 2 == 0 { part } else { "_" });
    }
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("](") {
        plain.push_str(before);
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    plain + rest
}
