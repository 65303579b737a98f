//! The memory of the program, in which WASI functions read their input and write their output.

use std::cell::Cell;

use super::errno::Errno;
use crate::runtime::MemoryBytes;

/// The largest number of bytes that one call reads or writes. Programs repeat a call that does
/// less than they ask for.
const MAX_TRANSFER: usize = 1 << 20;

/// The memory that the instance exports as `memory`. Without it, each access is an error.
#[derive(Debug, Default)]
pub(super) struct Guest(Cell<Option<MemoryBytes>>);

/// A range of bytes in the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GuestBuffer {
    pub(super) address: u32,
    pub(super) length: usize,
}

impl Guest {
    pub(super) fn set(&self, memory: MemoryBytes) {
        self.0.set(Some(memory));
    }

    fn memory(&self) -> Result<MemoryBytes, Errno> {
        self.0.get().ok_or(Errno::FAULT)
    }

    fn array<const N: usize>(&self, address: u32) -> Result<[u8; N], Errno> {
        let mut bytes = [0; N];
        self.memory()?.read(address.into(), &mut bytes).ok_or(Errno::FAULT)?;
        Ok(bytes)
    }

    pub(super) fn u8(&self, address: u32) -> Result<u8, Errno> {
        self.array::<1>(address).map(|bytes| bytes[0])
    }

    pub(super) fn u16(&self, address: u32) -> Result<u16, Errno> {
        self.array(address).map(u16::from_le_bytes)
    }

    pub(super) fn u32(&self, address: u32) -> Result<u32, Errno> {
        self.array(address).map(u32::from_le_bytes)
    }

    pub(super) fn u64(&self, address: u32) -> Result<u64, Errno> {
        self.array(address).map(u64::from_le_bytes)
    }

    /// Writes bytes.
    pub(super) fn write(&self, address: u32, bytes: &[u8]) -> Result<(), Errno> {
        self.memory()?.write(address.into(), bytes).ok_or(Errno::FAULT)
    }

    pub(super) fn write_u32(&self, address: u32, value: u32) -> Result<(), Errno> {
        self.write(address, &value.to_le_bytes())
    }

    pub(super) fn write_u64(&self, address: u32, value: u64) -> Result<(), Errno> {
        self.write(address, &value.to_le_bytes())
    }

    /// Checks that a range can be written.
    pub(super) fn check(&self, address: u32, length: usize) -> Result<(), Errno> {
        if self.memory()?.contains(address.into(), length) { Ok(()) } else { Err(Errno::FAULT) }
    }

    /// Reads a path.
    pub(super) fn text(&self, address: u32, length: u32) -> Result<String, Errno> {
        if length > libc::PATH_MAX as u32 {
            return Err(Errno::NAMETOOLONG);
        }
        let mut bytes = vec![0; length as usize];
        self.memory()?.read(address.into(), &mut bytes).ok_or(Errno::FAULT)?;
        String::from_utf8(bytes).map_err(|_| Errno::ILSEQ)
    }

    /// Reads a list of buffers, whose bytes are all in the memory. What exceeds the size of one
    /// transfer is left out.
    pub(super) fn buffers(&self, address: u32, count: u32) -> Result<Vec<GuestBuffer>, Errno> {
        let bytes = (count as usize).checked_mul(8).ok_or(Errno::INVAL)?;
        self.check(address, bytes)?;
        let (mut buffers, mut total) = (Vec::new(), 0);
        for index in 0..count {
            let at = address + 8 * index;
            let (start, length) = (self.u32(at)?, self.u32(at + 4)? as usize);
            self.check(start, length)?;
            let length = length.min(MAX_TRANSFER - total);
            if length > 0 {
                buffers.push(GuestBuffer { address: start, length });
                total += length;
            }
        }
        Ok(buffers)
    }

    /// Reads the bytes of all buffers.
    pub(super) fn gather(&self, buffers: &[GuestBuffer]) -> Result<Vec<u8>, Errno> {
        let mut bytes = Vec::new();
        for buffer in buffers {
            let start = bytes.len();
            bytes.resize(start + buffer.length, 0);
            let read = self.memory()?.read(buffer.address.into(), &mut bytes[start..]);
            read.ok_or(Errno::FAULT)?;
        }
        Ok(bytes)
    }

    /// Writes bytes into buffers, which have room for them.
    pub(super) fn scatter(&self, buffers: &[GuestBuffer], mut bytes: &[u8]) -> Result<(), Errno> {
        for buffer in buffers {
            let (first, rest) = bytes.split_at(buffer.length.min(bytes.len()));
            self.write(buffer.address, first)?;
            bytes = rest;
        }
        Ok(())
    }
}
