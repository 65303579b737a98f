//! JSON string literals.

use core::fmt::Write as _;

/// Appends `text` to `to` as a JSON string literal, in quotes and escaped.
pub(super) fn string(to: &mut String, text: &str) {
    to.push('"');
    for c in text.chars() {
        match c {
            '"' => to.push_str("\\\""),
            '\\' => to.push_str("\\\\"),
            '\n' => to.push_str("\\n"),
            '\t' => to.push_str("\\t"),
            // Also the characters that terminals interpret, or that end a line.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(to, "\\u{:04x}", u32::from(c));
            }
            c => to.push(c),
        }
    }
    to.push('"');
}

#[cfg(test)]
mod tests {
    #[test]
    fn quotes_and_control_characters_are_escaped() {
        let mut text = String::new();
        super::string(&mut text, "a\"\\\n\t\u{1b}[1m\u{7f}\u{2028}é");
        assert_eq!(text, r#""a\"\\\n\t\u001b[1m\u007f\u2028é""#);
    }
}
