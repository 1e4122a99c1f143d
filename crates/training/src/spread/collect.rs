//! Collects samples.

use std::sync::Arc;

use bstar_alphabeta::{NeverStop, Searcher, TableError, Techniques, TranspositionTable};
use bstar_board::score::{Centipawns, Score};
use bstar_board::{Game, Move, Position};
use bstar_engine::analyst::{Analyst, analyse_all};
use bstar_engine::thinker::probe_techniques;
use bstar_engine::{EngineError, Evaluation, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;

use super::sample::{PositionSamples, Sample};

#[derive(Clone, Debug)]
pub struct Collecting {
    /// The positions with their names.
    pub positions: Vec<(String, Position)>,
    /// Moves of each position: the best one by a short probe, and others at random.
    pub moves: usize,
    /// Maximum number of random moves before that. The number is drawn evenly, from 0 up.
    pub wander: usize,
    /// The nodes of the deep search.
    pub nodes: u64,
    /// Which random moves.
    pub seed: u64,
    /// How many positions at a time.
    pub jobs: usize,
}

/// The depth of the probes by which moves are compared.
const ORDER_DEPTH: u32 = 3;
/// The depth of the probe with the extra move.
const EXTRA_DEPTH: u32 = 2;
/// Probes are small, and so is their table.
const TABLE_MIB: usize = 4;
/// A random move may cost no more than this, by a probe.
const MAX_WANDER_LOSS: i32 = 300;

/// Collects samples, from the position of number `first` on. `take` gets those of one position
/// after the other, in their order.
pub fn collect(
    what: &Collecting,
    first: usize,
    stop: &Stop,
    take: impl FnMut(PositionSamples),
) -> Result<(), EngineError> {
    let settings = Settings {
        hash_mib: 16,
        ..Settings::of(SearchKind::AlphaBeta)
    };
    let count = what.positions.len().saturating_sub(first);
    let samples = |deep: &mut Analyst, number: usize| {
        what.samples(deep, &settings.evaluation, first + number)
    };
    analyse_all(&settings, what.jobs, count, stop, samples, take)
}

impl Collecting {
    /// The samples of a position. Returns `None` if it was stopped.
    fn samples(
        &self,
        deep: &mut Analyst,
        evaluation: &Evaluation,
        number: usize,
    ) -> Result<Option<PositionSamples>, EngineError> {
        let (name, position) = &self.positions[number];
        let mut random = Random::new(self.seed, number as u64);
        let mut position = position.clone();
        let mut prober = Prober::new(evaluation)?;
        let mut samples = PositionSamples {
            position: name.clone(),
            random_moves: random.below(self.wander + 1),
            moves: Vec::new(),
        };
        for _ in 0..samples.random_moves {
            match prober.wander(&position, &mut random) {
                Some(mv) => position = position.after(mv),
                None => return Ok(Some(samples)),
            }
        }
        let mut moves = prober.by_value(&position, ORDER_DEPTH);
        if moves.len() < 2 {
            return Ok(Some(samples));
        }
        let best = moves.remove(0).0;
        random.shuffle(&mut moves);
        let others = moves.iter().map(|&(mv, _)| mv);
        let chosen = std::iter::once(best).chain(others).take(self.moves);
        for mv in chosen {
            let after = position.after(mv);
            if !after.has_legal_move() || after.is_dead() {
                continue;
            }
            let Some(deep) = deep_value(deep, &position, mv, self.nodes) else {
                return Ok(None);
            };
            // Table entries left by probes of other moves would make these deeper than they are.
            let mut prober = Prober::new(evaluation)?;
            samples.moves.push(Sample {
                phase: (1e3 * bstar_thought::phase(&after)).round() / 1e3,
                check: after.in_check(),
                capture: position.captured(mv).is_some(),
                best: mv == best,
                evaluation: -evaluated(evaluation, &after),
                probes: std::array::from_fn(|depth| -prober.value(&after, depth as u32 + 1).0),
                extra: after
                    .pass()
                    .ok()
                    .map(|passed| prober.value(&passed, EXTRA_DEPTH).0),
                deep: deep.0,
            });
        }
        Ok(Some(samples))
    }
}

/// The value of the deep search for the side that plays the move. Returns `None` if it was stopped.
fn deep_value(deep: &mut Analyst, before: &Position, mv: Move, nodes: u64) -> Option<Centipawns> {
    let mut game = Game::new(before.clone());
    game.play(mv).expect("a legal move");
    deep.forget();
    let result = deep.run(&Task::play(&game, Effort::nodes(nodes)))?;
    let Centipawns(mate) = Centipawns::MATE;
    Some(match result.score? {
        Score::Centipawns(value) => -value,
        Score::Mate(moves) if moves > 0 => Centipawns(-mate + 2 * moves),
        Score::Mate(moves) => Centipawns(mate + 2 * moves),
    })
}

/// The evaluation for the side to move.
fn evaluated(evaluation: &Evaluation, position: &Position) -> i32 {
    match evaluation.network() {
        Some(network) => network.evaluate_afresh(position),
        None => bstar_eval::Evaluator::new().evaluate(position),
    }
}

/// Probes of one position and those after it, which share a table.
struct Prober {
    searcher: Searcher,
}

impl Prober {
    fn new(evaluation: &Evaluation) -> Result<Prober, TableError> {
        let table = Arc::new(TranspositionTable::new(TABLE_MIB)?);
        let techniques = probe_techniques(Techniques::all());
        Ok(Prober {
            searcher: Searcher::new(table, techniques, evaluation),
        })
    }

    /// The value for the side to move.
    fn value(&mut self, position: &Position, depth: u32) -> Centipawns {
        let (keys, mate) = ([position.key()], Centipawns::MATE);
        let probe = self
            .searcher
            .probe(position, &keys, depth, -mate, mate, &NeverStop);
        probe.expect("nothing stops it").value
    }

    /// The moves of a position with their values for the mover, best first.
    fn by_value(&mut self, position: &Position, depth: u32) -> Vec<(Move, Centipawns)> {
        let moves = position.legal_moves().into_iter();
        let mut moves: Vec<(Move, Centipawns)> = moves
            .filter(|&mv| position.after(mv).has_legal_move())
            .map(|mv| (mv, -self.value(&position.after(mv), depth)))
            .collect();
        moves.sort_by_key(|(_, value)| std::cmp::Reverse(value.0));
        moves
    }

    /// A random move that loses little.
    fn wander(&mut self, position: &Position, random: &mut Random) -> Option<Move> {
        let mut moves = self.by_value(position, 1);
        let best = moves.first()?.1;
        moves.retain(|(_, value)| best.0 - value.0 <= MAX_WANDER_LOSS);
        Some(moves[random.below(moves.len())].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    fn what(jobs: usize) -> Collecting {
        let positions = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
            "8/5pk1/6p1/3K4/8/6P1/5P2/8 w - - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ];
        let named = (1..).zip(positions);
        Collecting {
            positions: named
                .map(|(number, text)| (format!("p{number}"), fen::parse(text).unwrap()))
                .collect(),
            moves: 3,
            wander: 2,
            nodes: 1_000,
            seed: 3,
            jobs,
        }
    }

    fn collected(what: &Collecting, first: usize) -> Vec<PositionSamples> {
        let mut all = Vec::new();
        collect(what, first, &Stop::new(), |samples| all.push(samples)).unwrap();
        all
    }

    #[test]
    fn the_same_is_collected_in_parts_and_by_several() {
        let alone = collected(&what(1), 0);
        assert_eq!(alone, collected(&what(3), 0));
        assert_eq!(alone[1..], collected(&what(1), 1));
        assert_eq!(collected(&what(1), 3), []);
    }

    #[test]
    fn a_position_gives_its_best_move_and_others() {
        let all = collected(&what(1), 0);
        let best = |samples: &PositionSamples| -> Vec<bool> {
            samples.moves.iter().map(|sample| sample.best).collect()
        };
        // Nothing can be played in the last position.
        assert_eq!(
            all.iter().map(best).collect::<Vec<_>>(),
            [vec![true, false, false], vec![true, false, false], vec![]]
        );
    }
}
