//! Tests of the header word. Exactly one of several threads claims, marks or logs an object, and
//! concurrent updates do not lose other fields.

use super::*;

/// Returns the header of a new object of this type.
fn header(id: u32) -> Header {
    Header::from_object(u64::from(id) << 8)
}

#[test]
fn header_fits_a_sign_extended_immediate() {
    for id in [1, 77, TypeId::MAX.get()] {
        let header = header(id);
        assert_eq!(header.type_id().get(), id);
        assert!(header.bits() <= i32::MAX as u64);
        assert_eq!(Header::from_managed(header.bits()), Some(header));
    }
    assert_eq!(Header::from_managed(0x101), None);
    assert_eq!(Header::from_managed(1 << 40), None);
}

#[test]
fn claimed_object_is_later_seen_moved() {
    let word = HeaderWord(AtomicU64::new(header(5).bits()));
    assert_eq!(word.moved(), None);
    assert_eq!(word.claim(UNLOGGED), Claim::Claimed(header(5)));
    assert_eq!(word.moved(), None);
    word.publish(0x1000);
    assert_eq!(word.moved(), Some(0x1000));
    assert_eq!(word.claim(UNLOGGED), Claim::Moved(0x1000));
    assert_eq!(word.claim_nonatomic(UNLOGGED), Claim::Moved(0x1000));
}

#[test]
fn retained_object_is_claimed_once() {
    for live in MARKINGS {
        let word = HeaderWord(AtomicU64::new(header(5).bits()));
        let Claim::Claimed(claimed) = word.claim(live) else { panic!("the claim failed") };
        word.publish_retained(claimed, live);
        assert_eq!(
            (word.claim(live), word.claim_nonatomic(live)),
            (Claim::Retained, Claim::Retained)
        );
        assert!(word.is_live(live));
        assert_eq!(word.mark(live), None);
        // The next full collection uses the next marking.
        let next = next_marking(live);
        assert_eq!(word.mark(next), Some(header(5).with_live(next)));
        assert_eq!(word.mark(next), None);
        assert_eq!(word.mark_nonatomic(live), Some(header(5).with_live(live)));
        assert_eq!(word.mark_nonatomic(live), None);
    }
}

/// Several workers reach the same object concurrently. One claims it. All of them see its new
/// address, or that it is retained.
#[test]
fn exactly_one_worker_claims_or_marks_an_object() {
    const WORKERS: usize = 3;
    for round in 1..=300_u64 {
        let word = HeaderWord(AtomicU64::new(header(9).bits() | PINNED | round << HASH_SHIFT));
        // The header of the copy is written like its other words, before the address is published.
        let copy = AtomicU64::new(0);
        let address = &raw const copy as usize;
        let is_retained = round % 3 == 0;
        let (owners, start) = (AtomicU64::new(0), std::sync::Barrier::new(WORKERS));
        std::thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| {
                    start.wait();
                    let claim = word.claim(UNLOGGED);
                    match claim {
                        Claim::Claimed(header) if is_retained => {
                            owners.fetch_add(1, Ordering::Relaxed);
                            word.publish_retained(header, UNLOGGED);
                        }
                        Claim::Claimed(header) => {
                            owners.fetch_add(1, Ordering::Relaxed);
                            copy.store(header.bits(), Ordering::Relaxed);
                            word.publish(address);
                        }
                        Claim::Moved(to) => {
                            assert!(!is_retained && to == address);
                            let header = Header::from_object(copy.load(Ordering::Relaxed));
                            assert_eq!(u64::from(header.type_id().get()), 9);
                            assert_eq!(header.bits() >> HASH_SHIFT, round);
                        }
                        Claim::Retained => assert!(is_retained, "the object moves"),
                    }
                    assert_eq!(word.moved(), (!is_retained).then_some(address));
                });
            }
        });
        assert_eq!(owners.load(Ordering::Relaxed), 1);
        if !is_retained {
            continue;
        }
        // A retained object keeps all of its bits. In the next full collection, one worker marks
        // it.
        assert!(word.read().is_pinned());
        assert_eq!(word.read().bits() >> HASH_SHIFT, round);
        let marked = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..WORKERS {
                scope.spawn(|| {
                    start.wait();
                    if word.mark(MARKINGS[1]).is_some() {
                        marked.fetch_add(1, Ordering::Relaxed);
                    }
                    assert!(word.is_live(MARKINGS[1]) && word.mark(MARKINGS[1]).is_none());
                });
            }
        });
        assert_eq!(marked.into_inner(), 1);
    }
}

#[test]
fn exactly_one_thread_logs_an_object() {
    for _ in 0..200 {
        let word = HeaderWord(AtomicU64::new(header(9).bits() | UNLOGGED | 1 << 40));
        let loggers = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    if word.clear_unlogged() {
                        loggers.fetch_add(1, Ordering::Relaxed);
                    }
                    assert_eq!(word.read().bits(), header(9).bits() | 1 << 40);
                });
            }
        });
        assert_eq!(loggers.into_inner(), 1);
    }
}

#[test]
fn identity_hash_is_stable_and_moves_with_the_header() {
    let word = HeaderWord(AtomicU64::new(header(5).bits()));
    assert_eq!(word.identity_hash(|| 0x8000_0001), 0x8000_0001);
    assert_eq!(word.identity_hash(|| panic!("the object has a hash")), 0x8000_0001);
    let Claim::Claimed(header) = word.claim(UNLOGGED) else { panic!("no other thread claims it") };
    assert_eq!(header.type_id().get(), 5);
    assert_eq!(
        HeaderWord(AtomicU64::new(header.bits()))
            .identity_hash(|| panic!("the header includes the hash")),
        0x8000_0001
    );
}

#[test]
fn concurrent_threads_get_the_same_hash() {
    for _ in 0..200 {
        let word = HeaderWord(AtomicU64::new(header(9).bits()));
        let hashes: Vec<u32> = std::thread::scope(|scope| {
            let word = &word;
            let threads =
                [1, 2, 3, 4].map(|fresh| scope.spawn(move || word.identity_hash(|| fresh)));
            threads.map(|thread| thread.join().unwrap()).into()
        });
        assert!(hashes.iter().all(|&hash| hash == hashes[0] && hash != 0), "{hashes:?}");
    }
}

#[test]
fn concurrent_claims_agree_on_the_address() {
    for round in 0..200_u64 {
        let word = HeaderWord(AtomicU64::new(header(9).bits()));
        let claims = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    if let Claim::Claimed(_) = word.claim(UNLOGGED) {
                        claims.fetch_add(1, Ordering::Relaxed);
                        word.publish(0x4000 + 8 * round as usize);
                    }
                    assert_eq!(word.claim(UNLOGGED), Claim::Moved(0x4000 + 8 * round as usize));
                });
            }
        });
        assert_eq!(claims.into_inner(), 1);
    }
}

/// [`HeaderWord::inspect`] returns `Plain` for the objects that [`HeaderWord::claim`] would claim,
/// and for none that needs more than a copy.
#[test]
fn inspection_agrees_with_claim() {
    for live in MARKINGS {
        for low in 0..1_u64 << 6 {
            let seen = header(5).bits() | low | 7 << HASH_SHIFT;
            let word = || HeaderWord(AtomicU64::new(seen));
            for young in [false, true] {
                let inspect = if young {
                    word().inspect::<true>(live)
                } else {
                    word().inspect::<false>(live)
                };
                match seen & TAG {
                    0 => {}
                    MOVED => {
                        assert_eq!(inspect, Inspection::Moved((seen & !TAG) as usize));
                        continue;
                    }
                    _ => {
                        assert_ne!(seen & TAG, 0);
                        assert_eq!(inspect, Inspection::Other);
                        continue;
                    }
                }
                let claim = word().claim(live);
                let special = seen & (PINNED | WAITING_KEY) != 0 || (young && seen & UNLOGGED != 0);
                match inspect {
                    Inspection::Plain(plain) => {
                        assert!(!special, "{seen:#x}");
                        assert_eq!(claim, Claim::Claimed(plain));
                        let word = word();
                        assert!(word.claim_plain(plain) && !word.claim_plain(plain));
                        assert_eq!(word.inspect::<false>(live), Inspection::Other);
                        word.publish(0x1000);
                        assert!(!word.claim_plain(plain));
                        assert_eq!(word.inspect::<true>(live), Inspection::Moved(0x1000));
                    }
                    Inspection::Other => {
                        assert!(special || claim == Claim::Retained, "{seen:#x} {live:#x}")
                    }
                    Inspection::Moved(_) => panic!("{seen:#x}"),
                }
            }
        }
    }
}

/// Bits of three consecutive markings.
const MARKINGS: [u64; 3] = [UNLOGGED, next_marking(UNLOGGED), next_marking(next_marking(UNLOGGED))];

#[test]
fn markings_repeat_after_three() {
    for (n, live) in MARKINGS.into_iter().enumerate() {
        assert_eq!(next_marking(live), MARKINGS[(n + 1) % 3]);
        assert_eq!(live & !(MARK | UNLOGGED), 0);
        let word = HeaderWord(AtomicU64::new(header(5).bits()));
        word.publish_retained(header(5), live);
        assert!(
            word.is_marked(live) && MARKINGS.iter().filter(|&&m| word.is_marked(m)).count() == 1
        );
    }
}

/// The write barrier, a pin, an identity hash and two markers update one header concurrently.
#[test]
fn concurrent_changes_of_one_header_are_not_lost() {
    for round in 0..300 {
        let word = HeaderWord(AtomicU64::new(header(9).with_live(MARKINGS[round % 3]).bits()));
        let next = MARKINGS[(round + 1) % 3];
        let marked = std::thread::scope(|scope| {
            let markers = [(); 2].map(|()| scope.spawn(|| word.mark_concurrently(next).is_some()));
            scope.spawn(|| assert!(word.clear_unlogged()));
            scope.spawn(|| word.pin());
            scope.spawn(|| assert_eq!(word.identity_hash(|| 7), 7));
            markers.map(|marker| marker.join().unwrap())
        });
        assert_eq!(marked.iter().filter(|&&marked| marked).count(), 1);
        let seen = word.read();
        assert_eq!(seen.bits(), header(9).bits() | next & MARK | PINNED | 7 << HASH_SHIFT);
        assert!(word.is_marked(next) && !word.is_unlogged() && seen.is_pinned());
    }
}
