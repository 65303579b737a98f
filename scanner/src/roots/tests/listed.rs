//! Tests of frames at records with a reference list, which states the values that are references.

use super::*;
use crate::fixtures::{direct, map_with_constants};
use crate::reference_list::MARK;
use crate::table::{TableBuffer, TableBuildError, TableEncodeError};

/// The mark of a reference list: the location of the first constant in the pool.
const LIST: RawLocation = (5, 8, 0, 0);

/// Builds the table of a function at 0x2000 with a record at its offset 5. The last `listed` values
/// of the record are references.
fn build(locations: &[RawLocation], listed: u16) -> Result<TableBuffer<X86_64>, TableBuildError> {
    let rule = FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 64,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: SavedRegisters::new(),
    };
    let locations = [locations, &[LIST]].concat();
    let constants = [MARK + u64::from(listed)];
    let map = map_with_constants(&[(0x2000, &[(5, 7, &locations)])], &[], &constants);
    TableBuilder::new().add(&map, &rule)?.build()
}

/// Returns the stack of that function, with these words in its frame. rbx is 0x5008.
fn stack(frame: [u64; 7]) -> StackImage {
    let words = [register_file(0x5008, 0x9, 0x2005), frame.to_vec(), vec![ENTRY]].concat();
    StackImage::new(STACK, words)
}

/// Collects the pinned roots of a walk.
#[derive(Default)]
struct PinnedRoots(Vec<PinnedRoot>);

impl Relocator for PinnedRoots {
    fn forward(&mut self, object: u64) -> u64 {
        panic!("{object:#x} must be pinned, not relocated")
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        self.0.push(root);
        true
    }
}

/// Walks the stack and returns its pinned roots. The stack must not change.
fn pinned(table: &TableBuffer<X86_64>, frame: [u64; 7]) -> (Vec<PinnedRoot>, WalkCounts) {
    let table = table.table();
    assert!(table.has_pinned());
    let mut stack = stack(frame);
    let before = stack.words().to_vec();
    let cursor = Cursor::from_register_file(&table, &stack, STACK, &[ENTRY]).unwrap();
    let mut seen = PinnedRoots::default();
    let counts = relocate_stack(cursor, &mut stack, &mut StackWalker::new(), &mut seen).unwrap();
    assert_eq!(stack.words(), before);
    (seen.0, counts)
}

// The unlisted values are a slot, a caller-saved register and a byte. The listed references are one
// in rbx, two in a vector, one in a stack object, and a null reference.
#[test]
fn exactly_listed_values_are_references() {
    let others = [slot(7, 0), in_register(5), (3, 1, 7, 8)];
    let references = [in_register(3), vector(7, 16, 2), direct(7, 32), constant(0)];
    let table = build(&[&others[..], &references].concat(), 4).unwrap();
    let (mut seen, counts) = pinned(&table, [1, 2, 0x5010, 0x5020, 0x5030, 6, 7]);
    seen.sort_unstable_by_key(|root| root.value());
    assert_eq!(seen, [0x5008, 0x5010, 0x5020, 0x5030].map(PinnedRoot::Reference));
    assert_eq!((counts.pinned_roots, counts.roots_visited, counts.register_roots), (4, 4, 1));

    let table = table.table();
    let image = stack([1, 2, 0x5010, 0x5020, 0x5030, 6, 7]);
    let cursor = Cursor::from_register_file(&table, &image, STACK, &[ENTRY]).unwrap();
    let mut kinds = Vec::new();
    visit_stack(cursor, &image, &mut |_, root| kinds.push(root.kind)).unwrap();
    assert_eq!(kinds, [RootKind::PinnedReference; 4]);
}

#[test]
fn empty_list_means_no_references() {
    let table = build(&[slot(7, 0), in_register(0)], 0).unwrap();
    let (seen, counts) = pinned(&table, [0x5000, 0, 0, 0, 0, 0, 0]);
    assert_eq!((seen, counts.records_matched), (vec![], 1));
}

// Without a reference list, a record with three constants and pairs is a statepoint.
#[test]
fn record_with_reference_list_is_not_statepoint() {
    let values = [constant(0), constant(0), constant(0), slot(7, 8)];
    let table = build(&values, 1).unwrap();
    let (seen, _) = pinned(&table, [0, 0x5000, 0, 0, 0, 0, 0]);
    assert_eq!(seen, [PinnedRoot::Reference(0x5000)]);
    let site = table.table().lookup(0x2005).unwrap();
    assert!(site.frame().is_none());
}

#[test]
fn impossible_reference_list_is_rejected() {
    let problem = |locations: &[RawLocation], listed| match build(locations, listed) {
        Err(TableBuildError::Root { function: 0x2000, pc: 0x2005, problem, .. }) => problem,
        other => panic!("{other:?}"),
    };
    let too_long = TableEncodeError::ListTooLong { listed: 2, values: 1 };
    assert_eq!(problem(&[slot(7, 0)], 2), too_long);
    assert!(too_long.to_string().contains("lists 2"), "{too_long}");
    // The invalid values are: four bytes in a slot, four in a register, a vector register, a
    // misaligned slot, a misaligned object, and a value without bytes.
    for wrong in [(3, 4, 7, 0), (1, 4, 3, 0), (1, 8, 17, 0), slot(7, 4), direct(7, 1), (3, 0, 7, 0)]
    {
        let found = problem(&[slot(7, 0), wrong], 1);
        let TableEncodeError::ListedValue { location } = found else { panic!("{found}") };
        assert_eq!(
            (location.size, location.register, location.offset),
            (wrong.1, wrong.2, wrong.3)
        );
        assert!(build(&[wrong, slot(7, 0)], 1).is_ok(), "unlisted values are not checked");
    }
}

#[test]
fn listed_reference_in_lost_register_is_an_error() {
    let table = build(&[in_register(5)], 1).unwrap();
    let table = table.table();
    let image = stack([0; 7]);
    let cursor = Cursor::from_register_file(&table, &image, STACK, &[ENTRY]).unwrap();
    let result = visit_stack(cursor, &image, &mut |_, root| panic!("{root:?}"));
    assert!(
        matches!(result, Err(StackWalkError::PinnedRegister { register: 5, .. })),
        "{result:?}"
    );
}
