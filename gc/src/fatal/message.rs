//! [`SignalMessage`], a message that a signal handler writes: it does not allocate, lock, or use
//! `core::fmt`.

use crate::os;

/// A message in a fixed buffer. It is built in place, because a signal stack is small. All methods
/// are async-signal-safe.
pub(crate) struct SignalMessage {
    bytes: [u8; 768],
    length: usize,
}

impl SignalMessage {
    pub(crate) fn new() -> Self {
        Self { bytes: [0; 768], length: 0 }
    }

    /// Appends a string, truncated if the buffer is full.
    pub(crate) fn text(&mut self, text: &[u8]) -> &mut Self {
        let room = text.len().min(self.bytes.len() - self.length);
        self.bytes[self.length..self.length + room].copy_from_slice(&text[..room]);
        self.length += room;
        self
    }

    /// Appends a number in base 10 or 16.
    pub(crate) fn number(&mut self, mut value: usize, base: usize) -> &mut Self {
        let mut digits = [0_u8; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b"0123456789abcdef"[value % base];
            value /= base;
            if value == 0 || at == 0 {
                return self.text(&digits[at..]);
            }
        }
    }

    /// Appends an address in hexadecimal.
    pub(crate) fn address(&mut self, address: usize) -> &mut Self {
        self.text(b"0x").number(address, 16)
    }

    /// Appends `thread "NAME" (ID`, without the closing parenthesis. `name` ends at the first zero.
    pub(crate) fn thread(&mut self, name: &[u8], id: u32) -> &mut Self {
        let length = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
        self.text(b"thread \"").text(&name[..length]).text(b"\" (").number(id as usize, 10)
    }

    /// Returns the message.
    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Writes the message to standard error.
    pub(crate) fn write(&self) {
        os::write_error(self.written());
    }
}
