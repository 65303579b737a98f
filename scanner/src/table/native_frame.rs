//! Encodes the unwind rule of a native frame like that of a managed frame in a table.

use core::fmt;
use core::marker::PhantomData;

use super::descriptor::FrameDescriptor;
use super::encode::DescriptorEncoder;
use super::error::TableEncodeError;
use crate::arch::Architecture;
use crate::cfi::FrameRule;

/// The words of a descriptor without roots, whose frame is at position 0.
const NO_ROOTS: [u32; 1] = [0];

/// An unwind rule as a [`FrameDescriptor`] without roots.
pub struct NativeFrame<A> {
    /// The encoded frame.
    words: Box<[u32]>,
    architecture: PhantomData<A>,
}

impl<A: Architecture> NativeFrame<A> {
    /// Encodes a rule.
    ///
    /// # Errors
    ///
    /// If the offset of a saved register is not a multiple of 8, or does not fit in a descriptor.
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
