//! The live-outs that LLVM records at patchpoints, decoded to the registers that a call at the
//! patchpoint must preserve.
//!
//! The expected results were read from the disassembly in `fixtures/sections/live_outs*.txt`, which
//! shows the register of each function's parameter during the no-ops of its patchpoint.

use std::fs;

use statepoint_patch::live_out::{LiveOutError, LiveOutSet};
use statepoint_scanner::arch::PhysicalRegister::{self, General, Vector};
use statepoint_scanner::arch::{
    Aarch64, Architecture, PhysicalRegisters, Register, X86_64, aarch64, x86_64,
};
use statepoint_scanner::stackmap::maps;
use tests::fixtures::{self, Fixture};
use tests::llvm::{Llvm, section};

/// The registers that must be saved around a call of a C function, each with its number of bytes.
type RegistersToSave = Vec<(PhysicalRegister, u8)>;

const RAX: PhysicalRegister = General(Register::new(0));
const RSI: PhysicalRegister = General(Register::new(4));
const X1: PhysicalRegister = General(Register::new(1));
const X8: PhysicalRegister = General(Register::new(8));
const X9: PhysicalRegister = General(Register::new(9));

/// Returns the live-out set of each record of a section.
fn live_out_sets<A: Architecture + PhysicalRegisters>(
    section: &[u8],
    processor: A::Processor,
) -> Vec<LiveOutSet<A>> {
    let [Ok(map)] = maps(section).collect::<Vec<_>>()[..] else { panic!("one map") };
    map.records()
        .map(|record| {
            LiveOutSet::<A>::from_record(record.live_outs(), processor)
                .unwrap_or_else(|error| panic!("record {}: {error}", record.id))
        })
        .collect()
}

/// Returns, for each record of a section, the live-outs that a call of a C function clobbers.
fn registers_to_save<A: Architecture + PhysicalRegisters>(
    section: &[u8],
    processor: A::Processor,
) -> Vec<RegistersToSave> {
    live_out_sets::<A>(section, processor)
        .iter()
        .map(|set| {
            let preserved = LiveOutSet::<A>::preserved_by_calls(processor);
            assert!(preserved.iter().all(|live| set.bytes(live.register) >= live.bytes), "{set:?}");
            assert!(!set.contains(General(A::STACK_POINTER)));
            set.clobbered_by_calls().iter().map(|live| (live.register, live.bytes)).collect()
        })
        .collect()
}

/// Returns the expected result for `live_outs.ll`. Its functions have live: a byte, the second byte
/// of a register, a word, one and two floating-point numbers, and values in any registers.
fn expected_on_x86_64() -> Vec<RegistersToSave> {
    let number = vec![(Vector(0), 16)];
    let any_register = vec![(RAX, 8), (RSI, 8)];
    vec![vec![(RAX, 8)], vec![(RAX, 8)], vec![(RAX, 8)], number.clone(), number, any_register]
}

/// Returns the same for AArch64. Up to LLVM 16 `preserve_all` has no effect there: values stay in
/// callee-saved registers or in memory.
fn expected_on_aarch64(version: u32) -> Vec<RegistersToSave> {
    let any_register = vec![(X1, 8), (X8, 8)];
    if version < 17 {
        let [a, b, c, d, e] = [const { Vec::new() }; 5];
        return vec![a, b, c, d, e, any_register];
    }
    let word = vec![(X9, 8)];
    let (number, numbers) = (vec![(Vector(16), 8)], vec![(Vector(16), 16)]);
    vec![word.clone(), word.clone(), word, number, numbers, any_register]
}

/// Returns the expected result for `live_outs_avx.ll`: vectors of two, four and eight numbers.
fn expected_with_avx() -> Vec<RegistersToSave> {
    vec![vec![(Vector(0), 16)], vec![(Vector(0), 32)], vec![(Vector(0), 32), (Vector(1), 32)]]
}

/// Returns the expected result for `live_outs_avx512.ll`: a vector of eight numbers.
fn expected_with_avx512() -> Vec<RegistersToSave> {
    vec![vec![(Vector(16), 64)]]
}

#[test]
fn live_outs_of_prebuilt_sections_are_read() {
    let bytes = |name: &str| {
        fs::read(fixtures::directory().join("sections").join(name).with_extension("bin"))
            .expect("a section")
    };
    use x86_64::Processor::{Avx, Avx512, Avx512Bw, Sse};
    for processor in [Sse, Avx, Avx512, Avx512Bw] {
        assert_eq!(
            registers_to_save::<X86_64>(&bytes("live_outs-x86_64"), processor),
            expected_on_x86_64()
        );
    }
    for processor in [Avx, Avx512] {
        assert_eq!(
            registers_to_save::<X86_64>(&bytes("live_outs_avx-x86_64"), processor),
            expected_with_avx()
        );
    }
    assert_eq!(
        registers_to_save::<X86_64>(&bytes("live_outs_avx512-x86_64"), Avx512),
        expected_with_avx512()
    );
    let neon = aarch64::Processor::Neon;
    assert_eq!(
        registers_to_save::<Aarch64>(&bytes("live_outs-aarch64"), neon),
        expected_on_aarch64(19)
    );
}

/// A record with a register that the processor does not have is refused, since the processor cannot
/// run its code.
#[test]
fn live_outs_of_other_processors_are_read() {
    let path = fixtures::directory().join("sections/live_outs_avx512-x86_64.bin");
    let section = fs::read(path).expect("a section");
    let map = maps(&section).next().expect("a map").expect("valid");
    let record = map.records().next().expect("a record");
    let on = |processor| LiveOutSet::<X86_64>::from_record(record.live_outs(), processor);
    let error = LiveOutError::ImpossibleSize { register: 67, size: 64, available: 0 };
    assert_eq!(on(x86_64::Processor::Avx), Err(error));
    // The register numbers of x86-64 read as those of AArch64.
    let other = LiveOutSet::<Aarch64>::from_record(record.live_outs(), aarch64::Processor::Neon);
    assert!(matches!(other, Err(LiveOutError::ImpossibleSize { register: 67, .. })), "{other:?}");
}

/// Stackmaps, and patchpoints compiled with `-enable-patchpoint-liveness=false`, list no live-outs.
#[test]
fn records_without_live_outs_are_read() {
    let path = fixtures::directory().join("sections/patchpoints-x86_64.bin");
    let section = fs::read(path).expect("a section");
    let map = maps(&section).next().expect("a map").expect("valid");
    let sets: Vec<_> = map
        .records()
        .map(|record| LiveOutSet::<X86_64>::from_record(record.live_outs(), x86_64::Processor::Sse))
        .collect();
    assert_eq!(sets[0], Err(LiveOutError::NotListed));
    assert!(sets[1..].iter().all(Result::is_ok), "{sets:?}");
}

#[test]
fn live_outs_of_every_installed_llvm_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    for llvm in Llvm::installed() {
        let version = llvm.version();
        let compiled = |name: &str, target: &str, options: &[&str]| {
            let fixture = Fixture::named(name);
            let object = llvm
                .compile(&fixture, target, options, directory.path())
                .unwrap_or_else(|error| panic!("{name} by LLVM {version}: {error}"));
            section(&object, ".llvm_stackmaps").expect("a stack map")
        };
        let x86 = |name, processor| {
            registers_to_save::<X86_64>(&compiled(name, "x86_64", &[]), processor)
        };
        assert_eq!(
            x86("live_outs", x86_64::Processor::Sse),
            expected_on_x86_64(),
            "LLVM {version}"
        );
        assert_eq!(
            x86("live_outs_avx", x86_64::Processor::Avx),
            expected_with_avx(),
            "LLVM {version}"
        );
        let avx512 = x86("live_outs_avx512", x86_64::Processor::Avx512);
        assert_eq!(avx512, expected_with_avx512(), "LLVM {version}");
        let aarch64 = registers_to_save::<Aarch64>(
            &compiled("live_outs", "aarch64", &[]),
            aarch64::Processor::Neon,
        );
        assert_eq!(aarch64, expected_on_aarch64(version), "LLVM {version}");

        let unknown = compiled("live_outs", "x86_64", &["-enable-patchpoint-liveness=false"]);
        let map = maps(&unknown).next().expect("a map").expect("valid");
        for record in map.records() {
            let set = LiveOutSet::<X86_64>::from_record(record.live_outs(), x86_64::Processor::Avx);
            assert_eq!(set, Err(LiveOutError::NotListed), "LLVM {version}");
        }
    }
}
