//! Allocation of objects, and their comparison with shadow copies.

use statepoint_gc::{Argument, Handle, Mutator};

use super::Mismatch;
use super::shadow::{FieldRole, Node, ObjectKind, Value};
use super::shared::{STATIC_TYPE, static_object};
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, call, layouts, make};

/// Maximum size in bytes of an object that is not a large object.
const LARGE: usize = 8 << 10;

/// Allocates an object whose fields are zero.
pub(super) fn make_object(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    kind: ObjectKind,
    length: usize,
) -> Result<Handle, Mismatch> {
    let bytes = kind.offset(kind.words(length));
    worker.count(Count::ObjectsMade, 1);
    worker.count(Count::LargeMade, (bytes > LARGE).into());
    let length = Argument::Word(length as u64);
    let made = match kind {
        ObjectKind::Words => make(mutator, managed::array, &[length]),
        ObjectKind::Bytes => make(mutator, managed::soak_bytes, &[length]),
        ObjectKind::References => make(mutator, managed::references, &[length]),
        ObjectKind::Structs => make(mutator, layouts::struct_array, &[length]),
        _ => {
            let header = u64::from(kind.type_id()) << 8;
            let arguments = [bytes as u64, header].map(Argument::Word);
            make(mutator, managed::soak_object, &arguments)
        }
    };
    worker.expect_ok("an object", made)
}

/// Returns a random length for a new array, or 0 for other kinds. `room` is the number of bytes by
/// which the graph may grow.
pub(super) fn choose_length(random: &mut fastrand::Rng, kind: ObjectKind, room: usize) -> usize {
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
        ObjectKind::Structs => words / 3,
        ObjectKind::Bytes => 8 * words + random.usize(..8),
        _ => words,
    }
}

/// Returns a random word: a number, the address of a static object, or null.
pub(super) fn choose_word(random: &mut fastrand::Rng, role: FieldRole, kind: ObjectKind) -> u64 {
    match role {
        // The shift makes numbers of all magnitudes, among them some that look like heap addresses.
        FieldRole::Plain if kind.is_plain() => random.u64(..) >> random.u32(..64),
        FieldRole::Plain => random.u64(..) | 1,
        _ => match random.u32(..3) {
            0 => 0,
            1 => random.u64(..) | 1,
            _ => static_object(random.usize(..4)),
        },
    }
}

/// Compares the type, length and identity hash of an object. Returns a description of the first
/// difference.
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

/// Returns whether two handles refer to the same object.
pub(super) fn same(mutator: &mut Mutator, a: &Handle, b: &Handle) -> bool {
    call(mutator, managed::soak_same, &[a, b].map(Argument::Reference)) == Ok(1)
}

/// Compares an array by a hash that managed code computes over its numbers, or over the types of
/// the objects to which its references point. `type_of` returns the type of an object of the graph.
pub(super) fn compare_hash(
    mutator: &mut Mutator,
    object: &Handle,
    node: &Node,
    type_of: impl Fn(&Value) -> u64,
) -> Result<(), String> {
    let part = |value: &Value| match *value {
        Value::Word(word) if node.kind.is_plain() || word & 1 == 1 || word == 0 => word,
        Value::Word(_) => STATIC_TYPE,
        Value::Constant(_) => ObjectKind::Words.type_id().into(),
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
    // Finds the word that differs, for the message.
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
