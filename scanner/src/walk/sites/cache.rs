//! The cache of call sites.

use core::marker::PhantomData;

use super::site::{Saves, Site};
use crate::arch::Architecture;
use crate::table::FrameDescriptor;

/// Binary logarithm of [`SITES`].
const BITS: u32 = 12;
/// Number of entries of a cache. Large programs have a few hundred call sites on their stacks.
const SITES: usize = 1 << BITS;
/// Associativity: a call site may be in the entry that its hash selects, or in an entry whose index
/// differs from that only in the lowest two bits.
const WAYS: usize = 4;

/// The position of an entry in a [`SiteCache`]. All caches have the same size.
///
/// Invariant: the value is an offset in bytes from the first entry, a multiple of the size of
/// [`Site`], and less than the size of all entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position(u32);

impl Position {
    pub(super) const FIRST: Self = Self(0);

    /// Returns the preferred position of the site with this return address.
    #[inline]
    fn preferred(pc: u64) -> Self {
        // Fibonacci hashing: the high bits depend on all other bits.
        let hash = pc.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS);
        Self(hash as u32 * size_of::<Site>() as u32)
    }

    /// Returns all positions at which the site with this return address may be.
    fn ways(pc: u64) -> impl Iterator<Item = Self> {
        let preferred = Self::preferred(pc);
        (0..WAYS).map(move |way| Self(preferred.0 ^ (way * size_of::<Site>()) as u32))
    }

    /// Returns the index of the entry.
    fn index(self) -> usize {
        self.0 as usize / size_of::<Site>()
    }

    /// Returns the position of the entry with this index.
    fn from_index(index: usize) -> Self {
        Self((index % SITES * size_of::<Site>()) as u32)
    }
}

/// A cache of call sites by return address.
pub(crate) struct SiteCache<A: Architecture> {
    /// Generation of the code to which the sites belong.
    generation: Option<u64>,
    sites: Box<[Site; SITES]>,
    /// The registers that each site's frame saved. They are not in `sites`, so that a loop that
    /// does not need them touches one cache line per site.
    saves: Box<[Saves<A::Lanes>; SITES]>,
    /// Whether any site has [`Site::needs`].
    needs_registers: bool,
    /// Number of evictions. It selects the way of the next site to replace.
    evicted: usize,
}

impl<A: Architecture> SiteCache<A> {
    pub(crate) fn new() -> Self {
        Self {
            generation: None,
            sites: new_boxed_array(Site::EMPTY),
            saves: new_boxed_array(Saves::default()),
            needs_registers: false,
            evicted: 0,
        }
    }

    /// Clears the cache unless it belongs to this generation of code.
    pub(crate) fn enter(&mut self, generation: u64) {
        if self.generation != Some(generation) {
            self.sites.fill(Site::EMPTY);
            self.needs_registers = false;
            self.generation = Some(generation);
        }
    }

    /// Removes the call site with this return address.
    pub(crate) fn forget(&mut self, pc: u64) {
        while let Some(at) = self.table().find(pc) {
            self.sites[at.index()] = Site::EMPTY;
            // See `SiteTable::caller`.
            for (index, site) in self.sites.iter_mut().enumerate() {
                site.caller = Position::from_index(index);
            }
        }
    }

    /// Adds a call site if the fast walk can handle it. Returns whether it was already present.
    pub(crate) fn insert(&mut self, pc: u64, frame: &FrameDescriptor<'_, A>) -> bool {
        if pc == Site::EMPTY.pc() {
            return false;
        }
        if self.table().find(pc).is_some() {
            return true;
        }
        let Some((mut site, saves)) = Site::new::<A>(pc, frame) else { return false };
        let is_free = |at: &Position| self.sites[at.index()].pc() == Site::EMPTY.pc();
        let at = Position::ways(pc).find(is_free).unwrap_or_else(|| {
            self.evicted += 1;
            Position::ways(pc).nth(self.evicted % WAYS).unwrap_or(Position::preferred(pc))
        });
        // An initial guess, which is correct for a recursive call.
        site.caller = at;
        self.needs_registers |= site.needs != 0;
        self.sites[at.index()] = site;
        self.saves[at.index()] = saves;
        false
    }

    /// Returns whether any site may need the locations of saved registers.
    pub(crate) fn needs_registers(&self) -> bool {
        self.needs_registers
    }

    /// Borrows the sites for a walk.
    #[inline]
    pub(crate) fn table(&mut self) -> SiteTable<'_, A> {
        SiteTable { sites: self.sites.as_mut_ptr(), saves: self.saves.as_ptr(), cache: PhantomData }
    }
}

/// The sites of a [`SiteCache`] as raw pointers. The walk's loop is short, so a bounds check or an
/// index multiplication would be a measurable cost.
pub(crate) struct SiteTable<'c, A: Architecture> {
    sites: *mut Site,
    saves: *const Saves<A::Lanes>,
    cache: PhantomData<&'c mut SiteCache<A>>,
}

impl<A: Architecture> SiteTable<'_, A> {
    /// Searches all ways for the site with this return address and returns its position.
    #[cold]
    #[inline(never)]
    pub(crate) fn find(&self, pc: u64) -> Option<Position> {
        // A damaged stack may contain this value, which marks empty entries.
        if pc == Site::EMPTY.pc() {
            return None;
        }
        Position::ways(pc).find(|&at| self.site(at).pc() == pc)
    }

    /// Returns the position of the site with the return address `pc`, which is the caller of the
    /// site `at`. If the position had to be searched, it is cached in the site `at`.
    #[inline(always)]
    pub(crate) fn caller(&mut self, at: Position, pc: u64) -> Option<Position> {
        // This does not match an empty entry if `pc` is 0: an entry that is cached as a caller is
        // not empty, because `SiteCache::forget` resets all cached callers.
        let guess = self.site(at).caller;
        if self.site(guess).pc() == pc {
            return Some(guess);
        }
        let preferred = Position::preferred(pc);
        let is_preferred = self.site(preferred).pc() == pc && pc != Site::EMPTY.pc();
        let position = if is_preferred { preferred } else { self.find(pc)? };
        // SAFETY: by the invariant of `Position`, the pointer is to one of the sites, which are
        // mutably borrowed while `self` exists. No other reference to a site exists now.
        unsafe { (*self.sites.byte_add(at.0 as usize)).caller = position };
        Some(position)
    }

    #[inline(always)]
    pub(crate) fn site(&self, at: Position) -> &Site {
        // SAFETY: by the invariant of `Position`, the pointer is to one of the sites, which are
        // mutably borrowed while `self` exists.
        unsafe { &*self.sites.byte_add(at.0 as usize) }
    }

    #[inline(always)]
    pub(crate) fn saves(&self, at: Position) -> &Saves<A::Lanes> {
        // SAFETY: by the invariant of `Position`, its index is less than `SITES`, the length of
        // `saves`. They are borrowed while `self` exists.
        unsafe { &*self.saves.add(at.index()) }
    }
}

/// Returns a boxed array of copies of `value`, without a copy on the stack.
fn new_boxed_array<T: Copy, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector does not have N elements"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::X86_64;
    use crate::fixtures::SPILLED;

    #[test]
    fn evicted_site_is_no_longer_a_caller() {
        let table = SPILLED.table();
        let mut cache = SiteCache::<X86_64>::new();
        // Two call sites of the fixture.
        let [callee, caller] = [0x40_0033, 0x40_00e1];
        let insert = |cache: &mut SiteCache<X86_64>| {
            for pc in [callee, caller] {
                cache.insert(pc, &table.lookup(pc).unwrap().frame().unwrap());
            }
            let mut sites = cache.table();
            let at = sites.find(callee).expect("the callee is not in the cache");
            (at, sites.caller(at, caller).expect("the caller is not in the cache"))
        };
        let (at, its_caller) = insert(&mut cache);
        assert_ne!(at, its_caller);
        cache.forget(caller);
        let mut sites = cache.table();
        assert_eq!((sites.find(callee), sites.find(caller)), (Some(at), None));
        assert_eq!(sites.caller(at, caller), None);
        // A damaged stack may contain the return address of empty entries.
        assert_eq!(sites.caller(at, Site::EMPTY.pc()), None);
        assert_eq!(insert(&mut cache), (at, its_caller));
    }
}
