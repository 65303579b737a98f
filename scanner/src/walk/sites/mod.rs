//! Call sites remembered, decoded, so that a walk need not look most of them up.
//!
//! A look-up in a large table takes several dependent loads from memory that is seldom in a cache,
//! and decoding takes some more work. The frames of a stack repeat few call sites, so a
//! [`SiteCache`] keeps those that were met, each in one cache line: found by a hash of the return
//! address, or without even that, since each remembers where its caller was found the last time.
//! What it has is good as long as [`Code::generation`](super::Code::generation) stays the same.

mod cache;
mod places;
mod site;

pub(crate) use cache::SiteCache;
pub(crate) use places::{NO_REGISTER, Places, WINDOW};
