//! Many threads and large graphs for a short time. `.ci/stress` and the program `soak` run longer.

#[macro_use]
extern crate test_attribute;

mod soak;
mod stress;
