//! Random programs, whose results an interpreter computes.
//!
//! A program consists of functions with a reference and a word as parameters. Statements allocate
//! boxes and nodes, read and write fields, merge references at branches, loop with polls, and call
//! functions with a larger index, so that each program ends. The interpreter of this module runs
//! the same statements on nodes of its own.

use std::cell::RefCell;
use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder as _, Value, types};
use cranelift_module::FuncId;
use statepoint_cranelift::declare_reference;
use statepoint_gc::{Argument, Zeal};

use super::jit::{Body, Jit, Kind, OPTIONS};
use super::programs::{LEFT, RIGHT};

/// Number of programs; `CRANELIFT_PROGRAMS` sets another one.
const PROGRAMS: u64 = 12;
/// Number of variables of references in a function. Each always refers to a node.
const REFERENCES: usize = 5;
/// Number of variables of words in a function.
const WORDS: usize = 3;
/// Number of functions.
const FUNCTIONS: usize = 4;

/// A statement. Numbers are indices of variables.
#[derive(Clone, Debug)]
enum Statement {
    /// References[0] = new node of references[1] and a box of words[2].
    Node(usize, usize, usize),
    /// Words[0] = words[1] + the number in the box of references[2].
    Read(usize, usize, usize),
    /// References[0] = the left child of references[1], if it has one.
    Left(usize, usize),
    /// The left child of references[0] = references[1].
    SetLeft(usize, usize),
    /// The box of references[0] = new box of words[1].
    SetBox(usize, usize),
    /// Words[0] = words[1] * 3 + words[2].
    Mix(usize, usize, usize),
    /// If words[0] is odd, the first block, otherwise the second one.
    If(usize, Vec<Statement>, Vec<Statement>),
    /// The block, this many times, with a poll each time.
    Loop(u64, Vec<Statement>),
    /// Words[0] = function(references[1], words[2]), of this index.
    Call(usize, usize, usize, usize),
}

/// Generates a block. `function` is the index of the function; `depth` limits nesting.
fn block(random: &mut fastrand::Rng, function: usize, depth: usize) -> Vec<Statement> {
    let mut statements = Vec::new();
    for _ in 0..random.usize(2..7) {
        let (a, b) = (random.usize(0..REFERENCES), random.usize(0..REFERENCES));
        let words = [(); 3].map(|()| random.usize(0..WORDS));
        let [v, w, x] = words;
        statements.push(match random.u8(0..if depth == 0 { 6 } else { 10 }) {
            0 => Statement::Node(a, b, v),
            1 => Statement::Read(v, w, a),
            2 => Statement::Left(a, b),
            3 => Statement::SetLeft(a, b),
            4 => Statement::SetBox(a, v),
            5 => Statement::Mix(v, w, x),
            6 | 7 => Statement::If(
                v,
                block(random, function, depth - 1),
                block(random, function, depth - 1),
            ),
            8 => Statement::Loop(random.u64(1..4), block(random, function, depth - 1)),
            _ if function + 1 < FUNCTIONS => {
                Statement::Call(v, a, w, random.usize(function + 1..FUNCTIONS))
            }
            _ => Statement::Node(a, b, v),
        });
    }
    statements
}

/// A node of the interpreter.
struct Node {
    left: Option<Rc<RefCell<Node>>>,
    number: u64,
}

type Link = Rc<RefCell<Node>>;

/// The variables of a function in the interpreter.
struct Variables {
    references: Vec<Link>,
    words: [u64; WORDS],
}

/// Runs a function in the interpreter.
fn interpret(program: &[Vec<Statement>], function: usize, reference: Link, word: u64) -> u64 {
    let mut variables = Variables { references: vec![reference; REFERENCES], words: [word; WORDS] };
    for (at, reference) in variables.references.iter_mut().enumerate().skip(1) {
        *reference =
            Rc::new(RefCell::new(Node { left: None, number: word.wrapping_add(at as u64) }));
    }
    interpret_block(program, &program[function], &mut variables);
    let sum = variables
        .references
        .iter()
        .fold(0, |sum: u64, reference| sum.wrapping_mul(5).wrapping_add(reference.borrow().number));
    variables.words.iter().fold(sum, |sum, word| sum.wrapping_mul(7).wrapping_add(*word))
}

fn interpret_block(program: &[Vec<Statement>], block: &[Statement], variables: &mut Variables) {
    for statement in block {
        let Variables { references, words } = variables;
        match *statement {
            Statement::Node(to, left, number) => {
                let left = Some(Rc::clone(&references[left]));
                references[to] = Rc::new(RefCell::new(Node { left, number: words[number] }));
            }
            Statement::Read(to, word, of) => {
                words[to] = words[word].wrapping_add(references[of].borrow().number);
            }
            Statement::Left(to, of) => {
                let left = references[of].borrow().left.clone();
                references[to] = left.unwrap_or_else(|| Rc::clone(&references[of]));
            }
            Statement::SetLeft(of, to) => {
                let left = Rc::clone(&references[to]);
                references[of].borrow_mut().left = Some(left);
            }
            Statement::SetBox(of, word) => references[of].borrow_mut().number = words[word],
            Statement::Mix(to, one, other) => {
                words[to] = words[one].wrapping_mul(3).wrapping_add(words[other]);
            }
            Statement::If(word, ref yes, ref no) => {
                let block = if words[word] % 2 == 1 { yes } else { no };
                interpret_block(program, block, variables);
            }
            Statement::Loop(count, ref block) => {
                for _ in 0..count {
                    interpret_block(program, block, variables);
                }
            }
            Statement::Call(to, reference, word, function) => {
                let reference = Rc::clone(&references[reference]);
                words[to] = interpret(program, function, reference, words[word]);
            }
        }
    }
}

/// The variables of a function under construction: SSA values, which each block passes on.
#[derive(Clone)]
struct Values {
    references: Vec<Value>,
    words: Vec<Value>,
}

impl Values {
    fn all(&self) -> Vec<Value> {
        [&self.references[..], &self.words].concat()
    }

    fn from_all(values: &[Value]) -> Self {
        let (references, words) = values.split_at(REFERENCES);
        Self { references: references.to_vec(), words: words.to_vec() }
    }

    /// Appends parameters for the variables to a block.
    fn parameters(body: &mut Body<'_, '_>, block: cranelift_codegen::ir::Block) -> Self {
        let values: Vec<_> = (0..REFERENCES + WORDS)
            .map(|at| {
                let value = body.builder.append_block_param(block, types::I64);
                if at < REFERENCES {
                    declare_reference(body.builder, value);
                }
                value
            })
            .collect();
        Self::from_all(&values)
    }

    /// Ends the block with a jump that passes the variables.
    fn jump(&self, body: &mut Body<'_, '_>, block: cranelift_codegen::ir::Block) {
        let arguments: Vec<_> = self.all().into_iter().map(Into::into).collect();
        body.builder.ins().jump(block, &arguments);
    }
}

fn emit_block(
    body: &mut Body<'_, '_>,
    functions: &[FuncId],
    block: &[Statement],
    mut values: Values,
) -> Values {
    for statement in block {
        match *statement {
            Statement::Node(to, left, number) => {
                let object = body.make_box(values.words[number]);
                values.references[to] = body.make_node(values.references[left], object);
            }
            Statement::Read(to, word, of) => {
                let object =
                    body.emitter.load_reference(body.builder, values.references[of], RIGHT);
                let number = body.unbox(object);
                values.words[to] = body.builder.ins().iadd(values.words[word], number);
            }
            Statement::Left(to, of) => {
                let from = values.references[of];
                let left = body.emitter.load_reference(body.builder, from, LEFT);
                let is_null = body.builder.ins().icmp_imm_s(IntCC::Equal, left, 0);
                let result = body.builder.ins().select(is_null, from, left);
                declare_reference(body.builder, result);
                values.references[to] = result;
            }
            Statement::SetLeft(of, to) => {
                let (object, value) = (values.references[of], values.references[to]);
                body.emitter.store_reference(body.builder, object, LEFT, value);
            }
            Statement::SetBox(of, word) => {
                let object = body.make_box(values.words[word]);
                body.emitter.store_reference(body.builder, values.references[of], RIGHT, object);
            }
            Statement::Mix(to, one, other) => {
                let tripled = body.builder.ins().imul_imm_s(values.words[one], 3);
                values.words[to] = body.builder.ins().iadd(tripled, values.words[other]);
            }
            Statement::If(word, ref yes, ref no) => {
                let odd = body.builder.ins().band_imm_s(values.words[word], 1);
                let blocks = [(); 3].map(|()| body.builder.create_block());
                body.builder.ins().brif(odd, blocks[0], &[], blocks[1], &[]);
                let merged = Values::parameters(body, blocks[2]);
                for (at, statements) in [yes, no].into_iter().enumerate() {
                    body.builder.switch_to_block(blocks[at]);
                    let end = emit_block(body, functions, statements, values.clone());
                    end.jump(body, blocks[2]);
                }
                body.builder.switch_to_block(blocks[2]);
                values = merged;
            }
            Statement::Loop(count, ref block) => {
                let head = body.builder.create_block();
                let (inside, end) = (body.builder.create_block(), body.builder.create_block());
                let count = body.word(count);
                let mut arguments: Vec<_> = values.all().into_iter().map(Into::into).collect();
                arguments.push(count.into());
                body.builder.ins().jump(head, &arguments);
                let start = Values::parameters(body, head);
                let left = body.builder.append_block_param(head, types::I64);
                body.builder.switch_to_block(head);
                body.emitter.poll(body.builder);
                body.builder.ins().brif(left, inside, &[], end, &[]);
                body.builder.switch_to_block(inside);
                let next = emit_block(body, functions, block, start.clone());
                let left = body.builder.ins().iadd_imm_s(left, -1);
                let mut arguments: Vec<_> = next.all().into_iter().map(Into::into).collect();
                arguments.push(left.into());
                body.builder.ins().jump(head, &arguments);
                body.builder.switch_to_block(end);
                values = start;
            }
            Statement::Call(to, reference, word, function) => {
                let arguments = [values.references[reference], values.words[word]];
                values.words[to] = body.call(functions[function], &arguments);
            }
        }
    }
    values
}

/// Defines the functions of a program, and one that calls the first with a new node.
fn compile(jit: &mut Jit, program: &[Vec<Statement>]) -> FuncId {
    let functions: Vec<_> =
        (0..program.len()).map(|at| jit.declare(&format!("random_{at}"), 2)).collect();
    for (at, block) in program.iter().enumerate() {
        jit.define(functions[at], &[Kind::Reference, Kind::Word], |body| {
            let (reference, word) = (body.parameters[0], body.parameters[1]);
            let mut references = vec![reference];
            for at in 1..REFERENCES {
                let null = body.word(0);
                let number = body.builder.ins().iadd_imm_s(word, at as i64);
                let object = body.make_box(number);
                references.push(body.make_node(null, object));
            }
            let values = Values { references, words: vec![word; WORDS] };
            let values = emit_block(body, &functions, block, values);
            let mut sum = body.word(0);
            for reference in values.references {
                let object = body.emitter.load_reference(body.builder, reference, RIGHT);
                let number = body.unbox(object);
                let scaled = body.builder.ins().imul_imm_s(sum, 5);
                sum = body.builder.ins().iadd(scaled, number);
            }
            for word in values.words {
                let scaled = body.builder.ins().imul_imm_s(sum, 7);
                sum = body.builder.ins().iadd(scaled, word);
            }
            Some(sum)
        });
    }
    let run = jit.declare("random_run", 1);
    jit.define(run, &[Kind::Word], |body| {
        let (word, null) = (body.parameters[0], body.word(0));
        let object = body.make_box(word);
        let node = body.make_node(null, object);
        Some(body.call(functions[0], &[node, word]))
    });
    run
}

/// The programs' results are those of the interpreter, whenever collections run.
#[test]
fn random_programs_compute_what_the_interpreter_computes() {
    let programs = std::env::var("CRANELIFT_PROGRAMS");
    let programs = programs.map_or(PROGRAMS, |count| count.parse().expect("a number"));
    let (mut frames, mut roots, mut moved) = (0, 0, 0);
    for seed in 0..programs {
        let mut random = fastrand::Rng::with_seed(seed);
        let program: Vec<_> = (0..FUNCTIONS).map(|at| block(&mut random, at, 3)).collect();
        let options = OPTIONS[random.usize(0..OPTIONS.len())];
        let mut jit = Jit::new(options);
        let run = compile(&mut jit, &program);
        let compiled = jit.finish();
        for heap in compiled.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            for word in [1, 6] {
                let root = Rc::new(RefCell::new(Node { left: None, number: word }));
                let expected = interpret(&program, 0, root, word);
                let argument = [Argument::Word(word)];
                // SAFETY: the function has this parameter.
                let result = unsafe { mutator.call(compiled.address(run), &argument) };
                assert_eq!(result, Ok(expected), "seed {seed}, {options:?}, {zeal:?}");
            }
            let counts = heap.statistics().counts;
            assert_eq!(counts.frames_walked, counts.records_matched, "seed {seed}");
            if zeal == Zeal::EveryAllocation(1) {
                frames += counts.frames_walked;
                roots += counts.roots_visited;
                moved += counts.objects_moved;
            }
        }
    }
    assert!(frames > 50 * programs && roots > 200 * programs, "{frames} frames, {roots} roots");
    assert!(moved > 100 * programs, "{moved} objects moved");
}
