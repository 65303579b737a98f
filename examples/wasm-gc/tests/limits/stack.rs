//! Deep recursion is a trap on every thread, and in calls of the host by which programs call
//! programs.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread;

use statepoint_gc::{Heap, Mutator};
use wasm_gc::TrapKind;
use wasm_gc::runtime::{Engine, Extern, Linker, LoadedModule, Store, Value};
use wasm_gc::types::{FunctionType, ValueType};

use super::{Program, STACK, engines, load, trap};

const RECURSION: &str = r#"
    (module
      (type $node (struct (field i32) (field (ref null $node))))
      (func $sum (param $node (ref null $node)) (result i32)
        (if (result i32) (ref.is_null (local.get $node))
          (then (i32.const 0))
          (else
            (i32.add (struct.get $node 0 (local.get $node))
              (call $sum (struct.get $node 1 (local.get $node)))))))
      (func $deep (export "deep") (param $depth i32) (param $node (ref null $node)) (result i32)
        (if (i32.eqz (local.get $depth)) (then (return (call $sum (local.get $node)))))
        (call $deep
          (i32.sub (local.get $depth) (i32.const 1))
          (struct.new $node (i32.const 1) (local.get $node))))
      (func (export "run") (param i32) (result i32) (call $deep (local.get 0) (ref.null $node)))
      ;; A handler of all exceptions, around each frame.
      (func $guarded (export "guarded") (result i32)
        (block $caught
          (try_table (catch_all $caught)
            (return (i32.add (i32.const 1) (call $guarded)))))
        (i32.const -1)))"#;

/// Each frame refers to an object, and collections walk the deep stacks of all threads.
#[test]
fn threads_overflow_their_stacks() {
    for engine in engines(|| Heap::builder().heap_max(16 << 20).nursery(128 << 10)) {
        let module = load(&engine, RECURSION);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut program = Program::new(&engine, &module);
                    for _ in 0..5 {
                        let outcome = program.call("run", &[i32::MAX]);
                        assert_eq!(trap(outcome).kind, TrapKind::StackExhausted);
                        let outcome = program.call("guarded", &[]);
                        assert_eq!(trap(outcome).kind, TrapKind::StackExhausted);
                        assert_eq!(program.call("run", &[500]).expect("room"), [Value::I32(500)]);
                        Mutator::with_current(Mutator::collect).expect("the thread is native");
                    }
                });
            }
        });
        let counts = engine.heap().statistics().counts;
        assert!(counts.frames_walked > 100 && counts.objects_moved > 100, "{counts:?}");
        assert_eq!(counts.records_matched, counts.frames_walked, "{counts:?}");
    }
}

const CHAIN: &str = r#"
    (module
      (import "test" "next" (func $next (param i32) (result i32)))
      (type $node (struct (field i32)))
      ;; Calls the host with a deep stack. Each frame has an object and a handler.
      (func $run (export "run") (param $depth i32) (result i32) (local $node (ref null $node))
        (local.set $node (struct.new $node (i32.const 1)))
        (block $caught
          (try_table (catch_all $caught)
            (return
              (i32.add
                (if (result i32) (local.get $depth)
                  (then (call $run (i32.sub (local.get $depth) (i32.const 1))))
                  (else (call $next (i32.const 100))))
                (struct.get $node 0 (local.get $node))))))
        (i32.const -1)))"#;

/// A program whose import runs the given one, and collects before it.
fn program_that_calls(
    engine: &Arc<Engine>,
    module: &Arc<LoadedModule>,
    next: Option<Program>,
) -> Program {
    let mut store = Store::new(engine, STACK).expect("a store");
    let next = RefCell::new(next);
    let callback = move |arguments: &[Value]| {
        let Value::I32(depth) = arguments[0] else { unreachable!("the parameter is an i32") };
        Mutator::with_current(Mutator::collect).expect("the callback is native code");
        match &mut *next.borrow_mut() {
            Some(program) => program.call("run", &[depth]),
            None => Ok(vec![Value::I32(0)]),
        }
    };
    let ty = FunctionType { parameters: vec![ValueType::I32], results: vec![ValueType::I32] };
    let function = store.host_function(ty, Box::new(callback)).expect("memory for code");
    let mut linker = Linker::default();
    linker.define("test", "next", Extern::Function(function));
    Program::link(store, &linker, module)
}

/// Stores whose calls are nested share the stack that the outermost call may use.
#[test]
fn nested_stores_share_the_stack() {
    for engine in engines(|| Heap::builder().heap_max(16 << 20)) {
        let module = load(&engine, CHAIN);
        let chain = |length| {
            (0..length).fold(None, |next, _| Some(program_that_calls(&engine, &module, next)))
        };
        let mut short = chain(3).expect("a program");
        assert_eq!(short.call("run", &[100]).expect("room"), [Value::I32(3 * 101)]);
        let mut long = chain(200).expect("a program");
        for _ in 0..3 {
            assert_eq!(trap(long.call("run", &[100])).kind, TrapKind::StackExhausted);
            assert_eq!(short.call("run", &[100]).expect("room"), [Value::I32(3 * 101)]);
        }
        let counts = engine.heap().statistics().counts;
        assert!(counts.frames_walked > 1000 && counts.objects_moved > 100, "{counts:?}");
        assert_eq!(counts.records_matched, counts.frames_walked, "{counts:?}");
    }
}
