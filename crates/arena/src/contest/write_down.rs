//! A finished game as the journal and the PGN file have it.

use bstar_board::Color;
use bstar_board::pgn::GameRecord;

use super::game_summary::{GameSummary, JournalGame, MoveTree};
use super::plan::{Contest, Contestant};
use super::pondering::PonderCount;
use super::sheets::EVENT;
use crate::referee::{GameTags, PlayedGame, Timing, write_pgn};
use crate::stats::GamePoints;

impl Contest {
    /// All that is kept of a game.
    pub(super) fn write_down(&self, number: usize, game: &PlayedGame) -> JournalGame {
        let white = Contest::white(number);
        let points = match game.ending.winner() {
            None => GamePoints::Draw,
            Some(winner) if (winner == Color::White) == (white == Contestant::First) => {
                GamePoints::Win
            }
            Some(_) => GamePoints::Loss,
        };
        let side_of = |color| match color {
            Color::White => white,
            Color::Black => white.other(),
        };
        let culprit = game
            .ending
            .culprit()
            .map(|(color, kind)| (side_of(color), kind));
        let first_mover = game.game.start().side_to_move();
        let mut trees = Vec::new();
        let mut seconds = [0.0; 2];
        let mut pondering = [Contestant::First, Contestant::Second]
            .map(|side| self.ponders(side).then(PonderCount::default));
        for (before, note) in (game.opening_plies..).zip(&game.notes) {
            let mover = if before.is_multiple_of(2) {
                first_mover
            } else {
                !first_mover
            };
            let side = side_of(mover);
            seconds[side as usize] += note.elapsed.as_secs_f64();
            if let Some(tree) = note.tree {
                let ply = before + 1;
                trees.push(MoveTree { ply, side, tree });
            }
            if let Some(count) = &mut pondering[side as usize] {
                count.add(note.pondering);
            }
        }
        let opening = self.opening(number);
        let line = GameSummary {
            number,
            opening: opening.name.clone(),
            kind: Some(opening.kind),
            white,
            result: game.ending.result().to_owned(),
            points,
            ending: game.ending.to_string(),
            culprit,
            plies: game.game.moves().len(),
            trees,
            pondering,
        };
        let sheet = self
            .pgn
            .is_some()
            .then(|| write_pgn(game, &self.tags(number)));
        JournalGame {
            line,
            sheet,
            // Milliseconds are enough.
            seconds: Some(seconds.map(|seconds| (1000.0 * seconds).round() / 1000.0)),
        }
    }

    /// The head of a game.
    fn tags(&self, number: usize) -> GameTags {
        let white = Contest::white(number);
        let opening = self.opening(number);
        GameTags {
            event: EVENT.to_owned(),
            round: format!("{}.{}", number / 2 + 1, number % 2 + 1),
            white: self.name(white),
            black: self.name(white.other()),
            timing: Timing::Shown,
            extra: vec![
                ("Opening".to_owned(), opening.name.clone()),
                ("Kind".to_owned(), opening.kind.to_string()),
                ("Pace".to_owned(), self.pace.to_string()),
            ],
        }
    }

    /// Which game of this match a record is, as far as its head tells.
    pub(super) fn number_of(&self, record: &GameRecord) -> Option<usize> {
        let (pair, game) = record.tag("Round")?.split_once('.')?;
        let [pair, game] = [pair, game].map(|text| text.parse::<usize>().ok()?.checked_sub(1));
        let number = 2 * pair? + game.filter(|game| *game < 2)?;
        let tags = self.tags(number);
        let expected = [
            ("Event", &tags.event),
            ("Round", &tags.round),
            ("White", &tags.white),
            ("Black", &tags.black),
        ];
        let extra = tags.extra.iter().map(|(name, value)| (&name[..], value));
        expected
            .into_iter()
            .chain(extra)
            .all(|(name, value)| record.tag(name) == Some(value))
            .then_some(number)
    }
}
