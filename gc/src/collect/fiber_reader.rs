//! Reads the stacks of suspended fibers for markers: concurrently with the program, or in a pause.
//!
//! The fibers are clean: nothing on their stacks refers to a young object. Each is claimed while
//! its frames are read (`thread/resumable_by.rs`), so they do not change.

use std::sync::Arc;

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{PinnedRoot, Relocator, StackWalker};

use super::collector::Collector;
use super::stacks::walk_frames;
use crate::fatal;
use crate::handles::CycleNumber;
use crate::marking::{FiberKind, FibersRead, ReadFibers};
use crate::object::HeaderWord;
use crate::runtime::{CodeView, Shared};
use crate::space::Spaces;
use crate::thread::{Claimed, FiberRecord, Owner};

/// Maximum number of fibers that are read at a time.
const FIBERS: usize = 64;
/// No further fiber is read once the stacks read have this many bytes: some ten microseconds.
const MAX_BYTES: u64 = 64 << 10;
/// Maximum size in bytes of a stack that is read concurrently with the program. A thread that
/// resumes the fiber, or stops the world, may have to wait until it is read.
const MAX_DEPTH: u64 = 64 << 10;

impl ReadFibers for Shared {
    fn read_some(&self, kind: FiberKind, end: usize, visit: &mut dyn FnMut(u64)) -> FibersRead {
        // SAFETY: the view is queried for frames of fibers that are claimed. These were listed when
        // the view existed already, so their code was not removed before; and they are clean, so
        // their code was registered before the last pause.
        let code = unsafe { self.code_view() };
        // No pause runs during a step, so its workers need no walker.
        let walker = &mut *self.walkers[0].lock();
        let spaces = &self.spaces;
        let number = self.marking.cycle();
        let mut reader = Reader { code: &code, spaces, walker, kind, number, bytes: 0, visit };
        let fibers = self.fibers.before(end, FIBERS);
        let must_end = || self.marking.parking.is_requested();
        reader.read_last(&fibers, fibers.end(), MAX_DEPTH, must_end, |fiber| {
            self.fibers.list_clean(fiber);
        })
    }
}

/// In a pause. Fibers that objects own are ephemerons there.
impl ReadFibers for Collector<'_> {
    fn read_some(&self, kind: FiberKind, end: usize, visit: &mut dyn FnMut(u64)) -> FibersRead {
        let walker = &mut *self.walkers[0].lock();
        let (code, spaces, number) = (self.code, self.spaces, self.marking.cycle());
        let mut reader = Reader { code, spaces, walker, kind, number, bytes: 0, visit };
        // Some may have been removed since.
        let end = end.min(self.fibers.all().len());
        let fibers = &self.fibers.all()[end.saturating_sub(FIBERS)..end];
        reader.read_last(
            fibers,
            end,
            u64::MAX,
            || false,
            |fiber| fatal::abort(format_args!("{} is claimed in a pause", fiber.stack.owner())),
        )
    }
}

/// What a marker has found on the stack of a fiber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// It has read the stack.
    Read,
    /// Nothing to read: the next pause scans the fiber anyway, or it has no frames.
    Nothing,
    /// The owner of the fiber is not marked.
    UnmarkedOwner,
    /// The stack is too deep to be read concurrently with the program, or another thread has
    /// claimed it.
    ForPause,
}

/// Reads stacks.
struct Reader<'r> {
    code: &'r CodeView<'r>,
    spaces: &'r Spaces,
    kind: FiberKind,
    walker: &'r mut StackWalker<Host>,
    /// The number of the cycle.
    number: CycleNumber,
    /// The number of bytes of the stacks that were read.
    bytes: u64,
    visit: &'r mut dyn FnMut(u64),
}

impl Reader<'_> {
    /// Reads the stacks of fibers, the last ones first, until those read have [`MAX_BYTES`] or
    /// `must_end` returns true. `end`: the position after the last fiber. `leave` gets those that
    /// the next pause is to scan.
    fn read_last(
        &mut self,
        fibers: &[Arc<FiberRecord>],
        end: usize,
        max_depth: u64,
        must_end: impl Fn() -> bool,
        leave: impl Fn(&Arc<FiberRecord>),
    ) -> FibersRead {
        let mut done = FibersRead { end, ..FibersRead::default() };
        for fiber in fibers.iter().rev() {
            if self.bytes >= MAX_BYTES || must_end() {
                break;
            }
            match self.read(fiber, max_depth) {
                Found::Read => done.read += 1,
                Found::Nothing => {}
                Found::UnmarkedOwner => done.unmarked.push(Arc::clone(fiber)),
                Found::ForPause => leave(fiber),
            }
            done.end -= 1;
        }
        done
    }

    /// Reads the stack of a fiber if it is clean, and has at most `max_depth` bytes.
    fn read(&mut self, fiber: &FiberRecord, max_depth: u64) -> Found {
        // A fiber that is given meanwhile is listed for the next pause.
        let is_owned = fiber.owner.get() != Owner::None;
        if is_owned != (self.kind == FiberKind::Owned) {
            return Found::Nothing;
        }
        match fiber.claim() {
            Claimed::Yes => {}
            Claimed::ByOther => return Found::ForPause,
            Claimed::NotClean => return Found::Nothing,
        }
        let found = self.read_claimed(fiber, max_depth);
        fiber.release();
        found
    }

    fn read_claimed(&mut self, fiber: &FiberRecord, max_depth: u64) -> Found {
        match fiber.owner.get() {
            Owner::None => {}
            Owner::Object(owner) => match self.is_marked(owner) {
                // It is listed.
                None => return Found::Nothing,
                Some(false) => return Found::UnmarkedOwner,
                // Later collections do not update the owner if it is old.
                Some(true) => (self.visit)(owner),
            },
        }
        let Some((stack, anchor)) = fiber.suspended() else { return Found::Nothing };
        // The pause that has begun the cycle has scanned it, or it has changed its position.
        if stack.parts.were_seen_in(self.number) {
            return Found::Nothing;
        }
        let depth = stack.depth(anchor);
        if depth > max_depth {
            return Found::ForPause;
        }
        self.bytes += depth;
        stack.locals.visit(|word| {
            (self.visit)(word);
            word
        });
        walk_frames(self.code, stack, anchor, self.walker, &mut ReadRoots(self.visit));
        stack.parts.set_seen_in(self.number);
        Found::Read
    }

    /// Returns whether an old object is marked in this cycle; `None` if it is young.
    fn is_marked(&self, object: u64) -> Option<bool> {
        let state = self.spaces.blocks().state_at(object as usize)?;
        // SAFETY: an object to which the owner of a fiber was set, and which collections keep up to
        // date. Old objects are freed only after marking has ended.
        let header = || unsafe { HeaderWord::at(object as usize) };
        state.is_old().then(|| header().is_marked(self.spaces.live_bits()))
    }
}

/// A relocator that passes references, and moves nothing.
struct ReadRoots<'v>(&'v mut dyn FnMut(u64));

impl Relocator for ReadRoots<'_> {
    fn forward(&mut self, object: u64) -> u64 {
        (self.0)(object);
        object
    }

    /// A clean stack has no pinned roots: each collection must scan those.
    fn pin(&mut self, _: PinnedRoot) -> bool {
        false
    }
}
