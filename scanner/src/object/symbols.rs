//! From addresses in this process to names, for messages.
//!
//! The symbol tables are in the files of the images and are read each time: this is for the moment
//! when something has gone wrong. Not for signal handlers.

use std::path::PathBuf;

use super::image_file::ImageFile;
use crate::os;

/// The function around an address in this process: its name as the linker knows it, the distance
/// from its start, and the file that it is in.
///
/// A return address may lie behind the end of the function that made the call; ask for the address
/// before it.
pub fn name_at(address: u64) -> Option<(String, u64, PathBuf)> {
    let image = os::mapped_images().into_iter().find(|image| {
        let linked = address.wrapping_sub(image.bias);
        let contains = |segment: &os::Segment| {
            linked.checked_sub(segment.address).is_some_and(|offset| offset < segment.size)
        };
        image.segments.iter().any(contains)
    })?;
    let file = ImageFile::open(&image).ok()?;
    let linked = address.wrapping_sub(image.bias);
    let (name, start) = file.function_around(linked)?;
    let path = if image.is_program {
        std::fs::read_link(&image.path).unwrap_or(image.path)
    } else {
        image.path
    };
    Some((name, linked - start, path))
}

/// An address for people: `name+0x12 (file)`, or the bare number where there is no name.
pub fn describe(address: u64) -> String {
    match name_at(address) {
        Some((name, offset, path)) => format!("{name}+{offset:#x} ({})", path.display()),
        None => format!("{address:#x}"),
    }
}

/// A return address for people: as [`describe`], but the function is the one that made the call,
/// even if the call is its last instruction.
pub fn describe_return_address(pc: u64) -> String {
    match name_at(pc.wrapping_sub(1)) {
        Some((name, offset, path)) => format!("{name}+{:#x} ({})", offset + 1, path.display()),
        None => format!("{pc:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[unsafe(no_mangle)]
    extern "C" fn statepoint_scanner_symbol_test(x: u64) -> u64 {
        std::hint::black_box(x)
    }

    #[test]
    fn functions_are_named() {
        let address = statepoint_scanner_symbol_test as extern "C" fn(u64) -> u64 as usize as u64;
        let (name, offset, path) = name_at(address).unwrap();
        assert_eq!((name.as_str(), offset), ("statepoint_scanner_symbol_test", 0));
        assert_eq!(path, std::env::current_exe().unwrap());
        let inside = describe(address + 2);
        assert!(inside.starts_with("statepoint_scanner_symbol_test+0x2 ("), "{inside}");
        let behind = describe_return_address(address + 1);
        assert!(behind.starts_with("statepoint_scanner_symbol_test+0x1 ("), "{behind}");
    }

    // Functions are aligned; what is between them belongs to none.
    #[test]
    fn a_name_ends_with_its_function() {
        let address = statepoint_scanner_symbol_test as extern "C" fn(u64) -> u64 as usize as u64;
        for offset in 0..0x100 {
            match name_at(address + offset) {
                Some((name, from, _)) if name == "statepoint_scanner_symbol_test" => {
                    assert_eq!(from, offset);
                }
                _ => return,
            }
        }
        panic!("the function has more than 256 bytes");
    }

    #[test]
    fn addresses_outside_code_have_no_name() {
        assert_eq!(name_at(0), None);
        assert_eq!(describe(16), "0x10");
    }
}
