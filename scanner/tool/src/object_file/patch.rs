//! Relocated fields in the bytes of a section.

use super::error::FileProblem;

/// The width and signedness of a relocated field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// 64 bits.
    Bits64,
    /// 32 bits, signed.
    Signed32,
    /// 32 bits, unsigned.
    Unsigned32,
    /// 32 bits, signed or unsigned: values of both ranges are accepted.
    Any32,
}

/// A section that is being relocated.
#[derive(Debug)]
pub(super) struct Patch<'a> {
    /// Name of the section, for messages.
    pub(super) section: &'static str,
    pub(super) bytes: &'a mut [u8],
}

impl Patch<'_> {
    /// Returns the field of `N` bytes at this offset in the section.
    fn field<const N: usize>(&mut self, offset: u64) -> Result<&mut [u8; N], FileProblem> {
        let size = self.bytes.len();
        let outside = FileProblem::RelocationOffset { section: self.section, offset, size };
        let tail = usize::try_from(offset).ok().and_then(|at| self.bytes.get_mut(at..));
        tail.and_then(<[u8]>::first_chunk_mut).ok_or(outside)
    }

    /// Returns the value of the field. 32 bits are sign-extended.
    pub(super) fn get(&mut self, offset: u64, width: Width) -> Result<i64, FileProblem> {
        match width {
            Width::Bits64 => self.field(offset).map(|field| i64::from_le_bytes(*field)),
            _ => self.field(offset).map(|field| i32::from_le_bytes(*field).into()),
        }
    }

    /// Writes the value of the field. Fails if the value does not fit.
    pub(super) fn set(&mut self, offset: u64, width: Width, value: i64) -> Result<(), FileProblem> {
        let allowed = match width {
            Width::Bits64 => {
                *self.field(offset)? = value.to_le_bytes();
                return Ok(());
            }
            Width::Signed32 => i64::from(i32::MIN)..=i64::from(i32::MAX),
            Width::Unsigned32 => 0..=i64::from(u32::MAX),
            Width::Any32 => i64::from(i32::MIN)..=i64::from(u32::MAX),
        };
        if !allowed.contains(&value) {
            return Err(FileProblem::RelocationValue { section: self.section, offset, value });
        }
        *self.field(offset)? = (value as u32).to_le_bytes();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_do_not_fit_are_errors() {
        let mut bytes = [0; 12];
        let mut patch = Patch { section: ".s", bytes: &mut bytes };
        for (width, good, bad) in [
            (Width::Signed32, i64::from(i32::MIN), i64::from(i32::MAX) + 1),
            (Width::Unsigned32, i64::from(u32::MAX), -1),
            (Width::Any32, i64::from(u32::MAX), i64::from(u32::MAX) + 1),
        ] {
            patch.set(8, width, good).unwrap();
            assert_eq!(patch.get(8, width).unwrap() as i32, good as i32);
            let error = patch.set(8, width, bad).unwrap_err();
            assert!(matches!(error, FileProblem::RelocationValue { value, .. } if value == bad));
        }
    }

    #[test]
    fn patches_out_of_bounds_are_errors() {
        let mut bytes = [0; 12];
        let mut patch = Patch { section: ".s", bytes: &mut bytes };
        patch.set(4, Width::Bits64, -2).unwrap();
        assert_eq!(patch.get(4, Width::Bits64).unwrap(), -2);
        for offset in [5, 12, 13, u64::MAX] {
            let error = patch.get(offset, Width::Bits64).unwrap_err();
            assert!(matches!(error, FileProblem::RelocationOffset { size: 12, .. }), "{error}");
        }
        assert!(patch.set(9, Width::Any32, 0).is_err());
    }
}
