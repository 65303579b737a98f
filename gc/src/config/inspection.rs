//! When reports of the heap's contents are written: `SPGC_TYPES`, `SPGC_SNAPSHOT` and
//! `SPGC_PROFILE`.

use std::path::PathBuf;

use crate::os::RequestSignal;

/// When a report is written, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportSettings {
    /// Whether it is written when the process ends.
    pub(crate) at_exit: bool,
    /// The signals that request it.
    pub(crate) signals: Vec<RequestSignal>,
    /// The file; `None`: standard error.
    pub(crate) file: Option<PathBuf>,
}

impl ReportSettings {
    /// Returns whether the report is ever written.
    pub(crate) fn is_on(&self) -> bool {
        self.at_exit || !self.signals.is_empty()
    }

    /// Parses a value of `SPGC_TYPES`: `exit+USR2:FILE`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text == "off" {
            return Some(Self::default());
        }
        let (events, file) = match text.split_once(':') {
            Some((events, file)) => (events, Some(file)),
            None => (text, None),
        };
        let mut settings = Self::default();
        for event in events.split('+') {
            match event {
                "exit" => settings.at_exit = true,
                name => settings.signals.push(RequestSignal::named(name)?),
            }
        }
        settings.file = match file {
            None | Some("stderr") => None,
            Some("") => return None,
            Some(file) => Some(file.into()),
        };
        Some(settings)
    }

    /// Parses a value of `SPGC_SNAPSHOT` or `SPGC_PROFILE`: as [`Self::parse`], with a file.
    pub(crate) fn parse_with_file(text: &str) -> Option<Self> {
        Self::parse(text).filter(|settings| settings.file.is_some() || !settings.is_on())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_and_files_are_parsed() {
        let signals = |names: &[&str]| {
            names.iter().map(|name| RequestSignal::named(name).unwrap()).collect::<Vec<_>>()
        };
        for (text, at_exit, names, file) in [
            ("exit", true, &[][..], None),
            ("exit:stderr", true, &[], None),
            ("USR1+exit+HUP:/tmp/a:b", true, &["USR1", "HUP"], Some("/tmp/a:b")),
            ("USR2:%p.txt", false, &["USR2"], Some("%p.txt")),
            ("off", false, &[], None),
        ] {
            let file: Option<PathBuf> = file.map(Into::into);
            let expected = ReportSettings { at_exit, signals: signals(names), file };
            assert_eq!(ReportSettings::parse(text).as_ref(), Some(&expected), "{text}");
            let with_file = ReportSettings::parse_with_file(text);
            assert_eq!(with_file.is_some(), expected.file.is_some() || text == "off", "{text}");
        }
        for text in ["", "exit+", "usr1", "SIGUSR1", "KILL", "exit:", "10", "exit,USR1"] {
            assert_eq!(ReportSettings::parse(text), None, "{text}");
        }
    }
}
