//! The suspended fibers whose stacks a cycle has read.
//!
//! A pause scans the fibers that are listed: those that have run since they were found to be clean
//! (`thread/fibers.rs`). Markers read all others that existed when the cycle began, concurrently
//! with the program. So the references on each suspended stack are shaded in each cycle:
//!
//! * The marker claims a clean fiber while it reads its frames, so no thread resumes it meanwhile
//!   (`thread/resumable_by.rs`).
//! * A deep stack is read in pieces, each under a claim of its own ([`PartlyRead`]).
//! * A fiber that is not clean when a marker comes to it is listed, or runs. It stays so until the
//!   next pause, which scans it. All of it, even if it is deep: no pause of the cycle skips clean
//!   parts of a stack that the cycle has not seen (`thread/stack_parts.rs`).
//! * A fiber that was created later has no frames before it is resumed, and is listed then.
//! * A fiber that is removed is not a root any more.
//!
//! # Deep stacks
//!
//! A piece ends with the frame that completes a constant number of bytes, so a thread that resumes,
//! walks or drops the fiber waits for one piece. The marker releases the fiber between two pieces.
//! When a marker returns to the fiber, one of these holds:
//!
//! | since the last piece, the fiber | the marker | its references are shaded by |
//! |---|---|---|
//! | has not run | reads the next piece | markers |
//! | has run, and no pause has scanned it | skips it: it is not clean | the next pause |
//! | has run, and a pause has scanned it | skips it: the cycle has seen all frames | that pause |
//! | was removed | finds another fiber in its place | |
//!
//! If the fiber has not run, its frames are where they were. A takeover may have replaced their
//! return addresses, but a walk continues with the original ones. Only a pause that scans the fiber
//! changes its return barriers, and then the cycle has seen all frames. Only full collections move
//! objects to which a clean stack refers, and they abandon the cycle.
//!
//! If a thread has waited for a piece, the marker leaves the fiber to the next pause, which scans
//! all of it. Otherwise the marker might claim the fiber again before the thread looks.
//!
//! A handshake or takeover claims all fibers of a thread while it walks them. A marker that comes
//! to one of them leaves it to the next pause, and reads no other fiber before that pause. This
//! pause begins after the walk, because it waits for handshakes, and for threads that walk their
//! own fibers.
//!
//! So a pause scans at most one clean fiber, and one for each time that a thread has resumed,
//! dropped or walked fibers since the pause before. That does not depend on the number of fibers.
//!
//! # Fibers that objects own
//!
//! The references on their stacks keep nothing alive unless the owners are live. So markers read
//! them last, when they settle weak items: nearly all live owners are marked then. The pause that
//! ends marking processes those whose owners are not, as ephemerons.

use std::sync::Arc;

use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::InitialRegisters;

use crate::sync::Mutex;
use crate::thread::{Activation, FiberRecord};

/// Which fibers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FiberKind {
    /// Those whose references are roots.
    Root,
    /// Those that objects own.
    Owned,
}

/// A point between two frames of a stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackPoint {
    /// The address of the activation of the segment that contains the next frame.
    activation: usize,
    /// The registers at the next frame.
    pub(crate) registers: InitialRegisters<Host>,
}

impl StackPoint {
    /// Returns the point before the frame with these registers, in the segment of this activation.
    pub(crate) fn new(activation: *const Activation, registers: InitialRegisters<Host>) -> Self {
        Self { activation: activation.expose_provenance(), registers }
    }

    /// Returns the activation of the segment that contains the next frame.
    pub(crate) fn activation(&self) -> *const Activation {
        core::ptr::with_exposed_provenance(self.activation)
    }
}

/// A fiber of which a marker has read the younger frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartlyRead {
    /// The number of the fiber. The fiber may have been removed since.
    pub(crate) fiber: u64,
    /// Before the first frame that was not read.
    pub(crate) next: StackPoint,
}

/// The fibers of a heap, as markers read them.
pub(crate) trait ReadFibers: Sync {
    /// Reads some of the clean fibers of this kind before the position `end` of the list of all
    /// fibers, the last ones first, and passes the references on their stacks to `visit`. Owned
    /// fibers are read if their owners are marked.
    fn read_some(
        &self,
        kind: FiberKind,
        from: FiberPosition,
        visit: &mut dyn FnMut(u64),
    ) -> FibersRead;
}

/// What remains to be read of the fibers of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FiberPosition {
    /// The position in the list of all fibers before which fibers remain to be read.
    pub(crate) end: usize,
    /// The last fiber before that position, unless it was removed, if it was read in part.
    pub(crate) partly: Option<PartlyRead>,
}

/// The result of reading some fibers.
#[derive(Debug, Default)]
pub(crate) struct FibersRead {
    pub(crate) position: FiberPosition,
    /// Number of fibers that were read.
    pub(crate) read: u64,
    /// Fibers that were not read because their owners are not marked.
    pub(crate) unmarked: Vec<Arc<FiberRecord>>,
    /// Whether another thread walks a fiber, and perhaps more of them.
    pub(crate) is_blocked: bool,
}

#[derive(Debug, Default)]
struct State {
    roots: FiberPosition,
    owned: FiberPosition,
    read: u64,
    /// Whether no fiber is read before the next pause.
    is_blocked: bool,
    /// Fibers whose owners were not marked when a marker came to them. They are not removed before
    /// the end of the cycle, because objects own them.
    unmarked: Vec<Arc<FiberRecord>>,
}

/// The fibers that remain to be read in a cycle.
///
/// Positions decrease: a fiber that takes the place of a removed one comes from a higher position,
/// so none is left out.
#[derive(Debug)]
pub(super) struct FiberCursor(Mutex<State>);

impl FiberCursor {
    pub(super) fn new() -> Self {
        Self(Mutex::new(State::default()))
    }

    /// Begins a cycle: none of these fibers was read.
    pub(super) fn begin(&self, fibers: usize) {
        let all = FiberPosition { end: fibers, partly: None };
        *self.0.lock() = State { roots: all, owned: all, ..State::default() };
    }

    /// Forgets the fibers that were not read: the marking is abandoned.
    pub(super) fn clear(&self) {
        self.begin(0);
    }

    /// Returns whether all fibers of this kind were read.
    pub(super) fn is_done(&self, kind: FiberKind) -> bool {
        self.0.lock().position(kind).end == 0
    }

    /// Returns whether markers read no fiber before the next pause.
    pub(super) fn is_blocked(&self) -> bool {
        self.0.lock().is_blocked
    }

    /// Lets fibers be read again. In a pause: no thread walks a fiber.
    pub(super) fn unblock(&self) {
        self.0.lock().is_blocked = false;
    }

    /// Returns the number of fibers that were read since the cycle has begun.
    pub(super) fn read(&self) -> u64 {
        self.0.lock().read
    }

    /// Removes and returns the fibers whose owners were not marked.
    pub(super) fn take_unmarked(&self) -> Vec<Arc<FiberRecord>> {
        core::mem::take(&mut self.0.lock().unmarked)
    }

    /// Reads the next fibers of this kind by `read`, which gets what remains. Returns `false` if
    /// all were read, or none is to be read before the next pause. Other markers wait meanwhile.
    pub(super) fn read_next(
        &self,
        kind: FiberKind,
        read: impl FnOnce(FiberPosition) -> FibersRead,
    ) -> bool {
        let mut state = self.0.lock();
        let position = *state.position(kind);
        if position.end == 0 || state.is_blocked {
            return false;
        }
        let FibersRead { position, read, mut unmarked, is_blocked } = read(position);
        state.read += read;
        state.is_blocked = is_blocked;
        state.unmarked.append(&mut unmarked);
        *state.position(kind) = position;
        true
    }
}

impl State {
    fn position(&mut self, kind: FiberKind) -> &mut FiberPosition {
        match kind {
            FiberKind::Root => &mut self.roots,
            FiberKind::Owned => &mut self.owned,
        }
    }
}
