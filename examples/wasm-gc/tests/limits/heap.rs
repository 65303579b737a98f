//! A full heap is a trap with function and offset, as often as it happens and on every thread.

use std::sync::{Arc, Barrier};
use std::thread;

use statepoint_gc::{Heap, Zeal};
use wasm_gc::runtime::{Engine, Store, Value};
use wasm_gc::{Error, Trap, TrapKind};

use super::{Program, engines, load, trap};

const KEEPER: &str = r#"
    (module
      (type $bytes (array (mut i8)))
      (type $list (struct (field (ref null $list)) (field (ref $bytes))))
      ;; Each exception refers to the one before.
      (tag $tag (param exnref))
      (global $kept (mut (ref null $list)) (ref.null $list))
      (func $grow (export "grow") (param $bytes i32)
        (loop $again
          (global.set $kept
            (struct.new $list (global.get $kept) (array.new_default $bytes (local.get $bytes))))
          (br $again)))
      (func $throw (export "throw") (local $last exnref)
        (loop $again
          (local.set $last
            (block $caught (result exnref)
              (try_table (result exnref) (catch_all_ref $caught)
                (throw $tag (local.get $last)))))
          (br $again)))
      (func (export "clear") (global.set $kept (ref.null $list)))
      (func $large (export "large") (param i32) (result i32)
        (array.len (array.new_default $bytes (local.get 0))))
      (func (export "count") (param $count i32) (result i32) (local $list (ref null $list))
        (loop $again
          (local.set $list
            (struct.new $list (local.get $list) (array.new_default $bytes (i32.const 8))))
          (br_if $again (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
        (loop $next
          (local.set $count (i32.add (local.get $count) (i32.const 1)))
          (br_if $next (i32.eqz
            (ref.is_null (local.tee $list (struct.get $list 0 (local.get $list)))))))
        (local.get $count)))"#;

#[track_caller]
fn assert_out_of_memory(trap: &Trap, function: &str) {
    assert_eq!(trap.kind, TrapKind::OutOfMemory);
    let location = trap.location.as_ref().expect("a function of the module allocates");
    assert_eq!(location.name.as_deref(), Some(function), "{trap}");
    assert!(location.offset > 0, "{trap}");
}

/// The objects that filled the heap stay reachable until the program drops them, so each
/// allocation in between fails, too.
#[test]
fn a_program_continues_after_each_trap() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1000)] {
        for engine in engines(|| Heap::builder().heap_max(2 << 20).zeal(zeal)) {
            continues_after_each_trap(&engine);
        }
    }
}

fn continues_after_each_trap(engine: &Arc<Engine>) {
    let mut program = Program::new(engine, &load(engine, KEEPER));
    for bytes in [0, 100, 5000, 40_000, 300_000, i32::MAX, -1] {
        for _ in 0..2 {
            assert_out_of_memory(&trap(program.call("grow", &[bytes])), "grow");
        }
        // An array that large does not fit, whether the heap is full or not.
        assert_out_of_memory(&trap(program.call("large", &[3 << 20])), "large");
        program.call("clear", &[]).expect("nothing is allocated");
        assert_eq!(program.call("count", &[500]).expect("room"), [Value::I32(500)]);
    }
    assert_eq!(program.call("large", &[1 << 20]).expect("room"), [Value::I32(1 << 20)]);
}

#[test]
fn exceptions_find_a_full_heap() {
    for engine in engines(|| Heap::builder().heap_max(2 << 20)) {
        let mut program = Program::new(&engine, &load(&engine, KEEPER));
        assert_out_of_memory(&trap(program.call("throw", &[])), "throw");
        program.call("clear", &[]).expect("nothing is allocated");
        assert_eq!(program.call("count", &[500]).expect("room"), [Value::I32(500)]);
    }
}

/// All threads keep what they allocate, so they find the heap full at the same time.
#[test]
fn every_thread_traps_and_continues() {
    const THREADS: usize = 3;
    for engine in engines(|| Heap::builder().heap_max(4 << 20)) {
        let module = load(&engine, KEEPER);
        let barrier = Barrier::new(THREADS);
        thread::scope(|scope| {
            for number in 0..THREADS {
                let (engine, module, barrier) = (&engine, &module, &barrier);
                scope.spawn(move || {
                    let mut program = Program::new(engine, module);
                    for round in 0..6 {
                        let bytes = [16, 3000, 100_000][(number + round) % 3];
                        assert_out_of_memory(&trap(program.call("grow", &[bytes])), "grow");
                        barrier.wait();
                        program.call("clear", &[]).expect("nothing is allocated");
                        barrier.wait();
                        let count = program.call("count", &[500]).expect("all have dropped theirs");
                        assert_eq!(count, [Value::I32(500)]);
                        barrier.wait();
                    }
                });
            }
        });
        assert!(engine.heap().statistics().full_collections > 0);
    }
}

/// The initial values of globals and tables are computed by the host.
#[test]
fn constant_expressions_find_a_full_heap() {
    for engine in engines(|| Heap::builder().heap_max(2 << 20)) {
        let text = r#"
            (module
              (type $words (array i64))
              (global (ref $words) (array.new_default $words (i32.const 1000000))))"#;
        let module = load(&engine, text);
        for _ in 0..3 {
            let mut store = Store::new(&engine, super::STACK).expect("a store");
            match store.instantiate(&module, &[]) {
                Err(Error::Trap(Trap { kind: TrapKind::OutOfMemory, location: None })) => {}
                other => panic!("{other:?}"),
            }
        }
        let mut program = Program::new(&engine, &load(&engine, KEEPER));
        assert_eq!(program.call("count", &[500]).expect("room"), [Value::I32(500)]);
    }
}
