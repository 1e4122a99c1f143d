//! The log of the 1996 paper (its section 4, Figs. 18 and 19; docs/search.md, section 11).
//!
//! A line has ten expansions, after the number of the first. An expansion is written as the root
//! move under which it lies, in VERIFY as the reply. A letter for the depth of the position
//! follows, a = 1. In VERIFY it is a capital letter. `*` stands before a move that has become the
//! best, `$` before a reply that has.
//!
//! A number is the new best value in percent. If the value is known only within bounds, its two
//! ends are written. `^` follows if it went up, `v` if it went down. The root's own expansion is
//! written as the best move it found.

use std::collections::HashMap;

use bstar::{Event, JobId, Phase, Purpose};
use bstar_board::{Move, Position, notation, san};
use bstar_thought::scale::SCALE;

use crate::facts::{Chances, Reading, RootMove, Viewpoint};

const EXPANSIONS_PER_LINE: usize = 10;

/// Writes the log as a search goes on.
pub struct LogWriter {
    root: Position,
    viewpoint: Viewpoint,
    text: String,
    expansions: usize,
    /// Whether the next expansion begins a line.
    is_new_line: bool,
    /// Expansions that were handed out and have not come back.
    out: HashMap<JobId, (Vec<Move>, Phase)>,
    /// The word for the last expansion and the move it is about. It waits until its result is
    /// known.
    pending: Option<(Option<Move>, String)>,
    /// The root move that is held in VERIFY.
    selected: Option<Move>,
    value: Option<Chances>,
}

impl Reading<'_> {
    /// The whole search as a log.
    pub fn log(&self) -> String {
        let mut writer = LogWriter::new(self.position());
        writer.go_on_after(self.history.forgotten);
        for moment in &self.thought.events {
            writer.hear(&moment.event);
        }
        let mut text = writer.finish();
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&self.last_line());
        text.push_str(&self.profile());
        text
    }

    fn last_line(&self) -> String {
        let thought = self.thought;
        let mut text = format!(
            "{:.2} {} {}",
            thought.time.as_secs_f64(),
            thought.expansions,
            thought.nodes
        );
        if let Some(best) = self.best() {
            text.push_str(&self.value_as_bound(best));
            let line = &best.line;
            let mut position = self.position().clone();
            for (i, &mv) in line.moves.iter().enumerate() {
                if i == line.in_tree {
                    text.push_str(" #");
                }
                text.push_str(&format!(" {}", san::write(&position, mv)));
                position = position.after(mv);
            }
        }
        text.push('\n');
        text
    }

    /// The value of the best move with its sign: `=` if it is certain, `<=` if only an upper limit
    /// is known, else `>=`.
    fn value_as_bound(&self, best: &RootMove) -> String {
        let likely = best.likely;
        let (sign, points) = match best.certainty {
            Some(_) => ("=", likely.min),
            None if likely.min <= SCALE.loss && likely.max < SCALE.win => ("<=", likely.max),
            None => (">=", likely.min),
        };
        format!(" {sign} {}", hundredths(points))
    }

    fn profile(&self) -> String {
        let mut text = "Depth Nodes\n".to_owned();
        for (depth, nodes) in self.history.profile().iter().enumerate() {
            text.push_str(&format!("{depth:>5} {nodes:>5}\n"));
        }
        text
    }
}

impl LogWriter {
    /// A writer for a search from this position.
    pub fn new(root: &Position) -> LogWriter {
        LogWriter {
            root: root.clone(),
            viewpoint: Viewpoint::of_mover(root.side_to_move()),
            text: String::new(),
            expansions: 0,
            is_new_line: true,
            out: HashMap::new(),
            pending: None,
            selected: None,
            value: None,
        }
    }

    /// The move that is put to the test, or was last.
    pub fn selected(&self) -> Option<Move> {
        self.selected
    }

    /// Continues the count after this many expansions in all. Nothing is known any more of those
    /// that were not heard.
    pub fn go_on_after(&mut self, expansions: usize) {
        if expansions > self.expansions {
            self.flush();
            self.expansions = expansions;
            self.is_new_line = true;
        }
    }

    /// Takes in the next event.
    pub fn hear(&mut self, event: &Event<Move>) {
        match event {
            Event::HandedOut {
                job,
                purpose: Purpose::Expand,
                path,
                phase,
                ..
            } => {
                self.out.insert(*job, (path.clone(), *phase));
            }
            Event::Completed { job, .. } => {
                if let Some((path, phase)) = self.out.remove(job) {
                    self.expansion(&path, phase);
                }
            }
            Event::VerifyBegan { selected, .. } => {
                self.flush();
                self.selected = Some(*selected);
            }
            Event::NewBest {
                best,
                real,
                is_other,
            } => {
                if *is_other {
                    self.new_best(*best);
                }
                self.value(self.viewpoint.chances(*real));
            }
            Event::NewReply { reply, .. } => self.new_reply(*reply),
            Event::Advanced { kept, .. } => self.text.push_str(&format!("{kept} kept:")),
            _ => {}
        }
    }

    /// The complete lines that were not taken before.
    pub fn take_lines(&mut self) -> Vec<String> {
        let Some(end) = self.text.rfind('\n') else {
            return Vec::new();
        };
        let rest = self.text.split_off(end + 1);
        let taken = std::mem::replace(&mut self.text, rest);
        taken.lines().map(str::to_owned).collect()
    }

    /// Everything that was not taken before, the last line included.
    pub fn finish(mut self) -> String {
        self.flush();
        self.text
    }

    fn expansion(&mut self, path: &[Move], phase: Phase) {
        self.flush();
        if self.is_new_line || self.expansions.is_multiple_of(EXPANSIONS_PER_LINE) {
            self.is_new_line = false;
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(&format!("{}:", self.expansions + 1));
        }
        self.expansions += 1;
        let letters = letters(path.len());
        self.pending = Some(match (phase, path) {
            (_, []) => (None, "root".to_owned()),
            (Phase::Verify, [first, reply, ..]) => {
                let after = self.root.after(*first);
                let word = word(&after, *reply);
                (Some(*reply), word + &letters.to_uppercase())
            }
            (Phase::Verify, [first]) => (
                Some(*first),
                word(&self.root, *first) + &letters.to_uppercase(),
            ),
            (Phase::Select, [first, ..]) => (Some(*first), word(&self.root, *first) + &letters),
        });
    }

    fn new_best(&mut self, best: Move) {
        let name = word(&self.root, best);
        match &mut self.pending {
            Some((None, text)) => *text = format!("*{name}"),
            Some((Some(mv), text)) if *mv == best && text.starts_with(&name) => text.insert(0, '*'),
            _ => self.extra(format!("*{name}")),
        }
    }

    fn new_reply(&mut self, reply: Move) {
        let after = self
            .selected
            .map_or_else(|| self.root.clone(), |mv| self.root.after(mv));
        let name = word(&after, reply);
        match &mut self.pending {
            Some((Some(mv), text)) if *mv == reply && text.starts_with(&name) => {
                text.insert(0, '$')
            }
            _ => self.extra(format!("${name}")),
        }
    }

    fn value(&mut self, value: Chances) {
        let mark = match self.value.replace(value) {
            Some(before) if before == value => return,
            Some(before) if before.max <= value.min => "^",
            Some(before) if value.max <= before.min => "v",
            // If the two overlap, nobody knows which is higher.
            Some(_) | None => "",
        };
        self.extra(format!("{}{mark}", ends(value)));
    }

    /// Writes something that is no expansion, after the one that caused it.
    fn extra(&mut self, word: String) {
        match &mut self.pending {
            Some((_, text)) => {
                text.push(' ');
                text.push_str(&word);
            }
            None => {
                self.text.push(' ');
                self.text.push_str(&word);
            }
        }
    }

    fn flush(&mut self) {
        if let Some((_, word)) = self.pending.take() {
            self.text.push(' ');
            self.text.push_str(&word);
        }
    }
}

/// Percent with two decimals, as exactly as the search counts.
pub(crate) fn hundredths(points: i32) -> String {
    format!("{}.{:02}", points / 100, points % 100)
}

/// Percent, with both ends if the value is not known exactly.
pub(crate) fn ends(value: Chances) -> String {
    match value.exact() {
        Some(points) => hundredths(points),
        None => format!("{}..{}", hundredths(value.min), hundredths(value.max)),
    }
}

/// A move by its squares, so that the letter after it cannot be taken for part of it.
fn word(position: &Position, mv: Move) -> String {
    let word = notation::write(position, mv);
    match word.split_at_checked(4) {
        Some((squares, promotion)) if !promotion.is_empty() => format!("{squares}={promotion}"),
        _ => word,
    }
}

/// a = 1, z = 26, aa = 27.
fn letters(depth: usize) -> String {
    let mut rest = depth;
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar::Span;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!(
            [1, 2, 26, 27, 28, 53].map(letters),
            ["a", "b", "z", "aa", "ab", "ba"]
        );
        assert_eq!(letters(0), "");
    }

    #[test]
    fn a_value_within_bounds_is_told_by_its_ends() {
        let game = bstar_board::Game::default();
        let best = game.position().legal_moves()[0];
        let mut writer = LogWriter::new(game.position());
        for real in [
            Span::exact(5_000),
            Span::between(5_200, 5_400),
            Span::between(5_300, 5_400),
            Span::exact(5_300),
            Span::exact(4_100),
        ] {
            writer.hear(&Event::NewBest {
                best,
                real,
                is_other: false,
            });
        }
        assert_eq!(
            writer.finish(),
            " 50.00 52.00..54.00^ 53.00..54.00 53.00v 41.00v"
        );
    }
}
