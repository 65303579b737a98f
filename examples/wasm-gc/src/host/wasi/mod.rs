//! WASI preview 1: the module `wasi_snapshot_preview1`, for programs of `wasi-libc`, of Rust's
//! target `wasm32-wasip1`, and of other compilers.
//!
//! A function returns an error number. Each address that a program passes is checked against its
//! memory. Files are accessible only below the directories that are granted: the kernel resolves a
//! path relative to its directory and refuses one that leaves it, also by symbolic links
//! (`openat2(2)` with `RESOLVE_BENEATH`).

mod calls;
mod clock;
mod descriptors;
mod directory;
mod errno;
mod file;
mod guest;
mod path;
mod process;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use crate::Error;
use crate::module::Module;
use crate::runtime::{Extern, Handle, Instance, Linker, Store, Value};
use crate::types::{FunctionType, ValueType};

use calls::{CALLS, Call};
use descriptors::Descriptors;
use errno::Errno;
use guest::Guest;

/// The name of the module.
pub const MODULE: &str = "wasi_snapshot_preview1";

/// What a program may see and use.
#[derive(Clone, Debug, Default)]
pub struct WasiOptions {
    /// The arguments. The first is the name of the program.
    pub arguments: Vec<String>,
    /// The environment: names and values.
    pub environment: Vec<(String, String)>,
    /// The directories whose contents the program may read, write, create and remove. It finds
    /// them by these names.
    pub directories: Vec<PathBuf>,
}

/// The state of one program: its arguments and its open files.
#[derive(Debug)]
struct State {
    arguments: Vec<Vec<u8>>,
    environment: Vec<Vec<u8>>,
    descriptors: Descriptors,
}

/// The definitions for one instance.
#[derive(Debug)]
pub struct Wasi {
    /// The identity of the store that has the functions.
    store: u64,
    guest: Guest,
    state: RefCell<State>,
}

impl Wasi {
    /// Returns whether a module imports functions of WASI.
    pub fn is_imported(module: &Module) -> bool {
        module.imports.iter().any(|import| import.module == MODULE)
    }

    /// Defines all functions of WASI for a store. [`Wasi::bind`] must be called before the
    /// program's start function.
    ///
    /// # Errors
    ///
    /// If a directory cannot be opened, or the system has no memory.
    pub fn define(
        options: &WasiOptions,
        store: &mut Store,
        linker: &mut Linker,
    ) -> Result<Rc<Self>, Error> {
        let with_end = |text: &str| [text.as_bytes(), b"\0"].concat();
        let environment = options.environment.iter();
        let state = State {
            arguments: options.arguments.iter().map(|each| with_end(each)).collect(),
            environment: environment
                .map(|(name, value)| with_end(&format!("{name}={value}")))
                .collect(),
            descriptors: Descriptors::new(&options.directories)?,
        };
        let wasi =
            Rc::new(Self { store: store.id, guest: Guest::default(), state: RefCell::new(state) });
        for &(name, parameters, call) in CALLS {
            let parameters = parameters.bytes().map(|letter| match letter {
                b'i' => ValueType::I32,
                _ => ValueType::I64,
            });
            let ty =
                FunctionType { parameters: parameters.collect(), results: vec![ValueType::I32] };
            let wasi = Rc::clone(&wasi);
            let callback = move |arguments: &[Value]| Ok(vec![wasi.call(call, arguments)]);
            let function = store.host_function(ty, Box::new(callback))?;
            linker.define(MODULE, name, Extern::Function(function));
        }
        let ty = FunctionType { parameters: vec![ValueType::I32], results: vec![] };
        let exit = |arguments: &[Value]| Err(Error::Exit(word(&arguments[0]) as u32));
        let function = store.host_function(ty, Box::new(exit))?;
        linker.define(MODULE, "proc_exit", Extern::Function(function));
        Ok(wasi)
    }

    /// Sets the memory that the functions access: that which the instance exports as `memory`.
    ///
    /// # Panics
    ///
    /// If the store is not that of the definitions, or the instance is of another store.
    pub fn bind(&self, store: &Store, instance: Handle<Instance>) {
        assert_eq!(store.id, self.store, "the definitions are those of another store");
        if let Some(Extern::Memory(memory)) = store.export(instance, "memory") {
            // SAFETY: only functions of this store access the memory, which run while it exists.
            self.guest.set(unsafe { store.memory_bytes(memory) });
        }
    }

    fn call(&self, call: Call, arguments: &[Value]) -> Value {
        let arguments: Vec<_> = arguments.iter().map(word).collect();
        let outcome = call(&mut self.state.borrow_mut(), &self.guest, &arguments);
        let Errno(number) = outcome.err().unwrap_or(Errno(0));
        Value::I32(number.into())
    }
}

/// Returns an argument as a word.
fn word(value: &Value) -> u64 {
    match *value {
        Value::I32(value) => u64::from(value as u32),
        Value::I64(value) => value as u64,
        _ => unreachable!("the functions have parameters of these types"),
    }
}
