//! Compiles a function with Cranelift that builds a list and adds it up, and runs it.

use cranelift_codegen::Context;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, InstBuilder as _, MemFlagsData, types};
use cranelift_codegen::settings::{self, Configurable as _};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{Linkage, Module as _, default_libcall_names};
use statepoint_cranelift::{ByAddress, Emitter, FixedLayout, FunctionTables, RegionTables};
use statepoint_gc::types::ObjectAlignment;
use statepoint_gc::{Argument, CodeRegistry, Heap, TypeId, TypeLayout};

/// A node: a number at offset 8, the next node at offset 16.
const NODE: TypeId = TypeId::new(1);

/// Appends the function's body: makes the list of `n`, `n - 1`, ... 1, then adds it up; `n` is not
/// 0.
fn list_sum(builder: &mut FunctionBuilder<'_>) {
    let layout = FixedLayout::new(NODE, 24, ObjectAlignment::Eight).expect("a valid layout");
    let flags = MemFlagsData::trusted();
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let mut gc = Emitter::with_own_context(builder, ByAddress);
    // Variables: Cranelift declares all values of a variable that is declared.
    let (n, sum) = (builder.declare_var(types::I64), builder.declare_var(types::I64));
    let list = builder.declare_var(types::I64);
    builder.declare_var_needs_stack_map(list);
    let (parameter, zero) = (builder.block_params(entry)[0], builder.ins().iconst(types::I64, 0));
    builder.def_var(n, parameter);
    builder.def_var(list, zero);
    builder.def_var(sum, zero);
    let [make, made, add, done] = [(); 4].map(|()| builder.create_block());
    builder.ins().jump(make, &[]);

    builder.switch_to_block(make);
    let node = gc.allocate(builder, layout);
    let (number, next) = (builder.use_var(n), builder.use_var(list));
    builder.ins().store(flags, number, node, 8);
    gc.store_reference(builder, node, 16, next);
    builder.def_var(list, node);
    let number = builder.ins().iadd_imm_s(number, -1);
    builder.def_var(n, number);
    builder.ins().brif(number, make, &[], made, &[]);

    builder.switch_to_block(made);
    let node = builder.use_var(list);
    let is_end = builder.ins().icmp_imm_s(IntCC::Equal, node, 0);
    builder.ins().brif(is_end, done, &[], add, &[]);

    builder.switch_to_block(add);
    gc.poll(builder);
    let (node, total) = (builder.use_var(list), builder.use_var(sum));
    let number = builder.ins().load(types::I64, flags, node, 8);
    let total = builder.ins().iadd(total, number);
    builder.def_var(sum, total);
    let next = gc.load_reference(builder, node, 16);
    builder.def_var(list, next);
    builder.ins().jump(made, &[]);

    builder.switch_to_block(done);
    let total = builder.use_var(sum);
    builder.ins().return_(&[total]);
    builder.seal_all_blocks();
}

/// Compiles the function, registers it, and calls it.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut flags = settings::builder();
    flags.set("opt_level", "speed")?;
    flags.set("is_pic", "false")?;
    let isa = cranelift_codegen::isa::lookup_by_name(std::env::consts::ARCH)?;
    let isa = isa.finish(settings::Flags::new(flags))?;
    let mut jit = JITBuilder::with_isa(isa, default_libcall_names());
    // The functions of a region must be close together: the default memory need not be.
    jit.memory_provider(Box::new(ArenaMemoryProvider::new_with_size(1 << 20)?));
    let mut module = JITModule::new(jit);

    let mut context = Context::new();
    context.func.signature = module.make_signature();
    context.func.signature.params.push(AbiParam::new(types::I64));
    context.func.signature.returns.push(AbiParam::new(types::I64));
    let id = module.declare_function("list_sum", Linkage::Local, &context.func.signature)?;
    let mut builder_context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
    list_sum(&mut builder);
    builder.finalize(module.isa().frontend_config());
    module.define_function(id, &mut context)?;
    let code = context.compiled_code().expect("the function was compiled");
    let tables = FunctionTables::new(module.isa(), code, "list_sum")?;

    module.finalize_definitions()?;
    let address = module.get_finalized_function(id);
    let mut region = RegionTables::new();
    region.add(address.expose_provenance() as u64, &tables);
    let region = region.finish()?;

    let node = TypeLayout::Fixed { size: 24, references: vec![16] };
    let code = std::sync::Arc::new(CodeRegistry::new());
    let heap = Heap::builder().register_type(NODE, node).code(code).build()?;
    // SAFETY: the tables are those of the code, which is not freed.
    unsafe { region.register(heap.code(), region.code()) }?;
    let mut mutator = heap.attach()?;
    // SAFETY: the function has this parameter, and is registered.
    let sum = unsafe { mutator.call(address.cast(), &[Argument::Word(1000)]) }?;
    assert_eq!(sum, 500_500);
    println!("1 + ... + 1000 = {sum}");
    Ok(())
}
