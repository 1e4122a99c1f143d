//! Changes the weights step by step until they fit.

use bstar_eval::WEIGHTS;
use bstar_eval::feature::COUNT;

use crate::tune::training_set::TrainingSet;

#[derive(Clone, Copy, Debug)]
pub struct TunerSettings {
    /// Turns centipawns into an expected score: 1 / (1 + exp(-k × centipawns)).
    pub k: f64,
    /// The size of the first steps, in centipawns.
    pub step: f64,
    /// How strongly weights are pulled back to where they began. This holds weights that the data
    /// says little about.
    pub pull: f64,
    /// The number of threads.
    pub jobs: usize,
}

impl Default for TunerSettings {
    fn default() -> Self {
        Self {
            k: 0.0045,
            step: 1.0,
            pull: 2e-9,
            jobs: 1,
        }
    }
}

/// One game out of this many is set aside for checking.
const GAMES_PER_CHECKED_GAME: usize = 10;

/// The weights while they are being tuned.
pub struct Tuner<'s> {
    training_set: &'s TrainingSet,
    settings: TunerSettings,
    /// Middlegame and endgame weights, alternating.
    weights: Vec<f64>,
    start: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    epoch: i32,
}

/// The losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochLoss {
    /// The number of epochs before it.
    pub number: i32,
    /// The mean loss (cross entropy) on the games learned from.
    pub learning: f64,
    /// The mean loss on the games set aside.
    pub checking: f64,
}

/// Sums over some positions.
struct Sums {
    gradient: Vec<f64>,
    loss: [f64; 2],
    count: [usize; 2],
}

impl<'s> Tuner<'s> {
    /// Begins with the weights that are compiled in.
    pub fn new(training_set: &'s TrainingSet, settings: TunerSettings) -> Self {
        let weights: Vec<f64> = WEIGHTS
            .iter()
            .flat_map(|w| [f64::from(w.middlegame()), f64::from(w.endgame())])
            .collect();
        Self {
            training_set,
            settings,
            start: weights.clone(),
            mean: vec![0.0; weights.len()],
            square: vec![0.0; weights.len()],
            weights,
            epoch: 0,
        }
    }

    /// Goes through all positions once and moves the weights by a step.
    pub fn step(&mut self) -> EpochLoss {
        let sums = self.sums();
        let report = EpochLoss {
            number: self.epoch,
            learning: sums.loss[0] / sums.count[0].max(1) as f64,
            checking: sums.loss[1] / sums.count[1].max(1) as f64,
        };
        self.epoch += 1;
        let count = sums.count[0].max(1) as f64;
        let (slow, slower): (f64, f64) = (0.9, 0.999);
        let correction = (1.0 - slower.powi(self.epoch)).sqrt() / (1.0 - slow.powi(self.epoch));
        for index in 0..self.weights.len() {
            let towards_start = self.settings.pull * (self.weights[index] - self.start[index]);
            let gradient = sums.gradient[index] / count + towards_start;
            self.mean[index] = slow * self.mean[index] + (1.0 - slow) * gradient;
            self.square[index] = slower * self.square[index] + (1.0 - slower) * gradient * gradient;
            let direction = self.mean[index] / (self.square[index].sqrt() + 1e-9);
            self.weights[index] -= self.settings.step * correction * direction;
        }
        report
    }

    /// Takes smaller steps from now on.
    pub fn slow_down(&mut self, factor: f64) {
        self.settings.step *= factor;
    }

    /// The weights as they are now: middlegame and endgame of each feature.
    pub fn weights(&self) -> Vec<[i32; 2]> {
        self.weights
            .chunks(2)
            .map(|pair| [pair[0].round() as i32, pair[1].round() as i32])
            .collect()
    }

    fn sums(&self) -> Sums {
        let jobs = self.settings.jobs.max(1);
        let size = self.training_set.len().div_ceil(jobs).max(1);
        let parts: Vec<Sums> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs)
                .map(|job| {
                    let range = (job * size).min(self.training_set.len())
                        ..((job + 1) * size).min(self.training_set.len());
                    let own_range = range.clone();
                    std::thread::Builder::new()
                        .spawn_scoped(scope, move || self.sums_of(own_range))
                        .map_err(|_| range)
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| match thread {
                    Ok(thread) => thread.join().expect("summing does not panic"),
                    // The system has no more threads to give.
                    Err(range) => self.sums_of(range),
                })
                .collect()
        });
        let mut total = Sums {
            gradient: vec![0.0; 2 * COUNT],
            loss: [0.0; 2],
            count: [0; 2],
        };
        for part in parts {
            for (sum, value) in total.gradient.iter_mut().zip(part.gradient) {
                *sum += value;
            }
            for set in 0..2 {
                total.loss[set] += part.loss[set];
                total.count[set] += part.count[set];
            }
        }
        total
    }

    fn sums_of(&self, range: std::ops::Range<usize>) -> Sums {
        let mut sums = Sums {
            gradient: vec![0.0; 2 * COUNT],
            loss: [0.0; 2],
            count: [0; 2],
        };
        for index in range {
            let (sample, counts) = self.training_set.get(index);
            let (mut middlegame, mut endgame) = (0.0, 0.0);
            for &(feature, count) in counts {
                let at = 2 * usize::from(feature);
                middlegame += self.weights[at] * f64::from(count);
                endgame += self.weights[at + 1] * f64::from(count);
            }
            let (share_mg, share_eg) = (
                f64::from(sample.middlegame_share),
                f64::from(sample.endgame_share),
            );
            let value = middlegame * share_mg + endgame * share_eg;
            let expected = 1.0 / (1.0 + (-self.settings.k * value).exp());
            let target = f64::from(sample.target);
            let set = usize::from(sample.game % GAMES_PER_CHECKED_GAME == 0);
            let sure = expected.clamp(1e-9, 1.0 - 1e-9);
            sums.loss[set] -= target * sure.ln() + (1.0 - target) * (1.0 - sure).ln();
            sums.count[set] += 1;
            if set == 0 {
                let slope = (expected - target) * self.settings.k;
                for &(feature, count) in counts {
                    let at = 2 * usize::from(feature);
                    let times = slope * f64::from(count);
                    sums.gradient[at] += times * share_mg;
                    sums.gradient[at + 1] += times * share_eg;
                }
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::positions::GamePosition;
    use bstar_board::fen;

    /// Positions with a knight more for White, which White wins, with one more for Black, which
    /// Black wins, and level ones, which are drawn.
    fn training_set() -> TrainingSet {
        let mut training_set = TrainingSet::default();
        for (text, result) in [
            (
                "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                1.0,
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
                0.0,
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                0.5,
            ),
        ] {
            for game in 0..20 {
                let position = fen::parse(text).unwrap();
                let played = position.legal_moves()[0];
                let scored = GamePosition {
                    game,
                    position,
                    played,
                    score: Some(0.0),
                    result,
                };
                training_set.add(&scored, 0.0, 0.0045);
            }
        }
        training_set
    }

    #[test]
    fn the_loss_falls_where_it_learns_and_where_it_checks() {
        let training_set = training_set();
        let mut tuner = Tuner::new(&training_set, TunerSettings::default());
        let first = tuner.step();
        let mut last = first;
        for _ in 0..100 {
            last = tuner.step();
        }
        assert!(last.learning < first.learning - 0.01, "{first:?} {last:?}");
        assert!(last.checking < first.checking - 0.01, "{first:?} {last:?}");
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let training_set = training_set();
        let run = |jobs| {
            let settings = TunerSettings {
                jobs,
                ..TunerSettings::default()
            };
            let mut tuner = Tuner::new(&training_set, settings);
            for _ in 0..5 {
                tuner.step();
            }
            tuner.weights()
        };
        assert_eq!(run(1), run(3));
    }

    #[test]
    fn a_knight_becomes_worth_more_when_it_always_wins() {
        let training_set = training_set();
        let mut tuner = Tuner::new(&training_set, TunerSettings::default());
        let before = tuner.weights()[1][0];
        for _ in 0..50 {
            tuner.step();
        }
        assert!(tuner.weights()[1][0] > before);
    }
}
