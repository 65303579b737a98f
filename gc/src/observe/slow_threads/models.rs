//! The protocol of a request under loom, which explores every interleaving up to a bound on
//! preemptions.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release slow_threads::models`

use loom::thread;

use super::request::{Orders, Request};
use crate::sync::{Arc, Ordering};

/// A question and its answer.
#[derive(Default)]
struct Room {
    question: u32,
    answer: u32,
}

const THREAD: u32 = 7;
const OTHER: u32 = 8;

fn write(room: &mut Room) {
    room.answer = room.question + 1;
}

/// Posts a question, checks once for the answer, withdraws, and checks again if it is too late to
/// withdraw. Returns the answer, if any.
fn ask(request: &Request<Room>, question: u32) -> Option<u32> {
    let read = |room: &Room| {
        assert_eq!(room.question, question, "an answer to another question");
        room.answer
    };
    // SAFETY: this is the only requester.
    unsafe {
        let posted = request.post(THREAD, |room| *room = Room { question, answer: 0 });
        if !posted {
            return None;
        }
        if let Some(answer) = request.take(read) {
            return Some(answer);
        }
        if request.withdraw(THREAD) {
            return None;
        }
        request.take(read)
    }
}

/// A requester posts two questions and may give up each time; signals arrive at any time, including
/// late ones and one for a thread that is not the target.
fn model(orders: Orders) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(move || {
        let request = Arc::new(Request::new(Room::default(), orders));
        let asked = {
            let request = Arc::clone(&request);
            thread::spawn(move || {
                request.answer(THREAD, write);
                request.answer(THREAD, write);
            })
        };
        let other = {
            let request = Arc::clone(&request);
            thread::spawn(move || {
                assert!(!request.answer(OTHER, write), "another thread is asked");
            })
        };
        for question in [10, 20] {
            if let Some(answer) = ask(&request, question) {
                assert_eq!(answer, question + 1);
            }
        }
        asked.join().unwrap();
        other.join().unwrap();
        // Whatever became of the earlier questions, the next one is answered.
        // SAFETY: this is the only thread.
        unsafe {
            assert!(request.post(THREAD, |room| *room = Room { question: 30, answer: 0 }));
            assert!(request.answer(THREAD, write));
            assert_eq!(request.take(|room| room.answer), Some(31));
            assert!(request.post(THREAD, |_| ()));
            assert!(request.withdraw(THREAD));
        }
        assert!(!request.answer(THREAD, write), "the question was withdrawn");
    });
}

#[test]
fn answers_are_read_when_they_are_written_and_questions_can_be_withdrawn() {
    model(Orders::ALL);
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_release_of_the_question_it_fails() {
    model(Orders { post: Ordering::Relaxed, ..Orders::ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_acquire_of_the_question_it_fails() {
    model(Orders { claim: Ordering::Relaxed, ..Orders::ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_release_of_the_answer_it_fails() {
    model(Orders { finish: Ordering::Relaxed, ..Orders::ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_acquire_of_the_answer_it_fails() {
    model(Orders { look: Ordering::Relaxed, ..Orders::ALL });
}

/// An answer that is being written is taken for the answer to the next question, or the room is
/// prepared for that question at the same time, whichever comes first.
#[test]
#[should_panic]
fn without_an_exchange_to_withdraw_it_fails() {
    model(Orders { withdraw_exchanges: false, ..Orders::ALL });
}
