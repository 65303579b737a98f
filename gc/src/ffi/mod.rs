//! The C interface: what `gc/capi/include/statepoint_gc.h` declares. The header is made of the
//! files here, in an order that `tests/tests/native/c_header.rs` knows; documentation of functions
//! and types is written for those who read it there.
//!
//! * `status`: what functions return, messages, and that nothing unwinds across the border.
//! * `sized`: structures that begin with their size.
//! * `config`, `callbacks`: settings of a heap.
//! * `heap`: its start and end; also what is left of one that was shut down.
//! * `types`, `trace`: what objects look like.
//! * `thread`: attaching, and what each function of an attached thread asks first.
//! * `reference`, `scope`: references that native code holds.
//! * `call`: managed code; `object`: making objects, fields, elements.
//! * `weak`, `finalizers`, `pins`, `roots`: further kinds of references.
//! * `handshake`: looking at one thread. `commandeer`, `takeover`, `site`, `taken`: frames that somebody else goes on with:
//!   which ones, who does, what their values are, what is handed over.
//! * `code`: libraries and generated code. `collect`, `report`, `histogram`: collections on request, and what they did.
//! * `polls`: those that are patched. `records`: where code can be patched. `patcher`, `patches`: what is patched in there;
//!   `thunks`, `thunk_parts`: what that calls. `patch_errors`: statuses of all this.
//! * `version`; `exports`: what the shared library shows. `tagged`: what is allocated for C. `restricted`: callbacks that
//!   may not use the library.
//!
//! # What is noticed
//!
//! A function that is called at the wrong time or with what it cannot use returns a status and leaves a message
//! that says what to do; it never has undefined behaviour that it could have noticed. What cannot be noticed is said in
//! the header: pointers that are no longer valid, or never were. Heaps are looked up and never reused
//! ([`heap`]), references of scopes have serial numbers ([`scope`]), and what is allocated for C begins with a tag
//! ([`tagged`]), so that most of that is noticed, too.
//!
//! # Safety
//!
//! All functions here that take pointers are unsafe to call from Rust, and nobody does. What C must promise is what the
//! header says of each, and for all of them: pointers are null or to what their type says.

#![allow(non_camel_case_types, reason = "types have the names that C knows them by")]
#![allow(unreachable_pub, reason = "the header is made of what is public")]

mod call;
mod callbacks;
mod code;
mod collect;
mod commandeer;
mod config;
mod exports;
mod finalizers;
mod handshake;
mod heap;
mod histogram;
mod object;
mod patch_errors;
mod patcher;
mod patches;
mod pins;
mod polls;
mod records;
mod reference;
mod report;
mod restricted;
mod roots;
mod scope;
mod site;
mod sized;
mod status;
mod tagged;
mod taken;
mod takeover;
mod thread;
mod thunk_parts;
mod thunks;
mod trace;
mod types;
mod version;
mod weak;
