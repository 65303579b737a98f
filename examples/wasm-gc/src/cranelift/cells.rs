//! Managed functions by which native code accesses cells outside the heap that hold references.
//!
//! They contain no call, so no stack walk finds their frames.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlagsData, types};
use cranelift_module::Module as _;
use statepoint_gc::CodeRegistry;

use super::compile::new_jit;
use super::registered_code::RegisteredCode;
use super::thunks::define;
use crate::Error;

/// The functions.
pub struct CellFunctions {
    load: usize,
    fill: usize,
    copy: usize,
    /// Keeps the code.
    _code: RegisteredCode,
}

impl std::fmt::Debug for CellFunctions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CellFunctions").finish_non_exhaustive()
    }
}

fn pointer(address: usize) -> *const c_void {
    ptr::with_exposed_provenance(address)
}

impl CellFunctions {
    /// Compiles the functions.
    ///
    /// # Errors
    ///
    /// If the system has no memory for the code.
    pub fn compile(registry: &Arc<CodeRegistry>) -> Result<Self, Error> {
        let mut jit = new_jit(1 << 16)?;
        let flags = MemFlagsData::trusted();
        let signature = |parameters: usize| {
            let mut signature = ir::Signature::new(jit.isa().default_call_conv());
            signature.params = vec![AbiParam::new(types::I64); parameters];
            signature.returns = vec![AbiParam::new(types::I64)];
            signature
        };
        let [one, three] = [1, 3].map(signature);
        let load = define(&mut jit, one, "load a cell", |builder, parameters| {
            let value = builder.ins().load(types::I64, flags, parameters[0], 0);
            builder.ins().return_(&[value]);
        })?;
        let mut repeat = |name, copies: bool| {
            define(&mut jit, three.clone(), name, |builder, parameters| {
                let [to, count, source] = *parameters else { unreachable!("3 parameters") };
                let [head, body, done] = [(); 3].map(|()| builder.create_block());
                let index = builder.append_block_param(head, types::I64);
                let zero = builder.ins().iconst(types::I64, 0);
                builder.ins().jump(head, &[zero.into()]);
                builder.switch_to_block(head);
                let more = builder.ins().icmp(IntCC::UnsignedLessThan, index, count);
                builder.ins().brif(more, body, &[], done, &[]);
                builder.switch_to_block(body);
                let offset = builder.ins().ishl_imm_u(index, 3);
                let mut value = source;
                if copies {
                    let from = builder.ins().iadd(source, offset);
                    value = builder.ins().load(types::I64, flags, from, 0);
                }
                let cell = builder.ins().iadd(to, offset);
                builder.ins().store(flags, value, cell, 0);
                let next = builder.ins().iadd_imm_s(index, 1);
                builder.ins().jump(head, &[next.into()]);
                builder.switch_to_block(done);
                builder.ins().return_(&[zero]);
                builder.seal_all_blocks();
            })
        };
        let fill = repeat("fill cells", false)?;
        let copy = repeat("copy cells", true)?;
        let ids = [load.0, fill.0, copy.0];
        let code = RegisteredCode::new(jit, &[], registry)?;
        let [load, fill, copy] = ids.map(|id| code.function(id));
        Ok(Self { load, fill, copy, _code: code })
    }

    /// `reference load(cell)`: returns the word in a cell.
    pub fn load(&self) -> *const c_void {
        pointer(self.load)
    }

    /// `fill(first cell, count, reference)`: stores a word into cells.
    pub fn fill(&self) -> *const c_void {
        pointer(self.fill)
    }

    /// `copy(first cell, count, first source)`: copies words between cells that do not overlap.
    pub fn copy(&self) -> *const c_void {
        pointer(self.copy)
    }
}
