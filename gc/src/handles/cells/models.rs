//! Loom models of cells that are allocated, copied and freed while a collection visits them.
//!
//! The collection moves an object from [`FROM`] to [`TO`]. A cell that contains `FROM` after the
//! collection was not visited.

use loom::sync::Arc;
use loom::thread;

use super::{CellTable, Items, SHARDS, VisitedCell};
use crate::collection::Scope;
use crate::sync::{AtomicBool, Ordering};

/// Old address of the object.
const FROM: u64 = 0x100;
/// New address of the object.
const TO: u64 = 0x200;

/// Visits all cells of a table, as a collection does. Returns the number of visited cells. `young`
/// states whether objects are young after the collection.
fn visit(table: &CellTable, items: Items, young: bool) -> u64 {
    let forward = |word| {
        assert!(word == FROM || word == TO, "{word:#x}");
        VisitedCell { word: TO, young }
    };
    (0..SHARDS).map(|shard| table.visit(shard, items, forward)).sum()
}

#[test]
fn duplicate_is_visited_or_copies_a_visited_cell() {
    for items in [Items::In(Scope::Young), Items::In(Scope::Full)] {
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
            visit(&table, items, true);
            let copy = native.join().unwrap();
            assert_eq!(table.get(copy), TO);
            // The freed cell is not visited. The copy is in the list `State::young`.
            assert_eq!(visit(&table, Items::In(Scope::Young), true), 1);
        });
    }
}

/// Copies a strong cell to the table of weak cells while a collection visits both tables, one after
/// the other. Returns the weak cell's value after the collection.
fn copy_to_another_table(strong_first: bool) -> u64 {
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
    loom::model(|| assert_eq!(copy_to_another_table(true), TO));
}

/// In the wrong order of the two visits, a copy can keep the old address.
#[test]
#[should_panic(expected = "not updated")]
fn copy_in_a_table_visited_first_is_lost() {
    loom::model(|| assert_eq!(copy_to_another_table(false), TO, "not updated"));
}

/// A thread may reuse a cell that another thread frees. The cell is in the list `State::young` only
/// once.
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
        let [_, new_cell] = threads.map(|thread| thread.join().unwrap());
        assert_eq!(visit(&table, Items::In(Scope::Young), false), 1);
        assert_eq!(visit(&table, Items::In(Scope::Young), false), 0);
        assert_eq!(table.get(new_cell.expect("the second thread allocates a cell")), TO);
    });
}

/// A managed thread reads cells without the lock. The synchronisation by which it resumes after the
/// collection orders its reads.
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
