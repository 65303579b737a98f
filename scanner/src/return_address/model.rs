//! A model of return barriers and a native unwinder: all interleavings of their steps.
//!
//! A thread has a frame, whose return address is one word of its stack. Collections install a
//! barrier there, find out that the frame was left, and install barriers on another stack. The
//! frame is taken over, and so are frames of another stack. On the same thread, in a signal handler
//! or in native code, an unwinder searches the frame's caller. It must find it, whatever the others
//! do between its steps.

use core::mem::discriminant;
use std::collections::HashSet;

/// Number of trampolines of barriers.
const TRAMPOLINES: usize = 2;

/// A code address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Address {
    /// The original return address of the frame.
    Caller,
    /// The original return address of a frame on another stack.
    OtherCaller,
    /// The trampoline of takeovers.
    Takeover,
    /// The trampoline of a barrier.
    Barrier(usize),
}

/// A word in memory that contains a code address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Word {
    /// The frame's return address.
    Stack,
    /// What the trampoline of a barrier jumps to.
    Target(usize),
    /// The return address that the trampoline of takeovers replaces.
    Original,
}

/// The unwinder's progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unwinder {
    Idle,
    /// It has read this value from the word, and found the unwind rule for the value.
    HasRule(Address, Word),
    /// It evaluates the rule of the first address, for a trampoline at the second.
    Evaluates(Address, Address),
    /// It has found this caller.
    Found(Address),
}

/// What uses the trampoline of takeovers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TakeoverUser {
    Nothing,
    /// The frame, which is not redirected yet.
    Claimed,
    /// The frame, which returns to the trampoline.
    Frame,
    /// A frame of another stack.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The frame's return address.
    word: Address,
    /// Whether the frame was left.
    is_left: bool,
    /// What the trampoline of each barrier jumps to.
    targets: [Option<Address>; TRAMPOLINES],
    /// Which trampolines belong to a barrier.
    used: [bool; TRAMPOLINES],
    /// The trampoline of the frame's barrier.
    barrier: Option<usize>,
    /// The return address that the trampoline of takeovers replaces.
    original: Option<Address>,
    takeover: TakeoverUser,
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
    /// The trampoline of the takeover is freed although the frame was not left.
    FreesTakeoverEarly,
    /// The frame returns to the trampoline before the latter has the original return address.
    RedirectsFirst,
}

impl State {
    fn new() -> Self {
        Self {
            word: Address::Caller,
            is_left: false,
            targets: [None; TRAMPOLINES],
            used: [false; TRAMPOLINES],
            barrier: None,
            original: None,
            takeover: TakeoverUser::Nothing,
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
        if let Some(index) = self.barrier {
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
        }
        match self.takeover {
            TakeoverUser::Nothing => {
                step(&|next| {
                    (next.original, next.takeover) =
                        (Some(Address::OtherCaller), TakeoverUser::Other);
                });
                if !self.is_left {
                    step(&|next| {
                        next.takeover = TakeoverUser::Claimed;
                        if fault == Fault::RedirectsFirst {
                            next.redirect(fault);
                        } else {
                            next.original = Some(Address::Caller);
                        }
                    });
                }
            }
            TakeoverUser::Claimed => step(&|next| {
                (next.original, next.takeover) = (Some(Address::Caller), TakeoverUser::Frame);
                if !self.is_left {
                    next.redirect(fault);
                }
            }),
            // Frames of the other stack are left at any time.
            TakeoverUser::Other => step(&|next| next.takeover = TakeoverUser::Nothing),
            TakeoverUser::Frame if self.is_left || fault == Fault::FreesTakeoverEarly => {
                step(&|next| next.takeover = TakeoverUser::Nothing);
            }
            TakeoverUser::Frame => {}
        }
        all
    }

    /// Makes the frame return to the trampoline of takeovers.
    fn redirect(&mut self, fault: Fault) {
        match self.barrier {
            Some(index) if fault != Fault::TakeoverReplacesWord => {
                self.targets[index] = Some(Address::Takeover);
            }
            _ => self.word = Address::Takeover,
        }
    }

    /// Returns the value of a word that the unwinder has read before.
    fn load(&self, word: Word) -> Address {
        match word {
            Word::Stack => self.word,
            Word::Target(index) => self.targets[index].expect("it was in use"),
            Word::Original => self.original.expect("it was in use"),
        }
    }

    fn steps_of_unwinder(&self) -> Vec<Self> {
        let next = |unwinder| Self { unwinder, ..self.clone() };
        let read = |word| next(Unwinder::HasRule(self.load(word), word));
        match self.unwinder {
            Unwinder::Idle if self.is_left => vec![],
            Unwinder::Idle => vec![read(Word::Stack)],
            Unwinder::HasRule(found @ (Address::Caller | Address::OtherCaller), _) => {
                vec![next(Unwinder::Found(found))]
            }
            // LLVM's libunwind and gdb evaluate the rule with the value that they have; libgcc
            // loads the word once more.
            Unwinder::HasRule(rule, word) => {
                [rule, self.load(word)].map(|at| next(Unwinder::Evaluates(rule, at))).to_vec()
            }
            // The rule takes other code for a trampoline of its own.
            Unwinder::Evaluates(rule, at) if discriminant(&rule) != discriminant(&at) => {
                vec![next(Unwinder::Found(Address::OtherCaller))]
            }
            // The unwinder continues with the rule of the address that it finds.
            Unwinder::Evaluates(_, Address::Barrier(index)) => vec![read(Word::Target(index))],
            Unwinder::Evaluates(..) if self.original.is_none() => {
                vec![next(Unwinder::Found(Address::OtherCaller))]
            }
            Unwinder::Evaluates(..) => vec![read(Word::Original)],
            Unwinder::Found(_) => vec![next(Unwinder::Idle)],
        }
    }
}

/// Visits all states that can be reached. Returns their number, how often the unwinder evaluated
/// the rules of barriers and of takeovers, and a state in which it has found another caller.
fn explore(fault: Fault) -> (usize, [usize; 2], Option<State>) {
    let (mut seen, mut ahead) = (HashSet::new(), vec![State::new()]);
    let mut evaluated = [0; 2];
    while let Some(state) = ahead.pop() {
        match state.unwinder {
            Unwinder::Found(Address::OtherCaller) => return (seen.len(), evaluated, Some(state)),
            Unwinder::Evaluates(Address::Barrier(_), _) => evaluated[0] += 1,
            Unwinder::Evaluates(Address::Takeover, _) => evaluated[1] += 1,
            _ => {}
        }
        if seen.insert(state.clone()) {
            ahead.extend(state.next(fault));
        }
    }
    (seen.len(), evaluated, None)
}

#[test]
fn unwinders_find_the_caller() {
    let (states, evaluated, wrong) = explore(Fault::Nothing);
    assert_eq!(wrong, None);
    let message = format!("{states} states, {evaluated:?} by way of barriers and takeovers");
    assert!(states > 100 && evaluated.iter().all(|&count| count > 10), "{message}");
}

#[test]
fn each_rule_is_necessary() {
    for fault in [
        Fault::Restores,
        Fault::TakeoverReplacesWord,
        Fault::DropsEarly,
        Fault::FreesTakeoverEarly,
        Fault::RedirectsFirst,
    ] {
        assert!(explore(fault).2.is_some(), "{fault:?} has no effect");
    }
}
