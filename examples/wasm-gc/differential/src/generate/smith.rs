//! Modules of `wasm-smith`.

use arbitrary::Unstructured;
use fastrand::Rng;
use wasm_smith::{Config, Module};

use crate::imports;

/// Bytes of random input for a module.
const INPUT: std::ops::Range<usize> = 512..12_000;
/// How many functions and loops an instance may enter.
const FUEL: u32 = 1500;

/// Returns the settings: version 3 without vectors, threads, and what is not standard. Sizes are
/// small, so that memory is not what decides.
fn config(input: &mut Unstructured<'_>) -> arbitrary::Result<Config> {
    Ok(Config {
        available_imports: Some(imports::module()),
        canonicalize_nans: true,
        compact_imports_enabled: false,
        custom_page_sizes_enabled: false,
        export_everything: true,
        generate_custom_sections: false,
        limit_arrays_in_const_exprs: true,
        max_exports: 200,
        max_funcs: 14,
        max_globals: 20,
        max_imports: 8,
        max_instructions: input.int_in_range(40..=500)?,
        max_memories: 3,
        max_memory32_bytes: 3 << 16,
        max_memory64_bytes: 3 << 16,
        max_table_elements: 50,
        max_tables: 4,
        max_tags: 6,
        max_type_size: 100,
        max_types: 24,
        memory_max_size_required: true,
        min_exports: 0,
        min_funcs: 2,
        min_globals: 2,
        min_types: 8,
        relaxed_simd_enabled: false,
        simd_enabled: false,
        table_max_size_required: true,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        ..Config::default()
    })
}

/// Makes a module of bytes, or returns `None` if they do not suffice for one.
pub fn module_of_bytes(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut input = Unstructured::new(bytes);
    let config = config(&mut input).ok()?;
    let mut module = Module::new(config, &mut input).ok()?;
    module.ensure_termination(FUEL).ok()?;
    Some(module.to_bytes())
}

/// Makes the module with a seed.
pub(super) fn module(seed: u64) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed);
    loop {
        let mut bytes = vec![0; rng.usize(INPUT)];
        rng.fill(&mut bytes);
        if let Some(module) = module_of_bytes(&bytes) {
            return module;
        }
    }
}
