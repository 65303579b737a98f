//! Programs that hold references in all kinds of places, while each allocation or poll collects.

mod bulk;
#[path = "../generators/mod.rs"]
mod generators;

use std::sync::Arc;
use std::thread;

use statepoint_gc::{Heap, HeapVerification, Mutator, Zeal};
use wasm_gc::runtime::{CodeGenerator, Engine, Extern, Linker, LoadedModule, Store, Value};
use wasm_gc::types::{FunctionType, HeapType, ReferenceType, ValueType};

const STACK: usize = 512 << 10;
const NODES: i32 = 20;

/// The exports and their results for 20 nodes.
const EXPECTED: [(&str, i32); 10] = [
    ("operands", 2 * 210),
    ("fields", 210),
    ("arrays", 238 + 12 + 9),
    ("tables", 76),
    ("globals", 210 + 7),
    ("exceptions", 210 + 10),
    ("tail_calls", 9 * 20),
    ("results", 2 * 10 * 20),
    ("host", 210 + 10 + 5),
    ("casts", 190),
];

fn engine(generator: &CodeGenerator, zeal: Zeal) -> (Arc<Engine>, Arc<LoadedModule>) {
    let verify = HeapVerification { before: true, after: true };
    let heap = Heap::builder().heap_max(16 << 20).zeal(zeal).verify(verify);
    let engine = Engine::with_generator(heap, generator.clone()).expect("a heap");
    let text = include_str!("references.wat");
    let module = engine.load(wat::parse_str(text).expect("a module")).expect("a valid module");
    (engine, module)
}

fn collect() {
    Mutator::with_current(Mutator::collect).expect("the callback is native code");
}

/// Defines the functions that the module imports.
fn define(store: &mut Store, linker: &mut Linker, module: &LoadedModule) {
    let ty = FunctionType { parameters: vec![], results: vec![] };
    let callback = |_: &[Value]| {
        collect();
        Ok(vec![])
    };
    let function = store.host_function(ty, Box::new(callback)).expect("memory for code");
    linker.define("test", "collect", Extern::Function(function));

    let reference = |heap| ValueType::Reference(ReferenceType { nullable: true, heap });
    let (any, node) =
        (reference(HeapType::Any), reference(HeapType::Defined(module.module.types[0])));
    let ty = FunctionType {
        parameters: vec![any, ValueType::I64, node, ValueType::F32],
        results: vec![node, ValueType::F32, any, ValueType::I64],
    };
    let callback = |arguments: &[Value]| {
        collect();
        let [any, wide, node, narrow] = arguments else { panic!("{arguments:?}") };
        assert_eq!((wide, narrow), (&Value::I64(5), &Value::F32(2.0_f32.to_bits())));
        assert_eq!(any, &any.clone());
        assert_ne!(any, node);
        Ok(vec![node.clone(), narrow.clone(), any.clone(), wide.clone()])
    };
    let function = store.host_function(ty, Box::new(callback)).expect("memory for code");
    linker.define("test", "swap", Extern::Function(function));
}

/// Calls all exports in a new store.
fn run(engine: &Arc<Engine>, module: &Arc<LoadedModule>) {
    let mut store = Store::new(engine, STACK).expect("a store");
    let mut linker = Linker::default();
    define(&mut store, &mut linker, module);
    let imports = linker.resolve(&module.module).expect("all imports are defined");
    let instance = store.instantiate(module, &imports).expect("an instance");
    for (name, expected) in EXPECTED {
        let Some(Extern::Function(function)) = store.export(instance, name) else {
            panic!("no function {name}")
        };
        let results = store.call(function, &[Value::I32(NODES)]);
        assert_eq!(results.expect(name), [Value::I32(expected)], "{name}");
    }
}

fn assert_relocated(engine: &Engine) {
    let counts = engine.heap().statistics().counts;
    assert!(counts.frames_walked > 50 && counts.roots_visited > 50, "{counts:?}");
    assert_eq!(counts.records_matched, counts.frames_walked, "{counts:?}");
    assert!(counts.objects_moved > 100, "{counts:?}");
}

#[test]
fn references_are_found_everywhere() {
    for generator in generators::all() {
        for zeal in [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll, Zeal::EveryAllocation(3)]
        {
            let (engine, module) = engine(&generator, zeal);
            run(&engine, &module);
            assert_relocated(&engine);
        }
    }
}

/// Threads with stores of their own share the heap, and each collects for all.
#[test]
fn stores_of_several_threads_share_a_heap() {
    for generator in generators::all() {
        for zeal in [Zeal::Off, Zeal::EveryAllocation(7)] {
            let (engine, module) = engine(&generator, zeal);
            thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        for _ in 0..5 {
                            run(&engine, &module);
                        }
                    });
                }
            });
            assert_relocated(&engine);
        }
    }
}
