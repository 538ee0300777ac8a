//! From a broken world to the shortest that is broken in the same way: what it can do without is left out, one thing
//! after another, as long as the same law still breaks and no more steps are needed for it.

use crate::sim::{
    overrides::{Overrides, Trouble},
    search::{Finding, Hunt, live},
    trace::Trace,
    world::World,
};

/// Most worlds that are tried for it.
const TRIES_MAX: u32 = 150;

/// The shortest world that was found, and what is wrong with it.
pub(crate) fn shrink(hunt: &Hunt, first: Finding) -> Finding {
    hunt.plant();
    let mut best = first;
    let mut tries = 0;
    loop {
        let mut shorter = None;
        for overrides in simpler(&best) {
            tries += 1;
            if tries > TRIES_MAX {
                return best;
            }
            let (result, _) = live(best.seed, &overrides, Trace::off());
            if let Err(found) = result
                && found.law == best.law
                && found.steps <= best.steps
            {
                shorter = Some(*found);
                break;
            }
        }
        match shorter {
            Some(found) => best = found,
            None => return best,
        }
    }
}

/// Worlds that are simpler than the broken one by one thing.
fn simpler(finding: &Finding) -> Vec<Overrides> {
    let own = &finding.overrides;
    let mut all = Vec::new();
    if own.tables.is_empty() && finding.tables > 1 {
        all.extend((0..finding.tables).map(|table| Overrides {
            tables: vec![table],
            ..own.clone()
        }));
    }
    let plan = |overrides: &Overrides| format!("{:?}", World::new(finding.seed, overrides, Trace::off()).plan);
    let is = plan(own);
    for trouble in Trouble::all() {
        let mut simpler = own.clone();
        simpler.without.push(trouble);
        // What the world does not have cannot be left out of it.
        if plan(&simpler) != is {
            all.push(simpler);
        }
    }
    let calm_at = finding.calm_at;
    let earlier = [finding.at / 2, finding.at * 3 / 4, finding.at].into_iter();
    all.extend(earlier.filter(|at| *at + 500 < calm_at).map(|at| Overrides {
        calm_at: Some(at),
        ..own.clone()
    }));
    all
}
