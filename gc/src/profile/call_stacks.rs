//! Call stacks, each stored once.

use std::sync::Arc;

use hashbrown::HashMap;
use statepoint_scanner::image::symbols;

/// A frame of a call stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CallFrame {
    /// Address of the last byte of the call in progress; or one of the two constants.
    pub(crate) address: u64,
    /// Index of the function's name among [`CallStacks::names`], plus one, if the function is
    /// generated code with a name. Such names are looked up at once, because the code may be
    /// removed before anyone reads the profile. 0: a function of an image, or one without a name.
    name: u32,
}

impl CallFrame {
    /// The address of the last frame of a stack that has more frames, which were not visited.
    pub(crate) const OMITTED: u64 = 1;
    /// The address that stands for frames that cannot be found.
    pub(crate) const UNKNOWN: u64 = 2;

    /// Returns the index of the function's name in [`CallStacks::names`].
    pub(crate) fn name(self) -> Option<usize> {
        self.name.checked_sub(1).map(|index| index as usize)
    }
}

/// A set of call stacks.
#[derive(Debug, Default)]
pub(crate) struct CallStacks {
    /// The stacks, each from the youngest frame to the oldest.
    stacks: Vec<Arc<[CallFrame]>>,
    indices: HashMap<Arc<[CallFrame]>, u32>,
    /// Names of generated functions.
    names: Vec<Arc<str>>,
    name_indices: HashMap<Arc<str>, u32>,
    /// The names of generated code that were looked up while the registered code had the generation
    /// `generation`.
    known: HashMap<u64, u32>,
    generation: u64,
    /// The stack that is looked up.
    buffer: Vec<CallFrame>,
}

impl CallStacks {
    /// Returns the index of the stack with these addresses; adds it if it is new. `generation` is
    /// that of the registered code: while it is unchanged, an address belongs to one function.
    pub(super) fn index(&mut self, addresses: &[u64], generation: u64) -> u32 {
        if self.generation != generation {
            self.generation = generation;
            self.known.clear();
        }
        let mut buffer = core::mem::take(&mut self.buffer);
        buffer.clear();
        buffer.extend(addresses.iter().map(|&address| self.frame(address)));
        let next = self.stacks.len() as u32;
        let index = self.indices.get(&*buffer).copied().unwrap_or_else(|| {
            let stack: Arc<[CallFrame]> = buffer.as_slice().into();
            self.stacks.push(Arc::clone(&stack));
            self.indices.insert(stack, next);
            next
        });
        self.buffer = buffer;
        index
    }

    fn frame(&mut self, address: u64) -> CallFrame {
        if let Some(&name) = self.known.get(&address) {
            return CallFrame { address, name };
        }
        let Some((name, _)) = symbols::generated_name_at(address) else {
            // Not remembered: a look-up returns nothing if another thread changes the names.
            return CallFrame { address, name: 0 };
        };
        let (names, name) = (&mut self.names, Arc::<str>::from(name));
        let index = *self.name_indices.entry(name).or_insert_with_key(|name| {
            names.push(Arc::clone(name));
            names.len() as u32
        });
        self.known.insert(address, index);
        CallFrame { address, name: index }
    }

    /// Returns a copy of the stacks and names, for readers.
    pub(crate) fn copy(&self) -> Self {
        let (stacks, names) = (self.stacks.clone(), self.names.clone());
        Self { stacks, names, ..Self::default() }
    }

    /// Returns the stacks, by their indices.
    pub(crate) fn stacks(&self) -> &[Arc<[CallFrame]>] {
        &self.stacks
    }

    /// Returns the names of generated functions.
    pub(crate) fn names(&self) -> &[Arc<str>] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_stacks_have_one_index() {
        let mut stacks = CallStacks::default();
        let first = stacks.index(&[0x1000, 0x2000], 1);
        let second = stacks.index(&[0x1000], 1);
        assert_ne!(first, second);
        assert_eq!(stacks.index(&[0x1000, 0x2000], 2), first);
        assert_eq!(stacks.stacks().len(), 2);
        assert_eq!(stacks.stacks()[first as usize].len(), 2);
        assert_eq!(stacks.stacks()[first as usize][0].name(), None);
    }
}
