//! How large a heap may be: in bytes, or as a share of the memory that there is.

use super::ConfigError;

/// What nobody has set: so much of memory.
const DEFAULT_PERCENT: f64 = 25.0;
/// With little memory the default is more than that: so many bytes, or half of memory.
const LEAST_DEFAULT: usize = 64 << 20;

/// The limit of a heap, before it is known how much memory there is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum HeapMax {
    /// A quarter of memory; if that is less than 64 MiB, these, but no more than half of memory.
    #[default]
    Unset,
    Bytes(usize),
    /// Of memory.
    Percent(f64),
}

impl HeapMax {
    /// From `123`, `64K`, `512m`, `2G`, `1T`, `25%` or `12.5%`.
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

    /// In bytes, where there is so much `memory`.
    pub(crate) fn bytes(self, memory: Option<usize>) -> Result<usize, ConfigError> {
        match (self, memory) {
            (Self::Bytes(bytes), _) => Ok(bytes),
            (Self::Unset, None) => Ok(LEAST_DEFAULT),
            (Self::Unset, Some(memory)) => {
                Ok(share(memory, DEFAULT_PERCENT).max(LEAST_DEFAULT.min(memory / 2)))
            }
            (Self::Percent(percent), _) if !(percent > 0.0 && percent <= 100.0) => {
                Err(ConfigError::HeapPercent { percent })
            }
            (Self::Percent(_), None) => Err(ConfigError::MemoryUnknown),
            (Self::Percent(percent), Some(memory)) => Ok(share(memory, percent)),
        }
    }
}

/// `percent` of `memory`, to within a few bytes.
fn share(memory: usize, percent: f64) -> usize {
    (memory as f64 * (percent / 100.0)) as usize
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
            assert_eq!(HeapMax::parse(text), Some(HeapMax::Bytes(bytes)), "{text}");
        }
        for text in ["", "%", "x", "12X", "-1", "1.5G", "18446744073709551615K", "1%%", "5 0%"] {
            assert_eq!(HeapMax::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_share_is_of_the_memory_that_there_is() {
        let of = |text, memory| HeapMax::parse(text).unwrap().bytes(memory);
        assert_eq!(of("25%", Some(1 << 30)), Ok(256 << 20));
        assert_eq!(of("12.5 %", Some(1 << 30)), Ok(128 << 20));
        assert_eq!(of("100%", Some(1 << 30)), Ok(1 << 30));
        assert_eq!(of("50%", Some(0)), Ok(0));
        assert_eq!(of("50%", None), Err(ConfigError::MemoryUnknown));
        assert_eq!(of("512M", Some(1 << 20)), Ok(512 << 20));
        for (text, percent) in
            [("0%", 0.0), ("-1%", -1.0), ("100.1%", 100.1), ("inf%", f64::INFINITY)]
        {
            assert_eq!(of(text, Some(1 << 30)), Err(ConfigError::HeapPercent { percent }));
        }
        assert!(of("NaN%", Some(1 << 30)).is_err());
    }

    #[test]
    fn the_default_is_a_quarter_and_leaves_half_of_little_memory() {
        for (memory, bytes) in
            [(8 << 30, 2 << 30), (200 << 20, 64 << 20), (100 << 20, 50 << 20), (0, 0)]
        {
            assert_eq!(HeapMax::default().bytes(Some(memory)), Ok(bytes));
        }
        assert_eq!(HeapMax::default().bytes(None), Ok(64 << 20));
    }
}
