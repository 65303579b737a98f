//! Code that the benchmarks share: workloads, input, clocks, lower bounds, and the comparison with
//! other collectors.

pub mod callgrind;
pub mod clock;
pub mod compare;
pub mod managed;
pub mod memory;
pub mod mode;
pub mod openjdk;
pub mod program;
pub mod random;
pub mod root_scan;
pub mod section;
pub mod thunk;
pub mod time_to_safepoint;
pub mod workload;

/// A bump allocator of three-word objects in a buffer that is reused. It is a lower bound of the
/// cost of allocating and initialising an object.
#[derive(Debug)]
pub struct RawBump {
    buffer: Vec<[u64; 3]>,
    next: usize,
}

impl RawBump {
    /// Returns an allocator with a buffer of this many bytes, or of one object if that is larger.
    pub fn new(bytes: usize) -> Self {
        Self { buffer: vec![[0; 3]; (bytes / 24).max(1)], next: 0 }
    }

    /// Allocates an object and returns its index.
    #[inline]
    pub fn allocate(&mut self, header: u64) -> usize {
        let at = if self.next < self.buffer.len() { self.next } else { 0 };
        self.next = at + 1;
        self.buffer[at] = [header, 0, 0];
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_allocated_and_initialised_in_order() {
        let mut bump = RawBump::new(72);
        let indices: Vec<_> = (0..5).map(|header| bump.allocate(header)).collect();
        assert_eq!(indices, [0, 1, 2, 0, 1]);
        assert_eq!(bump.buffer, [[3, 0, 0], [4, 0, 0], [2, 0, 0]]);
    }
}
