//! The C interface, declared in `gc/capi/include/statepoint_gc.h`. The header is generated from the
//! files here, in the order that `tests/tests/native/c_header.rs` lists; the documentation of
//! functions and types is written for readers of the header.
//!
//! * `status`: status codes and messages; no panic or cancellation unwinds across the interface.
//! * `sized`: structures whose first field is their size.
//! * `config`, `callbacks`: settings of a heap.
//! * `heap`: starting and shutting down a heap; the records that remain after a shutdown.
//!   `heap_memory`: its limit, and the bytes in use.
//! * `types`, `slot_visitor`: object layouts.
//! * `thread`: attaching threads, and the checks that each function of an attached thread makes
//!   first.
//! * `reference`, `handle_scope`: references that native code holds.
//! * `call`: calls into managed code; `object`: allocation, fields, elements.
//! * `fiber`: fibers; `host_stack`: stacks that the host has made.
//! * `weak_references`, `finalizers`, `pins`, `root_ranges`: further kinds of references.
//! * `handshake`: inspecting one thread. `interrupt`: words that are left for a thread.
//! * `takeover_request`, `takeover`, `deopt_site`, `deoptimized_frame`: frame takeover: the choice
//!   of the frames, the continuation that resumes them, the types of their values, the frame that
//!   is passed to the continuation.
//! * `code`: libraries and generated code; `retired_code`: removing them when no stack has a frame
//!   in them. `collect`, `report`, `histogram`: collections on
//!   request, and reports of collections.
//! * `inspection`: the histogram of types, and heap snapshots. `profile`: the allocation profile.
//!   `open_metrics`: counters as text.
//! * `polls`: patched polls. `records`: stack map records, at which code can be patched. `patcher`,
//!   `patches`: patching the code of a record; `thunks`, `thunk_sections`: code that a patched call
//!   can call. `patch_errors`: the statuses of patching errors.
//! * `version`; `exports`: the symbols that the shared library exports. `tagged`: allocations that
//!   C holds. `restricted`: callbacks that must not use the library.
//!
//! # Detected errors
//!
//! A function that is called at the wrong time or with an invalid argument returns a status and
//! sets a message that states the remedy. A function has no undefined behaviour if it can detect
//! the error. The header names the errors that cannot be detected: pointers that are no longer
//! valid, or never were. Most of these are detected as well: heaps are looked up, and their records
//! are never reused ([`heap`]); local references contain the serial number of their scope
//! ([`handle_scope`]); allocations that C holds begin with a tag ([`tagged`]).
//!
//! # Safety
//!
//! All functions here that take pointers are unsafe to call from Rust, and have no callers in Rust.
//! The header states for each function what a C caller must guarantee, and for all of them:
//! pointers are null or point to a value of their type.

#![allow(non_camel_case_types, reason = "types have their C names")]
#![allow(unreachable_pub, reason = "the header is generated from public items")]

mod call;
mod callbacks;
mod code;
mod collect;
mod config;
mod deopt_site;
mod deoptimized_frame;
mod exports;
mod fiber;
mod fiber_owner;
mod finalizers;
mod handle_scope;
mod handshake;
mod heap;
mod heap_memory;
mod histogram;
mod host_stack;
mod inspection;
mod interrupt;
mod object;
mod open_metrics;
mod patch_errors;
mod patcher;
mod patches;
mod pins;
mod polls;
mod profile;
mod records;
mod reference;
mod report;
mod restricted;
mod retired_code;
mod root_ranges;
mod sized;
mod slot_visitor;
mod status;
mod tagged;
mod takeover;
mod takeover_request;
mod thread;
mod thunk_sections;
mod thunks;
mod types;
mod version;
mod weak_references;
