//! The heap limit: in bytes, or as a share of the memory of the machine or container.

use super::{Amount, ConfigError};

/// The default heap limit, as a share of memory.
const DEFAULT: Amount = Amount::Percent(25.0);
/// Lower bound of the default limit, in bytes, unless half of memory is less.
const MIN_DEFAULT: usize = 64 << 20;

/// Returns the heap limit in bytes. `set` is the setting, `memory` the memory of the machine or
/// container, if known. The default is a quarter of memory, but at least the lesser of 64 MiB and
/// half of memory; 64 MiB if the memory is unknown.
pub(super) fn heap_max(set: Option<Amount>, memory: Option<usize>) -> Result<usize, ConfigError> {
    let of = |amount: Amount, memory| {
        amount.of(memory).map_err(|percent| ConfigError::HeapPercent { percent })
    };
    match (set, memory) {
        (None, None) => Ok(MIN_DEFAULT),
        (None, Some(memory)) => Ok(of(DEFAULT, memory)?.max(MIN_DEFAULT.min(memory / 2))),
        (Some(amount), Some(memory)) => of(amount, memory),
        (Some(amount), None) => {
            // An invalid share is reported before unknown memory.
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
    fn percentage_is_of_available_memory() {
        let of = |text, memory| heap_max(Amount::parse(text), memory);
        assert_eq!(of("25%", Some(1 << 30)), Ok(256 << 20));
        assert_eq!(of("50%", None), Err(ConfigError::MemoryUnknown));
        for memory in [None, Some(1 << 20)] {
            assert_eq!(of("512M", memory), Ok(512 << 20));
            assert_eq!(of("0%", memory), Err(ConfigError::HeapPercent { percent: 0.0 }));
        }
    }

    #[test]
    fn default_heap_max_is_a_quarter_of_memory() {
        for (memory, bytes) in
            [(8 << 30, 2 << 30), (200 << 20, 64 << 20), (100 << 20, 50 << 20), (0, 0)]
        {
            assert_eq!(heap_max(None, Some(memory)), Ok(bytes));
        }
        assert_eq!(heap_max(None, None), Ok(64 << 20));
    }
}
