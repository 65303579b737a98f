//! Descriptions of values and of the objects that they reach, the same for both engines.

use std::fmt::Write;

/// A value as an engine shows it.
#[derive(Clone, Debug)]
pub enum Leaf<R> {
    /// A 32-bit integer.
    I32(u32),
    /// A 64-bit integer.
    I64(u64),
    /// The bits of a 32-bit floating-point number.
    F32(u32),
    /// The bits of a 64-bit floating-point number.
    F64(u64),
    /// A reference.
    Reference(R),
}

/// What a reference refers to.
#[derive(Clone, Debug)]
pub enum Node<R> {
    /// Nothing.
    Null,
    /// A function.
    Function,
    /// A number of the host.
    Host(u64),
    /// An `i31`, without sign.
    I31(u32),
    /// A structure and its fields.
    Struct(Vec<Leaf<R>>),
    /// An array, its length and its first elements.
    Array(u64, Vec<Leaf<R>>),
    /// An exception and its values.
    Exception(Vec<Leaf<R>>),
}

/// Access to the objects of an engine.
pub trait Objects {
    /// A reference.
    type Reference: Clone;

    /// Returns what a reference refers to. Of an array, at most `limit` elements.
    fn node(&mut self, reference: &Self::Reference, limit: usize) -> Node<Self::Reference>;

    /// Returns whether two references refer to the same object.
    fn is_same(&mut self, a: &Self::Reference, b: &Self::Reference) -> bool;
}

/// The largest number of objects in a description. More are counted as `...`.
const OBJECTS: usize = 40;
/// The largest number of elements of an array in a description.
const ELEMENTS: usize = 24;

/// Describes values. Objects are numbered in the order in which they are reached, breadth first, so
/// two graphs have the same description only if objects are shared alike.
pub fn describe<O: Objects>(values: &[Leaf<O::Reference>], objects: &mut O) -> String {
    let mut text = String::new();
    let mut found = Found { references: vec![], nodes: vec![] };
    found.values(values, objects, &mut text);
    let mut next = 0;
    while next < found.nodes.len() {
        let node = found.nodes[next].clone();
        let _ = write!(text, "; #{next} ");
        match node {
            Node::Struct(fields) => {
                text.push_str("struct ");
                found.values(&fields, objects, &mut text);
            }
            Node::Array(length, elements) => {
                let _ = write!(text, "array of {length} ");
                found.values(&elements, objects, &mut text);
            }
            Node::Exception(values) => {
                text.push_str("exception ");
                found.values(&values, objects, &mut text);
            }
            Node::Null | Node::Function | Node::Host(_) | Node::I31(_) => {
                unreachable!("only objects are numbered")
            }
        }
        next += 1;
    }
    text
}

/// The objects that were reached.
struct Found<R> {
    references: Vec<R>,
    nodes: Vec<Node<R>>,
}

impl<R: Clone> Found<R> {
    fn values(
        &mut self,
        values: &[Leaf<R>],
        objects: &mut impl Objects<Reference = R>,
        text: &mut String,
    ) {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            let _ = match value {
                Leaf::I32(bits) => write!(text, "i32 {bits:#x}"),
                Leaf::I64(bits) => write!(text, "i64 {bits:#x}"),
                Leaf::F32(bits) if f32::from_bits(*bits).is_nan() => write!(text, "f32 nan"),
                Leaf::F32(bits) => write!(text, "f32 {bits:#x}"),
                Leaf::F64(bits) if f64::from_bits(*bits).is_nan() => write!(text, "f64 nan"),
                Leaf::F64(bits) => write!(text, "f64 {bits:#x}"),
                Leaf::Reference(reference) => {
                    self.reference(reference, objects, text);
                    Ok(())
                }
            };
        }
    }

    fn reference(
        &mut self,
        reference: &R,
        objects: &mut impl Objects<Reference = R>,
        text: &mut String,
    ) {
        let node = objects.node(reference, ELEMENTS);
        let _ = match node {
            Node::Null => write!(text, "null"),
            Node::Function => write!(text, "function"),
            Node::Host(number) => write!(text, "host {number}"),
            Node::I31(number) => write!(text, "i31 {number:#x}"),
            node => {
                let known =
                    self.references.iter().position(|known| objects.is_same(known, reference));
                match known {
                    Some(index) => write!(text, "#{index}"),
                    None if self.nodes.len() == OBJECTS => write!(text, "..."),
                    None => {
                        self.references.push(reference.clone());
                        self.nodes.push(node);
                        write!(text, "#{}", self.nodes.len() - 1)
                    }
                }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Objects, each a structure of references to others by index.
    struct Graph(Vec<Vec<usize>>);

    impl Objects for Graph {
        type Reference = usize;

        fn node(&mut self, reference: &usize, _limit: usize) -> Node<usize> {
            Node::Struct(self.0[*reference].iter().map(|&each| Leaf::Reference(each)).collect())
        }

        fn is_same(&mut self, a: &usize, b: &usize) -> bool {
            a == b
        }
    }

    #[test]
    fn graphs_are_equal_only_if_they_share_alike() {
        let root = [Leaf::Reference(0)];
        let shared = describe(&root, &mut Graph(vec![vec![1, 1], vec![]]));
        let copied = describe(&root, &mut Graph(vec![vec![1, 2], vec![], vec![]]));
        assert_eq!(shared, "#0; #0 struct #1, #1; #1 struct ");
        assert_ne!(shared, copied);
        let cycle = describe(&root, &mut Graph(vec![vec![1], vec![0]]));
        assert_eq!(cycle, "#0; #0 struct #1; #1 struct #0");
    }

    #[test]
    fn large_graphs_end() {
        let list = (1..1000).map(|next| vec![next]).chain([vec![]]).collect();
        let text = describe(&[Leaf::Reference(0)], &mut Graph(list));
        assert!(text.ends_with("struct ..."), "{text}");
    }

    #[test]
    fn all_nans_are_equal() {
        let mut none = Graph(vec![]);
        let bits = [0x7fc0_0000, 0x7f80_0001, 0xffff_ffff];
        let all = bits.map(|bits| describe(&[Leaf::F32(bits)], &mut none));
        assert!(all.iter().all(|text| text == "f32 nan"), "{all:?}");
        assert_ne!(
            describe(&[Leaf::F64(0)], &mut none),
            describe(&[Leaf::F64((-0.0_f64).to_bits())], &mut none)
        );
    }
}
