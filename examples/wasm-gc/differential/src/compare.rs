//! Runs a module in both engines and compares what it does.

use std::fmt;

use fastrand::Rng;
use wasmtime::{HeapType, ValType};

use crate::generate::Source;
use crate::operators;
use crate::outcome::{Outcome, TrapClass};
use crate::settings::ZealChoice;
use crate::sides::{Argument, Ours, Theirs};
use crate::tally::Tally;

/// The largest number of calls of a module.
const CALLS: usize = 24;
/// The largest number of instances that replace one without fuel.
const INSTANCES: usize = 3;

/// A difference between the engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was done.
    pub at: String,
    /// What `wasm-gc` did.
    pub ours: String,
    /// What `wasmtime` did.
    pub theirs: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  wasm-gc:  {}\n  wasmtime: {}", self.at, self.ours, self.theirs)
    }
}

/// Runs a module in both engines, and counts what happens.
///
/// # Errors
///
/// The first difference.
pub fn compare(
    bytes: &[u8],
    source: Source,
    seed: u64,
    zeal: ZealChoice,
    tally: &mut Tally,
) -> Result<(), Difference> {
    tally.modules += 1;
    operators::count(bytes, &mut tally.operators);
    let (mut ours, theirs) = match (Ours::new(bytes, seed, zeal), Theirs::new(bytes, seed)) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (Err(_), Err(_)) => {
            tally.not_comparable("rejected by both engines");
            return Ok(());
        }
        (ours, theirs) => {
            return Err(Difference {
                at: "compilation".to_owned(),
                ours: ours.map_or_else(|error| error.to_string(), |_| "accepted".to_owned()),
                theirs: theirs.map_or_else(|error| format!("{error:#}"), |_| "accepted".to_owned()),
            });
        }
    };
    let mut run = Run { ours: &mut ours, theirs, rng: Rng::with_seed(seed), tally };
    let compared = run.run(source);
    tally.add_heap(&ours.statistics());
    compared
}

struct Run<'a> {
    ours: &'a mut Ours,
    theirs: Theirs,
    rng: Rng,
    tally: &'a mut Tally,
}

impl Run<'_> {
    fn run(&mut self, source: Source) -> Result<(), Difference> {
        if self.instantiate()? != Step::Returned {
            return Ok(());
        }
        let functions = self.theirs.functions();
        let mut instances = 1;
        for call in 0..functions.len().saturating_mul(2).min(CALLS) {
            let (name, types) = &functions[call % functions.len()];
            let arguments: Option<Vec<_>> = types.iter().map(|ty| self.argument(ty)).collect();
            let Some(arguments) = arguments else {
                self.tally.not_comparable("no argument of a parameter's type");
                continue;
            };
            match self.call(call, name, &arguments)? {
                Step::Limit => return Ok(()),
                // The fuel of an instance is not renewed.
                Step::Trapped(TrapClass::Unreachable)
                    if source == Source::Smith && instances < INSTANCES =>
                {
                    instances += 1;
                    if self.instantiate()? != Step::Returned {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn instantiate(&mut self) -> Result<Step, Difference> {
        let (ours, theirs) = (self.ours.instantiate(), self.theirs.instantiate());
        let step = self.step("instantiation", ours, theirs)?;
        if step != Step::Limit {
            self.compare_state("after instantiation")?;
        }
        Ok(step)
    }

    fn call(
        &mut self,
        call: usize,
        name: &str,
        arguments: &[Argument],
    ) -> Result<Step, Difference> {
        let (ours, theirs) = (self.ours.call(name, arguments), self.theirs.call(name, arguments));
        self.tally.calls += 1;
        let at = format!("call {call}, {name}{arguments:?}");
        let step = self.step(&at, ours, theirs)?;
        if step != Step::Limit {
            self.compare_state(&format!("after {at}"))?;
        }
        Ok(step)
    }

    /// Compares two outcomes.
    fn step(&mut self, at: &str, ours: Outcome, theirs: Outcome) -> Result<Step, Difference> {
        match (&ours, &theirs) {
            (Outcome::Limit(limit), _) | (_, Outcome::Limit(limit)) => {
                self.tally.not_comparable(&limit.to_string());
                return Ok(Step::Limit);
            }
            (Outcome::Rejected(_), _) | (_, Outcome::Rejected(_)) => {}
            (Outcome::Returned(_), _) if ours == theirs => {
                self.tally.returned += 1;
                return Ok(Step::Returned);
            }
            (Outcome::Trapped(class), _) if ours == theirs => {
                *self.tally.traps.entry(class.to_string()).or_default() += 1;
                return Ok(Step::Trapped(*class));
            }
            (Outcome::Threw(_), _) if ours == theirs => {
                self.tally.threw += 1;
                return Ok(Step::Threw);
            }
            _ => {}
        }
        let (ours, theirs) = (ours.to_string(), theirs.to_string());
        Err(Difference { at: at.to_owned(), ours, theirs })
    }

    fn compare_state(&mut self, at: &str) -> Result<(), Difference> {
        let (ours, theirs) = (self.ours.take_log(), self.theirs.take_log());
        if ours != theirs {
            let (ours, theirs) = (ours.join("; "), theirs.join("; "));
            return Err(Difference { at: format!("calls of the host {at}"), ours, theirs });
        }
        let (ours, theirs) = (self.ours.state(), self.theirs.state());
        if ours != theirs {
            let (ours, theirs) = (ours.join("\n    "), theirs.join("\n    "));
            return Err(Difference { at: format!("state {at}"), ours, theirs });
        }
        Ok(())
    }

    /// Chooses an argument of a type, if there is one.
    fn argument(&mut self, ty: &ValType) -> Option<Argument> {
        let ValType::Ref(reference) = ty else {
            return Some(Argument::Number(self.number()));
        };
        let mut choices = self.theirs.results_of_type(ty);
        let heap = reference.heap_type();
        if reference.is_nullable() {
            choices.push(Argument::Null);
        }
        if HeapType::I31.matches(heap) || HeapType::Extern.matches(heap) {
            choices.push(Argument::I31(self.number() as u32 >> 1));
        }
        if matches!(heap, HeapType::Any | HeapType::Extern) {
            choices.push(Argument::Host(self.rng.u64(..1000)));
        }
        self.rng.choice(choices)
    }

    fn number(&mut self) -> u64 {
        match self.rng.u8(..4) {
            0 => self.rng.u64(..10),
            1 => u64::from(self.rng.u8(..)) << self.rng.u8(..57),
            2 => f64::from(self.rng.i16(..)).to_bits(),
            _ => self.rng.u64(..),
        }
    }
}

/// How far a call came in both engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Returned,
    Trapped(TrapClass),
    Threw,
    /// One of them reached a limit.
    Limit,
}
