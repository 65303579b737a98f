//! The table of the functions of the runtime.

use super::RuntimeFunction;

/// The addresses of the functions of the runtime.
#[derive(Clone, Debug)]
pub struct RuntimeAddresses([usize; RuntimeFunction::ALL.len()]);

impl RuntimeAddresses {
    /// Creates the table from the address of each function.
    pub fn new(address: impl Fn(RuntimeFunction) -> usize) -> Self {
        Self(RuntimeFunction::ALL.map(address))
    }

    /// Returns the address of a function.
    pub(crate) fn get(&self, function: RuntimeFunction) -> usize {
        self.0[function as usize]
    }
}
