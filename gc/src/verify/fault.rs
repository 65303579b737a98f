//! Explaining an access to memory that a collection has taken away.
//!
//! A reference that the collector did not find still holds an address in a retired space. In zeal
//! mode using it faults, and the handler here says so before the process dies of the signal. It
//! runs in a signal handler: no allocation, no lock, no formatting machinery.

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::io;

use crate::arch;
use crate::os;

/// How many heaps of a process the handler knows of; faults in further ones go unexplained.
const WATCHED: usize = 16;

struct Watched {
    start: AtomicUsize,
    end: AtomicUsize,
    /// Where live objects are at present.
    live_start: AtomicUsize,
    live_end: AtomicUsize,
    collections: AtomicUsize,
}

static HEAPS: [Watched; WATCHED] = [const {
    Watched {
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
        live_start: AtomicUsize::new(0),
        live_end: AtomicUsize::new(0),
        collections: AtomicUsize::new(0),
    }
}; WATCHED];

/// A heap's entry in the handler's list; dropping it takes the heap off.
#[derive(Debug)]
pub(crate) struct FaultRange(Option<usize>);

/// Has faults in the heap's address range explained from now on.
pub(crate) fn watch(heap: Range<usize>, live: Range<usize>) -> io::Result<FaultRange> {
    os::on_fault(explain)?;
    for (index, entry) in HEAPS.iter().enumerate() {
        let free = entry.start.compare_exchange(0, heap.start, Ordering::AcqRel, Ordering::Relaxed);
        if free.is_ok() {
            entry.end.store(heap.end, Ordering::Release);
            let range = FaultRange(Some(index));
            range.collected(live, 0);
            return Ok(range);
        }
    }
    Ok(FaultRange(None))
}

impl FaultRange {
    /// Notes where live objects are now.
    pub(crate) fn collected(&self, live: Range<usize>, collections: u64) {
        if let Some(index) = self.0 {
            let entry = &HEAPS[index];
            entry.live_start.store(live.start, Ordering::Relaxed);
            entry.live_end.store(live.end, Ordering::Relaxed);
            entry.collections.store(collections as usize, Ordering::Relaxed);
        }
    }
}

impl Drop for FaultRange {
    fn drop(&mut self) {
        if let Some(index) = self.0 {
            HEAPS[index].end.store(0, Ordering::Release);
            HEAPS[index].start.store(0, Ordering::Release);
        }
    }
}

/// A line of text in a buffer of its own.
struct Line {
    bytes: [u8; 640],
    length: usize,
}

impl Line {
    fn new() -> Self {
        Self { bytes: [0; 640], length: 0 }
    }

    fn text(mut self, text: &[u8]) -> Self {
        let room = text.len().min(self.bytes.len() - self.length);
        self.bytes[self.length..self.length + room].copy_from_slice(&text[..room]);
        self.length += room;
        self
    }

    fn number(self, mut value: usize, base: usize) -> Self {
        let mut digits = [0_u8; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b"0123456789abcdef"[value % base];
            value /= base;
            if value == 0 || at == 0 {
                return self.text(&digits[at..]);
            }
        }
    }

    fn address(self, address: usize) -> Self {
        self.text(b"0x").number(address, 16)
    }
}

fn describe(address: usize, pc: Option<usize>, name: &[u8], id: u32) -> Option<Line> {
    let heap = HEAPS.iter().find(|heap| {
        (heap.start.load(Ordering::Acquire)..heap.end.load(Ordering::Acquire)).contains(&address)
    })?;
    let live = heap.live_start.load(Ordering::Relaxed)..heap.live_end.load(Ordering::Relaxed);
    let mut line = Line::new().text(b"statepoint-gc: access to ").address(address);
    line = if live.contains(&address) {
        line.text(b", in the space in use (")
            .address(live.start)
            .text(b"-")
            .address(live.end)
            .text(b") but beyond what is accessible")
    } else {
        line.text(b", in a retired space: an object was there until a collection moved it (the space in use is ")
            .address(live.start).text(b"-").address(live.end).text(b")")
    };
    line = line.text(b"; thread \"").text(name).text(b"\" (").number(id as usize, 10).text(b")");
    if let Some(pc) = pc {
        line = line.text(b", pc ").address(pc);
    }
    line = line.text(b", after ").number(heap.collections.load(Ordering::Relaxed), 10);
    Some(line.text(b" collections.\n\
        This reference was not updated: a root that no stack map record names, a store into an object that was\n\
        already dead, or native code that kept a raw reference across a safepoint.\n"))
}

fn explain(address: usize, context: *mut libc::c_void) {
    // SAFETY: `context` is the kernel's, of this very fault.
    let pc = unsafe { arch::interrupted_pc(context) };
    let name = os::current_thread_name();
    let name = name.split(|&b| b == 0).next().unwrap_or(b"?");
    if let Some(line) = describe(address, pc, name, os::current_thread_id()) {
        os::write_error(&line.bytes[..line.length]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_explained_where_a_heap_is_watched_and_only_there() {
        let heap = 0x7000_0000..0x7100_0000;
        let range = watch(heap.clone(), 0x7000_0000..0x7010_0000).unwrap();
        range.collected(0x7020_0000..0x7030_0000, 17);
        let text = |address| {
            describe(address, Some(0x401_234), b"worker", 42)
                .map(|line| String::from_utf8(line.bytes[..line.length].to_vec()).unwrap())
        };
        let retired = text(0x7000_0040).unwrap();
        for part in [
            "0x70000040",
            "retired space",
            "0x70200000-0x70300000",
            "\"worker\" (42)",
            "pc 0x401234",
            "after 17 collections",
        ] {
            assert!(retired.contains(part), "{part} in {retired}");
        }
        assert!(retired.ends_with('\n'), "the message fits: {retired}");
        assert!(text(0x7025_0000).unwrap().contains("in the space in use"));
        assert!(text(0x7200_0000).is_none());
        drop(range);
        assert!(text(0x7000_0040).is_none());
    }
}
