//! Mistakes that are made on purpose, to see whether tests notice.
//!
//! Each stands in the code where somebody could make it, here and in the collector, behind [`broken`] and a name. In a
//! build with `--cfg spgc_mutations` the environment variable `SPGC_MUTATION` says which one is made; in any other
//! nothing of it is left. `tests/src/mutations` has the list, and what must notice each.

/// Whether the mistake of this name is made.
#[cfg(not(spgc_mutations))]
#[inline(always)]
pub const fn broken(_name: &str) -> bool {
    false
}

#[cfg(spgc_mutations)]
pub(crate) use made::RecordedSize;
#[cfg(spgc_mutations)]
pub use made::broken;

#[cfg(spgc_mutations)]
mod made {
    use core::marker::PhantomData;
    use std::sync::OnceLock;

    use crate::arch::Architecture;
    use crate::cfi::{FrameRule, UnwindError, UnwindRules};

    /// Whether the mistake of this name is made.
    pub fn broken(name: &str) -> bool {
        static NAME: OnceLock<Option<String>> = OnceLock::new();
        let made = NAME.get_or_init(|| std::env::var("SPGC_MUTATION").ok());
        made.as_deref() == Some(name)
    }

    /// Unwind rules, but with the stack size that the map records where the frame is a static one.
    pub(crate) struct RecordedSize<'r, A> {
        rules: &'r dyn UnwindRules,
        size: Option<u64>,
        architecture: PhantomData<A>,
    }

    impl<'r, A> RecordedSize<'r, A> {
        /// Of a function of this size.
        pub(crate) fn new(rules: &'r dyn UnwindRules, size: Option<u64>) -> Self {
            Self { rules, size, architecture: PhantomData }
        }
    }

    impl<A: Architecture> UnwindRules for RecordedSize<'_, A> {
        fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
            let mut rule = self.rules.rule_at(function, return_address)?;
            let size = self.size.and_then(|size| i32::try_from(size).ok());
            if let Some(size) = size.filter(|_| rule.cfa_base == A::STACK_POINTER)
                && broken("recorded-size")
            {
                rule.cfa_offset = size + i32::from(A::CALL_PUSHES);
            }
            Ok(rule)
        }

        fn function_end(&self, function: u64) -> Option<u64> {
            self.rules.function_end(function)
        }
    }
}
