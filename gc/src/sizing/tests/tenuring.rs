//! Tests of the tenuring policy and of the nurseries while it measures.

use super::super::nursery::MEASURED_FRACTION;
use super::*;

/// Simulates collections of a program of whose aged survivors the share `again` survives again;
/// returns how many collections promoted at once.
fn promoting(sizing: &mut Sizing, again: f64, collections: usize) -> usize {
    let mut aged = 0;
    let mut plan = sizing.first();
    let mut at_once = 0;
    for _ in 0..collections {
        let new = MIB;
        let survived = (aged as f64 * again) as usize;
        let observed = if plan.promote_at_once {
            at_once += 1;
            Observed { survivors: 0, promoted: new + survived, ..observed() }
        } else {
            Observed { survivors: new, promoted: survived, ..observed() }
        };
        aged = observed.survivors;
        plan = sizing.after(&observed);
    }
    at_once
}

#[test]
fn survivors_are_promoted_at_once_while_most_survive() {
    assert_eq!(promoting(&mut Sizing::new(&config()), 0.5, 1000), 0);
    let mut sizing = Sizing::new(&config());
    let at_once = promoting(&mut sizing, 0.95, 1000);
    assert!((900..990).contains(&at_once), "{at_once}");
    // Objects age again when few survive. The last 64 collections of an interval in which all were
    // promoted may remain.
    let at_once = promoting(&mut sizing, 0.3, 1000);
    assert!(at_once <= 64, "{at_once}");
}

#[test]
fn nurseries_are_smaller_while_tenuring_is_measured() {
    for is_adaptive in [true, false] {
        let nursery = match is_adaptive {
            true => NurserySize::Adaptive(4 * MIB),
            false => NurserySize::Fixed(4 * MIB),
        };
        let mut sizing = Sizing::new(&SizingConfig { nursery, ..config() });
        promoting(&mut sizing, 0.95, 100);
        let mut smaller = 0;
        let mut aged = 0;
        for _ in 0..650 {
            let (plan, target) = (sizing.plan(), sizing.target as usize);
            let measured = target / MEASURED_FRACTION / BLOCK * BLOCK;
            // Survivors are in proportion to the nursery, and nearly all survive again.
            let new = plan.nursery_bytes / 4;
            if aged > 0 && is_adaptive {
                assert!(aged + new <= target / 4, "not more than at other times");
            }
            let (survivors, promoted) =
                if plan.promote_at_once { (0, new + aged) } else { (new, aged) };
            if is_adaptive {
                let is_smaller = aged > 0 || !plan.promote_at_once;
                assert_eq!(plan.nursery_bytes == measured, is_smaller);
                smaller += u32::from(is_smaller);
            } else {
                assert_eq!(plan.nursery_bytes, 4 * MIB);
            }
            aged = survivors;
            sizing.after(&Observed { survivors, promoted, ..observed() });
        }
        assert!(!is_adaptive || (27..=33).contains(&smaller), "{smaller}");
    }
}

// The host requests a collection after each one that the program needed.
#[test]
fn interrupted_measurements_do_not_keep_nurseries_small() {
    let config = SizingConfig { nursery: NurserySize::Adaptive(4 * MIB), ..config() };
    let mut sizing = Sizing::new(&config);
    promoting(&mut sizing, 0.95, 100);
    let mut smaller = 0;
    for _ in 0..1000 {
        let plan = sizing.plan();
        smaller += u32::from(plan.nursery_bytes < sizing.target as usize / BLOCK * BLOCK);
        let survivors = if plan.promote_at_once { 0 } else { MIB };
        sizing.after(&Observed { survivors, promoted: MIB - survivors, ..observed() });
        sizing.after(&Observed { needed: false, ..observed() });
    }
    assert!(smaller <= 1000 / 8 + 1, "{smaller}");
}

#[test]
fn few_survivors_do_not_change_tenuring() {
    let mut sizing = Sizing::new(&config());
    for _ in 0..100 {
        let plan = sizing.after(&Observed { survivors: 1000, promoted: 1000, ..observed() });
        assert!(!plan.promote_at_once);
    }
}
