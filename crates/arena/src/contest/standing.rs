//! Where a match stands.

use std::collections::BTreeMap;

use serde::Serialize;

use super::foresight::{PonderCount, with_shares};
use super::line::GameLine;
use super::plan::{Contest, Side};
use crate::openings::Kind;
use crate::referee::FaultKind;
use crate::stats::{Points, Sprt, SprtState, SprtVerdict, Strength, Tally, score_error};
use crate::trees::{Proposals, Trees};

/// The result of a match so far, from the first player's view.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// What the players are called.
    pub players: [String; 2],
    /// How many games are planned.
    pub planned: usize,
    /// Games and pairs.
    pub tally: Tally,
    /// The same for each kind of opening that was played.
    pub kinds: Vec<OfKind>,
    /// The Elo difference, once two pairs are finished.
    pub strength: Option<Strength>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// How often each player did what wrong.
    pub faults: [BTreeMap<FaultKind, u64>; 2],
    /// What the trees of each player were like, of B* searches that used all their effort.
    #[serde(rename = "typical_trees")]
    pub trees: [Trees; 2],
    /// How often each player's trees preferred another move than the first look, of all B* searches.
    pub proposals: [Proposals; 2],
    /// What thinking on the opponent's time was worth, for each player who does.
    #[serde(serialize_with = "with_shares")]
    pub pondering: [Option<PonderCount>; 2],
    /// Was the match stopped before its end?
    pub interrupted: bool,
    #[serde(skip)]
    test: Option<Sprt>,
    /// Pairs of which one game is finished.
    #[serde(skip)]
    half: BTreeMap<usize, Points>,
}

/// The result of the games from one kind of opening.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OfKind {
    /// Which.
    pub kind: Kind,
    /// Games and pairs.
    pub tally: Tally,
    /// The first player's share of the points, 0 to 1.
    pub score: Option<f64>,
    /// Half the width of its 95 % interval, once two pairs are finished.
    pub score_error: Option<f64>,
}

impl OfKind {
    fn of(kind: Kind) -> OfKind {
        OfKind {
            kind,
            tally: Tally::default(),
            score: None,
            score_error: None,
        }
    }

    fn judge(&mut self) {
        self.score = self.tally.score();
        self.score_error = score_error(&self.tally);
    }
}

impl Standing {
    pub(super) fn new(contest: &Contest) -> Standing {
        let mut standing = Standing {
            players: [Side::First, Side::Second].map(|side| contest.name(side)),
            planned: contest.games,
            tally: Tally::default(),
            kinds: Vec::new(),
            strength: None,
            sprt: None,
            faults: Default::default(),
            trees: Default::default(),
            proposals: Default::default(),
            pondering: [Side::First, Side::Second]
                .map(|side| contest.ponders(side).then(PonderCount::default)),
            interrupted: false,
            test: contest.sprt,
            half: BTreeMap::new(),
        };
        standing.judge();
        standing
    }

    pub(super) fn add(&mut self, line: &GameLine) {
        self.tally.add_game(line.points);
        if let Some((side, kind)) = line.culprit {
            *self.faults[side as usize].entry(kind).or_default() += 1;
        }
        for moved in &line.trees {
            self.trees[moved.side as usize].add(moved.tree);
            self.proposals[moved.side as usize].add(&moved.tree);
        }
        for (total, of_game) in self.pondering.iter_mut().zip(line.pondering) {
            if let (Some(total), Some(of_game)) = (total, of_game) {
                *total += of_game;
            }
        }
        let pair = line.number / 2;
        let other = self.half.remove(&pair);
        if let Some(of_kind) = line.kind.map(|kind| self.of_kind(kind)) {
            of_kind.tally.add_game(line.points);
            if let Some(other) = other {
                of_kind.tally.close_pair(other, line.points);
            }
            of_kind.judge();
        }
        match other {
            None => {
                self.half.insert(pair, line.points);
            }
            Some(other) => {
                self.tally.close_pair(other, line.points);
                self.judge();
            }
        }
    }

    /// The games from this kind of opening, which has its place from now on.
    fn of_kind(&mut self, kind: Kind) -> &mut OfKind {
        let place = self.kinds.partition_point(|other| other.kind < kind);
        if self.kinds.get(place).is_none_or(|other| other.kind != kind) {
            self.kinds.insert(place, OfKind::of(kind));
        }
        &mut self.kinds[place]
    }

    fn judge(&mut self) {
        self.strength = Strength::of(&self.tally);
        self.sprt = self.test.map(|test| test.judge(&self.tally.pairs));
    }

    pub(super) fn verdict(&self) -> SprtVerdict {
        self.sprt
            .map_or(SprtVerdict::Continue, |state| state.verdict)
    }
}
