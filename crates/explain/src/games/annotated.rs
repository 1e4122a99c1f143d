//! A judged game as PGN. What the file said already stays; marks and evaluations are added, and at
//! the turning points words and a variation. The opening is named where the file does not name it.

use bstar_board::pgn::{GameRecord, RecordedMove};
use bstar_board::score::{Centipawns, Score};

use super::judged::JudgedGame;

/// The first of the glyphs that judge a move, `!`, and the last, `?!`.
const JUDGING_NAGS: std::ops::RangeInclusive<u8> = 1..=6;

impl JudgedGame {
    /// The game with its annotations. Everything in the file stays, with two exceptions.
    /// Evaluations of others (`[%eval …]`) give way to ours. A move that already has a mark keeps
    /// it and gets none of ours.
    pub fn annotated(&self) -> GameRecord {
        let mut record = self.record.clone();
        if record.tag("Annotator").is_none() {
            record.tags.set("Annotator", "bstar");
        }
        if let Some(opening) = &self.opening.opening {
            for (name, value) in [("ECO", &opening.eco), ("Opening", &opening.name)] {
                if matches!(record.tag(name), None | Some("?" | "")) {
                    record.tags.set(name, value);
                }
            }
        }
        for (ply, recorded) in record.moves.iter_mut().enumerate() {
            self.annotate(ply, recorded);
        }
        record
    }

    /// That a move leaves the known paths, if it does.
    fn leaving(&self, ply: usize) -> Option<String> {
        let opening = self.opening.opening.as_ref()?;
        let leaves = self.opening.left_at == Some(ply + 1);
        leaves.then(|| format!("Here the game leaves known paths ({}).", opening.name))
    }

    fn annotate(&self, ply: usize, recorded: &mut RecordedMove) {
        if let Some(mark) = self.moves[ply].mark
            && !recorded.nags.iter().any(|nag| JUDGING_NAGS.contains(nag))
        {
            recorded.nags.push(mark.nag());
        }
        let earlier = recorded.comment.take().unwrap_or_default();
        let parts = [
            self.eval(ply).map(tag).unwrap_or_default(),
            self.words(ply).unwrap_or_default(),
            self.leaving(ply).unwrap_or_default(),
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
}

/// An evaluation for White, as chess programs write it into comments.
fn tag(score: Score) -> String {
    match score {
        // This keeps `-0.00` out of the file.
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
