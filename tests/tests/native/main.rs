//! Hosts in C, C++ and Rust, and the C interface that they use.

mod c_header;
mod c_host;
mod c_library;
mod c_programs;
mod cpp_host;
mod dlopen_host;
mod rust_host;
mod rust_library;
