//! A search put into a few words while it runs.
//!
//! There are two kinds of line. One kind are the lines of the [`log`](crate::write::output::log),
//! as soon as they are complete. The other tells how the leading moves stand, for example:
//!
//! ```text
//! select, target 57.31: e2e4 pess 47.80 real 53.90 opt 60.72 probability 0.500, d2d4 pess ? …
//! ```
//!
//! Values are percent of expected score for the side to move. The probability is that of reaching
//! the target. In SELECT it is the move's chance to overtake the best. In VERIFY it is the chance
//! that the move put to the test is brought down.

use bstar::{Phase, Probabilities, Span, Target};
use bstar_board::{Move, Position, notation, san};
use bstar_thought::{HowSure, RootMoveValues, Snapshot};

use super::log::{LogWriter, ends, hundredths};
use crate::facts::{Chances, Viewpoint};

/// Comments on one search.
pub struct Commentary {
    log: Option<LogWriter>,
    heard: usize,
    leaders: usize,
}

impl Commentary {
    /// Comments on a search that begins. `leaders` is how many of the leading moves are told about.
    pub fn new(leaders: usize) -> Commentary {
        Commentary {
            log: None,
            heard: 0,
            leaders,
        }
    }

    /// What there is to say now that was not said before.
    pub fn comment(&mut self, news: &Snapshot) -> Vec<String> {
        let log = self
            .log
            .get_or_insert_with(|| LogWriter::new(news.game.position()));
        // Events that were forgotten before they could be told are skipped.
        let unheard = self.heard.checked_sub(news.forgotten.events);
        if unheard.is_none() {
            log.go_on_after(news.forgotten.expansions);
        }
        for moment in news.events.iter().skip(unheard.unwrap_or(0)) {
            log.hear(&moment.event);
        }
        self.heard = news.forgotten.events + news.events.len();
        let mut lines = log.take_lines();
        let selected = log.selected();
        // The events begin anew when the root is probed anew.
        if news.decision.is_some() || !news.probed_root.is_empty() {
            let rest = self.log.take().map_or_else(String::new, LogWriter::finish);
            lines.extend((!rest.is_empty()).then_some(rest));
            self.heard = 0;
        }
        lines.push(self.leaders(news, selected));
        lines
    }

    fn leaders(&self, news: &Snapshot, selected: Option<Move>) -> String {
        let position = news.game.position();
        let mut standings = news.root_moves();
        let best = news.best().map(|best| best.mv);
        standings.sort_by_key(|standing| {
            let is_behind = Some(standing.mv) != best;
            (is_behind, std::cmp::Reverse(standing.real.min()))
        });
        let target = target(news);
        let mut probabilities = target.map(|target| news.search.probabilities(target));
        let moves: Vec<String> = standings
            .iter()
            .take(self.leaders)
            .map(|standing| {
                // In VERIFY the others are not concerned.
                let is_concerned = target.is_some_and(|target| {
                    target.phase == Phase::Select || Some(standing.mv) == selected
                });
                let probabilities = probabilities.as_mut().filter(|_| is_concerned);
                let mv = notation::write(position, standing.mv);
                format!("{mv} {}", values(standing, probabilities))
            })
            .collect();
        format!("{}: {}", heading(news, selected), moves.join(", "))
    }
}

/// The target of the tree. There is none while the root is probed for a new tree.
fn target(news: &Snapshot) -> Option<Target> {
    news.search.target().filter(|_| news.probed_root.is_empty())
}

fn heading(news: &Snapshot, selected: Option<Move>) -> String {
    let position = news.game.position();
    let Some(target) = target(news) else {
        return match news.probed_root {
            [] => "between phases".to_owned(),
            _ => format!("root, probes of depth {}", news.probe_depth),
        };
    };
    let value = Viewpoint::of_mover(position.side_to_move()).target(target.value);
    let value = hundredths(value.round() as i32);
    match (target.phase, selected) {
        (Phase::Verify, Some(selected)) => {
            let selected = notation::write(position, selected);
            format!("verify {selected}, target {value}")
        }
        _ => format!("select, target {value}"),
    }
}

fn values(standing: &RootMoveValues, probabilities: Option<&mut Probabilities<Move>>) -> String {
    let mut text = format!(
        "pess {} real {} opt {}",
        percent(standing.pess),
        percent(Some(standing.real)),
        percent(standing.opt)
    );
    if let Some(probability) = probabilities.and_then(|known| Some(known.of(standing.key)?.min)) {
        text.push_str(&format!(" probability {probability:.3}"));
    }
    text
}

/// A value, its two ends if it is not known exactly, or a question mark.
fn percent(span: Option<Span>) -> String {
    span.map_or_else(|| "?".to_owned(), |span| ends(Chances::of_mover(span)))
}

/// How sure the choice of a search is, when it has ended.
pub fn how_sure(sure: HowSure, position: &Position) -> String {
    let nearest = sure.nearest.map_or_else(String::new, |nearest| {
        format!("; {} comes nearest", san::write(position, nearest))
    });
    format!(
        "how sure: of choices as settled as this, {:.0}% are worse than another move by more than \
         a percentage point{nearest}",
        100.0 * sure.better
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Game, fen};
    use bstar_engine::{Engine, Evaluation, OnSnapshot, Settings, Task};
    use bstar_kit::effort::Effort;
    use bstar_kit::stop::Stop;

    use crate::tests::read;

    fn comments(text: &str) -> (Vec<String>, String) {
        let settings = Settings {
            hash_mib: 4,
            evaluation: Evaluation::Terms,
            ..Settings::default()
        };
        let mut engine = Engine::new(settings).unwrap();
        let game = Game::new(fen::parse(text).unwrap());
        let mut commentary = Commentary::new(3);
        let mut said = Vec::new();
        let mut comment = OnSnapshot(|news| said.extend(commentary.comment(news)));
        let task = Task::explain(&game, Effort::expansions(25));
        let thought = engine.run(&task, &Stop::new(), &mut comment);
        (said, read(&game, &thought).log())
    }

    #[test]
    fn all_of_the_log_is_said_in_the_end() {
        for text in [
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
        ] {
            let (said, log) = comments(text);
            let is_log = |line: &&String| line.starts_with(|c: char| c.is_ascii_digit());
            let logged: Vec<&String> = said.iter().filter(is_log).collect();
            assert!(!logged.is_empty());
            let expected: Vec<&str> = log.lines().take(logged.len()).collect();
            assert_eq!(logged, expected);
            assert!(log.lines().nth(logged.len() + 1) == Some("Depth Nodes"));
        }
    }

    #[test]
    fn the_leading_moves_have_their_three_values_and_a_probability() {
        let (said, _) =
            comments("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9");
        assert!(said[0].starts_with("root, probes of depth 1: "), "{said:?}");
        let begins = |word: &str| {
            said.iter()
                .any(|line| line.starts_with(word) && line.contains(" probability 0."))
        };
        assert!(begins("select, target ") && begins("verify "), "{said:?}");
        let last = said.last().unwrap();
        assert_eq!(last.matches(" real ").count(), 3, "{last}");
    }

    /// What becomes known of a kept tree before anything is expanded has a line of its own.
    #[test]
    fn a_kept_tree_is_told_of_first() {
        let mut engine = Engine::new(Settings {
            hash_mib: 4,
            evaluation: Evaluation::Terms,
            ..Settings::default()
        })
        .unwrap();
        let effort = Effort::nodes(60_000);
        let mut game = Game::default();
        let mut kept = Vec::new();
        for _ in 0..6 {
            let mut commentary = Commentary::new(1);
            let mut lines = Vec::new();
            let mut comment = OnSnapshot(|news| lines.extend(commentary.comment(news)));
            let task = Task::play(&game, effort);
            let answer = engine.run(&task, &Stop::new(), &mut comment);
            let is_kept = answer.tree.unwrap().reused_positions > 0;
            lines.retain(|line| line.contains(" kept:") || line.starts_with("1: "));
            kept.extend(is_kept.then_some(lines));
            game.play(answer.best.unwrap()).unwrap();
        }
        assert!(!kept.is_empty());
        for lines in kept {
            let text = lines.join("\n");
            let (first, then) = text.split_once('\n').expect("it has two lines");
            assert!(first.contains(" kept:") && !first.contains("1: "), "{text}");
            assert!(then.starts_with("1: "), "{text}");
        }
    }
}
