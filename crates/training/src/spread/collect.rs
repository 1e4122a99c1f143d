//! Collects samples.

use std::ops::ControlFlow;
use std::sync::Arc;

use bstar_alphabeta::{
    Centipawns, NeverStop, Searcher, TableError, Techniques, TranspositionTable,
};
use bstar_board::{Game, Move, Position};
use bstar_engine::analyst::{Analyst, by_nodes};
use bstar_engine::thinker::probe_techniques;
use bstar_engine::{EngineError, Evaluation, Score, SearchKind, Settings};
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};
use thiserror::Error;

use super::sample::Sample;

/// Why nothing can be collected.
#[derive(Clone, Debug, Error)]
pub enum CollectError {
    /// The deep search.
    #[error("the search cannot be set up: {0}")]
    Engine(#[from] EngineError),
    /// The table of the probes.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What is collected.
#[derive(Clone, Debug)]
pub struct Collecting {
    /// The positions with their names.
    pub positions: Vec<(String, Position)>,
    /// Moves of each position: the best one by a short probe, and others at random.
    pub moves: usize,
    /// Random moves before that: 0 up to so many, evenly.
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
    mut take: impl FnMut(Vec<Sample>) -> ControlFlow<()>,
) -> Result<(), CollectError> {
    let here = stop.child();
    let mut order = InOrder::from(first);
    let mut failure = None;
    let hire = || {
        let mut collector = Collector::new(what, &here);
        move |number: usize| {
            let found = match &mut collector {
                Ok(collector) => collector.samples(number),
                Err(error) => Err(error.clone()),
            };
            (number, found)
        }
    };
    let numbers = first..what.positions.len();
    work(what.jobs, numbers, &here, hire, |(number, found)| {
        for found in order.put(number, found) {
            match found {
                Ok(Some(samples)) => take(samples)?,
                Ok(None) => return ControlFlow::Break(()),
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    failure.map_or(Ok(()), Err)
}

struct Collector<'a> {
    what: &'a Collecting,
    deep: Analyst,
    evaluation: Evaluation,
}

impl Collector<'_> {
    fn new<'a>(what: &'a Collecting, stop: &Stop) -> Result<Collector<'a>, CollectError> {
        let settings = Settings {
            hash_mib: 16,
            ..Settings::of(SearchKind::AlphaBeta)
        };
        let evaluation = settings.evaluation.clone();
        Ok(Collector {
            what,
            deep: Analyst::start(settings, stop)?,
            evaluation,
        })
    }

    /// The samples of a position. Returns `None` if it was stopped.
    fn samples(&mut self, number: usize) -> Result<Option<Vec<Sample>>, CollectError> {
        let (name, position) = &self.what.positions[number];
        let mut random = Random::new(self.what.seed, number as u64);
        let mut position = position.clone();
        let mut prober = Prober::new(&self.evaluation)?;
        let steps = random.below(self.what.wander + 1);
        for _ in 0..steps {
            match prober.wander(&position, &mut random) {
                Some(mv) => position = position.after(mv),
                None => return Ok(Some(Vec::new())),
            }
        }
        let mut moves = prober.by_value(&position, ORDER_DEPTH);
        if moves.len() < 2 {
            return Ok(Some(Vec::new()));
        }
        let best = moves.remove(0).0;
        random.shuffle(&mut moves);
        let others = moves.iter().map(|&(mv, _)| mv);
        let chosen = std::iter::once(best).chain(others).take(self.what.moves);
        let mut samples = Vec::new();
        for mv in chosen {
            let after = position.after(mv);
            if !after.has_legal_move() || after.is_dead() {
                continue;
            }
            let Some(deep) = self.deep_value(&position, mv) else {
                return Ok(None);
            };
            // What probes of other moves left in the table would make these deeper than they are.
            let mut prober = Prober::new(&self.evaluation)?;
            samples.push(Sample {
                position: format!("{name}+{steps}"),
                phase: bstar_engine::phase(&after),
                check: after.in_check(),
                capture: position.captured(mv).is_some(),
                best: mv == best,
                still: -Centipawns(self.still(&after)),
                probes: std::array::from_fn(|depth| -prober.value(&after, depth as u32 + 1)),
                extra: after
                    .pass()
                    .ok()
                    .map(|passed| prober.value(&passed, EXTRA_DEPTH)),
                deep,
            });
        }
        Ok(Some(samples))
    }

    /// The value of the deep search for the side that plays the move.
    fn deep_value(&mut self, before: &Position, mv: Move) -> Option<Centipawns> {
        let mut game = Game::new(before.clone());
        game.play(mv).expect("a legal move");
        self.deep.forget();
        let result = self.deep.search(&game, &by_nodes(self.what.nodes))?;
        let Centipawns(mate) = Centipawns::MATE;
        Some(match result.score? {
            Score::Centipawns(value) => -value,
            Score::Mate(moves) if moves > 0 => Centipawns(-mate + 2 * moves),
            Score::Mate(moves) => Centipawns(mate + 2 * moves),
        })
    }

    /// The evaluation for the side to move.
    fn still(&self, position: &Position) -> i32 {
        match self.evaluation.network() {
            Some(network) => network.evaluate_afresh(position),
            None => bstar_eval::Evaluator::new().evaluate(position),
        }
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

    fn collected(what: &Collecting, first: usize) -> Vec<Sample> {
        let mut all = Vec::new();
        collect(what, first, &Stop::new(), |samples| {
            all.extend(samples);
            ControlFlow::Continue(())
        })
        .unwrap();
        all
    }

    #[test]
    fn the_same_is_collected_in_parts_and_by_several() {
        let alone = collected(&what(1), 0);
        assert_eq!(alone, collected(&what(3), 0));
        let of_first = alone
            .iter()
            .filter(|sample| sample.position.starts_with("p1"));
        let rest: Vec<Sample> = alone[of_first.count()..].to_vec();
        assert_eq!(rest, collected(&what(1), 1));
    }

    #[test]
    fn a_position_gives_its_best_move_and_others() {
        let all = collected(&what(1), 0);
        // Nothing can be played in the last position.
        assert_eq!(all.len(), 6);
        for samples in all.chunks(3) {
            assert_eq!(
                samples.iter().map(|sample| sample.best).collect::<Vec<_>>(),
                [true, false, false]
            );
        }
        let fields = all[0].to_string().split('\t').count();
        assert_eq!(fields, 8 + crate::spread::MAX_DEPTH);
    }
}
