//! Who plays whom, from what, at what pace.

use std::path::PathBuf;

use bstar_engine::SearchKind;
use serde::{Deserialize, Serialize};

use crate::openings::{Book, Opening};
use crate::player::{Pace, PlayerKind, PlayerSpec};
use crate::referee::GameRules;
use crate::stats::Sprt;
use bstar_kit::random::Random;

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player named first, from whose view results are counted.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The players.
    pub players: [PlayerSpec; 2],
    /// How fast they play, unless their specification says otherwise.
    pub pace: Pace,
    /// How many games; two for each opening.
    pub games: usize,
    /// Margins and adjudication.
    pub rules: GameRules,
    /// The openings, taken in this order and again from the beginning.
    pub book: Book,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Where games are appended.
    pub pgn: Option<PathBuf>,
    /// Where results are written down, to continue from.
    pub journal: Option<PathBuf>,
}

impl Contest {
    /// A match with the usual rules and nothing written anywhere.
    pub fn new(players: [PlayerSpec; 2], pace: Pace, games: usize, book: Book) -> Contest {
        Contest {
            players,
            pace,
            games,
            rules: GameRules::default(),
            book,
            sprt: None,
            concurrency: 1,
            pgn: None,
            journal: None,
        }
    }

    /// Who has White in a game.
    pub fn white(number: usize) -> Side {
        if number.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The opening of a game.
    pub fn opening(&self, number: usize) -> &Opening {
        self.book.opening(number / 2)
    }

    /// How fast a player plays.
    pub fn pace_of(&self, side: Side) -> Pace {
        self.players[side as usize].pace.unwrap_or(self.pace)
    }

    /// Does a player think on the opponent's time?
    pub fn ponders(&self, side: Side) -> bool {
        self.players[side as usize].ponders
    }

    /// What a player is called here: two of one name are told apart by a number.
    pub fn name(&self, side: Side) -> String {
        let [first, second] = [&self.players[0].name, &self.players[1].name];
        let name = &self.players[side as usize].name;
        if first == second {
            format!("{name} ({})", side as usize + 1)
        } else {
            name.clone()
        }
    }

    /// Are there more pairs of games than openings?
    pub fn repeats_openings(&self) -> bool {
        self.games.div_ceil(2) > self.book.size()
    }

    /// Would the same game from the same opening be the same move by move? So it is if both players are ours, think alone, in their own time and
    /// without a clock, and nobody plays badly on purpose, which is done by chance.
    pub fn is_repeatable(&self) -> bool {
        [Side::First, Side::Second].into_iter().all(|side| {
            let is_ours = match &self.players[side as usize].kind {
                PlayerKind::BuiltIn(settings) => {
                    let is_alone = settings.threads == 1 || settings.search == SearchKind::Bstar;
                    is_alone && settings.strength.is_none()
                }
                PlayerKind::Uci { .. } => false,
            };
            is_ours
                && !self.ponders(side)
                && matches!(self.pace_of(side), Pace::Nodes(_) | Pace::Depth(_))
        })
    }

    /// All that decides how a game goes. A journal belongs to one fingerprint.
    pub(super) fn fingerprint(&self) -> serde_json::Value {
        serde_json::json!({
            "players": [self.players[0].text, self.players[1].text],
            "pace": self.pace.to_string(),
            "openings": self.book.digest(),
            "sprt": self.sprt,
            "margin_ms": self.rules.margin.as_millis() as u64,
            "draw_rule": self.rules.draw,
            "resign_rule": self.rules.resign,
        })
    }
}

impl Book {
    /// The openings in an order of their own for each seed.
    pub fn shuffled(mut self, seed: u64) -> Book {
        Random::new(seed, 0).shuffle(self.openings_mut());
        self
    }
}
