//! Reads, instantiates and calls a module.

use std::fs;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use statepoint_gc::observe::CollectorStatistics;
use wasm_gc::host::console;
use wasm_gc::runtime::{
    Engine, Extern, Handle, Instance, Linker, LoadedModule, Reference, Store, Value,
};
use wasm_gc::types::ValueType;
use wasm_gc::{Error, InvocationError};

use crate::arguments::{Backend, Run};

/// Bytes of stack that programs may use.
pub(crate) const PROGRAM_STACK: usize = 60 << 20;
/// The stack of a thread that runs a program: what programs may use, and what the host needs.
pub(crate) const STACK: usize = PROGRAM_STACK + (4 << 20);

/// What a run came to, also if it failed.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) results: Result<Results, Error>,
    pub(crate) steps: Steps,
    /// What the collector did, if there was a heap.
    pub(crate) heap: Option<CollectorStatistics>,
}

/// The time that each step took: also the one that failed, but none after it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    pub(crate) load: Option<Duration>,
    pub(crate) instantiate: Option<Duration>,
    pub(crate) call: Option<Duration>,
}

/// Runs a step and stores the time that it took.
fn timed<R>(time: &mut Option<Duration>, step: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = step();
    *time = Some(start.elapsed());
    result
}

/// Runs a module as the command line demands.
pub(crate) fn run(options: &Run) -> Outcome {
    let Backend::Cranelift = options.backend;
    let mut steps = Steps::default();
    let mut engine = None;
    let results = timed(&mut steps.load, || load(options, &mut engine));
    let results =
        results.and_then(|(engine, module)| run_threads(options, &engine, &module, &mut steps));
    Outcome { results, steps, heap: engine.map(|engine| engine.heap().statistics()) }
}

/// Creates an engine, which is stored also if the module is not valid, and loads the module.
fn load(
    options: &Run,
    created: &mut Option<Arc<Engine>>,
) -> Result<(Arc<Engine>, Arc<LoadedModule>), Error> {
    let path = &options.file;
    let bytes = fs::read(path).map_err(|source| Error::Read { path: path.clone(), source })?;
    let bytes = wat::parse_bytes(&bytes).map_err(|mut error| {
        error.set_path(path);
        error
    })?;
    let engine = Engine::new()?;
    *created = Some(Arc::clone(&engine));
    let module = engine.load(bytes.into_owned())?;
    Ok((engine, module))
}

/// The results of a function, with their types.
type Results = Vec<(ValueType, Value)>;

/// Runs an instance on each thread, the first of which is this one. If several fail, the error is
/// that of the first. The steps are those of this thread.
fn run_threads(
    options: &Run,
    engine: &Arc<Engine>,
    module: &Arc<LoadedModule>,
    steps: &mut Steps,
) -> Result<Results, Error> {
    thread::scope(|scope| {
        let others: Result<Vec<_>, _> = (1..options.threads)
            .map(|_| {
                let run = || run_instance(options, engine, module, &mut Steps::default()).map(drop);
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)
            })
            .collect();
        let first = run_instance(options, engine, module, steps)?;
        for thread in others.map_err(|error| Error::Resources(format!("no thread: {error}")))? {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        Ok(first)
    })
}

/// Creates an instance and calls its function.
fn run_instance(
    options: &Run,
    engine: &Arc<Engine>,
    module: &Arc<LoadedModule>,
    steps: &mut Steps,
) -> Result<Results, Error> {
    let mut store = Store::new(engine, PROGRAM_STACK)?;
    let instance = timed(&mut steps.instantiate, || {
        let mut linker = Linker::default();
        console::define(&mut store, &mut linker)?;
        let imports = linker.resolve(&module.module)?;
        store.instantiate(module, &imports)
    })?;
    timed(&mut steps.call, || call(options, &mut store, instance))
}

/// Calls the function that the command line names, or `_start` if it is exported.
fn call(options: &Run, store: &mut Store, instance: Handle<Instance>) -> Result<Results, Error> {
    let name = options.invoke.as_deref().unwrap_or("_start");
    match store.export(instance, name) {
        Some(Extern::Function(function)) => {
            let ty = store.function_type(function);
            let arguments = parse(name, &options.arguments, &ty.parameters)?;
            let values = store.call(function, &arguments)?;
            Ok(ty.results.into_iter().zip(values).collect())
        }
        _ if options.invoke.is_some() => {
            let name = name.to_owned();
            Err(InvocationError::NoExport { kind: "function", name }.into())
        }
        _ => Ok(vec![]),
    }
}

/// Parses the arguments of a function.
fn parse(name: &str, texts: &[String], types: &[ValueType]) -> Result<Vec<Value>, Error> {
    if texts.len() != types.len() {
        let (expected, found) = (types.len(), texts.len());
        return Err(InvocationError::Count { name: name.to_owned(), expected, found }.into());
    }
    let values = texts.iter().zip(types).enumerate().map(|(index, (text, &expected))| {
        parse_value(text, expected).ok_or_else(|| {
            let (name, found) = (name.to_owned(), text.clone());
            InvocationError::Argument { name, index, expected, found }.into()
        })
    });
    values.collect()
}

/// Parses a value. Integers may be in the range with or without a sign.
fn parse_value(text: &str, ty: ValueType) -> Option<Value> {
    Some(match ty {
        ValueType::I32 => {
            Value::I32(text.parse().or_else(|_| text.parse().map(u32::cast_signed)).ok()?)
        }
        ValueType::I64 => {
            Value::I64(text.parse().or_else(|_| text.parse().map(u64::cast_signed)).ok()?)
        }
        ValueType::F32 => Value::F32(text.parse::<f32>().ok()?.to_bits()),
        ValueType::F64 => Value::F64(text.parse::<f64>().ok()?.to_bits()),
        ValueType::Reference(reference) if reference.nullable && text == "null" => {
            Value::Reference(Reference::Null)
        }
        ValueType::Reference(_) => return None,
    })
}
