//! The sequence lock: see the head of the crate.

use crate::sync::{AtomicU64, Ordering, fence};

/// Stores the values of an update. `last` is the sequence number, which is even, and which only the
/// caller changes. Returns the next one.
pub(crate) fn write(number: &AtomicU64, last: u64, words: &[AtomicU64], values: &[u64]) -> u64 {
    number.store(last.wrapping_add(1), Ordering::Relaxed);
    fence(Ordering::Release);
    for (word, &value) in words.iter().zip(values) {
        word.store(value.to_le(), Ordering::Relaxed);
    }
    let next = last.wrapping_add(2);
    number.store(next, Ordering::Release);
    next
}

/// Reads the words into `values`, and returns the sequence number. `None` if an update was in
/// progress: the values are then those of no update.
pub(crate) fn try_read(number: &AtomicU64, words: &[AtomicU64], values: &mut [u64]) -> Option<u64> {
    let before = number.load(Ordering::Acquire);
    for (value, word) in values.iter_mut().zip(words) {
        *value = u64::from_le(word.load(Ordering::Relaxed));
    }
    fence(Ordering::Acquire);
    let after = number.load(Ordering::Relaxed);
    (before == after && before.is_multiple_of(2)).then_some(before)
}

#[cfg(all(test, loom))]
mod models {
    //! Loom models of a writer and a reader.

    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// A file of two counters, which are half of the sequence number after each update.
    struct Model {
        number: AtomicU64,
        words: [AtomicU64; 2],
    }

    /// Checks that a reader sees both words of the same update, with this form of the two sides.
    fn check(
        write: fn(&AtomicU64, u64, &[AtomicU64], &[u64]) -> u64,
        read: fn(&AtomicU64, &[AtomicU64], &mut [u64]) -> Option<u64>,
    ) {
        loom::model(move || {
            let words = [AtomicU64::new(0), AtomicU64::new(0)];
            let model = Arc::new(Model { number: AtomicU64::new(0), words });
            let writer = Arc::clone(&model);
            let writer = thread::spawn(move || {
                let last = write(&writer.number, 0, &writer.words, &[1, 1]);
                write(&writer.number, last, &writer.words, &[2, 2]);
            });
            let mut values = [9, 9];
            if let Some(number) = read(&model.number, &model.words, &mut values) {
                assert_eq!(values, [number / 2; 2], "a torn record");
            }
            writer.join().unwrap();
            assert_eq!(read(&model.number, &model.words, &mut values), Some(4));
            assert_eq!(values, [2, 2]);
        });
    }

    #[test]
    fn reader_sees_whole_updates() {
        check(write, try_read);
    }

    /// As [`write`], without the fence after the odd number.
    fn write_without_fence(
        number: &AtomicU64,
        last: u64,
        words: &[AtomicU64],
        values: &[u64],
    ) -> u64 {
        number.store(last + 1, Ordering::Relaxed);
        words.iter().zip(values).for_each(|(word, &value)| word.store(value, Ordering::Relaxed));
        number.store(last + 2, Ordering::Release);
        last + 2
    }

    /// As [`write`], with a relaxed store of the even number.
    fn write_without_release(
        number: &AtomicU64,
        last: u64,
        words: &[AtomicU64],
        values: &[u64],
    ) -> u64 {
        number.store(last + 1, Ordering::Relaxed);
        fence(Ordering::Release);
        words.iter().zip(values).for_each(|(word, &value)| word.store(value, Ordering::Relaxed));
        number.store(last + 2, Ordering::Relaxed);
        last + 2
    }

    /// As [`try_read`], without the fence before the second load of the number.
    fn read_without_fence(
        number: &AtomicU64,
        words: &[AtomicU64],
        values: &mut [u64],
    ) -> Option<u64> {
        let before = number.load(Ordering::Acquire);
        values.iter_mut().zip(words).for_each(|(v, word)| *v = word.load(Ordering::Relaxed));
        (before == number.load(Ordering::Relaxed) && before % 2 == 0).then_some(before)
    }

    /// As [`try_read`], with a relaxed first load of the number.
    fn read_without_acquire(
        number: &AtomicU64,
        words: &[AtomicU64],
        values: &mut [u64],
    ) -> Option<u64> {
        let before = number.load(Ordering::Relaxed);
        values.iter_mut().zip(words).for_each(|(v, word)| *v = word.load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        (before == number.load(Ordering::Relaxed) && before % 2 == 0).then_some(before)
    }

    /// Each of the four orderings is necessary.
    #[test]
    #[should_panic(expected = "a torn record")]
    fn release_fence_is_necessary() {
        check(write_without_fence, try_read);
    }

    #[test]
    #[should_panic(expected = "a torn record")]
    fn release_store_is_necessary() {
        check(write_without_release, try_read);
    }

    #[test]
    #[should_panic(expected = "a torn record")]
    fn acquire_fence_is_necessary() {
        check(write, read_without_fence);
    }

    #[test]
    #[should_panic(expected = "a torn record")]
    fn acquire_load_is_necessary() {
        check(write, read_without_acquire);
    }
}
