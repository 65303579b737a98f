//! Loom models of cells: they are allocated, copied and freed while a collection visits them.
//!
//! An object is at [`FROM`] until the collection moves it to [`TO`]: a cell that holds `FROM`
//! afterwards was missed.

use loom::sync::Arc;
use loom::thread;

use super::{CellTable, SHARDS, VisitedCell};
use crate::collection::Scope;
use crate::sync::{AtomicBool, Ordering};

const FROM: u64 = 0x100;
const TO: u64 = 0x200;

/// A collection's visit of a whole table. `young` says whether objects are young after it.
fn visit(table: &CellTable, kind: Items, young: bool) -> u64 {
    let forward = |word| {
        assert!(word == FROM || word == TO, "{word:#x}");
        VisitedCell { word: TO, young }
    };
    (0..SHARDS).map(|shard| table.visit(shard, kind, forward)).sum()
}

#[test]
fn duplicate_is_visited_or_copies_a_visited_cell() {
    for kind in [Items::In(Scope::Young), Items::In(Scope::Full)] {
        loom::model(move || {
            let table = Arc::new(CellTable::default());
            let cell = table.insert_into(0, FROM);
            let native = {
                let table = Arc::clone(&table);
                thread::spawn(move || {
                    let copy = table.duplicate(cell);
                    table.remove(cell);
                    copy
                })
            };
            visit(&table, kind, true);
            let copy = native.join().unwrap();
            assert_eq!(table.get(copy), TO);
            // The freed cell is not visited, and the copy is still listed as young.
            assert_eq!(visit(&table, Items::In(Scope::Young), true), 1);
        });
    }
}

/// Makes a weak handle of a strong one while both tables are visited, one after the other, and
/// returns the weak cell's value after that.
fn copied_to_another_table(strong_first: bool) -> u64 {
    let tables = Arc::new((CellTable::default(), CellTable::default()));
    let cell = tables.0.insert_into(0, FROM);
    let native = {
        let tables = Arc::clone(&tables);
        thread::spawn(move || tables.0.copy_with(cell, |_, _, word| tables.1.insert_into(1, word)))
    };
    let (first, second) =
        if strong_first { (&tables.0, &tables.1) } else { (&tables.1, &tables.0) };
    visit(first, Items::In(Scope::Full), false);
    visit(second, Items::In(Scope::Full), false);
    let copy = native.join().unwrap();
    tables.1.get(copy)
}

#[test]
fn copy_in_another_table_is_visited_after_its_source() {
    loom::model(|| assert_eq!(copied_to_another_table(true), TO));
}

/// Shows why the order of the two visits matters.
#[test]
#[should_panic(expected = "not updated")]
fn copy_in_a_table_visited_first_is_lost() {
    loom::model(|| assert_eq!(copied_to_another_table(false), TO, "not updated"));
}

/// A cell passes from one thread to another through the free list. It is listed once.
#[test]
fn reused_cells_are_listed_once() {
    loom::model(|| {
        let table = Arc::new(CellTable::default());
        let cell = table.insert_into(0, FROM);
        let threads = [0, 1].map(|number| {
            let table = Arc::clone(&table);
            thread::spawn(move || {
                if number == 0 {
                    table.remove(cell);
                    None
                } else {
                    Some(table.insert_into(0, FROM))
                }
            })
        });
        visit(&table, Items::In(Scope::Young), true);
        let [_, made] = threads.map(|thread| thread.join().unwrap());
        assert_eq!(visit(&table, Items::In(Scope::Young), false), 1);
        assert_eq!(visit(&table, Items::In(Scope::Young), false), 0);
        assert_eq!(table.get(made.expect("it made one")), TO);
    });
}

/// A managed thread reads without the lock. It learns that the collection is over, and which cell
/// it is, through other synchronisation, which orders memory.
#[test]
fn resumed_thread_reads_updated_cells() {
    loom::model(|| {
        let shared = Arc::new((CellTable::default(), AtomicBool::new(false)));
        let cell = shared.0.insert_into(0, FROM);
        let managed = {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                if shared.1.load(Ordering::Acquire) {
                    assert_eq!(shared.0.get(cell), TO);
                }
            })
        };
        visit(&shared.0, Items::In(Scope::Full), false);
        shared.1.store(true, Ordering::Release);
        managed.join().unwrap();
    });
}
