//! Positions from games, for experiments that learn on one half and report on the other.
//!
//! A [`SamplingPlan`] names files of games. [`SamplingPlan::draw`] takes a few positions from every
//! game, at random, and leaves out those that say nothing: few legal moves, or a game that is
//! decided. All positions of a game are in the same half, and so are all games that begin at the
//! same set-up position. The draw depends on the files and the seed alone.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use bstar_arena::games::{GamesError, records};
use bstar_board::epd::Epd;
use bstar_board::pgn::GameRecord;
use bstar_board::{Game, Position};
use bstar_engine::analyst::{Analyst, analyse_all};
use bstar_engine::{EngineError, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::input::Keeping;
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;
use thiserror::Error;

/// Why positions cannot be drawn.
#[derive(Debug, Error)]
pub enum SamplingError {
    #[error(transparent)]
    Games(#[from] GamesError),
    /// The search that tells decided games apart.
    #[error("the search cannot be set up: {0}")]
    Engine(#[from] EngineError),
}

/// Which positions are wanted.
#[derive(Clone, Debug)]
pub struct SamplingPlan {
    /// The games. Each file gives as many positions as the others, as far as it has them.
    pub files: Vec<PathBuf>,
    /// How many positions for each half.
    pub count: usize,
    /// Range of the number of pieces on the board, kings included.
    pub men: RangeInclusive<u32>,
    /// Maximum number of positions from one game.
    pub per_game: usize,
    pub seed: u64,
    /// The nodes of the search that tells whether a game is decided.
    pub nodes: u64,
    /// How many searches at a time.
    pub jobs: usize,
}

/// One of the two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// To learn and tune by.
    Learn,
    /// To report on. Nothing may be chosen by it.
    Report,
}

impl Half {
    /// Its name, as in the names of files.
    pub fn name(self) -> &'static str {
        match self {
            Half::Learn => "learn",
            Half::Report => "report",
        }
    }

    /// The letter with which the names of its positions begin.
    fn letter(self) -> char {
        match self {
            Half::Learn => 'L',
            Half::Report => 'R',
        }
    }
}

/// The positions of both halves, in random order.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// To learn and tune by.
    pub learn: Vec<Epd>,
    pub report: Vec<Epd>,
}

impl Sample {
    /// Whether both halves have as many positions as wanted.
    pub fn is_full(&self, count: usize) -> bool {
        self.learn.len() >= count && self.report.len() >= count
    }
}

/// The first half moves of a game are left to opening theory.
const FIRST_PLY: usize = 10;
/// Minimum distance between positions of one game, in half moves.
const MIN_DISTANCE_PLIES: usize = 16;
/// With fewer moves there is little to choose.
const MIN_LEGAL_MOVES: usize = 4;
/// Positions near the fifty-move rule are left out: the file does not keep the count.
const MAX_HALFMOVE_CLOCK: u8 = 30;
/// A game is decided if the side to move expects less than this, or more than the rest, in
/// ten-thousandths of a point.
const MIN_EXPECTED: u32 = 300;

/// A position that could be taken.
struct Candidate {
    position: Position,
    half: Half,
    file: usize,
    comment: String,
}

impl SamplingPlan {
    /// Draws the positions. `watch` is told how many candidates have been searched, and of how
    /// many. Returns `None` if it was stopped.
    pub fn draw(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Sample>, SamplingError> {
        let candidates = self.candidates()?;
        let settings = Settings {
            hash_mib: 16,
            ..Settings::of(SearchKind::AlphaBeta)
        };
        let effort = Effort::nodes(self.nodes);
        let mut open = Vec::new();
        let is_open = |analyst: &mut Analyst, number: usize| {
            let position = &candidates[number].position;
            analyst.forget();
            let result = analyst.run(&Task::play(&Game::new(position.clone()), effort));
            Ok(result.map(|result| {
                let expected = |score| analyst.expected_score(position, score);
                result.score.map(expected).is_some_and(|expected| {
                    (MIN_EXPECTED..=10_000 - MIN_EXPECTED).contains(&expected)
                })
            }))
        };
        analyse_all(
            &settings,
            self.jobs,
            candidates.len(),
            stop,
            is_open,
            |yes| {
                open.push(yes);
                watch(open.len(), candidates.len());
            },
        )?;
        if stop.is_set() {
            return Ok(None);
        }
        let open = candidates.iter().zip(open);
        let open: Vec<&Candidate> = open.filter(|(_, yes)| *yes).map(|(one, _)| one).collect();
        Ok(Some(Sample {
            learn: self.choose(&open, Half::Learn),
            report: self.choose(&open, Half::Report),
        }))
    }

    /// More positions than are wanted, since some will turn out to be decided.
    fn candidates(&self) -> Result<Vec<Candidate>, SamplingError> {
        let mut seen = HashSet::new();
        let mut candidates = Vec::new();
        for (file, path) in self.files.iter().enumerate() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let mut of_file = Vec::new();
            for (number, record) in (1..).zip(records(path, Keeping::Most)?) {
                let record = record?;
                let mut random = Random::new(self.seed, (file as u64) << 32 | number);
                let half = self.half(&record, &mut random);
                for (ply, position) in self.positions(&record, &mut random) {
                    if seen.insert(position.key()) {
                        of_file.push(Candidate {
                            position,
                            half,
                            file,
                            comment: format!("{name}, game {number}, half move {ply}"),
                        });
                    }
                }
            }
            Random::new(self.seed, u64::MAX - file as u64).shuffle(&mut of_file);
            candidates.extend(of_file);
        }
        Ok(candidates)
    }

    /// Games from the same set-up position belong together.
    fn half(&self, record: &GameRecord, random: &mut Random) -> Half {
        let bits = if record.start == Position::start() {
            random.bits()
        } else {
            Random::new(self.seed, record.start.key()).bits()
        };
        if bits.is_multiple_of(2) {
            Half::Learn
        } else {
            Half::Report
        }
    }

    /// Positions of a game with the number of half moves before them.
    fn positions(&self, record: &GameRecord, random: &mut Random) -> Vec<(usize, Position)> {
        let mut game = Game::new(record.start.clone());
        let mut eligible = Vec::new();
        for (ply, recorded) in record.moves.iter().enumerate() {
            let position = game.position();
            let is_eligible = ply >= FIRST_PLY
                && self.men.contains(&position.occupied().len())
                && position.count_legal_moves() >= MIN_LEGAL_MOVES
                && position.halfmove_clock() <= MAX_HALFMOVE_CLOCK
                && game.outcome().is_none();
            if is_eligible {
                eligible.push((ply, position.clone()));
            }
            game.play(recorded.mv)
                .expect("a record that was read has only legal moves");
        }
        random.shuffle(&mut eligible);
        let mut taken: Vec<(usize, Position)> = Vec::new();
        for (ply, position) in eligible {
            let is_apart =
                |(other, _): &(usize, Position)| ply.abs_diff(*other) >= MIN_DISTANCE_PLIES;
            if taken.len() < self.per_game && taken.iter().all(is_apart) {
                taken.push((ply, position));
            }
        }
        taken
    }

    /// The positions of a half: the files take turns until there are enough.
    fn choose(&self, open: &[&Candidate], half: Half) -> Vec<Epd> {
        let mut of_files: Vec<_> = (0..self.files.len())
            .map(|file| {
                open.iter()
                    .filter(move |one| one.half == half && one.file == file)
            })
            .collect();
        let mut chosen: Vec<&&Candidate> = Vec::new();
        loop {
            let before = chosen.len();
            for of_file in &mut of_files {
                if chosen.len() < self.count {
                    chosen.extend(of_file.next());
                }
            }
            if chosen.len() == before {
                break;
            }
        }
        Random::new(self.seed, u64::from(half.letter())).shuffle(&mut chosen);
        let named = (1..).zip(chosen).map(|(number, candidate)| Epd {
            id: Some(format!("{}{number:04}", half.letter())),
            comment: Some(candidate.comment.clone()),
            ..Epd::new(candidate.position.clone())
        });
        named.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of random legal moves.
    fn games(count: u64) -> String {
        let game = |number| {
            let mut random = Random::new(9, number);
            let mut game = Game::default();
            let mut text = format!("[Round \"{number}\"]\n\n");
            while game.outcome().is_none() && game.moves().len() < 60 {
                let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
                let mv = moves[random.below(moves.len())];
                text += &bstar_board::san::write(game.position(), mv);
                text.push(' ');
                game.play(mv).unwrap();
            }
            text + "*\n\n"
        };
        (0..count).map(game).collect()
    }

    fn drawn(seed: u64) -> Sample {
        let folder = tempfile::tempdir().unwrap();
        let files = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
        std::fs::write(&files[0], games(30)).unwrap();
        std::fs::write(&files[1], games(4)).unwrap();
        let plan = SamplingPlan {
            files: files.to_vec(),
            count: 12,
            men: 2..=32,
            per_game: 2,
            seed,
            nodes: 200,
            jobs: 2,
        };
        plan.draw(&Stop::new(), &mut |_, _| {}).unwrap().unwrap()
    }

    fn games_of(half: &[Epd]) -> HashSet<String> {
        let game = |epd: &Epd| {
            let comment = epd.comment.clone().unwrap();
            comment.rsplit_once(", half").unwrap().0.to_owned()
        };
        half.iter().map(game).collect()
    }

    #[test]
    fn no_game_is_in_both_halves() {
        let sample = drawn(1);
        assert!(sample.is_full(12));
        let (learn, report) = (games_of(&sample.learn), games_of(&sample.report));
        assert!(learn.len() > 5 && learn.is_disjoint(&report));
        let ids = sample.report.iter().map(|epd| epd.id.clone().unwrap());
        assert!(ids.eq((1..=12).map(|number| format!("R{number:04}"))));
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        let [once, again, other] = [1, 1, 2].map(drawn);
        assert_eq!(once.learn, again.learn);
        assert_ne!(once.learn, other.learn);
    }

    #[test]
    fn positions_of_a_game_are_apart() {
        let sample = drawn(3);
        let all = sample.learn.iter().chain(&sample.report);
        let mut plies: Vec<(String, usize)> = all
            .map(|epd| {
                let comment = epd.comment.clone().unwrap();
                let (game, ply) = comment.rsplit_once(", half move ").unwrap();
                (game.to_owned(), ply.parse().unwrap())
            })
            .collect();
        plies.sort();
        assert!(plies.iter().all(|(_, ply)| *ply >= FIRST_PLY));
        for pair in plies.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            assert!(pair[1].1 - pair[0].1 >= MIN_DISTANCE_PLIES, "{pair:?}");
        }
    }
}
