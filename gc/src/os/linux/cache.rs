//! The size of the last-level cache, from sysfs's description of the first processor's caches.
//!
//! Files read: `/sys/devices/system/cpu/cpu0/cache/index*/` with `level`, `type` and `size`,
//! described in the kernel's `Documentation/ABI/testing/sysfs-devices-system-cpu`. A cache whose
//! files are missing or hold another value is ignored: sandboxes hide these files, and not every
//! firmware describes caches. A virtual machine may share the reported cache with other machines.

use std::fs;
use std::path::Path;

/// The maximum number of caches of a processor. Known ones have up to 5.
const MAX_CACHES: usize = 8;

/// Returns the size in bytes of the highest-level data or unified cache; `None` if the OS does not
/// report it. `root` is the directory that contains `sys`: `/` except in tests.
pub(crate) fn last_level(root: &Path) -> Option<usize> {
    let caches = root.join("sys/devices/system/cpu/cpu0/cache");
    let mut last = (0, None);
    // The kernel numbers caches by level. Starting with the last one, few files are read.
    for index in (0..MAX_CACHES).rev() {
        if let Some((level, bytes)) = data_cache(&caches.join(format!("index{index}")), last.0) {
            last = (level, Some(bytes));
        }
    }
    last.1
}

/// Returns level and size in bytes of the cache that `directory` describes; `None` if it is not a
/// data or unified cache of a level above `above`.
fn data_cache(directory: &Path, above: u32) -> Option<(u32, usize)> {
    let read = |name| fs::read_to_string(directory.join(name)).ok();
    let level = read("level")?.trim().parse().ok().filter(|&level| level > above)?;
    let holds_data = matches!(read("type")?.trim(), "Data" | "Unified");
    let bytes = parse_size(read("size")?.trim())?;
    (holds_data && bytes > 0).then_some((level, bytes))
}

/// Parses a cache size such as `48K`, `32768K` or `8M`. Returns the number of bytes.
fn parse_size(text: &str) -> Option<usize> {
    let (digits, shift) = match text.char_indices().last()? {
        (end, 'K') => (&text[..end], 10),
        (end, 'M') => (&text[..end], 20),
        (end, 'G') => (&text[..end], 30),
        _ => (text, 0),
    };
    digits.parse::<usize>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the result for caches of this level, type and size.
    fn last_level_of(caches: &[[&str; 3]]) -> Option<usize> {
        let root = tempfile::tempdir().unwrap();
        for (index, [level, kind, size]) in caches.iter().enumerate() {
            let cache = root.path().join(format!("sys/devices/system/cpu/cpu0/cache/index{index}"));
            fs::create_dir_all(&cache).unwrap();
            for (name, text) in [("level", level), ("type", kind), ("size", size)] {
                fs::write(cache.join(name), format!("{text}\n")).unwrap();
            }
        }
        last_level(root.path())
    }

    #[test]
    fn last_level_cache_is_used() {
        let (data, code) = (["1", "Data", "48K"], ["1", "Instruction", "32K"]);
        let (second, third) = (["2", "Unified", "1024K"], ["3", "Unified", "32M"]);
        assert_eq!(last_level_of(&[data, code, second, third]), Some(32 << 20));
        // In any order; a higher level counts though it is smaller.
        assert_eq!(last_level_of(&[third, second, code]), Some(32 << 20));
        assert_eq!(
            last_level_of(&[["2", "Unified", "2M"], ["3", "Unified", "1024K"]]),
            Some(1 << 20)
        );
        assert_eq!(last_level_of(&[data]), Some(48 << 10));
    }

    #[test]
    fn missing_or_invalid_cache_files_are_ignored() {
        assert_eq!(last_level_of(&[]), None);
        assert_eq!(last_level_of(&[["1", "Instruction", "32K"]]), None);
        for size in ["", "K", "0K", "-1K", "1.5M", "99999999999999999999", "18446744073709551615K"]
        {
            assert_eq!(last_level_of(&[["3", "Unified", size]]), None, "{size}");
            assert_eq!(
                last_level_of(&[["3", "Unified", size], ["2", "Unified", "512"]]),
                Some(512)
            );
        }
        assert_eq!(last_level_of(&[["x", "Unified", "1M"]]), None);
    }
}
