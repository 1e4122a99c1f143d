//! The plan of a match: which players, from which openings, at what pace.

use std::path::PathBuf;

use bstar_engine::SearchKind;
use serde::{Deserialize, Serialize};

use crate::openings::{Book, Opening};
use crate::player::{Pace, PlayerKind, PlayerSpec};
use crate::referee::GameRules;
use crate::stats::Sprt;
use bstar_kit::crew::Crew;
use bstar_kit::random::Random;

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Contestant {
    /// The player named first. Results are counted from its view.
    First,
    /// The other one.
    Second,
}

impl Contestant {
    /// The opponent.
    pub fn other(self) -> Contestant {
        match self {
            Contestant::First => Contestant::Second,
            Contestant::Second => Contestant::First,
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
    /// Whether the number of games is one of the settings. Then a journal is not continued with
    /// another one.
    pub is_size_announced: bool,
    /// Margins and adjudication.
    pub rules: GameRules,
    /// The openings, in the order in which they are played. After the last comes the first again.
    pub book: Book,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Who plays the games.
    pub crew: Crew,
    /// The file to which games are appended.
    pub pgn: Option<PathBuf>,
    /// The file from which the match can be continued.
    pub journal: Option<PathBuf>,
}

impl Contest {
    /// A match with the usual rules and nothing written anywhere.
    pub fn new(players: [PlayerSpec; 2], pace: Pace, games: usize, book: Book) -> Contest {
        Contest {
            players,
            pace,
            games,
            is_size_announced: false,
            rules: GameRules::default(),
            book,
            sprt: None,
            crew: Crew::Threads(1),
            pgn: None,
            journal: None,
        }
    }

    /// Which player has White in a game.
    pub fn white(number: usize) -> Contestant {
        if number.is_multiple_of(2) {
            Contestant::First
        } else {
            Contestant::Second
        }
    }

    /// The opening of a game.
    pub fn opening(&self, number: usize) -> &Opening {
        self.book.opening(number / 2)
    }

    /// How fast a player plays.
    pub fn pace_of(&self, side: Contestant) -> Pace {
        self.players[side as usize].pace.unwrap_or(self.pace)
    }

    /// Does a player think on the opponent's time?
    pub fn ponders(&self, side: Contestant) -> bool {
        self.players[side as usize].ponders
    }

    /// What a player is called here. Two players with the same name get numbers.
    pub fn name(&self, side: Contestant) -> String {
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

    /// Would a second game from the same opening have the same moves?
    ///
    /// It would if both players are ours, search with one thread, do not ponder, have no clock, and
    /// play at full strength: a weakened player chooses by chance.
    pub fn is_repeatable(&self) -> bool {
        [Contestant::First, Contestant::Second]
            .into_iter()
            .all(|side| {
                let is_ours = match &self.players[side as usize].kind {
                    PlayerKind::BuiltIn(settings) => {
                        let is_alone =
                            settings.threads == 1 || settings.search == SearchKind::Bstar;
                        is_alone && settings.strength.is_none()
                    }
                    PlayerKind::Uci { .. } => false,
                };
                is_ours
                    && !self.ponders(side)
                    && matches!(self.pace_of(side), Pace::Nodes(_) | Pace::Depth(_))
            })
    }

    /// All that decides how games go. A journal with another fingerprint is refused.
    pub(super) fn fingerprint(&self) -> serde_json::Value {
        let mut settings = serde_json::json!({
            "players": [self.players[0].text, self.players[1].text],
            "pace": self.pace.to_string(),
            "openings": self.book.digest(),
            "sprt": self.sprt,
            "margin_ms": self.rules.margin.as_millis() as u64,
            "draw_rule": self.rules.draw,
            "resign_rule": self.rules.resign,
        });
        if self.is_size_announced {
            settings["games"] = self.games.into();
        }
        settings
    }
}

impl Book {
    /// The openings in a random order, which the seed decides.
    pub fn shuffled(mut self, seed: u64) -> Book {
        Random::new(seed, 0).shuffle(self.openings_mut());
        self
    }
}
