//! A list of finalizer registrations that is sorted by ID, in chunks: a B+ tree with two levels.
//!
//! Workers visit the chunks concurrently, and remove registrations from them. The IDs of new
//! registrations increase, so nearly all insertions are at the end.

use super::finalizers::Registration;
use crate::worklist::ITEMS_PER_TASK;

/// Maximum number of registrations of a chunk.
const CHUNK: usize = ITEMS_PER_TASK;

/// Registrations with their IDs, by ID.
#[derive(Debug, Default)]
pub(super) struct Registrations {
    /// The chunks, none of which is empty. All IDs of a chunk are greater than those of the chunk
    /// before it.
    pub(super) chunks: Vec<Vec<(u64, Registration)>>,
}

impl Registrations {
    /// Returns the number of registrations.
    pub(super) fn len(&self) -> usize {
        self.chunks.iter().map(Vec::len).sum()
    }

    /// Returns all registrations, by ID.
    pub(super) fn all(&self) -> impl Iterator<Item = &(u64, Registration)> {
        self.chunks.iter().flatten()
    }

    /// Returns the registrations with IDs greater than `id`, by ID.
    pub(super) fn after_mut(&mut self, id: u64) -> impl Iterator<Item = &mut (u64, Registration)> {
        let first = self.chunks.partition_point(|chunk| last_id(chunk) <= id);
        self.chunks[first..].iter_mut().flatten().skip_while(move |entry| entry.0 <= id)
    }

    /// Adds a registration whose ID is greater than all others.
    pub(super) fn push(&mut self, id: u64, registration: Registration) {
        debug_assert!(self.chunks.last().is_none_or(|chunk| last_id(chunk) < id));
        match self.chunks.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => chunk.push((id, registration)),
            None => self.chunks.push(vec![(id, registration)]),
        }
    }

    /// Inserts registrations that are sorted by ID.
    pub(super) fn insert_all(&mut self, registrations: Vec<(u64, Registration)>) {
        for (id, registration) in registrations {
            let at = self.chunks.partition_point(|chunk| last_id(chunk) < id);
            if at == self.chunks.len() {
                self.push(id, registration);
                continue;
            }
            let chunk = &mut self.chunks[at];
            let place = chunk.partition_point(|entry| entry.0 < id);
            chunk.insert(place, (id, registration));
            if chunk.len() > CHUNK {
                let upper = chunk.split_off(CHUNK / 2);
                self.chunks.insert(at + 1, upper);
            }
        }
    }

    /// Removes the registration with an ID, if there is one.
    pub(super) fn remove(&mut self, id: u64) -> Option<Registration> {
        let at = self.chunks.partition_point(|chunk| last_id(chunk) < id);
        let chunk = self.chunks.get_mut(at)?;
        let place = chunk.binary_search_by_key(&id, |entry| entry.0).ok()?;
        let (_, registration) = chunk.remove(place);
        if chunk.is_empty() {
            self.chunks.remove(at);
        }
        Some(registration)
    }

    /// Removes chunks that workers have emptied, and joins small ones with their neighbours.
    pub(super) fn remove_empty_chunks(&mut self) {
        self.chunks.dedup_by(|chunk, before| {
            let joins = before.len() + chunk.len() <= CHUNK / 2;
            if joins {
                before.append(chunk);
            }
            joins || chunk.is_empty()
        });
        self.chunks.retain(|chunk| !chunk.is_empty());
    }
}

/// Returns the last ID of a chunk, which is not empty.
fn last_id(chunk: &[(u64, Registration)]) -> u64 {
    chunk.last().map_or(0, |entry| entry.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn registration(token: u64) -> Registration {
        Registration { word: 8, token, settled_in: 0 }
    }

    fn assert_equal(list: &Registrations, model: &BTreeMap<u64, u64>) {
        let all: Vec<_> = list.all().map(|(id, entry)| (*id, entry.token)).collect();
        assert_eq!(all, model.iter().map(|(&id, &token)| (id, token)).collect::<Vec<_>>());
        assert_eq!(list.len(), model.len());
        assert!(list.chunks.iter().all(|chunk| (1..=CHUNK).contains(&chunk.len())));
    }

    #[test]
    fn random_operations_agree_with_a_map() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut list, mut model) = (Registrations::default(), BTreeMap::new());
        for round in 0..300 {
            match random.u8(..5) {
                0 | 1 => {
                    let last = model.keys().next_back().copied().unwrap_or(0);
                    for id in (last + 1..).step_by(3).take(random.usize(..2 * CHUNK)) {
                        list.push(id, registration(id));
                        model.insert(id, id);
                    }
                }
                2 => {
                    let mut ids: Vec<u64> = (0..random.usize(..CHUNK))
                        .map(|_| random.u64(1..200_000))
                        .filter(|id| !model.contains_key(id))
                        .collect();
                    ids.sort_unstable();
                    ids.dedup();
                    model.extend(ids.iter().map(|&id| (id, id + 1)));
                    list.insert_all(ids.iter().map(|&id| (id, registration(id + 1))).collect());
                }
                3 => {
                    for _ in 0..CHUNK {
                        let id = random.u64(..200_000);
                        let removed = list.remove(id).map(|entry| entry.token);
                        assert_eq!(removed, model.remove(&id));
                    }
                }
                _ => {
                    let multiple = random.u64(1..9);
                    let stays = |id: u64| (id / 1000) % 9 >= multiple;
                    list.chunks.iter_mut().for_each(|chunk| chunk.retain(|&(id, _)| stays(id)));
                    list.remove_empty_chunks();
                    model.retain(|&id, _| stays(id));
                }
            }
            assert_equal(&list, &model);
            let after = random.u64(..200_000);
            let found: Vec<_> = list.after_mut(after).take(5).map(|entry| entry.0).collect();
            let expected: Vec<_> = model.range(after + 1..).take(5).map(|(&id, _)| id).collect();
            assert_eq!(found, expected, "in round {round}");
        }
    }
}
