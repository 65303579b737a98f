//! The mark stack: a thread's stack of objects that are still to be scanned.
//!
//! It consists of segments, so that growing copies nothing and needs no large piece of memory: a
//! collection happens when memory is short.

use crate::object::ScanPart;

/// A unit of tracing work: an object, and the part of it that is still to be scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) object: usize,
    pub(crate) part: ScanPart,
}

const EMPTY_TASK: Task = Task { object: 0, part: ScanPart::ALL };

/// Number of tasks per segment.
const SEGMENT: usize = 1024;

type Segment = Box<[Task]>;

/// Error returned if there is no memory for another segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoMemory;

#[derive(Debug, Default)]
pub(crate) struct MarkStack {
    top: Segment,
    /// Number of tasks in `top`.
    length: usize,
    /// Full segments under `top`.
    below: Vec<Segment>,
    /// An empty segment, kept so that pushing and popping across a segment boundary costs nothing.
    spare: Option<Segment>,
    /// Number of segments that were allocated.
    #[cfg(test)]
    allocated: usize,
    /// Number of segments after which an allocation fails; 0: it never does.
    #[cfg(test)]
    max_segments: usize,
}

impl MarkStack {
    /// Returns whether the stack has no task.
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0 && self.below.is_empty()
    }

    #[inline]
    pub(crate) fn push(&mut self, task: Task) -> Result<(), NoMemory> {
        match self.top.get_mut(self.length) {
            Some(place) => *place = task,
            None => self.grow(task)?,
        }
        self.length += 1;
        Ok(())
    }

    fn new_segment(&mut self) -> Result<Segment, NoMemory> {
        #[cfg(test)]
        {
            if self.allocated == self.max_segments && self.max_segments > 0 {
                return Err(NoMemory);
            }
            self.allocated += 1;
        }
        let mut segment = Vec::new();
        segment.try_reserve_exact(SEGMENT).map_err(|_| NoMemory)?;
        segment.resize(SEGMENT, EMPTY_TASK);
        Ok(segment.into_boxed_slice())
    }

    /// Begins another segment and puts `task` into it.
    #[cold]
    fn grow(&mut self, task: Task) -> Result<(), NoMemory> {
        let segment = match self.spare.take() {
            Some(segment) => segment,
            None => self.new_segment()?,
        };
        self.below.try_reserve(1).map_err(|_| NoMemory)?;
        let full = core::mem::replace(&mut self.top, segment);
        self.length = 0;
        if !full.is_empty() {
            self.below.push(full);
        }
        self.top[0] = task;
        Ok(())
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Task> {
        let below = self.length.wrapping_sub(1);
        match self.top.get(below) {
            Some(&task) => {
                self.length = below;
                Some(task)
            }
            None => self.shrink(),
        }
    }

    /// Pops the last task of the segment below, which is full and becomes the top segment.
    #[cold]
    fn shrink(&mut self) -> Option<Task> {
        let full = self.below.pop()?;
        self.spare = Some(core::mem::replace(&mut self.top, full));
        self.length = self.top.len() - 1;
        self.top.last().copied()
    }

    /// Makes another task of the top segment the next one: the task at index `place`, counted from
    /// the bottom and taken modulo the number of tasks in the segment.
    pub(crate) fn swap_to_top(&mut self, place: u64) {
        if let Some(top) = self.length.checked_sub(1) {
            self.top.swap(top, (place % self.length as u64) as usize);
        }
    }

    /// Returns the number of tasks in the top segment, of which [`Self::take_oldest`] takes half.
    pub(crate) fn top_segment_len(&self) -> usize {
        self.length
    }

    /// Takes the older half of the top segment. The oldest tasks lead to the largest part of the
    /// graph.
    pub(crate) fn take_oldest(&mut self, mut take: impl FnMut(Task)) {
        let half = self.length / 2;
        self.top[..half].iter().for_each(|&task| take(task));
        self.top.copy_within(half..self.length, 0);
        self.length -= half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(n: usize) -> Task {
        Task { object: n, part: ScanPart::ALL }
    }

    #[test]
    fn stack_is_lifo_across_segments() {
        let mut stack = MarkStack::default();
        let mut model = Vec::new();
        for round in [10, SEGMENT, 3 * SEGMENT + 1, 1, 2 * SEGMENT] {
            for n in 0..round {
                stack.push(task(n)).unwrap();
                model.push(task(n));
            }
            for _ in 0..round / 3 {
                assert_eq!(stack.pop(), model.pop());
            }
        }
        while let Some(expected) = model.pop() {
            assert_eq!(stack.pop(), Some(expected));
        }
        assert_eq!(stack.pop(), None);
        assert_eq!(stack.pop(), None);
    }

    #[test]
    fn crossing_a_segment_boundary_allocates_nothing() {
        let mut stack = MarkStack::default();
        (0..=SEGMENT).for_each(|n| stack.push(task(n)).unwrap());
        let before = stack.allocated;
        for n in 0..1000 {
            stack.pop().unwrap();
            stack.pop().unwrap();
            stack.push(task(n)).unwrap();
            stack.push(task(n)).unwrap();
        }
        assert_eq!(stack.allocated, before);
    }

    #[test]
    fn oldest_tasks_of_the_top_segment_are_taken() {
        let mut stack = MarkStack::default();
        (0..7).for_each(|n| stack.push(task(n)).unwrap());
        let mut taken = Vec::new();
        stack.take_oldest(|task| taken.push(task.object));
        assert_eq!((taken, stack.top_segment_len()), (vec![0, 1, 2], 4));
        let rest: Vec<_> = core::iter::from_fn(|| stack.pop()).map(|task| task.object).collect();
        assert_eq!(rest, [6, 5, 4, 3]);
    }

    #[test]
    fn any_task_of_the_top_segment_can_be_swapped_to_the_top() {
        let mut stack = MarkStack::default();
        stack.swap_to_top(3);
        assert_eq!(stack.pop(), None);
        (0..5).for_each(|n| stack.push(task(n)).unwrap());
        let next = [1, 4, 5, 0, 9].map(|place| {
            stack.swap_to_top(place);
            stack.pop().unwrap().object
        });
        assert_eq!(next, [1, 0, 2, 3, 4]);
        assert_eq!(stack.pop(), None);
    }

    #[test]
    fn a_failed_allocation_is_an_error_and_loses_no_task() {
        let mut stack = MarkStack { max_segments: 4, ..MarkStack::default() };
        let mut pushed = 0;
        while stack.push(task(pushed)).is_ok() {
            pushed += 1;
        }
        assert_eq!(pushed, 4 * SEGMENT);
        for n in (0..pushed).rev() {
            assert_eq!(stack.pop(), Some(task(n)));
        }
    }
}
