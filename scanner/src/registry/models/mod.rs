//! The protocol of [`super::published`] under loom, which runs every interleaving up to a bound on
//! preemptions.
//!
//! Each value has a cell that loom tracks: readers read it, and its drop writes to it. A model
//! fails if a reader's value is dropped or has been dropped. It also fails if a writer waits for
//! ever: a model that never ends exceeds loom's limit of steps.
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

/// The published value: a number, in memory that outlives the value, so that loom sees a read that
/// comes too late.
struct Value {
    cell: Arc<UnsafeCell<Option<u32>>>,
    dropped: Arc<AtomicUsize>,
}

impl Value {
    fn get(&self) -> u32 {
        // SAFETY: loom checks that no thread writes it meanwhile.
        let number = self.cell.with(|value| unsafe { *value });
        number.expect("the value is not dropped while a reader has it")
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

struct World {
    published: Published<Value>,
    dropped: Arc<AtomicUsize>,
}

fn value(number: u32, dropped: &Arc<AtomicUsize>) -> Value {
    Value { cell: Arc::new(UnsafeCell::new(Some(number))), dropped: Arc::clone(dropped) }
}

fn world() -> Arc<World> {
    let dropped = Arc::new(AtomicUsize::new(0));
    Arc::new(World { published: Published::new(value(0, &dropped)), dropped })
}

/// Explores with up to three preemptions: enough for each two-sided race here, and finite.
fn explore(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(model);
}

/// Publishes the number after the current one.
fn next(world: &World) -> Ticket {
    let next = |old: &Value| Ok::<_, Infallible>((value(old.get() + 1, &world.dropped), ()));
    let Ok(((), ticket)) = world.published.replace(next);
    ticket
}

/// Reads twice in one visit and asserts that both are the same, and not less than the previous one
/// seen.
fn visit(world: &World, least: u32) -> u32 {
    let reader = world.published.read();
    let seen = reader.get();
    assert!(seen >= least, "{seen} after {least}");
    thread::yield_now();
    assert_eq!(reader.get(), seen);
    seen
}

#[test]
fn value_outlives_its_readers() {
    explore(|| {
        let world = world();
        let reader = {
            let world = Arc::clone(&world);
            thread::spawn(move || visit(&world, 0))
        };
        let ticket = next(&world);
        world.published.wait(ticket);
        assert_eq!(world.dropped.load(Ordering::Relaxed), 1, "waiting means it is dropped");
        assert_eq!(visit(&world, 1), 1);
        reader.join().unwrap();
    });
}

#[test]
fn frequent_reader_does_not_starve_writer() {
    explore(|| {
        let world = world();
        let reader = {
            let world = Arc::clone(&world);
            thread::spawn(move || {
                let first = visit(&world, 0);
                visit(&world, first)
            })
        };
        for expected in 1..=2 {
            let ticket = next(&world);
            world.published.wait(ticket);
            assert_eq!(world.dropped.load(Ordering::Relaxed), expected);
        }
        reader.join().unwrap();
    });
}

#[test]
fn several_readers_and_one_writer() {
    explore(|| {
        let world = world();
        let readers: [_; 2] = core::array::from_fn(|_| {
            let world = Arc::clone(&world);
            thread::spawn(move || visit(&world, 0))
        });
        let ticket = next(&world);
        world.published.wait(ticket);
        assert_eq!(world.dropped.load(Ordering::Relaxed), 1);
        for reader in readers {
            reader.join().unwrap();
        }
    });
}

/// One thread adds, which waits for no other thread, while another removes and a third reads.
#[test]
fn writers_are_serialised_and_all_finish() {
    explore(|| {
        let world = world();
        let adding = {
            let world = Arc::clone(&world);
            thread::spawn(move || drop(next(&world)))
        };
        let reading = {
            let world = Arc::clone(&world);
            thread::spawn(move || visit(&world, 0))
        };
        let ticket = next(&world);
        world.published.wait(ticket);
        assert!(world.dropped.load(Ordering::Relaxed) >= 1);
        adding.join().unwrap();
        reading.join().unwrap();
        // The value that the addition retired is dropped by the next writer, now that there are no
        // readers.
        let ticket = next(&world);
        world.published.wait(ticket);
        assert_eq!(world.dropped.load(Ordering::Relaxed), 3);
        assert_eq!(visit(&world, 3), 3);
    });
}

/// A value is retired by a writer that does not wait, while a reader has it.
#[test]
fn value_without_waiter_is_dropped_eventually() {
    explore(|| {
        let dropped = {
            let world = world();
            let reader = {
                let world = Arc::clone(&world);
                thread::spawn(move || visit(&world, 0))
            };
            let _not_waited_for = next(&world);
            let _not_waited_for = next(&world);
            reader.join().unwrap();
            Arc::clone(&world.dropped)
        };
        assert_eq!(dropped.load(Ordering::Relaxed), 3);
    });
}
