//! Parser of OpenJDK's log of safepoints and collections (`-Xlog:safepoint`, `-Xlog:gc`).

/// One line of the log of safepoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop<'t> {
    /// The operation that stopped the threads.
    pub operation: &'t str,
    /// Nanoseconds from the request until all threads had stopped.
    pub reaching: f64,
    /// Nanoseconds from the request until they resumed.
    pub total: f64,
}

impl Stop<'_> {
    /// Returns whether the operation was a collection, or a part of one.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        ["G1", "GenCollect", "Serial", "Parallel", "Z", "Shenandoah", "CollectFor"]
            .iter()
            .any(|prefix| self.operation.starts_with(prefix))
    }
}

/// Returns the stops in these lines.
pub fn stops<'t>(lines: impl Iterator<Item = &'t str>) -> impl Iterator<Item = Stop<'t>> {
    lines.filter_map(|line| {
        let (_, rest) = line.split_once("Safepoint \"")?;
        let (operation, rest) = rest.split_once('"')?;
        let number = |name| {
            let (_, number) = rest.split_once(name)?;
            number.trim_start().split(' ').next()?.parse().ok()
        };
        Some(Stop { operation, reaching: number("Reaching safepoint:")?, total: number("Total:")? })
    })
}

/// Returns the nanoseconds of each young collection in these lines.
pub(super) fn young_pauses<'t>(lines: impl Iterator<Item = &'t str>) -> impl Iterator<Item = f64> {
    // [0.314s][info][gc] GC(0) Pause Young (Allocation Failure) 128M->65M(243M) 12.345ms
    lines.filter_map(|line| {
        let (_, rest) = line.split_once("Pause Young")?;
        let time = rest.split(' ').next_back()?.strip_suffix("ms")?;
        Some(time.parse::<f64>().ok()? * 1e6)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safepoint_and_gc_logs_are_parsed() {
        let text = "[0.5s][info][safepoint] Safepoint \"G1CollectForAllocation\", Time since last: 312 ns, \
                    Reaching safepoint:   4000 ns, At safepoint: 1 ns, Total:   9000 ns\n\
                    [0.5s][info][safepoint] Safepoint \"Cleanup\", Time since last: 312 ns, \
                    Reaching safepoint: 1 ns, At safepoint: 1 ns, Total: 2 ns\n\
                    [0.3s][info][gc] GC(0) Pause Young (Allocation Failure) 8M->5M(24M) 12.500ms\n";
        let found: Vec<Stop<'_>> = stops(text.lines()).collect();
        assert_eq!(found.len(), 2);
        let first = Stop { operation: "G1CollectForAllocation", reaching: 4000.0, total: 9000.0 };
        assert_eq!(found[0], first);
        assert!(found[0].is_collection() && !found[1].is_collection());
        assert_eq!(young_pauses(text.lines()).collect::<Vec<_>>(), [12_500_000.0]);
    }
}
