//! An answer without a search: endgame tables know every move.

use bstar_board::score::{Score, ScoreBound};
use bstar_board::{Game, Move};
use bstar_kit::stop::Stop;
use bstar_tables::{Outcome, TableMove};
use bstar_thought::{SearchReport, SearchResult};

use super::Engine;
use crate::task::{Observer, Play, Task};

/// The longest line that is told, in plies.
const LONGEST_LINE_PLIES: usize = 40;

impl Engine {
    /// Answers from the tables, at full strength, if they know all moves of the position.
    pub(super) fn play_by_tables(
        &mut self,
        task: &Task<Play>,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Option<SearchResult> {
        if self.settings.strength.is_some() {
            return None;
        }
        let Task {
            game, only, effort, ..
        } = *task;
        let position = game.position();
        let mut moves = self.settings.endings.moves(position)?;
        moves.retain(|known| only.is_empty() || only.contains(&known.mv));
        let best = moves.first()?;
        // A search for mate must report the distance to it.
        if effort.mate_wanted().is_some() && best.known.plies_to_mate.is_none() {
            return None;
        }
        let timekeeper = self.timekeeper(&effort, stop);
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
            observer.report(&SearchReport {
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
fn score(known: &TableMove, clock: u8) -> Score {
    let clock = if known.is_zeroing { 0 } else { clock };
    bstar_alphabeta::value_of_known(known.known, clock).into()
}

#[cfg(test)]
mod tests {
    use bstar_board::san;
    use bstar_tables::{Syzygy, Tables};

    use bstar_board::score::Centipawns;

    use super::*;
    use crate::testing::{explain, game, nodes, search, settings};
    use crate::{OnReport, SearchKind, Settings};
    use bstar_kit::effort::Effort;

    fn with_tables(settings: Settings) -> Engine {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
        let syzygy = Syzygy::open(folder).unwrap();
        Engine::new(Settings {
            endings: Tables::default().with_syzygy(Some(syzygy)),
            ..settings
        })
        .unwrap()
    }

    const WON: &str = "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1";

    #[test]
    fn what_tables_know_is_answered_without_a_search() {
        for kind in [SearchKind::Bstar, SearchKind::AlphaBeta] {
            let mut engine = with_tables(Settings {
                search: kind,
                ..settings()
            });
            let game = game(WON);
            let found = search(&mut engine, &game, nodes(1_000_000));
            assert!(found.nodes < 100 && found.line.len() > 1);
            let best = san::write(game.position(), found.best.unwrap());
            assert!(["Kc4", "Kd4", "Ke4"].contains(&&*best), "{best}");
            assert_eq!(found.score, Some(Score::Centipawns(Centipawns(20_000))));
        }
    }

    #[test]
    fn several_lines_and_moves_that_are_asked_for_come_from_the_tables_too() {
        let game = game(WON);
        let mut engine = with_tables(Settings {
            multi_pv: 5,
            ..settings()
        });
        let mut reports = Vec::new();
        let mut note = OnReport(|report| reports.push((report.rank, report.wdl)));
        let task = Task::play(&game, nodes(1_000));
        let found = engine.run(&task, &Stop::new(), &mut note);
        let (win, draw) = ([1000, 0, 0], [0, 1000, 0]);
        assert_eq!(
            reports,
            [(1, win), (2, win), (3, win), (4, draw), (5, draw)]
        );
        assert!(found.best.is_some());
        let only = [san::parse(game.position(), "Kc2").unwrap()];
        let found = engine.run(&task.only(&only), &Stop::new(), &mut ());
        assert_eq!(found.best, Some(only[0]));
        assert_eq!(found.score, Some(Score::Centipawns(Centipawns(0))));
    }

    #[test]
    fn who_plays_less_well_does_not_know_the_tables() {
        let mut engine = with_tables(Settings {
            strength: Some(crate::MIN_ELO),
            ..settings()
        });
        let found = search(&mut engine, &game(WON), nodes(500));
        let is_estimate = |score| matches!(score, Score::Centipawns(Centipawns(-5_000..=5_000)));
        assert!(found.score.is_some_and(is_estimate), "{:?}", found.score);
    }

    #[test]
    fn the_tree_of_a_known_position_is_settled() {
        let mut engine = with_tables(settings());
        let thought = explain(&mut engine, &game(WON), nodes(100_000));
        assert!(thought.is_certain());
        assert_eq!((thought.expansions, thought.nodes), (1, 0));
        assert!(
            thought
                .search
                .root()
                .moves()
                .all(|(_, node)| node.is_settled())
        );
    }

    #[test]
    fn inside_both_searches_known_positions_are_not_searched() {
        // After the capture the ending is known.
        let text = "8/8/8/4k3/8/1p6/1K2P3/8 w - - 0 1";
        let count = |endings: bool, kind| {
            let settings = Settings {
                search: kind,
                ..settings()
            };
            let mut engine = match endings {
                true => with_tables(settings),
                false => Engine::new(settings).unwrap(),
            };
            let effort = Effort::depth(14).or(nodes(200_000));
            search(&mut engine, &game(text), effort).nodes
        };
        assert!(count(true, SearchKind::AlphaBeta) < count(false, SearchKind::AlphaBeta));
        let mut engine = with_tables(settings());
        let thought = explain(&mut engine, &game(text), nodes(50_000));
        let mut known = thought.search.nodes().filter(|node| {
            let is_leaf = !node.is_expanded();
            is_leaf && node.is_settled()
        });
        assert!(known.next().is_some());
    }
}
