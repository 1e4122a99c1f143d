//! The result of a match so far.

use std::collections::BTreeMap;

use serde::Serialize;

use super::game_summary::JournalGame;
use super::plan::{Contest, Contestant};
use super::pondering::{PonderCount, with_shares};
use crate::openings::OpeningKind;
use crate::referee::FaultKind;
use crate::stats::{EloEstimate, GamePoints, GameTally, Sprt, SprtState, SprtVerdict, score_error};
use crate::trees::{Proposals, Replies, TreeSummaries};

/// The result of a match so far, from the first player's view.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchResult {
    /// What the players are called.
    pub players: [String; 2],
    /// How many games are planned.
    pub planned: usize,
    /// Games and pairs.
    pub tally: GameTally,
    /// The same for each kind of opening that was played.
    pub kinds: Vec<KindResult>,
    /// The Elo difference, once two pairs are finished.
    pub strength: Option<EloEstimate>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// What each player did wrong, and how often.
    pub faults: [BTreeMap<FaultKind, u64>; 2],
    /// What the trees of each player's B* searches were like, if they used all their effort.
    #[serde(rename = "typical_trees")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "[Option<crate::trees::TypicalTree>; 2]")
    )]
    pub trees: [TreeSummaries; 2],
    /// How often each player's trees preferred another move than the search of the root before
    /// them, in all B* searches.
    pub proposals: [Proposals; 2],
    /// How often the opponent's move was among the replies that each player's B* thought about on
    /// the opponent's time.
    pub replies: [Replies; 2],
    /// What thinking on the opponent's time was worth, for each player that does.
    #[serde(serialize_with = "with_shares")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "[Option<super::pondering::Shares>; 2]")
    )]
    pub pondering: [Option<PonderCount>; 2],
    /// Was the match stopped before its end?
    pub interrupted: bool,
    /// How long each player thought about its moves in all finished games, in seconds. Journals of
    /// earlier versions do not tell. It is not written: the same match would never be told alike.
    #[serde(skip)]
    pub seconds: [f64; 2],
    #[serde(skip)]
    test: Option<Sprt>,
    /// Pairs of which only one game is finished, and the points of that game.
    #[serde(skip)]
    half: BTreeMap<usize, GamePoints>,
}

/// The result of the games from one kind of opening.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindResult {
    /// Which kind.
    pub kind: OpeningKind,
    /// Games and pairs.
    pub tally: GameTally,
    /// The first player's share of the points, 0 to 1.
    pub score: Option<f64>,
    /// Half the width of its 95 % interval, once two pairs are finished.
    pub score_error: Option<f64>,
}

impl KindResult {
    fn of(kind: OpeningKind) -> KindResult {
        KindResult {
            kind,
            tally: GameTally::default(),
            score: None,
            score_error: None,
        }
    }

    fn judge(&mut self) {
        self.score = self.tally.score();
        self.score_error = score_error(&self.tally);
    }
}

impl MatchResult {
    pub(super) fn new(contest: &Contest) -> MatchResult {
        let mut result = MatchResult {
            players: [Contestant::First, Contestant::Second].map(|side| contest.name(side)),
            planned: contest.games,
            tally: GameTally::default(),
            kinds: Vec::new(),
            strength: None,
            sprt: None,
            faults: Default::default(),
            trees: Default::default(),
            proposals: Default::default(),
            replies: Default::default(),
            pondering: [Contestant::First, Contestant::Second]
                .map(|side| contest.ponders(side).then(PonderCount::default)),
            interrupted: false,
            seconds: [0.0; 2],
            test: contest.sprt,
            half: BTreeMap::new(),
        };
        result.judge();
        result
    }

    pub(super) fn add(&mut self, game: &JournalGame) {
        for (total, of_game) in self
            .seconds
            .iter_mut()
            .zip(game.seconds.unwrap_or_default())
        {
            *total += of_game;
        }
        let line = &game.line;
        self.tally.add_game(line.points);
        if let Some((side, kind)) = line.culprit {
            *self.faults[side as usize].entry(kind).or_default() += 1;
        }
        for moved in &line.trees {
            self.trees[moved.side as usize].add(moved.tree);
            self.proposals[moved.side as usize].add(&moved.tree);
            self.replies[moved.side as usize].add(&moved.tree);
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

    /// The result of this kind of opening. If it is new, it is put into order.
    fn of_kind(&mut self, kind: OpeningKind) -> &mut KindResult {
        let place = self.kinds.partition_point(|other| other.kind < kind);
        if self.kinds.get(place).is_none_or(|other| other.kind != kind) {
            self.kinds.insert(place, KindResult::of(kind));
        }
        &mut self.kinds[place]
    }

    fn judge(&mut self) {
        self.strength = EloEstimate::of(&self.tally);
        self.sprt = self.test.map(|test| test.judge(&self.tally.pairs));
    }

    pub(super) fn verdict(&self) -> SprtVerdict {
        self.sprt
            .map_or(SprtVerdict::Continue, |state| state.verdict)
    }
}
