//! Counters of a long-running program: a run in which something never happened must not pass.

/// Defines `Count`, an enum of the counters with their display names, and `Tally`, the values of
/// all of them.
macro_rules! tally {
    ($($(#[$documentation:meta])* $count:ident = $name:literal,)*) => {
        /// A counter that threads of the program increment.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Count {
            $($(#[$documentation])* $count,)*
        }

        impl Count {
            /// All counters, in display order.
            const NAMES: &[&str] = &[$($name,)*];
        }

        /// The counts of one thread, or of several together. Each thread has its own: a shared
        /// counter would be a barrier in every step, and hide missing barriers of the collector.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tally([u64; Count::NAMES.len()]);

        impl Default for Tally {
            fn default() -> Self {
                Self([0; Count::NAMES.len()])
            }
        }

        impl Tally {
            pub(super) fn add(&mut self, count: Count, number: u64) {
                self.0[count as usize] += number;
            }

            pub(super) fn add_all(&mut self, other: &Self) {
                self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum += number);
            }

            /// Returns the value of a counter.
            pub fn of(&self, count: Count) -> u64 {
                self.0[count as usize]
            }

            /// Returns names and values of all counters.
            pub fn counted(&self) -> impl Iterator<Item = (&'static str, u64)> {
                Count::NAMES.iter().copied().zip(self.0)
            }
        }
    };
}

pub(crate) use tally;
