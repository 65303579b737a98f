//! Writes an `.eh_frame` section like those of LLVM for functions without frame pointers.

/// The common information entry: augmentation "zR", 32-bit PC-relative addresses, data alignment
/// factor -8. The CFA is initially rsp+8, and the return address is at CFA-8.
const CIE: [u8; 24] =
    [20, 0, 0, 0, 0, 0, 0, 0, 1, b'z', b'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0];
/// DWARF numbers of rbx, r15, r14, r13, r12 and rbp, in the order in which functions push them.
const PUSHED: [u8; 6] = [3, 15, 14, 13, 12, 6];

// Call frame instructions, without the prefix DW_CFA_.
const DEF_CFA_OFFSET: u8 = 0x0e;
const ADVANCE_LOC: u8 = 0x40;
const ADVANCE_LOC2: u8 = 0x03;
const OFFSET: u8 = 0x80;

/// A section under construction.
#[derive(Debug)]
pub(super) struct UnwindTable {
    bytes: Vec<u8>,
    /// Offset of the current entry.
    entry: usize,
    /// Code offset in the function that the current entry's instructions have reached, in bytes.
    at: u64,
    /// Offset of the CFA from the stack pointer in words.
    words: u64,
}

impl UnwindTable {
    /// Address of the section, which follows all code.
    pub(super) const ADDRESS: u64 = 0x1000_0000;

    pub(super) fn new() -> Self {
        Self { bytes: CIE.to_vec(), entry: 0, at: 0, words: 0 }
    }

    /// Begins the entry of the function at this address, which pushes registers and then allocates
    /// some words.
    pub(super) fn begin(&mut self, function: u64, pushed: u64, words: u64) {
        self.entry = self.bytes.len();
        // `end` writes the length of the entry and the size of the function.
        self.bytes.extend([0; 4]);
        self.bytes.extend((self.entry as u32 + 4).to_le_bytes());
        let place = Self::ADDRESS + self.bytes.len() as u64;
        let relative = i32::try_from(function.cast_signed() - place.cast_signed());
        self.bytes.extend(relative.expect("the code is near").to_le_bytes());
        self.bytes.extend([0; 5]);
        (self.at, self.words) = (0, 1);
        for _ in 0..pushed {
            self.cfa(self.at + 1, self.words + 1);
        }
        self.cfa(self.at + 4, self.words + words);
        for (&register, slot) in PUSHED.iter().zip(2..).take(pushed as usize) {
            self.bytes.extend([OFFSET | register, slot]);
        }
    }

    /// Adds rules for a call that returns to `at` and has this many words of pushed arguments.
    pub(super) fn pushes(&mut self, at: u64, words: u64) {
        let frame = self.words;
        self.cfa(at - 5, frame + words);
        self.cfa(at, frame);
    }

    /// Adds a rule: from the code offset `at`, the CFA is this many words above the stack pointer.
    fn cfa(&mut self, at: u64, words: u64) {
        let advance = at - self.at;
        match u8::try_from(advance) {
            Ok(advance) if advance < 0x40 => self.bytes.push(ADVANCE_LOC | advance),
            _ => {
                let advance = u16::try_from(advance).expect("functions are small");
                self.bytes.push(ADVANCE_LOC2);
                self.bytes.extend(advance.to_le_bytes());
            }
        }
        (self.at, self.words) = (at, words);
        self.bytes.push(DEF_CFA_OFFSET);
        let offset = 8 * words;
        if offset < 0x80 {
            self.bytes.push(offset as u8);
        } else {
            // Two bytes of ULEB128.
            self.bytes.extend([offset as u8 | 0x80, (offset >> 7) as u8]);
        }
    }

    /// Ends the entry of a function of this size.
    pub(super) fn end(&mut self, size: u64) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let len = (self.bytes.len() - self.entry - 4) as u32;
        self.bytes[self.entry..][..4].copy_from_slice(&len.to_le_bytes());
        self.bytes[self.entry + 12..][..4].copy_from_slice(&(size as u32).to_le_bytes());
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
