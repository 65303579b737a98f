//! The buffer of a snapshot file, with fast output of integers.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::process::run_callback;

/// Size of the buffer in bytes.
const BUFFER: usize = 1 << 20;

/// Maximum number of integers of an item.
const MAX_NUMBERS: usize = 6;
/// Maximum number of digits of an integer, and a comma.
const MAX_DIGITS: usize = 21;

/// The decimal digits of the numbers from 0 to 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + number as u8 / 10, b'0' + number as u8 % 10];
        number += 1;
    }
    pairs
};

/// Writes integers and strings to a buffer in front of a writer.
pub(super) struct NumberWriter<'w> {
    writer: &'w mut dyn Write,
    buffer: Vec<u8>,
    /// Bytes that were passed to `writer`.
    written: u64,
}

impl<'w> NumberWriter<'w> {
    pub(super) fn new(writer: &'w mut dyn Write) -> Self {
        Self { writer, buffer: Vec::with_capacity(BUFFER + 1024), written: 0 }
    }

    /// Appends bytes.
    #[inline]
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Appends integers with commas between them, and passes the buffer on if it is full.
    #[inline]
    pub(super) fn numbers<const N: usize>(&mut self, numbers: [u64; N]) -> io::Result<()> {
        const { assert!(N <= MAX_NUMBERS) };
        // From the last digit to the first, so that no number of digits has to be known before.
        let mut text = [0; MAX_NUMBERS * MAX_DIGITS];
        let mut start = text.len();
        for (index, mut number) in numbers.into_iter().rev().enumerate() {
            if index > 0 {
                start -= 1;
                text[start] = b',';
            }
            while number >= 100 {
                start -= 2;
                text[start..start + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
                number /= 100;
            }
            if number >= 10 {
                start -= 2;
                text[start..start + 2].copy_from_slice(&PAIRS[number as usize]);
            } else {
                start -= 1;
                text[start] = b'0' + number as u8;
            }
        }
        self.buffer.extend_from_slice(&text[start..]);
        self.flush_if_full()
    }

    /// Appends a JSON string.
    pub(super) fn string(&mut self, text: &str) {
        self.buffer.push(b'"');
        for byte in text.bytes() {
            match byte {
                b'"' | b'\\' => self.buffer.extend_from_slice(&[b'\\', byte]),
                0..0x20 => {
                    let hex = |digit: u8| b"0123456789abcdef"[usize::from(digit)];
                    let escape = [b'\\', b'u', b'0', b'0', hex(byte >> 4), hex(byte & 15)];
                    self.buffer.extend_from_slice(&escape);
                }
                _ => self.buffer.push(byte),
            }
        }
        self.buffer.push(b'"');
    }

    /// Passes the buffer on if it is full. Called after each item.
    #[inline]
    pub(super) fn flush_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    #[cold]
    fn flush(&mut self) -> io::Result<()> {
        let Self { writer, buffer, .. } = self;
        // The writer is the host's.
        let write = || catch_unwind(AssertUnwindSafe(|| writer.write_all(buffer)));
        let written = run_callback("the writer of a heap snapshot", write);
        written.map_err(|_| io::Error::other("the writer has panicked"))??;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Passes the buffer on, and returns the number of bytes that were written in all.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        let Self { writer, written, .. } = self;
        let flush = || catch_unwind(AssertUnwindSafe(|| writer.flush()));
        let flushed = run_callback("the writer of a heap snapshot", flush);
        flushed.map_err(|_| io::Error::other("the writer has panicked"))??;
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        let mut bytes = Vec::new();
        let mut writer = NumberWriter::new(&mut bytes);
        writer.string("a\"b\\c\n\u{1}ü");
        assert_eq!(writer.finish().unwrap(), 23);
        assert_eq!(bytes, "\"a\\\"b\\\\c\\u000a\\u0001ü\"".as_bytes());
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        let all = (0..=20).flat_map(|n| {
            let power = 10_u64.checked_pow(n).unwrap_or(u64::MAX);
            [power - 1, power, power.saturating_add(1)]
        });
        for number in all {
            let mut bytes = Vec::new();
            let mut writer = NumberWriter::new(&mut bytes);
            writer.numbers([number, 0, u64::MAX, number, 7, number]).unwrap();
            writer.finish().unwrap();
            let expected = format!("{number},0,{},{number},7,{number}", u64::MAX);
            assert_eq!(bytes, expected.as_bytes());
        }
    }

    #[test]
    fn errors_and_panics_of_the_writer_are_errors() {
        struct Failing(bool);
        impl Write for Failing {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                assert!(self.0, "the writer panics");
                Err(io::ErrorKind::StorageFull.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for (returns, kind) in [(true, io::ErrorKind::StorageFull), (false, io::ErrorKind::Other)] {
            let mut failing = Failing(returns);
            let mut writer = NumberWriter::new(&mut failing);
            writer.bytes(&[b' '; BUFFER]);
            assert_eq!(writer.flush_if_full().unwrap_err().kind(), kind);
        }
    }
}
