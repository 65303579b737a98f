//! Reading and writing files and standard streams.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;

use super::State;
use super::descriptors::Descriptor;
use super::errno::Errno;
use super::guest::Guest;

pub(super) fn read(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    read_with(state, guest, arguments, arguments[3], |descriptor, bytes| match descriptor {
        Descriptor::Input => io::stdin().lock().read(bytes),
        Descriptor::File(file) => (&mut &*file).read(bytes),
        _ => unreachable!("the descriptor can be read"),
    })
}

pub(super) fn pread(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    state.descriptors.file(arguments[0] as u32)?;
    read_with(state, guest, arguments, arguments[4], |descriptor, bytes| match descriptor {
        Descriptor::File(file) => file.read_at(bytes, arguments[3]),
        _ => unreachable!("the descriptor is a file"),
    })
}

/// Reads into buffers, and writes the number of bytes to an address.
fn read_with(
    state: &State,
    guest: &Guest,
    arguments: &[u64],
    count: u64,
    read: impl Fn(&Descriptor, &mut [u8]) -> io::Result<usize>,
) -> Result<(), Errno> {
    let descriptor = state.descriptors.get(arguments[0] as u32)?;
    match descriptor {
        Descriptor::Input | Descriptor::File(_) => {}
        Descriptor::Directory(_) => return Err(Errno::ISDIR),
        Descriptor::Output | Descriptor::ErrorOutput => return Err(Errno::BADF),
    }
    let buffers = guest.buffers(arguments[1] as u32, arguments[2] as u32)?;
    guest.check(count as u32, 4)?;
    let mut bytes = vec![0; buffers.iter().map(|each| each.length).sum()];
    let number = retry(|| read(descriptor, &mut bytes))?;
    guest.scatter(&buffers, &bytes[..number])?;
    guest.write_u32(count as u32, number as u32)
}

pub(super) fn write(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    write_with(state, guest, arguments, arguments[3], |descriptor, bytes| match descriptor {
        Descriptor::Output => write_all(io::stdout().lock(), bytes),
        Descriptor::ErrorOutput => write_all(io::stderr().lock(), bytes),
        Descriptor::File(file) => (&mut &*file).write(bytes),
        _ => unreachable!("the descriptor can be written"),
    })
}

pub(super) fn pwrite(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    state.descriptors.file(arguments[0] as u32)?;
    write_with(state, guest, arguments, arguments[4], |descriptor, bytes| match descriptor {
        Descriptor::File(file) => file.write_at(bytes, arguments[3]),
        _ => unreachable!("the descriptor is a file"),
    })
}

/// Writes buffers, and the number of bytes to an address.
fn write_with(
    state: &State,
    guest: &Guest,
    arguments: &[u64],
    count: u64,
    write: impl Fn(&Descriptor, &[u8]) -> io::Result<usize>,
) -> Result<(), Errno> {
    let descriptor = state.descriptors.get(arguments[0] as u32)?;
    match descriptor {
        Descriptor::Output | Descriptor::ErrorOutput | Descriptor::File(_) => {}
        Descriptor::Directory(_) => return Err(Errno::ISDIR),
        Descriptor::Input => return Err(Errno::BADF),
    }
    let buffers = guest.buffers(arguments[1] as u32, arguments[2] as u32)?;
    guest.check(count as u32, 4)?;
    let bytes = guest.gather(&buffers)?;
    let number = retry(|| write(descriptor, &bytes))?;
    guest.write_u32(count as u32, number as u32)
}

/// Writes bytes to a stream that is buffered, so that they are visible after the call.
fn write_all(mut stream: impl Write, bytes: &[u8]) -> io::Result<usize> {
    stream.write_all(bytes)?;
    stream.flush()?;
    Ok(bytes.len())
}

/// Repeats an operation that a signal interrupts.
fn retry(mut operation: impl FnMut() -> io::Result<usize>) -> Result<usize, Errno> {
    loop {
        match operation() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            outcome => return outcome.map_err(Errno::from),
        }
    }
}

pub(super) fn seek(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let mut file = state.descriptors.file(arguments[0] as u32)?;
    guest.check(arguments[3] as u32, 8)?;
    let offset = arguments[1].cast_signed();
    let to = match arguments[2] {
        0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| Errno::INVAL)?),
        1 => SeekFrom::Current(offset),
        2 => SeekFrom::End(offset),
        _ => return Err(Errno::INVAL),
    };
    guest.write_u64(arguments[3] as u32, file.seek(to)?)
}

pub(super) fn tell(state: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    let mut file = state.descriptors.file(arguments[0] as u32)?;
    guest.write_u64(arguments[1] as u32, file.stream_position()?)
}

pub(super) fn set_size(state: &mut State, _: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    Ok(state.descriptors.file(arguments[0] as u32)?.set_len(arguments[1])?)
}

pub(super) fn sync(state: &mut State, _: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    match state.descriptors.get(arguments[0] as u32)? {
        Descriptor::File(file) => Ok(File::sync_all(file)?),
        _ => Ok(()),
    }
}

/// Advice on accesses has no effect.
pub(super) fn advise(state: &mut State, _: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    state.descriptors.file(arguments[0] as u32).map(drop)
}
