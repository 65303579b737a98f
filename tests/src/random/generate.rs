//! Generates a program from a seed.

use super::model::{
    CallKind, Function, LandingPadAction, NonHeapValue, Program, ResultType, STATIC_OBJECTS,
    Shared, Signature, StackObject, Statement, Thrower,
};
use super::rng::Rng;

/// Minimum and maximum number of statements of a function, without nested ones.
const STATEMENTS_PER_FUNCTION: (u32, u32) = (4, 14);
/// Maximum nesting of statements with bodies.
const MAX_NESTING: u32 = 2;

/// Probabilities that are the same in all functions of a program.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// Percentage of calls that go through native code.
    native: u32,
    /// Percentage of statements that are vectors.
    vectors: u32,
    /// Percentage of statements that throw, among those without bodies.
    exceptions: u32,
    /// Percentage of [rare statements](rare_statement), among those that neither have bodies nor
    /// throw.
    rare: u32,
    /// Whether the program consists of few functions that recurse deeply.
    is_deep: bool,
}

/// Returns the program of a seed. The program is the same in each run and on each host.
pub fn program(seed: u64) -> Program {
    let rng = &mut Rng::new(seed, 1);
    let is_deep = rng.chance(15);
    let style = Style {
        native: if rng.chance(40) { 20 } else { 0 },
        vectors: if rng.chance(50) { 8 } else { 1 },
        exceptions: if rng.chance(40) { 4 } else { 0 },
        rare: rng.choose(&[5, 20, 40]),
        is_deep,
    };
    let functions = rng.between(1, if is_deep { 3 } else { 6 });
    let mut functions: Vec<_> =
        (0..functions).map(|index| function(rng, style, index == 0)).collect();
    let (depth, fuel) = if is_deep {
        (rng.between(100, 400), 420)
    } else {
        (rng.between(3, 12), rng.between(20, 120))
    };
    let threads = rng.between(2, 4);
    if rng.chance(30) {
        // A function that calls itself becomes a loop, in which a structure with a reference would
        // be live across the poll: it is not relocated.
        for function in functions.iter_mut().filter(|function| function.signature.pairs == 0) {
            function.tail_call = rng.chance(50).then(|| pick(rng));
        }
    }
    Program { seed, functions, depth, fuel, threads }
}

/// Generates a function. The first function of a program has the standard signature.
fn function(rng: &mut Rng, style: Style, is_first: bool) -> Function {
    let signature = if is_first || rng.chance(40) {
        Signature::STANDARD
    } else {
        Signature {
            fast: rng.chance(40),
            words: rng.below(8) as u8,
            references: rng.choose(&[0, 1, 2, 3, 4, 6, 10]),
            pairs: rng.choose(&[0, 0, 0, 1, 2]),
            result: rng.choose(&[
                ResultType::Word,
                ResultType::Word,
                ResultType::WordAndReference,
                ResultType::TwoReferencesAndWord,
            ]),
        }
    };
    let align = rng.choose(&[8, 16, 32, 64, 128]);
    let stack_object = match rng.below(10) {
        0 => StackObject::Static { align },
        1 => StackObject::Dynamic { align },
        2 => StackObject::Dynamic { align: 16 },
        _ => StackObject::None,
    };
    let uses_stack_slots = rng.chance(10);
    let (min, max) = if style.is_deep { (3, 6) } else { STATEMENTS_PER_FUNCTION };
    let length = rng.between(min, max);
    let mut body = body(rng, style, length, 0);
    if style.is_deep && !body.iter().any(|s| matches!(s, Statement::Call(..))) {
        body.push(call(rng, style));
    }
    let live_to_end = (0..rng.between(1, 12)).map(|_| pick(rng)).collect();
    Function {
        signature,
        inline: rng.chance(25),
        stack_object,
        uses_stack_slots,
        body,
        live_to_end,
        tail_call: None,
    }
}

/// Generates a body of `length` statements.
fn body(rng: &mut Rng, style: Style, length: u32, nesting: u32) -> Vec<Statement> {
    (0..length).map(|_| statement(rng, style, nesting)).collect()
}

/// Generates the index of an operand.
fn pick(rng: &mut Rng) -> u32 {
    rng.below(1 << 20)
}

/// Generates a call of any kind.
fn call(rng: &mut Rng, style: Style) -> Statement {
    let call_kind = if rng.chance(style.native) {
        rng.choose(&[CallKind::ThroughNative, CallKind::Transition])
    } else {
        let pad = rng.choose(&[
            LandingPadAction::Return,
            LandingPadAction::Join,
            LandingPadAction::CleanUp,
        ]);
        let invoke = CallKind::Invoke(pad);
        if rng.chance(10 * style.exceptions) {
            invoke
        } else {
            rng.choose(&[
                CallKind::Direct,
                CallKind::Direct,
                CallKind::Direct,
                CallKind::Indirect,
                CallKind::Deopt,
                invoke,
            ])
        }
    };
    Statement::Call(pick(rng), call_kind, [pick(rng), pick(rng), pick(rng), pick(rng)])
}

/// Generates a statement, with bodies if the nesting allows it.
fn statement(rng: &mut Rng, style: Style, nesting: u32) -> Statement {
    if nesting < MAX_NESTING {
        let length = rng.between(1, 5);
        match rng.below(100) {
            0..8 => {
                return Statement::Loop {
                    rounds: rng.between(1, 5),
                    has_poll: rng.chance(70),
                    carried: pick(rng),
                    array: pick(rng),
                    body: body(rng, style, length, nesting + 1),
                };
            }
            8..14 => {
                let other = rng.between(0, 4);
                return Statement::If {
                    bit: rng.below(8),
                    then: body(rng, style, length, nesting + 1),
                    otherwise: body(rng, style, other, nesting + 1),
                };
            }
            _ => {}
        }
        if rng.chance(style.vectors) {
            let size = rng.choose(&[2, 2, 3, 4, 8]);
            return Statement::Vector {
                elements: (0..size).map(|_| pick(rng)).collect(),
                loaded: rng.chance(40),
                body: body(rng, style, length, nesting + 1),
            };
        }
    }
    if rng.chance(style.exceptions) {
        let thrower = rng.choose(&[Thrower::Direct, Thrower::Direct, Thrower::Transition]);
        return Statement::Throw(rng.between(1, 4), thrower);
    }
    if rng.chance(style.rare) {
        return rare_statement(rng, style, nesting);
    }
    match rng.below(100) {
        0..10 => Statement::Box,
        10..24 => Statement::Node(pick(rng), pick(rng)),
        24..30 => Statement::Words(rng.between(2, 40)),
        30..35 => Statement::References(rng.between(1, 12), pick(rng)),
        35..40 => Statement::NonHeapValue(match rng.below(4) {
            0 => NonHeapValue::Null,
            1 => NonHeapValue::Tagged(rng.below(1000)),
            2 => NonHeapValue::Running,
            _ => NonHeapValue::Static(rng.below(STATIC_OBJECTS.into()) as u8),
        }),
        40..48 => Statement::Interior(pick(rng), pick(rng)),
        48..53 => Statement::StoreField(pick(rng), rng.chance(50), pick(rng)),
        53..58 => Statement::LoadField(pick(rng), rng.chance(50)),
        58..61 => Statement::StoreElement(pick(rng), pick(rng), pick(rng)),
        61..65 => Statement::LoadElement(pick(rng), pick(rng)),
        65..73 => Statement::Mix(pick(rng)),
        73..90 => call(rng, style),
        90..99 => Statement::Check,
        _ => Statement::Patch(rng.between(1, 12)),
    }
}

/// Generates a statement that is rare in ordinary code: bulk operations, weak references, and
/// operations on retained and shared objects.
fn rare_statement(rng: &mut Rng, style: Style, nesting: u32) -> Statement {
    match rng.below(100) {
        0..10 => Statement::StoreRetained(pick(rng), pick(rng)),
        10..19 => Statement::LoadRetained(pick(rng)),
        19..24 => Statement::RetainDyingWeak(pick(rng), rng.chance(50)),
        24..34 => Statement::Copy(pick(rng), pick(rng), pick(rng)),
        34..40 => Statement::Fill(pick(rng), pick(rng), pick(rng)),
        40..48 => Statement::Clone(pick(rng)),
        48..50 => Statement::Words(rng.between(1000, 3000)),
        50..52 => Statement::References(rng.between(1000, 5000), pick(rng)),
        52..66 => {
            let (target, value) = (pick(rng), rng.chance(40).then(|| pick(rng)));
            let length = if nesting <= MAX_NESTING { rng.between(1, 4) } else { 0 };
            Statement::Weak { target, value, body: body(rng, style, length, nesting + 1) }
        }
        66..72 => Statement::CheckWeak(pick(rng)),
        72..78 => Statement::Finalize(pick(rng)),
        78..82 => Statement::CallPreserveMost(pick(rng)),
        _ => {
            let operations = [Shared::Publish, Shared::Read, Shared::Push, Shared::Add];
            Statement::Shared(rng.choose(&operations), pick(rng))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_determined_by_their_seed() {
        assert_eq!(program(5), program(5));
        assert_ne!(program(5).functions, program(6).functions);
    }
}
