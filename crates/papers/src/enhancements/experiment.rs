//! The experiment: every variant on every position.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bstar_board::fen;
use thiserror::Error;

use super::deepening::{DepthResult, SearchConditions, Stopped, search_each_depth, search_once};
use super::figure::{Figure, SearchedPosition};
use super::finished::{FinishedSearches, SearchTask};
use super::variant::SearchVariant;
use bstar_arena::positions::{NumberedPosition, PositionsError, parse_positions, read_positions};
use bstar_kit::journal::JournalError;
use bstar_kit::stop::Stop;
use bstar_kit::workers::work;

const BRATKO_KOPEC: &str = include_str!("../../../../data/bratko-kopec.epd");

/// Why the experiment cannot be made.
#[derive(Debug, Error)]
pub enum EnhancementsError {
    /// The file of positions.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// What is to be searched, and how.
#[derive(Clone, Debug)]
pub struct Enhancements {
    positions: Vec<NumberedPosition>,
    /// The variants. Direct search is always searched too.
    pub variants: Vec<SearchVariant>,
    /// How deep, in plies.
    pub depth: u32,
    /// The size of the transposition table, in entries. The paper's had eight thousand.
    pub entries: usize,
    /// The most nodes for a search to one depth. Where direct search would need more, no variant
    /// goes deeper.
    pub most_nodes: u64,
    /// How many searches run at a time.
    pub jobs: usize,
    /// The journal: finished searches are written there, and a later run continues from it.
    pub journal: Option<PathBuf>,
}

impl Enhancements {
    /// The 24 positions of Bratko and Kopec.
    pub fn bratko_kopec() -> Enhancements {
        Enhancements::with(
            parse_positions(BRATKO_KOPEC).expect("the file that comes with the program"),
        )
    }

    /// The positions of a file.
    pub fn load(path: &Path) -> Result<Enhancements, EnhancementsError> {
        let positions = read_positions(path)?;
        for position in &positions {
            position.must_go_on(path)?;
        }
        Ok(Enhancements::with(positions))
    }

    fn with(positions: Vec<NumberedPosition>) -> Enhancements {
        Enhancements {
            positions,
            variants: SearchVariant::default_set(),
            depth: 7,
            entries: 8192,
            most_nodes: u64::MAX,
            jobs: 1,
            journal: None,
        }
    }

    /// Keeps only the first positions.
    pub fn keep_first(&mut self, count: usize) {
        self.positions.truncate(count);
    }

    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many searches there are.
    pub fn size(&self) -> usize {
        self.positions.len() * self.all_variants().len()
    }

    /// The variants in their order. Direct search comes first: the others are measured against it.
    pub fn all_variants(&self) -> Vec<SearchVariant> {
        let others = self.variants.iter().copied();
        std::iter::once(SearchVariant::DIRECT)
            .chain(others.filter(|variant| *variant != SearchVariant::DIRECT))
            .collect()
    }

    /// Searches everything. `watch` is told how many searches are done.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Figure, EnhancementsError> {
        let mut finished = FinishedSearches::open(self.journal.as_deref())?;
        let variants = self.all_variants();
        let mut done = 0;
        let mut count = |_: &SearchTask| {
            done += 1;
            watch(done);
        };
        let everywhere = |variant| (0..self.positions.len()).map(move |number| (number, variant));
        let direct = everywhere(SearchVariant::DIRECT)
            .map(|(number, variant)| (number, variant, self.depth));
        self.search_all(direct.collect(), &mut finished, stop, &mut count)?;
        let reached: Vec<u32> = everywhere(SearchVariant::DIRECT)
            .map(|(number, variant)| {
                let task = self.task(number, variant, self.depth);
                finished
                    .get(&task)
                    .map_or(0, |readings| readings.len() as u32)
            })
            .collect();
        let others = variants[1..]
            .iter()
            .flat_map(|variant| everywhere(*variant));
        let others = others.map(|(number, variant)| (number, variant, reached[number]));
        self.search_all(others.collect(), &mut finished, stop, &mut count)?;

        let searched = |number: usize| SearchedPosition {
            by_variant: variants
                .iter()
                .map(|variant| {
                    let depth = match *variant {
                        SearchVariant::DIRECT => self.depth,
                        _ => reached[number],
                    };
                    let task = self.task(number, *variant, depth);
                    finished.get(&task).cloned().unwrap_or_default()
                })
                .collect(),
        };
        let all: Vec<SearchedPosition> = (0..self.positions.len()).map(searched).collect();
        let mut figure = Figure::new(&variants, &all, self.depth);
        figure.entries = self.entries;
        figure.most_nodes = (self.most_nodes < u64::MAX).then_some(self.most_nodes);
        figure.interrupted = stop.is_set();
        Ok(figure)
    }

    fn task(&self, number: usize, variant: SearchVariant, depth: u32) -> SearchTask {
        SearchTask {
            fen: fen::write(&self.positions[number].epd.position),
            variant: variant.to_string(),
            depth,
            entries: self.entries,
            most_nodes: self.most_nodes,
        }
    }

    fn conditions(&self, depth: u32) -> SearchConditions {
        SearchConditions {
            depth,
            entries: self.entries,
            most_nodes: self.most_nodes,
        }
    }

    /// Does the searches that are not in the journal.
    fn search_all(
        &self,
        searches: Vec<(usize, SearchVariant, u32)>,
        finished: &mut FinishedSearches,
        stop: &Stop,
        count: &mut dyn FnMut(&SearchTask),
    ) -> Result<(), EnhancementsError> {
        let mut missing = Vec::new();
        for (number, variant, depth) in searches {
            let task = self.task(number, variant, depth);
            if finished.get(&task).is_some() {
                count(&task);
            } else {
                missing.push((task, number, variant));
            }
        }
        let hire = || {
            |(task, number, variant): (SearchTask, usize, SearchVariant)| -> Result<(SearchTask, Vec<DepthResult>), Stopped> {
                let position = &self.positions[number].epd.position;
                let readings = search_each_depth(position, variant, self.conditions(task.depth), stop)?;
                Ok((task, readings))
            }
        };
        let mut failure = None;
        work(self.jobs, missing.into_iter(), stop, hire, |result| {
            let Ok((task, readings)) = result else {
                return ControlFlow::Break(());
            };
            count(&task);
            match finished.add(task, readings) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Searches all positions to the full depth with one variant, and does nothing else. This is
    /// the run whose instructions are counted.
    pub fn search_once(&self, variant: SearchVariant, stop: &Stop) {
        for NumberedPosition { epd, .. } in &self.positions {
            // A search that halts has nothing to report.
            let _ = search_once(&epd.position, variant, self.conditions(self.depth), stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Enhancements {
        let mut plan = Enhancements::bratko_kopec();
        plan.keep_first(3);
        plan.depth = 3;
        plan
    }

    #[test]
    fn the_suite_is_whole() {
        assert_eq!(Enhancements::bratko_kopec().size(), 24 * 11);
    }

    #[test]
    fn any_number_of_hands_and_any_interruption_give_the_same_figure() {
        let folder = tempfile::tempdir().unwrap();
        let mut plan = small();
        let whole = plan.run(&Stop::new(), &mut |_| {}).unwrap();
        plan.jobs = 2;
        plan.journal = Some(folder.path().join("journal"));
        let stop = Stop::new();
        let part = plan.run(&stop, &mut |done| {
            if done == 5 {
                stop.set();
            }
        });
        assert!(part.unwrap().interrupted);
        let mut counted = Vec::new();
        let resumed = plan
            .run(&Stop::new(), &mut |done| counted.push(done))
            .unwrap();
        assert_eq!(resumed, whole);
        assert_eq!(counted, (1..=plan.size()).collect::<Vec<_>>());
        assert_eq!(whole.disagreements, 0);
    }

    #[test]
    fn a_limit_leaves_positions_out_and_says_so() {
        let mut plan = small();
        plan.depth = 4;
        plan.most_nodes = 10_000;
        let figure = plan.run(&Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(figure.rows[0].positions, 3);
        let text = figure.text();
        assert!(
            text.contains("Missing at 4 ply: 3 of 3 positions"),
            "{text}"
        );
        assert!(!text.contains("Missing at 2 ply"), "{text}");
    }

    #[test]
    fn finished_games_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("late.epd");
        std::fs::write(&path, "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - id \"late\";\n").unwrap();
        let error = Enhancements::load(&path).unwrap_err().to_string();
        assert!(error.contains("line 1: the game is over"), "{error}");
    }
}
