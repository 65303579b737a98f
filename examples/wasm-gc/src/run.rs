//! Reads, instantiates and calls a module.

use std::fs;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use statepoint_gc::observe::CollectorStatistics;
use wasm_gc::host::console;
use wasm_gc::runtime::{Engine, Extern, Linker, LoadedModule, Reference, Store, Value};
use wasm_gc::types::ValueType;
use wasm_gc::{Error, InvocationError};

use crate::arguments::{Backend, Run};

/// Bytes of stack that programs may use.
pub(crate) const PROGRAM_STACK: usize = 60 << 20;
/// The stack of a thread that runs a program: what programs may use, and what the host needs.
pub(crate) const STACK: usize = PROGRAM_STACK + (4 << 20);

/// The results, and the time that each step took.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) results: Vec<(ValueType, Value)>,
    pub(crate) load: Duration,
    pub(crate) instantiate: Duration,
    pub(crate) call: Duration,
    /// What the collector did.
    pub(crate) heap: CollectorStatistics,
}

/// Runs a module as the command line demands.
pub(crate) fn run(options: &Run) -> Result<Finished, Error> {
    let Backend::Cranelift = options.backend;
    let start = Instant::now();
    let path = &options.file;
    let bytes = fs::read(path).map_err(|source| Error::Read { path: path.clone(), source })?;
    let bytes = wat::parse_bytes(&bytes).map_err(|mut error| {
        error.set_path(path);
        error
    })?;
    let engine = Engine::new()?;
    let module = engine.load(bytes.into_owned())?;
    let load = start.elapsed();

    let Ran { results, instantiate, call } = run_threads(options, &engine, &module)?;
    Ok(Finished { results, load, instantiate, call, heap: engine.heap().statistics() })
}

/// The results of an instance, and the time that each step took.
struct Ran {
    results: Vec<(ValueType, Value)>,
    instantiate: Duration,
    call: Duration,
}

/// Runs an instance on each thread, the first of which is this one. If several fail, the error is
/// that of the first.
fn run_threads(
    options: &Run,
    engine: &Arc<Engine>,
    module: &Arc<LoadedModule>,
) -> Result<Ran, Error> {
    thread::scope(|scope| {
        let others: Result<Vec<_>, _> = (1..options.threads)
            .map(|_| {
                let run = || run_instance(options, engine, module).map(drop);
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)
            })
            .collect();
        let first = run_instance(options, engine, module)?;
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
) -> Result<Ran, Error> {
    let start = Instant::now();
    let mut store = Store::new(engine, PROGRAM_STACK)?;
    let mut linker = Linker::default();
    console::define(&mut store, &mut linker)?;
    let imports = linker.resolve(&module.module)?;
    let instance = store.instantiate(module, &imports)?;
    let instantiate = start.elapsed();

    let start = Instant::now();
    let name = options.invoke.as_deref().unwrap_or("_start");
    let mut results = vec![];
    match store.export(instance, name) {
        Some(Extern::Function(function)) => {
            let ty = store.function_type(function);
            let arguments = parse(name, &options.arguments, &ty.parameters)?;
            let values = store.call(function, &arguments)?;
            results = ty.results.into_iter().zip(values).collect();
        }
        _ if options.invoke.is_some() => {
            let name = name.to_owned();
            return Err(InvocationError::NoExport { kind: "function", name }.into());
        }
        _ => {}
    }
    Ok(Ran { results, instantiate, call: start.elapsed() })
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
