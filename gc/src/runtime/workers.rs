//! A pool of helper threads for parallel collection.
//!
//! The thread that has stopped the world posts one job at a time. The lock orders memory: a helper
//! sees all writes before [`WorkerPool::run`], and the caller sees all writes of the helpers.

use core::fmt;
use std::io;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use crate::fatal::AbortOnUnwind;
use crate::os::{self, HelperThread};
use crate::process::Process;

/// A job with an erased lifetime. `WorkerPool::run` does not return while a helper uses the job.
#[derive(Clone, Copy)]
struct Job(*const (dyn Fn(usize) + Sync));

// SAFETY: the closure is `Sync`, so any thread may call it by a shared reference.
unsafe impl Send for Job {}

/// The state of the current job, which the lock protects.
struct State {
    /// The job; `None` if helpers must wait.
    job: Option<Job>,
    /// Serial number of the job, so that a helper joins each job only once.
    number: u64,
    /// Number of helpers that may still join the current job.
    unclaimed: usize,
    /// Number of helpers that are running the current job.
    busy: usize,
    /// Whether the helpers must end.
    ending: bool,
}

/// The state that the caller and the helpers share.
struct JobBoard {
    state: Mutex<State>,
    /// Notified when a job is posted, or when the helpers must end.
    posted: Condvar,
    /// Notified when the last helper has finished the job.
    finished: Condvar,
}

/// The helper threads of a heap; dropping the pool ends them.
pub(crate) struct WorkerPool {
    board: Arc<JobBoard>,
    threads: Vec<HelperThread>,
    /// The process in which the helpers run.
    process: Process,
}

impl fmt::Debug for WorkerPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerPool").field("helpers", &self.threads.len()).finish_non_exhaustive()
    }
}

impl WorkerPool {
    /// Starts `helpers` threads in the current process. `process` identifies that process.
    pub(crate) fn new(helpers: usize, process: Process) -> io::Result<Self> {
        let state = State { job: None, number: 0, unclaimed: 0, busy: 0, ending: false };
        let board = Arc::new(JobBoard {
            state: Mutex::new(state),
            posted: Condvar::new(),
            finished: Condvar::new(),
        });
        let mut pool = Self { board, threads: Vec::with_capacity(helpers), process };
        for index in 1..=helpers {
            let board = Arc::clone(&pool.board);
            let name = format!("spgc-worker-{index}");
            pool.threads.push(os::spawn_helper(&name, move || board.serve())?);
        }
        Ok(pool)
    }

    /// Runs `work` on the calling thread with index 0, and on up to `helpers` helpers with distinct
    /// indices from 1. Returns when all have finished. A helper that wakes up late does not join
    /// the job, so `work` must not wait for a given number of helpers.
    pub(crate) fn run(&self, helpers: usize, work: &(dyn Fn(usize) + Sync)) {
        let helpers = helpers.min(self.threads.len());
        if helpers == 0 {
            return work(0);
        }
        let job: *const (dyn Fn(usize) + Sync + '_) = work;
        // SAFETY: only the lifetime changes. Before this function returns, it removes the job and
        // waits until no helper runs it. It does not unwind before that (`AbortOnUnwind`).
        let job = Job(unsafe {
            core::mem::transmute::<
                *const (dyn Fn(usize) + Sync + '_),
                *const (dyn Fn(usize) + Sync + 'static),
            >(job)
        });
        {
            let mut state = self.board.state.lock();
            debug_assert!(state.job.is_none(), "one job at a time");
            state.job = Some(job);
            state.number += 1;
            state.unclaimed = helpers;
        }
        if helpers == 1 {
            self.board.posted.notify_one();
        } else {
            self.board.posted.notify_all();
        }
        let guard = AbortOnUnwind("a collection");
        work(0);
        let mut state = self.board.state.lock();
        state.job = None;
        state.unclaimed = 0;
        while state.busy > 0 {
            self.board.finished.wait(&mut state);
        }
        guard.done();
    }
}

impl JobBoard {
    /// Main function of a helper: runs jobs until the pool is dropped.
    fn serve(&self) {
        let mut state = self.state.lock();
        let mut done = 0;
        loop {
            if state.ending {
                return;
            }
            let Some(job) = state.job.filter(|_| state.unclaimed > 0 && state.number != done)
            else {
                self.posted.wait(&mut state);
                continue;
            };
            done = state.number;
            let index = state.unclaimed;
            state.unclaimed -= 1;
            state.busy += 1;
            drop(state);
            // SAFETY: `busy` was incremented under the lock while the job was posted, and `run`
            // does not return before `busy` is 0. So the closure exists until then.
            let work = unsafe { &*job.0 };
            let guard = AbortOnUnwind("a collection");
            work(index);
            guard.done();
            state = self.state.lock();
            state.busy -= 1;
            if state.busy == 0 {
                self.finished.notify_one();
            }
        }
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        if !self.process.is_current() {
            // In a forked child the helpers do not exist, and the kernel has already freed their
            // stacks.
            self.threads.drain(..).for_each(core::mem::forget);
            return;
        }
        // Joining a thread is a cancellation point.
        let _uncancelled = os::CancelDisabled::begin();
        self.board.state.lock().ending = true;
        self.board.posted.notify_all();
        for thread in self.threads.drain(..) {
            // A helper does not join itself: helpers are not mutators, so they never drop the last
            // owner of the heap.
            thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicUsize, Ordering};

    fn pool(helpers: usize) -> WorkerPool {
        WorkerPool::new(helpers, Process::current()).unwrap()
    }

    #[test]
    fn job_runs_once_on_each_participant() {
        let pool = pool(3);
        for round in 0..2000 {
            let seen: [AtomicUsize; 4] = Default::default();
            pool.run(round % 5, &|index| {
                seen[index].fetch_add(1, Ordering::Relaxed);
            });
            let seen = seen.map(AtomicUsize::into_inner);
            assert_eq!(seen[0], 1);
            assert!(seen[1..].iter().all(|&n| n <= 1), "{seen:?}");
            assert!(seen[1..].iter().sum::<usize>() <= round % 5);
        }
    }

    #[test]
    fn helpers_participate() {
        let pool = pool(3);
        for _ in 0..100 {
            let helpers = AtomicUsize::new(0);
            pool.run(3, &|index| {
                if index > 0 {
                    helpers.fetch_add(1, Ordering::Relaxed);
                }
                while helpers.load(Ordering::Relaxed) < 3 {
                    std::thread::yield_now();
                }
            });
        }
    }

    /// All helpers are woken, and those that the job does not need must not run it.
    #[test]
    fn at_most_the_requested_helpers_participate() {
        let pool = pool(6);
        for _ in 0..100 {
            let (came, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            pool.run(2, &|index| {
                most.fetch_max(index, Ordering::Relaxed);
                came.fetch_add(1, Ordering::Relaxed);
                // The job stays posted until both helpers have joined, and long enough that others
                // could have joined.
                let mut others = if index == 0 { 200 } else { 0 };
                while others > 0 {
                    others -= usize::from(came.load(Ordering::Relaxed) >= 3);
                    std::thread::yield_now();
                }
            });
            assert_eq!((came.into_inner(), most.into_inner()), (3, 2));
        }
    }

    #[test]
    fn dropping_the_pool_joins_helpers() {
        for helpers in 1..8 {
            let pool = pool(helpers);
            let board = Arc::downgrade(&pool.board);
            drop(pool);
            assert_eq!(board.strong_count(), 0, "a helper still runs");
        }
    }

    #[test]
    fn pool_without_helpers_runs_jobs_on_the_caller() {
        let count = AtomicUsize::new(0);
        pool(0).run(7, &|index| {
            assert_eq!(index, 0);
            count.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(count.into_inner(), 1);
    }
}
