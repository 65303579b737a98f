//! Instructions on long ranges while objects move: each polls between its pieces, so another thread
//! need not wait for it.
//!
//! With a collection at each poll, the number of collections is that of the polls.

use std::fmt::Write as _;
use std::sync::Arc;
use std::thread;

use statepoint_gc::{Heap, HeapBuilder, Mutator, Zeal};
use wasm_gc::runtime::{Engine, Extern, LoadedModule, Store, Value};

/// Elements of each array, table and segment.
const ELEMENTS: i32 = 10_000;
/// Bytes of the memory's segment.
const BYTES: i32 = 100_000;
/// Bytes that an instruction handles between two polls, at most.
const PIECE: i32 = 32 << 10;

/// Returns the value of the byte or element at an index.
fn pattern(index: i32) -> i32 {
    (index * 31 + index / 251) & 0xff
}

/// A module whose segments have the pattern. Each kind of range has functions `init`, `copy`,
/// `fill` and `get`.
fn text() -> String {
    let mut bytes = String::new();
    for index in 0..BYTES {
        write!(bytes, "\\{:02x}", pattern(index)).expect("a string can be written");
    }
    let mut items = String::new();
    for index in 0..ELEMENTS {
        let value = pattern(index);
        write!(items, "(item (struct.new $node (i32.const {value})))").expect("as above");
    }
    let hashes = ["memory", "table", "shorts", "nodes"].map(hash_function).concat();
    format!(
        r#"
        (module
          (type $node (struct (field i32)))
          (type $shorts (array (mut i16)))
          (type $nodes (array (mut (ref null $node))))
          (memory 4)
          (table $table 20000 (ref null $node))
          (data $bytes "{bytes}")
          (elem $items (ref $node) {items})
          (global $shorts (mut (ref null $shorts)) (ref.null $shorts))
          (global $nodes (mut (ref null $nodes)) (ref.null $nodes))

          (func (export "memory init") (param i32 i32)
            (memory.init $bytes (local.get 0) (i32.const 0) (local.get 1)))
          (func (export "memory copy") (param i32 i32 i32)
            (memory.copy (local.get 0) (local.get 1) (local.get 2)))
          (func (export "memory fill") (param i32 i32 i32)
            (memory.fill (local.get 0) (local.get 1) (local.get 2)))
          (func $memory (export "memory get") (param i32) (result i32) (i32.load8_u (local.get 0)))

          (func (export "table init") (param i32 i32)
            (table.init $table $items (local.get 0) (i32.const 0) (local.get 1)))
          (func (export "table copy") (param i32 i32 i32)
            (table.copy $table $table (local.get 0) (local.get 1) (local.get 2)))
          (func (export "table fill") (param i32 i32 i32)
            (table.fill $table (local.get 0) (struct.new $node (local.get 1)) (local.get 2)))
          (func $table (export "table get") (param i32) (result i32)
            (struct.get $node 0 (table.get $table (local.get 0))))
          (func (export "table grow") (param i32) (result i32)
            (table.grow $table (struct.new $node (i32.const 77)) (local.get 0)))
          (func (export "table drop") (elem.drop $items))

          (func (export "shorts new")
            (global.set $shorts (array.new $shorts (i32.const 0) (i32.const 20000))))
          (func (export "shorts init") (param i32 i32)
            (array.init_data $shorts $bytes
              (global.get $shorts) (local.get 0) (i32.const 0) (local.get 1)))
          (func (export "shorts copy") (param i32 i32 i32)
            (array.copy $shorts $shorts (global.get $shorts) (local.get 0)
              (global.get $shorts) (local.get 1) (local.get 2)))
          (func (export "shorts fill") (param i32 i32 i32)
            (array.fill $shorts (global.get $shorts) (local.get 0) (local.get 1) (local.get 2)))
          (func $shorts (export "shorts get") (param i32) (result i32)
            (array.get_u $shorts (global.get $shorts) (local.get 0)))
          (func (export "shorts new data")
            (global.set $shorts (array.new_data $shorts $bytes (i32.const 0) (i32.const 50000))))

          (func (export "nodes new")
            (global.set $nodes
              (array.new $nodes (struct.new $node (i32.const 0)) (i32.const 20000))))
          (func (export "nodes init") (param i32 i32)
            (array.init_elem $nodes $items
              (global.get $nodes) (local.get 0) (i32.const 0) (local.get 1)))
          (func (export "nodes copy") (param i32 i32 i32)
            (array.copy $nodes $nodes (global.get $nodes) (local.get 0)
              (global.get $nodes) (local.get 1) (local.get 2)))
          (func (export "nodes fill") (param i32 i32 i32)
            (array.fill $nodes (global.get $nodes) (local.get 0)
              (struct.new $node (local.get 1)) (local.get 2)))
          (func $nodes (export "nodes get") (param i32) (result i32)
            (struct.get $node 0 (array.get $nodes (global.get $nodes) (local.get 0))))
          (func (export "nodes new elements")
            (global.set $nodes (array.new_elem $nodes $items (i32.const 0) (i32.const 10000))))
          {hashes})"#
    )
}

/// A function that hashes the first elements of a range.
fn hash_function(kind: &str) -> String {
    format!(
        r#"
        (func (export "{kind} hash") (param $count i32) (result i32)
          (local $index i32) (local $hash i32)
          (loop $next
            (local.set $hash
              (i32.add
                (i32.mul (local.get $hash) (i32.const 31))
                (call ${kind} (local.get $index))))
            (br_if $next
              (i32.lt_u
                (local.tee $index (i32.add (local.get $index) (i32.const 1)))
                (local.get $count))))
          (local.get $hash))"#
    )
}

struct Ranges<'e> {
    engine: &'e Engine,
    store: Store,
    instance: wasm_gc::runtime::Handle<wasm_gc::runtime::Instance>,
    /// The polls that an instruction has made at least are counted.
    counts_polls: bool,
}

impl<'e> Ranges<'e> {
    fn new(engine: &'e Arc<Engine>, module: &Arc<LoadedModule>, counts_polls: bool) -> Self {
        let mut store = Store::new(engine, super::STACK).expect("a store");
        let instance = store.instantiate(module, &[]).expect("an instance");
        Self { engine, store, instance, counts_polls }
    }

    fn collections(&self) -> u64 {
        let statistics = self.engine.heap().statistics();
        statistics.young_collections + statistics.full_collections
    }

    /// Calls a function, and asserts that it polls after each of a number of pieces but the last:
    /// in addition to the poll of its prologue.
    fn call(&mut self, name: &str, arguments: &[i32], pieces: i32) -> Vec<Value> {
        let Some(Extern::Function(function)) = self.store.export(self.instance, name) else {
            panic!("no function {name}")
        };
        let arguments: Vec<_> = arguments.iter().copied().map(Value::I32).collect();
        let before = self.collections();
        let results = self.store.call(function, &arguments).expect(name);
        let polls = self.collections() - before;
        assert!(!self.counts_polls || polls >= pieces as u64, "{name}: {polls} of {pieces} polls");
        results
    }

    /// Asserts that all elements are as expected. Where each poll collects, only some are read.
    fn check(&mut self, kind: &str, expected: &[i32]) {
        if !self.counts_polls {
            let hash = |hash: i32, value: &i32| hash.wrapping_mul(31).wrapping_add(*value);
            let hash = expected.iter().fold(0, hash);
            let found = self.call(&format!("{kind} hash"), &[expected.len() as i32], 0);
            assert_eq!(found, [Value::I32(hash)], "{kind}");
            return;
        }
        let end = expected.len();
        let near = |index: usize| index.saturating_sub(1)..(index + 2).min(end);
        for index in (0..end).step_by(4096).flat_map(near).chain(near(end - 1)) {
            let found = self.call(&format!("{kind} get"), &[index as i32], 0);
            assert_eq!(found, [Value::I32(expected[index])], "{kind} {index}");
        }
    }

    /// Copies between overlapping ranges in both directions and fills, with a model beside it.
    fn run(&mut self, kind: &str, length: i32, bytes: i32, mut model: Vec<i32>) {
        let pieces = |count: i32| (count * bytes + PIECE - 1) / PIECE;
        self.check(kind, &model);
        let count = length - 7;
        for (to, from) in [(5, 0), (0, 3), (2, 2), (7, 1)] {
            self.call(&format!("{kind} copy"), &[to, from, count], pieces(count));
            model.copy_within(from as usize..(from + count) as usize, to as usize);
            self.check(kind, &model);
        }
        // Far ahead, so that the ranges overlap by less than a piece.
        let to = length / 2;
        self.call(&format!("{kind} copy"), &[to, 0, length - to], pieces(length - to));
        model.copy_within(0..(length - to) as usize, to as usize);
        self.check(kind, &model);
        self.call(&format!("{kind} fill"), &[1, 42, count], pieces(count));
        model[1..=count as usize].fill(42);
        self.check(kind, &model);
    }

    fn run_all(&mut self) {
        let bytes: Vec<_> = (0..BYTES).map(pattern).collect();
        self.call("memory init", &[0, BYTES], BYTES / PIECE + 1);
        self.run("memory", BYTES, 1, bytes.clone());

        let elements = &bytes[..ELEMENTS as usize];
        let words = ELEMENTS * 8 / PIECE + 1;
        self.call("table init", &[0, ELEMENTS], words);
        self.run("table", ELEMENTS, 8, elements.to_vec());
        assert_eq!(self.call("table grow", &[ELEMENTS], words), [Value::I32(20_000)]);
        let last = 20_000 + ELEMENTS - 1;
        assert_eq!(self.call("table get", &[last], 0), [Value::I32(77)]);

        let shorts: Vec<_> = bytes.chunks(2).map(|pair| pair[0] | pair[1] << 8).collect();
        self.call("shorts new", &[], 20_000 * 2 / PIECE + 1);
        self.call("shorts init", &[0, 20_000], 20_000 * 2 / PIECE + 1);
        self.run("shorts", 20_000, 2, shorts[..20_000].to_vec());
        self.call("shorts new data", &[], BYTES / PIECE + 1);
        self.check("shorts", &shorts);

        self.call("nodes new", &[], 20_000 * 8 / PIECE + 1);
        self.call("nodes init", &[0, ELEMENTS], words);
        self.run("nodes", ELEMENTS, 8, elements.to_vec());
        self.call("nodes new elements", &[], words);
        self.check("nodes", elements);
        // A dropped segment is empty, also if it is dropped again.
        for _ in 0..2 {
            self.call("table drop", &[], 0);
        }
        self.check("nodes", elements);
    }
}

/// Returns an engine for each code generator, and the module.
fn engines(
    heap: impl Fn() -> HeapBuilder,
) -> impl Iterator<Item = (Arc<Engine>, Arc<LoadedModule>)> {
    super::generators::all().into_iter().map(move |generator| {
        let heap = heap().heap_max(16 << 20);
        let engine = Engine::with_generator(heap, generator).expect("a heap");
        let module = engine.load(wat::parse_str(text()).expect("a module"));
        (engine, module.expect("a valid module"))
    })
}

#[test]
fn long_instructions_poll_after_each_piece() {
    for (engine, module) in engines(|| Heap::builder().zeal(Zeal::EveryPoll)) {
        Ranges::new(&engine, &module, true).run_all();
        super::assert_relocated(&engine);
    }
    for (engine, module) in engines(Heap::builder) {
        Ranges::new(&engine, &module, false).run_all();
    }
}

/// Threads collect for each other during their instructions.
#[test]
fn threads_collect_during_long_instructions() {
    for (engine, module) in engines(Heap::builder) {
        thread::scope(|scope| {
            let copy = || Ranges::new(&engine, &module, false).run_all();
            let copies: Vec<_> = (0..2).map(|_| scope.spawn(copy)).collect();
            let mut mutator = engine.heap().attach().expect("the thread is not attached");
            while copies.iter().any(|copy| !copy.is_finished()) {
                Mutator::collect(&mut mutator);
            }
        });
        let counts = engine.heap().statistics().counts;
        assert!(counts.objects_moved > 1000, "{counts:?}");
        assert_eq!(counts.records_matched, counts.frames_walked, "{counts:?}");
    }
}
