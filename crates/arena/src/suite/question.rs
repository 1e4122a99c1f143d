//! What a file expects in a position, and since when a search has known it.

use std::time::Duration;

use bstar_board::epd::Epd;
use bstar_board::score::Score;
use bstar_board::{Move, san};

use crate::player::{ChosenMove, SearchUpdate};

/// What the file expects in a position.
pub struct SuiteQuestion<'a> {
    epd: &'a Epd,
}

impl<'a> SuiteQuestion<'a> {
    /// What the file says of one position.
    pub fn new(epd: &'a Epd) -> SuiteQuestion<'a> {
        SuiteQuestion { epd }
    }

    /// Whether the file accepts this answer.
    pub fn is_solved_by(&self, mv: Move, score: Option<Score>) -> bool {
        let epd = self.epd;
        let good = epd.best.is_empty() || epd.best.contains(&mv);
        let mated = epd.mate_in.is_none_or(|moves| {
            // If the file names the move too, the move is enough.
            let in_time = |n: i32| n > 0 && n.unsigned_abs() <= moves;
            !epd.best.is_empty() || matches!(score, Some(Score::Mate(n)) if in_time(n))
        });
        good && mated && !epd.avoid.contains(&mv)
    }

    /// The moves with which another answer is compared.
    pub fn good_moves(&self) -> Vec<Move> {
        let epd = self.epd;
        if epd.best.is_empty() {
            let all = epd.position.legal_moves().into_iter();
            all.filter(|mv| !epd.avoid.contains(mv)).collect()
        } else {
            epd.best.clone()
        }
    }

    /// What the file expects, in words.
    pub fn expected(&self) -> String {
        let epd = self.epd;
        let list = |moves: &[Move]| {
            let words: Vec<String> = moves
                .iter()
                .map(|mv| san::write(&epd.position, *mv))
                .collect();
            words.join(" or ")
        };
        let mut parts = Vec::new();
        if !epd.best.is_empty() {
            parts.push(list(&epd.best));
        }
        if !epd.avoid.is_empty() {
            parts.push(format!("not {}", list(&epd.avoid)));
        }
        if let Some(moves) = epd.mate_in {
            parts.push(format!("mate in {moves}"));
        }
        parts.join(", ")
    }
}

/// Since when a search has wanted to play a solution.
#[derive(Default)]
pub(super) struct SolvedSince {
    since: Option<Duration>,
    said_anything: bool,
}

impl SolvedSince {
    pub fn note(&mut self, question: &SuiteQuestion<'_>, update: &SearchUpdate) {
        self.said_anything = true;
        if question.is_solved_by(update.best, Some(update.score)) {
            self.since.get_or_insert(update.elapsed);
        } else {
            self.since = None;
        }
    }

    /// Since when, of a position that was solved. It is unknown if the search never said anything.
    pub fn time(&self, chosen: &ChosenMove) -> Option<Duration> {
        // The search may have changed its mind after it spoke last.
        self.said_anything
            .then(|| self.since.unwrap_or(chosen.elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::epd;

    fn epd(text: &str) -> Epd {
        epd::parse_line(text).unwrap()
    }

    #[test]
    fn right_and_wrong() {
        let line = epd("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"x\";");
        let question = SuiteQuestion::new(&line);
        let [good, bad] = ["Ra8", "Ra7"].map(|word| san::parse(&line.position, word).unwrap());
        assert!(question.is_solved_by(good, None));
        assert!(!question.is_solved_by(bad, None));
        assert_eq!(question.expected(), "Ra8#");
    }

    #[test]
    fn moves_to_avoid_and_mates() {
        let line = epd("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra7; id \"x\";");
        let question = SuiteQuestion::new(&line);
        let [other, bad] = ["h3", "Ra7"].map(|word| san::parse(&line.position, word).unwrap());
        assert!(question.is_solved_by(other, None));
        assert!(!question.is_solved_by(bad, None));
        assert!(!question.good_moves().contains(&bad));

        let line = epd("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 2; id \"x\";");
        let question = SuiteQuestion::new(&line);
        assert!(question.is_solved_by(other, Some(Score::Mate(2))));
        for score in [Score::Mate(3), Score::Mate(-1), Score::cp(900)] {
            assert!(!question.is_solved_by(other, Some(score)));
        }
    }

    #[test]
    fn a_change_of_mind_starts_the_clock_again() {
        let line = epd("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"x\";");
        let question = SuiteQuestion::new(&line);
        let [good, bad] = ["Ra8", "Ra7"].map(|word| san::parse(&line.position, word).unwrap());
        let mut solved_since = SolvedSince::default();
        for (n, best) in [good, bad, good, good].into_iter().enumerate() {
            solved_since.note(
                &question,
                &SearchUpdate {
                    best,
                    score: Score::cp(0),
                    depth: 1,
                    nodes: 1,
                    elapsed: Duration::from_secs(n as u64),
                },
            );
        }
        assert_eq!(solved_since.since, Some(Duration::from_secs(2)));
    }
}
