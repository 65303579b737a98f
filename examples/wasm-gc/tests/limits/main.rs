//! Programs that exhaust the heap or the stack: each time they trap, and the host continues.

#[path = "../generators/mod.rs"]
mod generators;
mod heap;
mod stack;

use std::sync::Arc;

use statepoint_gc::HeapBuilder;
use wasm_gc::runtime::{Engine, Extern, Handle, Instance, Linker, LoadedModule, Store, Value};
use wasm_gc::{Error, Trap};

/// Less than the stack of a test's thread.
const STACK: usize = 512 << 10;

/// Returns an engine for each code generator, whose heap has these settings.
fn engines(heap: impl Fn() -> HeapBuilder) -> impl Iterator<Item = Arc<Engine>> {
    let engine = move |generator| Engine::with_generator(heap(), generator).expect("a heap");
    generators::all().into_iter().map(engine)
}

fn load(engine: &Arc<Engine>, text: &str) -> Arc<LoadedModule> {
    engine.load(wat::parse_str(text).expect("a module")).expect("a valid module")
}

/// A store with one instance.
struct Program {
    store: Store,
    instance: Handle<Instance>,
}

impl Program {
    fn new(engine: &Arc<Engine>, module: &Arc<LoadedModule>) -> Self {
        let store = Store::new(engine, STACK).expect("a store");
        Self::link(store, &Linker::default(), module)
    }

    fn link(mut store: Store, linker: &Linker, module: &Arc<LoadedModule>) -> Self {
        let imports = linker.resolve(&module.module).expect("all imports are defined");
        let instance = store.instantiate(module, &imports).expect("an instance");
        Self { store, instance }
    }

    fn call(&mut self, name: &str, arguments: &[i32]) -> Result<Vec<Value>, Error> {
        let Some(Extern::Function(function)) = self.store.export(self.instance, name) else {
            panic!("no function {name}")
        };
        let arguments: Vec<_> = arguments.iter().copied().map(Value::I32).collect();
        self.store.call(function, &arguments)
    }
}

#[track_caller]
fn trap(outcome: Result<Vec<Value>, Error>) -> Trap {
    match outcome {
        Err(Error::Trap(trap)) => trap,
        other => panic!("{other:?}"),
    }
}
