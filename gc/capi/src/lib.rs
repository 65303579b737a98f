//! The C interface of the collector `statepoint-gc`: builds `libstatepoint_gc.a` and
//! `libstatepoint_gc.so` for hosts in C, C++ and languages that call C.
//!
//! ```c
//! #include <statepoint_gc.h>
//!
//! extern void make_tree(void); /* managed: define ptr addrspace(1) @make_tree(i32) gc ... */
//!
//! int main(void) {
//!   static const size_t offsets[] = {8, 16};
//!   spgc_type node = {.struct_size = sizeof node, .id = 1, .kind = SPGC_TYPE_FIXED, .size = 24,
//!                     .references = offsets, .reference_count = 2};
//!   spgc_argument depth = {NULL, 18};
//!   spgc_heap *heap;
//!   spgc_handle_scope scope;
//!   spgc_ref tree;
//!   if (spgc_heap_start(NULL, &heap) != SPGC_OK) return puts(spgc_last_error()), 1;
//!   spgc_type_register(heap, &node);
//!   spgc_thread_attach(heap);
//!   spgc_handle_scope_open(&scope);
//!   spgc_call_for_ref((const void *)make_tree, &depth, 1, &tree);
//!   spgc_collect(SPGC_COLLECTION_FULL); /* the tree moves; `tree` follows it */
//!   spgc_handle_scope_close(scope);
//!   spgc_thread_detach();
//!   return spgc_heap_shutdown(heap) != SPGC_OK;
//! }
//! ```
//!
//! * `gc/capi/install.sh --prefix DIR` builds and installs the libraries, the header, the IR
//!   prelude, the tool `stackmap`, and files for `pkg-config`: `docs/c-library.md`.
//! * `gc/capi/include/statepoint_gc.h` documents each function: the threads that may call it,
//!   whether objects move, its errors. It is generated from `gc/src/ffi`.
//! * `examples/c-host` and `examples/cpp-host` are complete hosts; `docs/porting.md` explains how
//!   to connect a compiler.
//!
//! This crate has no Rust interface: a host in Rust uses `statepoint-gc`. The functions are in
//! `gc/src/ffi`, because they use private parts of the collector; this package links them, so that
//! a host in Rust neither compiles them nor links a library for C.
//! `tests/tests/native/c_library.rs` checks the exported symbols.

extern crate gc as _;
