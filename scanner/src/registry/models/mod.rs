//! Loom models of the protocol of [`super::published`]. Loom runs every interleaving up to a bound
//! on preemptions.
//!
//! Each value has a cell that loom tracks: readers read it, and dropping the value writes it. A
//! model fails if a value is dropped before or while a reader uses it. It also fails if a writer
//! waits forever, because then the model exceeds loom's limit of steps.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-scanner --lib --release registry::models`

mod weakened;

use core::convert::Infallible;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

use super::published::{Published, Ticket};

pub(super) use weakened::weakened;

/// The published value: a number in a cell that outlives the value, so that loom can report a read
/// after the drop.
struct Value {
    cell: Arc<UnsafeCell<Option<u32>>>,
    dropped: Arc<AtomicUsize>,
}

impl Value {
    fn get(&self) -> u32 {
        // SAFETY: loom checks that no thread writes it meanwhile.
        let number = self.cell.with(|value| unsafe { *value });
        number.expect("no value is dropped while a reader uses it")
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        // SAFETY: loom checks that no thread reads it meanwhile.
        self.cell.with_mut(|value| unsafe {
            assert!((*value).take().is_some(), "a value is dropped once");
        });
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// The state that all threads of a model share.
struct Shared {
    published: Published<Value>,
    /// Number of values that were dropped.
    dropped: Arc<AtomicUsize>,
}

/// Creates a value.
fn value(number: u32, dropped: &Arc<AtomicUsize>) -> Value {
    Value { cell: Arc::new(UnsafeCell::new(Some(number))), dropped: Arc::clone(dropped) }
}

/// Creates the shared state, which publishes the value 0.
fn shared() -> Arc<Shared> {
    let dropped = Arc::new(AtomicUsize::new(0));
    Arc::new(Shared { published: Published::new(value(0, &dropped)), dropped })
}

/// Explores with up to three preemptions: enough for each race of two threads here, and finite.
fn explore(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(model);
}

/// Publishes the number after the current one.
fn publish_next(shared: &Shared) -> Ticket {
    let next = |old: &Value| Ok::<_, Infallible>((value(old.get() + 1, &shared.dropped), ()));
    let Ok(((), ticket)) = shared.published.replace(next);
    ticket
}

/// Reads the value twice through one reader. Both numbers must be the same, and at least `min`, the
/// number that this thread read before.
fn read_twice(shared: &Shared, min: u32) -> u32 {
    let reader = shared.published.read();
    let seen = reader.get();
    assert!(seen >= min, "{seen} is older than {min}");
    thread::yield_now();
    assert_eq!(reader.get(), seen);
    seen
}

#[test]
fn value_outlives_its_readers() {
    explore(|| {
        let shared = shared();
        let reader = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || read_twice(&shared, 0))
        };
        let ticket = publish_next(&shared);
        shared.published.wait(ticket);
        assert_eq!(shared.dropped.load(Ordering::Relaxed), 1, "`wait` drops the old value");
        assert_eq!(read_twice(&shared, 1), 1);
        reader.join().unwrap();
    });
}

#[test]
fn frequent_reader_does_not_starve_writer() {
    explore(|| {
        let shared = shared();
        let reader = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                let first = read_twice(&shared, 0);
                read_twice(&shared, first)
            })
        };
        for expected in 1..=2 {
            let ticket = publish_next(&shared);
            shared.published.wait(ticket);
            assert_eq!(shared.dropped.load(Ordering::Relaxed), expected);
        }
        reader.join().unwrap();
    });
}

#[test]
fn several_readers_and_one_writer() {
    explore(|| {
        let shared = shared();
        let readers: [_; 2] = core::array::from_fn(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || read_twice(&shared, 0))
        });
        let ticket = publish_next(&shared);
        shared.published.wait(ticket);
        assert_eq!(shared.dropped.load(Ordering::Relaxed), 1);
        for reader in readers {
            reader.join().unwrap();
        }
    });
}

/// One writer does not wait for readers, as in a registration. Another waits, as in a removal.
#[test]
fn writers_are_serialised_and_all_finish() {
    explore(|| {
        let shared = shared();
        let adding = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || drop(publish_next(&shared)))
        };
        let reading = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || read_twice(&shared, 0))
        };
        let ticket = publish_next(&shared);
        shared.published.wait(ticket);
        assert!(shared.dropped.load(Ordering::Relaxed) >= 1);
        adding.join().unwrap();
        reading.join().unwrap();
        // The next writer drops the value that the registration retired, since no readers are left.
        let ticket = publish_next(&shared);
        shared.published.wait(ticket);
        assert_eq!(shared.dropped.load(Ordering::Relaxed), 3);
        assert_eq!(read_twice(&shared, 3), 3);
    });
}

/// A writer that does not wait retires a value while a reader uses it.
#[test]
fn value_without_waiter_is_dropped_eventually() {
    explore(|| {
        let dropped = {
            let shared = shared();
            let reader = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || read_twice(&shared, 0))
            };
            let _not_waited_for = publish_next(&shared);
            let _not_waited_for = publish_next(&shared);
            reader.join().unwrap();
            Arc::clone(&shared.dropped)
        };
        assert_eq!(dropped.load(Ordering::Relaxed), 3);
    });
}
