//! root-scan: walking deep stacks and relocating their roots; the binary of this name has more of it.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::super::measured::Measured;
use super::super::{Case, Contestant, Metric, Peers, Subject};
use super::Extent;
use crate::root_scan::ocaml::Ocaml;
use crate::root_scan::program::Program;
use crate::root_scan::stacks::Stacks;
use crate::root_scan::{Age, Mode, orders};

/// The words of roots that stay as they are, and of roots that are all rewritten.
const OLD: &str = "roots=old";
const YOUNG: &str = "roots=young";

/// What several cases and contestants use, made when the first of them needs it.
type Shared<T> = Rc<OnceCell<T>>;

/// What is walked in one case.
#[derive(Clone, Debug)]
struct Walk {
    functions: u64,
    mode: Mode,
    frames: u64,
    records: u64,
    program: Shared<Rc<Program>>,
    stacks: Shared<RefCell<Stacks>>,
}

impl Walk {
    /// Calls `measure` with the stacks.
    fn with<T>(&self, measure: impl FnOnce(&mut Stacks) -> T) -> Result<T, String> {
        if self.program.get().is_none() {
            let program = Program::new(self.functions, self.mode, self.records);
            _ = self.program.set(Rc::new(program.map_err(|error| error.to_string())?));
        }
        let program = self.program.get().ok_or("there is no program")?;
        let order = orders(self.functions)[0];
        let make = || RefCell::new(Stacks::new(program, 1, self.frames, order));
        Ok(measure(&mut self.stacks.get_or_init(make).borrow_mut()))
    }
}

pub(super) fn cases(extent: &Extent<'_>, peers: &mut Peers) -> Vec<Case> {
    let (depths, records): (&[u64], u64) =
        if extent.quick { (&[1000], 100_000) } else { (&[1000, 100_000, 1_000_000], 2_000_000) };
    let mut cases = Vec::new();
    for (mode, name) in [(Mode::Spilled, "spilled"), (Mode::Registers, "registers")] {
        for functions in [1, 16, 256] {
            // OCaml's compiler has one mode only.
            let wanted = mode == Mode::Spilled && extent.wants(Subject::Ocaml);
            let ocaml = wanted.then(|| Ocaml::compile(functions, peers.directory()));
            let ocaml = ocaml.and_then(|ocaml| ocaml.map_err(|error| peers.say(error)).ok());
            let ocaml = ocaml.map(Rc::new);
            let program = Shared::default();
            for &frames in depths {
                let (program, stacks) = (Rc::clone(&program), Shared::default());
                let walk = Walk { functions, mode, frames, records, program, stacks };
                let parameters = format!("depth={frames} functions={functions} mode={name}");
                let contestants = contestants(extent, &walk, ocaml.as_ref());
                cases.push(Case { suite: "root-scan", parameters, contestants });
            }
        }
    }
    cases
}

/// Those who walk; their results are counts, which are checked in each walk.
fn contestants(extent: &Extent<'_>, walk: &Walk, ocaml: Option<&Rc<Ocaml>>) -> Vec<Contestant> {
    let mut contestants = Vec::new();
    let mut add = |subject, run: Box<dyn FnMut() -> Result<(f64, f64), String>>| {
        if extent.wants(subject) {
            let mut run = run;
            let run = Box::new(move || run().map(per_frame));
            contestants.push(Contestant { subject, run });
        }
    };
    let ours = walk.clone();
    let ages = |stacks: &mut Stacks| (stacks.walk(Age::Old), stacks.walk(Age::Young));
    add(Subject::Ours, Box::new(move || ours.with(ages)));
    let limit = walk.clone();
    let chain = |stacks: &mut Stacks| (stacks.limit(), stacks.limit());
    add(Subject::Limit, Box::new(move || limit.with(chain)));
    if let Some(ocaml) = ocaml {
        let (ocaml, frames) = (Rc::clone(ocaml), walk.frames);
        let run = move || ocaml.run(frames).map(|times| (times.old, times.young));
        add(Subject::Ocaml, Box::new(run));
    }
    contestants
}

fn per_frame((old, young): (f64, f64)) -> Measured {
    let mut measured = Measured::default();
    measured.add_with(OLD, Metric::PerFrame, old);
    measured.add_with(YOUNG, Metric::PerFrame, young);
    measured
}
