//! An interpreter that uses neither LLVM nor the collector. It computes the expected results.

use std::cell::RefCell;
use std::rc::Rc;

use crate::language::{Expression, Function, Operation, Program};

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Value {
    /// `nil`.
    Nil,
    /// A 63-bit number.
    Number(i64),
    /// A mutable pair.
    Pair(Rc<RefCell<(Value, Value)>>),
}

/// The interpreter of a program.
#[derive(Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    /// The sum of the numbers that the host was notified of.
    pub noted: i64,
}

/// Returns the value of a number, wrapped to 63 bits.
fn wrapped(number: i64) -> Value {
    Value::Number(number << 1 >> 1)
}

fn number(value: &Value) -> Result<i64, String> {
    match value {
        Value::Number(number) => Ok(*number),
        other => Err(format!("expected a number, not {other:?}")),
    }
}

fn pair(value: &Value) -> Result<&RefCell<(Value, Value)>, String> {
    match value {
        Value::Pair(pair) => Ok(pair),
        other => Err(format!("expected a pair, not {other:?}")),
    }
}

impl<'p> Interpreter<'p> {
    /// Returns an interpreter of this program.
    pub fn new(program: &'p Program) -> Self {
        Self { program, noted: 0 }
    }

    /// Calls a function and returns its result.
    ///
    /// # Errors
    ///
    /// If there is no function with this name and number of parameters, or a value has the wrong
    /// type.
    pub fn run(&mut self, function: &str, arguments: Vec<Value>) -> Result<Value, String> {
        let matches = |own: &Function| own.name == function && own.parameters == arguments.len();
        let found = self.program.functions.iter().position(matches);
        self.call(found.ok_or_else(|| format!("unknown function {function}"))?, arguments)
    }

    fn call(&mut self, function: usize, mut locals: Vec<Value>) -> Result<Value, String> {
        self.value(&self.program.functions[function].body, &mut locals)
    }

    /// Evaluates an expression.
    fn value(
        &mut self,
        expression: &'p Expression,
        locals: &mut Vec<Value>,
    ) -> Result<Value, String> {
        match expression {
            Expression::Number(number) => Ok(Value::Number(*number)),
            Expression::Nil => Ok(Value::Nil),
            Expression::Local(number) => Ok(locals[*number].clone()),
            Expression::Let(value, body) => {
                let value = self.value(value, locals)?;
                locals.push(value);
                let result = self.value(body, locals);
                locals.pop();
                result
            }
            Expression::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                match self.value(condition, locals)? {
                    Value::Nil | Value::Number(0) => self.value(otherwise, locals),
                    _ => self.value(then, locals),
                }
            }
            Expression::Do(operation, operands) => {
                let operands = self.values(operands, locals)?;
                self.operation(*operation, operands)
            }
            Expression::Call(function, operands) => {
                let operands = self.values(operands, locals)?;
                self.call(*function, operands)
            }
        }
    }

    fn values(
        &mut self,
        expressions: &'p [Expression],
        locals: &mut Vec<Value>,
    ) -> Result<Vec<Value>, String> {
        expressions.iter().map(|expression| self.value(expression, locals)).collect()
    }

    /// Executes a built-in operation.
    fn operation(&mut self, operation: Operation, operands: Vec<Value>) -> Result<Value, String> {
        let both = |operation: fn(i64, i64) -> i64| {
            Ok(wrapped(operation(number(&operands[0])?, number(&operands[1])?)))
        };
        match operation {
            Operation::Add => both(i64::wrapping_add),
            Operation::Subtract => both(i64::wrapping_sub),
            Operation::Multiply => both(i64::wrapping_mul),
            Operation::Divide => both(|left, right| left.checked_div(right).unwrap_or(0)),
            Operation::Less => both(|left, right| (left < right).into()),
            Operation::Equal => both(|left, right| (left == right).into()),
            Operation::Pair => {
                let [first, second] = <[Value; 2]>::try_from(operands).expect("two operands");
                Ok(Value::Pair(Rc::new(RefCell::new((first, second)))))
            }
            Operation::First => Ok(pair(&operands[0])?.borrow().0.clone()),
            Operation::Second => Ok(pair(&operands[0])?.borrow().1.clone()),
            Operation::SetFirst => {
                pair(&operands[0])?.borrow_mut().0 = operands[1].clone();
                Ok(operands[1].clone())
            }
            Operation::SetSecond => {
                pair(&operands[0])?.borrow_mut().1 = operands[1].clone();
                Ok(operands[1].clone())
            }
            Operation::IsPair => Ok(Value::Number(matches!(operands[0], Value::Pair(_)).into())),
            Operation::Note => {
                let number = number(&operands[0])?;
                self.noted = self.noted.wrapping_add(number);
                Ok(wrapped(number))
            }
        }
    }
}
