//! Generates a program from a seed.

use super::model::{
    Area, Function, Outside, Pad, Program, Returned, STATIC_OBJECTS, Shape, Shared, Statement,
    Thrower, Way,
};
use super::numbers::Numbers;

/// Number of statements of a body that is not inside another one.
const BODY: (u32, u32) = (4, 14);
/// Nesting limit of loops, branches and vectors.
const NESTING: u32 = 2;

/// Properties of a seed's program as a whole.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// In percent.
    native: u32,
    vectors: u32,
    /// In percent of the statements that are neither loops nor the like.
    exceptions: u32,
    unusual: u32,
    deep: bool,
}

/// Returns the program of a seed: always the same one.
pub fn program(seed: u64) -> Program {
    let mut numbers = Numbers::new(seed, 1);
    let n = &mut numbers;
    let deep = n.chance(15);
    let style = Style {
        native: if n.chance(40) { 20 } else { 0 },
        vectors: if n.chance(50) { 8 } else { 1 },
        exceptions: if n.chance(40) { 4 } else { 0 },
        unusual: n.one_of(&[5, 20, 40]),
        deep,
    };
    let functions = n.between(1, if deep { 3 } else { 6 });
    let functions = (0..functions).map(|index| function(n, style, index == 0)).collect();
    let (depth, fuel) =
        if deep { (n.between(100, 400), 420) } else { (n.between(3, 12), n.between(20, 120)) };
    Program { seed, functions, depth, fuel, threads: n.between(2, 4) }
}

fn function(n: &mut Numbers, style: Style, first: bool) -> Function {
    let shape = if first || n.chance(40) {
        Shape::STANDARD
    } else {
        Shape {
            fast: n.chance(40),
            words: n.below(8) as u8,
            references: n.one_of(&[0, 1, 2, 3, 4, 6, 10]),
            pairs: n.one_of(&[0, 0, 0, 1, 2]),
            result: n.one_of(&[Returned::Word, Returned::Word, Returned::One, Returned::Two]),
        }
    };
    let align = n.one_of(&[8, 16, 32, 64, 128]);
    let area = match n.below(10) {
        0 => Area::Static { align },
        1 => Area::Dynamic { align },
        2 => Area::Dynamic { align: 16 },
        _ => Area::None,
    };
    let in_slots = n.chance(10);
    let (least, most) = if style.deep { (3, 6) } else { BODY };
    let length = n.between(least, most);
    let mut body = body(n, style, length, 0);
    if style.deep && !body.iter().any(|s| matches!(s, Statement::Call(..))) {
        body.push(call(n, style));
    }
    let last = (0..n.between(1, 12)).map(|_| pick(n)).collect();
    Function { shape, inline: n.chance(25), area, in_slots, body, last }
}

fn body(n: &mut Numbers, style: Style, length: u32, nesting: u32) -> Vec<Statement> {
    (0..length).map(|_| statement(n, style, nesting)).collect()
}

fn pick(n: &mut Numbers) -> u32 {
    n.below(1 << 20)
}

fn call(n: &mut Numbers, style: Style) -> Statement {
    let way = if n.chance(style.native) {
        n.one_of(&[Way::ThroughNative, Way::Transition])
    } else {
        let pad = n.one_of(&[Pad::Return, Pad::Join, Pad::CleanUp]);
        let invoke = Way::Invoke(pad);
        if n.chance(10 * style.exceptions) {
            invoke
        } else {
            n.one_of(&[Way::Direct, Way::Direct, Way::Direct, Way::Indirect, Way::Deopt, invoke])
        }
    };
    Statement::Call(pick(n), way, [pick(n), pick(n), pick(n), pick(n)])
}

fn statement(n: &mut Numbers, style: Style, nesting: u32) -> Statement {
    if nesting < NESTING {
        let length = n.between(1, 5);
        match n.below(100) {
            0..8 => {
                return Statement::Loop {
                    rounds: n.between(1, 5),
                    polled: n.chance(70),
                    carried: pick(n),
                    array: pick(n),
                    body: body(n, style, length, nesting + 1),
                };
            }
            8..14 => {
                let other = n.between(0, 4);
                return Statement::If {
                    bit: n.below(8),
                    then: body(n, style, length, nesting + 1),
                    otherwise: body(n, style, other, nesting + 1),
                };
            }
            _ => {}
        }
        if n.chance(style.vectors) {
            let size = n.one_of(&[2, 2, 3, 4, 8]);
            return Statement::Vector {
                elements: (0..size).map(|_| pick(n)).collect(),
                loaded: n.chance(40),
                body: body(n, style, length, nesting + 1),
            };
        }
    }
    if n.chance(style.exceptions) {
        let thrower = n.one_of(&[Thrower::Plain, Thrower::Plain, Thrower::Transition]);
        return Statement::Throw(n.between(1, 4), thrower);
    }
    if n.chance(style.unusual) {
        return unusual(n, style, nesting);
    }
    match n.below(100) {
        0..10 => Statement::Box,
        10..24 => Statement::Node(pick(n), pick(n)),
        24..30 => Statement::Words(n.between(2, 40)),
        30..35 => Statement::References(n.between(1, 12), pick(n)),
        35..40 => Statement::Outside(match n.below(4) {
            0 => Outside::Null,
            1 => Outside::Tagged(n.below(1000)),
            2 => Outside::Running,
            _ => Outside::Static(n.below(STATIC_OBJECTS.into()) as u8),
        }),
        40..48 => Statement::Interior(pick(n), pick(n)),
        48..53 => Statement::SetField(pick(n), n.chance(50), pick(n)),
        53..58 => Statement::Field(pick(n), n.chance(50)),
        58..61 => Statement::SetElement(pick(n), pick(n), pick(n)),
        61..65 => Statement::Element(pick(n), pick(n)),
        65..73 => Statement::Mix(pick(n)),
        73..90 => call(n, style),
        90..99 => Statement::Check,
        _ => Statement::Patch(n.between(1, 12)),
    }
}

/// A statement that is rare in ordinary code.
fn unusual(n: &mut Numbers, style: Style, nesting: u32) -> Statement {
    match n.below(100) {
        0..10 => Statement::Keep(pick(n), pick(n)),
        10..19 => Statement::Kept(pick(n)),
        19..24 => Statement::Forget(pick(n), n.chance(50)),
        24..34 => Statement::Copy(pick(n), pick(n), pick(n)),
        34..40 => Statement::Fill(pick(n), pick(n), pick(n)),
        40..48 => Statement::Clone(pick(n)),
        48..50 => Statement::Words(n.between(1000, 3000)),
        50..52 => Statement::References(n.between(1000, 5000), pick(n)),
        52..66 => {
            let (target, value) = (pick(n), n.chance(40).then(|| pick(n)));
            let length = if nesting <= NESTING { n.between(1, 4) } else { 0 };
            Statement::Weak { target, value, body: body(n, style, length, nesting + 1) }
        }
        66..72 => Statement::Look(pick(n)),
        72..78 => Statement::Finalize(pick(n)),
        78..82 => Statement::Quiet(pick(n)),
        _ => {
            let what = [Shared::Publish, Shared::See, Shared::Push, Shared::Add];
            Statement::Shared(n.one_of(&what), pick(n))
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
