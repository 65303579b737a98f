//! Loom models of the protocol of [`request`](super::request). Loom explores every interleaving
//! with at most three preemptions (`LOOM_MAX_PREEMPTIONS` overrides this bound).
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release slow_threads::models`

use loom::thread;

use super::request::{Orders, Request};
use crate::sync::{Arc, Ordering};

/// The input of a request and the response to it.
#[derive(Default)]
struct Exchange {
    input: u32,
    response: u32,
}

/// ID of the target thread.
const THREAD: u32 = 7;
/// ID of another thread.
const OTHER: u32 = 8;

/// Writes the response.
fn write(buffer: &mut Exchange) {
    buffer.response = buffer.input + 1;
}

/// Posts a request and checks once for the response. If there is none, withdraws the request, or
/// checks again if the target has already claimed it. Returns the response, if any.
fn exchange(request: &Request<Exchange>, input: u32) -> Option<u32> {
    let read = |buffer: &Exchange| {
        assert_eq!(buffer.input, input, "the response belongs to this request");
        buffer.response
    };
    // SAFETY: the calling thread is the only requester.
    unsafe {
        let posted = request.post(THREAD, |buffer| *buffer = Exchange { input, response: 0 });
        if !posted {
            return None;
        }
        if let Some(response) = request.take(read) {
            return Some(response);
        }
        if request.withdraw(THREAD) {
            return None;
        }
        request.take(read)
    }
}

/// Models a requester that posts two requests and may withdraw each. Signals are delivered at any
/// time, also after the withdrawal, and to a thread that is not the target.
fn model(orders: Orders) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(move || {
        let request = Arc::new(Request::new(Exchange::default(), orders));
        let target = {
            let request = Arc::clone(&request);
            thread::spawn(move || {
                request.respond(THREAD, write);
                request.respond(THREAD, write);
            })
        };
        let other = {
            let request = Arc::clone(&request);
            thread::spawn(move || {
                assert!(!request.respond(OTHER, write), "the request is for another thread");
            })
        };
        for input in [10, 20] {
            if let Some(response) = exchange(&request, input) {
                assert_eq!(response, input + 1);
            }
        }
        target.join().unwrap();
        other.join().unwrap();
        // The next request works whether or not the earlier requests had responses.
        // SAFETY: the other threads have ended, so this thread is the only requester.
        unsafe {
            assert!(request.post(THREAD, |buffer| *buffer = Exchange { input: 30, response: 0 }));
            assert!(request.respond(THREAD, write));
            assert_eq!(request.take(|buffer| buffer.response), Some(31));
            assert!(request.post(THREAD, |_| ()));
            assert!(request.withdraw(THREAD));
        }
        assert!(!request.respond(THREAD, write), "the request was withdrawn");
    });
}

#[test]
fn captures_are_read_when_complete_and_can_be_withdrawn() {
    model(Orders::ALL);
}

#[test]
#[should_panic(expected = "Causality violation")]
fn request_release_is_necessary() {
    model(Orders { post: Ordering::Relaxed, ..Orders::ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn request_acquire_is_necessary() {
    model(Orders { claim: Ordering::Relaxed, ..Orders::ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn response_release_is_necessary() {
    model(Orders { finish: Ordering::Relaxed, ..Orders::ALL });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn response_acquire_is_necessary() {
    model(Orders { observe: Ordering::Relaxed, ..Orders::ALL });
}

/// If a withdrawal were a plain store, the next request could be posted while the previous response
/// is still being written. The buffer would then be written concurrently, or the wrong response
/// would be read.
#[test]
#[should_panic]
fn withdrawal_exchange_is_necessary() {
    model(Orders { withdraw_exchanges: false, ..Orders::ALL });
}
