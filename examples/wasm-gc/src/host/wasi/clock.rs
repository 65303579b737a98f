//! Clocks, and waiting for them.

use std::time::Duration;

use super::State;
use super::errno::Errno;
use super::guest::Guest;

/// Bytes of a subscription and of an event.
const SUBSCRIPTION: u32 = 48;
const EVENT: u32 = 32;
/// The largest number of subscriptions of a call.
const MAX_SUBSCRIPTIONS: u32 = 4096;
/// The kinds of subscriptions.
const CLOCK: u8 = 0;
const READ: u8 = 1;
const WRITE: u8 = 2;
/// The flag of a time that is not relative to the call.
const ABSOLUTE: u16 = 1;

/// Returns the system's clock with an id.
fn clock(id: u64) -> Result<libc::clockid_t, Errno> {
    match id {
        0 => Ok(libc::CLOCK_REALTIME),
        1 => Ok(libc::CLOCK_MONOTONIC),
        2 => Ok(libc::CLOCK_PROCESS_CPUTIME_ID),
        3 => Ok(libc::CLOCK_THREAD_CPUTIME_ID),
        _ => Err(Errno::INVAL),
    }
}

type ClockFunction = unsafe extern "C" fn(libc::clockid_t, *mut libc::timespec) -> libc::c_int;

/// Calls a function of the system that writes a time, and returns that in nanoseconds.
fn nanoseconds(function: ClockFunction, id: u64) -> Result<u64, Errno> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes a time.
    if unsafe { function(clock(id)?, &raw mut time) } != 0 {
        return Err(Errno::last());
    }
    let seconds = u64::try_from(time.tv_sec).map_err(|_| Errno::OVERFLOW)?;
    let total = seconds.checked_mul(1_000_000_000).ok_or(Errno::OVERFLOW)?;
    total.checked_add(time.tv_nsec as u64).ok_or(Errno::OVERFLOW)
}

pub(super) fn res_get(_: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    guest.write_u64(arguments[1] as u32, nanoseconds(libc::clock_getres, arguments[0])?)
}

/// The second argument is the precision. The time is as precise as the system's.
pub(super) fn time_get(_: &mut State, guest: &Guest, arguments: &[u64]) -> Result<(), Errno> {
    guest.write_u64(arguments[2] as u32, nanoseconds(libc::clock_gettime, arguments[0])?)
}

/// Waits until the first subscription is due. A descriptor is always ready, because reading and
/// writing wait.
pub(super) fn poll_oneoff(
    state: &mut State,
    guest: &Guest,
    arguments: &[u64],
) -> Result<(), Errno> {
    let [subscriptions, events, count, number] = arguments else {
        unreachable!("the function has four parameters")
    };
    let (subscriptions, events) = (*subscriptions as u32, *events as u32);
    let count = *count as u32;
    if count == 0 || count > MAX_SUBSCRIPTIONS {
        return Err(Errno::INVAL);
    }
    guest.check(subscriptions, (count * SUBSCRIPTION) as usize)?;
    guest.check(events, (count * EVENT) as usize)?;
    guest.check(*number as u32, 4)?;

    // What remains until each is due, or the error that its event reports.
    let due: Vec<_> = (0..count)
        .map(|index| remaining(state, guest, subscriptions + index * SUBSCRIPTION))
        .collect();
    let errors = due.iter().any(Result::is_err);
    let first = due.iter().flatten().min().filter(|_| !errors).copied().unwrap_or_default();
    std::thread::sleep(Duration::from_nanos(first));

    let mut written = 0;
    for (index, outcome) in (0..).zip(&due) {
        let error = match outcome {
            Ok(remaining) if *remaining <= first => Errno(0),
            Ok(_) => continue,
            Err(error) => *error,
        };
        let subscription = subscriptions + index * SUBSCRIPTION;
        let (user, kind) = (guest.u64(subscription)?, guest.u8(subscription + 8)?);
        let mut event = [0; EVENT as usize];
        event[..8].copy_from_slice(&user.to_le_bytes());
        event[8..10].copy_from_slice(&error.0.to_le_bytes());
        event[10] = kind;
        // A descriptor has at least a byte.
        event[16] = u8::from(kind != CLOCK);
        guest.write(events + written * EVENT, &event)?;
        written += 1;
    }
    guest.write_u32(*number as u32, written)
}

/// Returns the nanoseconds until a subscription is due.
fn remaining(state: &State, guest: &Guest, subscription: u32) -> Result<u64, Errno> {
    match guest.u8(subscription + 8)? {
        CLOCK => {
            let id = guest.u32(subscription + 16)?.into();
            let timeout = guest.u64(subscription + 24)?;
            // Waiting consumes no processor time.
            if id > 1 {
                return Err(Errno::NOTSUP);
            }
            let now = nanoseconds(libc::clock_gettime, id)?;
            let is_absolute = guest.u16(subscription + 40)? & ABSOLUTE != 0;
            Ok(if is_absolute { timeout.saturating_sub(now) } else { timeout })
        }
        READ | WRITE => state.descriptors.get(guest.u32(subscription + 16)?).map(|_| 0),
        _ => Err(Errno::INVAL),
    }
}
