//! Where a heap exports its counters: `SPGC_STATS`.

use std::ffi::OsString;
use std::path::PathBuf;

/// Where a heap exports its counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum StatsSetting {
    /// Nowhere.
    #[default]
    Off,
    /// To the file in which `spgc-top` searches for them, given the process ID.
    DefaultFile,
    /// To this file. `%p` stands for the process ID, `%n` for the number of the heap.
    File(PathBuf),
}

impl StatsSetting {
    /// Parses a value of `SPGC_STATS`. `1` and `0`, which many programs use for `on` and `off`, are
    /// not taken for names of files.
    pub(crate) fn parse(value: OsString) -> Self {
        match value.to_str() {
            Some("" | "off" | "0") => Self::Off,
            Some("on" | "1") => Self::DefaultFile,
            _ => Self::File(value.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_no_files() {
        for (text, expected) in [
            ("", StatsSetting::Off),
            ("off", StatsSetting::Off),
            ("0", StatsSetting::Off),
            ("on", StatsSetting::DefaultFile),
            ("1", StatsSetting::DefaultFile),
            ("./on", StatsSetting::File("./on".into())),
            ("/tmp/%p.stats", StatsSetting::File("/tmp/%p.stats".into())),
        ] {
            assert_eq!(StatsSetting::parse(text.into()), expected, "{text}");
        }
    }
}
