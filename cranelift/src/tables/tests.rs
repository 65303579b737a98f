//! Functions that are compiled for both processors, and their tables.

use cranelift_codegen::Context;
use cranelift_codegen::ir::{
    AbiParam, Function, InstBuilder as _, Signature, UserFuncName, Value, types,
};
use cranelift_codegen::isa::{self, CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable as _};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use statepoint_scanner::arch::{Aarch64, Architecture, Register, X86_64};
use statepoint_scanner::cfi::{EhFrame, ReturnAddressSigning, SavedLocation, UnwindRules as _};
use statepoint_scanner::table::{RootLocation, TableBuffer, TableBuildError, TableBuilder};

use super::*;
use crate::{ByAddress, Emitter, RegionTables, declare_reference};

/// Address at which the functions are placed.
const ADDRESS: u64 = 0x40_0000;

/// Returns the compiler for a processor with these settings. Those with a dot are the processor's.
fn target(name: &str, settings: &[(&str, &str)]) -> OwnedTargetIsa {
    let mut flags = settings::builder();
    let mut isa = isa::lookup_by_name(&format!("{name}-unknown-linux-gnu")).unwrap();
    for (setting, value) in settings {
        match setting.strip_prefix('.') {
            Some(setting) => isa.set(setting, value).unwrap(),
            None => flags.set(setting, value).unwrap(),
        }
    }
    isa.finish(settings::Flags::new(flags)).unwrap()
}

/// Compiles a function. `build` appends its code, and receives its parameters.
fn compile_function(
    isa: &dyn TargetIsa,
    parameters: &[Type],
    result: Type,
    build: impl FnOnce(&mut FunctionBuilder<'_>, &[Value]),
) -> Result<FunctionTables, TablesError> {
    compile_with(isa, CallConv::SystemV, parameters, result, build)
}

/// As [`compile_function`], for a function with this calling convention.
fn compile_with(
    isa: &dyn TargetIsa,
    convention: CallConv,
    parameters: &[Type],
    result: Type,
    build: impl FnOnce(&mut FunctionBuilder<'_>, &[Value]),
) -> Result<FunctionTables, TablesError> {
    let mut signature = Signature::new(convention);
    signature.params = parameters.iter().copied().map(AbiParam::new).collect();
    signature.returns = vec![AbiParam::new(result)];
    let mut context = Context::new();
    context.func = Function::with_name_signature(UserFuncName::user(0, 0), signature);
    let mut builder_context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut builder_context);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.seal_block(entry);
    let parameters = builder.block_params(entry).to_vec();
    build(&mut builder, &parameters);
    builder.finalize(isa.frontend_config());
    context.compile(isa, &mut Default::default()).unwrap();
    FunctionTables::new(isa, context.compiled_code().unwrap(), "compiled")
}

/// Compiles a function of three parameters, the first two of which are of the type `reference`. It
/// polls, allocates, and calls a function with 12 arguments, while both are live; then it stores
/// one in the other and calls a function without live references.
fn compile(isa: &dyn TargetIsa, reference: Type) -> Result<FunctionTables, TablesError> {
    let parameters = [reference, reference, types::I64];
    compile_function(isa, &parameters, types::I64, |builder, parameters| {
        let &[one, other, word] = parameters else { panic!("three parameters") };
        for value in [one, other] {
            if reference == types::I64 {
                declare_reference(builder, value);
            } else {
                builder.declare_value_needs_stack_map(value);
            }
        }
        let mut emitter = Emitter::new(word, ByAddress);
        emitter.poll(builder);
        let mut many = Signature::new(CallConv::SystemV);
        many.params = vec![AbiParam::new(types::I64); 12];
        many.returns = vec![AbiParam::new(types::I64)];
        let many = builder.import_signature(many);
        let call = builder.ins().call_indirect(many, word, &[word; 12]);
        let result = builder.inst_results(call)[0];
        builder.ins().store(cranelift_codegen::ir::MemFlagsData::trusted(), one, other, 8);
        let call = builder.ins().call_indirect(many, word, &[result; 12]);
        let result = builder.inst_results(call)[0];
        builder.ins().return_(&[result]);
    })
}

/// Builds the table of a function.
fn build<A: Architecture>(tables: &FunctionTables) -> Result<TableBuffer<A>, TableBuildError> {
    let mut region = RegionTables::new();
    region.add(ADDRESS, tables);
    let region = region.finish().unwrap();
    let rules = EhFrame::<A>::new(0, region.eh_frame()).unwrap();
    for site in tables.call_sites() {
        let rule = rules.rule_at(ADDRESS, ADDRESS + u64::from(site.return_offset)).unwrap();
        assert_eq!(rule.cfa_base, A::FRAME_POINTER);
    }
    TableBuilder::<A>::new().add_cranelift(region.functions(), &rules)?.build()
}

/// Checks the call sites of the function and their roots.
fn check<A: Architecture>(tables: &FunctionTables) {
    // The poll and the first call have two references, the last call none.
    let counts: Vec<_> = tables.call_sites().iter().map(|site| site.references.len()).collect();
    let mut sorted = counts.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [0, 2, 2], "{counts:?}");
    let buffer = build::<A>(tables).unwrap();
    let table = buffer.table();
    for site in tables.call_sites() {
        let found = table.lookup(ADDRESS + u64::from(site.return_offset)).expect("a call site");
        let bases: Vec<_> = found.frame().expect("a statepoint").bases().collect();
        assert_eq!(bases.len(), site.references.len());
        for base in bases {
            // Below the frame pointer, and not in the outgoing arguments.
            let RootLocation::Slot { offset, .. } = base else { panic!("{base:?}") };
            assert!(offset < 0 && offset >= -i32::try_from(site.frame_size).unwrap());
        }
    }
}

#[test]
fn tables_of_both_processors() {
    for settings in [
        &[][..],
        &[("opt_level", "speed")],
        &[("preserve_frame_pointers", "true")],
        &[("enable_probestack", "false")],
        &[("is_pic", "true")],
    ] {
        let x86 = target("x86_64", settings);
        check::<X86_64>(&compile(&*x86, types::I64).unwrap());
        let arm = target("aarch64", settings);
        check::<Aarch64>(&compile(&*arm, types::I64).unwrap());
    }
}

/// The unwind information of signed return addresses is an expression, which the scanner does not
/// evaluate: a walk removes signatures, and return barriers leave such frames alone.
#[test]
fn signed_return_addresses() {
    for (settings, signing) in [
        (&[][..], ReturnAddressSigning::Unsigned),
        (&[(".sign_return_address", "true")], ReturnAddressSigning::Unknown),
    ] {
        let tables = compile(&*target("aarch64", settings), types::I64).unwrap();
        check::<Aarch64>(&tables);
        let mut region = RegionTables::new();
        region.add(ADDRESS, &tables);
        let region = region.finish().unwrap();
        let rules = EhFrame::<Aarch64>::new(0, region.eh_frame()).unwrap();
        let site = &tables.call_sites()[0];
        let rule = rules.rule_at(ADDRESS, ADDRESS + u64::from(site.return_offset)).unwrap();
        assert_eq!(rule.signing, signing);
    }
}

/// A function that tail-calls one with more stack arguments moves its frame record down. The saved
/// registers are directly below the record.
#[test]
fn frame_records_that_move() {
    fn saved<A: Architecture>(name: &str, arguments: usize) -> Vec<(Register, SavedLocation)> {
        let isa = target(name, &[("preserve_frame_pointers", "true")]);
        let parameters = [types::I64; 3];
        let tables =
            compile_with(&*isa, CallConv::Tail, &parameters, types::I64, |builder, all| {
                let mut none = Signature::new(CallConv::SystemV);
                none.returns = vec![AbiParam::new(types::I64)];
                let none = builder.import_signature(none);
                // The parameters are live across the call, so registers are saved.
                let call = builder.ins().call_indirect(none, all[0], &[]);
                let result = builder.inst_results(call)[0];
                let mut callee = Signature::new(CallConv::Tail);
                callee.params = vec![AbiParam::new(types::I64); arguments];
                callee.returns = vec![AbiParam::new(types::I64)];
                let callee = builder.import_signature(callee);
                let values: Vec<_> = all.iter().copied().cycle().take(arguments - 1).collect();
                builder.ins().return_call_indirect(
                    callee,
                    all[0],
                    &[&[result][..], &values].concat(),
                );
            });
        let tables = tables.unwrap();
        build::<A>(&tables).unwrap();
        let mut region = RegionTables::new();
        region.add(ADDRESS, &tables);
        let region = region.finish().unwrap();
        let rules = EhFrame::<A>::new(0, region.eh_frame()).unwrap();
        let pc = ADDRESS + u64::from(tables.call_sites()[0].return_offset);
        rules.rule_at(ADDRESS, pc).unwrap().saved.iter().collect()
    }
    for arguments in [4, 20] {
        for saved in [saved::<X86_64>("x86_64", arguments), saved::<Aarch64>("aarch64", arguments)]
        {
            let offsets = saved.iter().filter_map(|(_, saved)| match saved {
                SavedLocation::At(offset) => Some(-offset),
                SavedLocation::Lost => None,
            });
            let mut offsets: Vec<_> = offsets.collect();
            offsets.sort_unstable();
            // The return address is among them on AArch64, where registers are saved in pairs.
            assert!(offsets.len() >= 4 && offsets.iter().all(|offset| *offset <= 56), "{saved:?}");
            assert!(offsets.iter().any(|offset| [24, 32].contains(offset)), "{saved:?}");
        }
    }
}

#[test]
fn references_of_other_sizes_are_refused() {
    for of in [types::I32, types::F64] {
        let error = compile_narrow(of).unwrap_err();
        assert!(matches!(error, TablesError::ReferenceType { of: found, .. } if found == of));
        assert!(error.to_string().contains("compiled, return address 0x"), "{error}");
    }
}

/// Compiles a function with a declared value of this type that is live across a call.
fn compile_narrow(of: Type) -> Result<FunctionTables, TablesError> {
    let isa = target("x86_64", &[]);
    compile_function(&*isa, &[of, types::I64], of, |builder, parameters| {
        let &[value, word] = parameters else { panic!("two parameters") };
        builder.declare_value_needs_stack_map(value);
        Emitter::new(word, ByAddress).poll(builder);
        builder.ins().return_(&[value]);
    })
}

#[test]
fn missing_unwind_information_is_an_error() {
    let windows = isa::lookup_by_name("x86_64-pc-windows-msvc").unwrap();
    let windows = windows.finish(settings::Flags::new(settings::builder())).unwrap();
    let error = compile(&*windows, types::I64).unwrap_err();
    assert!(matches!(error, TablesError::NoUnwindInfo { .. }), "{error}");
    for name in ["x86_64", "aarch64"] {
        let isa = target(name, &[("unwind_info", "false")]);
        let tables = compile(&*isa, types::I64).unwrap();
        // There is an entry, but it does not describe the frame.
        let error = match name {
            "x86_64" => build_unchecked::<X86_64>(&tables).err(),
            _ => build_unchecked::<Aarch64>(&tables).err(),
        };
        assert!(error.is_some(), "{name}");
    }
}

/// Builds the table of a function whose unwind rules are wrong.
fn build_unchecked<A: Architecture>(
    tables: &FunctionTables,
) -> Result<TableBuffer<A>, TableBuildError> {
    let mut region = RegionTables::new();
    region.add(ADDRESS, tables);
    let region = region.finish().unwrap();
    let rules = EhFrame::<A>::new(0, region.eh_frame()).unwrap();
    TableBuilder::<A>::new().add_cranelift(region.functions(), &rules)?.build()
}
