//! Files of reports. The host may write them to a pipe, whose reader may be gone.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use super::quiet_write::{ShortWrite, write_quietly};

/// A file that is open for writing. A pipe that no process reads is an error: opening it does not
/// wait for a reader, and writing to it does not raise `SIGPIPE`, which ends hosts written in C.
#[derive(Debug)]
pub(crate) struct ReportFile(File);

impl ReportFile {
    /// Opens a file as [`open_without_waiting`] does.
    ///
    /// # Errors
    ///
    /// As for that function.
    pub(crate) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<Self> {
        open_without_waiting(options, path).map(Self)
    }
}

/// Opens a file with these options, which include an access mode for writing. Writes wait until the
/// reader of a pipe has read enough.
///
/// # Errors
///
/// If the file cannot be opened, or is a pipe that no process reads.
pub(crate) fn open_without_waiting(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let opened = options.custom_flags(libc::O_NONBLOCK).open(path);
    let file = opened.map_err(|error| match error.raw_os_error() {
        Some(libc::ENXIO) => {
            io::Error::new(io::ErrorKind::BrokenPipe, "it is a pipe that no process reads")
        }
        _ => error,
    })?;
    // SAFETY: the file is open, and the flags are those that it has, except for one.
    let set = unsafe {
        let flags = libc::fcntl(file.as_raw_fd(), libc::F_GETFL);
        libc::fcntl(file.as_raw_fd(), libc::F_SETFL, flags & !libc::O_NONBLOCK)
    };
    if set < 0 { Err(io::Error::last_os_error()) } else { Ok(file) }
}

impl Write for ReportFile {
    /// Writes all bytes, unless there is an error.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match write_quietly(self.0.as_raw_fd(), bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(ShortWrite { source, .. }) => Err(source),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;
    use std::io::Read as _;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    fn make_pipe(path: &Path) {
        let name = CString::new(path.as_os_str().as_bytes()).unwrap();
        // SAFETY: the name ends with a zero byte.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    }

    #[test]
    fn pipe_without_a_reader_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("pipe");
        make_pipe(path);
        let error = ReportFile::open(File::options().write(true), path).unwrap_err();
        assert_eq!(error.to_string(), "it is a pipe that no process reads");
        let reader = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path).unwrap();
        let mut file = ReportFile::open(File::options().write(true), path).unwrap();
        file.write_all(b"read").unwrap();
        drop(reader);
        let error = file.write_all(b"unread").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    /// A write of more than the capacity of a pipe waits for the reader.
    #[test]
    fn writes_wait_for_the_reader() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("pipe");
        make_pipe(path);
        std::thread::scope(|scope| {
            let read = scope.spawn(|| {
                let mut bytes = Vec::new();
                File::open(path).unwrap().read_to_end(&mut bytes).unwrap();
                bytes.len()
            });
            let mut file = loop {
                match ReportFile::open(File::options().append(true), path) {
                    Ok(file) => break file,
                    Err(_) => std::thread::yield_now(),
                }
            };
            file.write_all(&vec![b'x'; 1 << 20]).unwrap();
            drop(file);
            assert_eq!(read.join().unwrap(), 1 << 20);
        });
    }
}
