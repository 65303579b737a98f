//! Reads the stacks of suspended fibers for markers: concurrently with the program, or in a pause.
//!
//! The fibers are clean: nothing on their stacks refers to a young object. Each is claimed while
//! its frames are read (`thread/resumable_by.rs`), so they do not change. A deep stack is read in
//! pieces (`marking/fibers.rs`).

use std::sync::Arc;

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{PinnedRoot, Relocator, StackWalker};

use super::collector::Collector;
use super::stacks::{walk_frames, walk_some_frames};
use crate::fatal;
use crate::handles::CycleNumber;
use crate::marking::{FiberKind, FiberPosition, FibersRead, PartlyRead, ReadFibers, StackPoint};
use crate::object::HeaderWord;
use crate::runtime::{CodeView, Shared};
use crate::space::Spaces;
use crate::thread::{Claimed, FiberRecord, Owner};

/// Maximum number of fibers that are read at a time.
const FIBERS: usize = 64;
/// No further fiber is read once the frames read have this many bytes: some ten microseconds. A
/// thread that resumes the fiber, or stops the world, may have to wait until they are read.
const MAX_BYTES: u64 = 64 << 10;

impl ReadFibers for Shared {
    fn read_some(
        &self,
        kind: FiberKind,
        from: FiberPosition,
        visit: &mut dyn FnMut(u64),
    ) -> FibersRead {
        // SAFETY: the view is queried for frames of fibers that are claimed. These were listed when
        // the view existed already, so their code was not removed before; and they are clean, so
        // their code was registered before the last pause.
        let code = unsafe { self.code_view() };
        // No pause runs during a step, so its workers need no walker.
        let walker = &mut *self.walkers[0].lock();
        let spaces = &self.spaces;
        let number = self.marking.cycle();
        let code = &code;
        let mut reader =
            Reader { code, spaces, walker, kind, number, bytes: 0, gives_way: true, visit };
        let fibers = self.fibers.before(from.end, FIBERS);
        let from = FiberPosition { end: fibers.end(), ..from };
        let must_end = || self.marking.parking.is_requested();
        reader.read_last(&fibers, from, must_end, |fiber| self.fibers.list_clean(fiber))
    }
}

/// In a pause. Fibers that objects own are ephemerons there.
impl ReadFibers for Collector<'_> {
    fn read_some(
        &self,
        kind: FiberKind,
        from: FiberPosition,
        visit: &mut dyn FnMut(u64),
    ) -> FibersRead {
        let walker = &mut *self.walkers[0].lock();
        let (code, spaces, number) = (self.code, self.spaces, self.marking.cycle());
        let mut reader =
            Reader { code, spaces, walker, kind, number, bytes: 0, gives_way: false, visit };
        // Some may have been removed since.
        let end = from.end.min(self.fibers.all().len());
        let fibers = &self.fibers.all()[end.saturating_sub(FIBERS)..end];
        reader.read_last(
            fibers,
            FiberPosition { end, ..from },
            || false,
            |fiber| fatal::abort(format_args!("{} is claimed in a pause", fiber.stack.owner())),
        )
    }
}

/// What a marker has found on the stack of a fiber.
#[derive(Clone, Copy, Debug)]
enum Found {
    /// It has read the stack.
    Read,
    /// It has read the stack up to this point.
    Partly(StackPoint),
    /// Nothing to read: the next pause scans the fiber anyway, or it has no frames.
    Nothing,
    /// The owner of the fiber is not marked.
    UnmarkedOwner,
    /// It has read a part of the stack, and another thread has waited until that was done.
    Contended,
    /// Another thread has claimed the stack.
    Claimed,
}

/// Reads stacks.
struct Reader<'r> {
    code: &'r CodeView<'r>,
    spaces: &'r Spaces,
    kind: FiberKind,
    walker: &'r mut StackWalker<Host>,
    /// The number of the cycle.
    number: CycleNumber,
    /// The number of bytes of the frames that were read.
    bytes: u64,
    /// Whether a fiber for which a thread waits is left to the next pause.
    gives_way: bool,
    visit: &'r mut dyn FnMut(u64),
}

impl Reader<'_> {
    /// Reads the stacks of fibers, the last ones first, until the frames read have [`MAX_BYTES`],
    /// `must_end` returns true, or another thread has claimed a fiber. `position`: that after the
    /// last fiber. `leave` gets a fiber that the next pause is to scan.
    fn read_last(
        &mut self,
        fibers: &[Arc<FiberRecord>],
        mut position: FiberPosition,
        must_end: impl Fn() -> bool,
        leave: impl Fn(&Arc<FiberRecord>),
    ) -> FibersRead {
        let mut done = FibersRead::default();
        for fiber in fibers.iter().rev() {
            if self.bytes >= MAX_BYTES || done.is_blocked || must_end() {
                break;
            }
            let number = fiber.stack.fiber_number();
            // Another fiber may have taken the place of a removed one.
            let from = position.partly.take().filter(|partly| partly.fiber == number);
            match self.read(fiber, from.map(|partly| partly.next)) {
                Found::Read => done.read += 1,
                Found::Nothing => {}
                Found::Partly(next) => {
                    position.partly = Some(PartlyRead { fiber: number, next });
                    break;
                }
                Found::UnmarkedOwner => done.unmarked.push(Arc::clone(fiber)),
                Found::Contended => leave(fiber),
                Found::Claimed => {
                    leave(fiber);
                    done.is_blocked = true;
                }
            }
            position.end -= 1;
        }
        done.position = position;
        done
    }

    /// Reads the stack of a fiber if it is clean. `from`: the point up to which it was read in this
    /// cycle.
    fn read(&mut self, fiber: &FiberRecord, from: Option<StackPoint>) -> Found {
        // A fiber that is given meanwhile is listed for the next pause.
        let is_owned = fiber.owner.get() != Owner::None;
        if is_owned != (self.kind == FiberKind::Owned) {
            return Found::Nothing;
        }
        if from.is_none() {
            // A thread may have waited in an earlier cycle. One that still waits sets it again.
            fiber.take_contended();
        }
        match fiber.claim() {
            Claimed::Yes => {}
            Claimed::ByOther => return Found::Claimed,
            Claimed::NotClean => return Found::Nothing,
        }
        let found = self.read_claimed(fiber, from);
        fiber.release();
        match found {
            Found::Partly(_) if self.gives_way && fiber.take_contended() => Found::Contended,
            found => found,
        }
    }

    fn read_claimed(&mut self, fiber: &FiberRecord, from: Option<StackPoint>) -> Found {
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
        if from.is_none() {
            stack.locals.visit(|word| {
                (self.visit)(word);
                word
            });
        }
        let depth = stack.depth(anchor);
        let mut roots = ReadRoots(self.visit);
        if depth > MAX_BYTES {
            let stack = (stack, anchor);
            let (code, walker) = (self.code, &mut *self.walker);
            let next = walk_some_frames(code, stack, walker, &mut roots, from, MAX_BYTES);
            self.bytes = MAX_BYTES;
            if let Some(next) = next {
                return Found::Partly(next);
            }
        } else {
            self.bytes += depth;
            walk_frames(self.code, stack, anchor, self.walker, &mut roots);
        }
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
