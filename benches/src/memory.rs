//! Memory of this process.

use std::fs;
use std::io;

/// Size of a page in `/proc/self/statm`, in bytes.
const PAGE: u64 = 4096;

/// Returns the resident memory of the process in bytes.
///
/// # Errors
///
/// Returns an error if `/proc/self/statm` cannot be read.
pub fn resident() -> io::Result<u64> {
    let text = fs::read_to_string("/proc/self/statm")?;
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    Ok(pages.ok_or_else(|| io::Error::other("/proc/self/statm has no second field"))? * PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_memory_is_resident() {
        let before = resident().expect("Linux reports it");
        let memory = core::hint::black_box(vec![1_u8; 64 << 20]);
        assert!(resident().expect("Linux reports it") >= before + (32 << 20));
        drop(memory);
    }
}
