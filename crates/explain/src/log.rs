//! The log of the 1996 paper (section 4, Figs. 18 and 19; search section 11).
//!
//! Ten expansions a line, after the number of the first. An expansion is the root move under which it lies, in VERIFY the reply, and a letter for the depth of the
//! position, a = 1; in VERIFY the letter is a capital. `*` stands before a move that has become the best, `$` before a reply that has; a number is the new
//! best value in percent, `^` if it went up, `v` if it went down. The root's own expansion is written as the best move it found.

use bstar::{Event, Phase, Purpose};
use bstar_board::{Move, Position, notation, san};

use crate::reading::Reading;

const TO_A_LINE: usize = 10;

struct Writer<'a> {
    root: &'a Position,
    text: String,
    expansions: usize,
    /// The word for the last expansion and the move it is about, until it is known what came of it.
    pending: Option<(Option<Move>, String)>,
    /// The root move that is held in VERIFY.
    selected: Option<Move>,
    value: Option<i32>,
}

impl Reading<'_> {
    /// The whole search as a log.
    pub fn log(&self) -> String {
        let mut writer = Writer {
            root: self.position(),
            text: String::new(),
            expansions: 0,
            pending: None,
            selected: None,
            value: None,
        };
        let mut out = std::collections::HashMap::new();
        for moment in &self.thought.moments {
            match &moment.event {
                Event::HandedOut {
                    job,
                    purpose: Purpose::Expand,
                    path,
                    phase,
                    ..
                } => {
                    out.insert(*job, (path, *phase));
                }
                Event::Completed { job, .. } => {
                    if let Some((path, phase)) = out.remove(job) {
                        writer.expansion(path, phase);
                    }
                }
                Event::VerifyBegan { selected, .. } => {
                    writer.flush();
                    writer.selected = Some(*selected);
                }
                Event::NewBest {
                    best,
                    real,
                    is_other,
                } => {
                    if *is_other {
                        writer.new_best(*best);
                    }
                    writer.value(self.frame.points(real.min()));
                }
                Event::NewReply { reply, .. } => writer.new_reply(*reply),
                _ => {}
            }
        }
        writer.flush();
        let mut text = writer.text;
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
            let sign = if best.certainty.is_some() { "=" } else { ">=" };
            text.push_str(&format!(" {sign} {}", hundredths(best.likely.min)));
            let line = self.line_after(best.mv);
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

    fn profile(&self) -> String {
        let mut text = "Depth Nodes\n".to_owned();
        for (depth, nodes) in self.history.profile().iter().enumerate() {
            text.push_str(&format!("{depth:>5} {nodes:>5}\n"));
        }
        text
    }
}

impl Writer<'_> {
    fn expansion(&mut self, path: &[Move], phase: Phase) {
        self.flush();
        if self.expansions.is_multiple_of(TO_A_LINE) {
            if self.expansions > 0 {
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
                word(self.root, *first) + &letters.to_uppercase(),
            ),
            (Phase::Select, [first, ..]) => (Some(*first), word(self.root, *first) + &letters),
        });
    }

    fn new_best(&mut self, best: Move) {
        let name = word(self.root, best);
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

    fn value(&mut self, value: i32) {
        let mark = match self.value.replace(value) {
            Some(before) if before == value => return,
            Some(before) if before < value => "^",
            Some(_) => "v",
            None => "",
        };
        self.extra(format!("{}{mark}", hundredths(value)));
    }

    /// Something that is no expansion, after the one it came of.
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

/// Percent, as exactly as the search counts.
fn hundredths(points: i32) -> String {
    format!("{}.{:02}", points / 100, points % 100)
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
    use super::letters;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!(
            [1, 2, 26, 27, 28, 53].map(letters),
            ["a", "b", "z", "aa", "ab", "ba"]
        );
        assert_eq!(letters(0), "");
    }
}
