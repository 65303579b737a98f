//! Allocates N objects of SIZE bytes that die immediately, and writes all of their words.
//! Arguments: SIZE N, where SIZE is 16, 32 or 48.

use std::hint::black_box;

use crate::Arguments;
use crate::heap::Heap;

pub(crate) fn run(heap: &mut Heap, arguments: &Arguments) -> Result<(), String> {
    let (size, n) = (arguments.number(0)?, arguments.number(1)?);
    let work = match size {
        16 => allocate::<16>,
        32 => allocate::<32>,
        48 => allocate::<48>,
        _ => return Err(format!("object size {size} is not 16, 32 or 48")),
    };
    work(heap, n / 10);
    heap.measure(|heap| work(heap, n));
    Ok(())
}

#[inline(never)]
fn allocate<const SIZE: usize>(heap: &mut Heap, n: usize) -> u64 {
    for i in 0..n as u64 {
        let object = heap.allocate(SIZE, 0);
        (0..SIZE / 8 - 1).for_each(|at| object.set_word(at, i));
        black_box(object);
    }
    n as u64
}
