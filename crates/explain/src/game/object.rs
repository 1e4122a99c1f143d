//! A judged game for programs. docs/json.md describes the fields.

use std::collections::BTreeMap;

use bstar_board::{Color, fen, notation, san};
use serde::Serialize;

use super::judged::JudgedGame;
use super::mark::{Mark, Points};
use crate::output::sentences::SentenceObject;
use crate::output::values::{ScoreObject, in_uci};

/// A game.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct GameObject<'a> {
    pub game: usize,
    pub tags: BTreeMap<&'a str, &'a str>,
    pub result: &'static str,
    pub fen: String,
    pub moves: Vec<MoveObject<'a>>,
}

/// A move of it.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct MoveObject<'a> {
    pub number: u16,
    pub side: &'static str,
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub eval_white: Option<ScoreObject>,
    pub before: Points,
    pub after: Points,
    pub best: Option<String>,
    pub best_san: Option<String>,
    pub mark: Option<&'static str>,
    pub nag: Option<u8>,
    pub explanation: Option<ExplanationObject<'a>>,
}

/// A turning point.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct ExplanationObject<'a> {
    pub text: String,
    pub line: Vec<String>,
    pub line_san: String,
    pub sentences: &'a [SentenceObject],
}

impl JudgedGame {
    /// The game for programs; `number` is its place in the file, from 1.
    pub fn object(&self, number: usize) -> GameObject<'_> {
        GameObject {
            game: number,
            tags: self.record.tags.iter().collect(),
            result: self.record.result.token(),
            fen: fen::write(&self.record.start),
            moves: (0..self.moves.len())
                .map(|ply| self.move_object(ply))
                .collect(),
        }
    }

    fn move_object(&self, ply: usize) -> MoveObject<'_> {
        let (judged, position) = (&self.moves[ply], &self.positions[ply]);
        let best = self.better(ply);
        MoveObject {
            number: position.fullmove_number(),
            side: match position.side_to_move() {
                Color::White => "white",
                Color::Black => "black",
            },
            mv: notation::write(position, judged.mv),
            san: san::write(position, judged.mv),
            eval_white: self.eval(ply).map(ScoreObject::from),
            before: judged.before,
            after: judged.after,
            best: best.map(|mv| notation::write(position, mv)),
            best_san: best.map(|mv| san::write(position, mv)),
            mark: judged.mark.map(Mark::name),
            nag: judged.mark.map(Mark::nag),
            explanation: self.explanation(ply),
        }
    }

    fn explanation(&self, ply: usize) -> Option<ExplanationObject<'_>> {
        let turning = self.moves[ply].turning.as_ref()?;
        let (position, line) = (&self.positions[ply], self.instead(ply));
        Some(ExplanationObject {
            text: self.words(ply)?,
            line: in_uci(position, &line),
            line_san: san::numbered(position, &line).join(" "),
            sentences: &turning.sentences,
        })
    }
}
