//! Amounts of memory in settings: parsing and conversion to bytes.

/// An amount in bytes, or a share of a whole in per cent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Amount {
    /// An amount in bytes.
    Bytes(usize),
    /// A share of a whole, in per cent.
    Percent(f64),
}

impl Amount {
    /// Parses `123`, `64K`, `512m`, `2G`, `1T`, `25%` or `12.5%`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (digits, shift) = match text.char_indices().last()? {
            (at, '%') => return text[..at].trim_end().parse().ok().map(Self::Percent),
            (at, 'k' | 'K') => (&text[..at], 10),
            (at, 'm' | 'M') => (&text[..at], 20),
            (at, 'g' | 'G') => (&text[..at], 30),
            (at, 't' | 'T') => (&text[..at], 40),
            _ => (text, 0),
        };
        digits.parse::<usize>().ok()?.checked_mul(1 << shift).map(Self::Bytes)
    }

    /// Returns the amount in bytes; a share is relative to `whole`, in bytes. If a percentage is
    /// not more than 0 and at most 100, returns it as the error.
    pub(crate) fn of(self, whole: usize) -> Result<usize, f64> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Percent(percent) if percent > 0.0 && percent <= 100.0 => {
                Ok((whole as f64 * (percent / 100.0)) as usize)
            }
            Self::Percent(percent) => Err(percent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_suffixes() {
        for (text, bytes) in [
            ("300000", 300_000),
            ("300K", 300 << 10),
            ("5m", 5 << 20),
            (" 2G ", 2 << 30),
            ("1t", 1 << 40),
        ] {
            assert_eq!(Amount::parse(text), Some(Amount::Bytes(bytes)), "{text}");
        }
        for text in ["", "%", "x", "12X", "-1", "1.5G", "18446744073709551615K", "1%%", "5 0%"] {
            assert_eq!(Amount::parse(text), None, "{text}");
        }
    }

    #[test]
    fn percentage_is_of_the_total() {
        let of = |text, whole| Amount::parse(text).unwrap().of(whole);
        assert_eq!(of("25%", 1 << 30), Ok(256 << 20));
        assert_eq!(of("12.5 %", 1 << 30), Ok(128 << 20));
        assert_eq!(of("100%", 1 << 30), Ok(1 << 30));
        assert_eq!(of("50%", 0), Ok(0));
        assert_eq!(of("512M", 1 << 20), Ok(512 << 20));
        for (text, percent) in
            [("0%", 0.0), ("-1%", -1.0), ("100.1%", 100.1), ("inf%", f64::INFINITY)]
        {
            assert_eq!(of(text, 1 << 30), Err(percent));
        }
        assert!(of("NaN%", 1 << 30).is_err());
    }
}
