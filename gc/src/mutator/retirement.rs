//! Retirement of code: the host is called when no stack has a frame in it.

use statepoint_scanner::registry::CodeRegionId;

use super::attachment;
use crate::collect::CodeUser;
use crate::runtime::{Heap, RetiredRegion};
use crate::thread::innermost_operation;

/// Error returned if code cannot be retired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RetireError {
    /// There is no such region, or it was removed.
    #[error("{region} is not registered, or no longer; it cannot be retired")]
    NotRegistered {
        /// The region in question.
        region: CodeRegionId,
    },
    /// The region was retired before, and waits.
    #[error("{region} was retired before; its callback will be called when no frame is in it")]
    Retired {
        /// The region in question.
        region: CodeRegionId,
    },
}

impl Heap {
    /// Calls `on_unused` when no stack of this heap has a frame in a region of code: neither of a
    /// thread, nor of a suspended fiber, nor is it the function of a fiber that was not resumed
    /// yet. Then the host may [remove](crate::CodeRegistry::remove) and free the code. Any thread
    /// may call this at any time.
    ///
    /// The host has made sure that no call enters the region from now on: no function pointer,
    /// patched call or dispatch table leads there, and no thread holds such an address for a call.
    /// Calls that have not returned may continue, call other code, and return.
    ///
    /// The stacks are searched in collections that find all dead objects (full ones, and the pause
    /// that ends marking), by [`Self::search_retired_code`], and by this function if many regions
    /// wait and the calling thread is native. A search stops all threads and walks all stacks.
    ///
    /// `on_unused` is called on the thread that has searched, once, while that thread is native and
    /// holds no lock of this library. It may call functions of this library, and retire further
    /// code. If it panics, the process ends. It is dropped without a call if the heap is dropped
    /// first: then no code of the heap runs any more. Patched polls of the region must be removed
    /// before the code is (`PatchedPolls::remove`). If several heaps run the code, each has to
    /// find it unused.
    ///
    /// Frames of native code are not searched for: code that is generated for native functions
    /// needs a count of its own.
    ///
    /// # Errors
    ///
    /// [`RetireError`]. Then `on_unused` is dropped.
    pub fn retire_code(
        &self,
        region: CodeRegionId,
        on_unused: impl FnOnce(CodeRegionId) + Send + 'static,
    ) -> Result<(), RetireError> {
        let heap = self.shared();
        heap.home.process().require_current("retiring code");
        let code = heap.code_range(region).ok_or(RetireError::NotRegistered { region })?;
        let retired = RetiredRegion { id: region, code, on_unused: Box::new(on_unused) };
        let is_due = heap.retired_code.add(retired).map_err(|_| RetireError::Retired { region })?;
        if is_due && innermost_operation().is_none() && !attachment::is_managed() {
            heap.search_retired_code();
        }
        Ok(())
    }

    /// Stops all threads, searches their stacks and those of fibers for frames in [retired
    /// code](Self::retire_code), and calls the host for regions without one. Returns the number of
    /// regions that still wait.
    ///
    /// # Panics
    ///
    /// If the calling thread is managed: managed code has called native code without a transition.
    pub fn search_retired_code(&self) -> usize {
        assert!(!attachment::is_managed(), "a managed thread cannot search for retired code");
        let heap = self.shared();
        heap.search_retired_code();
        heap.retired_code.len()
    }

    /// Returns a frame in a region of code, if there is one: then the region must not be
    /// [removed](crate::CodeRegistry::remove). Stops all threads.
    ///
    /// # Panics
    ///
    /// If the calling thread is managed: managed code has called native code without a transition.
    pub fn code_user(&self, region: CodeRegionId) -> Option<CodeUser> {
        self.code_users(&[region]).pop().flatten()
    }

    /// Returns a frame in each of these regions of code, if there is one, after one stop of all
    /// threads. `None` for a region without a frame, and for one that is not registered. A frame
    /// is that of a thread, of a suspended fiber, or the first one of a fiber that was not resumed
    /// yet.
    ///
    /// # Panics
    ///
    /// If the calling thread is managed: managed code has called native code without a transition.
    pub fn code_users(&self, regions: &[CodeRegionId]) -> Vec<Option<CodeUser>> {
        assert!(!attachment::is_managed(), "a managed thread cannot search for frames in code");
        let heap = self.shared();
        let mut ranges: Vec<_> = regions
            .iter()
            .enumerate()
            .filter_map(|(index, region)| Some((heap.code_range(*region)?, index)))
            .collect();
        ranges.sort_unstable_by_key(|(range, _)| range.start);
        let (ranges, indices): (Vec<_>, Vec<_>) = ranges.into_iter().unzip();
        let mut users = vec![None; regions.len()];
        if !ranges.is_empty() {
            for (index, user) in indices.into_iter().zip(heap.code_users(&ranges)) {
                users[index] = user;
            }
        }
        users
    }
}
