//! Augmentation strings that `gimli` does not read.
//!
//! The augmentation string of a common information entry (CIE) of `.eh_frame` lists properties of
//! its functions. On AArch64 it may contain a `B`, if the functions sign return addresses with the
//! instruction key B, and a `G`, if they tag their frames' memory ("DWARF for the Arm 64-bit
//! Architecture", section 4.3). Neither letter has augmentation data. A walk needs neither, since
//! it removes signatures without a key; replacing a return address needs the key. An unwinder must
//! not skip letters that it does not know, so `gimli` rejects both.

use std::borrow::Cow;
use std::ops::Range;

use super::rule::ReturnAddressSigning;

/// The letter of signal frames. It has no augmentation data, so it can replace `B` and `G`.
const SIGNAL: u8 = b'S';

/// Maximum length of an augmentation string in a section whose CIEs are parsed again for each FDE.
const MAX_LETTERS: usize = 16;

/// The letter of functions that sign return addresses with instruction key B.
const KEY_B: u8 = b'B';

/// A section in which [`rewrite_unknown_letters`] has replaced the letters that `gimli` rejects.
#[derive(Debug)]
pub(super) struct RewrittenSection<'a> {
    /// The bytes of the section: a copy if a letter was replaced.
    pub(super) bytes: Cow<'a, [u8]>,
    /// The CIEs that had a `B`.
    pub(super) key_b: KeyBEntries,
}

/// The CIEs of a section whose functions sign return addresses with instruction key B.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyBEntries {
    /// Offsets of the CIEs in bytes, sorted.
    offsets: Vec<usize>,
}

impl KeyBEntries {
    /// Returns the key with which the functions of the CIE at offset `cie` sign return addresses,
    /// if they sign them.
    pub(super) fn signing_of(&self, cie: usize) -> ReturnAddressSigning {
        match self.offsets.binary_search(&cie) {
            Ok(_) => ReturnAddressSigning::KeyB,
            Err(_) => ReturnAddressSigning::KeyA,
        }
    }
}

impl RewrittenSection<'_> {
    /// Copies the bytes if they are borrowed.
    pub(super) fn into_owned(self) -> RewrittenSection<'static> {
        let Self { bytes, key_b } = self;
        RewrittenSection { bytes: Cow::Owned(bytes.into_owned()), key_b }
    }
}

/// Replaces the letters `B` and `G` in the augmentation strings of a section.
pub(super) fn rewrite_unknown_letters(bytes: &[u8]) -> RewrittenSection<'_> {
    let mut result = Cow::Borrowed(bytes);
    let mut key_b = KeyBEntries::default();
    let mut at = 0;
    while let Some((entry, next)) = entry_at(bytes, at) {
        if let Some(string) = augmentation_string(bytes, entry)
            && bytes[string.clone()].iter().any(|letter| matches!(letter, b'B' | b'G'))
        {
            if bytes[string.clone()].contains(&KEY_B) {
                key_b.offsets.push(at);
            }
            for letter in &mut result.to_mut()[string] {
                if matches!(letter, b'B' | b'G') {
                    *letter = SIGNAL;
                }
            }
        }
        at = next;
    }
    RewrittenSection { bytes: result, key_b }
}

/// Returns whether the CIE at this offset describes signal frames. `bytes` is the original section:
/// after [`rewrite_unknown_letters`], `gimli` also reports other CIEs as those of signal frames.
pub(super) fn is_signal_frame(bytes: &[u8], offset: usize) -> bool {
    entry_at(bytes, offset)
        .and_then(|(entry, _)| augmentation_string(bytes, entry))
        .is_some_and(|string| bytes[string].contains(&SIGNAL))
}

/// Returns whether the augmentation string of the CIE at this offset is longer than
/// [`MAX_LETTERS`], or there is no CIE. Compilers write shorter strings.
pub(super) fn is_overlong(bytes: &[u8], offset: usize) -> bool {
    let string = entry_at(bytes, offset).and_then(|(entry, _)| augmentation_string(bytes, entry));
    string.is_none_or(|string| string.len() > MAX_LETTERS)
}

/// Returns the range of the entry at offset `at`, without its length field, and the offset of the
/// next entry. Returns `None` at the terminator, which is an entry of length 0, and at the end of
/// the section.
fn entry_at(bytes: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let field = |at: usize, size: usize| bytes.get(at..at.checked_add(size)?);
    let (start, length) = match u32::from_le_bytes(field(at, 4)?.try_into().ok()?) {
        0 => return None,
        u32::MAX => (at + 12, u64::from_le_bytes(field(at + 4, 8)?.try_into().ok()?)),
        length => (at + 4, u64::from(length)),
    };
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    (end <= bytes.len()).then_some((start..end, end))
}

/// Returns the range of an entry's augmentation string, without its terminator; `None` if the entry
/// is not a CIE.
fn augmentation_string(bytes: &[u8], entry: Range<usize>) -> Option<Range<usize>> {
    // The ID of a CIE is four zero bytes, also after a 64-bit length field. Its version follows.
    if bytes.get(entry.start..entry.start + 4)? != [0; 4] {
        return None;
    }
    let start = entry.start + 5;
    let string = bytes.get(start..entry.end)?;
    let length = string.iter().position(|&letter| letter == 0)?;
    Some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::ReturnAddressSigning::{KeyA, KeyB};
    use super::*;

    fn entry(identifier: u32, rest: &[u8]) -> Vec<u8> {
        let length = (4 + rest.len()) as u32;
        [&length.to_le_bytes(), &identifier.to_le_bytes(), rest].concat()
    }

    #[test]
    fn only_augmentation_strings_are_rewritten() {
        let plain = entry(0, b"\x01zR\0B\x7c\x1e\x01G");
        let key_b = entry(0, b"\x01zRB\0B\x7c\x1e\x01");
        let tagged = entry(0, b"\x01zRBG\0");
        let function = entry(24, b"BBBB\0");
        let section = [&*plain, &key_b, &function, &tagged].concat();
        let expected = [
            plain.clone(),
            entry(0, b"\x01zRS\0B\x7c\x1e\x01"),
            function.clone(),
            entry(0, b"\x01zRSS\0"),
        ];
        let RewrittenSection { bytes, key_b } = rewrite_unknown_letters(&section);
        assert_eq!(bytes, expected.concat());
        let keys: Vec<_> = (0..section.len()).filter(|&at| key_b.signing_of(at) == KeyB).collect();
        // The second entry and the last one.
        assert_eq!(keys, [plain.len(), section.len() - tagged.len()]);
        let ordinary = [plain, function].concat();
        let RewrittenSection { bytes, key_b } = rewrite_unknown_letters(&ordinary);
        assert!(matches!(bytes, Cow::Borrowed(_)));
        assert_eq!(key_b.signing_of(0), KeyA);
    }

    #[test]
    fn memory_tagged_frames_are_signed_with_key_a() {
        let section = [entry(0, b"\x01zRG\0"), entry(0, b"\x01zRB\0")].concat();
        let second = section.len() / 2;
        let keys = rewrite_unknown_letters(&section).key_b;
        assert_eq!((keys.signing_of(0), keys.signing_of(second)), (KeyA, KeyB));
    }

    #[test]
    fn entries_past_the_section_end_are_unchanged() {
        let key_b = entry(0, b"\x01zRB\0");
        let ended = [&[0; 4], &*key_b].concat();
        assert_eq!(rewrite_unknown_letters(&ended).bytes, ended);
        for len in 0..key_b.len() {
            assert_eq!(&*rewrite_unknown_letters(&key_b[..len]).bytes, &key_b[..len]);
        }
        let mut long = key_b;
        long[..4].copy_from_slice(&[0xff; 4]);
        assert_eq!(rewrite_unknown_letters(&long).bytes, long);
    }

    #[test]
    fn signal_frames_differ_from_rewritten_key_b() {
        let section = [entry(0, b"\x01zRB\0"), entry(0, b"\x01zRS\0")].concat();
        let second = section.len() / 2;
        assert!(!is_signal_frame(&section, 0));
        assert!(is_signal_frame(&section, second));
        assert!(!is_signal_frame(&section, second + 1));
    }
}
