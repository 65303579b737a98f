//! `wasm-gc` with a module.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use statepoint_gc::Mutator;
use statepoint_gc::observe::CollectorStatistics;
use wasm_encoder::ValType;
use wasm_gc::module::{ExportItem, GlobalType, Limits, MemoryType, TableType};
use wasm_gc::runtime::{
    Engine, Extern, Function, Handle, Instance, Linker, LoadedModule, Reference, Store, Value,
};
use wasm_gc::types::{FunctionType, HeapType, ReferenceType, ValueType};
use wasm_gc::{Error, Trap, TrapKind};

use super::{Argument, TABLE_ELEMENTS, hash};
use crate::describe::{Leaf, Node, Objects, describe};
use crate::imports;
use crate::outcome::{Limit, Outcome, TrapClass};
use crate::settings::{self, ZealChoice};

/// What the functions of the host have logged.
type Log = Rc<RefCell<Vec<String>>>;

/// A module in `wasm-gc`.
#[derive(Debug)]
pub struct Ours {
    store: Store,
    imports: Vec<Extern>,
    loaded: Arc<LoadedModule>,
    instance: Option<Handle<Instance>>,
    results: Vec<Vec<Value>>,
    log: Log,
    // Last, because the store's thread is attached to its heap.
    engine: Arc<Engine>,
}

impl Ours {
    /// Compiles a module.
    ///
    /// # Errors
    ///
    /// If the module is rejected.
    pub fn new(bytes: &[u8], seed: u64, zeal: ZealChoice) -> Result<Self, Error> {
        let engine = Engine::with_heap(settings::heap(seed, zeal))?;
        let loaded = engine.load(bytes.to_vec())?;
        let mut store = Store::new(&engine, settings::STACK)?;
        let log = Log::default();
        let mut linker = Linker::default();
        define(&mut store, &mut linker, &log)?;
        let imports = linker.resolve(&loaded.module)?;
        Ok(Self { store, imports, loaded, instance: None, results: vec![], log, engine })
    }

    /// Creates an instance, which replaces the former one.
    pub fn instantiate(&mut self) -> Outcome {
        match self.store.instantiate(&self.loaded, &self.imports) {
            Ok(instance) => {
                self.instance = Some(instance);
                Outcome::Returned(String::new())
            }
            Err(error) => self.outcome(error),
        }
    }

    /// Calls an exported function, and keeps its results for [`Argument::Result`]. The arguments
    /// have the parameters' types.
    pub fn call(&mut self, name: &str, arguments: &[Argument]) -> Outcome {
        self.results.push(vec![]);
        let Some(function) = self.function(name) else {
            return Outcome::Rejected(format!("no function {name:?}"));
        };
        let types = self.store.function_type(function).parameters;
        let values: Vec<_> =
            arguments.iter().zip(&types).map(|(&each, &ty)| self.value(each, ty)).collect();
        match self.store.call(function, &values) {
            Ok(results) => {
                let leaves: Vec<_> = results.iter().map(leaf).collect();
                *self.results.last_mut().expect("an entry was pushed") = results;
                Outcome::Returned(describe(&leaves, &mut View(&self.store)))
            }
            Err(error) => self.outcome(error),
        }
    }

    fn function(&self, name: &str) -> Option<Handle<Function>> {
        match self.store.export(self.instance?, name)? {
            Extern::Function(function) => Some(function),
            _ => None,
        }
    }

    fn value(&self, argument: Argument, ty: ValueType) -> Value {
        match argument {
            Argument::Number(bits) => match ty {
                ValueType::I32 => Value::I32(bits as i32),
                ValueType::I64 => Value::I64(bits as i64),
                ValueType::F32 => Value::F32(bits as u32),
                ValueType::F64 => Value::F64(bits),
                ValueType::Reference(_) => Value::Reference(Reference::Null),
            },
            Argument::Null => Value::Reference(Reference::Null),
            Argument::I31(number) => Value::Reference(Reference::I31(number)),
            Argument::Host(number) => Value::Reference(Reference::Host(number)),
            Argument::Result(call, index) => self.results[call][index].clone(),
        }
    }

    fn outcome(&self, error: Error) -> Outcome {
        match error {
            Error::Trap(Trap { kind, .. }) => match class(kind) {
                Ok(class) => Outcome::Trapped(class),
                Err(Some(limit)) => Outcome::Limit(limit),
                Err(None) => Outcome::Rejected(kind.to_string()),
            },
            Error::Exception(exception) => {
                let thrown = [Leaf::Reference(Reference::Exception(exception))];
                Outcome::Threw(describe(&thrown, &mut View(&self.store)))
            }
            other => Outcome::Rejected(other.to_string()),
        }
    }

    /// Describes the exported globals and tables, and hashes of the memories, with names.
    pub fn state(&self) -> Vec<String> {
        let Some(instance) = self.instance else { return vec![] };
        let (mut leaves, mut state) = (vec![], vec![]);
        for export in &self.loaded.module.exports {
            let item = self.store.export(instance, &export.name);
            let name = &export.name;
            match (export.item, item) {
                (ExportItem::Global(_), Some(Extern::Global(global))) => {
                    leaves.push(leaf(&self.store.global_value(global)));
                }
                (ExportItem::Table(_), Some(Extern::Table(table))) => {
                    let length = self.store.table_length(table);
                    state.push(format!("table {name}: {length} elements"));
                    for index in 0..length.min(TABLE_ELEMENTS) {
                        let element = self.store.table_element(table, index);
                        leaves.push(Leaf::Reference(element.expect("the index is in the table")));
                    }
                }
                (ExportItem::Memory(_), Some(Extern::Memory(memory))) => {
                    let bytes = self.store.memory_contents(memory);
                    let (length, hash) = (bytes.len(), hash(bytes));
                    state.push(format!("memory {name}: {length} bytes, hash {hash:#x}"));
                }
                _ => {}
            }
        }
        state.push(describe(&leaves, &mut View(&self.store)));
        state
    }

    /// Takes what the functions of the host have logged.
    pub fn take_log(&self) -> Vec<String> {
        self.log.take()
    }

    /// Returns what the collector did.
    pub fn statistics(&self) -> CollectorStatistics {
        self.engine.heap().statistics()
    }

    /// Returns the binary module, and the text of the compiler's errors.
    pub fn module(&self) -> &wasm_gc::Module {
        &self.loaded.module
    }
}

/// Returns the class of a trap, or the limit that was reached.
fn class(kind: TrapKind) -> Result<TrapClass, Option<Limit>> {
    Ok(match kind {
        TrapKind::Unreachable => TrapClass::Unreachable,
        TrapKind::DivideByZero => TrapClass::DivideByZero,
        TrapKind::IntegerOverflow => TrapClass::IntegerOverflow,
        TrapKind::InvalidConversion => TrapClass::InvalidConversion,
        TrapKind::MemoryBounds => TrapClass::MemoryBounds,
        TrapKind::TableBounds | TrapKind::UndefinedElement => TrapClass::TableBounds,
        TrapKind::UninitializedElement => TrapClass::NullElement,
        TrapKind::CallType => TrapClass::CallType,
        TrapKind::NullReference
        | TrapKind::NullFunction
        | TrapKind::NullStructure
        | TrapKind::NullArray
        | TrapKind::NullI31
        | TrapKind::NullException => TrapClass::Null,
        TrapKind::Cast => TrapClass::Cast,
        TrapKind::ArrayBounds => TrapClass::ArrayBounds,
        TrapKind::StackExhausted => return Err(Some(Limit::Stack)),
        TrapKind::OutOfMemory => return Err(Some(Limit::Memory)),
        TrapKind::Host => return Err(None),
    })
}

fn leaf(value: &Value) -> Leaf<Reference> {
    match value {
        Value::I32(value) => Leaf::I32(value.cast_unsigned()),
        Value::I64(value) => Leaf::I64(value.cast_unsigned()),
        Value::F32(bits) => Leaf::F32(*bits),
        Value::F64(bits) => Leaf::F64(*bits),
        Value::Reference(reference) => Leaf::Reference(reference.clone()),
    }
}

/// Access to the objects of a store.
struct View<'a>(&'a Store);

impl Objects for View<'_> {
    type Reference = Reference;

    fn node(&mut self, reference: &Reference, limit: usize) -> Node<Reference> {
        let leaves = |values: Vec<Value>| values.iter().map(leaf).collect();
        match reference {
            Reference::Null => Node::Null,
            Reference::Function(_) => Node::Function,
            Reference::Host(number) => Node::Host(*number),
            Reference::I31(number) => Node::I31(*number),
            Reference::Struct(object) => {
                Node::Struct(leaves(self.0.object_values(object, usize::MAX)))
            }
            Reference::Array(object) => {
                let length = self.0.array_length(object).expect("the object is an array");
                Node::Array(length, leaves(self.0.object_values(object, limit)))
            }
            Reference::Exception(thrown) => {
                Node::Exception(leaves(self.0.exception_values(thrown)))
            }
        }
    }

    fn is_same(&mut self, a: &Reference, b: &Reference) -> bool {
        a == b
    }
}

fn kind(reference: &Value) -> String {
    reference.to_string().split(' ').next().unwrap_or_default().to_owned()
}

fn value_type(ty: ValType) -> ValueType {
    let reference = |heap| ValueType::Reference(ReferenceType { nullable: true, heap });
    match ty {
        ValType::I32 => ValueType::I32,
        ValType::I64 => ValueType::I64,
        ValType::F32 => ValueType::F32,
        ValType::F64 => ValueType::F64,
        ValType::EXTERNREF => reference(HeapType::Extern),
        ValType::FUNCREF => reference(HeapType::Func),
        _ => reference(HeapType::Any),
    }
}

/// Defines what modules may import.
fn define(store: &mut Store, linker: &mut Linker, log: &Log) -> Result<(), Error> {
    let number = Rc::new(Cell::new(0));
    for function in imports::FUNCTIONS {
        let types = |types: &[ValType]| types.iter().map(|&each| value_type(each)).collect();
        let ty = FunctionType {
            parameters: types(function.parameters),
            results: types(function.results),
        };
        let (name, number, log) = (function.name, Rc::clone(&number), Rc::clone(log));
        let callback = move |arguments: &[Value]| {
            let collect = || Mutator::with_current(Mutator::collect).expect("this code is native");
            Ok(match name {
                "note" => {
                    log.borrow_mut().push(format!("note {}", arguments[0]));
                    vec![]
                }
                "number" => vec![Value::I32(number.replace(number.get() + 1))],
                "pass" => {
                    log.borrow_mut().push(format!("pass {}", kind(&arguments[0])));
                    collect();
                    arguments.to_vec()
                }
                "wrap" => {
                    let Value::I32(number) = arguments[0] else { unreachable!("an i32") };
                    vec![Value::Reference(Reference::Host(u64::from(number.cast_unsigned())))]
                }
                _ => {
                    collect();
                    arguments.iter().rev().cloned().collect()
                }
            })
        };
        let function = store.host_function(ty, Box::new(callback))?;
        linker.define(imports::MODULE, name, Extern::Function(function));
    }
    let element = ReferenceType { nullable: true, heap: HeapType::Func };
    let limits = |(minimum, maximum)| Limits { wide: false, minimum, maximum: Some(maximum) };
    let table = store.table(TableType { element, limits: limits(imports::TABLE) })?;
    linker.define(imports::MODULE, "table", Extern::Table(table));
    let memory = store.memory(MemoryType { limits: limits(imports::MEMORY) })?;
    linker.define(imports::MODULE, "memory", Extern::Memory(memory));
    let handle = Reference::Host(imports::HANDLE);
    for (name, value, initial) in [
        ("limit", ValueType::I32, Value::I32(imports::LIMIT)),
        ("handle", value_type(ValType::EXTERNREF), Value::Reference(handle)),
    ] {
        let global = store.global(GlobalType { value, mutable: false }, &initial)?;
        linker.define(imports::MODULE, name, Extern::Global(global));
    }
    Ok(())
}
