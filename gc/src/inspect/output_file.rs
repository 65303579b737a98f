//! A file that appears under its name when it is complete.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::os::ReportFile;

/// Distinguishes the temporary files of concurrent threads.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The file of a snapshot or a profile.
pub(super) struct OutputFile {
    path: PathBuf,
    file: ReportFile,
    /// The file that is written, which is removed unless it is renamed; `None` if `path` is a
    /// device or a pipe.
    temporary: Option<PathBuf>,
}

impl OutputFile {
    /// Creates the temporary file beside `path`.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            let file = ReportFile::open(File::options().write(true), path)?;
            return Ok(Self { path: path.to_owned(), file, temporary: None });
        }
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut temporary = name.to_owned();
        let number = NEXT.fetch_add(1, Relaxed);
        temporary.push(format!(".{}-{number}.part", std::process::id()));
        let temporary = path.with_file_name(temporary);
        let mut options = File::options();
        options.write(true).create_new(true);
        let file = ReportFile::open(&mut options, &temporary)?;
        Ok(Self { path: path.to_owned(), file, temporary: Some(temporary) })
    }

    pub(super) fn writer(&mut self) -> &mut dyn Write {
        &mut self.file
    }

    /// Gives the complete file its name.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if let Some(temporary) = &self.temporary {
            fs::rename(temporary, &self.path)?;
            self.temporary = None;
        }
        Ok(())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // Nothing more can be done.
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_appears_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.heapsnapshot");
        fs::write(&path, "old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.writer().write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut file = OutputFile::create(&path).unwrap();
        file.writer().write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        for path in [folder.path().to_owned(), folder.path().join("none/a"), "..".into()] {
            assert!(OutputFile::create(&path).is_err(), "{path:?}");
        }
    }
}
