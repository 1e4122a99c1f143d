//! A judged game for programs.

use std::collections::BTreeMap;

use bstar_board::score::Score;
use bstar_board::{fen, notation, san};
use bstar_book::names::GameOpening;
use serde::Serialize;

use super::findings::TurningObject;
use super::judged::JudgedGame;
use super::mark::{Mark, Points};
use crate::write::output::names::SideName;
use crate::write::output::sentences::SentenceObject;

/// A game that was searched move by move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "JudgedGame"))]
pub struct AnalysedGame<'a> {
    /// Its number in the file, from 1.
    pub game: usize,
    /// Its tags, without `Result`, `FEN` and `SetUp`.
    pub tags: BTreeMap<&'a str, &'a str>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// Where it began.
    pub fen: String,
    /// Its opening.
    #[serde(flatten)]
    pub opening: GameOpening,
    /// Its moves.
    pub moves: Vec<AnalysedMove<'a>>,
}

/// A move of the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedMove<'a> {
    /// The number of the move.
    pub number: u16,
    /// The side that made it.
    pub side: SideName,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in SAN.
    pub san: String,
    /// The score after it, for White, also when Black is to move; `null` if that is the end of the
    /// game.
    pub eval_white: Option<Score>,
    /// What its player could expect before it, in ten-thousandths of expected score: 10000 is a
    /// win, 5000 a draw.
    pub before: Points,
    /// The same after it.
    pub after: Points,
    /// What the search would have played.
    pub best: Option<String>,
    /// The same in SAN.
    pub best_san: Option<String>,
    /// What the move deserves; `null` for most.
    pub mark: Option<Mark>,
    /// The glyph of the mark: 1, 6, 2, 4; `null` for most.
    pub nag: Option<u8>,
    /// Why it is a turning point; `null` if it is none.
    pub explanation: Option<ExplanationObject<'a>>,
}

/// A turning point.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplanationObject<'a> {
    /// The comment in words.
    pub text: String,
    /// What it was made from.
    #[serde(flatten)]
    pub turning: TurningObject,
    /// The line in SAN, with the numbers of the moves.
    pub line_san: String,
    /// The answer to "what about this move?", sentence by sentence with what backs them, as
    /// `bstar explain --move` gives it.
    pub sentences: &'a [SentenceObject],
}

impl JudgedGame {
    /// The game for programs; `number` is its place in the file, from 1.
    pub fn object(&self, number: usize) -> AnalysedGame<'_> {
        AnalysedGame {
            game: number,
            tags: self.record.tags.iter().collect(),
            result: self.record.result.token(),
            fen: fen::write(&self.record.start),
            opening: self.opening.clone(),
            moves: (0..self.moves.len())
                .map(|ply| self.move_object(ply))
                .collect(),
        }
    }

    fn move_object(&self, ply: usize) -> AnalysedMove<'_> {
        let (judged, position) = (&self.moves[ply], &self.positions[ply]);
        let best = self.better(ply);
        AnalysedMove {
            number: position.fullmove_number(),
            side: SideName::from(position.side_to_move()),
            mv: notation::write(position, judged.mv),
            san: san::write(position, judged.mv),
            eval_white: self.eval(ply),
            before: judged.before,
            after: judged.after,
            best: best.map(|mv| notation::write(position, mv)),
            best_san: best.map(|mv| san::write(position, mv)),
            mark: judged.mark,
            nag: judged.mark.map(Mark::nag),
            explanation: self.explanation(ply),
        }
    }

    fn explanation(&self, ply: usize) -> Option<ExplanationObject<'_>> {
        let turning = self.moves[ply].turning.as_ref()?;
        let (position, line) = (&self.positions[ply], self.instead(ply));
        Some(ExplanationObject {
            text: self.words(ply)?,
            turning: TurningObject::new(turning, &line, position),
            line_san: san::numbered(position, &line).join(" "),
            sentences: &turning.sentences,
        })
    }
}
