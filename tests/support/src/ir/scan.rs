//! Parsing of lines of IR.

/// Returns the text without comments, and without the empty lines that they leave.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let code = code(line);
        let is_gap = code.is_empty() && (out.is_empty() || out.ends_with("\n\n"));
        if !is_gap && (line.is_empty() || !code.is_empty()) {
            out += code;
            out.push('\n');
        }
    }
    out
}

/// Returns a line without its comment.
pub(super) fn code(line: &str) -> &str {
    let mut quoted = false;
    let end = line.find(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    end.map_or(line, |end| &line[..end]).trim_end()
}

fn is_part_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._$-%@!#\"".contains(c)
}

/// Returns whether the text at this place is a whole word, not part of a longer one.
pub(super) fn is_word(text: &str, at: usize, length: usize) -> bool {
    !text[..at].ends_with(is_part_of_a_word) && !text[at + length..].starts_with(is_part_of_a_word)
}

/// Replaces a word wherever it occurs.
pub(super) fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut out = String::new();
    let mut end = 0;
    for (at, _) in text.match_indices(word).filter(|&(at, _)| is_word(text, at, word.len())) {
        out += &text[end..at];
        out += by;
        end = at + word.len();
    }
    out + &text[end..]
}

/// Returns the text before the first `separator` that is in no bracket, and the text after it; if
/// there is none, the whole text and an empty one.
pub(super) fn split_first(text: &str, separator: char) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        if depth == 0 && c == separator {
            return (&text[..at], &text[at + c.len_utf8()..]);
        }
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}

/// Returns the parts between commas that are in no bracket.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.trim().is_empty() {
        let (part, after) = split_first(rest, ',');
        parts.push(part.trim());
        rest = after;
    }
    parts
}

/// Returns the type that a text begins with, and the rest.
///
/// # Panics
///
/// If it begins with none.
pub(super) fn split_type(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, _) = split_first(text, ' ');
    let mut end = word.len();
    if text[end..].starts_with(" addrspace(") {
        end += text[end..].find(')').expect("it is closed") + 1;
    }
    assert!(end > 0, "no type in {text:?}");
    (&text[..end], text[end..].trim_start())
}

/// Returns the operand that a text begins with: a name, or a constant expression.
pub(super) fn operand_at(text: &str) -> &str {
    if text.starts_with("getelementptr ") {
        let open = text.find('(').expect("operands");
        return &text[..open + inside(&text[open..]).len() + 2];
    }
    if !text.starts_with(['%', '@']) {
        return "";
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "._$-%@".contains(c)));
    let end = end.unwrap_or(text.len());
    // The callee follows the type of its result.
    if text[end..].starts_with('(') { "" } else { &text[..end] }
}

/// Returns the text in the parentheses that a text begins with.
pub(super) fn inside(text: &str) -> &str {
    let (within, _) = split_first(&text[1..], ')');
    within
}

/// Returns the type at the end of a text.
pub(super) fn last_type(text: &str) -> &str {
    let start = match text.strip_suffix(" addrspace(1)") {
        Some(before) => before.rfind(' '),
        None => text.rfind(' '),
    };
    start.map_or(text, |start| &text[start + 1..])
}
