//! The binary search table of `.eh_frame_hdr` (LSB Core, "Exception Frame Header"), which linkers
//! write for unwinders: the FDEs of `.eh_frame`, sorted by start address.
//!
//! A program has thousands of functions, of which a stack map may describe a few. With the table,
//! only the FDEs of these are read. The table is not trusted: each FDE must contain the function
//! for which it was found. If anything is unusual, all of `.eh_frame` is read instead.

use std::collections::HashMap;

use gimli::{
    BaseAddresses, EhFrameHdr, EhFrameOffset, EndianSlice, LittleEndian, Pointer, UnwindSection,
};

use super::eh_frame::{Bytes, Contents, Entry, ParsedCie};

/// Minimum number of FDEs in the table for each function that is looked up. If there are fewer,
/// reading all FDEs takes about as long.
const MIN_ENTRIES_PER_FUNCTION: usize = 4;

/// Minimum size of a row of the table in bytes: two numbers.
const MIN_ROW: usize = 4;

/// An `.eh_frame_hdr` section: its address and its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchTable<'a> {
    pub(crate) address: u64,
    pub(crate) bytes: &'a [u8],
}

impl SearchTable<'_> {
    /// Returns the FDEs of `section` that contain these functions, and their CIEs. Returns `None`
    /// if there are many functions, if a function has no FDE, if another FDE begins inside one that
    /// contains a function, or if the table cannot be used.
    pub(super) fn entries_of<'a, A>(
        &self,
        section: &gimli::EhFrame<Bytes<'a>>,
        bases: &BaseAddresses,
        functions: impl Iterator<Item = u64>,
    ) -> Option<Contents<'a, A>> {
        let bases = bases.clone().set_eh_frame_hdr(self.address);
        let header = EhFrameHdr::from(EndianSlice::new(self.bytes, LittleEndian));
        let header = header.parse(&bases, 8).ok()?;
        let start = bases.eh_frame.section?;
        if header.eh_frame_ptr() != Pointer::Direct(start) {
            return None;
        }
        let table = header.table()?;
        let len = table.iter(&bases).size_hint().0;
        if len > self.bytes.len() / MIN_ROW {
            return None;
        }
        let find = |address| match table.lookup(address, &bases) {
            Ok(Pointer::Direct(fde)) => fde.checked_sub(start)?.try_into().ok(),
            _ => None,
        };
        let mut cies = HashMap::new();
        let mut entries: Vec<Entry> = Vec::new();
        for (index, function) in functions.enumerate() {
            if index >= len / MIN_ENTRIES_PER_FUNCTION {
                return None;
            }
            // A function may have several maps, one after the other.
            if entries.last().is_some_and(|entry| (entry.start..entry.end).contains(&function)) {
                continue;
            }
            let offset: usize = find(function)?;
            let fde =
                section.fde_from_offset(&bases, EhFrameOffset(offset), |section, bases, at| {
                    match cies.get(&at.0) {
                        Some(ParsedCie { parsed: Some(cie), .. }) => {
                            Ok(gimli::CommonInformationEntry::clone(cie))
                        }
                        _ => {
                            let cie = section.cie_from_offset(bases, at)?;
                            cies.insert(at.0, ParsedCie::new(Some(cie.clone())));
                            Ok(cie)
                        }
                    }
                });
            let fde = fde.ok()?;
            let entry = Entry {
                start: fde.initial_address(),
                end: fde.end_address(),
                offset: fde.offset(),
            };
            let contains = (entry.start..entry.end).contains(&function);
            if !contains || find(entry.end - 1)? != offset {
                return None;
            }
            entries.push(entry);
        }
        Some((cies, entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Host;
    use crate::cfi::{EhFrame, UnwindRules};
    use crate::image::process::{LoadedImage, images};

    /// Offset of the first row of a table with the encodings of all linkers. A row has the start
    /// address of a function and the address of its FDE, four bytes each, relative to the section.
    const ROWS: usize = 12;

    fn program() -> LoadedImage {
        images().unwrap().swap_remove(0)
    }

    /// Reads the FDEs of these functions of an image, by the table `table`.
    fn find<'a>(
        image: &'a LoadedImage,
        table: &[u8],
        functions: &[u64],
    ) -> Option<EhFrame<'a, Host>> {
        let (address, bytes) = image.eh_frame()?;
        let search = SearchTable { bytes: table, ..image.search_table()? };
        EhFrame::of_functions(address, bytes, search, functions.iter().copied())
    }

    /// Returns the addresses of some functions of an image.
    fn some_functions(image: &LoadedImage) -> Vec<u64> {
        let (address, bytes) = image.eh_frame().unwrap();
        let rules = EhFrame::<Host>::new(address, bytes).unwrap();
        let starts = rules.functions().map(|(start, _)| start).step_by(100);
        starts.filter(|&start| image.text().contains(&start)).collect()
    }

    #[test]
    fn functions_have_the_rules_of_the_whole_section() {
        let program = program();
        let (address, bytes) = program.eh_frame().unwrap();
        let all = EhFrame::<Host>::new(address, bytes).unwrap();
        let functions = some_functions(&program);
        assert!(functions.len() > 20, "{}", functions.len());
        let table = program.search_table().unwrap().bytes;
        let some = find(&program, table, &functions).unwrap();
        assert_eq!(some.len(), functions.len());
        for function in functions {
            let end = all.function_end(function);
            assert_eq!(some.function_end(function), end);
            for address in function + 1..=end.unwrap().min(function + 200) {
                assert_eq!(some.rule_at(function, address), all.rule_at(function, address));
            }
        }
    }

    #[test]
    fn unusual_table_or_function_is_not_used() {
        let program = program();
        let table = program.search_table().unwrap().bytes;
        let functions = some_functions(&program);
        assert!(find(&program, table, &functions).is_some());
        assert!(find(&program, table, &[8]).is_none(), "no function is at this address");
        let many = functions.repeat(30);
        assert!(find(&program, table, &many).is_none(), "reading the section is faster");
        assert!(find(&program, &table[..ROWS], &functions).is_none());
        assert!(find(&program, &[], &functions).is_none());
        let is_usable = |offset: usize, value: u32| {
            let mut changed = table.to_vec();
            changed[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
            find(&program, &changed, &functions).is_some()
        };
        let word = |offset: usize| u32::from_le_bytes(table[offset..][..4].try_into().unwrap());
        assert!(is_usable(4, word(4)));
        assert!(!is_usable(4, word(4) + 4), "the table of another section");
        for count in [0, 1, u32::MAX] {
            assert!(!is_usable(8, count), "{count} entries");
        }
        // In another entry of the table, the start of the function is one byte later. So another
        // FDE seems to begin inside the first function.
        // Relative to the table, whose address may be higher than those of the code.
        let start = functions[1].wrapping_sub(program.search_table().unwrap().address) as u32;
        let row = (ROWS..).step_by(8).find(|&row| word(row) == start).unwrap();
        assert!(is_usable(row + 8, word(row + 8)));
        assert!(!is_usable(row + 8, start + 1));
        assert!(!is_usable(row + 4, word(row + 12)), "the FDE of another function");
    }
}
