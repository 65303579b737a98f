//! A cache of decoded call sites, so that a walk need not look up most of them.
//!
//! A look-up in a large table takes several dependent loads from memory that is seldom cached, and
//! decoding costs further work. The frames of a stack repeat few call sites, so a [`SiteCache`]
//! keeps the decoded ones, each in one cache line. A site is looked up by a hash of its return
//! address. Frames with many roots, or with derived ones, have theirs in lists beside the entries.
//! Each entry also caches the position of its caller's entry from the last walk, so most steps need
//! no hash look-up. The contents are valid as long as
//! [`CodeLookup::generation`](super::CodeLookup::generation) does not change.

mod cache;
mod lists;
mod saved_registers;
mod site;

pub(crate) use cache::SiteCache;
pub(crate) use lists::{FROM_END, ListedRoot, MAX_BASES};
pub(crate) use saved_registers::{NO_REGISTER, SavedRegisterLocations, WINDOW};
