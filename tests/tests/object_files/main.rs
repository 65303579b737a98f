//! Stack maps from files of all kinds, and from files that are broken.

mod allocation;
mod archives;
mod damaged;
mod formats;
mod linked;
mod mutation;
mod named;
mod prebuilt;
mod seen;
mod tools;
