//! A judged game as PGN: what the file said already, with marks, evaluations and, at the turning points, words and a variation.

use bstar_board::pgn::{GameRecord, RecordedMove};
use bstar_board::{Move, san};
use bstar_engine::{Centipawns, Score};

use super::line::excerpt;
use super::{JudgedGame, Mark};
use crate::reading::tenths;
use crate::words::grammar::side;

/// The first of the glyphs that judge a move, `!`, and the last, `?!`.
const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;

impl JudgedGame {
    /// The game with its annotations. Nothing of what the file said is lost, with two exceptions: evaluations (`[%eval …]`) of others give way to ours, and a move that has
    /// a mark already keeps that and gets none of ours.
    pub fn annotated(&self) -> GameRecord {
        let mut record = self.record.clone();
        if record.tag("Annotator").is_none() {
            record.tags.set("Annotator", "bstar");
        }
        for (ply, recorded) in record.moves.iter_mut().enumerate() {
            self.annotate(ply, recorded);
        }
        record
    }

    fn annotate(&self, ply: usize, recorded: &mut RecordedMove) {
        if let Some(mark) = self.moves[ply].mark
            && !recorded.nags.iter().any(|nag| JUDGING.contains(nag))
        {
            recorded.nags.push(mark.nag());
        }
        let earlier = recorded.comment.take().unwrap_or_default();
        let parts = [
            self.eval(ply).map(tag).unwrap_or_default(),
            self.words(ply).unwrap_or_default(),
            without_evals(&earlier),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        recorded.comment = Some(parts.join(" ")).filter(|comment| !comment.is_empty());
        if self.moves[ply].turning.is_some() {
            let better = self.instead(ply);
            let is_there = |known: &Vec<RecordedMove>| known[0].mv == better[0];
            if !better.is_empty() && !recorded.variations.iter().any(is_there) {
                let moves = better.into_iter().map(RecordedMove::from).collect();
                recorded.variations.push(moves);
            }
        }
    }

    /// How the game should have gone on instead of a move.
    pub(super) fn instead(&self, ply: usize) -> Vec<Move> {
        excerpt(&self.positions[ply], &self.looks[ply].line)
    }

    /// A turning point in words.
    pub(super) fn words(&self, ply: usize) -> Option<String> {
        let (judged, position) = (&self.moves[ply], &self.positions[ply]);
        let turning = judged.turning.as_ref()?;
        let what = match judged.mark? {
            Mark::Mistake => "a mistake",
            Mark::Blunder => "a blunder",
            Mark::Only | Mark::Dubious => return None,
        };
        let mut sentences = vec![format!(
            "{} is {what}: what {} can expect falls from {}% to {}%.",
            san::write(position, judged.mv),
            side(position.side_to_move()),
            tenths(judged.before),
            tenths(judged.after)
        )];
        let answer = self.missed_answer(ply).filter(|_| turning.fault.is_none());
        sentences.extend(turning.fault.clone());
        sentences.extend(answer);
        let better = san::numbered(position, &[self.better(ply)?]);
        sentences.push(format!("Better was {}.", better.join(" ")));
        sentences.extend(turning.merits.iter().cloned());
        Some(sentences.join(" "))
    }

    /// The best answer to a move, where it was not played: else the game itself shows it.
    fn missed_answer(&self, ply: usize) -> Option<String> {
        let (after, line) = (&self.positions[ply + 1], &self.looks[ply + 1].line);
        let answer = line.first()?;
        let is_played = self
            .moves
            .get(ply + 1)
            .is_some_and(|next| next.mv == *answer);
        let line = san::numbered(after, &excerpt(after, line)).join(" ");
        (!is_played).then(|| format!("The best answer was {line}."))
    }
}

/// An evaluation for White, as chess programs write it into comments.
fn tag(score: Score) -> String {
    match score {
        // There is no minus nothing.
        Score::Centipawns(Centipawns(0)) => "[%eval 0.00]".to_owned(),
        Score::Centipawns(centipawns) => {
            format!("[%eval {:.2}]", f64::from(centipawns.0) / 100.0)
        }
        Score::Mate(moves) => format!("[%eval #{moves}]"),
    }
}

/// A comment without the evaluations in it.
fn without_evals(comment: &str) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some(begin) = rest.find("[%eval") {
        let Some(length) = rest[begin..].find(']') else {
            break;
        };
        kept.push_str(&rest[..begin]);
        rest = &rest[begin + length + 1..];
    }
    kept.push_str(rest);
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_written_as_chess_programs_do() {
        let tags = [
            Score::Centipawns(Centipawns(34)),
            Score::Centipawns(Centipawns(-5)),
            Score::Centipawns(Centipawns(0)),
            Score::Mate(3),
            Score::Mate(-1),
        ]
        .map(tag);
        assert_eq!(
            tags,
            [
                "[%eval 0.34]",
                "[%eval -0.05]",
                "[%eval 0.00]",
                "[%eval #3]",
                "[%eval #-1]"
            ]
        );
    }

    #[test]
    fn other_evaluations_go_and_everything_else_stays() {
        assert_eq!(
            without_evals("[%eval 0.2,18] [%clk 0:01:00] good [%eval #3]"),
            "[%clk 0:01:00] good"
        );
        assert_eq!(without_evals("an [%eval open"), "an [%eval open");
        assert_eq!(without_evals("[%eval 1]"), "");
    }
}
