//! Parallel moves: assignments to registers that are also sources of other assignments.

use super::step::ThunkStep;
use statepoint_scanner::arch::Register;

/// Sequentialises a parallel move: orders the steps so that none overwrites the source of a later
/// one. Each step sets a different register. Cycles are broken with a register of `scratch`;
/// returns `None` if all of these are in use.
pub(super) fn sequentialise(
    mut pending: Vec<ThunkStep>,
    scratch: &[Register],
) -> Option<Vec<ThunkStep>> {
    let mut ordered = Vec::with_capacity(pending.len());
    pending.retain(|step| !matches!(step, ThunkStep::Copy { to, from, bytes: 8 } if to == from));
    while !pending.is_empty() {
        let is_read_by_others = |register: Register, index: usize| {
            let mut others = pending.iter().enumerate().filter(|&(other, _)| other != index);
            others.any(|(_, step)| source(step) == Some(register))
        };
        let free =
            (0..pending.len()).find(|&index| !is_read_by_others(target(&pending[index]), index));
        if let Some(index) = free {
            ordered.push(pending.remove(index));
            continue;
        }
        let is_used = |&register: &Register| {
            pending.iter().any(|step| target(step) == register || source(step) == Some(register))
        };
        let spare = *scratch.iter().find(|register| !is_used(register))?;
        let blocked = target(&pending[0]);
        ordered.push(ThunkStep::Copy { to: spare, from: blocked, bytes: 8 });
        pending.iter_mut().for_each(|step| redirect(step, blocked, spare));
    }
    Some(ordered)
}

/// Returns the register that a step sets.
fn target(step: &ThunkStep) -> Register {
    match *step {
        ThunkStep::Load { to, .. }
        | ThunkStep::Copy { to, .. }
        | ThunkStep::Address { to, .. }
        | ThunkStep::Constant { to, .. } => to,
        _ => unreachable!("{step:?} sets no general-purpose register"),
    }
}

/// Returns the register that a step reads.
fn source(step: &ThunkStep) -> Option<Register> {
    match *step {
        ThunkStep::Load { base, .. } | ThunkStep::Address { base, .. } => Some(base),
        ThunkStep::Copy { from, .. } => Some(from),
        _ => None,
    }
}

/// Replaces the register that a step reads.
fn redirect(step: &mut ThunkStep, old: Register, new: Register) {
    if let ThunkStep::Load { base: read, .. }
    | ThunkStep::Address { base: read, .. }
    | ThunkStep::Copy { from: read, .. } = step
        && *read == old
    {
        *read = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn r(number: u8) -> Register {
        Register::new(number)
    }

    /// Executes the steps and returns the register contents. Initially register n contains n, and
    /// memory at n + offset contains 1000 n + offset.
    fn run(steps: &[ThunkStep]) -> [u64; 16] {
        let mut registers = core::array::from_fn(|number| number as u64);
        for step in steps {
            let read = |register: Register| registers[usize::from(register.dwarf())];
            let (to, value) = match *step {
                ThunkStep::Copy { to, from, .. } => (to, read(from)),
                ThunkStep::Load { to, base, offset, .. } => (to, 1000 * read(base) + offset as u64),
                ThunkStep::Address { to, base, offset } => (to, read(base) + offset as u64),
                ThunkStep::Constant { to, value } => (to, value),
                _ => unreachable!(),
            };
            registers[usize::from(to.dwarf())] = value;
        }
        registers
    }

    #[test]
    fn parallel_move_reads_before_overwriting() {
        // All mappings of four registers, with loads through some of them.
        for code in 0..6_u32.pow(4) {
            let from = |to: u8| (code / 6_u32.pow(to.into()) % 6) as u8;
            for loads in 0..16_u8 {
                let pending: Vec<_> = (0..4)
                    .map(|to| match loads >> to & 1 {
                        0 => ThunkStep::Copy { to: r(to), from: r(from(to)), bytes: 8 },
                        _ => ThunkStep::Load { to: r(to), base: r(from(to)), offset: 8, bytes: 8 },
                    })
                    .collect();
                let registers = run(&sequentialise(pending, &[r(9)]).unwrap());
                for to in 0..4 {
                    let value = u64::from(from(to));
                    let expected = if loads >> to & 1 == 0 { value } else { 1000 * value + 8 };
                    assert_eq!(registers[usize::from(to)], expected, "{code} {loads}");
                }
                assert_eq!((registers[4], registers[5]), (4, 5));
            }
        }
    }

    #[test]
    fn move_cycle_needs_scratch_register() {
        let swap = |a, b| ThunkStep::Copy { to: r(a), from: r(b), bytes: 8 };
        assert_eq!(sequentialise(vec![swap(0, 1), swap(1, 0)], &[r(0), r(1)]), None);
        assert_eq!(sequentialise(vec![swap(0, 0), swap(1, 0)], &[]), Some(vec![swap(1, 0)]));
        let two = vec![swap(0, 1), swap(1, 0), swap(2, 3), swap(3, 2)];
        let registers = run(&sequentialise(two, &[r(8)]).unwrap());
        assert_eq!(registers[..4], [1, 0, 3, 2]);
    }
}
