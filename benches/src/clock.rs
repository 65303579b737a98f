//! Time that this thread has had the processor: others that run meanwhile do not count.

use std::time::Duration;

/// The time that the calling thread has run.
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists, and the place is writable.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.cast_unsigned(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// The time that `work` takes, done this often, in nanoseconds for one of `units`.
pub fn nanoseconds_per_unit(repetitions: u64, units: u64, mut work: impl FnMut()) -> f64 {
    let begin = thread_time();
    for _ in 0..repetitions {
        work();
    }
    (thread_time() - begin).as_nanos() as f64 / (repetitions * units) as f64
}

/// The middle one of these numbers; NaN if there is none.
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
        while thread_time() == begin {}
        assert!(thread_time() > begin);
    }
}
