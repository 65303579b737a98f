//! A cache of decoded call sites, so that a walk need not look up most of them.
//!
//! A look-up in a large table takes several dependent loads from memory that is seldom cached, and
//! decoding costs further work. The frames of a stack repeat few call sites, so a [`SiteCache`]
//! keeps the decoded ones, each in one cache line. A site is found by a hash of the return address,
//! or without even that, since each remembers where its caller was found the last time. The
//! contents are valid as long as [`CodeLookup::generation`](super::Code::generation) stays the
//! same.

mod cache;
mod places;
mod site;

pub(crate) use cache::SiteCache;
pub(crate) use places::{NO_REGISTER, Places, WINDOW};
