//! The setting of the heap verifier.

use core::str::FromStr;

/// When the heap is verified. By default, it is not verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapVerification {
    /// Verify before each collection: finds errors of managed code.
    pub before: bool,
    /// Verify after each collection: finds errors of the collector.
    pub after: bool,
}

/// Error returned by the parser of [`HeapVerification`] for an invalid string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected off, before, after or before,after")]
pub struct ParseHeapVerificationError;

impl FromStr for HeapVerification {
    type Err = ParseHeapVerificationError;

    fn from_str(text: &str) -> Result<Self, ParseHeapVerificationError> {
        let mut verify = Self::default();
        if text == "off" {
            return Ok(verify);
        }
        for part in text.split(',') {
            match part.trim() {
                "before" => verify.before = true,
                "after" => verify.after = true,
                _ => return Err(ParseHeapVerificationError),
            }
        }
        Ok(verify)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_values_are_parsed() {
        let both = HeapVerification { before: true, after: true };
        assert_eq!("before,after".parse(), Ok(both));
        assert_eq!("after, before".parse(), Ok(both));
        assert_eq!("before".parse(), Ok(HeapVerification { before: true, after: false }));
        assert_eq!("off".parse(), Ok(HeapVerification::default()));
        assert_eq!("".parse::<HeapVerification>(), Err(ParseHeapVerificationError));
        assert_eq!("before;after".parse::<HeapVerification>(), Err(ParseHeapVerificationError));
    }
}
