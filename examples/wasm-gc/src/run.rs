//! Reads, instantiates and calls a module.

use std::fs;
use std::panic::resume_unwind;
use std::rc::Rc;
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
use wasm_gc::{Error, InvocationError, Module};

use crate::arguments::{Backend, Run};

/// Bytes of stack that programs may use.
pub(crate) const PROGRAM_STACK: usize = 60 << 20;
/// The stack of a thread that runs a program: what programs may use, and what the host needs.
pub(crate) const STACK: usize = PROGRAM_STACK + (4 << 20);

/// What a run came to, also if it failed.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) finished: Result<Finished, Error>,
    pub(crate) steps: Steps,
    /// What the collector did, if there was a heap.
    pub(crate) heap: Option<CollectorStatistics>,
}

/// How a program ended.
#[derive(Debug, Default)]
pub(crate) struct Finished {
    /// The results of the function that was called, with their types.
    pub(crate) results: Results,
    /// The status with which the program ended itself, if it did.
    pub(crate) status: Option<u32>,
}

type Results = Vec<(ValueType, Value)>;

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

/// Creates the engine and its heap. Called before the process has other threads: the first heap
/// registers it with the kernel for membarrier(2), which waits for 5 to 20 ms if it has.
pub(crate) fn engine(options: &Run) -> Result<Arc<Engine>, Error> {
    let generator = match options.backend {
        Backend::Cranelift => CodeGenerator::Cranelift,
        Backend::Llvm => CodeGenerator::Llvm(Tools::find()?),
    };
    Engine::with_generator(Heap::builder(), generator)
}

/// Runs a module as the command line demands, in an engine of [`engine`].
pub(crate) fn run(options: &Run, created: Result<Arc<Engine>, Error>) -> Outcome {
    let mut steps = Steps::default();
    let mut engine = None;
    let loaded = timed(&mut steps.load, || load(options, created, &mut engine));
    let finished = loaded.and_then(|(engine, module, linked)| {
        run_threads(options, &engine, &module, linked, &mut steps)
    });
    Outcome { finished, steps, heap: engine.map(|engine| engine.heap().statistics()) }
}

/// Reads and loads the module, and resolves its imports for this thread before it is compiled. The
/// engine is stored also if the module is not valid.
fn load(
    options: &Run,
    created: Result<Arc<Engine>, Error>,
    stored: &mut Option<Arc<Engine>>,
) -> Result<(Arc<Engine>, Arc<LoadedModule>, Linked), Error> {
    let bytes = read(options)?;
    let engine = created?;
    *stored = Some(Arc::clone(&engine));
    let mut linked = None;
    let module = engine.load_checked(bytes, |module| {
        check_options(options, module)?;
        linked = Some(Linked::new(options, &engine, module)?);
        Ok(())
    })?;
    Ok((engine, module, linked.expect("the module was checked")))
}

/// A store of the calling thread, and what the imports of the module are resolved to.
struct Linked {
    store: Store,
    wasi: Option<Rc<Wasi>>,
    imports: Vec<Extern>,
}

impl Linked {
    /// Creates a store, and resolves the imports. Their types are checked.
    fn new(options: &Run, engine: &Arc<Engine>, module: &Module) -> Result<Self, Error> {
        let mut store = Store::new(engine, PROGRAM_STACK)?;
        let mut linker = Linker::default();
        console::define(&mut store, &mut linker)?;
        let wasi = match Wasi::is_imported(module) {
            true => Some(Wasi::define(&wasi_options(options), &mut store, &mut linker)?),
            false => None,
        };
        let imports = linker.resolve(module)?;
        store.check_imports(module, &imports)?;
        Ok(Self { store, wasi, imports })
    }
}

/// Checks that no option is without effect, because it is for programs for WASI and the module is
/// none.
fn check_options(options: &Run, module: &Module) -> Result<(), InvocationError> {
    if Wasi::is_imported(module) {
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

/// Runs an instance on each thread, the first of which is this one. If several fail, the error is
/// that of the first; if several end themselves, the status is the first that is not 0. The steps
/// are those of this thread.
fn run_threads(
    options: &Run,
    engine: &Arc<Engine>,
    module: &Arc<LoadedModule>,
    linked: Linked,
    steps: &mut Steps,
) -> Result<Finished, Error> {
    thread::scope(|scope| {
        let others: Result<Vec<_>, _> = (1..options.threads)
            .map(|_| {
                let run = || {
                    let mut steps = Steps::default();
                    let linked = Linked::new(options, engine, &module.module)?;
                    run_instance(options, module, linked, &mut steps).map(|ran| ran.status)
                };
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)
            })
            .collect();
        let mut first = run_instance(options, module, linked, steps)?;
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
    module: &Arc<LoadedModule>,
    linked: Linked,
    steps: &mut Steps,
) -> Result<Finished, Error> {
    let Linked { mut store, wasi, imports } = linked;
    let outcome = timed(&mut steps.instantiate, || {
        store.instantiate_with(module, &imports, |store, instance| {
            if let Some(wasi) = &wasi {
                wasi.bind(store, instance);
            }
        })
    });
    let is_wasi = wasi.is_some();
    let outcome = outcome.and_then(|instance| {
        timed(&mut steps.call, || call(options, &mut store, instance, is_wasi))
    });
    match outcome {
        Ok(results) => Ok(Finished { results, status: None }),
        Err(Error::Exit(status)) => Ok(Finished { results: vec![], status: Some(status) }),
        Err(error) => Err(store.explain(error)),
    }
}

/// Calls the function that the command line names, or `_start` if it is exported.
fn call(
    options: &Run,
    store: &mut Store,
    instance: Handle<Instance>,
    is_wasi: bool,
) -> Result<Results, Error> {
    let Some(name) = &options.invoke else {
        return Ok(call_export(store, instance, "_start", &[])?.unwrap_or_default());
    };
    if is_wasi {
        // A library for WASI has this function instead of `_start`.
        call_export(store, instance, "_initialize", &[])?;
    }
    let results = call_export(store, instance, name, &options.arguments)?;
    let no_export = || InvocationError::NoExport { kind: "function", name: name.clone() };
    Ok(results.ok_or_else(no_export)?)
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
) -> Result<Option<Results>, Error> {
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
