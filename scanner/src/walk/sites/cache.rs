//! The cache of call sites.

use core::marker::PhantomData;

use super::lists::{ListedRoot, RootLists};
use super::site::{Saves, Site};
use crate::arch::Architecture;
use crate::table::FrameDescriptor;

/// Binary logarithm of [`SITES`].
const BITS: u32 = 12;
/// Number of entries of a cache. Large programs have a few hundred call sites on their stacks.
const SITES: usize = 1 << BITS;
/// Number of entries of a group: their indices differ only in the lowest bits.
const GROUP: usize = 4;
/// Associativity: a call site may be in any entry of the groups that three hashes select. A frame
/// whose site has been evicted takes 50 times as long as others.
const WAYS: usize = 3 * GROUP;

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
        // Fibonacci hashing: the high bits depend on all other bits. Call sites at regular
        // distances may still select few groups; another shift would prevent that, but costs 1 ns
        // for each frame whose caller is not that of the last walk.
        Self::from_hash(pc.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Returns the position that the highest bits of a hash select.
    #[inline]
    fn from_hash(hash: u64) -> Self {
        Self((hash >> (u64::BITS - BITS)) as u32 * size_of::<Site>() as u32)
    }

    /// Returns all positions at which the site with this return address may be.
    fn ways(pc: u64) -> impl Iterator<Item = Self> {
        // The finalizer of MurmurHash3, which has no regularity.
        let mixed = (pc ^ pc >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        let group = move |way| match way / GROUP {
            0 => Self::preferred(pc),
            1 => Self::from_hash(mixed),
            _ => Self::from_hash(mixed << BITS),
        };
        let in_group = |way: usize| (way % GROUP * size_of::<Site>()) as u32;
        (0..WAYS).map(move |way| Self(group(way).0 ^ in_group(way)))
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
    /// The roots that are not in `sites`. Those of a replaced site stay until all are removed.
    lists: RootLists,
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
            lists: RootLists::new(),
            needs_registers: false,
            evicted: 0,
        }
    }

    /// Clears the cache unless it belongs to this generation of code.
    pub(crate) fn enter(&mut self, generation: u64) {
        if self.generation != Some(generation) {
            self.sites.fill(Site::EMPTY);
            self.lists.truncate(0);
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
        let listed = self.lists.len();
        let Some((mut site, saves)) = Site::new::<A>(pc, frame, &mut self.lists) else {
            self.lists.truncate(listed);
            return false;
        };
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
        SiteTable {
            sites: self.sites.as_mut_ptr(),
            saves: self.saves.as_ptr(),
            lists: self.lists.roots(),
            cache: PhantomData,
        }
    }
}

/// The sites of a [`SiteCache`] as raw pointers. The walk's loop is short, so a bounds check or an
/// index multiplication would be a measurable cost.
pub(crate) struct SiteTable<'c, A: Architecture> {
    sites: *mut Site,
    saves: *const Saves<A::Lanes>,
    lists: &'c [ListedRoot],
    cache: PhantomData<&'c mut SiteCache<A>>,
}

impl<'c, A: Architecture> SiteTable<'c, A> {
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

    /// Returns the roots of a site whose roots are in a list.
    #[inline(always)]
    pub(crate) fn list(&self, site: &Site) -> &'c [ListedRoot] {
        let (start, length) = site.list();
        self.lists.get(start..start + length).unwrap_or(&[])
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

    // The call sites of functions of the same size are at regular distances. At some distances the
    // first hash selects few groups.
    #[test]
    fn sites_at_regular_distances_stay_in_the_cache() {
        let table = SPILLED.table();
        let frame = table.lookup(0x40_0033).unwrap().frame().unwrap();
        for distance in (16..2048).step_by(16) {
            let mut cache = SiteCache::<X86_64>::new();
            let pcs = || (0..1000).map(|n| 0x7f12_3456_7005 + n * distance);
            pcs().for_each(|pc| assert!(!cache.insert(pc, &frame)));
            let missing = pcs().filter(|&pc| cache.table().find(pc).is_none()).count();
            assert!(missing <= 12, "{missing} of 1000 at a distance of {distance}");
        }
    }

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
