//! Inserts mutants into the source text of a file, without changing other text or line numbers.

use std::ops::Range;

use super::{ALL_BUT_LAST_PLACEHOLDER, CONDITION_PLACEHOLDER, Place};

/// A source text with mutants.
#[derive(Debug)]
pub struct Spliced {
    /// The text with mutants.
    pub text: String,
    /// The byte range of each mutant in `text`, with its id.
    pub mutants: Vec<(u32, Range<usize>)>,
    /// The byte range of each mutant's function in `text`, with the mutant's id.
    pub functions: Vec<(u32, Range<usize>)>,
}

impl Spliced {
    /// Returns the mutants that may have caused a compiler error at a byte range of `text`: the
    /// innermost mutant that encloses the range, or else the mutants inside it, or else all mutants
    /// of the function.
    pub fn blamed(&self, error: &Range<usize>) -> Vec<u32> {
        let encloses = |range: &Range<usize>| range.start <= error.start && error.end <= range.end;
        let around = self.mutants.iter().filter(|(_, range)| encloses(range));
        if let Some((id, _)) = around.min_by_key(|(_, range)| range.len()) {
            return vec![*id];
        }
        let is_inside = |range: &Range<usize>| error.start <= range.start && range.end <= error.end;
        let inside = self.mutants.iter().filter(|(_, range)| is_inside(range));
        let inside: Vec<u32> = inside.map(|&(id, _)| id).collect();
        if !inside.is_empty() {
            return inside;
        }
        let functions = self.functions.iter().filter(|(_, range)| encloses(range));
        functions.map(|&(id, _)| id).collect()
    }
}

/// Inserts the mutants of one file into its text. `switch` is the path of the module whose
/// functions select the active mutant at run time.
pub fn splice(text: &str, places: &[(u32, &Place)], switch: &str) -> Spliced {
    let mut edits: Vec<_> = places.to_vec();
    // Outer mutants precede inner ones. Of two mutants with the same range, the first one is the
    // outer one.
    edits.sort_by_key(|(_, place)| (place.range.start, usize::MAX - place.range.end));
    let mut writer = Writer { text, out: String::new(), at: 0, insertions: Vec::new() };
    let mut open: Vec<(u32, usize, &Place)> = Vec::new();
    let mut mutants = Vec::new();
    for &(id, place) in &edits {
        while let Some(&(inner, begin, last)) = open.last() {
            let is_over = last.range.end < place.range.start
                || (last.range.end == place.range.start && !last.range.is_empty())
                || last.range.is_empty();
            if !is_over {
                break;
            }
            writer.copy_to(last.range.end);
            writer.insert(&last.suffix);
            mutants.push((inner, begin..writer.out.len()));
            open.pop();
        }
        writer.copy_to(place.range.start);
        let begin = writer.out.len();
        let prefix =
            place.prefix.replace(CONDITION_PLACEHOLDER, &format!("{switch}::mutant({id})"));
        writer.insert(
            &prefix.replace(ALL_BUT_LAST_PLACEHOLDER, &format!("{switch}::all_but_last({id}, ")),
        );
        open.push((id, begin, place));
    }
    while let Some((inner, begin, last)) = open.pop() {
        writer.copy_to(last.range.end);
        writer.insert(&last.suffix);
        mutants.push((inner, begin..writer.out.len()));
    }
    writer.copy_to(text.len());
    let functions = places.iter().map(|(id, place)| (*id, writer.output_range(&place.function)));
    let functions = functions.collect();
    Spliced { text: writer.out, mutants, functions }
}

/// Copies a text and inserts other text at given positions.
struct Writer<'t> {
    text: &'t str,
    out: String,
    /// Number of bytes of `text` that have been copied.
    at: usize,
    /// Position in `text` and length of each insertion.
    insertions: Vec<(usize, usize)>,
}

impl Writer<'_> {
    fn copy_to(&mut self, end: usize) {
        self.out.push_str(&self.text[self.at..end]);
        self.at = end;
    }

    fn insert(&mut self, text: &str) {
        self.out.push_str(text);
        self.insertions.push((self.at, text.len()));
    }

    /// Returns the range of the output that corresponds to a range of `text`, including insertions
    /// at both ends.
    fn output_range(&self, range: &Range<usize>) -> Range<usize> {
        let inserted_before = |limit: usize, is_inclusive: bool| -> usize {
            let is_before = |at: usize| at < limit || (is_inclusive && at == limit);
            self.insertions.iter().filter(|(at, _)| is_before(*at)).map(|(_, length)| length).sum()
        };
        let start = range.start + inserted_before(range.start, false);
        start..range.end + inserted_before(range.end, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::places::find_in_file;

    const TEXT: &str = "fn f(a: usize, v: &[usize]) -> bool {\n    // Ünder.\n    for x in v {\n        \
                        g(a + x * 2);\n    }\n    a < 3 && a != 1\n}\n";

    #[test]
    fn text_outside_a_mutant_is_unchanged_byte_for_byte() {
        let places = find_in_file(TEXT, "f.rs").unwrap().places;
        assert!(places.len() > 10, "{}", places.len());
        for place in &places {
            let spliced = splice(TEXT, &[(7, place)], "m");
            let [(7, range)] = &spliced.mutants[..] else { panic!("{:?}", spliced.mutants) };
            assert_eq!(spliced.text[..range.start], TEXT[..place.range.start]);
            assert_eq!(spliced.text[range.end..], TEXT[place.range.end..]);
            assert!(spliced.text[range.clone()].contains("(7"), "{}", spliced.text);
            assert_eq!(spliced.text.lines().count(), TEXT.lines().count());
        }
    }

    #[test]
    fn nested_mutants_parse_and_errors_name_the_innermost() {
        let places = find_in_file(TEXT, "f.rs").unwrap().places;
        let numbered: Vec<_> =
            places.iter().enumerate().map(|(id, place)| (id as u32, place)).collect();
        let spliced = splice(TEXT, &numbered, "m");
        syn::parse_file(&spliced.text).unwrap();
        assert_eq!(spliced.mutants.len(), places.len());
        let id = numbered.iter().find(|(_, place)| place.key.before == "x * 2").unwrap().0;
        let at = spliced.text.find("(x) - (2)").unwrap();
        assert_eq!(spliced.blamed(&(at..at + 3)), [id]);
        // An error outside of all mutants is attributed to all mutants of the function.
        let at = spliced.text.find("Ünder").unwrap();
        assert_eq!(spliced.blamed(&(at..at + 3)).len(), places.len());
        assert_eq!(spliced.blamed(&(0..1)), [0; 0]);
    }
}
