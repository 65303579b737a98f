//! Compares the output of commands and tools with the output shown in the guide.

use crate::guide::Block;

/// Asserts that a text block is equal to the output, or with the word `within` a part of it. On the
/// lines in `varies=LINES`, counted from 1, numbers may differ.
pub(crate) fn compare(block: &Block, printed: &str, label: &str) {
    let Block { place, text, .. } = block;
    assert!(
        agrees(block, printed),
        "{label}: {place} shows\n{text}\nbut this was printed:\n{printed}"
    );
}

/// Whether the output agrees with a text block.
fn agrees(block: &Block, printed: &str) -> bool {
    let varies = block.value("varies").unwrap_or("");
    let varies: Vec<usize> = varies.split(',').filter_map(|line| line.parse().ok()).collect();
    assert_eq!(varies.is_empty(), block.value("varies").is_none(), "{}: varies=?", block.place);
    let shown: Vec<_> = block.text.lines().collect();
    assert!(varies.iter().all(|line| (1..=shown.len()).contains(line)), "{}", block.place);
    let printed_lines: Vec<_> = printed.lines().collect();
    let lines_agree = |at: usize, line: &str| {
        let whole = !block.has_word("within");
        let (shown, line) = match varies.contains(&(at + 1)) {
            true => (without_numbers(shown[at]), without_numbers(line)),
            false => (shown[at].to_owned(), line.to_owned()),
        };
        if whole { shown == line } else { line.contains(&shown) }
    };
    let matches_at_start = |lines: &[&str]| {
        shown.len() <= lines.len() && (0..shown.len()).all(|at| lines_agree(at, lines[at]))
    };
    match block.has_word("within") {
        true => (0..printed_lines.len()).any(|from| matches_at_start(&printed_lines[from..])),
        false => shown.len() == printed_lines.len() && matches_at_start(&printed_lines),
    }
}

/// Replaces each decimal or hexadecimal number by `#`.
fn without_numbers(line: &str) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let in_word = result.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = match rest.strip_prefix("0x") {
            Some(digits) => {
                2 + digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_hexdigit()).len()
            }
            None => rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len(),
        };
        if length == 0 || in_word {
            result.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            result.push('#');
            rest = &rest[length..];
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(words: &str, text: &str) -> Block {
        let words = words.split(' ').map(str::to_owned).collect();
        Block {
            language: "text".to_owned(),
            words,
            text: text.to_owned(),
            place: "here".to_owned(),
        }
    }

    #[test]
    fn numbers_differ_only_where_declared() {
        let shown = block("varies=2", "sum 5\n3 moved to 0x7f10\n");
        assert!(agrees(&shown, "sum 5\n12 moved to 0x55aa\n"));
        assert!(!agrees(&shown, "sum 6\n3 moved to 0x7f10\n"));
        assert!(!agrees(&shown, "sum 5\n3 lost to 0x7f10\n"));
        assert!(!agrees(&shown, "sum 5\n3 moved to 0x7f10\nmore\n"));
        assert_eq!(without_numbers("x86 has R12, 0xff and 7"), "x86 has R12, # and #");
    }

    #[test]
    fn partial_lines_are_matched_within_a_line() {
        let shown = block("within", "was not found\n");
        assert!(agrees(&shown, "first\nerror: it was not found here\n"));
        assert!(!agrees(&shown, "first\nerror: it was found\n"));
    }
}
