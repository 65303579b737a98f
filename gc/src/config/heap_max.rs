//! How large a heap may be: in bytes, or as a share of the memory that there is.

use super::{Amount, ConfigError};

/// What nobody has set: so much of memory.
const DEFAULT: Amount = Amount::Percent(25.0);
/// With little memory the default is more than that: so many bytes, or half of memory.
const LEAST_DEFAULT: usize = 64 << 20;

/// The limit of a heap, in bytes, where there is so much `memory`. If nobody has set it, a quarter of memory; if
/// that is less than 64 MiB, these, but no more than half of memory.
pub(super) fn heap_max(set: Option<Amount>, memory: Option<usize>) -> Result<usize, ConfigError> {
    let of = |amount: Amount, memory| {
        amount.of(memory).map_err(|percent| ConfigError::HeapPercent { percent })
    };
    match (set, memory) {
        (None, None) => Ok(LEAST_DEFAULT),
        (None, Some(memory)) => Ok(of(DEFAULT, memory)?.max(LEAST_DEFAULT.min(memory / 2))),
        (Some(amount), Some(memory)) => of(amount, memory),
        (Some(amount), None) => {
            // Whether it is a share at all is the first question.
            let bytes = of(amount, 0)?;
            if matches!(amount, Amount::Bytes(_)) {
                Ok(bytes)
            } else {
                Err(ConfigError::MemoryUnknown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_of_the_memory_that_there_is() {
        let of = |text, memory| heap_max(Amount::parse(text), memory);
        assert_eq!(of("25%", Some(1 << 30)), Ok(256 << 20));
        assert_eq!(of("50%", None), Err(ConfigError::MemoryUnknown));
        for memory in [None, Some(1 << 20)] {
            assert_eq!(of("512M", memory), Ok(512 << 20));
            assert_eq!(of("0%", memory), Err(ConfigError::HeapPercent { percent: 0.0 }));
        }
    }

    #[test]
    fn the_default_is_a_quarter_and_leaves_half_of_little_memory() {
        for (memory, bytes) in
            [(8 << 30, 2 << 30), (200 << 20, 64 << 20), (100 << 20, 50 << 20), (0, 0)]
        {
            assert_eq!(heap_max(None, Some(memory)), Ok(bytes));
        }
        assert_eq!(heap_max(None, None), Ok(64 << 20));
    }
}
