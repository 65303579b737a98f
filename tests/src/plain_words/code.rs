//! Extracts the parts of a program that are not prose: identifiers, string literals, and comments
//! that follow code on the same line.

/// The kind of text that contains a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A comment.
    Comment,
    /// Text of a Markdown page.
    Page,
    /// A string literal, or a line of a script that is not a comment.
    String,
    /// A name in code, or in a code span of a comment or page.
    Identifier,
    /// The name of a file or folder.
    Path,
}

/// A text of one kind in a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'t> {
    /// The line on which it starts, from 1.
    pub(super) line: usize,
    pub(super) place: Place,
    pub(super) text: &'t str,
}

/// Returns whether a byte can be part of an identifier.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the first position of a phrase at or after `from`, or the length of the text.
fn find(text: &str, from: usize, phrase: &str) -> usize {
    text.get(from..).and_then(|rest| rest.find(phrase)).map_or(text.len(), |at| from + at)
}

/// Returns the end position of the literal whose opening quotation mark is at `start`.
fn end_of_quoted(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < text.len() && text[at] != text[start] {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// Returns the number of `#` of the Rust raw string whose `r` is at `start`, or `None` if there is
/// no raw string.
fn raw_string(text: &[u8], start: usize) -> Option<usize> {
    let hashes = text.get(start + 1..)?.iter().take_while(|&&byte| byte == b'#').count();
    (text.get(start + 1 + hashes) == Some(&b'"')).then_some(hashes)
}

/// Returns whether the quotation mark at `start` opens a character literal, not a Rust lifetime or
/// label.
fn is_character(text: &[u8], start: usize) -> bool {
    match text.get(start + 1) {
        Some(b'\\') => true,
        // A character has at most 4 bytes in UTF-8.
        Some(_) => {
            text.iter().skip(start + 2).take(4).any(|&byte| byte == b'\'')
                && (text.get(start + 2) == Some(&b'\'') || !text[start + 1].is_ascii())
        }
        None => false,
    }
}

/// Returns the parts of Rust or C code. Comments on lines of their own are omitted, since they are
/// [prose](super::prose).
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let bytes = text.as_bytes();
    let (mut parts, mut at, mut line, mut has_code) = (Vec::new(), 0, 1, false);
    while at < bytes.len() {
        let (start, first_line) = (at, line);
        let place = match bytes[at] {
            b'/' if text[at..].starts_with("//") => {
                at = find(text, at, "\n");
                has_code.then_some(Place::Comment)
            }
            b'/' if text[at..].starts_with("/*") => {
                at = (find(text, at, "*/") + 2).min(text.len());
                has_code.then_some(Place::Comment)
            }
            b'"' => {
                at = end_of_quoted(bytes, at);
                Some(Place::String)
            }
            b'\'' if is_character(bytes, at) => {
                at = end_of_quoted(bytes, at);
                None
            }
            byte if is_name(byte) => {
                while at < bytes.len() && is_name(bytes[at]) {
                    at += 1;
                }
                let is_raw = matches!(&text[start..at], "r" | "br" | "cr");
                match raw_string(bytes, at - 1).filter(|_| is_raw) {
                    Some(hashes) => {
                        let quote = at + hashes + 1;
                        let end = format!("\"{}", "#".repeat(hashes));
                        at = (find(text, quote, &end) + end.len()).min(text.len());
                        Some(Place::String)
                    }
                    None => (!byte.is_ascii_digit()).then_some(Place::Identifier),
                }
            }
            byte => {
                at += 1;
                if byte == b'\n' {
                    line += 1;
                    has_code = false;
                }
                has_code |= !byte.is_ascii_whitespace();
                continue;
            }
        };
        has_code = true;
        line += bytes[start..at].iter().filter(|&&byte| byte == b'\n').count();
        parts.extend(place.map(|place| Part { line: first_line, place, text: &text[start..at] }));
    }
    parts
}

/// Returns the parts of LLVM IR: names, and comments that follow code on the same line.
pub(super) fn parts_of_ir(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for (index, whole) in text.lines().enumerate() {
        let line = index + 1;
        if whole.trim_start().starts_with(';') {
            continue;
        }
        let (code, comment) = whole.split_once(';').unwrap_or((whole, ""));
        for name in code.split(['@', '%']).skip(1) {
            let is_end =
                |letter: char| !(letter.is_ascii_alphanumeric() || "._\"".contains(letter));
            let text = &name[..name.find(is_end).unwrap_or(name.len())];
            parts.push(Part { line, place: Place::Identifier, text });
        }
        parts.push(Part { line, place: Place::Comment, text: comment });
    }
    parts
}

/// Returns the parts of a script: each line that is not a comment, as a string.
pub(super) fn parts_of_script(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for (index, text) in
        text.lines().enumerate().filter(|(_, text)| !text.trim_start().starts_with('#'))
    {
        parts.push(Part { line: index + 1, place: Place::String, text });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_and_strings(text: &str) -> (Vec<&str>, Vec<&str>) {
        let of = |place| {
            let parts = parts(text).into_iter();
            parts.filter(|part| part.place == place).map(|part| part.text).collect()
        };
        (of(Place::Identifier), of(Place::String))
    }

    #[test]
    fn string_and_character_literals_are_delimited() {
        let code =
            "f(\"a\\\"b\", r\"c\\\", br#\"d\"e\"#, 'g', '\\'', 'é', 'h', '\"', i::<'j>(b'k'))";
        let strings = ["\"a\\\"b\"", "r\"c\\\"", "br#\"d\"e\"#"];
        assert_eq!(names_and_strings(code), (vec!["f", "i", "j", "b"], strings.to_vec()));
        assert_eq!(
            names_and_strings("/* a \" */ b // c \"\n\"d\ne\" f"),
            (vec!["b", "f"], vec!["\"d\ne\""])
        );
        // An unterminated literal extends to the end of the text.
        assert_eq!(names_and_strings("a \"b\\").1, ["\"b\\"]);
        assert_eq!(names_and_strings("a r#\"b\"").1, ["r#\"b\""]);
    }

    #[test]
    fn parts_have_the_line_on_which_they_start() {
        let found: Vec<_> = parts("a\n\"b\nc\" // d\n// e\nf /* g */\n").into_iter().collect();
        let lines = found.iter().map(|part| (part.line, part.place)).collect::<Vec<_>>();
        use Place::{Comment, Identifier, String};
        let expected = [(1, Identifier), (2, String), (3, Comment), (5, Identifier), (5, Comment)];
        assert_eq!(lines, expected);
    }
}
