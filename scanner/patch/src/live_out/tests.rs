//! Tests of [`LiveOutSet`] with synthetic live-out lists, for every processor on any host.
//!
//! `tests/tests/code/live_outs.rs` tests the lists that LLVM writes.

use proptest::prelude::*;

use super::*;
use statepoint_scanner::arch::{
    Aarch64, Architecture, InstructionSet, PhysicalRegister, PhysicalRegisters, Register, X86_64,
    aarch64, x86_64,
};
use statepoint_scanner::stackmap::LiveOut;

const X86_PROCESSORS: [x86_64::Processor; 4] = [
    x86_64::Processor::Sse,
    x86_64::Processor::Avx,
    x86_64::Processor::Avx512,
    x86_64::Processor::Avx512Bw,
];

/// Returns the live-outs of a record, from pairs of a DWARF register number and a size in bytes.
fn live_outs(listed: &[(u16, u8)]) -> impl Iterator<Item = LiveOut> {
    listed.iter().map(|&(register, size)| LiveOut { register, size })
}

/// Returns the registers of the x86-64 set for a list, each with the number of bytes to save.
fn x86(
    listed: &[(u16, u8)],
    processor: x86_64::Processor,
) -> Result<Vec<(PhysicalRegister, u8)>, LiveOutError> {
    let set = LiveOutSet::<X86_64>::listed(live_outs(listed), processor)?;
    assert_eq!(set.processor(), processor);
    Ok(set.iter().map(|live| (live.register, live.bytes)).collect())
}

/// Returns the general-purpose register with this DWARF number.
fn general(dwarf: u8) -> PhysicalRegister {
    PhysicalRegister::General(Register::new(dwarf))
}

fn vector(number: u8) -> PhysicalRegister {
    PhysicalRegister::Vector(number)
}

#[test]
fn partly_live_general_register_is_saved_whole() {
    for size in [1, 2, 4, 8] {
        assert_eq!(x86(&[(0, size)], x86_64::Processor::Sse), Ok(vec![(general(0), 8)]));
    }
}

#[test]
fn segment_registers_are_not_saved() {
    // Register 54 is fs, which addresses thread-local variables.
    assert_eq!(x86(&[(54, 2)], x86_64::Processor::Sse), Ok(vec![]));
    let saved = Ok(vec![(general(0), 8)]);
    assert_eq!(x86(&[(54, 2), (0, 8)], x86_64::Processor::Sse), saved);
}

#[test]
fn only_live_part_of_vector_register_is_saved() {
    use x86_64::Processor::{Avx, Avx512, Sse};
    for (size, processor, saved) in [
        (4, Sse, 16),
        (16, Sse, 16),
        (16, Avx, 16),
        (17, Avx, 32),
        (32, Avx, 32),
        (16, Avx512, 16),
        (32, Avx512, 32),
        (33, Avx512, 64),
        (64, Avx512, 64),
    ] {
        assert_eq!(x86(&[(18, size)], processor), Ok(vec![(vector(1), saved)]), "{size}");
    }
    // Without AVX-512VL, instructions address zmm16 to zmm31 only as a whole.
    assert_eq!(x86(&[(67, 16)], Avx512), Ok(vec![(vector(16), 64)]));
    let masks = |processor| x86(&[(118, 2)], processor);
    assert_eq!(masks(Avx512), Ok(vec![(PhysicalRegister::Mask(0), 2)]));
    assert_eq!(masks(x86_64::Processor::Avx512Bw), Ok(vec![(PhysicalRegister::Mask(0), 8)]));
}

#[test]
fn listed_stack_pointer_is_not_in_set() {
    assert_eq!(x86(&[(7, 8), (5, 8)], x86_64::Processor::Sse), Ok(vec![(general(5), 8)]));
    assert_eq!(x86(&[(7, 8)], x86_64::Processor::Sse), Ok(vec![]));
    let wrong = LiveOutError::ImpossibleSize { register: 7, size: 16, available: 8 };
    assert_eq!(x86(&[(7, 16)], x86_64::Processor::Sse), Err(wrong));
    for processor in X86_PROCESSORS {
        assert!(!LiveOutSet::<X86_64>::all(processor).contains(general(7)));
    }
}

#[test]
fn impossible_live_out_lists_are_rejected() {
    use LiveOutError::{Disagreement, ImpossibleSize, NotListed, UnknownRegister};
    use x86_64::Processor::{Avx, Avx512, Sse};
    let impossible =
        |register, size, available| Err::<Vec<_>, _>(ImpossibleSize { register, size, available });
    assert_eq!(x86(&[], Sse), Err(NotListed));
    let unknown = |register| Err(UnknownRegister { register, architecture: X86_64::NAME });
    assert_eq!(x86(&[(16, 8)], Sse), unknown(16));
    assert_eq!(x86(&[(7, 8), (u16::MAX, 1)], Sse), unknown(u16::MAX));
    assert_eq!(x86(&[(0, 0)], Sse), impossible(0, 0, 8));
    assert_eq!(x86(&[(0, 16)], Sse), impossible(0, 16, 8));
    assert_eq!(x86(&[(17, 32)], Sse), impossible(17, 32, 16));
    assert_eq!(x86(&[(17, 64)], Avx), impossible(17, 64, 32));
    assert_eq!(x86(&[(17, u8::MAX)], Avx512), impossible(17, u8::MAX, 64));
    // Without AVX-512 there is neither xmm16 nor the mask register k0.
    assert_eq!(x86(&[(67, 16)], Avx), impossible(67, 16, 0));
    assert_eq!(x86(&[(118, 2)], Avx), impossible(118, 2, 0));
    let conflict = Err(Disagreement { register: 0, first: 4, second: 8 });
    assert_eq!(x86(&[(0, 4), (7, 8), (0, 8)], Sse), conflict);
    assert_eq!(x86(&[(0, 4), (0, 4)], Sse), Ok(vec![(general(0), 8)]));
    // Different sizes of the stack pointer are rejected too, though it is not in the set.
    let conflict = Err(Disagreement { register: 7, first: 8, second: 4 });
    assert_eq!(x86(&[(7, 8), (7, 4)], Sse), conflict);
    let text = impossible(17, 32, 16).unwrap_err().to_string();
    assert!(text.contains("17") && text.contains("32") && text.contains("16"), "{text}");
}

// LLVM 16 lists only rax and rsp for a function that returns its argument, because rbx and the
// other callee-saved registers belong to its caller.
#[test]
fn callee_saved_registers_are_always_preserved() {
    let set =
        LiveOutSet::<X86_64>::from_record(live_outs(&[(0, 8), (7, 8)]), x86_64::Processor::Avx)
            .unwrap();
    let registers: Vec<_> = set.iter().map(|live| live.register).collect();
    assert_eq!(registers, [0, 3, 6, 12, 13, 14, 15].map(general));
    let lost: Vec<_> = set.clobbered_by_calls().iter().collect();
    assert_eq!(lost, [LiveRegister { register: general(0), bytes: 8 }]);
}

#[test]
fn calls_preserve_only_lower_half_of_v8() {
    let set = |size| {
        LiveOutSet::<Aarch64>::from_record(
            live_outs(&[(31, 8), (72, size)]),
            aarch64::Processor::Neon,
        )
        .unwrap()
    };
    assert_eq!(set(8).bytes(vector(8)), 8);
    assert!(set(8).clobbered_by_calls().is_empty());
    assert_eq!(set(16).bytes(vector(8)), 16);
    let lost: Vec<_> = set(16).clobbered_by_calls().iter().collect();
    assert_eq!(lost, [LiveRegister { register: vector(8), bytes: 16 }]);
    // The set has x19 to x29, and half of each of v8 to v15.
    assert_eq!(set(8).len(), 11 + 8);
}

#[test]
fn difference_of_sets_excludes_listed_registers() {
    let processor = x86_64::Processor::Avx512;
    let all = LiveOutSet::<X86_64>::all(processor);
    assert_eq!(all.len(), 15 + 32 + 8);
    let mut clobbered = LiveOutSet::empty(processor);
    clobbered.insert(general(2), 1);
    clobbered.insert(vector(31), 4);
    let rest = all.without(&clobbered);
    assert_eq!(rest.len(), all.len() - 2);
    assert!(!rest.contains(general(2)) && !rest.contains(vector(31)));
    assert_eq!(rest.bytes(vector(30)), 64);
    // Registers and bytes that the processor does not have are not added.
    let mut none = LiveOutSet::<X86_64>::empty(x86_64::Processor::Avx);
    none.insert(vector(16), 16);
    none.insert(PhysicalRegister::Mask(1), 2);
    none.insert(general(31), 8);
    assert!(none.is_empty());
    none.insert(vector(3), 64);
    assert_eq!(none.bytes(vector(3)), 32);
}

/// Checks the properties of every set that is built from a list.
fn check<A: Architecture + PhysicalRegisters>(listed: &[LiveOut], processor: A::Processor) {
    let Ok(set) = LiveOutSet::<A>::listed(listed.iter().copied(), processor) else { return };
    let sp = PhysicalRegister::General(A::STACK_POINTER);
    assert!(!set.contains(sp));
    for live in listed.iter().filter(|live| !A::is_constant(live.register)) {
        let register = A::physical(live.register).unwrap();
        assert!(register == sp || set.bytes(register) >= live.size, "{live:?}");
    }
    for LiveRegister { register, bytes } in set.iter() {
        assert!(bytes <= A::available(register, processor));
        // Rounding up the size of a part that can be saved must not change it.
        assert_eq!(A::part(register, bytes, processor), bytes);
        assert!(listed.iter().any(|live| A::physical(live.register) == Some(register)));
    }
    let whole = LiveOutSet::<A>::from_record(listed.iter().copied(), processor).unwrap();
    let kept = LiveOutSet::<A>::preserved_by_calls(processor);
    for LiveRegister { register, bytes } in set.iter().chain(kept.iter()) {
        assert!(whole.bytes(register) >= bytes);
    }
    assert_eq!(whole.len(), set.len() + kept.without(&set).len());
    // Every register is either saved around a call or preserved by the callee.
    let clobbered = whole.clobbered_by_calls();
    for LiveRegister { register, bytes } in whole.iter() {
        let saved = clobbered.bytes(register);
        assert!(saved == bytes || saved == 0 && A::preserved_by_calls(register) >= bytes);
    }
    assert_eq!(whole.union(&set), whole);
    assert!(whole.without(&LiveOutSet::all(processor)).is_empty());
}

proptest! {
    #[test]
    fn listed_registers_are_preserved_or_rejected(
        listed in proptest::collection::vec((0_u16..130, 0_u8..=70), 0..12),
        likely in proptest::collection::vec((0_u16..33, prop::sample::select(&[1_u8, 4, 8, 16][..])), 1..8),
    ) {
        for listed in [listed, likely] {
            let listed: Vec<_> = live_outs(&listed).collect();
            for processor in X86_PROCESSORS {
                check::<X86_64>(&listed, processor);
            }
            check::<Aarch64>(&listed, aarch64::Processor::Neon);
        }
    }

    #[test]
    fn order_of_live_outs_does_not_matter(
        listed in proptest::collection::vec((0_u16..33, prop::sample::select(&[8_u8, 16][..])), 1..8)
            .prop_shuffle()
    ) {
        let valid = |&(register, size): &(u16, u8)| (register < 16) == (size == 8) && register != 16;
        let listed: Vec<_> = listed.into_iter().filter(valid).collect();
        let mut sorted = listed.clone();
        sorted.sort_unstable();
        for processor in X86_PROCESSORS {
            prop_assert_eq!(x86(&listed, processor), x86(&sorted, processor));
        }
        prop_assert_eq!(x86(&listed, x86_64::Processor::Sse).is_ok(), !listed.is_empty());
    }
}
