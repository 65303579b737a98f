//! Decimal formatting of numbers. A log line has dozens of numbers, for which `core::fmt` takes ten
//! times as long.

/// Number of digits of `u64::MAX`.
const MAX_DIGITS: usize = 20;

/// Appends a number in decimal.
pub(super) fn decimal(to: &mut String, number: u64) {
    padded(to, number, 1);
}

/// Appends a number with at least `min_digits` digits, padded with zeros. `min_digits` must be at
/// most 20.
pub(super) fn padded(to: &mut String, mut number: u64, min_digits: usize) {
    let mut digits = [b'0'; MAX_DIGITS];
    let mut first = MAX_DIGITS;
    while number > 0 {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    // Decimal digits are always valid UTF-8.
    to.push_str(
        core::str::from_utf8(&digits[first.min(MAX_DIGITS - min_digits)..]).unwrap_or_default(),
    );
}

/// Appends a thousandth of a number, with three decimals.
pub(super) fn thousandth(to: &mut String, number: u64) {
    decimal(to, number / 1000);
    to.push('.');
    padded(to, number % 1000, 3);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_match_the_standard_library() {
        for number in [0, 1, 9, 10, 999, 1000, 1001, 123_456_789, u64::MAX - 1, u64::MAX] {
            let mut text = String::new();
            decimal(&mut text, number);
            assert_eq!(text, number.to_string());
            text.clear();
            padded(&mut text, number, 6);
            assert_eq!(text, format!("{number:06}"));
            text.clear();
            thousandth(&mut text, number);
            assert_eq!(text, format!("{}.{:03}", number / 1000, number % 1000));
        }
    }
}
