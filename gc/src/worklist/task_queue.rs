//! A queue of tasks that are known in advance, from which the workers of a pause take one after the
//! other.
//!
//! # Protocol
//!
//! One lock protects the iterator over the tasks. A worker holds it while it takes a task, and not
//! while it does the task. So each task is taken by exactly one worker, and tasks begin in the
//! order of the iterator. A task should be [`ITEMS_PER_TASK`] items or more: the lock is taken once
//! per task, never once per item.

use parking_lot::Mutex;

/// Number of items of a task: some microseconds of work.
pub(crate) const ITEMS_PER_TASK: usize = 512;

/// Tasks that are taken by several workers.
#[derive(Debug)]
pub(crate) struct TaskQueue<I>(Mutex<I>);

impl<I: Iterator> TaskQueue<I> {
    /// Creates a queue of these tasks.
    pub(crate) fn new(tasks: impl IntoIterator<IntoIter = I>) -> Self {
        Self(Mutex::new(tasks.into_iter()))
    }

    /// Takes the next task; `None` if all were taken.
    pub(crate) fn take(&self) -> Option<I::Item> {
        self.0.lock().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_is_taken_once() {
        let mut items: Vec<usize> = vec![0; 100 * ITEMS_PER_TASK + 1];
        let queue = TaskQueue::new(items.chunks_mut(ITEMS_PER_TASK));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(task) = queue.take() {
                        task.iter_mut().for_each(|item| *item += 1);
                    }
                });
            }
        });
        assert!(queue.take().is_none());
        assert!(items.iter().all(|&item| item == 1));
    }
}
