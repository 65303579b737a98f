//! Conversion of settings to the input of the sizing policy.

use core::ops::RangeInclusive;
use std::time::Duration;

use super::{Amount, Config, ConfigError};
use crate::sizing::{MIN_NURSERY, NurserySize, SizingConfig};

/// Valid shares of time for collections, in per cent.
pub(super) const TIME_SHARES: RangeInclusive<f64> = 0.1..=90.0;
/// Valid goals for pauses.
pub(super) const PAUSE_GOALS: RangeInclusive<Duration> =
    Duration::from_micros(10)..=Duration::from_secs(60);
/// The default initial heap size is the heap limit divided by this number, but at least
/// `MIN_INITIAL`.
const INITIAL_FRACTION: usize = 8;
/// The minimum default initial heap size in bytes, unless the heap limit is lower.
const MIN_INITIAL: usize = 64 << 20;

impl Config {
    /// Returns the input of the sizing policy. `limit` is the heap limit in bytes. `cache` returns
    /// the size of the processor's cache in bytes, if known; it is called only if the nursery's
    /// size depends on it.
    pub(crate) fn sizing(
        &self,
        limit: usize,
        cache: impl FnOnce() -> Option<usize>,
    ) -> Result<SizingConfig, ConfigError> {
        let of_limit = |amount: Amount, setting| {
            amount.of(limit).map_err(|percent| ConfigError::PercentOfHeap { setting, percent })
        };
        let initial = match self.heap_initial {
            Some(amount) => of_limit(amount, "SPGC_HEAP_INITIAL")?,
            None => (limit / INITIAL_FRACTION).max(MIN_INITIAL).min(limit),
        };
        if initial > limit {
            return Err(ConfigError::HeapInitial { bytes: initial, limit });
        }
        let nursery = match self.nursery {
            Some(amount) => {
                let (least, most) = (MIN_NURSERY, limit / 2);
                let bytes = of_limit(amount, "SPGC_NURSERY")?;
                if !(least..=most).contains(&bytes) {
                    return Err(ConfigError::Nursery { bytes, least, most });
                }
                NurserySize::Fixed(bytes)
            }
            None => NurserySize::for_cache(cache()),
        };
        let Self { time_share: percent, workers, pause_goal, .. } = *self;
        if !TIME_SHARES.contains(&percent) {
            return Err(ConfigError::TimeShare { percent });
        }
        if !PAUSE_GOALS.contains(&pause_goal) {
            return Err(ConfigError::PauseGoal { goal: pause_goal });
        }
        let time_share = percent / 100.0;
        Ok(SizingConfig { limit, initial, nursery, time_share, workers, pause_goal })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    fn with(change: impl Fn(&mut Config)) -> Result<SizingConfig, ConfigError> {
        let mut config = Config::default();
        change(&mut config);
        config.sizing(256 * MIB, || Some(8 * MIB))
    }

    #[test]
    fn defaults_depend_on_limit_and_cache() {
        let expected = SizingConfig {
            limit: 256 * MIB,
            initial: 64 * MIB,
            nursery: NurserySize::Adaptive(4 * MIB),
            time_share: 0.05,
            workers: Config::default().workers,
            pause_goal: Duration::from_millis(2),
        };
        assert_eq!(with(|_| ()), Ok(expected));
        let initial = |limit| Config::default().sizing(limit, || None).unwrap().initial;
        assert_eq!((initial(16 * MIB), initial(1 << 30)), (16 * MIB, 128 * MIB));
    }

    #[test]
    fn sizes_may_be_percentages_of_the_limit() {
        let sizing = with(|config| {
            config.heap_initial = Some(Amount::Percent(50.0));
            config.nursery = Some(Amount::Percent(12.5));
        });
        let SizingConfig { initial, nursery, .. } = sizing.unwrap();
        assert_eq!((initial, nursery), (128 * MIB, NurserySize::Fixed(32 * MIB)));
        for percent in [0.0, 101.0, -5.0] {
            let setting = "SPGC_NURSERY";
            let sizing = with(|config| config.nursery = Some(Amount::Percent(percent)));
            assert_eq!(sizing, Err(ConfigError::PercentOfHeap { setting, percent }));
        }
    }

    #[test]
    fn out_of_range_sizes_are_named() {
        let initial = |bytes| with(|config| config.heap_initial = Some(Amount::Bytes(bytes)));
        let (bytes, limit) = (256 * MIB + 1, 256 * MIB);
        assert_eq!(initial(bytes), Err(ConfigError::HeapInitial { bytes, limit }));
        assert!(initial(limit).is_ok() && initial(0).is_ok());

        let nursery = |bytes| with(|config| config.nursery = Some(Amount::Bytes(bytes)));
        let (least, most) = (MIN_NURSERY, 128 * MIB);
        for bytes in [0, least - 1, most + 1, usize::MAX] {
            assert_eq!(nursery(bytes), Err(ConfigError::Nursery { bytes, least, most }));
        }
        assert!(nursery(least).is_ok() && nursery(most).is_ok());

        let share = |percent| with(|config| config.time_share = percent);
        for percent in [0.0, -1.0, 90.1, f64::INFINITY] {
            assert_eq!(share(percent), Err(ConfigError::TimeShare { percent }));
        }
        assert!(share(f64::NAN).is_err() && share(0.1).is_ok() && share(90.0).is_ok());
        let text = share(0.0).unwrap_err().to_string();
        assert_eq!(text, "a time share (SPGC_TIME_SHARE) of 0 % is not possible; use 0.1 to 90");

        let goal = |goal| with(|config| config.pause_goal = goal);
        for out in [Duration::ZERO, Duration::from_micros(9), Duration::from_secs(61)] {
            assert_eq!(goal(out), Err(ConfigError::PauseGoal { goal: out }));
        }
        let text = goal(Duration::ZERO).unwrap_err().to_string();
        assert_eq!(text, "a pause goal (SPGC_PAUSE_GOAL) of 0ns is not possible; use 10µs to 60s");
    }
}
