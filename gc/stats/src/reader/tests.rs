//! Files that are complete, cut short, of another kind, and changed while they are read.

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::encode;
use crate::header::CHECKSUM_WORD;

const HEADER: Header = Header { process: 17, heap: 2, created_unix_ns: 3 };

/// A file, and the contents that it should have.
struct Sample {
    folder: TempDir,
    bytes: Vec<u8>,
}

impl Sample {
    fn new(counters: &HeapCounters) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), bytes: encode(HEADER, counters).to_vec() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("stats")
    }

    fn open(&self, bytes: &[u8]) -> Result<StatsReader, ReadError> {
        std::fs::write(self.path(), bytes).unwrap();
        StatsReader::open(self.path())
    }

    /// Returns the bytes with another word.
    fn with_word(&self, word: usize, value: u64) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes[8 * word..][..8].copy_from_slice(&value.to_le_bytes());
        bytes
    }
}

fn counters() -> HeapCounters {
    HeapCounters { limit_bytes: 5, pause_buckets: [7; 16], ..HeapCounters::default() }
}

#[test]
fn written_files_are_read() {
    let sample = Sample::new(&counters());
    assert_eq!(&sample.bytes[..8], b"SPGCSTAT");
    let reader = sample.open(&sample.bytes).unwrap();
    assert_eq!(reader.header(), HEADER);
    assert_eq!(reader.read().unwrap(), counters());
    // The version of the layout must change with the layout.
    assert_eq!((VERSION, FILE_BYTES, HeapCounters::WORDS), (2, 432, 47));
}

#[test]
fn files_cut_short_are_refused() {
    let sample = Sample::new(&counters());
    for length in 0..sample.bytes.len() {
        let error = sample.open(&sample.bytes[..length]).unwrap_err();
        assert!(matches!(error, ReadError::CutShort { found, .. } if found == length as u64));
    }
    let error = sample.open(&sample.bytes[..400]).unwrap_err();
    let expected = "the file is cut short: it has 400 bytes instead of 432";
    assert_eq!(error.to_string(), expected);
    let reader = sample.open(&sample.bytes).unwrap();
    File::options().write(true).open(sample.path()).unwrap().set_len(431).unwrap();
    assert!(matches!(reader.read(), Err(ReadError::CutShort { found: 431, expected: 432 })));
    // The next update restores the file.
    std::fs::write(sample.path(), &sample.bytes).unwrap();
    assert_eq!(reader.read().unwrap(), counters());
}

/// Another program truncates the file all the time, and restores it.
#[test]
fn files_are_truncated_while_they_are_read() {
    let sample = Sample::new(&counters());
    let reader = sample.open(&sample.bytes).unwrap();
    let has_ended = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let file = File::options().write(true).open(sample.path()).unwrap();
            while !has_ended.load(std::sync::atomic::Ordering::Relaxed) {
                file.set_len(0).unwrap();
                std::os::unix::fs::FileExt::write_all_at(&file, &sample.bytes, 0).unwrap();
            }
        });
        for _ in 0..20_000 {
            match reader.read() {
                Ok(read) => assert_eq!(read, counters()),
                Err(error) => assert!(matches!(error, ReadError::CutShort { .. }), "{error}"),
            }
        }
        has_ended.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn other_files_are_refused() {
    let sample = Sample::new(&counters());
    let refused = |word, value| sample.open(&sample.with_word(word, value)).unwrap_err();
    let error = refused(MAGIC_WORD, 0x101);
    assert!(matches!(error, ReadError::Foreign { found: 0x101 }));
    assert!(error.to_string().contains("the word 0x101"), "{error}");
    assert!(matches!(refused(MAGIC_WORD, 0), ReadError::Foreign { found: 0 }));
    let error = refused(VERSION_WORD, 3);
    assert!(error.to_string().starts_with("the file has version 3 of the layout"), "{error}");
    // A later version may be shorter.
    let short = &sample.with_word(VERSION_WORD, 3)[..64];
    assert!(matches!(sample.open(short), Err(ReadError::Version { found: 3 })));
    assert_eq!(refused(SIZE_WORD, 8).to_string(), "the file is corrupt: the size is 8");
    for process in [0, 1 << 32] {
        assert!(matches!(refused(PROCESS_WORD, process), ReadError::Corrupt { .. }));
    }
    let folder = StatsReader::open(sample.folder.path()).unwrap_err();
    assert_eq!(folder.to_string(), "it is a folder, not a file");
    assert!(matches!(StatsReader::open("/dev/null"), Err(ReadError::NoFile("device"))));
    assert!(matches!(StatsReader::open(sample.folder.path().join("no")), Err(ReadError::Io(_))));
}

#[test]
fn incomplete_updates_are_an_error() {
    let sample = Sample::new(&counters());
    for word in [CHECKSUM_WORD, CHECKSUM_WORD + 1, FILE_WORDS - 1] {
        let reader = sample.open(&sample.with_word(word, 3)).unwrap();
        assert!(matches!(reader.read(), Err(ReadError::Checksum)));
    }
}

#[test]
fn lock_shows_whether_the_process_runs() {
    let sample = Sample::new(&counters());
    let reader = sample.open(&sample.bytes).unwrap();
    assert!(reader.is_process_gone().unwrap());
    let owner = File::open(sample.path()).unwrap();
    owner.try_lock().expect("the reader has unlocked it");
    assert!(!reader.is_process_gone().unwrap());
    drop(owner);
    assert!(reader.is_process_gone().unwrap());
    // The reader keeps no lock.
    File::open(sample.path()).unwrap().try_lock().unwrap();
}
