//! Formats numbers for readers, with three significant digits, a suitable unit, and commas as
//! thousands separators.

/// Returns the names of a unit's multiples in ascending order, and the ratio of each to the
/// previous one.
fn multiples(unit: &str) -> (&'static [&'static str], f64) {
    match unit {
        "ns" => (&["ns", "µs", "ms", "s"], 1000.0),
        "bytes" => (&["B", "KiB", "MiB", "GiB"], 1024.0),
        "bytes/s" => (&["B/s", "KB/s", "MB/s", "GB/s"], 1000.0),
        "items/s" => (&["/s", "K/s", "M/s"], 1000.0),
        _ => (&[""], 1000.0),
    }
}

/// Returns the multiple of the unit that suits a number, and its factor.
pub(super) fn suitable_unit(unit: &str, value: f64) -> (&'static str, f64) {
    let (names, step) = multiples(unit);
    let mut factor = 1.0;
    let mut at = 0;
    while (value / factor).abs() >= step && at + 1 < names.len() {
        factor *= step;
        at += 1;
    }
    (names[at], factor)
}

/// Formats a number with a suitable unit, and three digits or more. Units are `ns`, `bytes`,
/// `bytes/s` and `items/s`; a number of another unit has none.
#[must_use]
pub fn quantity(unit: &str, value: f64) -> String {
    let (name, factor) = suitable_unit(unit, value);
    let value = value / factor;
    let digits = if value >= 100.0 || value == 0.0 { 0 } else { if value >= 10.0 { 1 } else { 2 } };
    format!("{} {name}", grouped(&format!("{value:.digits$}"))).trim_end().to_owned()
}

/// Formats a number with a suitable unit and without trailing zeros, for the labels of an axis.
pub(super) fn round_quantity(unit: &str, value: f64) -> String {
    let (name, factor) = suitable_unit(unit, value);
    format!("{} {name}", plain(value / factor)).trim_end().to_owned()
}

/// Formats a number without a unit.
#[must_use]
pub fn plain(value: f64) -> String {
    let text = format!("{value:.6}");
    grouped(text.trim_end_matches('0').trim_end_matches('.'))
}

/// Inserts commas into the integer part of decimal digits.
fn grouped(text: &str) -> String {
    let (whole, fraction) = text.find('.').map_or((text, ""), |at| text.split_at(at));
    let digits = whole.trim_start_matches('-').len();
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let rest = whole.len() - at;
        if digit.is_ascii_digit() && rest < digits && rest.is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantity_selects_a_suitable_unit() {
        assert_eq!(quantity("ns", 0.71), "0.71 ns");
        assert_eq!(quantity("ns", 71_300_000.0), "71.3 ms");
        assert_eq!(quantity("bytes", 3.0 * 1048576.0), "3.00 MiB");
        assert_eq!(quantity("bytes/s", 2.5e12), "2,500 GB/s");
        assert_eq!(quantity("items/s", 2.5e6), "2.50 M/s");
        assert_eq!(quantity("runs", 12_345.0), "12,345");
        assert_eq!(quantity("bytes", 0.0), "0 B");
    }

    #[test]
    fn axis_labels_have_no_trailing_zeros() {
        assert_eq!(round_quantity("ns", 1e6), "1 ms");
        assert_eq!(round_quantity("ns", 2500.0), "2.5 µs");
        assert_eq!(round_quantity("ns", 0.0), "0 ns");
        assert_eq!(plain(1_000_000.0), "1,000,000");
        assert_eq!(plain(-1234.5), "-1,234.5");
        assert_eq!(plain(0.25), "0.25");
    }
}
