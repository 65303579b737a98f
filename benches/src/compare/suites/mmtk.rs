//! Adds the collectors of MMTk as subjects of cases.

use super::super::Subject;
use super::super::process::Invocation;
use super::super::toolchain::PeerKind;
use super::runners::{CaseBuilder, Memory, Reader};

/// MMTk's default plan, with a copying nursery and an old generation in which few objects move.
pub(super) const GENERATIONAL: &str = "GenImmix";

/// A plan whose collections copy all live objects, like the lower bound of `trace`.
pub(super) const COPYING: &str = "SemiSpace";

impl CaseBuilder<'_> {
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
        if self.selection.quick && self.selection.subjects.is_empty() {
            let reason =
                "mmtk: takes minutes to compile; with --quick, request it by --subjects mmtk";
            return self.peers.skip(reason.to_owned());
        }
        let suite = self.sources.suite;
        self.add(Subject::Mmtk, PeerKind::Mmtk, read, |program| {
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
