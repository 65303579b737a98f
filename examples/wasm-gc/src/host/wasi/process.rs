//! Arguments, environment, random numbers.

use super::State;
use super::errno::Errno;
use super::guest::Guest;

pub(super) fn args_get(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    write_strings(&state.arguments, guest, arguments)
}

pub(super) fn args_sizes_get(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    write_sizes(&state.arguments, guest, arguments)
}

pub(super) fn environ_get(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    write_strings(&state.environment, guest, arguments)
}

pub(super) fn environ_sizes_get(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    write_sizes(&state.environment, guest, arguments)
}

/// Writes strings one after the other, and an array of their addresses.
fn write_strings(strings: &[Vec<u8>], guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let (mut array, mut address) = (arguments[0], arguments[1]);
    let narrow = |address: u64| u32::try_from(address).map_err(|_| Errno::FAULT);
    for string in strings {
        guest.write_u32(narrow(array)?, narrow(address)?)?;
        guest.write(narrow(address)?, string)?;
        array += 4;
        address += string.len() as u64;
    }
    Ok(())
}

/// Writes the number of strings, and that of their bytes.
fn write_sizes(strings: &[Vec<u8>], guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let bytes: usize = strings.iter().map(Vec::len).sum();
    guest.write_u32(arguments[0] as u32, strings.len() as u32)?;
    guest.write_u32(arguments[1] as u32, u32::try_from(bytes).map_err(|_| Errno::OVERFLOW)?)
}

pub(super) fn random_get(_: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let (address, length) = (arguments[0] as u32, arguments[1] as usize);
    guest.check(address, length)?;
    // The system returns up to 256 bytes without interruption.
    let mut bytes = [0; 256];
    for start in (0..length).step_by(bytes.len()) {
        let part = &mut bytes[..(length - start).min(256)];
        // SAFETY: the call writes this number of bytes at most.
        let written = unsafe { libc::getrandom(part.as_mut_ptr().cast(), part.len(), 0) };
        if written != part.len() as isize {
            return Err(Errno::last());
        }
        guest.write(address + start as u32, part)?;
    }
    Ok(())
}

pub(super) fn sched_yield(_: &mut State, _: &Guest, _: &[u64]) -> Result<(), Errno> {
    std::thread::yield_now();
    Ok(())
}
