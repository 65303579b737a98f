//! The types of a program: structures with subtypes, arrays, functions.

use fastrand::Rng;
use wasm_encoder::{
    AbstractHeapType, ArrayType, CompositeInnerType, CompositeType, FieldType, FuncType, HeapType,
    RefType, StorageType, StructType, SubType, TypeSection, ValType,
};

use crate::imports;

/// The types of a program.
pub(super) struct Types {
    /// All types, by index.
    defined: Vec<SubType>,
    /// How many types each recursion group has.
    groups: Vec<usize>,
    /// The indices of structures. The first one can be made of default values.
    pub(super) structs: Vec<u32>,
    /// The indices of arrays. The elements of the first one are of type i32.
    pub(super) arrays: Vec<u32>,
    /// The indices of the types that functions may have.
    pub(super) functions: Vec<u32>,
    /// The index of the type without parameters and results.
    pub(super) nothing: u32,
}

const NUMBERS: [ValType; 4] = [ValType::I32, ValType::I64, ValType::F32, ValType::F64];

fn composite(inner: CompositeInnerType) -> CompositeType {
    CompositeType { inner, shared: false, descriptor: None, describes: None }
}

fn function(parameters: &[ValType], results: &[ValType]) -> SubType {
    let ty = FuncType::new(parameters.iter().copied(), results.iter().copied());
    let composite_type = composite(CompositeInnerType::Func(ty));
    SubType { is_final: true, supertype_idxs: vec![], composite_type }
}

/// Returns the type of references to a heap type.
pub(super) fn reference(heap_type: HeapType, nullable: bool) -> RefType {
    RefType { nullable, heap_type }
}

/// Returns an abstract heap type.
pub(super) fn heap(ty: AbstractHeapType) -> HeapType {
    HeapType::Abstract { shared: false, ty }
}

impl Types {
    pub(super) fn choose(rng: &mut Rng) -> Self {
        let host = imports::FUNCTIONS;
        let defined: Vec<_> =
            host.iter().map(|each| function(each.parameters, each.results)).collect();
        let groups = vec![1; defined.len()];
        let (structs, arrays, functions) = (vec![], vec![], vec![]);
        let mut types = Self { defined, groups, structs, arrays, functions, nothing: 0 };
        types.choose_objects(rng);
        types.nothing = types.add_function(&[], &[]);
        for _ in 0..rng.usize(3..7) {
            let value = |rng: &mut Rng| types.choose_value(rng);
            let parameters: Vec<_> = (0..rng.usize(..5)).map(|_| value(rng)).collect();
            let results: Vec<_> = (0..rng.usize(..4)).map(|_| value(rng)).collect();
            let index = types.add_function(&parameters, &results);
            types.functions.push(index);
        }
        types
    }

    /// Chooses structures and arrays, one recursion group.
    fn choose_objects(&mut self, rng: &mut Rng) {
        let first = self.defined.len() as u32;
        let (structs, arrays) = (rng.u32(3..8), rng.u32(5..9));
        self.structs = (first..first + structs).collect();
        self.arrays = (first + structs..first + structs + arrays).collect();
        for index in 0..structs {
            let supertype = (index > 0 && rng.u8(..5) < 2).then(|| first + rng.u32(..index));
            let mut fields = supertype.map_or(vec![], |each| self.fields(each).to_vec());
            for _ in 0..rng.usize(1..5) {
                // Objects that refer to others are what matters.
                let storage = match rng.u8(..10) {
                    0 => StorageType::I8,
                    1 => StorageType::I16,
                    2..5 => StorageType::Val(*rng.choice(&NUMBERS).expect("some")),
                    _ => StorageType::Val(ValType::Ref(self.choose_field_reference(rng, index))),
                };
                fields.push(FieldType { element_type: storage, mutable: rng.u8(..5) > 0 });
            }
            let fields = fields.into();
            self.defined.push(SubType {
                is_final: false,
                supertype_idxs: supertype.into_iter().collect(),
                composite_type: composite(CompositeInnerType::Struct(StructType { fields })),
            });
        }
        for index in 0..arrays {
            let element_type = match index {
                0 => StorageType::Val(ValType::I32),
                1 => StorageType::Val(ValType::Ref(RefType::ANYREF)),
                2 => {
                    let heap = HeapType::Concrete(first + rng.u32(..structs));
                    StorageType::Val(ValType::Ref(reference(heap, true)))
                }
                3 => *rng.choice([StorageType::I8, StorageType::I16].iter()).expect("some"),
                4 => StorageType::Val(*rng.choice(&NUMBERS[1..]).expect("some")),
                _ => StorageType::Val(ValType::Ref(self.choose_field_reference(rng, structs))),
            };
            let array = ArrayType(FieldType { element_type, mutable: index < 5 || rng.bool() });
            self.defined.push(SubType {
                is_final: rng.bool(),
                supertype_idxs: vec![],
                composite_type: composite(CompositeInnerType::Array(array)),
            });
        }
        self.groups.push((structs + arrays) as usize);
    }

    /// Chooses the type of a field of the structure with an index among the structures. One that
    /// is not null refers to an earlier structure, so objects of all types can be made.
    fn choose_field_reference(&self, rng: &mut Rng, index: u32) -> RefType {
        if index > 0 && rng.u8(..6) == 0 {
            return if rng.u8(..3) == 0 {
                reference(HeapType::I31, false)
            } else {
                reference(HeapType::Concrete(self.structs[rng.usize(..index as usize)]), false)
            };
        }
        self.choose_reference(rng)
    }

    /// Chooses a type of references that includes null.
    pub(super) fn choose_reference(&self, rng: &mut Rng) -> RefType {
        let heap_type = match rng.u8(..16) {
            0 => HeapType::ANY,
            1 => heap(AbstractHeapType::Eq),
            2 => heap(AbstractHeapType::Struct),
            3 => heap(AbstractHeapType::Array),
            4 => HeapType::I31,
            5 => HeapType::EXTERN,
            6 => HeapType::FUNC,
            7..10 => HeapType::Concrete(*rng.choice(&self.arrays).expect("some")),
            _ => HeapType::Concrete(*rng.choice(&self.structs).expect("some")),
        };
        reference(heap_type, true)
    }

    /// Chooses a type of values.
    pub(super) fn choose_value(&self, rng: &mut Rng) -> ValType {
        match rng.u8(..10) {
            0..3 => ValType::I32,
            3 => *rng.choice(&NUMBERS).expect("some"),
            4 => ValType::Ref(self.choose_reference(rng).nullable(false)),
            _ => ValType::Ref(self.choose_reference(rng)),
        }
    }

    /// Adds a type of functions and returns its index.
    pub(super) fn add_function(&mut self, parameters: &[ValType], results: &[ValType]) -> u32 {
        self.defined.push(function(parameters, results));
        self.groups.push(1);
        self.defined.len() as u32 - 1
    }

    pub(super) fn encode(&self) -> TypeSection {
        let mut section = TypeSection::new();
        let mut next = 0;
        for &count in &self.groups {
            let group = &self.defined[next..next + count];
            if let [single] = group
                && single.is_final
            {
                section.ty().subtype(single);
            } else {
                section.ty().rec(group.iter().cloned());
            }
            next += count;
        }
        section
    }

    fn inner(&self, index: u32) -> &CompositeInnerType {
        &self.defined[index as usize].composite_type.inner
    }

    /// Returns the fields of a structure.
    pub(super) fn fields(&self, index: u32) -> &[FieldType] {
        match self.inner(index) {
            CompositeInnerType::Struct(structure) => &structure.fields,
            other => unreachable!("{other:?} is no structure"),
        }
    }

    /// Returns the elements of an array.
    pub(super) fn element(&self, index: u32) -> FieldType {
        match self.inner(index) {
            CompositeInnerType::Array(array) => array.0,
            other => unreachable!("{other:?} is no array"),
        }
    }

    /// Returns a type of functions.
    pub(super) fn function(&self, index: u32) -> &FuncType {
        match self.inner(index) {
            CompositeInnerType::Func(function) => function,
            other => unreachable!("{other:?} is no function"),
        }
    }

    /// Returns whether objects of a type can be made of default values.
    pub(super) fn is_defaultable(&self, index: u32) -> bool {
        match self.inner(index) {
            CompositeInnerType::Struct(structure) => {
                structure.fields.iter().all(|field| field.element_type.is_defaultable())
            }
            CompositeInnerType::Array(array) => array.0.element_type.is_defaultable(),
            _ => false,
        }
    }

    /// Returns whether a type is a subtype of another.
    pub(super) fn is_subtype(&self, sub: ValType, of: ValType) -> bool {
        match (sub, of) {
            (ValType::Ref(sub), ValType::Ref(of)) => {
                (of.nullable || !sub.nullable) && self.is_heap_subtype(sub.heap_type, of.heap_type)
            }
            (sub, of) => sub == of,
        }
    }

    /// Returns whether a heap type is a subtype of another, neither of which is the type of null.
    pub(super) fn is_heap_subtype(&self, sub: HeapType, of: HeapType) -> bool {
        use AbstractHeapType::{Any, Array, Eq, Func, I31, Struct};
        if sub == of {
            return true;
        }
        match (sub, of) {
            (HeapType::Concrete(sub), HeapType::Concrete(_)) => self.defined[sub as usize]
                .supertype_idxs
                .first()
                .is_some_and(|&sub| self.is_heap_subtype(HeapType::Concrete(sub), of)),
            (HeapType::Concrete(sub), HeapType::Abstract { ty, .. }) => match self.inner(sub) {
                CompositeInnerType::Struct(_) => matches!(ty, Struct | Eq | Any),
                CompositeInnerType::Array(_) => matches!(ty, Array | Eq | Any),
                _ => ty == Func,
            },
            (HeapType::Abstract { ty: sub, .. }, HeapType::Abstract { ty: of, .. }) => {
                matches!((sub, of), (I31 | Struct | Array, Eq | Any) | (Eq, Any))
            }
            _ => false,
        }
    }

    /// Returns whether values of a heap type can be cast to all others of this hierarchy.
    pub(super) fn is_internal(&self, ty: HeapType) -> bool {
        self.is_heap_subtype(ty, HeapType::ANY)
    }
}
