//! A turning point in words.

use bstar_board::{Move, san};

use super::judged::JudgedGame;
use super::line::excerpt;
use super::mark::Mark;
use crate::facts::tenths;
use crate::write::words::grammar::side;

impl JudgedGame {
    /// How the game should have gone on instead of a move.
    pub(super) fn instead(&self, ply: usize) -> Vec<Move> {
        excerpt(&self.positions[ply], self.better_line(ply))
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
        let name = san::write(position, judged.mv);
        let mut sentences = vec![match turning.is_known {
            true => format!("{name} is {what}, by endgame tables."),
            false => format!(
                "{name} is {what}: what {} can expect falls from {}% to {}%.",
                side(position.side_to_move()),
                tenths(judged.before),
                tenths(judged.after)
            ),
        }];
        let answer = self
            .missed_answer(ply)
            .filter(|_| turning.faults.is_empty());
        sentences.extend(turning.faults.iter().cloned());
        sentences.extend(answer);
        let better = san::numbered(position, &[self.better(ply)?]);
        sentences.push(format!("Better was {}.", better.join(" ")));
        sentences.extend(turning.merits.iter().cloned());
        Some(sentences.join(" "))
    }

    /// The best answer to a move, if it was not played. If it was, the game itself shows it.
    fn missed_answer(&self, ply: usize) -> Option<String> {
        let (after, line) = (&self.positions[ply + 1], &self.judgements[ply + 1].line);
        let answer = line.first()?;
        let is_played = self
            .moves
            .get(ply + 1)
            .is_some_and(|next| next.mv == *answer);
        let line = san::numbered(after, &excerpt(after, line)).join(" ");
        (!is_played).then(|| format!("The best answer was {line}."))
    }
}
