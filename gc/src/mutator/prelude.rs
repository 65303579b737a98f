//! Tests that the constants in the prelude agree with the library. The constants are compiled into
//! managed code, so a change of one changes the ABI.

use memoffset::offset_of;

use crate::object::{ARRAY_HEADER, UNLOGGED, WORD};
use crate::safepoint::{ARMED, SafepointState, ThreadState};
use crate::space::LARGE;
use crate::thread::ThreadContext;

/// All variants of the prelude, with their file names. The first is written by hand, and the others
/// are generated from it.
const PRELUDES: [(&str, &str); 6] = [
    ("statepoint_gc.ll", include_str!("../../ir/statepoint_gc.ll")),
    ("statepoint_gc_typed.ll", include_str!("../../ir/statepoint_gc_typed.ll")),
    ("statepoint_gc_context.ll", include_str!("../../ir/statepoint_gc_context.ll")),
    ("statepoint_gc_context_typed.ll", include_str!("../../ir/statepoint_gc_context_typed.ll")),
    ("statepoint_gc_migrating.ll", include_str!("../../ir/statepoint_gc_migrating.ll")),
    ("statepoint_gc_migrating_typed.ll", include_str!("../../ir/statepoint_gc_migrating_typed.ll")),
];

/// Returns the lines of a function.
fn function_body<'a>(prelude: &'a str, name: &str) -> Vec<&'a str> {
    let lines = prelude
        .lines()
        .skip_while(|line| !(line.starts_with("define ") && line.contains(&format!("@{name}("))));
    let body: Vec<_> = lines.take_while(|line| *line != "}").map(str::trim).collect();
    assert!(body.len() > 1, "{name} is not defined");
    body
}

/// Asserts that a function has a line that ends with `end`.
fn assert_has_line(prelude: &(&str, &str), name: &str, end: &str) {
    let body = function_body(prelude.1, name);
    let has_line = body.iter().any(|line| line.ends_with(end));
    assert!(has_line, "{}: {name} has no {end}: {body:#?}", prelude.0);
}

/// Returns the indices of the thread context's fields that a function uses, except the first, in
/// order.
fn fields(prelude: &str, name: &str) -> Vec<usize> {
    let body = function_body(prelude, name);
    let indices = body.iter().filter_map(|line| {
        let (instruction, index) = line.rsplit_once(", i32 0, i32 ")?;
        assert!(instruction.contains("getelementptr inbounds %spgc.thread, "), "{line}");
        Some(index.parse().expect("the field index is invalid"))
    });
    indices.collect()
}

/// Returns the offsets of the fields of `%spgc.thread`, and its size.
fn layout(prelude: &str) -> (Vec<usize>, usize) {
    let fields = prelude
        .lines()
        .find_map(|line| line.strip_prefix("%spgc.thread = type { ")?.strip_suffix(" }"))
        .expect("the prelude defines %spgc.thread");
    let mut offset = 0;
    let mut offsets = Vec::new();
    for field in fields.split(", ") {
        let size = match field {
            "ptr addrspace(1)" | "i8 addrspace(1)*" | "ptr" | "i8*" | "i64" => 8,
            "i32" => 4,
            other => panic!("{other} is not a field this test knows"),
        };
        assert_eq!(offset % size, 0, "{field} needs padding");
        offsets.push(offset);
        offset += size;
    }
    (offsets, offset)
}

/// Index of `limit` in `%spgc.thread`.
const LIMIT: usize = 1;
/// Index of `gate`.
const GATE: usize = 3;
/// Index of `state`.
const STATE: usize = 4;
/// Index of `exit`.
const EXIT: usize = 5;
/// Index of `exit_sp`.
const EXIT_SP: usize = 6;
/// Index of `stack`.
const STACK: usize = 9;

#[test]
fn preludes_declare_the_context_layout() {
    let safepoint = offset_of!(ThreadContext, safepoint);
    for (name, prelude) in PRELUDES {
        let (offsets, size) = layout(prelude);
        let ours = [
            offset_of!(ThreadContext, cursor),
            safepoint + offset_of!(SafepointState, limit),
            // `SafepointState::end`, which is private.
            safepoint + offset_of!(SafepointState, limit) + WORD,
            safepoint + offset_of!(SafepointState, gate),
            safepoint + offset_of!(SafepointState, state),
            offset_of!(ThreadContext, exit),
            offset_of!(ThreadContext, exit_sp),
            offset_of!(ThreadContext, attachment),
            offset_of!(ThreadContext, activation),
            offset_of!(ThreadContext, stack),
        ];
        assert_eq!(offsets, ours, "{name}");
        assert_eq!(size, size_of::<ThreadContext>(), "{name}");
        assert_eq!([offsets[LIMIT], offsets[GATE], offsets[STATE]], [8, 24, 28]);
    }
}

#[test]
fn prelude_functions_access_the_right_fields() {
    for (name, prelude) in PRELUDES {
        for (function, uses) in [
            ("gc.safepoint_poll", &[LIMIT][..]),
            ("spgc_allocate", &[LIMIT]),
            ("spgc_allocate_array", &[LIMIT]),
            ("spgc_allocate_aligned", &[LIMIT]),
            ("spgc_allocate_tailed", &[LIMIT]),
            ("spgc_enter_native", &[EXIT, STATE, GATE]),
            ("spgc_enter_native_aarch64", &[EXIT_SP]),
            ("spgc_leave_native", &[STATE, GATE, EXIT]),
            ("spgc_write_barrier", &[]),
            ("spgc_stack_is_low", &[STACK]),
            ("spgc_poll_interrupt", &[LIMIT]),
        ] {
            assert_eq!(fields(prelude, function), uses, "{name}: {function}");
        }
    }
    for prelude in &PRELUDES {
        for name in ["gc.safepoint_poll", "spgc_poll_interrupt"] {
            assert_has_line(prelude, name, &format!("icmp eq i64 %limit, {ARMED}"));
        }
    }
    let atomic = |state: ThreadState| format!("store atomic volatile i32 {}, ", state as u32);
    for (name, prelude) in PRELUDES {
        for (transition, state) in [
            ("spgc_enter_native", ThreadState::Native),
            ("spgc_leave_native", ThreadState::Managed),
        ] {
            let body = function_body(prelude, transition);
            let stores = body.iter().filter(|line| line.starts_with(&atomic(state))).count();
            assert_eq!(stores, 1, "{name}: {body:#?}");
        }
    }
}

#[test]
fn preludes_send_large_objects_to_the_slow_path() {
    let max_length = (LARGE - ARRAY_HEADER) / WORD;
    for prelude in &PRELUDES {
        for name in ["spgc_allocate", "spgc_allocate_aligned"] {
            assert_has_line(prelude, name, &format!("icmp ule i64 %size, {LARGE}"));
        }
        assert_has_line(
            prelude,
            "spgc_allocate_array",
            &format!("icmp ult i64 %length, {}", max_length + 1),
        );
        assert_has_line(prelude, "spgc_allocate_tailed", &format!("sub i64 {LARGE}, %fixed"));
        assert_has_line(prelude, "spgc_allocate_tailed", &format!("icmp ule i64 %fixed, {LARGE}"));
    }
}

#[test]
fn preludes_write_the_object_layout() {
    assert_eq!(WORD, 8);
    let length_address = format!("%cursor, i64 {WORD}");
    let tail = format!("i64 %header, i64 {ARRAY_HEADER}, i64 {WORD}, i64 %element.size");
    for prelude in &PRELUDES {
        assert_has_line(
            prelude,
            "spgc_allocate_array",
            &format!("shl nuw nsw i64 %length, {}", WORD.ilog2()),
        );
        assert_has_line(
            prelude,
            "spgc_allocate_array",
            &format!("add nuw nsw i64 %bytes, {ARRAY_HEADER}"),
        );
        assert_has_line(prelude, "spgc_allocate_array", &length_address);
        assert_has_line(prelude, "spgc_allocate_array_of", &format!("{tail}, i64 8)"));
        assert_has_line(prelude, "spgc_allocate_array_aligned", &format!("{tail}, i64 16)"));
        assert_has_line(prelude, "spgc_allocate_aligned", &format!("and i64 %cursor, {WORD}"));
        assert_has_line(
            prelude,
            "spgc_allocate_tailed",
            &format!("add nuw nsw i64 %sum, {}", WORD - 1),
        );
        assert_has_line(prelude, "spgc_allocate_tailed", &format!("and i64 %above, -{WORD}"));
        // The bit is in the header's first byte, where the barrier tests it.
        const { assert!(UNLOGGED < 1 << 8) };
        assert_has_line(prelude, "spgc_write_barrier", &format!("and i8 %bits, {UNLOGGED}"));
    }
}
