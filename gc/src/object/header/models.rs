//! Loom models of a header that several threads change at the same time, while mutators run:
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release header::models`

use loom::thread;

use super::*;
use crate::sync::Arc;

/// The values of M and U of a live old object before the cycle, and in the cycle.
const BEFORE: u64 = UNLOGGED;
const LIVE: u64 = next_marking(BEFORE);
const HASH: u32 = 7;

/// Two markers mark the object by `mark`, which returns whether it has marked the object. Another
/// thread stores into the object, pins it, and hashes it.
fn model(mark: fn(&HeaderWord) -> bool) {
    let mut builder = loom::model::Builder::new();
    // Without a bound, the model takes a minute.
    builder.preemption_bound.get_or_insert(3);
    builder.check(move || {
        let word = Arc::new(HeaderWord(AtomicU64::new(BEFORE | 1 << TYPE_SHIFT)));
        let spawn = |action: fn(&HeaderWord) -> bool| {
            let word = Arc::clone(&word);
            thread::spawn(move || action(&word))
        };
        let marker = thread::spawn({
            let word = Arc::clone(&word);
            move || mark(&word)
        });
        let mutator = spawn(|word| {
            let logs = word.clear_unlogged();
            word.pin();
            assert_eq!(word.identity_hash(|| HASH), HASH);
            logs
        });
        let marked = mark(&word);
        let marked = [marked, marker.join().expect("the marker ends")];
        assert_eq!(marked.map(u32::from).iter().sum::<u32>(), 1, "one marker scans it");
        assert!(mutator.join().expect("the mutator ends"), "the store is logged");
        let expected = LIVE & MARK | PINNED | u64::from(HASH) << HASH_SHIFT | 1 << TYPE_SHIFT;
        assert_eq!(word.bits(), expected, "no change is lost");
    });
}

#[test]
fn markers_and_mutators_change_a_header_without_loss() {
    model(|word| word.mark_concurrently(LIVE).is_some());
}

/// A mark that is stored, rather than exchanged, loses the pin.
#[test]
#[should_panic(expected = "no change is lost")]
fn marking_by_a_store_loses_a_change() {
    loom::model(|| {
        let word = Arc::new(HeaderWord(AtomicU64::new(BEFORE)));
        let marker = thread::spawn({
            let word = Arc::clone(&word);
            move || word.store(Header(word.bits() & !MARK | LIVE & MARK))
        });
        word.pin();
        marker.join().expect("the marker ends");
        assert_eq!(word.bits(), LIVE | PINNED, "no change is lost");
    });
}

/// Two threads store into the same object: one of them logs it.
#[test]
fn one_of_two_stores_logs_the_object() {
    loom::model(|| {
        let word = Arc::new(HeaderWord(AtomicU64::new(BEFORE)));
        let other = thread::spawn({
            let word = Arc::clone(&word);
            move || word.clear_unlogged()
        });
        let logs = word.clear_unlogged();
        assert_ne!(logs, other.join().expect("the thread ends"));
    });
}
