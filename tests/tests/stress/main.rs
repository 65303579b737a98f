//! Many threads and large graphs for a short time. `.ci/stress` and the program `soak` run longer.

mod soak;
mod stress;
