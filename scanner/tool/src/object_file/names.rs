//! Address ranges and their names.

use std::ops::Range;

use super::error::FileProblem;

/// The names and address ranges of the functions of a file.
pub type FunctionNames = NamedRanges;

/// Named address ranges in ascending order.
#[derive(Clone, Debug, Default)]
pub struct NamedRanges {
    /// Entries in ascending order of their start addresses, which are all different.
    entries: Vec<Entry>,
    /// All names, concatenated.
    text: String,
}

/// An address range and its name.
#[derive(Clone, Debug)]
struct Entry {
    start: u64,
    end: u64,
    /// Byte range of the name in [`NamedRanges::text`].
    name: Range<usize>,
}

/// An address range with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRange<'a> {
    /// The name. Bytes that are not UTF-8 are replaced.
    pub name: &'a str,
    /// The first address.
    pub start: u64,
    /// The address after the last one.
    pub end: u64,
}

impl NamedRanges {
    /// Returns the name of the range that contains `address`, and the distance from its start.
    ///
    /// For a return address, look up the address before it. The return address itself may be the
    /// end of the function that made the call.
    pub fn name_at(&self, address: u64) -> Option<(&str, u64)> {
        let range = self.range_at(address)?;
        Some((range.name, address - range.start))
    }

    /// Returns the range that contains `address`.
    ///
    /// A range that begins inside another one hides the other range from its own start on.
    pub fn range_at(&self, address: u64) -> Option<NamedRange<'_>> {
        let next = self.entries.partition_point(|entry| entry.start <= address);
        let entry = self.entries.get(next.checked_sub(1)?)?;
        (address == entry.start || address < entry.end).then(|| self.range(entry))
    }

    /// Returns the first range with this name.
    pub fn named(&self, name: &str) -> Option<NamedRange<'_>> {
        self.iter().find(|range| range.name == name)
    }

    /// Iterates over all ranges.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = NamedRange<'_>> {
        self.entries.iter().map(|entry| self.range(entry))
    }

    /// Returns the number of ranges.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no ranges.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the named range of an entry.
    fn range(&self, entry: &Entry) -> NamedRange<'_> {
        let name = self.text.get(entry.name.clone()).unwrap_or_default();
        NamedRange { name, start: entry.start, end: entry.end }
    }
}

/// A symbol whose name is added to a [`NamesBuilder`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol<'a> {
    pub(super) name: &'a [u8],
    pub(super) start: u64,
    /// Size in bytes; 0 if the file format does not record it.
    pub(super) size: u64,
    /// If several symbols have the same address, the name with the lowest rank is kept.
    pub(super) rank: u8,
}

/// Builder of [`NamedRanges`].
#[derive(Debug)]
pub(super) struct NamesBuilder {
    /// Description of the names, for messages.
    what: &'static str,
    /// The ranges, each with its rank.
    entries: Vec<(Entry, u8)>,
    text: String,
    /// Maximum length of `text` in bytes.
    limit: usize,
}

impl NamesBuilder {
    /// Creates a builder. `file_size` limits the total length of the names, because many entries of
    /// a small malformed file may share one long name.
    pub(super) fn new(what: &'static str, file_size: usize) -> Self {
        let limit = file_size.saturating_mul(8).saturating_add(4096);
        Self { what, entries: Vec::new(), text: String::new(), limit }
    }

    /// Adds a symbol. Fails if the names exceed the limit.
    pub(super) fn add(&mut self, symbol: Symbol<'_>) -> Result<(), FileProblem> {
        let Symbol { name, start, size, rank } = symbol;
        if name.len() > self.limit - self.text.len().min(self.limit) {
            return Err(FileProblem::LimitExceeded { what: self.what, limit: self.limit });
        }
        let at = self.text.len();
        self.text.push_str(&String::from_utf8_lossy(name));
        let name = at..self.text.len();
        self.entries.push((Entry { start, end: start.saturating_add(size), name }, rank));
        Ok(())
    }

    /// Returns the names. A range of unknown size ends at the start of the next range or at the end
    /// of its section.
    pub(super) fn finish(mut self, sections: &NamedRanges) -> NamedRanges {
        let text = &self.text;
        self.entries.sort_by(|(a, a_rank), (b, b_rank)| {
            let name = |entry: &Entry| text.get(entry.name.clone());
            (a.start, a_rank, b.end, name(a)).cmp(&(b.start, b_rank, a.end, name(b)))
        });
        self.entries.dedup_by_key(|(entry, _)| entry.start);
        let mut next = u64::MAX;
        for (entry, _) in self.entries.iter_mut().rev() {
            if entry.end == entry.start {
                let section = sections.range_at(entry.start);
                entry.end = section.map_or(entry.start, |section| section.end.min(next));
            }
            next = entry.start;
        }
        let entries = self.entries.into_iter().map(|(entry, _)| entry).collect();
        NamedRanges { entries, text: self.text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(symbols: &[(&str, u64, u64, u8)], sections: &NamedRanges) -> NamedRanges {
        let mut builder = NamesBuilder::new("names", 100);
        for &(name, start, size, rank) in symbols {
            builder.add(Symbol { name: name.as_bytes(), start, size, rank }).unwrap();
        }
        builder.finish(sections)
    }

    #[test]
    fn addresses_between_functions_have_no_name() {
        let names = build(&[("b", 0x30, 8, 0), ("a", 0x10, 0x10, 0)], &NamedRanges::default());
        assert_eq!(names.name_at(0x0f), None);
        assert_eq!(names.name_at(0x10), Some(("a", 0)));
        assert_eq!(names.name_at(0x1f), Some(("a", 15)));
        assert_eq!(names.name_at(0x20), None);
        assert_eq!(names.name_at(0x37), Some(("b", 7)));
        assert_eq!(names.name_at(0x38), None);
        assert_eq!(names.named("b"), Some(NamedRange { name: "b", start: 0x30, end: 0x38 }));
        assert_eq!(names.len(), 2);
    }

    #[test]
    fn unsized_function_ends_at_next_symbol_or_section() {
        let sections =
            build(&[(".text", 0x10, 0x20, 0), (".more", 0x40, 0x10, 0)], &NamedRanges::default());
        let names = build(&[("a", 0x10, 0, 0), ("b", 0x18, 0, 0), ("c", 0x44, 0, 0)], &sections);
        let ranges: Vec<_> = names.iter().map(|range| (range.start, range.end)).collect();
        assert_eq!(ranges, [(0x10, 0x18), (0x18, 0x30), (0x44, 0x50)]);
    }

    #[test]
    fn best_of_several_names_is_kept() {
        let names = build(
            &[("local", 0x10, 4, 2), ("z", 0x10, 4, 0), ("short", 0x10, 2, 0), ("b", 0x10, 4, 0)],
            &NamedRanges::default(),
        );
        assert_eq!(names.name_at(0x12), Some(("b", 2)));
        assert_eq!(names.len(), 1);
    }

    #[test]
    fn names_larger_than_the_file_are_rejected() {
        let mut builder = NamesBuilder::new("names", 100);
        let name = [b'x'; 1000];
        let mut add = || builder.add(Symbol { name: &name, start: 0, size: 0, rank: 0 });
        assert!((0..4).all(|_| add().is_ok()));
        assert!(matches!(add(), Err(FileProblem::LimitExceeded { what: "names", limit: 4896 })));
    }
}
