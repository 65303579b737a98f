//! Compiles functions with Cranelift's JIT, and registers them.

use core::ffi::c_void;
use std::sync::Arc;

use cranelift_codegen::ir::{
    AbiParam, Function, InstBuilder as _, Signature, UserFuncName, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::settings::{self, Configurable as _};
use cranelift_codegen::{Context, isa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module as _, default_libcall_names};
use statepoint_cranelift::{
    ByAddress, Emitter, FunctionTables, PlacedRegion, RegionTables, declare_reference,
};
use statepoint_gc::code::{CodeRegionId, RegistryError};
use statepoint_gc::{CodeRegistry, Heap, HeapVerification, Zeal};
use tests::managed::{self, heap};

/// Bytes of address space for the code of a program.
const CODE_SPACE: usize = 1 << 20;

/// Zeal modes in which programs run.
pub(crate) const ZEAL_MODES: [Zeal; 4] =
    [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll, Zeal::EveryAllocation(3)];

/// The kind of a parameter or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    Reference,
}

/// Settings of the compiler under which a program is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) optimise: bool,
    pub(crate) frame_pointers: bool,
    /// Whether return addresses are signed, on AArch64.
    pub(crate) signed: bool,
}

/// All combinations of options that tests use.
pub(crate) const OPTIONS: [Options; 3] = [
    Options { optimise: false, frame_pointers: false, signed: false },
    Options { optimise: true, frame_pointers: false, signed: false },
    Options { optimise: true, frame_pointers: true, signed: false },
];

/// Options with signed return addresses.
pub(crate) const SIGNED: Options = Options { signed: true, ..OPTIONS[2] };

/// A program that is being compiled.
pub(crate) struct Jit {
    module: JITModule,
    tables: Vec<(FuncId, FunctionTables)>,
}

/// A compiled program.
pub(crate) struct Program {
    module: JITModule,
    pub(crate) region: PlacedRegion,
    functions: Vec<(FuncId, FunctionTables)>,
}

/// A function under construction.
pub(crate) struct Body<'a, 'f> {
    pub(crate) builder: &'a mut FunctionBuilder<'f>,
    pub(crate) emitter: Emitter<ByAddress>,
    pub(crate) parameters: Vec<Value>,
    module: &'a mut JITModule,
}

/// Returns the compiler for this process.
pub(crate) fn native_isa(options: Options) -> isa::OwnedTargetIsa {
    let mut flags = settings::builder();
    let mut set = |name, value: &str| flags.set(name, value).expect("the setting exists");
    set("opt_level", if options.optimise { "speed" } else { "none" });
    set("preserve_frame_pointers", if options.frame_pointers { "true" } else { "false" });
    set("is_pic", "false");
    set("enable_verifier", "true");
    let mut isa = isa::lookup_by_name(std::env::consts::ARCH).expect("this processor is supported");
    if options.signed && std::env::consts::ARCH == "aarch64" {
        isa.set("sign_return_address", "true").expect("the setting exists");
    }
    isa.finish(settings::Flags::new(flags)).expect("the settings are valid")
}

/// Returns a signature of 64-bit parameters.
fn signature(convention: CallConv, parameters: usize) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params = vec![AbiParam::new(types::I64); parameters];
    signature.returns = vec![AbiParam::new(types::I64)];
    signature
}

impl Jit {
    pub(crate) fn new(options: Options) -> Self {
        let isa = native_isa(options);
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        // The code of a region must be contiguous.
        let memory = ArenaMemoryProvider::new_with_size(CODE_SPACE).expect("there is memory");
        builder.memory_provider(Box::new(memory));
        Self { module: JITModule::new(builder), tables: Vec::new() }
    }

    /// Declares a function with the C calling convention.
    pub(crate) fn declare(&mut self, name: &str, parameters: usize) -> FuncId {
        self.declare_with(name, CallConv::SystemV, parameters)
    }

    /// Declares a function.
    pub(crate) fn declare_with(
        &mut self,
        name: &str,
        convention: CallConv,
        parameters: usize,
    ) -> FuncId {
        let signature = signature(convention, parameters);
        self.module.declare_function(name, Linkage::Local, &signature).expect("a new name")
    }

    /// Defines a function. `build` returns the value that the function returns, `None` if it has
    /// ended all blocks.
    pub(crate) fn define(
        &mut self,
        id: FuncId,
        parameters: &[Kind],
        build: impl FnOnce(&mut Body<'_, '_>) -> Option<Value>,
    ) {
        self.define_with(
            id,
            parameters,
            |builder| Emitter::with_own_context(builder, ByAddress),
            build,
        );
    }

    /// As [`Self::define`], for a function that may run on fibers that migrate.
    pub(crate) fn define_migrating(
        &mut self,
        id: FuncId,
        parameters: &[Kind],
        build: impl FnOnce(&mut Body<'_, '_>) -> Option<Value>,
    ) {
        self.define_with(id, parameters, |_| Emitter::migrating(ByAddress), build);
    }

    fn define_with(
        &mut self,
        id: FuncId,
        parameters: &[Kind],
        emitter: impl FnOnce(&mut FunctionBuilder<'_>) -> Emitter<ByAddress>,
        build: impl FnOnce(&mut Body<'_, '_>) -> Option<Value>,
    ) {
        let declaration = self.module.declarations().get_function_decl(id);
        let name = declaration.name.clone().expect("functions have names");
        let mut context = Context::new();
        let user_name = UserFuncName::user(0, id.as_u32());
        context.func = Function::with_name_signature(user_name, declaration.signature.clone());
        assert_eq!(context.func.signature.params.len(), parameters.len(), "{name}");
        let mut builder_context = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        builder.seal_block(entry);
        let values = builder.block_params(entry).to_vec();
        for (&value, kind) in values.iter().zip(parameters) {
            if *kind == Kind::Reference {
                declare_reference(&mut builder, value);
            }
        }
        let emitter = emitter(&mut builder);
        let mut body =
            Body { builder: &mut builder, emitter, parameters: values, module: &mut self.module };
        if let Some(result) = build(&mut body) {
            body.builder.ins().return_(&[result]);
        }
        builder.seal_all_blocks();
        let isa = self.module.isa();
        builder.finalize(isa.frontend_config());
        self.module.define_function(id, &mut context).unwrap_or_else(|error| {
            panic!("{name}: {error:?}\n{}", context.func.display());
        });
        let code = context.compiled_code().expect("the function is compiled");
        let tables = FunctionTables::new(self.module.isa(), code, name).expect("valid tables");
        self.tables.push((id, tables));
    }

    /// Makes the code executable.
    pub(crate) fn finish(mut self) -> Program {
        self.module.finalize_definitions().expect("all functions are defined");
        let mut region = RegionTables::new();
        for (id, tables) in &self.tables {
            region.add(self.module.get_finalized_function(*id).expose_provenance() as u64, tables);
        }
        let region = region.finish().expect("the unwind information can be written");
        Program { module: self.module, region, functions: self.tables }
    }
}

impl Program {
    /// Registers the code.
    pub(crate) fn register(&self, registry: &CodeRegistry) -> Result<CodeRegionId, RegistryError> {
        // SAFETY: the compiler made the tables of this code, which stays until the value is
        // dropped, and references are declared.
        unsafe { self.region.register(registry, self.region.code()) }
    }

    /// Registers the code, and returns a new heap for each zeal mode.
    pub(crate) fn heaps(&self) -> impl Iterator<Item = Heap> + use<> {
        let registry = registry();
        self.register(&registry).expect("valid tables");
        ZEAL_MODES.into_iter().map(move |zeal| build(zeal, &registry))
    }

    /// Returns the address of a function.
    pub(crate) fn address(&self, id: FuncId) -> *const c_void {
        self.module.get_finalized_function(id).cast()
    }

    /// Returns the tables of the functions.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &FunctionTables> {
        self.functions.iter().map(|(_, tables)| tables)
    }

    /// Frees the code.
    ///
    /// # Safety
    ///
    /// No thread executes the code, and it is registered nowhere.
    pub(crate) unsafe fn free(self) {
        // SAFETY: the caller promises it.
        unsafe { self.module.free_memory() };
    }
}

impl Body<'_, '_> {
    /// Appends a constant.
    pub(crate) fn word(&mut self, value: u64) -> Value {
        self.builder.ins().iconst(types::I64, value.cast_signed())
    }

    /// Appends a call of a function of the program. Its result is not declared.
    pub(crate) fn call(&mut self, callee: FuncId, arguments: &[Value]) -> Value {
        let callee = self.module.declare_func_in_func(callee, self.builder.func);
        let call = self.builder.ins().call(callee, arguments);
        self.builder.inst_results(call)[0]
    }

    /// As [`Self::call`], for a function that returns a reference.
    pub(crate) fn call_for_reference(&mut self, callee: FuncId, arguments: &[Value]) -> Value {
        let result = self.call(callee, arguments);
        declare_reference(self.builder, result);
        result
    }

    /// Ends the block with a tail call.
    pub(crate) fn tail_call(&mut self, callee: FuncId, arguments: &[Value]) {
        let callee = self.module.declare_func_in_func(callee, self.builder.func);
        self.builder.ins().return_call(callee, arguments);
    }

    /// Appends a call of managed code at this address, with the C calling convention.
    pub(crate) fn call_managed(&mut self, address: Value, arguments: &[Value]) -> Value {
        let signature = signature(CallConv::SystemV, arguments.len());
        let signature = self.builder.import_signature(signature);
        let call = self.builder.ins().call_indirect(signature, address, arguments);
        self.builder.inst_results(call)[0]
    }
}

/// Returns a registry with the code of the test program.
pub(crate) fn registry() -> Arc<CodeRegistry> {
    let registry = CodeRegistry::new();
    let program = managed::pair().expose_provenance() as u64;
    registry.register_image_at(program).expect("the program has a stack map");
    Arc::new(registry)
}

/// Creates a heap that verifies itself, with this code.
pub(crate) fn build(zeal: Zeal, registry: &Arc<CodeRegistry>) -> Heap {
    let verify = HeapVerification { before: true, after: true };
    let heap = heap().heap_max(8 << 20).zeal(zeal).verify(verify).code(Arc::clone(registry));
    heap.build().expect("there is memory")
}

/// Asserts that collections walked frames whose records all matched, visited roots and moved
/// objects.
pub(crate) fn assert_relocated(heap: &Heap) {
    let statistics = heap.statistics();
    let counts = statistics.counts;
    assert!(counts.frames_walked > 0 && counts.roots_visited > 0, "{statistics:?}");
    assert_eq!(counts.records_matched, counts.frames_walked, "{statistics:?}");
    assert!(counts.objects_moved > 0, "{statistics:?}");
}
