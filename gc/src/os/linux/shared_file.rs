//! A small file that this process writes, and that other processes read.
//!
//! It is not mapped into memory: an access to a page that a mapped file has lost raises `SIGBUS`,
//! so a program that truncates the file would end this process.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read as _};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{lock_file, write_quietly_at};

/// How often a new file is created, if other processes create and remove files of this name.
const TRIES: u32 = 4;
/// How often a lock is attempted, which a reader holds for some microseconds.
const LOCK_TRIES: u32 = 50;
/// Time between two of these attempts.
const LOCK_WAIT: Duration = Duration::from_millis(1);

/// A new file of this process, which it has locked. Dropping it leaves the file; see
/// [`Self::remove`].
#[derive(Debug)]
pub(crate) struct SharedFile {
    /// The absolute path: the process may change its working directory.
    path: PathBuf,
    /// Open as long as the process has the lock.
    file: File,
    /// The device and the number of the file.
    identity: (u64, u64),
}

impl SharedFile {
    /// Creates a file with these contents, which only this user can read. A file of this name is
    /// replaced if it begins with `prefix`, belongs to this user and no process has locked it: then
    /// the process that has made it was killed.
    ///
    /// # Errors
    ///
    /// If there is another file of this name, or the system reports an error. No new file is left.
    pub(crate) fn create(path: &Path, contents: &[u8], prefix: &[u8]) -> io::Result<Self> {
        let path = std::path::absolute(path)?;
        for _ in 0..TRIES {
            let mut options = File::options();
            // An exclusive creation follows no symbolic link.
            options.read(true).write(true).create_new(true).mode(0o600);
            match options.open(&path) {
                Ok(file) => {
                    return match begin(&file, contents) {
                        Ok(identity) => Ok(Self { path, file, identity }),
                        Err(error) => {
                            remove_same(&path, &file);
                            Err(error)
                        }
                    };
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    remove_stale(&path, prefix)?;
                }
                Err(error) => return Err(error),
            }
        }
        let reason = "other processes keep creating this file; put %p (process ID) in the name";
        Err(io::Error::new(ErrorKind::AlreadyExists, reason))
    }

    /// Writes the contents from the beginning of the file on, in one system call. An error is
    /// ignored: the file keeps its contents, or a part of the new ones if the disk is full.
    pub(crate) fn write(&self, contents: &[u8]) {
        // A host that closes all descriptors may have opened another file with this one's number.
        if self.file.metadata().is_ok_and(|open| identity(&open) == self.identity) {
            let _ = write_quietly_at(self.file.as_fd(), contents, 0);
        }
    }

    /// Removes the file, unless another one has its name.
    pub(crate) fn remove(&self) {
        remove_same(&self.path, &self.file);
    }
}

/// Locks a new file and writes its contents. Returns its device and its number.
fn begin(file: &File, contents: &[u8]) -> io::Result<(u64, u64)> {
    lock(file.as_fd())?;
    write_quietly_at(file.as_fd(), contents, 0).map_err(|cut| cut.source)?;
    Ok(identity(&file.metadata()?))
}

/// Returns the device and the number of a file.
fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

/// Locks a file. Waits for readers, which lock it for some microseconds.
fn lock(file: BorrowedFd<'_>) -> io::Result<()> {
    let mut tries = 0;
    loop {
        match lock_file(file) {
            Err(error) if error.kind() == ErrorKind::WouldBlock && tries < LOCK_TRIES => {
                tries += 1;
                std::thread::sleep(LOCK_WAIT);
            }
            result => return result,
        }
    }
}

/// Removes the file at `path` if it is `file`. An error cannot be handled here.
fn remove_same(path: &Path, file: &File) {
    if let (Ok(named), Ok(open)) = (fs::symlink_metadata(path), file.metadata())
        && identity(&named) == identity(&open)
    {
        let _ = fs::remove_file(path);
    }
}

/// Removes the file of a process that was killed.
fn remove_stale(path: &Path, prefix: &[u8]) -> io::Result<()> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut file = match File::options().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) if error.raw_os_error() == Some(libc::ELOOP) => {
            return Err(io::Error::new(ErrorKind::AlreadyExists, "it is a symbolic link"));
        }
        Err(error) => return Err(error),
    };
    let refuse = |reason: &str| Err(io::Error::new(ErrorKind::AlreadyExists, reason));
    let found = file.metadata()?;
    if !found.is_file() {
        return refuse("it exists, and is not a regular file");
    }
    // SAFETY: geteuid has no preconditions.
    if found.uid() != unsafe { libc::geteuid() } {
        return refuse("it exists, and belongs to another user");
    }
    match lock(file.as_fd()) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => {
            return refuse(
                "another heap uses this file; put %p (process ID) and, if the process has several \
                 heaps, %n (number of the heap) in the name",
            );
        }
        result => result?,
    }
    let mut start = Vec::new();
    io::Read::by_ref(&mut file).take(prefix.len() as u64).read_to_end(&mut start)?;
    if start != prefix {
        return refuse("it exists, and is no file of counters; remove it, or choose another name");
    }
    // Another process that has found the same file would have locked it.
    remove_same(path, &file);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    const CONTENTS: &[u8] = b"MAGIC 0123456789";

    fn create(path: &Path) -> Result<SharedFile, String> {
        SharedFile::create(path, CONTENTS, b"MAGIC").map_err(|error| error.to_string())
    }

    #[test]
    fn files_are_private_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = create(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&path).unwrap(), CONTENTS);
        file.write(b"MAGIC 9876543210");
        assert_eq!(fs::read(&path).unwrap(), b"MAGIC 9876543210");
        assert!(create(&path).unwrap_err().starts_with("another heap uses this file"));
        file.remove();
        assert!(!path.exists());
        // Another file of this name stays.
        fs::write(&path, "other").unwrap();
        file.remove();
        assert_eq!(fs::read(&path).unwrap(), *b"other");
    }

    #[test]
    fn truncated_files_are_restored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = create(&path).unwrap();
        for length in [0, 7, 100] {
            File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
            file.write(CONTENTS);
            assert_eq!(fs::read(&path).unwrap()[..CONTENTS.len()], *CONTENTS);
        }
    }

    /// The host has closed the descriptor, and opened another file that has its number.
    #[test]
    fn other_files_with_the_descriptor_are_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = create(&folder.path().join("file")).unwrap();
        let path = folder.path().join("other");
        fs::write(&path, "other").unwrap();
        let other = File::options().write(true).open(&path).unwrap();
        // SAFETY: both descriptors are open, and stay those of their owners.
        let duplicated = unsafe { libc::dup2(other.as_raw_fd(), file.file.as_raw_fd()) };
        assert_eq!(duplicated, file.file.as_raw_fd());
        file.write(CONTENTS);
        assert_eq!(fs::read(&path).unwrap(), *b"other");
    }

    #[test]
    fn only_stale_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = create(&path).unwrap();
        file.write(b"MAGIC 9876543210");
        // As if the process had been killed.
        drop(file);
        let file = create(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), CONTENTS);
        drop(file);
        let foreign = "it exists, and is no file of counters; remove it, or choose another name";
        for contents in ["", "MAGI", "text"] {
            fs::write(&path, contents).unwrap();
            assert_eq!(create(&path).unwrap_err(), foreign);
            assert_eq!(fs::read(&path).unwrap(), contents.as_bytes());
        }
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink(folder.path().join("target"), &path).unwrap();
        assert_eq!(create(&path).unwrap_err(), "it is a symbolic link");
        assert!(!folder.path().join("target").exists());
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(create(&path).unwrap_err(), "it exists, and is not a regular file");
        assert!(create(&folder.path().join("none/file")).is_err());
    }
}
