//! Stack maps from files of all kinds, and from files that are damaged.

mod allocation;
mod archives;
mod compiled_tables;
mod damaged;
mod formats;
mod linked;
mod mutation;
mod named;
mod prebuilt;
mod prebuilt_sections;
mod seen;
mod tools;
