//! A strict parser of the collector's log, whose grammar is in `docs/log.md`.

use std::collections::BTreeMap;

/// Value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A count.
    Count(u64),
    /// A time in nanoseconds.
    Time(u64),
    /// A size in bytes. The text format rounds it to KiB.
    Bytes(u64),
    /// A percentage.
    Percent(f64),
    /// A word or a quoted name.
    Text(String),
    /// No value: `-` or null.
    Nothing,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Name of the event.
    pub event: String,
    /// Process ID.
    pub process: u64,
    /// Number of the heap in the process.
    pub heap: u64,
    /// Time in nanoseconds since the creation of the heap. The text format rounds it to
    /// microseconds.
    pub time_ns: u64,
    /// The other fields.
    pub fields: BTreeMap<String, Value>,
}

impl Line {
    /// Returns a field.
    ///
    /// # Panics
    ///
    /// If there is no field with this name.
    pub fn get(&self, name: &str) -> &Value {
        self.fields.get(name).unwrap_or_else(|| panic!("there is no field {name} in {self:?}"))
    }

    /// Returns the value of a field that is a count, a time or a number of bytes.
    ///
    /// # Panics
    ///
    /// If the field does not exist or has another kind of value.
    pub fn number(&self, name: &str) -> u64 {
        match self.get(name) {
            Value::Count(n) | Value::Time(n) | Value::Bytes(n) => *n,
            other => panic!("{name} is {other:?}"),
        }
    }

    /// Returns the value of a field that is a word or a name.
    ///
    /// # Panics
    ///
    /// If the field does not exist or has another kind of value.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Value::Text(text) => text,
            other => panic!("{name} is {other:?}"),
        }
    }
}

/// Parses a line in the text format.
///
/// # Errors
///
/// A message with the line, if it does not follow the grammar.
pub fn text(line: &str) -> Result<Line, String> {
    parse_text(line).ok_or_else(|| format!("the line does not follow the grammar: {line:?}"))
}

fn parse_text(line: &str) -> Option<Line> {
    let rest = line.strip_prefix("spgc ")?;
    let (origin, rest) = rest.split_once(' ')?;
    let (process, heap) = origin.split_once('.')?;
    let (time, rest) = rest.split_once(' ')?;
    let (seconds, micros) = time.strip_suffix('s')?.split_once('.')?;
    let time_ns = decimal(seconds)? * 1_000_000_000 + fraction(micros, 6)? * 1000;
    let (event, mut rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let mut fields = BTreeMap::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=')?;
        let (value, after) = value(after)?;
        if !is_word(name) || fields.insert(name.to_owned(), value).is_some() {
            return None;
        }
        rest = match after.strip_prefix(' ') {
            Some("") => return None,
            Some(rest) => rest,
            None if after.is_empty() => "",
            None => return None,
        };
    }
    let (process, heap) = (decimal(process)?, decimal(heap)?);
    is_word(event).then(|| Line { event: event.to_owned(), process, heap, time_ns, fields })
}

/// Parses a value in the text format. Returns it and the rest of the text.
fn value(text: &str) -> Option<(Value, &str)> {
    if text.starts_with('"') {
        let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
        let name = strings.next()?.ok()?;
        return Some((Value::Text(name), &text[strings.byte_offset()..]));
    }
    let end = text.find(' ').unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    let value = if word == "-" {
        Value::Nothing
    } else if let Some(n) = decimal(word) {
        Value::Count(n)
    } else if let Some((whole, part)) = word.strip_suffix("us").and_then(|n| n.split_once('.')) {
        Value::Time(decimal(whole)? * 1000 + fraction(part, 3)?)
    } else if let Some(n) = word.strip_suffix('K').and_then(decimal) {
        Value::Bytes(n * 1024)
    } else if let Some((whole, part)) = word.strip_suffix('%').and_then(|n| n.split_once('.')) {
        Value::Percent(decimal(whole)? as f64 + fraction(part, 3)? as f64 / 1000.0)
    } else if word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:".contains(c)) {
        Value::Text(word.to_owned())
    } else {
        return None;
    };
    Some((value, after))
}

/// Returns whether the text is an event or field name.
fn is_word(word: &str) -> bool {
    !word.is_empty()
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Parses a decimal number without a sign.
fn decimal(digits: &str) -> Option<u64> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Parses decimals with exactly `length` digits.
fn fraction(digits: &str, length: usize) -> Option<u64> {
    if digits.len() == length { decimal(digits) } else { None }
}

/// Parses a line in the JSON format. Field names lose the suffix that is their unit.
///
/// # Errors
///
/// A message, if the line is not a JSON object of the documented form.
pub fn json(line: &str) -> Result<Line, String> {
    let object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
    let mut parsed =
        Line { event: String::new(), process: 0, heap: 0, time_ns: 0, fields: BTreeMap::new() };
    for (name, value) in object {
        let number = || value.as_u64().ok_or_else(|| format!("{name} is {value}, not a number"));
        match name.as_str() {
            "event" => parsed.event = value.as_str().ok_or("the event is not a string")?.to_owned(),
            "process" => parsed.process = number()?,
            "heap" => parsed.heap = number()?,
            "at_ns" => parsed.time_ns = number()?,
            _ => {
                let (name, value) = if let Some(name) = name.strip_suffix("_ns") {
                    (name, Value::Time(number()?))
                } else if let Some(name) = name.strip_suffix("_bytes").filter(|_| value.is_number())
                {
                    (name, Value::Bytes(number()?))
                } else if let Some(name) = name.strip_suffix("_percent") {
                    let percent = value.as_f64().ok_or("the percentage is not a number")?;
                    (name, Value::Percent(percent))
                } else {
                    let value = match &value {
                        serde_json::Value::Null => Value::Nothing,
                        serde_json::Value::String(text) => Value::Text(text.clone()),
                        _ => Value::Count(number()?),
                    };
                    (name.as_str(), value)
                };
                parsed.fields.insert(name.to_owned(), value);
            }
        }
    }
    if parsed.event.is_empty() || parsed.process == 0 || parsed.heap == 0 {
        return Err(format!("the event, the process or the heap is missing: {line}"));
    }
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_lines_are_parsed_strictly() {
        let line =
            text("spgc 7.2 1.000020s gc n=3 t=1.500us b=4K p=0.250% w=a-b s=\"a \\\"=\" x=-");
        let line = line.unwrap();
        assert_eq!(
            (line.event.as_str(), line.process, line.heap, line.time_ns),
            ("gc", 7, 2, 1_000_020_000)
        );
        assert_eq!(line.get("n"), &Value::Count(3));
        assert_eq!(line.get("t"), &Value::Time(1500));
        assert_eq!(line.get("b"), &Value::Bytes(4096));
        assert_eq!(line.get("p"), &Value::Percent(0.25));
        assert_eq!((line.text("w"), line.text("s")), ("a-b", "a \"="));
        assert_eq!(line.get("x"), &Value::Nothing);
        for wrong in [
            "gc 7.2 1.000020s gc",
            "spgc 7 1.000020s gc",
            "spgc 7.2 1.00002s gc",
            "spgc 7.2 1.000020s gc n",
            "spgc 7.2 1.000020s gc n=1 n=1",
            "spgc 7.2 1.000020s gc n=1  m=1",
            "spgc 7.2 1.000020s gc n=1 ",
            "spgc 7.2 1.000020s gc s=\"a",
            "spgc 7.2 1.000020s gc t=1.5us",
            "spgc 7.2 1.000020s gc n=1spgc",
        ] {
            // The last line is valid, but its value is a word and not a number.
            let line = text(wrong);
            assert!(
                line.as_ref().is_ok_and(|l| matches!(l.get("n"), Value::Text(_))) || line.is_err(),
                "{wrong:?} must be rejected"
            );
        }
    }
}
