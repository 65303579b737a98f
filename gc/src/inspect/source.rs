//! [`Source`], what holds roots: a node of the snapshot that is no object.

use crate::thread::{AttachedThread, FiberRecord, Stack};

/// What holds some of the roots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// The name of the node, such as `worker-3`, `fiber 4` or `(Handles)`.
    pub(super) name: String,
    /// What keeps the source.
    pub(super) parent: Parent,
}

/// What keeps a [`Source`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// The heap.
    Roots,
    /// The thread that is the source with this index, which runs this fiber.
    Thread(usize),
    /// The object at this address owns the fiber, which dies with it.
    Owner(usize),
}

impl Source {
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), parent: Parent::Roots }
    }

    /// Returns the source of the roots on a thread's own stack.
    pub(super) fn of_thread(thread: &AttachedThread) -> Self {
        match thread.data.named() {
            ("", id) => Self::new(format!("thread {id}")),
            (name, _) => Self::new(name),
        }
    }

    /// Returns the source of the roots on the stack of a fiber that a thread runs.
    pub(super) fn of_running(stack: &Stack, thread: usize) -> Self {
        Self { name: stack.owner().to_string(), parent: Parent::Thread(thread) }
    }

    /// Returns the source of the roots on the stack of a suspended fiber.
    pub(super) fn of_suspended(fiber: &FiberRecord, owner: Option<usize>) -> Self {
        let parent = owner.map_or(Parent::Roots, Parent::Owner);
        Self { name: fiber.stack.owner().to_string(), parent }
    }
}
