//! The setting of the heap verifier.

use core::str::FromStr;

/// When the heap is verified. By default, never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verify {
    /// Verify before each collection: finds errors of managed code.
    pub before: bool,
    /// Verify after each collection: finds errors of the collector.
    pub after: bool,
}

/// Error returned when a text is parsed that is not a [`Verify`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither off, before, after, nor before,after")]
pub struct ParseVerifyError;

impl FromStr for Verify {
    type Err = ParseVerifyError;

    fn from_str(text: &str) -> Result<Self, ParseVerifyError> {
        let mut verify = Self::default();
        if text == "off" {
            return Ok(verify);
        }
        for part in text.split(',') {
            match part.trim() {
                "before" => verify.before = true,
                "after" => verify.after = true,
                _ => return Err(ParseVerifyError),
            }
        }
        Ok(verify)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verification_is_before_or_after_or_both() {
        let both = Verify { before: true, after: true };
        assert_eq!("before,after".parse(), Ok(both));
        assert_eq!("after, before".parse(), Ok(both));
        assert_eq!("before".parse(), Ok(Verify { before: true, after: false }));
        assert_eq!("off".parse(), Ok(Verify::default()));
        assert_eq!("".parse::<Verify>(), Err(ParseVerifyError));
        assert_eq!("before;after".parse::<Verify>(), Err(ParseVerifyError));
    }
}
