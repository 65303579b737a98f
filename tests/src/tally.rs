//! Counting what a long-running program does: a run that left something out must not pass.

/// Makes `Count`, an enum of things that are counted, each with the name that it is shown by, and `Tally`, the numbers
/// of all of them.
macro_rules! tally {
    ($($(#[$documentation:meta])* $count:ident = $name:literal,)*) => {
        /// Something that threads of the program count.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Count {
            $($(#[$documentation])* $count,)*
        }

        impl Count {
            /// As they are shown, in the same order.
            const NAMES: &[&str] = &[$($name,)*];
        }

        /// What one thread counted, or several together. Each thread has its own: a shared counter would be a barrier
        /// in every step, and hide those that the collector lacks.
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

            /// How many of these there were.
            pub fn of(&self, count: Count) -> u64 {
                self.0[count as usize]
            }

            /// Names and numbers of everything.
            pub fn counted(&self) -> impl Iterator<Item = (&'static str, u64)> {
                Count::NAMES.iter().copied().zip(self.0)
            }
        }
    };
}

pub(crate) use tally;
