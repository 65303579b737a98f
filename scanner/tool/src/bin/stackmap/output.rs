//! Output of text, JSON and bytes to standard output.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::failure::Failure;

/// Style of a heading.
pub(crate) const HEADING: Style = Style::new().bold();
/// Style of the name of a function.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
/// Style of secondary text.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Style of an error.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Style of a warning.
pub(crate) const DOUBTFUL: Style = AnsiColor::Yellow.on_default().bold();
/// Style of a success message.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();

/// Whether standard output supports styles. If not, no styles are written in the first place. To
/// remove them from the formatted output would take longer than all other work.
static STYLED: AtomicBool = AtomicBool::new(false);

/// Returns `what` with a style, if standard output supports styles.
pub(crate) fn styled(style: Style, what: impl Display) -> impl Display {
    struct Styled<T>(Style, T);
    impl<T: Display> Display for Styled<T> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            if STYLED.load(Ordering::Relaxed) {
                write!(f, "{}{}{:#}", self.0, self.1, self.0)
            } else {
                self.1.fmt(f)
            }
        }
    }
    Styled(style, what)
}

/// Writes text with styles if standard output is a terminal that shows them, and without otherwise.
pub(crate) fn text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let shows_styles = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    STYLED.store(shows_styles, Ordering::Relaxed);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON object on one line.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// Writes bytes unchanged.
pub(crate) fn bytes(bytes: &[u8]) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a count with its noun: `1 record`, `2,000 records`.
pub(crate) fn plural(count: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Formats a number with commas as thousands separators.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at != 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A sequence that is serialised item by item, without first being collected in memory.
pub(crate) struct Sequence<F>(pub(crate) F);

impl<F, I> Serialize for Sequence<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_in_threes() {
        let texts = [0, 999, 1000, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "123,456", "1,234,567"]);
        assert_eq!(plural(1, "map"), "1 map");
        assert_eq!(plural(0, "map"), "0 maps");
    }
}
