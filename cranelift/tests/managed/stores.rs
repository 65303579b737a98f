//! The write barrier, and arrays.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder as _, MemFlagsData, types};
use statepoint_cranelift::TailedLayout;
use statepoint_gc::types::ObjectAlignment;
use statepoint_gc::{Argument, TypeId, Zeal};

use super::jit::{Jit, Kind, OPTIONS, assert_relocated};
use super::programs::RIGHT;

/// Stores young objects into old ones, through both kinds of stores, and reads them after young
/// collections.
#[test]
fn old_objects_refer_to_young_ones() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        let reference = Kind::Reference;
        // node make()
        let make = jit.declare("make", 0);
        jit.define(make, &[], |body| {
            let null = body.word(0);
            Some(body.make_node(null, null))
        });
        // i64 set(node, value): stores new boxes of the value and of twice the value.
        let set = jit.declare("set", 2);
        jit.define(set, &[reference, Kind::Word], |body| {
            let (node, value) = (body.parameters[0], body.parameters[1]);
            let first = body.make_box(value);
            body.emitter.store_reference(body.builder, node, 8, first);
            let twice = body.builder.ins().iadd(value, value);
            let second = body.make_box(twice);
            let offset = body.word(RIGHT as u64);
            body.emitter.store_reference_at(body.builder, node, offset, second);
            Some(value)
        });
        // i64 get(node): returns the sum of the two numbers.
        let get = jit.declare("get", 1);
        jit.define(get, &[reference], |body| {
            let node = body.parameters[0];
            let first = body.emitter.load_reference(body.builder, node, 8);
            let offset = body.word(RIGHT as u64);
            let second = body.emitter.load_reference_at(body.builder, node, offset);
            let (first, second) = (body.unbox(first), body.unbox(second));
            Some(body.builder.ins().iadd(first, second))
        });
        let program = jit.finish();
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            // SAFETY: the functions have these parameters.
            unsafe {
                let node = mutator.call_for_reference(program.address(make), &[]).unwrap();
                mutator.collect();
                mutator.collect();
                for value in [5, 70, 900] {
                    let arguments = [Argument::Reference(&node), Argument::Word(value)];
                    assert_eq!(mutator.call(program.address(set), &arguments), Ok(value));
                    for _ in 0..3 {
                        mutator.collect_young();
                        let arguments = [Argument::Reference(&node)];
                        let sum = mutator.call(program.address(get), &arguments);
                        assert_eq!(sum, Ok(3 * value), "{zeal:?}");
                    }
                }
            }
            let counts = heap.statistics().counts;
            assert!(counts.objects_moved > 0, "{counts:?}");
        }
    }
}

/// Arrays of references of several lengths, of which some are too large for inlined allocation, and
/// floating-point values that live across the barrier's slow path.
#[test]
fn arrays_of_references() {
    let arrays = TailedLayout::array(TypeId::new(3), 8, ObjectAlignment::Eight).unwrap();
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        // i64 fill(n): fills an array of n boxes from its end, and adds their numbers up.
        let fill = jit.declare("fill", 1);
        jit.define(fill, &[Kind::Word], |body| {
            let n = body.parameters[0];
            let array = body.emitter.allocate_tailed(body.builder, arrays, n);
            let weight = body.builder.ins().f64const(0.5);
            let weight = {
                let n = body.builder.ins().fcvt_from_uint(types::F64, n);
                body.builder.ins().fmul(n, weight)
            };
            body.repeat(&[(n, Kind::Word)], |body, values| {
                let value = body.make_box(values[0]);
                let offset = body.builder.ins().ishl_imm_u(values[0], 3);
                let offset = body.builder.ins().iadd_imm_s(offset, 8);
                body.emitter.store_reference_at(body.builder, array, offset, value);
                vec![body.builder.ins().iadd_imm_s(values[0], -1)]
            });
            let zero = body.word(0);
            let loop_values = [(n, Kind::Word), (zero, Kind::Word)];
            let sums = body.repeat(&loop_values, |body, values| {
                body.emitter.poll(body.builder);
                let offset = body.builder.ins().ishl_imm_u(values[0], 3);
                let offset = body.builder.ins().iadd_imm_s(offset, 8);
                let value = body.emitter.load_reference_at(body.builder, array, offset);
                let value = body.unbox(value);
                let sum = body.builder.ins().iadd(values[1], value);
                vec![body.builder.ins().iadd_imm_s(values[0], -1), sum]
            });
            let weight = body.builder.ins().fcvt_to_uint(types::I64, weight);
            let length = body.builder.ins().load(types::I64, MemFlagsData::trusted(), array, 8);
            let same = body.builder.ins().icmp(IntCC::Equal, length, n);
            let same = body.builder.ins().uextend(types::I64, same);
            let sum = body.builder.ins().iadd(sums[1], weight);
            Some(body.builder.ins().imul(sum, same))
        });
        let program = jit.finish();
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            let lengths =
                if zeal == Zeal::Off { [0, 1, 1022, 1023, 9000] } else { [0, 1, 2, 30, 31] };
            for n in lengths {
                // SAFETY: the function has this parameter.
                let sum = unsafe { mutator.call(program.address(fill), &[Argument::Word(n)]) };
                assert_eq!(sum, Ok(n * (n + 1) / 2 + n / 2), "{zeal:?}");
            }
            if zeal.is_on() {
                assert_relocated(&heap);
            }
        }
    }
}
