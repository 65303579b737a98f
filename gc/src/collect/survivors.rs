//! `Survivors`, the interface of reference processing to tracing, implemented by a worker.

use super::random_order::take;
use super::references::Survivors;
use super::worker::Worker;
use crate::object::{HeaderWord, WORD};
use crate::space::BlockState;

impl<const YOUNG: bool> Survivors for Worker<'_, true, YOUNG> {
    fn survivor(&mut self, word: u64) -> Option<u64> {
        let address = word as usize;
        let Some(state) = self.blocks.state_at(address) else { return Some(word) };
        if !address.is_multiple_of(WORD) {
            return Some(word);
        }
        if YOUNG && !state.is_collected_young() {
            // Not shaded: a weak reference keeps nothing alive.
            self.require_valid(address, state);
            self.blocks.keep_in_place(address);
            return Some(word);
        }
        match state {
            state if state.is_evacuated() => {
                // SAFETY: an object of an evacuated block, to which a reference was kept up to
                // date.
                let object = unsafe { HeaderWord::at(address) };
                let copy = object.moved().map(|copy| copy as u64);
                copy.or_else(|| object.is_live(self.live_in(state)).then_some(word))
            }
            BlockState::OLD | BlockState::LARGE_OLD => {
                // SAFETY: as above, of another block.
                unsafe { HeaderWord::at(address) }.is_live(self.live).then_some(word)
            }
            BlockState::LARGE_YOUNG => None,
            _ => Some(self.forward(word)),
        }
    }

    fn retain(&mut self, word: u64) -> u64 {
        self.blocks.keep_in_place(word as usize);
        self.forward(word)
    }

    fn trace(&mut self) {
        if self.random.is_some() {
            self.trace_in_random_order();
        }
        self.trace_own();
    }

    fn mark_waiting_key(&mut self, word: u64) {
        // SAFETY: as in `survivor`, which has found that the object was not reached.
        unsafe { HeaderWord::at(word as usize) }.mark_waiting_key();
    }

    fn next_reached_key(&mut self) -> Option<u64> {
        take(&mut self.random, &mut self.reached_keys)
    }

    fn next_discovered(&mut self) -> Option<usize> {
        let object = take(&mut self.random, &mut self.discovered);
        if self.shades {
            self.done.special.extend(object);
        }
        object
    }

    fn is_young(&self, word: u64) -> bool {
        self.is_survivor(word as usize)
    }
}
