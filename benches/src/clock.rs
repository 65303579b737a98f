//! Measurements of processor time, which exclude the load of other programs.

use std::time::Duration;

/// Returns the processor time of the calling thread.
pub fn thread_time() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Returns the processor time of all threads of the process.
pub fn process_time() -> Duration {
    read(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn read(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel supports these clocks, and `time` is valid for writes.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    Duration::new(time.tv_sec.cast_unsigned(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Runs `work` `repetitions` times. Returns the nanoseconds per unit, of which each run has
/// `units`.
pub fn nanoseconds_per_unit(repetitions: u64, units: u64, mut work: impl FnMut()) -> f64 {
    let begin = thread_time();
    for _ in 0..repetitions {
        work();
    }
    (thread_time() - begin).as_nanos() as f64 / (repetitions * units) as f64
}

/// Returns the median of these numbers, or NaN if there are none.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle_value() {
        assert_eq!(median([5.0, 1.0, 3.0]), 3.0);
        assert!(median([]).is_nan());
    }

    #[test]
    fn thread_time_increases_while_the_thread_runs() {
        let begin = thread_time();
        let begin_of_process = process_time();
        while thread_time() == begin {}
        assert!(thread_time() > begin && process_time() > begin_of_process);
    }
}
