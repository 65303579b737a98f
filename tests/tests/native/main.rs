//! Hosts in C, C++ and Rust: the example hosts, and the C interface with its header and libraries.

#[macro_use]
extern crate test_attribute;

mod c_header;
mod c_host;
mod c_library;
mod c_programs;
mod cancellation_points;
mod cpp_host;
mod deployment;
mod dlopen_host;
mod frame_pointers;
mod limits;
mod orc_host;
mod rust_host;
mod rust_library;
// The numbers are those of x86-64.
#[cfg(target_arch = "x86_64")]
mod system_calls;
mod tools;
