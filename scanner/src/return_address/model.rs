//! A model of return barriers and a native unwinder: all interleavings of their steps.
//!
//! A thread has a frame, whose return address is one word of its stack. Collections install a
//! barrier there, find out that the frame was left, and install barriers on another stack. A
//! takeover may redirect the frame. On the same thread, in a signal handler or in native code, an
//! unwinder searches the frame's caller. It must find it, whatever the others do between its steps.

use std::collections::HashSet;

/// Number of trampolines.
const TRAMPOLINES: usize = 2;

/// A code address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Address {
    /// The original return address of the frame.
    Caller,
    /// The original return address of a frame on another stack.
    OtherCaller,
    /// The trampoline of a takeover, whose unwind rule leads to [`Self::Caller`].
    Takeover,
    /// The trampoline of a barrier.
    Barrier(usize),
}

/// The unwinder's progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unwinder {
    Idle,
    /// It has read the word, and found the unwind rule for this value.
    HasRule(Address),
    /// It evaluates the rule of trampolines, for the one at this address.
    Evaluates(Address),
    /// It has found this caller.
    Found(Address),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The frame's return address.
    word: Address,
    /// Whether the frame was left.
    is_left: bool,
    /// What each trampoline jumps to.
    targets: [Option<Address>; TRAMPOLINES],
    /// Which trampolines belong to a barrier.
    used: [bool; TRAMPOLINES],
    /// The trampoline of the frame's barrier.
    barrier: Option<usize>,
    unwinder: Unwinder,
}

/// A violation of the protocol in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    /// A collection restores the word, and drops the barrier.
    Restores,
    /// A takeover replaces the word. Then a walk does not find the barrier, which is dropped.
    TakeoverReplacesWord,
    /// The barrier is dropped although its frame was not left.
    DropsEarly,
}

impl State {
    fn new() -> Self {
        Self {
            word: Address::Caller,
            is_left: false,
            targets: [None; TRAMPOLINES],
            used: [false; TRAMPOLINES],
            barrier: None,
            unwinder: Unwinder::Idle,
        }
    }

    /// Returns the states that one step of any actor leads to.
    fn next(&self, fault: Fault) -> Vec<Self> {
        let mut all = self.steps_of_unwinder();
        let mut step = |change: &dyn Fn(&mut Self)| {
            let mut next = self.clone();
            change(&mut next);
            all.push(next);
        };
        let free = (0..TRAMPOLINES).filter(|&index| !self.used[index]);
        for index in free {
            if self.word == Address::Caller && !self.is_left && self.barrier.is_none() {
                // The target is written before the word (release fence).
                step(&|next| {
                    next.targets[index] = Some(Address::Caller);
                    (next.used[index], next.barrier) = (true, Some(index));
                    next.word = Address::Barrier(index);
                });
            }
            // A collection installs a barrier on another stack.
            step(&|next| {
                (next.targets[index], next.used[index]) = (Some(Address::OtherCaller), true);
            });
        }
        // The other stack's frames are left, and a collection drops their barriers.
        for index in
            (0..TRAMPOLINES).filter(|&index| self.used[index] && self.barrier != Some(index))
        {
            step(&|next| next.used[index] = false);
        }
        // The frame is left: the unwinder, which ran in a younger frame, has ended.
        if self.unwinder == Unwinder::Idle {
            step(&|next| next.is_left = true);
        }
        match self.barrier {
            Some(index) => {
                let is_replaced = self.word != Address::Barrier(index);
                if self.is_left || is_replaced || fault == Fault::DropsEarly {
                    step(&|next| (next.used[index], next.barrier) = (false, None));
                }
                if fault == Fault::Restores && !self.is_left {
                    step(&|next| {
                        next.word = Address::Caller;
                        (next.used[index], next.barrier) = (false, None);
                    });
                }
                if fault == Fault::TakeoverReplacesWord {
                    step(&|next| next.word = Address::Takeover);
                } else {
                    step(&|next| next.targets[index] = Some(Address::Takeover));
                }
            }
            None => step(&|next| next.word = Address::Takeover),
        }
        all
    }

    fn steps_of_unwinder(&self) -> Vec<Self> {
        let next = |unwinder| Self { unwinder, ..self.clone() };
        match self.unwinder {
            Unwinder::Idle if self.is_left => vec![],
            Unwinder::Idle => vec![next(Unwinder::HasRule(self.word))],
            // LLVM's libunwind and gdb evaluate the rule with the value that they have; libgcc
            // loads the word once more.
            Unwinder::HasRule(first @ Address::Barrier(_)) => {
                vec![next(Unwinder::Evaluates(first)), next(Unwinder::Evaluates(self.word))]
            }
            Unwinder::HasRule(Address::Takeover) => vec![next(Unwinder::Found(Address::Caller))],
            Unwinder::HasRule(address) => vec![next(Unwinder::Found(address))],
            // The unwinder continues with the rule of the target.
            Unwinder::Evaluates(Address::Barrier(index)) => {
                let target = self.targets[index].expect("it was in use");
                vec![next(Unwinder::HasRule(target))]
            }
            // The rule takes other code for a trampoline.
            Unwinder::Evaluates(_) => vec![next(Unwinder::Found(Address::OtherCaller))],
            Unwinder::Found(_) => vec![next(Unwinder::Idle)],
        }
    }
}

/// Visits all states that can be reached. Returns their number, how often the unwinder found the
/// caller by way of a barrier, and a state in which it has found another one.
fn explore(fault: Fault) -> (usize, usize, Option<State>) {
    let (mut seen, mut ahead) = (HashSet::new(), vec![State::new()]);
    let mut by_barrier = 0;
    while let Some(state) = ahead.pop() {
        match state.unwinder {
            Unwinder::Found(Address::Caller) => {}
            Unwinder::Found(_) => return (seen.len(), by_barrier, Some(state)),
            Unwinder::Evaluates(Address::Barrier(_)) => by_barrier += 1,
            _ => {}
        }
        if seen.insert(state.clone()) {
            ahead.extend(state.next(fault));
        }
    }
    (seen.len(), by_barrier, None)
}

#[test]
fn unwinders_find_the_caller() {
    let (states, by_barrier, wrong) = explore(Fault::Nothing);
    assert_eq!(wrong, None);
    assert!(states > 100 && by_barrier > 10, "{states} states, {by_barrier} by way of barriers");
}

#[test]
fn each_rule_is_necessary() {
    for fault in [Fault::Restores, Fault::TakeoverReplacesWord, Fault::DropsEarly] {
        assert!(explore(fault).2.is_some(), "{fault:?} has no effect");
    }
}
