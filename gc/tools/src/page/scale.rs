//! Maps values to positions along an axis, and chooses the ticks of the axis.

use super::quantity::{plain, round_quantity, suitable_unit};

/// The mapping of values to an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Equal differences have the same length.
    Linear,
    /// Each decade has the same length.
    Logarithmic,
    /// Each decade of `1 - value` has the same length. For quantiles near 1.
    Tail,
}

impl Form {
    /// Returns the unscaled position of a value.
    fn position(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Logarithmic => value.max(f64::MIN_POSITIVE).log10(),
            Self::Tail => -(1.0 - value).max(1e-12).log10(),
        }
    }
}

/// A tick with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The position, in the unit of the axis.
    pub value: f64,
    /// The text.
    pub text: String,
}

/// The range of an axis and its ticks.
#[derive(Clone, Debug)]
pub struct Scale {
    form: Form,
    low: f64,
    high: f64,
    /// Grid lines with a text, in ascending order.
    pub ticks: Vec<Tick>,
    /// Further grid lines, without text.
    pub minor: Vec<f64>,
}

impl Scale {
    /// Returns the position of a value along the axis, from 0 to 1.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let [low, high, at] = [self.low, self.high, value].map(|value| self.form.position(value));
        ((at - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// Returns a scale for amounts: linear from 0 if the largest is less than 8 times the smallest,
    /// else logarithmic.
    #[must_use]
    pub fn of_amounts(unit: &str, values: impl Iterator<Item = f64> + Clone) -> Self {
        let positive = values.filter(|value| value.is_finite() && *value > 0.0);
        let low = positive.clone().fold(f64::INFINITY, f64::min);
        let high = positive.fold(0.0, f64::max);
        if high == 0.0 {
            return Self::linear(unit, 1.0);
        }
        if high / low < 8.0 { Self::linear(unit, high) } else { Self::decades(unit, low, high) }
    }

    /// Returns a scale from 0 to at least `high`, in steps that are round in the displayed unit.
    #[must_use]
    pub fn linear(unit: &str, high: f64) -> Self {
        let (_, factor) = suitable_unit(unit, high);
        let rough = high / factor / 4.5;
        let magnitude = 10f64.powf(rough.log10().floor());
        let steps = if unit == "bytes" {
            [0.5, 1.0, 2.0, 4.0, 8.0].map(|step| step * 2f64.powf(rough.log2().floor()))
        } else {
            [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * magnitude)
        };
        let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(rough) * factor;
        let count = (high / step).ceil().max(1.0) as u32;
        let ticks = (0..=count).map(|at| f64::from(at) * step);
        let ticks = ticks.map(|value| Tick { value, text: round_quantity(unit, value) }).collect();
        let high = f64::from(count) * step;
        Self { form: Form::Linear, low: 0.0, high, ticks, minor: Vec::new() }
    }

    /// Returns a logarithmic scale with a tick at each decade, or for bytes at each power of two.
    #[must_use]
    pub fn decades(unit: &str, low: f64, high: f64) -> Self {
        let base = if unit == "bytes" { 2.0_f64 } else { 10.0 };
        let power = |value: f64| value.ln() / base.ln();
        let first = (power(low) + 1e-9).floor() as i32;
        let last = ((power(high) - 1e-9).ceil() as i32).max(first + 1);
        // With more than 8 decades, only every second, third, ... has a tick.
        let each = ((last - first) / 8 + 1).unsigned_abs() as usize;
        let ticks = (first..=last).step_by(each).map(|exponent| {
            let value = base.powi(exponent);
            Tick { value, text: round_quantity(unit, value) }
        });
        let minor = if base == 10.0 && last - first <= 8 {
            let within = |exponent| (2..10).map(move |n| f64::from(n) * base.powi(exponent));
            (first..last).flat_map(within).collect()
        } else {
            Vec::new()
        };
        let (ticks, low, high) = (ticks.collect(), base.powi(first), base.powi(last));
        Self { form: Form::Logarithmic, low, high, ticks, minor }
    }

    /// Returns the scale of a curve's parameter on an axis of `room` pixels. It has ticks at the
    /// values, except those whose text would overlap the previous one.
    #[must_use]
    pub fn of_parameter(values: &[f64], room: f64) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let logarithmic = low > 0.0 && high / low >= 4.0;
        let form = if logarithmic { Form::Logarithmic } else { Form::Linear };
        // A margin at both ends keeps marks off the edges of the plot.
        let (low, high) = if logarithmic {
            let more = (high / low).powf(0.04);
            (low / more, high * more)
        } else {
            let more = if high > low { (high - low) * 0.04 } else { 1.0 };
            (low - more, high + more)
        };
        let mut scale = Self { form, low, high, ticks: Vec::new(), minor: values.to_vec() };
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted.dedup();
        let mut free = f64::NEG_INFINITY;
        for value in sorted {
            let text = plain(value);
            let half = text.chars().count() as f64 * 3.6 + 4.0;
            let at = scale.share(value) * room;
            if at - half >= free {
                free = at + half;
                scale.ticks.push(Tick { value, text });
            }
        }
        scale
    }

    /// Returns a scale for quantiles of at most `count` samples: 50 %, 90 %, 99 %, and so on.
    #[must_use]
    pub fn tail(count: u64) -> Self {
        // The largest sample is in the middle of the last of `count` equal steps.
        let high = 1.0 - 0.5 / count.max(2) as f64;
        let shares = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999, 0.9999999];
        let ticks = shares.into_iter().filter(|&share| share <= high);
        let ticks = ticks.map(|value| Tick { value, text: format!("{} %", plain(value * 100.0)) });
        Self { form: Form::Tail, low: 0.0, high, ticks: ticks.collect(), minor: vec![0.75] }
    }
}

/// Steps in seconds of an axis of elapsed time, in ascending order, after those below a second.
const TIME_STEPS: [f64; 22] = [
    1.0,
    2.0,
    5.0,
    10.0,
    20.0,
    30.0,
    60.0,
    120.0,
    300.0,
    600.0,
    1200.0,
    1800.0,
    3600.0,
    7200.0,
    14_400.0,
    21_600.0,
    43_200.0,
    86_400.0,
    172_800.0,
    432_000.0,
    864_000.0,
    2_592_000.0,
];

/// Nanoseconds of a second.
const SECOND: f64 = 1e9;

impl Scale {
    /// Returns a scale of elapsed times from 0 to exactly `high` nanoseconds, with ticks at round
    /// seconds, minutes, hours or days.
    #[must_use]
    pub fn elapsed(high: f64) -> Self {
        let high = high.max(1.0);
        let rough = high / 11.0;
        let step = if rough <= SECOND / 2.0 {
            let magnitude = 10f64.powf(rough.log10().floor());
            [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude).into_iter().find(|&s| s >= rough)
        } else {
            TIME_STEPS.map(|step| step * SECOND).into_iter().find(|&step| step >= rough)
        };
        let step = step.unwrap_or(rough);
        let (unit, name) = match high / SECOND {
            0.0..120.0 => (0.0, ""),
            120.0..7200.0 => (60.0, "min"),
            7200.0..259_200.0 => (3600.0, "h"),
            _ => (86_400.0, "d"),
        };
        let text = |value: f64| match unit {
            _ if value == 0.0 => "0".to_owned(),
            0.0 => round_quantity("ns", value),
            unit => format!("{} {name}", plain((value / SECOND / unit * 100.0).round() / 100.0)),
        };
        let count = (high / step + 1e-9).floor() as u32;
        let ticks = (0..=count).map(|at| f64::from(at) * step);
        let ticks = ticks.map(|value| Tick { value, text: text(value) }).collect();
        Self { form: Form::Linear, low: 0.0, high, ticks, minor: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: &Scale) -> Vec<&str> {
        scale.ticks.iter().map(|tick| tick.text.as_str()).collect()
    }

    #[test]
    fn amounts_of_one_magnitude_start_at_zero() {
        let scale = Scale::of_amounts("ns", [3e6, 9e6].into_iter());
        assert_eq!(texts(&scale), ["0 ns", "2 ms", "4 ms", "6 ms", "8 ms", "10 ms"]);
        assert_eq!((scale.share(0.0), scale.share(5e6)), (0.0, 0.5));
        let bytes = Scale::of_amounts("bytes", [300.0 * 1048576.0].into_iter());
        assert_eq!(texts(&bytes), ["0 B", "128 MiB", "256 MiB", "384 MiB"]);
    }

    #[test]
    fn amounts_of_many_magnitudes_use_decades() {
        let scale = Scale::of_amounts("ns", [2e3, 5e6].into_iter());
        assert_eq!(texts(&scale), ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms"]);
        assert!((scale.share(1e5) - 0.5).abs() < 1e-9);
        assert_eq!(scale.share(0.0), 0.0, "too small values are at the lower end");
        let huge = Scale::of_amounts("ns", [1e-300, 1e300].into_iter());
        assert!(huge.ticks.len() <= 10);
    }

    #[test]
    fn each_parameter_value_has_a_tick() {
        let scale = Scale::of_parameter(&[1000.0, 100_000.0, 1_000_000.0], 400.0);
        assert_eq!(texts(&scale), ["1,000", "100,000", "1,000,000"]);
        let crowded: Vec<f64> = (0..=64).map(f64::from).collect();
        assert!(Scale::of_parameter(&crowded, 400.0).ticks.len() < 30);
        assert_eq!(texts(&Scale::of_parameter(&[5.0], 400.0)), ["5"]);
    }

    #[test]
    fn scale_of_zeros_is_valid() {
        assert_eq!(texts(&Scale::of_amounts("ns", [0.0].into_iter()))[0], "0 ns");
    }

    #[test]
    fn shares_near_one_are_distinguishable() {
        let scale = Scale::tail(1000);
        assert_eq!(texts(&scale), ["50 %", "90 %", "99 %", "99.9 %"]);
        let [a, b, c] = [0.9, 0.99, 0.999].map(|share| scale.share(share));
        assert!(((b - a) - (c - b)).abs() < 1e-6);
    }

    #[test]
    fn elapsed_times_have_round_ticks_and_end_with_the_last_value() {
        let scale = Scale::elapsed(5.3e9);
        assert_eq!(
            texts(&scale),
            ["0", "500 ms", "1 s", "1.5 s", "2 s", "2.5 s", "3 s", "3.5 s", "4 s", "4.5 s", "5 s"]
        );
        assert_eq!(scale.share(5.3e9), 1.0);
        assert_eq!(texts(&Scale::elapsed(600e9))[..3], ["0", "1 min", "2 min"]);
        assert_eq!(texts(&Scale::elapsed(36e12)).last(), Some(&"10 h"));
        assert_eq!(texts(&Scale::elapsed(90.0 * 86_400e9))[1], "10 d");
        for high in [0.0, 1.0, 17.0, 1e5, 9.99e8, 1.2e11, 1e13, 1e19] {
            let ticks = Scale::elapsed(high).ticks.len();
            assert!((2..=13).contains(&ticks), "{high}: {ticks}");
        }
    }
}
