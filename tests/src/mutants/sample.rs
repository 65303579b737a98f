//! Draws a reproducible random sample of mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash as _, Hasher};

use super::{MutantKey, Place};

/// FNV-1a hasher. Unlike the standard hasher, it gives the same hash on every machine and with
/// every compiler.
struct Fnv1aHasher(u64);

impl Hasher for Fnv1aHasher {
    fn finish(&self) -> u64 {
        // Only the low bits of an FNV-1a hash are well mixed.
        fastrand::Rng::with_seed(self.0).u64(..)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// Returns the sort key of a mutant for a seed. The key depends only on the seed, the function and
/// the mutation. Neither a change elsewhere in the file nor a move to another file changes the
/// sample.
fn rank(seed: u64, key: &MutantKey) -> u64 {
    let MutantKey { file: _, function, kind, before, after, ordinal } = key;
    let mut hasher = Fnv1aHasher(0xcbf2_9ce4_8422_2325);
    (seed, function, kind, before, after, ordinal).hash(&mut hasher);
    hasher.finish()
}

/// Draws `count` mutants, the same number of each kind unless a kind has too few. Within a kind,
/// each mutant has the same probability, so the share of a file is proportional to its size.
pub fn draw(places: Vec<Place>, seed: u64, count: usize) -> Vec<Place> {
    let mut kinds: BTreeMap<_, Vec<Place>> = BTreeMap::new();
    for place in places {
        kinds.entry(place.key.kind).or_default().push(place);
    }
    let mut kinds: Vec<Vec<Place>> = kinds.into_values().collect();
    for places in &mut kinds {
        // Mutants are popped from the end.
        places.sort_by_key(|place| std::cmp::Reverse(rank(seed, &place.key)));
    }
    let mut drawn = Vec::new();
    while drawn.len() < count && kinds.iter().any(|places| !places.is_empty()) {
        for places in &mut kinds {
            drawn.extend((drawn.len() < count).then(|| places.pop()).flatten());
        }
    }
    sorted(drawn)
}

/// Returns the mutants with these keys.
pub fn select(places: Vec<Place>, keys: &BTreeSet<MutantKey>) -> Vec<Place> {
    sorted(places.into_iter().filter(|place| keys.contains(&place.key)).collect())
}

fn sorted(mut places: Vec<Place>) -> Vec<Place> {
    places.sort_by(|a, b| (&a.key.file, a.range.start).cmp(&(&b.key.file, b.range.start)));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::MutantKind;
    use crate::mutants::places::find_in_file;

    #[test]
    fn a_sample_has_all_kinds_and_does_not_depend_on_file_names() {
        let body: String = (0..40).map(|n| format!("if x({n}) {{ y({n} + 1); }}")).collect();
        let text = format!("fn f() {{ for x in y {{ {body} }} }}");
        let places = || find_in_file(&text, "f.rs").unwrap().places;
        let keys =
            |sample: Vec<Place>| sample.into_iter().map(|place| place.key).collect::<Vec<_>>();
        let sample = keys(draw(places(), 1, 40));
        assert_eq!(sample.len(), 40);
        assert_eq!(sample, keys(draw(places(), 1, 40)));
        assert_ne!(sample, keys(draw(places(), 2, 40)));
        let count = |kind| sample.iter().filter(|key| key.kind == kind).count();
        assert_eq!((count(MutantKind::Return), count(MutantKind::LastElement)), (1, 1));
        assert!(count(MutantKind::Condition) >= 7 && count(MutantKind::Arithmetic) >= 7);
        // The same mutants are drawn when the code moves to another file.
        let moved = keys(draw(find_in_file(&text, "other/g.rs").unwrap().places, 1, 40));
        let what = |key: &MutantKey| (key.kind, key.before.clone(), key.ordinal);
        assert!(moved.iter().map(what).eq(sample.iter().map(what)));
        // Mutants in other functions replace some of the sample, but do not change the order of the
        // rest.
        let mut more = places();
        more.extend(find_in_file("fn g() { if z() { } }", "g.rs").unwrap().places);
        let more = keys(draw(more, 1, 60));
        assert!(keys(draw(places(), 1, 60)).iter().filter(|key| !more.contains(key)).count() <= 4);
    }
}
