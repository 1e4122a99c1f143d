//! An answer without a search: endgame tables know every move.

use bstar_alphabeta::{Centipawns, Score, ScoreBound};
use bstar_board::{Game, Move};
use bstar_kit::signals::Signals;
use bstar_tables::{KnownMove, Outcome};

use super::Engine;
use crate::limits::SearchLimits;
use crate::report::{SearchReport, SearchResult};

/// The longest line that is told, in plies.
const LONGEST_LINE_PLIES: usize = 40;

impl Engine {
    /// Answers from the tables, at full strength, if they know all moves of the position.
    pub(super) fn search_by_tables(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        signals: &Signals,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchResult> {
        if self.settings.strength.is_some() {
            return None;
        }
        let position = game.position();
        let mut moves = self.settings.endings.moves(position)?;
        moves.retain(|known| {
            limits.search_moves.is_empty() || limits.search_moves.contains(&known.mv)
        });
        let best = moves.first()?;
        // Who asks for a mate wants to know how far it is.
        if limits.mate.is_some() && best.known.plies_to_mate.is_none() {
            return None;
        }
        let timekeeper = self.timekeeper(limits, signals);
        let mut result = SearchResult::default();
        for (index, known) in moves.iter().take(self.settings.multi_pv).enumerate() {
            let line = self.known_line(game, known.mv);
            let score = score(known, position.halfmove_clock());
            let time = timekeeper.elapsed();
            if index == 0 {
                result = SearchResult {
                    best: Some(known.mv),
                    ponder: line.get(1).copied(),
                    score: Some(score),
                    depth: 1,
                    nodes: moves.len() as u64,
                    time,
                    line: line.clone(),
                    ..SearchResult::default()
                };
            }
            report(&SearchReport {
                depth: 1,
                seldepth: line.len() as u32,
                rank: index + 1,
                score,
                bound: ScoreBound::Exact,
                nodes: moves.len() as u64,
                time,
                hashfull: self.pool.permille_full(),
                line,
                wdl: match known.known.outcome {
                    Outcome::Win => [1000, 0, 0],
                    Outcome::Draw => [0, 1000, 0],
                    Outcome::Loss => [0, 0, 1000],
                },
            });
        }
        Some(result)
    }

    fn known_line(&self, game: &Game, mv: Move) -> Vec<Move> {
        let after = game.position().after(mv);
        let rest = self.settings.endings.line(&after, LONGEST_LINE_PLIES - 1);
        std::iter::once(mv).chain(rest).collect()
    }
}

/// The score of a move, before it is played.
fn score(known: &KnownMove, clock: u8) -> Score {
    let clock = if known.is_zeroing { 0 } else { clock };
    Centipawns::of_known(known.known, clock).into()
}
