//! Allocates objects, and compares them with their shadow copies.

use statepoint_gc::{Argument, Handle, Mutator};

use super::Lost;
use super::shadow::{Kind, Node, Role, Value};
use super::shared::{STATIC_TYPE, static_object};
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, call, layouts, make};

/// Size from which objects are large, in bytes.
const LARGE: usize = 8 << 10;

/// Allocates an object whose fields are zero.
pub(super) fn make_object(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    kind: Kind,
    length: usize,
) -> Result<Handle, Lost> {
    let bytes = kind.offset(kind.words(length));
    worker.count(Count::ObjectsMade, 1);
    worker.count(Count::LargeMade, (bytes > LARGE).into());
    let length = Argument::Word(length as u64);
    let made = match kind {
        Kind::Words => make(mutator, managed::array, &[length]),
        Kind::Bytes => make(mutator, managed::soak_bytes, &[length]),
        Kind::References => make(mutator, managed::references, &[length]),
        Kind::Structs => make(mutator, layouts::struct_array, &[length]),
        _ => {
            let header = u64::from(kind.type_id()) << 8;
            let arguments = [bytes as u64, header].map(Argument::Word);
            make(mutator, managed::soak_object, &arguments)
        }
    };
    worker.done("an object", made)
}

/// Returns the maximum length of a new object, if it is an array of `kind` in a graph that has room
/// for this number of bytes.
pub(super) fn choose_length(random: &mut fastrand::Rng, kind: Kind, room: usize) -> usize {
    if !kind.is_array() {
        return 0;
    }
    let words = match random.u32(..100) {
        0..80 => random.usize(..24),
        80..95 => random.usize(..700),
        95..99 => random.usize(1020..4000),
        _ => random.usize(20_000..60_000),
    };
    let words = words.min(room / 32);
    match kind {
        Kind::Structs => words / 3,
        Kind::Bytes => 8 * words + random.usize(..8),
        _ => words,
    }
}

/// Returns a random word: a number, the address of a static object, or null.
pub(super) fn choose_word(random: &mut fastrand::Rng, role: Role, kind: Kind) -> u64 {
    match role {
        // Some of these look like addresses.
        Role::Plain if kind.is_plain() => random.u64(..) >> random.u32(..64),
        Role::Plain => random.u64(..) | 1,
        _ => match random.u32(..3) {
            0 => 0,
            1 => random.u64(..) | 1,
            _ => static_object(random.usize(..4)),
        },
    }
}

/// Compares type, length and identity hash.
pub(super) fn compare_header(
    node: &Node,
    mutator: &mut Mutator,
    found: &Handle,
    worker: &mut Worker<'_>,
) -> Result<(), String> {
    let id = mutator.type_of(found).map_err(|error| error.to_string())?;
    if id.get() != node.kind.type_id() {
        return Err(format!("an object of {id:?}"));
    }
    if node.kind.is_array() {
        let length = mutator.array_length(found).map_err(|error| error.to_string())?;
        if length != node.length as u64 {
            return Err(format!("an array of {length} elements"));
        }
    }
    if let Some(hash) = node.hash {
        let found = mutator.identity_hash(found).map_err(|error| error.to_string())?;
        worker.count(Count::HashesCompared, 1);
        if found != hash {
            return Err(format!("an object with the identity hash {found:#x}"));
        }
    }
    Ok(())
}

/// Compares a word that is not a reference to an object of the same graph. `constants` are the
/// objects that all graphs share.
pub(super) fn compare_word(
    mutator: &mut Mutator,
    object: &Handle,
    offset: usize,
    expected: Value,
    constants: &[Handle],
) -> Result<(), String> {
    match expected {
        Value::Word(word) => match mutator.load_word(object, offset) {
            Ok(found) if found == word => Ok(()),
            Ok(found) => Err(format!("at {offset}: {found:#x} instead of {word:#x}")),
            Err(error) => Err(format!("at {offset}: instead of {word:#x}: {error}")),
        },
        Value::Constant(index) => {
            let found =
                mutator.load_reference(object, offset).map_err(|error| error.to_string())?;
            let Some(found) = found else {
                return Err(format!("at {offset}: null instead of constant {index}"));
            };
            let same = same(mutator, &found, &constants[index]);
            if same { Ok(()) } else { Err(format!("at {offset}: not constant {index}")) }
        }
        Value::Node(_) => Ok(()),
    }
}

/// Whether two handles refer to the same object.
pub(super) fn same(mutator: &mut Mutator, a: &Handle, b: &Handle) -> bool {
    call(mutator, managed::soak_same, &[a, b].map(Argument::Reference)) == Ok(1)
}

/// Compares an array by a hash that managed code computes over all bits of its numbers, or over the
/// types of the objects that its references point to. `type_of` returns the type of an object of
/// the graph.
pub(super) fn compare_hash(
    mutator: &mut Mutator,
    object: &Handle,
    node: &Node,
    type_of: impl Fn(&Value) -> u64,
) -> Result<(), String> {
    let part = |value: &Value| match *value {
        Value::Word(word) if node.kind.is_plain() || word & 1 == 1 || word == 0 => word,
        Value::Word(_) => STATIC_TYPE,
        Value::Constant(_) => Kind::Words.type_id().into(),
        Value::Node(_) => type_of(value),
    };
    let expected = node.words.iter().fold(0_u64, |hash, value| {
        hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(part(value))
    });
    let function =
        if node.kind.is_plain() { managed::soak_hash_words } else { managed::soak_hash_references };
    let end = node.kind.offset(node.words.len());
    let range = [node.kind.offset(0), end].map(|offset| Argument::Word(offset as u64));
    let found = call(mutator, function, &[Argument::Reference(object), range[0], range[1]]);
    if found == Ok(expected) {
        return Ok(());
    }
    // Find the word that differs.
    for (index, value) in node.words.iter().enumerate() {
        let offset = node.kind.offset(index);
        let read = mutator.load_word(object, offset);
        if let Value::Word(word) = *value
            && read != Ok(word)
        {
            return Err(format!("at {offset}: {read:x?} instead of {word:#x}"));
        }
        if !matches!(value, Value::Word(_)) && read.is_ok() {
            return Err(format!("at {offset}: {read:x?} instead of {value:?}"));
        }
    }
    Err(format!("the hash of all words is {found:x?} instead of {expected:#x}"))
}
