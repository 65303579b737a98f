//! The collectors of MMTk as contestants.

use super::super::Subject;
use super::super::process::Invocation;
use super::super::toolchain::Kind;
use super::contestants::{Field, Memory, Reader};

/// MMTk's default plan: a copying nursery, and an old generation that mostly does not move.
pub(super) const GENERATIONAL: &str = "GenImmix";

/// Each collection copies all live objects, as the limit of `trace` does.
pub(super) const COPYING: &str = "SemiSpace";

impl Field<'_> {
    /// Adds MMTk with this plan, unless the environment selects another. Its crate takes minutes to
    /// compile, so a quick comparison includes it only if it is selected explicitly.
    pub(super) fn mmtk(
        &mut self,
        plan: &str,
        arguments: &[&str],
        memory: Memory,
        workers: Option<u64>,
        read: Reader,
    ) {
        if self.extent.quick && self.extent.subjects.is_empty() {
            let reason = "mmtk: compiled for minutes, so not --quick unless --subjects names it";
            return self.peers.say(reason.to_owned());
        }
        let suite = self.sources.suite;
        self.add(Subject::Mmtk, Kind::Mmtk, read, |program| {
            let plan = std::env::var("MMTK_PLAN").unwrap_or_else(|_| plan.to_owned());
            let invocation = Invocation::new(program)
                .arg(suite)
                .args(arguments)
                .env("MMTK_PLAN", plan)
                .env("MMTK_GC_TRIGGER", format!("FixedHeapSize:{}", memory.limit()));
            match workers {
                Some(workers) => invocation.env("MMTK_THREADS", workers),
                None => invocation,
            }
        });
    }
}
