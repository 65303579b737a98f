//! Measures the lower bound, a minimal protocol for stopping threads
//! (`peers/time_to_safepoint/limit.c`).

use core::ffi::c_int;

use super::{Plan, Runner, Times};

unsafe extern "C" {
    fn limit_stops(
        loops: c_int,
        natives: c_int,
        sleepers: c_int,
        stops: i64,
        pause_ns: u64,
        end_ns: u64,
        times: *mut u64,
    ) -> i64;
}

/// The minimal protocol: a flag that threads poll, and a futex on which they wait.
#[derive(Debug)]
pub struct Limit;

impl Runner for Limit {
    fn name(&self) -> String {
        "limit".to_owned()
    }

    fn run(&self, plan: &Plan) -> Result<Times, String> {
        let mut times = vec![0; plan.stops as usize];
        let threads = plan.threads;
        // SAFETY: `times` has room for one number per stop, and all threads have ended when the
        // function returns.
        let done = unsafe {
            limit_stops(
                threads.loops as c_int,
                threads.natives as c_int,
                threads.sleepers as c_int,
                plan.stops.into(),
                plan.pause.as_nanos() as u64,
                plan.limit.as_nanos() as u64,
                times.as_mut_ptr(),
            )
        };
        let done = usize::try_from(done).map_err(|_| {
            "limit: cannot allocate memory, start threads or use membarrier(2)".to_owned()
        })?;
        let stop: Vec<f64> = times[..done].iter().map(|&time| time as f64).collect();
        Ok(Times { request: stop.clone(), stop })
    }
}
