//! The object file in memory by which a debugger learns of generated code: symbols and unwind
//! information, in the form of an ELF file whose sections have their final addresses.

use core::ops::Range;

use super::UnwindSection;
use crate::image::generated::GeneratedFunction;

/// Size in bytes of the file header, which the sections follow.
const HEADER: usize = 64;
/// Size in bytes of a section header.
const SECTION_HEADER: usize = 64;
/// Index of the section of the code.
const TEXT: u16 = 1;
/// Indices of the string table of the symbols and of that of the section names.
const STRINGS: u32 = 4;
const SECTION_NAMES: u16 = 5;
/// The names of the sections, each ended by a zero.
const NAMES: &[u8] = b"\0.text\0.eh_frame\0.symtab\0.strtab\0.shstrtab\0";

/// The fields of a section header, with the names that the ELF specification gives them (without
/// the prefix `sh_`).
#[derive(Default)]
struct SectionHeader {
    name: &'static str,
    kind: u32,
    flags: u64,
    address: u64,
    offset: usize,
    size: u64,
    link: u32,
    info: u32,
    alignment: u64,
    entry_size: u64,
}

/// A file that is being written, in the byte order of the processor.
struct Image(Vec<u8>);

impl Image {
    fn half(&mut self, value: u16) -> &mut Self {
        self.0.extend(value.to_ne_bytes());
        self
    }

    fn word(&mut self, value: u32) -> &mut Self {
        self.0.extend(value.to_ne_bytes());
        self
    }

    fn xword(&mut self, value: u64) -> &mut Self {
        self.0.extend(value.to_ne_bytes());
        self
    }

    /// Aligns the end to 8 bytes, appends bytes there, and returns their offset.
    fn bytes(&mut self, bytes: &[u8]) -> usize {
        self.0.resize(self.0.len().next_multiple_of(8), 0);
        let offset = self.0.len();
        self.0.extend(bytes);
        offset
    }

    fn section_header(&mut self, header: &SectionHeader) {
        let name = [b"\0", header.name.as_bytes(), b"\0"].concat();
        let at = NAMES.windows(name.len()).position(|window| window == name);
        self.word(at.map_or(0, |at| at as u32 + 1)).word(header.kind).xword(header.flags);
        self.xword(header.address).xword(header.offset as u64).xword(header.size);
        self.word(header.link).word(header.info).xword(header.alignment).xword(header.entry_size);
    }
}

/// Returns the file for code at `code`. `identity` is the beginning of the header of another ELF
/// file for this processor: `e_ident`, `e_type` and `e_machine`.
pub(super) fn elf_image(
    identity: [u8; 20],
    code: &Range<u64>,
    unwind: Option<UnwindSection<'_>>,
    functions: &[GeneratedFunction],
) -> Vec<u8> {
    let mut image = Image(vec![0; HEADER]);
    let UnwindSection { address, eh_frame } = unwind.unwrap_or_default();
    let eh_frame_at = image.bytes(eh_frame);
    // The first symbol is null.
    let (mut symbols, mut strings) = (Image(vec![0; 24]), vec![0]);
    for GeneratedFunction { code, name } in functions {
        // STB_GLOBAL, STT_FUNC; STV_DEFAULT.
        symbols.word(strings.len() as u32).half(u16::from_ne_bytes([0x12, 0])).half(TEXT);
        symbols.xword(code.start).xword(code.end.saturating_sub(code.start));
        strings.extend(name.bytes().filter(|&byte| byte != 0));
        strings.push(0);
    }
    let symbols_at = image.bytes(&symbols.0);
    let strings_at = image.bytes(&strings);
    let names_at = image.bytes(NAMES);
    let sections_at = image.bytes(&[]);
    let alloc = 2;
    let section = |name, kind, offset, size: usize| SectionHeader {
        name,
        kind,
        offset,
        size: size as u64,
        alignment: 8,
        ..SectionHeader::default()
    };
    let headers = [
        SectionHeader::default(),
        // SHT_NOBITS, SHF_ALLOC and SHF_EXECINSTR: the debugger reads the code in the process.
        SectionHeader {
            flags: alloc | 4,
            address: code.start,
            size: code.end - code.start,
            ..section(".text", 8, HEADER, 0)
        },
        // SHT_PROGBITS.
        SectionHeader {
            flags: alloc,
            address,
            ..section(".eh_frame", 1, eh_frame_at, eh_frame.len())
        },
        // SHT_SYMTAB. `info` is the index of the first global symbol.
        SectionHeader {
            link: STRINGS,
            info: 1,
            entry_size: 24,
            ..section(".symtab", 2, symbols_at, symbols.0.len())
        },
        // SHT_STRTAB.
        section(".strtab", 3, strings_at, strings.len()),
        section(".shstrtab", 3, names_at, NAMES.len()),
    ];
    headers.iter().for_each(|header| image.section_header(header));
    let mut header = Image(identity.to_vec());
    // ET_EXEC: addresses are final.
    header.0[16..18].copy_from_slice(&2_u16.to_ne_bytes());
    header.word(1).xword(0).xword(0).xword(sections_at as u64).word(0);
    header.half(HEADER as u16).half(0).half(0);
    header.half(SECTION_HEADER as u16).half(headers.len() as u16).half(SECTION_NAMES);
    image.0[..HEADER].copy_from_slice(&header.0);
    image.0
}

#[cfg(test)]
mod tests {
    use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SectionKind};

    use super::*;

    #[test]
    fn file_has_symbols_and_unwind_information() {
        let identity = std::fs::read("/proc/self/exe").unwrap()[..20].try_into().unwrap();
        let function = |code, name: &str| GeneratedFunction { code, name: name.into() };
        let functions = [function(0x1000..0x1010, "first"), function(0x1010..0x1040, "second one")];
        let unwind = UnwindSection { address: 0x9000, eh_frame: &[1, 2, 3, 4, 5] };
        let image = elf_image(identity, &(0x1000..0x1100), Some(unwind), &functions);
        let file = object::File::parse(&*image).unwrap();
        let text = file.section_by_name(".text").unwrap();
        assert_eq!((text.address(), text.size()), (0x1000, 0x100));
        assert_eq!(text.kind(), SectionKind::UninitializedData);
        let eh_frame = file.section_by_name(".eh_frame").unwrap();
        assert_eq!((eh_frame.address(), eh_frame.data().unwrap()), (0x9000, &[1, 2, 3, 4, 5][..]));
        let symbols: Vec<_> = file
            .symbols()
            .map(|symbol| (symbol.name().unwrap().to_owned(), symbol.address(), symbol.size()))
            .collect();
        let expected = [("first".into(), 0x1000, 0x10), ("second one".into(), 0x1010, 0x30)];
        assert_eq!(symbols, expected);
        // Without unwind information and names.
        let image = elf_image(identity, &(0x1000..0x1100), None, &[]);
        assert_eq!(object::File::parse(&*image).unwrap().symbols().count(), 0);
    }
}
