//! Code that is registered and removed at run time, and tables that are refused.

use core::sync::atomic::{AtomicBool, Ordering};

use cranelift_codegen::ir::InstBuilder as _;
use statepoint_gc::{Argument, Zeal, code::RegistryError};
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::CodeRegistry;

use super::jit::{Jit, Kind, OPTIONS, assert_relocated, build, registry};
use super::programs::list_work;

/// Sets a flag when it is dropped, also by a panic.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Regions come and go while another thread runs code of Cranelift and collects.
#[test]
fn code_is_registered_and_removed_while_another_thread_runs() {
    let mut jit = Jit::new(OPTIONS[1]);
    let work = list_work(&mut jit);
    let program = jit.finish();
    let registry = registry();
    program.register(&registry).unwrap();
    let heap = build(Zeal::EveryAllocation(40), &registry);
    let function = program.address(work).expose_provenance();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (heap, stop) = (&heap, &stop);
        let stopping = SetOnDrop(stop);
        let thread = scope.spawn(move || {
            let mut mutator = heap.attach().unwrap();
            let function = core::ptr::with_exposed_provenance(function);
            let mut rounds = 0;
            while !stop.load(Ordering::Relaxed) || rounds == 0 {
                // SAFETY: the function has this parameter.
                let sum = unsafe { mutator.call(function, &[Argument::Word(300)]) };
                assert_eq!(sum, Ok(45_150));
                mutator.collect_young();
                rounds += 1;
            }
        });
        for options in OPTIONS.into_iter().cycle().take(12) {
            let mut jit = Jit::new(options);
            let work = list_work(&mut jit);
            let program = jit.finish();
            let region = program.register(&registry).unwrap();
            {
                let mut mutator = heap.attach().unwrap();
                for n in [1, 10, 100] {
                    // SAFETY: the function has this parameter.
                    let sum = unsafe { mutator.call(program.address(work), &[Argument::Word(n)]) };
                    assert_eq!(sum, Ok(n * (n + 1) / 2));
                    mutator.collect_young();
                }
            }
            // SAFETY: only this thread has executed the code, and has returned from it.
            unsafe {
                registry.remove(region).unwrap();
                program.free();
            }
        }
        drop(stopping);
        thread.join().unwrap();
    });
    assert_relocated(&heap);
}

/// A region without calls has no call sites, and need not be registered.
#[test]
fn a_region_without_calls_is_refused() {
    let mut jit = Jit::new(OPTIONS[1]);
    let id = jit.declare("leaf", 1);
    jit.define(id, &[Kind::Word], |body| {
        Some(body.builder.ins().iadd_imm_s(body.parameters[0], 1))
    });
    let program = jit.finish();
    // The function calls spgc_thread_context.
    assert_eq!(program.tables().map(|tables| tables.call_sites().len()).sum::<usize>(), 1);
    let registry = CodeRegistry::<Host>::new();
    let code = program.region.code();
    // SAFETY: the code is not called.
    let error = unsafe { program.region.register(&registry, code.start..code.end - 1) };
    assert!(matches!(error, Err(RegistryError::OutsideRegion { .. })), "{error:?}");
    assert!(program.register(&registry).is_ok());
    // SAFETY: as above.
    let error = unsafe { program.region.register(&registry, code) };
    assert!(error.is_err(), "the region overlaps itself");
}
