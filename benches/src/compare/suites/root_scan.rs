//! The suite `root-scan`: walking deep stacks and relocating their roots. The program `root-scan`
//! measures more.

use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use super::super::cost::Cost;
use super::super::measured::Measurements;
use super::super::{Case, Metric, Peers, Runner, Subject};
use super::Selection;
use crate::root_scan::compiled::Compiled;
use crate::root_scan::ocaml::Ocaml;
use crate::root_scan::program::Program;
use crate::root_scan::stacks::Stacks;
use crate::root_scan::{Mode, ROOTS, RecursionShape, ReferentAge, orders};

/// Number of derived pointers of a frame in curves of other parameters, if there are any.
const DERIVED: u64 = 4;

/// The parameter of walks in which no root is rewritten.
const OLD: &str = "roots=old";
/// The parameter of walks in which all roots are rewritten.
const YOUNG: &str = "roots=young";

/// A value that several cases and subjects share. It is created on first use.
type Shared<T> = Rc<OnceCell<T>>;

/// The stacks of one case, and the program whose functions are on them.
#[derive(Clone, Debug)]
struct Walk {
    shape: RecursionShape,
    frames: u64,
    program: Shared<Rc<Program>>,
    stacks: Shared<RefCell<Stacks>>,
}

impl Walk {
    fn new(shape: RecursionShape, frames: u64, program: &Shared<Rc<Program>>) -> Self {
        Self { shape, frames, program: Rc::clone(program), stacks: Shared::default() }
    }

    /// Calls `measure` with the stacks.
    fn with<T>(&self, measure: impl FnOnce(&mut Stacks) -> T) -> Result<T, String> {
        if self.program.get().is_none() {
            let program = Program::new(self.shape).map_err(|error| error.to_string())?;
            _ = self.program.set(Rc::new(program));
        }
        let program = self.program.get().ok_or("the program was not built")?;
        let order = orders(self.shape.functions)[0];
        let make = || RefCell::new(Stacks::new(program, 1, self.frames, order));
        Ok(measure(&mut self.stacks.get_or_init(make).borrow_mut()))
    }

    fn case(&self, stack: &str, runners: Vec<Runner>) -> Case {
        let RecursionShape { functions, mode, roots, derived, records } = self.shape;
        let (frames, mode) = (self.frames, mode.name());
        let parameters = format!(
            "depth={frames} functions={functions} mode={mode} roots_per_frame={roots} \
             derived={derived} sites={records} stack={stack}"
        );
        // OCaml takes the longest time. The memory is that of both stacks, and of the table while
        // it is built.
        let time = Duration::from_millis(100) + Duration::from_nanos(500 * frames);
        let memory = frames * 2 * 8 * (roots + derived + 6) + records * 400;
        let cost = Cost { time, memory };
        Case { suite: "root-scan", parameters, cost, runners }
    }
}

/// The parameters of the curves. In each curve one of them grows: the depth of the stack, the
/// references or the derived pointers of a frame, or the call sites of the table.
struct Curves {
    depths: &'static [u64],
    roots: &'static [u64],
    derived: &'static [u64],
    records: &'static [u64],
    /// The depth in curves of the other parameters.
    depth: u64,
    /// The number of functions in all curves.
    functions: u64,
}

/// Parameters of a full comparison.
const FULL: Curves = Curves {
    depths: &[1000, 10_000, 100_000, 1_000_000],
    roots: &[0, 1, 2, 8, 16, 32, 64],
    derived: &[1, 2, 8, 16, 32, 64],
    records: &[1000, 10_000, 100_000, 500_000],
    depth: 100_000,
    functions: 16,
};

/// Parameters of a quick comparison.
const QUICK: Curves = Curves {
    depths: &[1000],
    roots: &[0, 64],
    derived: &[64],
    records: &[1000],
    depth: 1000,
    functions: 16,
};

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let (curves, records) = if selection.quick { (&QUICK, 20_000) } else { (&FULL, 2_000_000) };
    let mut cases = Vec::new();
    for mode in Mode::ALL {
        let usual =
            RecursionShape { functions: curves.functions, mode, roots: ROOTS, derived: 0, records };
        for derived in [0, DERIVED] {
            for functions in [1, 16, 256] {
                let shape = RecursionShape { functions, derived, ..usual };
                add_depths(selection, peers, shape, curves.depths, &mut cases);
            }
        }
        let more_roots = curves.roots.iter().map(|&roots| RecursionShape { roots, ..usual });
        let more_derived =
            curves.derived.iter().map(|&derived| RecursionShape { derived, ..usual });
        let more_records =
            curves.records.iter().map(|&records| RecursionShape { records, ..usual });
        for shape in more_roots.chain(more_derived).chain(more_records) {
            let walk = Walk::new(shape, curves.depth, &Shared::default());
            cases.push(walk.case("synthetic", walk_runners(selection, &walk, None)));
        }
    }
    cases
}

/// Adds cases with the same functions at all depths, also for recursions that other compilers have
/// compiled.
fn add_depths(
    selection: &Selection<'_>,
    peers: &mut Peers,
    shape: RecursionShape,
    depths: &[u64],
    cases: &mut Vec<Case>,
) {
    let RecursionShape { functions, mode, derived, .. } = shape;
    // OCaml's compiler keeps all references in stack slots, and no derived pointers.
    let is_included = mode == Mode::Spilled && derived == 0 && selection.includes(Subject::Ocaml);
    let ocaml = is_included.then(|| Ocaml::compile(functions, peers.directory()));
    let ocaml = ocaml.and_then(|ocaml| ocaml.map_err(|error| peers.skip(error)).ok()).map(Rc::new);
    // LLVM takes seconds to compile each recursion, so this happens when a case first runs.
    let is_included =
        selection.includes(Subject::Ours) && (!selection.quick || functions == QUICK.functions);
    let is_compiled =
        is_included && Compiled::require_compiler().map_err(|error| peers.skip(error)).is_ok();
    let (program, compiled) = (Shared::default(), Shared::default());
    for &frames in depths {
        let walk = Walk::new(shape, frames, &program);
        cases.push(walk.case("synthetic", walk_runners(selection, &walk, ocaml.as_ref())));
        if is_compiled {
            let directory = peers.directory();
            let runners = collection_runners(selection, &walk, &compiled, directory);
            cases.push(walk.case("compiled", runners));
        }
    }
}

/// Nanoseconds per frame, each with the parameter that describes the roots.
type Times = Vec<(&'static str, f64)>;

/// Adds a subject if it is selected. Each walk checks the number of its roots.
fn add(
    runners: &mut Vec<Runner>,
    selection: &Selection<'_>,
    subject: Subject,
    roots: u64,
    mut run: impl FnMut() -> Result<Times, String> + 'static,
) {
    if selection.includes(subject) {
        let run = Box::new(move || Ok(measured(&run()?, roots)));
        runners.push(Runner { subject, run });
    }
}

/// Returns the subjects that walk a synthetic stack.
fn walk_runners(selection: &Selection<'_>, walk: &Walk, ocaml: Option<&Rc<Ocaml>>) -> Vec<Runner> {
    let (mut all, roots) = (Vec::new(), walk.shape.roots);
    let ours = walk.clone();
    let ages = |stacks: &mut Stacks| {
        vec![(OLD, stacks.walk(ReferentAge::Old)), (YOUNG, stacks.walk(ReferentAge::Young))]
    };
    add(&mut all, selection, Subject::Ours, roots, move || ours.with(ages));
    let limit = walk.clone();
    let chain = |stacks: &mut Stacks| vec![(OLD, stacks.limit()), (YOUNG, stacks.limit())];
    add(&mut all, selection, Subject::Limit, roots, move || limit.with(chain));
    if let Some(ocaml) = ocaml {
        let (ocaml, frames) = (Rc::clone(ocaml), walk.frames);
        let run =
            move || ocaml.run(frames).map(|times| vec![(OLD, times.old), (YOUNG, times.young)]);
        add(&mut all, selection, Subject::Ocaml, roots, run);
    }
    all
}

/// Returns the subjects that run a full collection on a stack of managed code: this project, and
/// the lower bound of a walk.
fn collection_runners(
    selection: &Selection<'_>,
    walk: &Walk,
    compiled: &Shared<Compiled>,
    directory: &Path,
) -> Vec<Runner> {
    let (mut all, roots) = (Vec::new(), walk.shape.roots);
    let (compiled, directory) = (Rc::clone(compiled), directory.to_owned());
    let (shape, frames) = (walk.shape, walk.frames);
    let run = move || {
        if compiled.get().is_none() {
            _ = compiled.set(Compiled::new(shape, &directory)?);
        }
        let compiled = compiled.get().ok_or("the recursion was not compiled")?;
        Ok(vec![(YOUNG, compiled.run(frames)?)])
    };
    add(&mut all, selection, Subject::Ours, roots, run);
    let limit = walk.clone();
    let chain = |stacks: &mut Stacks| vec![(YOUNG, stacks.limit())];
    add(&mut all, selection, Subject::Limit, roots, move || limit.with(chain));
    all
}

fn measured(times: &Times, roots: u64) -> Measurements {
    let mut measured = Measurements::default();
    for &(parameter, time) in times {
        measured.add_with(parameter, Metric::PerFrame, time);
        if roots > 0 {
            measured.add_with(parameter, Metric::PerRoot, time / roots as f64);
        }
    }
    measured
}
