//! Tests that the constants in the prelude agree with the library. They are compiled into managed
//! code, so changing one changes the ABI.

use memoffset::offset_of;

use crate::object::{ARRAY_HEADER, UNLOGGED, WORD};
use crate::safepoint::{ARMED, SafepointState, ThreadState};
use crate::space::LARGE;
use crate::thread::ThreadContext;

/// All forms of the prelude. The first is written by hand, and the others are generated from it.
const FORMS: [(&str, &str); 4] = [
    ("statepoint_gc.ll", include_str!("../../ir/statepoint_gc.ll")),
    ("statepoint_gc_typed.ll", include_str!("../../ir/statepoint_gc_typed.ll")),
    ("statepoint_gc_context.ll", include_str!("../../ir/statepoint_gc_context.ll")),
    ("statepoint_gc_context_typed.ll", include_str!("../../ir/statepoint_gc_context_typed.ll")),
];

/// Returns the lines of a function.
fn function<'a>(form: &'a str, name: &str) -> Vec<&'a str> {
    let lines = form
        .lines()
        .skip_while(|line| !(line.starts_with("define ") && line.contains(&format!("@{name}("))));
    let body: Vec<_> = lines.take_while(|line| *line != "}").map(str::trim).collect();
    assert!(body.len() > 1, "{name} is not defined");
    body
}

/// Asserts that a function has a line that ends with `end`.
fn has(form: &(&str, &str), name: &str, end: &str) {
    let body = function(form.1, name);
    let found = body.iter().any(|line| line.ends_with(end));
    assert!(found, "{}: {name} has no {end}: {body:#?}", form.0);
}

/// Returns the indices of the thread context's fields that a function uses, except the first, in
/// order.
fn fields(form: &str, name: &str) -> Vec<usize> {
    let body = function(form, name);
    let indices = body.iter().filter_map(|line| {
        let (what, index) = line.rsplit_once(", i32 0, i32 ")?;
        assert!(what.contains("getelementptr inbounds %spgc.thread, "), "{line}");
        Some(index.parse().expect("an index"))
    });
    indices.collect()
}

/// Returns the offsets of the fields of `%spgc.thread`, and its size.
fn layout(form: &str) -> (Vec<usize>, usize) {
    let fields = form
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

const LIMIT: usize = 1;
const GATE: usize = 3;
const STATE: usize = 4;
const EXIT: usize = 5;
const EXIT_SP: usize = 6;

#[test]
fn preludes_declare_the_context_layout() {
    let safepoint = offset_of!(ThreadContext, safepoint);
    for (name, form) in FORMS {
        let (offsets, size) = layout(form);
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
        ];
        assert_eq!(offsets, ours, "{name}");
        assert_eq!(size, size_of::<ThreadContext>(), "{name}");
        assert_eq!([offsets[LIMIT], offsets[GATE], offsets[STATE]], [8, 24, 28]);
    }
}

#[test]
fn prelude_functions_access_the_right_fields() {
    for (name, form) in FORMS {
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
        ] {
            assert_eq!(fields(form, function), uses, "{name}: {function}");
        }
    }
    for form in &FORMS {
        has(form, "gc.safepoint_poll", &format!("icmp eq i64 %limit, {ARMED}"));
    }
    let atomic = |state: ThreadState| format!("store atomic volatile i32 {}, ", state as u32);
    for (name, form) in FORMS {
        for (way, state) in [
            ("spgc_enter_native", ThreadState::Native),
            ("spgc_leave_native", ThreadState::Managed),
        ] {
            let body = function(form, way);
            let stores = body.iter().filter(|line| line.starts_with(&atomic(state))).count();
            assert_eq!(stores, 1, "{name}: {body:#?}");
        }
    }
}

#[test]
fn preludes_send_large_objects_to_the_slow_path() {
    let max_length = (LARGE - ARRAY_HEADER) / WORD;
    for form in &FORMS {
        for name in ["spgc_allocate", "spgc_allocate_aligned"] {
            has(form, name, &format!("icmp ule i64 %size, {LARGE}"));
        }
        has(form, "spgc_allocate_array", &format!("icmp ult i64 %length, {}", max_length + 1));
        has(form, "spgc_allocate_tailed", &format!("sub i64 {LARGE}, %fixed"));
        has(form, "spgc_allocate_tailed", &format!("icmp ule i64 %fixed, {LARGE}"));
    }
}

#[test]
fn preludes_write_the_object_layout() {
    assert_eq!(WORD, 8);
    let place = format!("%cursor, i64 {WORD}");
    let tail = format!("i64 %header, i64 {ARRAY_HEADER}, i64 {WORD}, i64 %element.size");
    for form in &FORMS {
        has(form, "spgc_allocate_array", &format!("shl nuw nsw i64 %length, {}", WORD.ilog2()));
        has(form, "spgc_allocate_array", &format!("add nuw nsw i64 %bytes, {ARRAY_HEADER}"));
        has(form, "spgc_allocate_array", &place);
        has(form, "spgc_allocate_array_of", &format!("{tail}, i64 8)"));
        has(form, "spgc_allocate_array_aligned", &format!("{tail}, i64 16)"));
        has(form, "spgc_allocate_aligned", &format!("and i64 %cursor, {WORD}"));
        has(form, "spgc_allocate_tailed", &format!("add nuw nsw i64 %sum, {}", WORD - 1));
        has(form, "spgc_allocate_tailed", &format!("and i64 %above, -{WORD}"));
        // The bit is in the header's first byte, where the barrier tests it.
        const { assert!(UNLOGGED < 1 << 8) };
        has(form, "spgc_write_barrier", &format!("and i8 %bits, {UNLOGGED}"));
    }
}
