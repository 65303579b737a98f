//! The mark stack: a thread's stack of objects that are still to be scanned.
//!
//! The stack consists of segments. So growth copies nothing and needs no large block of memory,
//! which may not be available during a collection.

use crate::object::ScanPart;

/// A unit of tracing work: an object, and the part of it that is still to be scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    /// Address of the object.
    pub(crate) object: usize,
    /// The part of the object that is still to be scanned.
    pub(crate) part: ScanPart,
}

/// Filler for the unused part of a segment.
const EMPTY_TASK: Task = Task { object: 0, part: ScanPart::ALL };

/// Number of tasks per segment.
const SEGMENT: usize = 1024;

/// A segment of [`SEGMENT`] tasks; empty in a new stack.
type Segment = Box<[Task]>;

/// Error returned if there is no memory for another segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoMemory;

/// A LIFO stack of tasks.
#[derive(Debug, Default)]
pub(crate) struct MarkStack {
    /// The segment with the newest tasks.
    top: Segment,
    /// Number of tasks in `top`.
    length: usize,
    /// Full segments with older tasks, oldest first.
    below: Vec<Segment>,
    /// An unused segment, kept so that pushing and popping across a segment boundary allocates
    /// nothing.
    spare: Option<Segment>,
    /// Number of segments that were allocated.
    #[cfg(test)]
    allocated: usize,
    /// Number of segments after which an allocation fails; 0: allocations do not fail.
    #[cfg(test)]
    max_segments: usize,
}

impl MarkStack {
    /// Returns whether the stack has no task.
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0 && self.below.is_empty()
    }

    /// Pushes a task. If there is no memory, returns an error and leaves the stack unchanged.
    #[inline]
    pub(crate) fn push(&mut self, task: Task) -> Result<(), NoMemory> {
        match self.top.get_mut(self.length) {
            Some(place) => *place = task,
            None => self.grow(task)?,
        }
        self.length += 1;
        Ok(())
    }

    /// Allocates a segment.
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

    /// Makes an unused segment the top one and stores `task` in it. The caller increments `length`.
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

    /// Pops the newest task; `None` if the stack is empty.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Task> {
        if self.length == 0 && !self.shrink() {
            return None;
        }
        let below = self.length - 1;
        let task = self.top.get(below).copied()?;
        self.length = below;
        Some(task)
    }

    /// Makes the newest full segment the top one. Returns whether there is one.
    #[cold]
    fn shrink(&mut self) -> bool {
        let Some(full) = self.below.pop() else { return false };
        self.spare = Some(core::mem::replace(&mut self.top, full));
        self.length = self.top.len();
        true
    }

    /// Moves a task of the top segment to the top of the stack, by swapping. Its index in the
    /// segment is `place` modulo the number of tasks there; index 0 is the oldest task.
    pub(crate) fn swap_to_top(&mut self, place: u64) {
        if let Some(top) = self.length.checked_sub(1) {
            self.top.swap(top, (place % self.length as u64) as usize);
        }
    }

    /// Returns the number of tasks in the top segment, of which [`Self::take_oldest`] takes half.
    pub(crate) fn top_segment_len(&self) -> usize {
        self.length
    }

    /// Removes the older half of the tasks in the top segment and passes them to `take`. The oldest
    /// tasks usually lead to the largest part of the object graph.
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
