//! Lexical functions for lines of LLVM IR.

/// Returns the text without comments and without lines that consist of a comment.
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

/// Returns whether the character can be part of a name or keyword.
fn is_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._$-%@!#\"".contains(c)
}

/// Returns whether the `length` bytes at `at` are a whole word.
pub(super) fn is_word(text: &str, at: usize, length: usize) -> bool {
    !text[..at].ends_with(is_word_character) && !text[at + length..].starts_with(is_word_character)
}

/// Replaces all occurrences of a word.
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

/// Splits the text at the first `separator` outside brackets. The second part is empty if there is
/// none.
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

/// Splits the text at commas outside brackets.
pub(super) fn split_arguments(text: &str) -> Vec<&str> {
    let mut split_arguments = Vec::new();
    let mut rest = text;
    while !rest.trim().is_empty() {
        let (part, after) = split_first(rest, ',');
        split_arguments.push(part.trim());
        rest = after;
    }
    split_arguments
}

/// Splits the text after the type at its start.
///
/// # Panics
///
/// If the text does not start with a type.
pub(super) fn split_type(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, _) = split_first(text, ' ');
    let mut end = word.len();
    if text[end..].starts_with(" addrspace(") {
        end += text[end..].find(')').expect("it is closed") + 1;
    }
    assert!(end > 0, "there is no type in {text:?}");
    (&text[..end], text[end..].trim_start())
}

/// Returns the operand at the start of the text: a name or a constant expression. Returns an empty
/// text if there is none.
pub(super) fn operand_at(text: &str) -> &str {
    if text.starts_with("getelementptr ") {
        let open = text.find('(').expect("operands");
        return &text[..open + inside_parentheses(&text[open..]).len() + 2];
    }
    if !text.starts_with(['%', '@']) {
        return "";
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "._$-%@".contains(c)));
    let end = end.unwrap_or(text.len());
    // A callee, which follows its result type, is not an operand.
    if text[end..].starts_with('(') { "" } else { &text[..end] }
}

/// Returns the contents of the parentheses at the start of the text.
pub(super) fn inside_parentheses(text: &str) -> &str {
    let (within, _) = split_first(&text[1..], ')');
    within
}

/// Returns the type at the end of the text.
pub(super) fn last_type(text: &str) -> &str {
    let start = match text.strip_suffix(" addrspace(1)") {
        Some(before) => before.rfind(' '),
        None => text.rfind(' '),
    };
    start.map_or(text, |start| &text[start + 1..])
}
