//! The machine code of thunks on AArch64.

#![expect(
    clippy::useless_conversion,
    reason = "the assembler's macro converts each number of a register"
)]

use dynasmrt::aarch64::Aarch64Relocation;
use dynasmrt::{DynasmApi as _, DynasmLabelApi as _, VecAssembler, dynasm};

use crate::thunk::{AssembledThunk, CfiChange, ThunkAssembler, ThunkProgram, ThunkStep};
use statepoint_scanner::arch::{Aarch64, InstructionSet, Register};

/// Size in bytes of the frame record: x29 and x30.
const RECORD: u32 = 16;
/// Size in bytes of the saved flags, with padding that keeps the stack pointer aligned to 16.
const FLAGS: u32 = 16;
/// Operand of `hint` that encodes `bti c`. Processors that do not implement it execute a no-op.
const LANDING_PAD: u32 = 34;
/// Encoding of `mrs x16, nzcv`.
const READ_FLAGS: u32 = 0xd53b_4210;
/// Encoding of `msr nzcv, x16`.
const WRITE_FLAGS: u32 = 0xd51b_4210;
/// Maximum offset in `stp` and `ldp`, in units of the register size.
const PAIR: u32 = 63;

const fn register(number: u8) -> Register {
    Register::new(number)
}

impl ThunkAssembler for Aarch64 {
    const ARGUMENTS: &'static [Register] = &[
        register(0),
        register(1),
        register(2),
        register(3),
        register(4),
        register(5),
        register(6),
        register(7),
    ];
    const VECTOR_ARGUMENTS: u8 = 8;
    /// The list excludes x18, which some platforms reserve.
    const SCRATCH: &'static [Register] = &[
        register(16),
        register(17),
        register(9),
        register(10),
        register(11),
        register(12),
        register(13),
        register(14),
        register(15),
        register(8),
        register(7),
        register(6),
        register(5),
        register(4),
        register(3),
        register(2),
        register(1),
        register(0),
    ];
    const LINK: Option<Register> = Some(register(30));
    /// The largest offset that two additions can reach, with immediates of 12 bits each.
    const FARTHEST: i32 = (1 << 24) - 1;

    fn reserved(flags: bool) -> u32 {
        if flags { RECORD + FLAGS } else { RECORD }
    }

    fn is_target(address: u64) -> bool {
        address.is_multiple_of(4)
    }

    fn assemble(program: &ThunkProgram<Self>) -> AssembledThunk {
        let mut unwind = Vec::new();
        let mut code = VecAssembler::<Aarch64Relocation>::new(0);
        let target = code.new_dynamic_label();
        let (frame, record) = (program.cfa, program.cfa - RECORD);
        let flags = record.wrapping_sub(FLAGS);
        // `bti c` permits distant callers, which call indirectly.
        dynasm!(code; .arch aarch64; hint LANDING_PAD; sub sp, sp, frame);
        unwind.push((here(&code), CfiChange::Cfa(frame)));
        if record / 8 <= PAIR {
            dynasm!(code; .arch aarch64; stp x29, x30, [sp, record as i32]);
        } else {
            dynasm!(code; .arch aarch64; str x29, [sp, record]; str x30, [sp, record + 8]);
        }
        unwind.push((here(&code), CfiChange::Saved(29, frame - record)));
        unwind.push((here(&code), CfiChange::Saved(30, frame - record - 8)));
        steps(&mut code, &program.before);
        for &(saved, at) in &program.saved {
            unwind.push((here(&code), CfiChange::Saved(saved.dwarf(), frame - at)));
        }
        if program.flags {
            dynasm!(code; .arch aarch64; .u32 READ_FLAGS; str x16, [sp, flags]);
        }
        dynasm!(code; .arch aarch64; add x29, sp, record; ldr x16, =>target; blr x16);
        let return_offset = here(&code);
        if program.flags {
            dynasm!(code; .arch aarch64; ldr x16, [sp, flags]; .u32 WRITE_FLAGS);
        }
        if record / 8 <= PAIR {
            dynasm!(code; .arch aarch64; ldp x29, x30, [sp, record as i32]);
        } else {
            dynasm!(code; .arch aarch64; ldr x29, [sp, record]; ldr x30, [sp, record + 8]);
        }
        steps(&mut code, &program.after);
        dynasm!(code; .arch aarch64; add sp, sp, frame);
        let saved = program.saved.iter().map(|(saved, _)| saved.dwarf());
        for register in [29, 30].into_iter().chain(saved.filter(|&saved| saved != 29)) {
            unwind.push((here(&code), CfiChange::InRegister(register)));
        }
        unwind.push((here(&code), CfiChange::Cfa(0)));
        dynasm!(code; .arch aarch64; ret; .align 8; =>target; .u64 program.target);
        let code = code.finalize().expect("the label is missing or out of range");
        AssembledThunk { code, return_offset, unwind }
    }
}

type Code = VecAssembler<Aarch64Relocation>;

/// Returns the current offset in the code, in bytes.
fn here(code: &Code) -> u32 {
    code.offset().0 as u32
}

/// Emits steps. Two registers that are adjacent in the frame are stored or loaded as a pair.
fn steps(code: &mut Code, mut steps: &[ThunkStep]) {
    while let [first, rest @ ..] = steps {
        if let [second, others @ ..] = rest
            && pair(code, first, second)
        {
            steps = others;
            continue;
        }
        step(code, first);
        steps = rest;
    }
}

/// Returns whether registers of `bytes` bytes at these frame offsets can be accessed as a pair.
fn are_neighbours(first: u32, second: u32, bytes: u8) -> bool {
    let bytes = u32::from(bytes);
    second == first + bytes && first.is_multiple_of(bytes) && first / bytes <= PAIR
}

/// Emits both steps as one instruction, if that is possible. Returns whether it was.
fn pair(code: &mut Code, first: &ThunkStep, second: &ThunkStep) -> bool {
    const SP: Register = Aarch64::STACK_POINTER;
    match (*first, *second) {
        (
            ThunkStep::Store { from: a, at, bytes: 8 },
            ThunkStep::Store { from: b, at: next, bytes: 8 },
        ) if are_neighbours(at, next, 8) => {
            dynasm!(code; .arch aarch64; stp X(number(a)), X(number(b)), [sp, at as i32]);
        }
        (
            ThunkStep::Load { to: a, base: SP, offset, bytes: 8 },
            ThunkStep::Load { to: b, base: SP, offset: next, bytes: 8 },
        ) if a != b && are_neighbours(offset as u32, next as u32, 8) => {
            dynasm!(code; .arch aarch64; ldp X(number(a)), X(number(b)), [sp, offset]);
        }
        (
            ThunkStep::StoreVector { from: a, at, bytes },
            ThunkStep::StoreVector { from: b, at: next, bytes: same },
        ) if bytes == same && bytes >= 8 && are_neighbours(at, next, bytes) => {
            let at = at as i32;
            match bytes {
                8 => dynasm!(code; .arch aarch64; stp D(a), D(b), [sp, at]),
                _ => dynasm!(code; .arch aarch64; stp Q(a), Q(b), [sp, at]),
            }
        }
        (
            ThunkStep::LoadVector { to: a, at, bytes },
            ThunkStep::LoadVector { to: b, at: next, bytes: same },
        ) if a != b && bytes == same && bytes >= 8 && are_neighbours(at, next, bytes) => {
            let at = at as i32;
            match bytes {
                8 => dynasm!(code; .arch aarch64; ldp D(a), D(b), [sp, at]),
                _ => dynasm!(code; .arch aarch64; ldp Q(a), Q(b), [sp, at]),
            }
        }
        _ => return false,
    }
    true
}

/// Emits one step.
fn step(code: &mut Code, step: &ThunkStep) {
    match *step {
        ThunkStep::Store { from, at, bytes } => {
            let from = number(from);
            match bytes {
                1 => dynasm!(code; .arch aarch64; strb W(from), [sp, at]),
                2 => dynasm!(code; .arch aarch64; strh W(from), [sp, at]),
                4 => dynasm!(code; .arch aarch64; str W(from), [sp, at]),
                _ => dynasm!(code; .arch aarch64; str X(from), [sp, at]),
            }
        }
        ThunkStep::Clear { at } => dynasm!(code; .arch aarch64; str xzr, [sp, at]),
        ThunkStep::Load { to, base, offset, bytes } => load(code, to, base, offset, bytes),
        ThunkStep::Copy { to, from, bytes } => {
            let (to, from) = (number(to), number(from));
            match bytes {
                1 => dynasm!(code; .arch aarch64; uxtb W(to), W(from)),
                2 => dynasm!(code; .arch aarch64; uxth W(to), W(from)),
                4 => dynasm!(code; .arch aarch64; mov W(to), W(from)),
                _ => dynasm!(code; .arch aarch64; mov X(to), X(from)),
            }
        }
        ThunkStep::Address { to, base, offset } => add(code, to, base, offset),
        ThunkStep::Constant { to, value } => constant(code, to, value),
        ThunkStep::StoreVector { from, at, bytes } => match bytes {
            4 => dynasm!(code; .arch aarch64; str S(from), [sp, at]),
            8 => dynasm!(code; .arch aarch64; str D(from), [sp, at]),
            _ => dynasm!(code; .arch aarch64; str Q(from), [sp, at]),
        },
        ThunkStep::LoadVector { to, at, bytes } => match bytes {
            4 => dynasm!(code; .arch aarch64; ldr S(to), [sp, at]),
            8 => dynasm!(code; .arch aarch64; ldr D(to), [sp, at]),
            _ => dynasm!(code; .arch aarch64; ldr Q(to), [sp, at]),
        },
        // Unreachable: AArch64 has no mask registers.
        ThunkStep::StoreMask { .. } | ThunkStep::LoadMask { .. } => {}
    }
}

/// Emits a load. If the offset is too large for one instruction, the address is first computed in
/// the destination register.
fn load(code: &mut Code, to: Register, base: Register, offset: i32, bytes: u8) {
    let unit = i32::from(bytes);
    let scaled = (0..4096 * unit).contains(&offset) && offset % unit == 0;
    if !scaled && !(-256..256).contains(&offset) {
        add(code, to, base, offset);
        return load(code, to, to, 0, bytes);
    }
    let (to, base) = (number(to), number(base));
    if scaled {
        let offset = offset as u32;
        match bytes {
            1 => dynasm!(code; .arch aarch64; ldrb W(to), [XSP(base), offset]),
            2 => dynasm!(code; .arch aarch64; ldrh W(to), [XSP(base), offset]),
            4 => dynasm!(code; .arch aarch64; ldr W(to), [XSP(base), offset]),
            _ => dynasm!(code; .arch aarch64; ldr X(to), [XSP(base), offset]),
        }
    } else {
        match bytes {
            1 => dynasm!(code; .arch aarch64; ldurb W(to), [XSP(base), offset]),
            2 => dynasm!(code; .arch aarch64; ldurh W(to), [XSP(base), offset]),
            4 => dynasm!(code; .arch aarch64; ldur W(to), [XSP(base), offset]),
            _ => dynasm!(code; .arch aarch64; ldur X(to), [XSP(base), offset]),
        }
    }
}

/// Emits an addition, with a second instruction if the offset has more than 12 bits.
fn add(code: &mut Code, to: Register, base: Register, offset: i32) {
    let distance = offset.unsigned_abs();
    let (high, low) = (distance >> 12, distance & 0xfff);
    let (to, mut base) = (number(to), number(base));
    if high != 0 {
        if offset < 0 {
            dynasm!(code; .arch aarch64; sub XSP(to), XSP(base), high, lsl 12);
        } else {
            dynasm!(code; .arch aarch64; add XSP(to), XSP(base), high, lsl 12);
        }
        base = to;
    }
    if low != 0 || high == 0 {
        if offset < 0 {
            dynasm!(code; .arch aarch64; sub XSP(to), XSP(base), low);
        } else {
            dynasm!(code; .arch aarch64; add XSP(to), XSP(base), low);
        }
    }
}

/// Emits instructions that load a 64-bit constant.
fn constant(code: &mut Code, to: Register, value: u64) {
    let to = number(to);
    let parts = [0, 16, 32, 48].map(|shift| ((value >> shift) as u32 & 0xffff, shift));
    // Values with mostly zero parts begin with `movz`, those with mostly one parts with `movn`.
    let zeros = parts.iter().filter(|part| part.0 == 0).count();
    let ones = parts.iter().filter(|part| part.0 == 0xffff).count();
    let (rest, inverted) = if ones > zeros { (0xffff, true) } else { (0, false) };
    let mut parts = parts.into_iter().filter(|part| part.0 != rest);
    let (part, shift) = parts.next().unwrap_or((rest, 0));
    if inverted {
        dynasm!(code; .arch aarch64; movn X(to), part ^ 0xffff, lsl shift);
    } else {
        dynasm!(code; .arch aarch64; movz X(to), part, lsl shift);
    }
    for (part, shift) in parts {
        dynasm!(code; .arch aarch64; movk X(to), part, lsl shift);
    }
}

/// Returns the DWARF number of a register, which is also its number in instructions.
fn number(register: Register) -> u8 {
    register.dwarf() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes these steps. The expected values are from the Arm Architecture Reference Manual,
    /// C6.2 and C7.2.
    fn words(list: &[ThunkStep]) -> Vec<u32> {
        let mut code = Code::new(0);
        steps(&mut code, list);
        let bytes = code.finalize().unwrap();
        let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        words.collect()
    }

    /// Returns the encoding of `stp` or `ldp` relative to the stack pointer: `at` is the offset in
    /// units of the register size.
    fn pair_of(opcode: u32, at: u32, first: u32, second: u32) -> u32 {
        opcode | at << 15 | second << 10 | 31 << 5 | first
    }

    #[test]
    fn adjacent_slots_use_pair_instructions() {
        let store = |from, at, bytes| ThunkStep::StoreVector { from, at, bytes };
        assert_eq!(words(&[store(1, 32, 16), store(2, 48, 16)]), [pair_of(0xad00_0000, 2, 1, 2)]);
        assert_eq!(words(&[store(1, 32, 8), store(2, 40, 8)]), [pair_of(0x6d00_0000, 4, 1, 2)]);
        for apart in [store(2, 64, 16), store(2, 16, 16), store(2, 48, 8)] {
            assert_eq!(words(&[store(1, 32, 16), apart]).len(), 2, "{apart:?}");
        }
        assert_eq!(words(&[store(1, 32, 4), store(2, 36, 4)]).len(), 2, "no pairs of 4 bytes");

        let load = |to, at, bytes| ThunkStep::LoadVector { to, at, bytes };
        assert_eq!(words(&[load(1, 32, 16), load(2, 48, 16)]), [pair_of(0xad40_0000, 2, 1, 2)]);
        assert_eq!(words(&[load(1, 32, 16), load(1, 48, 16)]).len(), 2, "into one register");

        let sp = Aarch64::STACK_POINTER;
        let load = |to, offset| ThunkStep::Load { to: register(to), base: sp, offset, bytes: 8 };
        assert_eq!(words(&[load(3, 16), load(4, 24)]), [pair_of(0xa940_0000, 2, 3, 4)]);
        assert_eq!(words(&[load(3, 16), load(3, 24)]).len(), 2, "into one register");
        assert_eq!(words(&[load(3, 16), load(4, 32)]).len(), 2);
        let store = |from, at| ThunkStep::Store { from: register(from), at, bytes: 8 };
        assert_eq!(words(&[store(3, 16), store(4, 24)]), [pair_of(0xa900_0000, 2, 3, 4)]);
        assert_eq!(words(&[store(3, 16), store(4, 32)]).len(), 2);
    }

    #[test]
    fn add_beyond_12_bits_takes_two_instructions() {
        let sum =
            |offset| words(&[ThunkStep::Address { to: register(3), base: register(4), offset }]);
        let add = |from: u32, number: u32| 0x9100_0000 | number << 10 | from << 5 | 3;
        const HIGH: u32 = 1 << 22;
        const SUBTRACT: u32 = 1 << 30;
        assert_eq!(sum(0x234), [add(4, 0x234)]);
        assert_eq!(sum(-0x234), [add(4, 0x234) | SUBTRACT]);
        assert_eq!(sum(0x5000), [add(4, 5) | HIGH]);
        assert_eq!(sum(0x5234), [add(4, 5) | HIGH, add(3, 0x234)]);
        assert_eq!(sum(-0x5234), [add(4, 5) | HIGH | SUBTRACT, add(3, 0x234) | SUBTRACT]);
        assert_eq!(sum(0), [add(4, 0)]);
    }

    #[test]
    fn constant_takes_one_instruction_per_distinct_part() {
        let constant = |value| words(&[ThunkStep::Constant { to: register(3), value }]);
        let part = |opcode: u32, value: u32, number: u32| opcode | number << 21 | value << 5 | 3;
        const MOVZ: u32 = 0xd280_0000;
        const MOVK: u32 = 0xf280_0000;
        const MOVN: u32 = 0x9280_0000;
        assert_eq!(constant(0), [part(MOVZ, 0, 0)]);
        assert_eq!(constant(u64::MAX), [part(MOVN, 0, 0)]);
        assert_eq!(constant(7 << 48), [part(MOVZ, 7, 3)]);
        assert_eq!(constant(!(7 << 16)), [part(MOVN, 7, 1)]);
        let all = [part(MOVZ, 4, 0), part(MOVK, 3, 1), part(MOVK, 2, 2), part(MOVK, 1, 3)];
        assert_eq!(constant(0x1_0002_0003_0004), all);
    }
}
