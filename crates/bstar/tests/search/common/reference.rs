//! The search once more, slow and obvious. It keeps what was asked and nothing else, and works out
//! everything anew at every step. It is for games without cycles.

use std::collections::{BTreeMap, BTreeSet};

use bstar::{Config, Dithering, ExpansionLimits, Independence, Reason, Side, Stopping};

use super::game::Game;

/// What it did.
#[derive(Clone, Debug, PartialEq)]
pub enum Did {
    /// The position, whether in VERIFY, the target, and then of every known position its number,
    /// values and probability.
    Expanded {
        at: usize,
        verify: bool,
        target: Option<f64>,
        known: Vec<Row>,
    },
    Done {
        best: usize,
        reason: Reason,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub n: usize,
    pub low: Option<i32>,
    pub real: Option<i32>,
    pub high: Option<i32>,
    pub chance: Option<f64>,
}

type Values = (Option<i32>, i32, Option<i32>);

pub struct Reference<'a> {
    game: &'a Game,
    config: Config,
    expanded: BTreeSet<usize>,
    asked_low: BTreeSet<usize>,
    asked_high: BTreeSet<usize>,
    attention: BTreeMap<usize, u32>,
    expansions: u32,
    phase_expansions: u32,
    phases: u32,
    did: Vec<Did>,
}

impl<'a> Reference<'a> {
    pub fn run(game: &'a Game, config: Config) -> Vec<Did> {
        let mut reference = Reference {
            game,
            config,
            expanded: BTreeSet::new(),
            asked_low: BTreeSet::new(),
            asked_high: BTreeSet::new(),
            attention: BTreeMap::new(),
            expansions: 0,
            phase_expansions: 0,
            phases: 0,
            did: Vec::new(),
        };
        reference.search();
        reference.did
    }

    fn search(&mut self) {
        self.expand(vec![0], false, None, &[0]);
        if self.moves(0).len() == 1 {
            self.did.push(Did::Done {
                best: self.moves(0)[0],
                reason: Reason::Forced,
            });
            return;
        }
        let mut allowance = self.allowance(false);
        loop {
            let selected = self.select(allowance);
            self.phases += 1;
            self.phase_expansions = 0;
            allowance = self.allowance(true);
            if let Some(reason) = self.verify(selected, allowance) {
                self.did.push(Did::Done {
                    best: selected,
                    reason,
                });
                return;
            }
            self.phases += 1;
            self.phase_expansions = 0;
            allowance = self.allowance(false);
        }
    }

    fn select(&mut self, allowance: Option<u32>) -> usize {
        loop {
            let player = self.game.positions[0].side;
            self.ask_for(player, &[0]);
            let moves = self.moves(0).to_vec();
            let best = first_max(&moves, |&m| f64::from(self.seen(m, player).0));
            let real = self.seen(best, player).0;
            if moves
                .iter()
                .all(|&m| m == best || self.seen(m, player).1 <= real)
            {
                return best;
            }
            let target = self.target(best);
            let min_act = self.min_act();
            let contenders: Vec<usize> = moves
                .iter()
                .copied()
                .filter(|&m| self.chance(m, player, target) >= min_act)
                .collect();
            if contenders.iter().all(|&m| m == best)
                || allowance.is_some_and(|a| self.phase_expansions >= a)
            {
                return best;
            }
            if contenders
                .iter()
                .all(|&m| m == best || self.rest_on_the_same(m, best))
            {
                return best;
            }
            let first = first_max(&contenders, |&m| self.dithered(m, player, target));
            let path = self.descend(vec![0, first], player, target);
            self.expand(path, false, Some(target), &[0]);
        }
    }

    fn verify(&mut self, selected: usize, allowance: Option<u32>) -> Option<Reason> {
        let player = self.game.positions[0].side;
        let others: Vec<usize> = self
            .moves(0)
            .iter()
            .copied()
            .filter(|&m| m != selected)
            .collect();
        let second = first_max(&others, |&m| f64::from(self.seen(m, player).0));
        let target = f64::from(self.seen(second, player).0) - 1.0;
        // As the Opponent sees it.
        let (forcer, aim) = (!player, -target);
        loop {
            self.ask_for(forcer, &[selected]);
            if f64::from(self.seen(selected, player).0) <= target {
                return None;
            }
            if self.is_settled(selected) {
                return Some(Reason::Settled);
            }
            if !self.expanded.contains(&selected) {
                self.expand(vec![0, selected], true, Some(target), &[selected]);
                continue;
            }
            let min_act = self.min_act();
            let replies: Vec<usize> = self
                .moves(selected)
                .iter()
                .copied()
                .filter(|&m| self.chance(m, forcer, aim) >= min_act)
                .collect();
            if replies.is_empty() {
                return Some(Reason::Verified);
            }
            if allowance.is_some_and(|a| self.phase_expansions >= a) {
                return Some(Reason::EffortSpent);
            }
            let reply = first_max(&replies, |&m| self.dithered(m, forcer, aim));
            let path = self.descend(vec![0, selected, reply], forcer, aim);
            self.expand(path, true, Some(target), &[selected]);
        }
    }

    fn target(&self, best: usize) -> f64 {
        let player = self.game.positions[0].side;
        let real = f64::from(self.seen(best, player).0);
        let hope = |m: &usize| f64::from(self.seen(*m, player).1);
        let mut all: Vec<f64> = self.moves(0).iter().map(hope).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        let others = self
            .moves(0)
            .iter()
            .filter(|&&m| m != best)
            .map(hope)
            .fold(f64::MIN, f64::max);
        let mut target = (all[1] + real) / 2.0;
        if target <= real {
            target = (others + real) / 2.0;
        }
        let likely = |target| {
            self.moves(0)
                .iter()
                .any(|&m| self.chance(m, player, target) >= self.min_act())
        };
        while !likely(target) && target - real >= 1.0 {
            target = (target + real) / 2.0;
        }
        target
    }

    fn descend(&self, mut path: Vec<usize>, forcer: Side, aim: f64) -> Vec<usize> {
        loop {
            let n = path[path.len() - 1];
            if !self.expanded.contains(&n) {
                return path;
            }
            let moves = self.moves(n);
            path.push(if self.side(n) == forcer {
                let likely: Vec<usize> = moves
                    .iter()
                    .copied()
                    .filter(|&m| self.chance(m, forcer, aim) >= self.min_act())
                    .collect();
                let contenders = if likely.is_empty() { moves } else { &likely };
                first_max(contenders, |&m| self.dithered(m, forcer, aim))
            } else {
                first_max(moves, |&m| f64::from(self.seen(m, !forcer).0))
            });
        }
    }

    fn expand(&mut self, path: Vec<usize>, verify: bool, target: Option<f64>, scope: &[usize]) {
        let at = path[path.len() - 1];
        let player = self.game.positions[0].side;
        let (forcer, aim) = if verify {
            (!player, target.map(|target| -target))
        } else {
            (player, target)
        };
        let known = self.known().into_iter().map(|n| {
            let (low, real, high) = match n {
                0 if !self.expanded.contains(&0) => (None, None, None),
                _ => {
                    let (low, real, high) = self.values(n);
                    (low, Some(real), high)
                }
            };
            Row {
                n,
                low,
                real,
                high,
                chance: aim.map(|aim| self.chance(n, forcer, aim)),
            }
        });
        let known = known.collect();
        self.did.push(Did::Expanded {
            at,
            verify,
            target,
            known,
        });
        self.expanded.insert(at);
        for n in path {
            *self.attention.entry(n).or_default() += 1;
        }
        self.expansions += 1;
        self.phase_expansions += 1;
        self.ask_for(forcer, scope);
    }

    /// The Forcer's bound of every Forcer move at or below some positions.
    fn ask_for(&mut self, forcer: Side, scope: &[usize]) {
        let mut seen = BTreeSet::new();
        let mut stack = scope.to_vec();
        while let Some(n) = stack.pop() {
            if !self.expanded.contains(&n) || !seen.insert(n) {
                continue;
            }
            let moves = self.moves(n).to_vec();
            if self.side(n) == forcer {
                let asked = if forcer == Side::Max {
                    &mut self.asked_high
                } else {
                    &mut self.asked_low
                };
                asked.extend(&moves);
            }
            stack.extend(moves);
        }
    }

    fn known(&self) -> BTreeSet<usize> {
        std::iter::once(0)
            .chain(self.expanded.iter().flat_map(|&n| self.moves(n).to_vec()))
            .collect()
    }

    fn moves(&self, n: usize) -> &[usize] {
        &self.game.positions[n].moves
    }

    fn side(&self, n: usize) -> Side {
        self.game.positions[n].side
    }

    /// A position's own bound: probed, or the loosest of its parents', and never on the wrong side
    /// of its own real value.
    fn own_bound(&self, n: usize, high: bool) -> Option<i32> {
        let position = &self.game.positions[n];
        if let Some(value) = position.over {
            return Some(value);
        }
        let asked = if high {
            &self.asked_high
        } else {
            &self.asked_low
        };
        let bound = if asked.contains(&n) {
            Some(if high { position.high } else { position.low })
        } else {
            let parents = self
                .expanded
                .iter()
                .copied()
                .filter(|&p| self.moves(p).contains(&n));
            let offers = parents.filter_map(|p| self.own_bound(p, high));
            if high { offers.max() } else { offers.min() }
        };
        // The root was never probed.
        if n == 0 {
            return None;
        }
        bound.map(|bound| {
            if high {
                bound.max(position.real)
            } else {
                bound.min(position.real)
            }
        })
    }

    fn values(&self, n: usize) -> Values {
        if !self.expanded.contains(&n) {
            let position = &self.game.positions[n];
            return (
                self.own_bound(n, false),
                position.over.unwrap_or(position.real),
                self.own_bound(n, true),
            );
        }
        let children: Vec<Values> = self.moves(n).iter().map(|&m| self.values(m)).collect();
        let best = |of: &dyn Fn(&Values) -> i32| {
            let values = children.iter().map(of);
            if self.side(n) == Side::Max {
                values.max().unwrap()
            } else {
                values.min().unwrap()
            }
        };
        let low = children
            .iter()
            .any(|c| c.0.is_some())
            .then(|| best(&|c| c.0.unwrap_or(c.1)));
        let high = children
            .iter()
            .any(|c| c.2.is_some())
            .then(|| best(&|c| c.2.unwrap_or(c.1)));
        (low, best(&|c| c.1), high)
    }

    /// The real value and the hope of a position as `side` sees them.
    fn seen(&self, n: usize, side: Side) -> (i32, i32) {
        let (low, real, high) = self.values(n);
        match side {
            Side::Max => (real, high.unwrap_or(real)),
            Side::Min => (-real, -low.unwrap_or(real)),
        }
    }

    fn is_settled(&self, n: usize) -> bool {
        let (least, most) = self.proven(n);
        least == most
    }

    /// The interval in which the result certainly lies.
    fn proven(&self, n: usize) -> (i32, i32) {
        if let Some(value) = self.game.positions[n].over {
            return (value, value);
        }
        if !self.expanded.contains(&n) {
            return (i32::MIN, i32::MAX);
        }
        let children: Vec<(i32, i32)> = self.moves(n).iter().map(|&m| self.proven(m)).collect();
        let (least, most) = (children.iter().map(|c| c.0), children.iter().map(|c| c.1));
        match self.side(n) {
            Side::Max => (least.max().unwrap(), most.max().unwrap()),
            Side::Min => (least.min().unwrap(), most.min().unwrap()),
        }
    }

    fn chance(&self, n: usize, forcer: Side, aim: f64) -> f64 {
        if !self.expanded.contains(&n) {
            if n == 0 {
                return 0.0;
            }
            let (real, hope) = self.seen(n, forcer);
            let (r, h) = (f64::from(real), f64::from(hope));
            return if r >= aim {
                1.0
            } else if h <= aim {
                0.0
            } else {
                (h - aim) / (h - r)
            };
        }
        let moves = self.moves(n);
        let chances: Vec<f64> = moves.iter().map(|&m| self.chance(m, forcer, aim)).collect();
        if self.side(n) == forcer {
            return chances.into_iter().fold(0.0, f64::max);
        }
        let mut product = 1.0;
        for (i, &m) in moves.iter().enumerate() {
            // The best answer to a finished game is not known.
            let tag = |m: usize| {
                self.game.positions[m]
                    .tag
                    .filter(|_| self.game.positions[m].over.is_none())
            };
            let is_grouped =
                self.config.independence == Independence::ReplyGroups && tag(m).is_some();
            if !is_grouped {
                product *= chances[i];
                continue;
            }
            let group: Vec<usize> = (0..moves.len())
                .filter(|&j| tag(moves[j]) == tag(m))
                .collect();
            if group[0] == i {
                product *= group.iter().map(|&j| chances[j]).fold(1.0, f64::min);
            }
        }
        product
    }

    fn dithered(&self, n: usize, forcer: Side, aim: f64) -> f64 {
        let chance = self.chance(n, forcer, aim);
        match self.config.dithering {
            Dithering::Off => chance,
            Dithering::Discount { strength, halfway } => {
                let a = f64::from(self.attention.get(&n).copied().unwrap_or(0));
                chance * (1.0 - strength * a / (a + halfway))
            }
        }
    }

    fn min_act(&self) -> f64 {
        match self.config.stopping {
            Stopping::MinAct { start, end } => {
                let used = self.config.limits.map_or(0.0, |l| {
                    f64::from(self.expansions) / f64::from(l.expansions)
                });
                start + (end - start) * used.min(1.0)
            }
            Stopping::Separation => f64::MIN_POSITIVE,
        }
    }

    fn allowance(&self, verify: bool) -> Option<u32> {
        let ExpansionLimits {
            expansions,
            first_select,
            first_verify,
            later,
            least_verify,
        } = self.config.limits?;
        let left = expansions.saturating_sub(self.expansions);
        let later = (f64::from(left) * later) as u32;
        Some(match (verify, self.phases) {
            (false, 0) => (f64::from(expansions) * first_select) as u32,
            (true, 1) => first_verify.max(least_verify),
            (false, _) => later,
            (true, _) => later.max(least_verify),
        })
    }

    fn rest_on_the_same(&self, a: usize, b: usize) -> bool {
        let player = self.game.positions[0].side;
        let real = |n: usize| self.seen(n, player).0;
        let hope = |n: usize| self.seen(n, player).1;
        let place = |mut n: usize, value: &dyn Fn(usize) -> i32| {
            while self.expanded.contains(&n) {
                n = *self
                    .moves(n)
                    .iter()
                    .find(|&&m| value(m) == value(n))
                    .unwrap();
            }
            n
        };
        place(a, &real) == place(b, &real) && place(a, &hope) == place(b, &hope)
    }
}

/// The first of those with the largest value.
fn first_max<T: Copy>(list: &[T], value: impl Fn(&T) -> f64) -> T {
    let mut best = list[0];
    for item in list {
        if value(item) > value(&best) {
            best = *item;
        }
    }
    best
}
