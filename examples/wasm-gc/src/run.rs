//! Reads, instantiates and calls a module.

use std::fs;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use statepoint_gc::Heap;
use statepoint_gc::observe::CollectorStatistics;
use wasm_gc::host::console;
use wasm_gc::host::wasi::{Wasi, WasiOptions};
use wasm_gc::llvm::Tools;
use wasm_gc::runtime::{
    CodeGenerator, Engine, Extern, Handle, Instance, Linker, LoadedModule, Reference, Store, Value,
};
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
    /// The status with which the program ended itself, if it did.
    pub(crate) status: Option<u32>,
    /// What the collector did.
    pub(crate) heap: CollectorStatistics,
}

/// Reads the module, in the binary format.
fn read(options: &Run) -> Result<Vec<u8>, Error> {
    let path = &options.file;
    let bytes = fs::read(path).map_err(|source| Error::Read { path: path.clone(), source })?;
    let bytes = wat::parse_bytes(&bytes).map_err(|mut error| {
        error.set_path(path);
        error
    })?;
    Ok(bytes.into_owned())
}

/// Returns the IR of the module that the back end `llvm` compiles.
pub(crate) fn llvm_ir(options: &Run) -> Result<String, Error> {
    let bytes = read(options)?;
    Engine::new()?.llvm_ir(bytes)
}

/// Runs a module as the command line demands.
pub(crate) fn run(options: &Run) -> Result<Finished, Error> {
    let start = Instant::now();
    let bytes = read(options)?;
    let generator = match options.backend {
        Backend::Cranelift => CodeGenerator::Cranelift,
        Backend::Llvm => CodeGenerator::Llvm(Tools::find()?),
    };
    let engine = Engine::with_generator(Heap::builder(), generator)?;
    let module = engine.load(bytes)?;
    check_options(options, &module)?;
    let load = start.elapsed();

    let Ran { results, instantiate, call, status } = run_threads(options, &engine, &module)?;
    Ok(Finished { results, load, instantiate, call, status, heap: engine.heap().statistics() })
}

/// Checks that no option is without effect, because it is for programs for WASI and the module is
/// none.
fn check_options(options: &Run, module: &LoadedModule) -> Result<(), InvocationError> {
    if Wasi::is_imported(&module.module) {
        return Ok(());
    }
    let has_arguments = options.invoke.is_none() && !options.arguments.is_empty();
    let given = [
        ("arguments without --invoke", has_arguments),
        ("--env", !options.env.is_empty()),
        ("--dir", !options.dir.is_empty()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(InvocationError::NotWasi { option }),
        None => Ok(()),
    }
}

/// The results of an instance, and the time that each step took.
struct Ran {
    results: Vec<(ValueType, Value)>,
    instantiate: Duration,
    call: Duration,
    status: Option<u32>,
}

/// Runs an instance on each thread, the first of which is this one. If several fail, the error is
/// that of the first; if several end themselves, the status is the first that is not 0.
fn run_threads(
    options: &Run,
    engine: &Arc<Engine>,
    module: &Arc<LoadedModule>,
) -> Result<Ran, Error> {
    thread::scope(|scope| {
        let others: Result<Vec<_>, _> = (1..options.threads)
            .map(|_| {
                let run = || run_instance(options, engine, module).map(|ran| ran.status);
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)
            })
            .collect();
        let mut first = run_instance(options, engine, module)?;
        for thread in others.map_err(|error| Error::Resources(format!("no thread: {error}")))? {
            let status = thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            if first.status.is_none_or(|status| status == 0) {
                first.status = status.or(first.status);
            }
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
    let wasi = match Wasi::is_imported(&module.module) {
        true => Some(Wasi::define(&wasi_options(options), &mut store, &mut linker)?),
        false => None,
    };
    let imports = linker.resolve(&module.module)?;
    let bind = |store: &Store, instance| {
        if let Some(wasi) = &wasi {
            wasi.bind(store, instance);
        }
    };
    let (mut instantiate, mut results) = (Duration::ZERO, vec![]);
    let outcome = store.instantiate_with(module, &imports, bind).and_then(|instance| {
        instantiate = start.elapsed();
        // A library for WASI has this function instead of `_start`.
        if wasi.is_some() && options.invoke.is_some() {
            call_export(&mut store, instance, "_initialize", &[])?;
        }
        let Some(name) = &options.invoke else {
            results = call_export(&mut store, instance, "_start", &[])?.unwrap_or_default();
            return Ok(());
        };
        let values = call_export(&mut store, instance, name, &options.arguments)?;
        let no_export = || InvocationError::NoExport { kind: "function", name: name.clone() };
        results = values.ok_or_else(no_export)?;
        Ok(())
    });
    let call = start.elapsed().saturating_sub(instantiate);
    let status = match outcome {
        Ok(()) => None,
        Err(Error::Exit(status)) => Some(status),
        Err(error) => return Err(error),
    };
    Ok(Ran { results, instantiate, call, status })
}

/// Returns what a program for WASI may see and use. Its name is that of the file.
fn wasi_options(options: &Run) -> WasiOptions {
    let mut arguments = vec![options.file.to_string_lossy().into_owned()];
    if options.invoke.is_none() {
        arguments.extend_from_slice(&options.arguments);
    }
    let (environment, directories) = (options.env.clone(), options.dir.clone());
    WasiOptions { arguments, environment, directories }
}

/// Calls an exported function, and returns its results, or `None` if there is no such function.
fn call_export(
    store: &mut Store,
    instance: Handle<Instance>,
    name: &str,
    arguments: &[String],
) -> Result<Option<Vec<(ValueType, Value)>>, Error> {
    let Some(Extern::Function(function)) = store.export(instance, name) else { return Ok(None) };
    let ty = store.function_type(function);
    let arguments = parse(name, arguments, &ty.parameters)?;
    let values = store.call(function, &arguments)?;
    Ok(Some(ty.results.into_iter().zip(values).collect()))
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
