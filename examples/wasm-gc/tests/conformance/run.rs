//! Runs a script and counts its directives.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use statepoint_gc::HeapBuilder;
use statepoint_gc::observe::CollectorStatistics;
use wasm_gc::host::spectest;
use wasm_gc::runtime::{
    CodeGenerator, Engine, Extern, Handle, Instance, Linker, LoadedModule, Store, Value,
};
use wasm_gc::{Error, LinkError};
use wast::token::Id;
use wast::{QuoteWat, WastDirective, WastExecute, WastInvoke, WastRet, Wat};

use crate::scripts::{Script, outdated};
use crate::values::{argument, is_expected};

/// What became of the directives of a script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    /// Messages with lines.
    pub(crate) failures: Vec<String>,
    /// How many were skipped, by reason.
    pub(crate) skipped: BTreeMap<String, usize>,
    /// What the collector did.
    pub(crate) heap: Option<CollectorStatistics>,
}

/// Why a directive did not pass.
enum Stop {
    Failed(String),
    Skipped(String),
}

type Outcome<T = ()> = Result<T, Stop>;

fn failed<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Stop::Failed(message.into()))
}

/// Runs a script on a heap with these settings, compiled by this code generator. Programs may use
/// this many bytes of stack.
pub(crate) fn run_script(
    script: &Script,
    stack_bytes: usize,
    heap: HeapBuilder,
    generator: &CodeGenerator,
) -> Counts {
    let mut counts = Counts::default();
    let mut lexer = wast::lexer::Lexer::new(script.text);
    lexer.allow_confusing_unicode(true);
    let buffer = wast::parser::ParseBuffer::new_with_lexer(lexer);
    let buffer = buffer.expect("the suite's scripts have no lexical errors");
    let wast = wast::parser::parse::<wast::Wast<'_>>(&buffer);
    let mut runner = Runner::new(&script.folder, stack_bytes, heap, generator);
    for directive in wast.expect("the suite's scripts have no syntax errors").directives {
        let line = directive.span().linecol_in(script.text).0 + 1;
        match runner.directive(directive) {
            Ok(()) => counts.passed += 1,
            Err(Stop::Failed(message)) => counts.failures.push(format!("line {line}: {message}")),
            Err(Stop::Skipped(reason)) => *counts.skipped.entry(reason).or_default() += 1,
        }
    }
    counts.heap = Some(runner.engine.heap().statistics());
    counts
}

/// An instance, or why there is none.
type Slot = Result<Handle<Instance>, String>;

struct Runner {
    folder: String,
    engine: Arc<Engine>,
    store: Store,
    linker: Linker,
    current: Slot,
    instances: HashMap<String, Slot>,
    definitions: HashMap<String, Result<Arc<LoadedModule>, String>>,
    last_definition: Option<Result<Arc<LoadedModule>, String>>,
    /// Names that are registered for modules which are not supported.
    missing: HashMap<String, String>,
}

/// Returns the reason if an error means that something is not supported.
fn unsupported(error: &Error) -> Option<String> {
    match error {
        Error::Unsupported { what, .. } => Some(what.clone()),
        _ => None,
    }
}

fn stop(error: Error) -> Stop {
    match unsupported(&error) {
        Some(reason) => Stop::Skipped(reason),
        None => Stop::Failed(error.to_string()),
    }
}

impl Runner {
    fn new(folder: &str, stack_bytes: usize, heap: HeapBuilder, generator: &CodeGenerator) -> Self {
        let engine = Engine::with_generator(heap, generator.clone()).expect("a heap");
        let mut store = Store::new(&engine, stack_bytes).expect("a store");
        let mut linker = Linker::default();
        spectest::define(&mut store, &mut linker).expect("memory for the module `spectest`");
        Self {
            folder: folder.to_owned(),
            engine,
            store,
            linker,
            current: Err("no module".into()),
            instances: HashMap::new(),
            definitions: HashMap::new(),
            last_definition: None,
            missing: HashMap::new(),
        }
    }

    fn directive(&mut self, directive: WastDirective<'_>) -> Outcome {
        match directive {
            WastDirective::Module(module) => self.module(module),
            WastDirective::ModuleDefinition(module) => self.definition(module),
            WastDirective::ModuleInstance { instance, module, .. } => {
                self.instantiate_definition(instance, module)
            }
            WastDirective::Register { name, module, .. } => self.register(name, module),
            WastDirective::Invoke(invoke) => self.invoke(&invoke)?.map(drop).map_err(stop),
            WastDirective::AssertReturn { exec, results, .. } => self.assert_return(exec, &results),
            WastDirective::AssertTrap { exec, message, .. } => {
                let outcome = self.execute(exec)?;
                assert_trap(outcome, message)
            }
            WastDirective::AssertExhaustion { call, message, .. } => {
                let outcome = self.invoke(&call)?;
                assert_trap(outcome, message)
            }
            WastDirective::AssertException { exec, .. } => match self.execute(exec)? {
                Err(Error::Exception(_)) => Ok(()),
                Err(error) => Err(stop(error)),
                Ok(values) => failed(format!("no exception, but {values:?}")),
            },
            WastDirective::AssertInvalid { module, message, .. } => {
                self.assert_rejected(module, message, false)
            }
            WastDirective::AssertMalformed { module, message, .. } => {
                self.assert_rejected(module, message, true)
            }
            WastDirective::AssertUnlinkable { module, message, .. } => {
                self.assert_unlinkable(module, message)
            }
            WastDirective::AssertMalformedCustom { .. }
            | WastDirective::AssertInvalidCustom { .. } => {
                Err(Stop::Skipped("contents of custom sections".into()))
            }
            WastDirective::Thread(_) | WastDirective::Wait { .. } => {
                Err(Stop::Skipped("threads".into()))
            }
            WastDirective::AssertSuspension { .. } => {
                Err(Stop::Skipped("suspended execution".into()))
            }
        }
    }

    fn load(&mut self, mut module: QuoteWat<'_>) -> Outcome<Result<Arc<LoadedModule>, Error>> {
        match module.encode() {
            Ok(bytes) => Ok(self.engine.load(bytes)),
            Err(error) => failed(format!("not encodable: {error}")),
        }
    }

    fn instantiate(&mut self, loaded: &Arc<LoadedModule>) -> Result<Handle<Instance>, Stop> {
        let imports = self.linker.resolve(&loaded.module).map_err(|error| match &error {
            LinkError::Unknown { imports } if self.missing.contains_key(&imports[0].0) => {
                Stop::Skipped(self.missing[&imports[0].0].clone())
            }
            _ => stop(error.into()),
        })?;
        self.store.instantiate(loaded, &imports).map_err(stop)
    }

    /// Makes the outcome of an instantiation the current instance.
    fn enter(&mut self, name: Option<Id<'_>>, outcome: Result<Handle<Instance>, Stop>) -> Outcome {
        let (slot, result) = match outcome {
            Ok(instance) => (Ok(instance), Ok(())),
            Err(Stop::Skipped(reason)) => (Err(reason.clone()), Err(Stop::Skipped(reason))),
            Err(Stop::Failed(message)) => {
                (Err("its module failed".to_owned()), Err(Stop::Failed(message)))
            }
        };
        if let Some(name) = name {
            self.instances.insert(name.name().to_owned(), slot.clone());
        }
        self.current = slot;
        result
    }

    fn module(&mut self, module: QuoteWat<'_>) -> Outcome {
        let name = module.name();
        let outcome = match self.load(module) {
            Ok(Ok(loaded)) => self.instantiate(&loaded),
            Ok(Err(error)) => Err(stop(error)),
            Err(stop) => Err(stop),
        };
        self.enter(name, outcome)
    }

    fn definition(&mut self, module: QuoteWat<'_>) -> Outcome {
        let name = module.name().map(|id| id.name().to_owned());
        let (definition, result) = match self.load(module)? {
            Ok(loaded) => (Ok(loaded), Ok(())),
            Err(error) => match unsupported(&error) {
                Some(reason) => (Err(reason.clone()), Err(Stop::Skipped(reason))),
                None => (Err("its module failed".into()), failed(error.to_string())),
            },
        };
        if let Some(name) = name {
            self.definitions.insert(name, definition.clone());
        }
        self.last_definition = Some(definition);
        result
    }

    fn instantiate_definition(
        &mut self,
        instance: Option<Id<'_>>,
        module: Option<Id<'_>>,
    ) -> Outcome {
        let definition = match module {
            Some(name) => self.definitions.get(name.name()).cloned(),
            None => self.last_definition.clone(),
        };
        let outcome = match definition {
            Some(Ok(loaded)) => self.instantiate(&loaded),
            Some(Err(reason)) => Err(Stop::Skipped(reason)),
            None => failed("no such definition"),
        };
        self.enter(instance, outcome)
    }

    fn slot(&self, module: Option<Id<'_>>) -> Slot {
        match module {
            Some(name) => match self.instances.get(name.name()) {
                Some(slot) => slot.clone(),
                None => Err(format!("no module {}", name.name())),
            },
            None => self.current.clone(),
        }
    }

    fn register(&mut self, name: &str, module: Option<Id<'_>>) -> Outcome {
        match self.slot(module) {
            Ok(instance) => {
                self.linker.define_instance(&self.store, name, instance);
                Ok(())
            }
            Err(reason) => {
                self.missing.insert(name.to_owned(), reason.clone());
                Err(Stop::Skipped(reason))
            }
        }
    }

    fn export(&self, module: Option<Id<'_>>, name: &str) -> Outcome<Extern> {
        let instance = self.slot(module).map_err(Stop::Skipped)?;
        match self.store.export(instance, name) {
            Some(item) => Ok(item),
            None => failed(format!("no export {name:?}")),
        }
    }

    fn invoke(&mut self, invoke: &WastInvoke<'_>) -> Outcome<Result<Vec<Value>, Error>> {
        let Extern::Function(function) = self.export(invoke.module, invoke.name)? else {
            return failed(format!("{:?} is no function", invoke.name));
        };
        let arguments: Option<Vec<_>> = invoke.args.iter().map(argument).collect();
        let arguments = arguments.ok_or_else(|| Stop::Skipped("a vector of 128 bits".into()))?;
        Ok(self.store.call(function, &arguments))
    }

    fn execute(&mut self, exec: WastExecute<'_>) -> Outcome<Result<Vec<Value>, Error>> {
        match exec {
            WastExecute::Invoke(invoke) => self.invoke(&invoke),
            WastExecute::Wat(module) => {
                let loaded = match self.load(QuoteWat::Wat(module))? {
                    Ok(loaded) => loaded,
                    Err(error) => return Ok(Err(error)),
                };
                let imports = match self.linker.resolve(&loaded.module) {
                    Ok(imports) => imports,
                    Err(error) => return Ok(Err(error.into())),
                };
                Ok(self.store.instantiate(&loaded, &imports).map(|_| vec![]))
            }
            WastExecute::Get { module, global, .. } => match self.export(module, global)? {
                Extern::Global(global) => Ok(Ok(vec![self.store.global_value(global)])),
                _ => failed(format!("{global:?} is no global")),
            },
        }
    }

    fn assert_return(&mut self, exec: WastExecute<'_>, expected: &[WastRet<'_>]) -> Outcome {
        let values = self.execute(exec)?.map_err(stop)?;
        let matches = values.len() == expected.len()
            && values.iter().zip(expected).all(|(value, expected)| is_expected(value, expected));
        if matches { Ok(()) } else { failed(format!("{values:?} and not {expected:?}")) }
    }

    fn assert_rejected(
        &mut self,
        mut module: QuoteWat<'_>,
        message: &str,
        malformed: bool,
    ) -> Outcome {
        let error = match module.encode() {
            Ok(bytes) => self.engine.load(bytes).err(),
            Err(_) if malformed => return Ok(()),
            Err(error) => return failed(format!("not encodable: {error}")),
        };
        match error {
            Some(Error::Invalid(_)) => Ok(()),
            Some(error) if unsupported(&error).is_some() => Err(stop(error)),
            Some(error) => failed(format!("not rejected with {message:?}, but: {error}")),
            None => match outdated(&self.folder, message) {
                Some(reason) => Err(Stop::Skipped(reason.to_owned())),
                None => failed(format!("not rejected with {message:?}")),
            },
        }
    }

    fn assert_unlinkable(&mut self, module: Wat<'_>, message: &str) -> Outcome {
        let loaded = self.load(QuoteWat::Wat(module))?.map_err(stop)?;
        let imports = match self.linker.resolve(&loaded.module) {
            Ok(imports) => imports,
            Err(error) if error.to_string().starts_with(message) => return Ok(()),
            Err(error) => return failed(format!("{error}, and not {message}")),
        };
        match self.store.instantiate(&loaded, &imports) {
            Err(Error::Link(error)) if error.to_string().starts_with(message) => Ok(()),
            Err(error) => failed(format!("{error}, and not {message}")),
            Ok(_) => failed(format!("linked, and not {message}")),
        }
    }
}

fn assert_trap(outcome: Result<Vec<Value>, Error>, message: &str) -> Outcome {
    match outcome {
        // The suite's messages may have more, such as an index.
        Err(Error::Trap(trap)) if message.starts_with(&trap.kind.to_string()) => Ok(()),
        Err(Error::Trap(trap)) => failed(format!("{trap}, and not {message}")),
        Err(error) => Err(stop(error)),
        Ok(values) => failed(format!("{values:?}, and not {message}")),
    }
}
