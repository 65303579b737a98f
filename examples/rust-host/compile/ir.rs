//! The compiler: translates a program to LLVM IR.
//!
//! Each value has the type `ptr addrspace(1)`. It is a reference to a pair, null for `nil`, or a
//! number n tagged as the word 2n+1, which the collector ignores. If a value does not have the
//! required type, the program calls a function of the host that ends the process.

use std::fmt::Write as _;

use crate::language::{Expression, Function, Operation, Program};

/// The pointer syntax of a version of LLVM.
#[derive(Clone, Copy)]
pub struct Pointers {
    /// Type of references.
    reference: &'static str,
    /// Type of pointers to reference fields, if pointers are typed.
    slot: Option<&'static str>,
    /// The host function `pairs_note`, as an argument of `spgc_call_native`.
    note: &'static str,
    /// File name of the prelude.
    pub prelude: &'static str,
}

/// Opaque pointers: LLVM 16 and later.
pub const OPAQUE: Pointers = Pointers {
    reference: "ptr addrspace(1)",
    slot: None,
    note: "ptr @pairs_note",
    prelude: "statepoint_gc.ll",
};

/// Typed pointers: LLVM 14.
pub const TYPED: Pointers = Pointers {
    reference: "i8 addrspace(1)*",
    slot: Some("i8 addrspace(1)* addrspace(1)*"),
    note: "i8* bitcast (i64 (i64)* @pairs_note to i8*)",
    prelude: "statepoint_gc_typed.ll",
};

/// Size of a pair in bytes: a header and two references.
const SIZE: u64 = 24;
/// Offsets of the two references, in bytes.
const FIRST: u64 = 8;
const SECOND: u64 = 16;
/// Header of objects with type ID 1.
const HEADER: u64 = 1 << 8;

/// Returns the IR of the module, whose entry point is `pairs_main`.
///
/// # Errors
///
/// If there is no function `main` with two parameters.
pub fn compile(program: &Program, pointers: Pointers) -> Result<String, String> {
    let reference = pointers.reference;
    let main = program.functions.iter().find(|function| function.name == "main");
    if main.is_none_or(|main| main.parameters != 2) {
        return Err("the function (main SEED COUNT) is missing".to_owned());
    }
    let mut text = format!(
        "declare {reference} @spgc_allocate(i64, i64)\n\
         declare void @spgc_store({reference}, {reference}, {reference})\n\
         declare i64 @spgc_call_native(i64, i64, i64, i64, i64, {})\n\
         declare i64 @pairs_note(i64)\n\
         declare void @pairs_wrong_type() #0\n\n",
        if pointers.slot.is_some() { "i8*" } else { "ptr" },
    );
    for function in &program.functions {
        text += &Body::new(program, pointers).function(function);
    }
    // The host function pairs_wrong_type ends the process, so a call of it needs no safepoint.
    text += "attributes #0 = { cold noreturn nounwind \"gc-leaf-function\" }\n";
    Ok(text)
}

/// Returns the name of a function in the module.
fn symbol(function: &Function) -> String {
    match &*function.name {
        "main" => "@pairs_main".to_owned(),
        name => format!("@\"pairs.{name}\""),
    }
}

/// The body of a function under construction.
struct Body<'p> {
    program: &'p Program,
    pointers: Pointers,
    text: String,
    /// Number of named values and blocks.
    named: usize,
    /// Label of the current block.
    block: String,
    /// Names of the values of the locals in scope.
    locals: Vec<String>,
}

impl<'p> Body<'p> {
    fn new(program: &'p Program, pointers: Pointers) -> Self {
        let (text, block) = (String::new(), "entry".to_owned());
        Self { program, pointers, text, named: 0, block, locals: Vec::new() }
    }

    /// Returns the IR of a function.
    fn function(mut self, function: &Function) -> String {
        let reference = self.pointers.reference;
        self.locals = (0..function.parameters).map(|number| format!("%p{number}")).collect();
        let parameters: Vec<_> =
            self.locals.iter().map(|name| format!("{reference} {name}")).collect();
        let linkage = if function.name == "main" { "" } else { "internal " };
        let result = self.expression(&function.body);
        format!(
            "define {linkage}{reference} {}({}) uwtable gc \"statepoint-example\" {{\nentry:\n{}  \
             ret {reference} {result}\nwrong:\n  call void @pairs_wrong_type()\n  unreachable\n}}\n\n",
            symbol(function),
            parameters.join(", "),
            self.text,
        )
    }

    fn new_name(&mut self) -> usize {
        self.named += 1;
        self.named
    }

    /// Writes an instruction with a result, and returns the name of the result.
    fn value(&mut self, instruction: impl std::fmt::Display) -> String {
        let name = format!("%v{}", self.new_name());
        let _ = writeln!(self.text, "  {name} = {instruction}");
        name
    }

    fn write(&mut self, instruction: impl std::fmt::Display) {
        let _ = writeln!(self.text, "  {instruction}");
    }

    fn begin(&mut self, block: String) {
        let _ = writeln!(self.text, "{block}:");
        self.block = block;
    }

    fn new_block(&mut self) -> String {
        format!("b{}", self.new_name())
    }

    /// Writes a type check: a branch to the block that ends the process if a condition is false.
    fn require(&mut self, condition: &str) {
        let next = self.new_block();
        self.write(format_args!("br i1 {condition}, label %{next}, label %wrong"));
        self.begin(next);
    }

    fn word(&mut self, value: &str) -> String {
        let reference = self.pointers.reference;
        self.value(format_args!("ptrtoint {reference} {value} to i64"))
    }

    /// Checks that a value is a number, and returns the untagged number.
    fn number(&mut self, value: &str) -> String {
        let word = self.word(value);
        let is_number = self.value(format_args!("trunc i64 {word} to i1"));
        self.require(&is_number);
        self.value(format_args!("ashr i64 {word}, 1"))
    }

    /// Returns the tagged value of a number.
    fn tagged(&mut self, number: &str) -> String {
        let shifted = self.value(format_args!("shl i64 {number}, 1"));
        let word = self.value(format_args!("or i64 {shifted}, 1"));
        let reference = self.pointers.reference;
        self.value(format_args!("inttoptr i64 {word} to {reference}"))
    }

    fn truth(&mut self, condition: &str) -> String {
        let number = self.value(format_args!("zext i1 {condition} to i64"));
        self.tagged(&number)
    }

    /// Returns whether a value is a pair: neither nil nor a number.
    fn is_pair(&mut self, value: &str) -> String {
        let word = self.word(value);
        let tag = self.value(format_args!("trunc i64 {word} to i1"));
        let is_untagged = self.value(format_args!("xor i1 {tag}, true"));
        let is_not_nil = self.value(format_args!("icmp ne i64 {word}, 0"));
        self.value(format_args!("and i1 {is_untagged}, {is_not_nil}"))
    }

    /// Returns the address of a pair's field: as a derived reference, and as a typed operand of a
    /// load or store.
    fn field(&mut self, pair: &str, offset: u64) -> (String, String) {
        let reference = self.pointers.reference;
        let place =
            self.value(format_args!("getelementptr inbounds i8, {reference} {pair}, i64 {offset}"));
        match self.pointers.slot {
            None => (place.clone(), format!("{reference} {place}")),
            Some(slot) => {
                let typed = self.value(format_args!("bitcast {reference} {place} to {slot}"));
                (place, format!("{slot} {typed}"))
            }
        }
    }

    /// Writes a type check and a load of a field of a pair. Returns the loaded value.
    fn load(&mut self, pair: &str, offset: u64) -> String {
        let is_pair = self.is_pair(pair);
        self.require(&is_pair);
        let (_, place) = self.field(pair, offset);
        let reference = self.pointers.reference;
        self.value(format_args!("load {reference}, {place}, align 8"))
    }

    /// Writes a store into a pair, with the write barrier. Returns the stored value.
    fn set(&mut self, pair: &str, offset: u64, value: &str) -> String {
        let is_pair = self.is_pair(pair);
        self.require(&is_pair);
        let (place, _) = self.field(pair, offset);
        let r = self.pointers.reference;
        // The pair may be old, so the store needs the write barrier.
        self.write(format_args!("call void @spgc_store({r} {pair}, {r} {place}, {r} {value})"));
        value.to_owned()
    }

    /// Writes the evaluation of an expression. Returns its value.
    fn expression(&mut self, expression: &Expression) -> String {
        let reference = self.pointers.reference;
        match expression {
            Expression::Number(number) => self.tagged(&number.to_string()),
            Expression::Nil => "null".to_owned(),
            Expression::Local(number) => self.locals[*number].clone(),
            Expression::Let(value, body) => {
                let value = self.expression(value);
                self.locals.push(value);
                let result = self.expression(body);
                self.locals.pop();
                result
            }
            Expression::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = self.expression(condition);
                let word = self.word(&condition);
                // The false values are null and the tagged number 0.
                let is_false = self.value(format_args!("icmp ule i64 {word}, 1"));
                let [yes, no, end] = [(); 3].map(|()| self.new_block());
                self.write(format_args!("br i1 {is_false}, label %{no}, label %{yes}"));
                let mut branch = |block: String, branch: &Expression| {
                    self.begin(block);
                    let value = self.expression(branch);
                    self.write(format_args!("br label %{end}"));
                    // The operand of the phi: the value, and the last block of the branch.
                    format!("[ {value}, %{} ]", self.block)
                };
                let (then, otherwise) = (branch(yes, then), branch(no, otherwise));
                self.begin(end);
                self.value(format_args!("phi {reference} {then}, {otherwise}"))
            }
            Expression::Do(operation, operands) => {
                let operands: Vec<_> =
                    operands.iter().map(|operand| self.expression(operand)).collect();
                self.operation(*operation, &operands)
            }
            Expression::Call(number, operands) => {
                let operands: Vec<_> = operands
                    .iter()
                    .map(|operand| format!("{reference} {}", self.expression(operand)))
                    .collect();
                let function = symbol(&self.program.functions[*number]);
                self.value(format_args!("call {reference} {function}({})", operands.join(", ")))
            }
        }
    }

    /// Writes a built-in operation. Returns its result.
    fn operation(&mut self, operation: Operation, operands: &[String]) -> String {
        let reference = self.pointers.reference;
        match (operation, operands) {
            (Operation::Pair, [first, second]) => {
                let pair = self.value(format_args!(
                    "call {reference} @spgc_allocate(i64 {SIZE}, i64 {HEADER})"
                ));
                // These stores need no write barrier: there is no safepoint between the allocation
                // of the pair and the stores.
                for (offset, value) in [(FIRST, first), (SECOND, second)] {
                    let (_, place) = self.field(&pair, offset);
                    self.write(format_args!("store {reference} {value}, {place}, align 8"));
                }
                pair
            }
            (Operation::First, [pair]) => self.load(pair, FIRST),
            (Operation::Second, [pair]) => self.load(pair, SECOND),
            (Operation::SetFirst, [pair, value]) => self.set(pair, FIRST, value),
            (Operation::SetSecond, [pair, value]) => self.set(pair, SECOND, value),
            (Operation::IsPair, [value]) => {
                let is_pair = self.is_pair(value);
                self.truth(&is_pair)
            }
            (Operation::Note, [number]) => {
                let number = self.number(number);
                let function = self.pointers.note;
                let result = self.value(format_args!(
                    "call i64 @spgc_call_native(i64 {number}, i64 0, i64 0, i64 0, i64 0, {function})"
                ));
                self.tagged(&result)
            }
            (_, [left, right]) => {
                let (left, right) = (self.number(left), self.number(right));
                self.arithmetic(operation, &left, &right)
            }
            _ => unreachable!("the parser has counted the operands"),
        }
    }

    /// Writes an operation on two numbers. Returns the tagged result.
    fn arithmetic(&mut self, operation: Operation, left: &str, right: &str) -> String {
        let result = match operation {
            Operation::Add => self.value(format_args!("add i64 {left}, {right}")),
            Operation::Subtract => self.value(format_args!("sub i64 {left}, {right}")),
            Operation::Multiply => self.value(format_args!("mul i64 {left}, {right}")),
            Operation::Divide => {
                let is_zero = self.value(format_args!("icmp eq i64 {right}, 0"));
                let divisor = self.value(format_args!("select i1 {is_zero}, i64 1, i64 {right}"));
                let quotient = self.value(format_args!("sdiv i64 {left}, {divisor}"));
                self.value(format_args!("select i1 {is_zero}, i64 0, i64 {quotient}"))
            }
            Operation::Less | Operation::Equal => {
                let how = if operation == Operation::Less { "slt" } else { "eq" };
                let holds = self.value(format_args!("icmp {how} i64 {left}, {right}"));
                return self.truth(&holds);
            }
            _ => unreachable!("not an arithmetic operation"),
        };
        self.tagged(&result)
    }
}
