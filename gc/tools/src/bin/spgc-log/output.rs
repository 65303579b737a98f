//! Writes the result.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes to standard output. A reader that has closed the pipe is no error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Writes a file, which appears under its name when it is complete. A device or a pipe is written
/// to.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    // The name of a symbolic link stays.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&real).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return File::options().write(true).open(&real)?.write_all(text.as_bytes());
    }
    if real.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let name = real.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = match real.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut part = name.to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = folder.join(part);
    let mut file = File::create_new(&part)?;
    let part = Part(part);
    file.write_all(text.as_bytes())?;
    fs::rename(&part.0, &real)
}

/// An incomplete file, which is removed unless it is renamed.
struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        // After it was renamed, it does not exist.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        fs::write(&path, "old").unwrap();
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        let link = folder.path().join("link.html");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        write(Path::new("/dev/null"), "nothing").unwrap();
        for path in [folder.path().to_owned(), folder.path().join("none/a"), "..".into()] {
            assert!(write(&path, "text").is_err(), "{path:?}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
    }
}
