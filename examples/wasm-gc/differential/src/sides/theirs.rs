//! `wasmtime` with a module.

use std::sync::OnceLock;

use wasmtime::{
    AnyRef, AsContextMut, Caller, Config, Engine, ExnRef, Export, Extern, ExternRef, Func,
    FuncType, GcHeapOutOfMemory, Global, GlobalType, HeapType, I31, Instance, Linker, Memory,
    MemoryType, Module, Mutability, OptLevel, Ref, RefType, Rooted, Store, Table, TableType,
    ThrownException, Trap, Val, ValType, WasmFeatures,
};

use super::{Argument, TABLE_ELEMENTS, hash};
use crate::describe::{Leaf, Node, Objects, describe};
use crate::imports;
use crate::outcome::{Limit, Outcome, TrapClass};
use crate::settings::{self, Collector};

/// What the functions of the host use.
#[derive(Debug, Default)]
struct Host {
    log: Vec<String>,
    number: i32,
}

/// A module in `wasmtime`.
#[derive(Debug)]
pub struct Theirs {
    store: Store<Host>,
    imports: Vec<Extern>,
    module: Module,
    instance: Option<Instance>,
    results: Vec<Vec<Val>>,
}

/// Returns the engine with a collector.
///
/// Signals are not used: their handlers would be those of the whole process. Code is not optimized,
/// because compiling takes most of the time.
fn engine(collector: Collector) -> &'static Engine {
    static ENGINES: [OnceLock<Engine>; 3] = [const { OnceLock::new() }; 3];
    ENGINES[collector as usize].get_or_init(|| {
        let mut config = Config::new();
        config
            .collector(match collector {
                Collector::Copying => wasmtime::Collector::Copying,
                Collector::Counting => wasmtime::Collector::DeferredReferenceCounting,
                Collector::Null => wasmtime::Collector::Null,
            })
            .wasm_features(WasmFeatures::WASM3, true)
            .cranelift_opt_level(OptLevel::None)
            .signals_based_traps(false)
            .memory_reservation(0)
            .memory_guard_size(0)
            .memory_init_cow(false)
            .max_wasm_stack(settings::STACK);
        Engine::new(&config).expect("the settings are valid")
    })
}

impl Theirs {
    /// Compiles a module.
    ///
    /// # Errors
    ///
    /// If the module is rejected.
    pub fn new(bytes: &[u8], seed: u64) -> Result<Self, wasmtime::Error> {
        let engine = engine(Collector::of_seed(seed));
        let module = Module::new(engine, bytes)?;
        let mut store = Store::new(engine, Host::default());
        let linker = linker(&mut store)?;
        let imports: Result<Vec<_>, _> = module
            .imports()
            .map(|import| linker.get(&mut store, import.module(), import.name()))
            .collect();
        let imports = imports?;
        Ok(Self { store, imports, module, instance: None, results: vec![] })
    }

    /// Creates an instance, which replaces the former one.
    pub fn instantiate(&mut self) -> Outcome {
        match Instance::new(&mut self.store, &self.module, &self.imports) {
            Ok(instance) => {
                self.instance = Some(instance);
                Outcome::Returned(String::new())
            }
            Err(error) => self.outcome(&error),
        }
    }

    /// Returns the names of the exported functions, with the types of the parameters and the number
    /// of results.
    pub fn functions(&self) -> Vec<(String, Vec<ValType>)> {
        self.module
            .exports()
            .filter_map(|export| {
                let ty = export.ty();
                Some((export.name().to_owned(), ty.func()?.params().collect()))
            })
            .collect()
    }

    /// Returns the results of earlier calls that are of a type.
    pub fn results_of_type(&self, ty: &ValType) -> Vec<Argument> {
        let mut found = vec![];
        for (call, results) in self.results.iter().enumerate() {
            for (index, value) in results.iter().enumerate() {
                if value.matches_ty(&self.store, ty).unwrap_or(false) {
                    found.push(Argument::Result(call, index));
                }
            }
        }
        found
    }

    /// Calls an exported function, and keeps its results for [`Argument::Result`].
    pub fn call(&mut self, name: &str, arguments: &[Argument]) -> Outcome {
        self.results.push(vec![]);
        let function = self.instance.and_then(|each| each.get_func(&mut self.store, name));
        let Some(function) = function else {
            return Outcome::Rejected(format!("no function {name:?}"));
        };
        let ty = function.ty(&self.store);
        let values: Result<Vec<_>, _> =
            arguments.iter().zip(ty.params()).map(|(&each, ty)| self.value(each, &ty)).collect();
        let values = match values {
            Ok(values) => values,
            Err(error) => return self.outcome(&error),
        };
        let mut results = vec![Val::I32(0); ty.results().len()];
        match function.call(&mut self.store, &values, &mut results) {
            Ok(()) => {
                let leaves: Vec<_> = results.iter().map(leaf).collect();
                *self.results.last_mut().expect("an entry was pushed") = results;
                Outcome::Returned(describe(&leaves, &mut View(&mut self.store)))
            }
            Err(error) => self.outcome(&error),
        }
    }

    fn value(&mut self, argument: Argument, ty: &ValType) -> Result<Val, wasmtime::Error> {
        Ok(match argument {
            Argument::Number(bits) => match ty {
                ValType::I64 => Val::I64(bits.cast_signed()),
                ValType::F32 => Val::F32(bits as u32),
                ValType::F64 => Val::F64(bits),
                _ => Val::I32(bits as i32),
            },
            Argument::Null => Val::null_ref(ty.unwrap_ref().heap_type()),
            Argument::I31(number) => {
                let number = I31::new_u32(number).expect("the number has 31 bits");
                let reference = AnyRef::from_i31(&mut self.store, number);
                if is_extern(ty) {
                    Val::ExternRef(Some(ExternRef::convert_any(&mut self.store, reference)?))
                } else {
                    Val::AnyRef(Some(reference))
                }
            }
            Argument::Host(number) => {
                let reference = ExternRef::new(&mut self.store, number)?;
                if is_extern(ty) {
                    Val::ExternRef(Some(reference))
                } else {
                    Val::AnyRef(Some(AnyRef::convert_extern(&mut self.store, reference)?))
                }
            }
            Argument::Result(call, index) => self.results[call][index],
        })
    }

    fn outcome(&mut self, error: &wasmtime::Error) -> Outcome {
        if let Some(trap) = error.downcast_ref::<Trap>() {
            return match class(*trap) {
                Ok(class) => Outcome::Trapped(class),
                Err(Some(limit)) => Outcome::Limit(limit),
                Err(None) => Outcome::Rejected(trap.to_string()),
            };
        }
        if error.is::<GcHeapOutOfMemory<()>>() {
            return Outcome::Limit(Limit::Memory);
        }
        if error.is::<ThrownException>() {
            let thrown = self.store.as_context_mut().take_pending_exception();
            let thrown = [Leaf::Reference(Ref::Exn(thrown))];
            return Outcome::Threw(describe(&thrown, &mut View(&mut self.store)));
        }
        Outcome::Rejected(format!("{error:#}"))
    }

    /// Describes the exported globals and tables, and hashes of the memories, with names.
    pub fn state(&mut self) -> Vec<String> {
        let Some(instance) = self.instance else { return vec![] };
        let (mut leaves, mut state) = (vec![], vec![]);
        let exports: Vec<_> = instance.exports(&mut self.store).map(named).collect();
        for (name, item) in exports {
            match item {
                Extern::Global(global) => leaves.push(leaf(&global.get(&mut self.store))),
                Extern::Table(table) => {
                    let length = table.size(&self.store);
                    state.push(format!("table {name}: {length} elements"));
                    for index in 0..length.min(TABLE_ELEMENTS) {
                        let element = table.get(&mut self.store, index);
                        leaves.push(Leaf::Reference(element.expect("the index is in the table")));
                    }
                }
                Extern::Memory(memory) => {
                    let bytes = memory.data(&self.store);
                    let (length, hash) = (bytes.len(), hash(bytes));
                    state.push(format!("memory {name}: {length} bytes, hash {hash:#x}"));
                }
                _ => {}
            }
        }
        state.push(describe(&leaves, &mut View(&mut self.store)));
        state
    }

    /// Takes what the functions of the host have logged.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.store.data_mut().log)
    }
}

fn named(export: Export<'_>) -> (String, Extern) {
    (export.name().to_owned(), export.into_extern())
}

fn is_extern(ty: &ValType) -> bool {
    matches!(ty, ValType::Ref(ty) if ty.heap_type().matches(&HeapType::Extern))
}

/// Returns the class of a trap, or the limit that was reached.
fn class(trap: Trap) -> Result<TrapClass, Option<Limit>> {
    Ok(match trap {
        Trap::UnreachableCodeReached => TrapClass::Unreachable,
        Trap::IntegerDivisionByZero => TrapClass::DivideByZero,
        Trap::IntegerOverflow => TrapClass::IntegerOverflow,
        Trap::BadConversionToInteger => TrapClass::InvalidConversion,
        Trap::MemoryOutOfBounds => TrapClass::MemoryBounds,
        Trap::TableOutOfBounds => TrapClass::TableBounds,
        Trap::IndirectCallToNull => TrapClass::NullElement,
        Trap::BadSignature => TrapClass::CallType,
        Trap::NullReference => TrapClass::Null,
        Trap::CastFailure => TrapClass::Cast,
        Trap::ArrayOutOfBounds => TrapClass::ArrayBounds,
        Trap::StackOverflow => return Err(Some(Limit::Stack)),
        Trap::AllocationTooLarge => return Err(Some(Limit::Memory)),
        _ => return Err(None),
    })
}

fn leaf(value: &Val) -> Leaf<Ref> {
    match *value {
        Val::I32(value) => Leaf::I32(value.cast_unsigned()),
        Val::I64(value) => Leaf::I64(value.cast_unsigned()),
        Val::F32(bits) => Leaf::F32(bits),
        Val::F64(bits) => Leaf::F64(bits),
        Val::FuncRef(reference) => Leaf::Reference(Ref::Func(reference)),
        Val::ExternRef(reference) => Leaf::Reference(Ref::Extern(reference)),
        Val::AnyRef(reference) => Leaf::Reference(Ref::Any(reference)),
        Val::ExnRef(reference) => Leaf::Reference(Ref::Exn(reference)),
        Val::V128(_) | Val::ContRef(_) => unreachable!("modules have no such types"),
    }
}

/// Access to the objects of a store.
struct View<'a>(&'a mut Store<Host>);

impl View<'_> {
    /// Returns what a reference that is not null refers to.
    fn internal(&mut self, reference: Rooted<AnyRef>, limit: usize) -> wasmtime::Result<Node<Ref>> {
        let leaves = |values: Vec<Val>| values.iter().map(leaf).collect();
        if let Some(number) = reference.as_i31(&*self.0)? {
            return Ok(Node::I31(number.get_u32()));
        }
        if let Some(object) = reference.as_struct(&*self.0)? {
            let fields: Vec<_> = object.fields(&mut *self.0)?.collect();
            return Ok(Node::Struct(leaves(fields)));
        }
        if let Some(array) = reference.as_array(&*self.0)? {
            let length = array.len(&*self.0)?;
            let elements: Vec<_> = array.elems(&mut *self.0)?.take(limit).collect();
            return Ok(Node::Array(u64::from(length), leaves(elements)));
        }
        let external = ExternRef::convert_any(&mut *self.0, reference)?;
        self.external(external, limit)
    }

    fn external(
        &mut self,
        reference: Rooted<ExternRef>,
        limit: usize,
    ) -> wasmtime::Result<Node<Ref>> {
        if let Some(data) = reference.data(&*self.0)? {
            let number = data.downcast_ref::<u64>().expect("data of the host are numbers");
            return Ok(Node::Host(*number));
        }
        let internal = AnyRef::convert_extern(&mut *self.0, reference)?;
        self.internal(internal, limit)
    }

    fn exception(&mut self, thrown: Rooted<ExnRef>) -> wasmtime::Result<Node<Ref>> {
        let values: Vec<_> = thrown.fields(&mut *self.0)?.collect();
        Ok(Node::Exception(values.iter().map(leaf).collect()))
    }

    /// Returns a reference as one that can be compared.
    fn comparable(&mut self, reference: &Ref) -> wasmtime::Result<Ref> {
        Ok(match reference {
            Ref::Extern(Some(external)) if external.data(&*self.0)?.is_none() => {
                Ref::Any(Some(AnyRef::convert_extern(&mut *self.0, *external)?))
            }
            other => other.clone(),
        })
    }
}

impl Objects for View<'_> {
    type Reference = Ref;

    fn node(&mut self, reference: &Ref, limit: usize) -> Node<Ref> {
        let node = match reference {
            Ref::Func(None) | Ref::Extern(None) | Ref::Any(None) | Ref::Exn(None) => Ok(Node::Null),
            Ref::Func(Some(_)) => Ok(Node::Function),
            Ref::Extern(Some(reference)) => self.external(*reference, limit),
            Ref::Any(Some(reference)) => self.internal(*reference, limit),
            Ref::Exn(Some(thrown)) => self.exception(*thrown),
        };
        node.expect("the reference is of this store")
    }

    fn is_same(&mut self, a: &Ref, b: &Ref) -> bool {
        let (Ok(a), Ok(b)) = (self.comparable(a), self.comparable(b)) else { return false };
        let same = match (a, b) {
            (Ref::Any(Some(a)), Ref::Any(Some(b))) => Rooted::ref_eq(&*self.0, &a, &b),
            (Ref::Exn(Some(a)), Ref::Exn(Some(b))) => Rooted::ref_eq(&*self.0, &a, &b),
            _ => Ok(false),
        };
        same.expect("the references are of this store")
    }
}

fn value_type(ty: wasm_encoder::ValType) -> ValType {
    use wasm_encoder::ValType as Type;
    match ty {
        Type::I32 => ValType::I32,
        Type::I64 => ValType::I64,
        Type::F32 => ValType::F32,
        Type::F64 => ValType::F64,
        Type::EXTERNREF => ValType::EXTERNREF,
        Type::FUNCREF => ValType::FUNCREF,
        _ => ValType::ANYREF,
    }
}

/// Returns the first word of the description of a reference.
fn kind(caller: &mut Caller<'_, Host>, value: &Val) -> wasmtime::Result<&'static str> {
    let Val::AnyRef(Some(reference)) = value else { return Ok("null") };
    Ok(if reference.is_i31(&*caller)? {
        "i31"
    } else if reference.is_struct(&*caller)? {
        "struct"
    } else if reference.is_array(&*caller)? {
        "array"
    } else {
        "host"
    })
}

fn call_host(
    name: &str,
    mut caller: Caller<'_, Host>,
    arguments: &[Val],
    results: &mut [Val],
) -> wasmtime::Result<()> {
    match name {
        "note" => {
            let line = format!("note {}", arguments[0].unwrap_i32());
            caller.data_mut().log.push(line);
        }
        "number" => {
            let host = caller.data_mut();
            results[0] = Val::I32(host.number);
            host.number += 1;
        }
        "pass" => {
            let line = format!("pass {}", kind(&mut caller, &arguments[0])?);
            caller.data_mut().log.push(line);
            results[0] = arguments[0];
        }
        "wrap" => {
            let number = u64::from(arguments[0].unwrap_i32().cast_unsigned());
            results[0] = Val::ExternRef(Some(ExternRef::new(&mut caller, number)?));
        }
        _ => {
            for (result, argument) in results.iter_mut().zip(arguments.iter().rev()) {
                *result = *argument;
            }
        }
    }
    Ok(())
}

/// Defines what modules may import.
fn linker(store: &mut Store<Host>) -> wasmtime::Result<Linker<Host>> {
    let engine = store.engine().clone();
    let mut linker = Linker::new(&engine);
    for function in imports::FUNCTIONS {
        let types = |types: &[wasm_encoder::ValType]| -> Vec<_> {
            types.iter().map(|&each| value_type(each)).collect()
        };
        let ty = FuncType::new(&engine, types(function.parameters), types(function.results));
        let name = function.name;
        let call = move |caller: Caller<'_, Host>, arguments: &[Val], results: &mut [Val]| {
            call_host(name, caller, arguments, results)
        };
        let function = Func::new(&mut *store, ty, call);
        linker.define(&mut *store, imports::MODULE, name, function)?;
    }
    let ty =
        TableType::new(RefType::FUNCREF, imports::TABLE.0 as u32, Some(imports::TABLE.1 as u32));
    let table = Table::new(&mut *store, ty, Ref::Func(None))?;
    linker.define(&mut *store, imports::MODULE, "table", table)?;
    let memory = MemoryType::new(imports::MEMORY.0 as u32, Some(imports::MEMORY.1 as u32));
    let memory = Memory::new(&mut *store, memory)?;
    linker.define(&mut *store, imports::MODULE, "memory", memory)?;
    let handle = ExternRef::new(&mut *store, imports::HANDLE)?;
    for (name, ty, value) in [
        ("limit", ValType::I32, Val::I32(imports::LIMIT)),
        ("handle", ValType::EXTERNREF, Val::ExternRef(Some(handle))),
    ] {
        let global = Global::new(&mut *store, GlobalType::new(ty, Mutability::Const), value)?;
        linker.define(&mut *store, imports::MODULE, name, global)?;
    }
    Ok(linker)
}
