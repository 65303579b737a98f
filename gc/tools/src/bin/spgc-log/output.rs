//! Writes the result.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

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
    let folder = match real.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // As of any new file: `umask` restricts them.
    let permissions = Permissions::from_mode(0o666);
    let mut builder = tempfile::Builder::new();
    let mut file = builder.permissions(permissions).suffix(".part").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(&real).map(drop).map_err(|error| error.error)
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
        // Others may read it, as far as the process permits it for new files.
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        let other = folder.path().join("other");
        fs::write(&other, "").unwrap();
        assert_eq!(mode(&path), mode(&other));
        fs::remove_file(other).unwrap();
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
