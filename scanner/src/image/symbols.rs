//! Look-up of the names of addresses in this process, for messages.
//!
//! The symbol tables are in the files of the images and are read by each call. Use these functions
//! for error messages only, and not in signal handlers.

use std::path::PathBuf;

use super::file::ImageFile;
use super::generated;
use crate::os;
use crate::os::cancellation::CancelDisabled;

/// Returns the function that contains an address of this process: its linker symbol, the offset of
/// the address from its start, and its file.
///
/// The function may be generated code, if it was
/// [registered with its name](crate::registry::CodeRegistry::register_jit_with_names).
///
/// For a return address, pass the address before it. The return address itself may be after the end
/// of the function that made the call.
pub fn name_at(address: u64) -> Option<(String, u64, PathBuf)> {
    if let Some((name, offset)) = generated::name_at(address) {
        return Some((name, offset, PathBuf::from("generated code")));
    }
    let _uncancelled = CancelDisabled::begin();
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
    Some((name, linked - start, image.name()))
}

/// Returns the name of the generated function that contains an address of this process, if it was
/// registered, and the offset of the address from its start.
pub fn generated_name_at(address: u64) -> Option<(String, u64)> {
    generated::name_at(address)
}

/// Returns a linker symbol in readable form: that of a Rust function as its path, without the hash,
/// and all others unchanged.
pub fn demangle(symbol: &str) -> String {
    match rustc_demangle::try_demangle(symbol) {
        Ok(name) => format!("{name:#}"),
        Err(_) => symbol.to_owned(),
    }
}

/// Formats an address for messages: `name+0x12 (file)`, or only the number if there is no name.
pub fn describe(address: u64) -> String {
    match name_at(address) {
        Some((name, offset, path)) => {
            format!("{}+{offset:#x} ({})", demangle(&name), path.display())
        }
        None => format!("{address:#x}"),
    }
}

/// Formats a return address for messages, like [`describe`]. The function is the one that made the
/// call, even if the call is its last instruction.
pub fn describe_return_address(pc: u64) -> String {
    match name_at(pc.wrapping_sub(1)) {
        Some((name, offset, path)) => {
            format!("{}+{:#x} ({})", demangle(&name), offset + 1, path.display())
        }
        None => format!("{pc:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // A function of four bytes, then bytes that belong to no function, then a function whose symbol
    // has no size.
    core::arch::global_asm!(
        ".text",
        ".globl statepoint_scanner_sized, statepoint_scanner_unsized",
        ".type statepoint_scanner_sized, %function",
        ".type statepoint_scanner_unsized, %function",
        "statepoint_scanner_sized: .fill 4",
        ".size statepoint_scanner_sized, 4",
        ".fill 4",
        "statepoint_scanner_unsized: .fill 8",
    );

    unsafe extern "C" {
        fn statepoint_scanner_sized();
        fn statepoint_scanner_unsized();
    }

    #[test]
    fn symbol_names_are_found() {
        let address = statepoint_scanner_sized as *const () as u64;
        let (name, offset, path) = name_at(address).unwrap();
        assert_eq!((name.as_str(), offset), ("statepoint_scanner_sized", 0));
        assert_eq!(path, std::env::current_exe().unwrap());
        let inside = describe(address + 3);
        assert!(inside.starts_with("statepoint_scanner_sized+0x3 ("), "{inside}");
        assert_eq!(name_at(address + 4), None);
        // The call may be the last instruction.
        let after = describe_return_address(address + 4);
        assert!(after.starts_with("statepoint_scanner_sized+0x4 ("), "{after}");
    }

    #[test]
    fn functions_without_size_have_names() {
        let address = statepoint_scanner_unsized as *const () as u64;
        let (name, offset, _) = name_at(address + 7).unwrap();
        assert_eq!((name.as_str(), offset), ("statepoint_scanner_unsized", 7));
    }

    #[test]
    fn data_addresses_have_no_name() {
        assert_eq!(name_at(0), None);
        assert_eq!(describe(16), "0x10");
    }
}
