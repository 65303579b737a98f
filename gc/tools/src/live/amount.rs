//! Amounts as text.

use core::fmt;

/// Bytes, displayed with the unit in which they are at least 1, and one decimal.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Bytes(pub f64);

/// Nanoseconds, displayed as milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milliseconds(pub u64);

/// Nanoseconds, displayed as days, hours, minutes and seconds: the two largest of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uptime(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["KiB", "MiB", "GiB", "TiB"];
        let mut value = self.0 / 1024.0;
        let mut unit = units[0];
        for next in &units[1..] {
            // What would be rounded to 1024.0.
            if value < 1023.95 {
                break;
            }
            value /= 1024.0;
            unit = next;
        }
        f.pad(&format!("{value:.1} {unit}"))
    }
}

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.3} ms", self.0 as f64 / 1e6))
    }
}

impl fmt::Display for Uptime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0 / 1_000_000_000;
        let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
        f.pad(&match (days, hours, minutes) {
            (0, 0, 0) => format!("{:.1} s", self.0 as f64 / 1e9),
            (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
            (0, _, _) => format!("{hours} h {} min", minutes % 60),
            _ => format!("{days} d {} h", hours % 24),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units() {
        for (bytes, text) in [
            (0.0, "0.0 KiB"),
            (512.0, "0.5 KiB"),
            (1_048_575.0, "1.0 MiB"),
            (1_610_612_736.0, "1.5 GiB"),
            (2_f64.powi(60), "1048576.0 TiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
        assert_eq!(format!("{:>10}", Bytes(1024.0)), "   1.0 KiB");
        assert_eq!(Milliseconds(1_234_567).to_string(), "1.235 ms");
        for (seconds, text) in
            [(59, "59.0 s"), (125, "2 min 5 s"), (7_260, "2 h 1 min"), (90_000, "1 d 1 h")]
        {
            assert_eq!(Uptime(seconds * 1_000_000_000).to_string(), text);
        }
    }
}
