//! Augmentation strings that `gimli` does not read.
//!
//! The string of a common information entry (CIE) of `.eh_frame` says what its functions have that
//! not all do. On AArch64 it may have a `B`, where functions sign return addresses with the second of the
//! two keys, and a `G`, where they tag their frames' memory ("DWARF for the Arm 64-bit
//! Architecture", section 5.2). Neither has data, and neither matters to a walk, which takes
//! signatures off without a key. What an unwinder does not know it must not skip, so `gimli`
//! refuses them.

use std::borrow::Cow;
use std::ops::Range;

/// Marks a signal frame; without data, too, so that it can stand in for what is not known.
const SIGNAL: u8 = b'S';

/// The section in a form that can be read: a copy if there is such a string in it.
pub(super) fn readable(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut result = Cow::Borrowed(bytes);
    let mut at = 0;
    while let Some((entry, next)) = entry_at(bytes, at) {
        if let Some(string) = augmentation(bytes, entry)
            && bytes[string.clone()].iter().any(|letter| matches!(letter, b'B' | b'G'))
        {
            for letter in &mut result.to_mut()[string] {
                if matches!(letter, b'B' | b'G') {
                    *letter = SIGNAL;
                }
            }
        }
        at = next;
    }
    result
}

/// Whether the CIE at this offset is that of signal frames. In a section that [`readable`] has changed
/// `gimli` says it of others, too; `bytes` are those that were not changed.
pub(super) fn is_signal_frame(bytes: &[u8], offset: usize) -> bool {
    entry_at(bytes, offset)
        .and_then(|(entry, _)| augmentation(bytes, entry))
        .is_some_and(|string| bytes[string].contains(&SIGNAL))
}

/// The entry at this offset, behind its length, and where the next one begins. None behind the last
/// one, which has a length of zero, and where there is no entry.
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

/// Where the augmentation string of an entry lies, without its end; None if the entry is no CIE.
fn augmentation(bytes: &[u8], entry: Range<usize>) -> Option<Range<usize>> {
    // A CIE's identifier is zero (four bytes, whatever the length's size), then comes its version.
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
    use super::*;

    fn entry(identifier: u32, rest: &[u8]) -> Vec<u8> {
        let length = (4 + rest.len()) as u32;
        [&length.to_le_bytes(), &identifier.to_le_bytes(), rest].concat()
    }

    #[test]
    fn only_the_letters_of_strings_are_replaced() {
        let plain = entry(0, b"\x01zR\0B\x7c\x1e\x01G");
        let second_key = entry(0, b"\x01zRB\0B\x7c\x1e\x01");
        let tagged = entry(0, b"\x01zRBG\0");
        let function = entry(24, b"BBBB\0");
        let section = [&*plain, &second_key, &function, &tagged].concat();
        let expected = [
            plain.clone(),
            entry(0, b"\x01zRS\0B\x7c\x1e\x01"),
            function.clone(),
            entry(0, b"\x01zRSS\0"),
        ];
        assert_eq!(readable(&section), expected.concat());
        let ordinary = [plain, function].concat();
        assert!(matches!(readable(&ordinary), Cow::Borrowed(_)));
    }

    #[test]
    fn entries_behind_the_end_and_lengths_beyond_it_are_left_alone() {
        let second_key = entry(0, b"\x01zRB\0");
        let ended = [&[0; 4], &*second_key].concat();
        assert_eq!(readable(&ended), ended);
        for len in 0..second_key.len() {
            assert_eq!(&*readable(&second_key[..len]), &second_key[..len]);
        }
        let mut long = second_key;
        long[..4].copy_from_slice(&[0xff; 4]);
        assert_eq!(readable(&long), long);
    }

    #[test]
    fn signal_frames_are_told_from_what_was_replaced() {
        let section = [entry(0, b"\x01zRB\0"), entry(0, b"\x01zRS\0")].concat();
        let second = section.len() / 2;
        assert!(!is_signal_frame(&section, 0));
        assert!(is_signal_frame(&section, second));
        assert!(!is_signal_frame(&section, second + 1));
    }
}
