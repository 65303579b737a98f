//! Imports: definitions by module and name, and whether their types match.

use std::collections::HashMap;

use super::arena::Handle;
use super::instance::{Extern, Instance};
use super::store::Store;
use crate::LinkError;
use crate::module::{GlobalType, Import, ImportType, Limits, Module, TableType};
use crate::types::{TypeRegistry, ValueType};

/// Definitions for imports.
#[derive(Clone, Debug, Default)]
pub struct Linker {
    definitions: HashMap<String, HashMap<String, Extern>>,
}

impl Linker {
    /// Defines a name of a module. It replaces a previous definition.
    pub fn define(&mut self, module: &str, name: &str, item: Extern) {
        self.definitions.entry(module.to_owned()).or_default().insert(name.to_owned(), item);
    }

    /// Defines all exports of an instance.
    pub fn define_instance(&mut self, store: &Store, module: &str, instance: Handle<Instance>) {
        for name in store.export_names(instance) {
            if let Some(item) = store.export(instance, &name) {
                self.define(module, &name, item);
            }
        }
    }

    /// Returns the definitions of a module's imports, in their order. Types are not checked.
    ///
    /// # Errors
    ///
    /// If imports have no definition. The error has all of them.
    pub fn resolve(&self, module: &Module) -> Result<Vec<Extern>, LinkError> {
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        for import in &module.imports {
            let definitions = self.definitions.get(&import.module);
            match definitions.and_then(|names| names.get(&import.name)) {
                Some(item) => found.push(*item),
                None => unknown.push((import.module.clone(), import.name.clone())),
            }
        }
        match unknown.is_empty() {
            true => Ok(found),
            false => Err(LinkError::Unknown { imports: unknown }),
        }
    }
}

impl Store {
    /// Checks that each import is of the type that the module expects.
    ///
    /// # Errors
    ///
    /// If one is not, or there are fewer definitions than imports.
    pub fn check_imports(&self, module: &Module, found: &[Extern]) -> Result<(), LinkError> {
        let types = self.engine.types();
        if let Some(missing @ [_, ..]) = module.imports.get(found.len()..) {
            let names = missing.iter().map(|import| (import.module.clone(), import.name.clone()));
            return Err(LinkError::Unknown { imports: names.collect() });
        }
        for (import, &item) in module.imports.iter().zip(found) {
            let ty = self.extern_type(item);
            if !matches(&import.kind, &ty, &types) {
                return Err(incompatible(import, &ty, &types));
            }
        }
        Ok(())
    }

    /// Returns the type of a definition.
    fn extern_type(&self, item: Extern) -> ImportType {
        // SAFETY: what a handle refers to lives as long as the store, and no compiled code runs.
        unsafe {
            match item {
                Extern::Function(handle) => {
                    ImportType::Function(self.pointer(handle).as_ref().type_id())
                }
                Extern::Table(handle) => ImportType::Table(self.pointer(handle).as_ref().ty()),
                Extern::Memory(handle) => ImportType::Memory(self.pointer(handle).as_ref().ty()),
                Extern::Global(handle) => ImportType::Global(self.pointer(handle).as_ref().ty),
                Extern::Tag(handle) => ImportType::Tag(self.pointer(handle).as_ref().ty),
            }
        }
    }
}

fn incompatible(import: &Import, found: &ImportType, types: &TypeRegistry) -> LinkError {
    LinkError::Incompatible {
        module: import.module.clone(),
        name: import.name.clone(),
        expected: describe(&import.kind, types),
        found: describe(found, types),
    }
}

fn matches(expected: &ImportType, found: &ImportType, types: &TypeRegistry) -> bool {
    match (expected, found) {
        (ImportType::Function(expected), ImportType::Function(found)) => {
            types.is_defined_subtype(*found, *expected)
        }
        (ImportType::Table(expected), ImportType::Table(found)) => {
            expected.element == found.element && limits_match(expected.limits, found.limits)
        }
        (ImportType::Memory(expected), ImportType::Memory(found)) => {
            limits_match(expected.limits, found.limits)
        }
        (ImportType::Global(expected), ImportType::Global(found)) => {
            // A global that can be changed is written and read, so its type is exact.
            expected.mutable == found.mutable
                && if expected.mutable {
                    expected.value == found.value
                } else {
                    types.is_subtype(found.value, expected.value)
                }
        }
        (ImportType::Tag(expected), ImportType::Tag(found)) => expected == found,
        _ => false,
    }
}

fn limits_match(expected: Limits, found: Limits) -> bool {
    expected.wide == found.wide
        && found.minimum >= expected.minimum
        && match (expected.maximum, found.maximum) {
            (None, _) => true,
            (Some(expected), Some(found)) => found <= expected,
            (Some(_), None) => false,
        }
}

/// Describes a type for a message.
fn describe(ty: &ImportType, types: &TypeRegistry) -> String {
    let list =
        |values: &[ValueType]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match ty {
        ImportType::Function(id) => {
            let function = types.function(*id);
            format!("a function [{}] -> [{}]", list(&function.parameters), list(&function.results))
        }
        ImportType::Table(TableType { element, limits }) => {
            format!("a table of {element} with {}", describe_limits(*limits, "elements"))
        }
        ImportType::Memory(memory) => {
            format!("a memory with {}", describe_limits(memory.limits, "pages"))
        }
        ImportType::Global(GlobalType { value, mutable: true }) => {
            format!("a mutable global of type {value}")
        }
        ImportType::Global(GlobalType { value, .. }) => format!("a global of type {value}"),
        ImportType::Tag(id) => format!("a tag with [{}]", list(&types.function(*id).parameters)),
    }
}

fn describe_limits(limits: Limits, unit: &str) -> String {
    let wide = if limits.wide { ", 64-bit indices" } else { "" };
    match limits.maximum {
        Some(maximum) => format!("{} to {maximum} {unit}{wide}", limits.minimum),
        None => format!("at least {} {unit}{wide}", limits.minimum),
    }
}
