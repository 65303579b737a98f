//! The frame of native code, in the form that the table has for managed frames.

use core::fmt;
use core::marker::PhantomData;

use super::descriptor::FrameDescriptor;
use super::encode::DescriptorEncoder;
use super::error::TableEncodeError;
use crate::arch::Architecture;
use crate::cfi::FrameRule;

/// A descriptor without roots, in the first frame of the list.
const NO_ROOTS: [u32; 1] = [0];

/// An unwind rule as a [`FrameDescriptor`] without roots.
pub struct NativeFrame<A> {
    /// The words of one frame.
    words: Box<[u32]>,
    architecture: PhantomData<A>,
}

impl<A: Architecture> NativeFrame<A> {
    /// Encodes a rule.
    ///
    /// # Errors
    ///
    /// If the rule saves a register farther away than a descriptor can express, or not in the place
    /// of a word.
    pub fn new(rule: &FrameRule) -> Result<Self, TableEncodeError> {
        let mut encoder = DescriptorEncoder::default();
        let words = encoder.encode_frame::<A>(rule)?;
        Ok(Self { words: words.into(), architecture: PhantomData })
    }

    /// Returns the descriptor.
    #[inline]
    pub fn descriptor(&self) -> Option<FrameDescriptor<'_, A>> {
        FrameDescriptor::read(&NO_ROOTS, &self.words).map(|(descriptor, _)| descriptor)
    }
}

impl<A: Architecture> fmt::Debug for NativeFrame<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NativeFrame").field(&self.descriptor()).finish()
    }
}
