//! The cache of call sites.

use core::marker::PhantomData;

use super::site::{Saves, Site};
use crate::arch::Architecture;
use crate::table::FrameDescriptor;

const BITS: u32 = 12;
/// Number of sites: large programs have a few hundred call sites on their stacks.
const SITES: usize = 1 << BITS;
/// Associativity: a call site may be in the place that its hash selects and in those whose index
/// differs in the lowest bits only.
const WAYS: usize = 4;

/// The position of a site in a [`SiteCache`]; all caches have the same size.
///
/// Invariant: an offset in bytes from the first site, a multiple of a site's size, less than the
/// size of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position(u32);

impl Position {
    pub(super) const FIRST: Self = Self(0);

    /// Returns the preferred position of the site with this return address.
    #[inline]
    fn home(pc: u64) -> Self {
        // Fibonacci hashing: the high bits depend on all others.
        let hash = pc.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS);
        Self(hash as u32 * size_of::<Site>() as u32)
    }

    /// Returns the positions at which it may be.
    fn ways(pc: u64) -> impl Iterator<Item = Self> {
        let home = Self::home(pc);
        (0..WAYS).map(move |way| Self(home.0 ^ (way * size_of::<Site>()) as u32))
    }

    fn index(self) -> usize {
        self.0 as usize / size_of::<Site>()
    }

    /// Returns the position of the site with this index.
    fn of(index: usize) -> Self {
        Self((index % SITES * size_of::<Site>()) as u32)
    }
}

/// A cache of call sites by return address.
pub(crate) struct SiteCache<A: Architecture> {
    /// Generation of the code to which the sites belong.
    generation: Option<u64>,
    sites: Box<[Site; SITES]>,
    /// Apart from `sites`, so that a loop over frames that does not need them touches one cache
    /// line per site.
    saves: Box<[Saves<A::Lanes>; SITES]>,
    needs_registers: bool,
    /// Number of evictions; selects the next site to replace.
    evicted: usize,
}

impl<A: Architecture> SiteCache<A> {
    pub(crate) fn new() -> Self {
        Self {
            generation: None,
            sites: boxed(Site::EMPTY),
            saves: boxed(Saves::default()),
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
                site.caller = Position::of(index);
            }
        }
    }

    /// Adds a call site, if it is one that the fast walk can handle. Returns whether it was present
    /// already.
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
            Position::ways(pc).nth(self.evicted % WAYS).unwrap_or(Position::home(pc))
        });
        // An initial guess, which is right in a recursion.
        site.caller = at;
        self.needs_registers |= site.needs != 0;
        self.sites[at.index()] = site;
        self.saves[at.index()] = saves;
        false
    }

    /// Returns whether any site may need to know where registers are.
    pub(crate) fn needs_registers(&self) -> bool {
        self.needs_registers
    }

    /// Returns the sites, for a walk.
    #[inline]
    pub(crate) fn table(&mut self) -> SiteTable<'_, A> {
        SiteTable { sites: self.sites.as_mut_ptr(), saves: self.saves.as_ptr(), cache: PhantomData }
    }
}

/// The sites of a [`SiteCache`] as plain pointers: the walk's loop is so short that checking or
/// multiplying an index would cost.
pub(crate) struct SiteTable<'c, A: Architecture> {
    sites: *mut Site,
    saves: *const Saves<A::Lanes>,
    cache: PhantomData<&'c mut SiteCache<A>>,
}

impl<A: Architecture> SiteTable<'_, A> {
    /// Returns the position of the site with this return address, among all its ways.
    #[cold]
    #[inline(never)]
    pub(crate) fn find(&self, pc: u64) -> Option<Position> {
        // A damaged stack may contain it, but it marks free places.
        if pc == Site::EMPTY.pc() {
            return None;
        }
        Position::ways(pc).find(|&at| self.site(at).pc() == pc)
    }

    /// Returns the position of the caller's site, if that returns to `pc`. Stores a position that
    /// it had to search for, so that the next call finds it at once.
    #[inline(always)]
    pub(crate) fn caller(&mut self, at: Position, pc: u64) -> Option<Position> {
        // Not a free place: none becomes free as long as some site names it as its caller.
        let guess = self.site(at).caller;
        if self.site(guess).pc() == pc {
            return Some(guess);
        }
        let home = Position::home(pc);
        let is_home = self.site(home).pc() == pc && pc != Site::EMPTY.pc();
        let found = if is_home { home } else { self.find(pc)? };
        // SAFETY: as in `site`; there is no other reference to a site now.
        unsafe { (*self.sites.byte_add(at.0 as usize)).caller = found };
        Some(found)
    }

    #[inline(always)]
    pub(crate) fn site(&self, at: Position) -> &Site {
        // SAFETY: a position is that of one of the sites that the pointer is to, which are borrowed
        // for as long as `self` lives.
        unsafe { &*self.sites.byte_add(at.0 as usize) }
    }

    #[inline(always)]
    pub(crate) fn saves(&self, at: Position) -> &Saves<A::Lanes> {
        // SAFETY: as in `site`; there are as many of them.
        unsafe { &*self.saves.add(at.index()) }
    }
}

fn boxed<T: Copy, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("a vector of N elements"),
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
            let at = sites.find(callee).expect("it is one for the fast walk");
            (at, sites.caller(at, caller).expect("it is known"))
        };
        let (at, its_caller) = insert(&mut cache);
        assert_ne!(at, its_caller);
        cache.forget(caller);
        let mut sites = cache.table();
        assert_eq!((sites.find(callee), sites.find(caller)), (Some(at), None));
        assert_eq!(sites.caller(at, caller), None);
        // A damaged stack may contain the return address of free places.
        assert_eq!(sites.caller(at, Site::EMPTY.pc()), None);
        assert_eq!(insert(&mut cache), (at, its_caller));
    }
}
