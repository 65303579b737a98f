//! The parser: converts source text to a syntax tree.

use std::collections::HashMap;

use super::{Expression, Function, Operation, Program};

/// An S-expression: a word or a list, with its line.
enum Form<'t> {
    Word(&'t str, usize),
    List(Vec<Form<'t>>, usize),
}

impl<'t> Form<'t> {
    fn line(&self) -> usize {
        match self {
            Self::Word(_, line) | Self::List(_, line) => *line,
        }
    }

    fn word(&self) -> Result<&'t str, String> {
        match self {
            Self::Word(word, _) => Ok(word),
            Self::List(_, line) => Err(format!("line {line}: expected a name, not a list")),
        }
    }

    fn list(&self) -> Result<&[Self], String> {
        match self {
            Self::List(list, _) => Ok(list),
            Self::Word(word, line) => Err(format!("line {line}: expected a list, not {word}")),
        }
    }
}

/// Returns the words and parentheses of a text, with their lines.
fn tokens(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().enumerate().flat_map(|(index, line)| {
        let code = line.split(';').next().unwrap_or_default();
        let pieces = code.split_inclusive(['(', ')']).flat_map(|piece| {
            let at = piece.find(['(', ')']).unwrap_or(piece.len());
            let (words, parenthesis) = piece.split_at(at);
            words.split_whitespace().chain((!parenthesis.is_empty()).then_some(parenthesis))
        });
        pieces.map(move |token| (token, index + 1))
    })
}

/// Returns the S-expressions of a text.
fn forms(text: &str) -> Result<Vec<Form<'_>>, String> {
    let mut open = Vec::new();
    let mut current = Vec::new();
    for (token, line) in tokens(text) {
        match token {
            "(" => open.push((std::mem::take(&mut current), line)),
            ")" => {
                let (outer, start) =
                    open.pop().ok_or_else(|| format!("line {line}: unmatched )"))?;
                let list = std::mem::replace(&mut current, outer);
                current.push(Form::List(list, start));
            }
            word => current.push(Form::Word(word, line)),
        }
    }
    match open.last() {
        Some((_, line)) => Err(format!("line {line}: unmatched (")),
        None => Ok(current),
    }
}

/// The names that are in scope in a function.
struct Names<'p, 't> {
    /// Index and number of parameters of each function.
    functions: &'p HashMap<&'t str, (usize, usize)>,
    locals: Vec<&'t str>,
}

impl<'t> Names<'_, 't> {
    fn expression(&mut self, form: &Form<'t>) -> Result<Expression, String> {
        match form {
            Form::Word(word, line) => self.word(word, *line),
            Form::List(list, line) => self.list(list, *line),
        }
    }

    /// Converts a word: `nil`, a local or a number.
    fn word(&self, word: &str, line: usize) -> Result<Expression, String> {
        if word == "nil" {
            return Ok(Expression::Nil);
        }
        if let Some(local) = self.locals.iter().rposition(|local| *local == word) {
            return Ok(Expression::Local(local));
        }
        let number = word.parse::<i64>().ok();
        // A number has 63 bits, since one bit of a word is the tag.
        let number = number.filter(|number| number << 1 >> 1 == *number);
        number.map(Expression::Number).ok_or_else(|| format!("line {line}: unknown name {word}"))
    }

    /// Converts a list: `if`, `let`, a call or an operation.
    fn list(&mut self, list: &[Form<'t>], line: usize) -> Result<Expression, String> {
        let (first, rest) = list.split_first().ok_or_else(|| format!("line {line}: empty list"))?;
        let name = first.word()?;
        match (name, rest) {
            ("if", [condition, then, otherwise]) => {
                let [condition, then, otherwise] = [
                    self.expression(condition)?,
                    self.expression(then)?,
                    self.expression(otherwise)?,
                ];
                Ok(Expression::If(Box::new([condition, then, otherwise])))
            }
            ("let", [binding, body]) => {
                let [local, value] = binding.list()? else {
                    return Err(format!("line {line}: expected (let (NAME VALUE) BODY)"));
                };
                let value = self.expression(value)?;
                self.locals.push(local.word()?);
                let body = self.expression(body)?;
                self.locals.pop();
                Ok(Expression::Let(Box::new(value), Box::new(body)))
            }
            _ => {
                let function = self.functions.get(name).copied();
                let operation = Operation::named(name);
                let expected = function.map(|(_, operands)| operands);
                let expected = expected.or(operation.map(|(_, operands)| operands));
                let expected =
                    expected.ok_or_else(|| format!("line {line}: unknown function {name}"))?;
                if rest.len() != expected {
                    let given = rest.len();
                    return Err(format!(
                        "line {line}: {name} has {expected} operands, not {given}"
                    ));
                }
                let operands: Result<_, String> =
                    rest.iter().map(|form| self.expression(form)).collect();
                Ok(match (function, operation) {
                    (Some((number, _)), _) => Expression::Call(number, operands?),
                    (None, Some((operation, _))) => Expression::Do(operation, operands?),
                    (None, None) => unreachable!("`expected` is the operand count of one of them"),
                })
            }
        }
    }
}

/// Parses a program.
///
/// # Errors
///
/// A message with the line of the error.
pub fn parse(text: &str) -> Result<Program, String> {
    let forms = forms(text)?;
    let mut heads = Vec::new();
    for form in &forms {
        let [define, head, body] = form.list()? else {
            return Err(format!(
                "line {}: expected (define (NAME PARAMETER...) BODY)",
                form.line()
            ));
        };
        if define.word()? != "define" {
            return Err(format!("line {}: expected (define ...)", form.line()));
        }
        let words: Result<Vec<_>, _> = head.list()?.iter().map(Form::word).collect();
        heads.push((form.line(), words?, body));
    }
    let mut functions = HashMap::new();
    for (number, (line, words, _)) in heads.iter().enumerate() {
        let (name, parameters) =
            words.split_first().ok_or_else(|| format!("line {line}: a function without name"))?;
        if functions.insert(*name, (number, parameters.len())).is_some() {
            return Err(format!("line {line}: {name} is defined twice"));
        }
        // The host, and the argument registers, can pass at most 6 arguments.
        if parameters.len() > 6 {
            return Err(format!("line {line}: {name} has more than 6 parameters"));
        }
    }
    let read = |(_, words, body): (usize, Vec<_>, &Form<'_>)| {
        let locals = words[1..].to_vec();
        let parameters = locals.len();
        let body = Names { functions: &functions, locals }.expression(body)?;
        Ok(Function { name: words[0].to_owned(), parameters, body })
    };
    let functions = heads.into_iter().map(read).collect::<Result<_, String>>()?;
    Ok(Program { functions })
}
