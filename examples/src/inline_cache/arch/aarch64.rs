//! The type guard of a stub.

use statepoint_scanner::arch::Register;

/// Size of [`guard`] in bytes.
pub(in super::super) const GUARD_SIZE: usize = 32;
/// Range of a direct call, in bytes.
pub(in super::super) const REACH: u64 = 1 << 27;

/// Returns code that checks the type of the object in the register. It falls through if the type
/// matches, and otherwise branches to `miss`, an offset in bytes from the start of the code.
/// Clobbers the flags, and x16 and x17, which veneers of calls may clobber (AAPCS64: IP0 and IP1).
pub(in super::super) fn guard(object: Register, type_id: u32, miss: i32) -> [u8; GUARD_SIZE] {
    /// Index of the branch to `miss` among the instructions.
    const BRANCH: usize = 5;
    let object = u32::from(object.dwarf());
    let distance = ((miss / 4 - BRANCH as i32) as u32) & 0x7_ffff;
    let instructions: [u32; GUARD_SIZE / 4] = [
        0xb940_0010 | object << 5,             // ldr w16, [object]
        0x5308_7e10,                           // lsr w16, w16, #8
        0x5280_0011 | (type_id & 0xffff) << 5, // movz w17, type
        0x72a0_0011 | (type_id >> 16) << 5,    // movk w17, type, lsl #16
        0x6b11_021f,                           // cmp w16, w17
        0x5400_0001 | distance << 5,           // b.ne miss
        0xd503_201f,                           // nop
        0xd503_201f,                           // nop
    ];
    let bytes: Vec<u8> = instructions.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.try_into().expect("the guard has GUARD_SIZE bytes")
}

/// Makes the processor execute the new code in this memory.
///
/// # Safety
///
/// No thread executes the memory yet, which is mapped.
pub(in super::super) unsafe fn synchronize(start: *mut u8, bytes: usize) {
    unsafe extern "C" {
        fn __clear_cache(begin: *mut u8, end: *mut u8);
    }
    // SAFETY: the caller guarantees that the memory is mapped.
    unsafe { __clear_cache(start, start.wrapping_add(bytes)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_jumps_to_the_miss_handler() {
        let code = guard(Register::new(1), 7, -64);
        // The encoding that an assembler produces.
        assert_eq!(code[..4], 0xb940_0030_u32.to_le_bytes());
        assert_eq!(code[8..12], 0x5280_00f1_u32.to_le_bytes());
        // 21 instructions back.
        assert_eq!(code[20..24], 0x54ff_fd61_u32.to_le_bytes());
    }
}
