//! The type guard of a stub.

use statepoint_scanner::arch::Register;

/// Size of [`guard`] in bytes.
pub(in super::super) const GUARD_SIZE: usize = 32;
/// Range of a direct call, in bytes.
pub(in super::super) const REACH: u64 = 1 << 31;

/// The encodings of the first eight registers, indexed by their DWARF numbers.
const NUMBERS: [u8; 8] = [0, 2, 1, 3, 6, 7, 5, 4];

/// Returns code that checks the type of the object in the register. It falls through if the type
/// matches, and otherwise branches to `miss`, an offset in bytes from the start of the code.
/// Clobbers the flags and r11, in which no patchpoint keeps a value.
pub(in super::super) fn guard(object: Register, type_id: u32, miss: i32) -> [u8; GUARD_SIZE] {
    let dwarf = object.dwarf() as u8;
    let number = NUMBERS.get(usize::from(dwarf)).copied().unwrap_or(dwarf);
    // mov r11d, [object]; an empty SIB byte where the register's encoding requires one.
    let mut code = vec![0x44 | number >> 3, 0x8b, 0x58 | number & 7];
    if number & 7 == 4 {
        code.push(0x24);
    }
    code.push(0);
    // shr r11d, 8; cmp r11d, type
    code.extend([0x41, 0xc1, 0xeb, 8, 0x41, 0x81, 0xfb]);
    code.extend(type_id.to_le_bytes());
    // jne miss
    let end = code.len() as i32 + 6;
    code.extend([0x0f, 0x85]);
    code.extend((miss - end).to_le_bytes());
    // nop
    code.resize(GUARD_SIZE, 0x90);
    code.try_into().expect("the guard has GUARD_SIZE bytes")
}

/// Makes the processor execute the new code in this memory. Nothing is necessary: instruction
/// fetches see earlier stores (Intel SDM, volume 3, "Self-Modifying Code").
///
/// # Safety
///
/// No thread executes the memory yet.
pub(in super::super) unsafe fn synchronize(_start: *mut u8, _bytes: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_receiver_may_be_in_any_register() {
        // The encodings that an assembler produces.
        let first = |dwarf, bytes: &[u8]| {
            assert_eq!(&guard(Register::new(dwarf), 5, 0)[..bytes.len()], bytes, "{dwarf}");
        };
        first(2, &[0x44, 0x8b, 0x59, 0x00, 0x41, 0xc1, 0xeb, 0x08]); // rcx
        first(4, &[0x44, 0x8b, 0x5e, 0x00, 0x41]); // rsi
        first(6, &[0x44, 0x8b, 0x5d, 0x00, 0x41]); // rbp
        first(12, &[0x45, 0x8b, 0x5c, 0x24, 0x00, 0x41]); // r12
        first(15, &[0x45, 0x8b, 0x5f, 0x00, 0x41]); // r15
    }

    #[test]
    fn a_miss_jumps_to_the_miss_handler() {
        let code = guard(Register::new(2), 7, 64);
        assert_eq!(code[8..15], [0x41, 0x81, 0xfb, 7, 0, 0, 0]);
        // The jump ends at byte 21.
        assert_eq!(code[15..21], [0x0f, 0x85, 64 - 21, 0, 0, 0]);
    }
}
