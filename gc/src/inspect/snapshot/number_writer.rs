//! The buffer of a snapshot file, with fast output of integers.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Size of the buffer in bytes.
const BUFFER: usize = 1 << 20;

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

    /// Appends an integer.
    #[inline]
    pub(super) fn number(&mut self, number: u64) {
        self.bytes(itoa::Buffer::new().format(number).as_bytes());
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
        let written = catch_unwind(AssertUnwindSafe(|| writer.write_all(buffer)));
        written.map_err(|_| io::Error::other("the writer has panicked"))??;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Passes the buffer on, and returns the number of bytes that were written in all.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        let Self { writer, written, .. } = self;
        let flushed = catch_unwind(AssertUnwindSafe(|| writer.flush()));
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
        writer.number(u64::MAX);
        assert_eq!(writer.finish().unwrap(), 42);
        assert_eq!(bytes, "\"a\\\"b\\\\c\\u000a\\u0001ü\"18446744073709551615".as_bytes());
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
