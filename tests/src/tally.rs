//! Counters of the soak and stress tests. A run fails if a required counter is 0.

/// Defines `Count`, an enum of counters with their display names, and `Tally`, the values of all
/// counters.
macro_rules! tally {
    ($($(#[$documentation:meta])* $count:ident = $name:literal,)*) => {
        /// A counter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Count {
            $($(#[$documentation])* $count,)*
        }

        impl Count {
            /// Display names of all counters, in display order.
            const NAMES: &[&str] = &[$($name,)*];
        }

        /// Values of all counters, of one thread or of several threads together. Each thread has
        /// its own values: atomic increments of shared counters would be memory barriers, and could
        /// hide missing barriers of the collector.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tally([u64; Count::NAMES.len()]);

        impl Default for Tally {
            fn default() -> Self {
                Self([0; Count::NAMES.len()])
            }
        }

        impl Tally {
            /// Adds `number` to a counter.
            pub(super) fn add(&mut self, count: Count, number: u64) {
                self.0[count as usize] += number;
            }

            /// Adds the values of another tally.
            pub(super) fn add_all(&mut self, other: &Self) {
                self.0.iter_mut().zip(other.0).for_each(|(sum, number)| *sum += number);
            }

            /// Returns the value of a counter.
            pub fn of(&self, count: Count) -> u64 {
                self.0[count as usize]
            }

            /// Returns the names and values of all counters.
            pub fn counted(&self) -> impl Iterator<Item = (&'static str, u64)> {
                Count::NAMES.iter().copied().zip(self.0)
            }
        }
    };
}

pub(crate) use tally;
