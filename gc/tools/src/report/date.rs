//! Dates of a log: the date of its first line plus a time since then.

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// A date in UTC with a resolution of milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    milliseconds: i64,
}

impl Date {
    /// Parses a date such as `2026-11-22T09:04:51.896Z`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let (time, fraction) = time.split_once('.')?;
        let [year, month, day] = numbers(date, '-')?;
        let [hour, minute, second] = numbers(time, ':')?;
        let is_valid = (1970..10_000).contains(&year)
            && (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && hour < 24
            && minute < 60
            && second < 61;
        let milliseconds = number(fraction).filter(|_| fraction.len() == 3 && is_valid)?;
        let seconds = (hour * 60 + minute) * 60 + second;
        Some(Self { milliseconds: days(year, month, day) * DAY + seconds * 1000 + milliseconds })
    }

    /// Returns the date after this number of nanoseconds.
    pub(super) fn after(self, nanoseconds: u64) -> Self {
        Self { milliseconds: self.milliseconds + (nanoseconds / 1_000_000) as i64 }
    }

    /// Returns the date as text, such as `2026-11-22 09:04:51.896`.
    pub(super) fn text(self) -> String {
        let (days, rest) = (self.milliseconds.div_euclid(DAY), self.milliseconds.rem_euclid(DAY));
        let (year, month, day) = civil(days);
        let (seconds, milliseconds) = (rest / 1000, rest % 1000);
        format!(
            "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}.{milliseconds:03}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        )
    }
}

fn number(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.len() <= 4;
    text.parse().ok().filter(|_| is_number && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the three numbers of a text.
fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let numbers: Option<Vec<i64>> = text.split(between).map(number).collect();
    numbers?.try_into().ok()
}

/// Returns the number of days in the years before this one, from the year 0 of the Gregorian
/// calendar.
fn days_before(year: i64) -> i64 {
    // The year 0 is a leap year.
    let last = year - 1;
    year * 365 + last.div_euclid(4) - last.div_euclid(100) + last.div_euclid(400) + 1
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn month_lengths(year: i64) -> [i64; 12] {
    let february = if is_leap(year) { 29 } else { 28 };
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// Returns the number of days since 1970-01-01.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let months: i64 = month_lengths(year)[..(month - 1) as usize].iter().sum();
    days_before(year) - days_before(1970) + months + day - 1
}

/// Returns the year, month and day of a number of days since 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + days_before(1970);
    // 400 years have 146,097 days. The estimate is at most one year too late.
    let mut year = days * 400 / 146_097 + 1;
    while days_before(year) > days {
        year -= 1;
    }
    let mut rest = days - days_before(year);
    let mut month = 1;
    for length in month_lengths(year) {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    (year, month, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_added_across_days_and_years() {
        let date = |text| Date::parse(text).expect("a date");
        let start = date("2026-11-22T09:04:51.896Z");
        assert_eq!(start.after(1_192_036_000).text(), "2026-11-22 09:04:53.088");
        let end = date("2027-12-31T23:59:59.999Z");
        assert_eq!(end.after(1_000_000).text(), "2028-01-01 00:00:00.000");
        assert_eq!(
            date("2028-02-28T23:00:00.000Z").after(3_600_000_000_000).text(),
            "2028-02-29 00:00:00.000"
        );
        assert_eq!(date("1970-01-01T00:00:00.000Z").milliseconds, 0);
        assert_eq!(date("2000-03-01T00:00:00.000Z").milliseconds, 951_868_800_000);
        for day in 0..60_000 {
            let (year, month, of_month) = civil(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in [
            "",
            "2026-11-22",
            "2026-13-22T09:04:51.896Z",
            "2026-11-22T09:04:51.89Z",
            "-026-11-22T09:04:51.896Z",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
