//! `bstar-lab check themes`: are the reasons those that a trainer would give?

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use bstar_ask::{Asker, Question};
use bstar_board::epd::Epd;
use bstar_board::{Game, Move, Position, san};
use bstar_explain::Reading;
use bstar_explain::facts::Weighing;
use bstar_explain::write::words::themes::ToldReason;
use bstar_kit::effort::Effort;
use bstar_laboratory::{NamedMoveObject, ReasonObject, ThemesObject, ThemesRow};

use super::Arguments;
use bstar_terminal::explaining::read_positions;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Nodes for a position, if the user gives no limit.
const DEFAULT_NODES: u64 = 60_000;

/// The ways of weighing that are compared. The first is the usual one.
const WEIGHINGS: [(&str, Weighing); 4] = [
    (
        "all",
        Weighing {
            contrast: true,
            lasting: true,
            worth: true,
        },
    ),
    (
        "without contrast",
        Weighing {
            contrast: false,
            lasting: true,
            worth: true,
        },
    ),
    (
        "without lasting",
        Weighing {
            contrast: true,
            lasting: false,
            worth: true,
        },
    ),
    (
        "without worth",
        Weighing {
            contrast: true,
            lasting: true,
            worth: false,
        },
    ),
];

/// A position whose best move a trainer has given a reason for.
struct NamedMove {
    id: String,
    position: Position,
    best: Move,
    theme: String,
}

/// Explains the named move of every position, and another one.
pub fn run(file: &Path, arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let named_moves = read(file)?;
    let effort = arguments.search.effort_or(Effort::nodes(DEFAULT_NODES));
    let stop = stop_on_interrupt()?;
    let mut asker = Asker::new(arguments.search.settings()?)?;
    let mut weighings = WEIGHINGS.map(|(name, _)| ThemesRow::named(name));
    let mut themes: BTreeMap<&str, ThemesRow> = BTreeMap::new();
    let mut interrupted = false;
    for named in &named_moves {
        let game = Game::new(named.position.clone());
        let answer = asker.ask(Question::new(game, effort), &stop, &mut ());
        let told = asker.compose(&answer, &stop, |told| {
            WEIGHINGS.map(|(_, weighing)| (weighing, named.told(&told.reading.weighing(weighing))))
        });
        // Stopped on the way, they may lack reasons.
        if stop.is_set() {
            interrupted = true;
            break;
        }
        for (row, (weighing, told)) in weighings.iter_mut().zip(told) {
            count(row, &told);
            if weighing == Weighing::default() {
                let row = themes.entry(&named.theme);
                count(row.or_insert_with(|| ThemesRow::named(&named.theme)), &told);
                if arguments.json {
                    out.json("named-move", &told)?;
                }
            }
        }
    }
    let themes = ThemesObject {
        weighings: weighings.to_vec(),
        themes: themes.into_values().collect(),
        interrupted,
    };
    match arguments.json {
        true => out.json("themes", &themes)?,
        false => tell(&themes, out)?,
    }
    Ok(match interrupted {
        true => Verdict::Interrupted,
        false => Verdict::Done,
    })
}

fn count(row: &mut ThemesRow, told: &NamedMoveObject) {
    row.positions += 1;
    row.reasons += usize::from(!told.reasons.is_empty());
    row.named += usize::from(told.is_named);
    row.others += usize::from(told.other.is_some());
    row.others_named += usize::from(told.is_other_named);
}

impl NamedMove {
    /// What is told about the named move, and about another quiet one.
    fn told(&self, reading: &Reading) -> NamedMoveObject {
        let names = |told: &[ToldReason]| {
            let is_it = |theme: &&str| *theme == self.theme;
            told.iter().any(|reason| reason.themes.iter().any(is_it))
        };
        let object = |told: Vec<ToldReason>| {
            let one = |reason: ToldReason| ReasonObject {
                kind: reason.kind,
                text: reason.text,
            };
            told.into_iter().map(one).collect()
        };
        let reasons = reading.reasons_told(self.best);
        let other = self.other();
        let others = other.map_or_else(Vec::new, |mv| reading.reasons_told(mv));
        NamedMoveObject {
            id: self.id.clone(),
            mv: san::write(&self.position, self.best),
            theme: self.theme.clone(),
            is_named: names(&reasons),
            reasons: object(reasons),
            ideas: reading.idea_objects(self.best),
            other: other.map(|mv| san::write(&self.position, mv)),
            is_other_named: names(&others),
            other_reasons: object(others),
        }
    }

    /// Another quiet move, always the same one for a position.
    fn other(&self) -> Option<Move> {
        let is_quiet = |mv: &&Move| {
            let is_check = self.position.after(**mv).in_check();
            self.position.is_quiet(**mv) && !is_check && **mv != self.best
        };
        let moves = self.position.legal_moves();
        let quiet: Vec<Move> = moves.iter().filter(is_quiet).copied().collect();
        let at = self.position.key() % quiet.len().max(1) as u64;
        quiet.get(at as usize).copied()
    }
}

fn tell(found: &ThemesObject, out: &mut Out) -> std::io::Result<()> {
    out.line("                       positions  a reason  the theme  it for another move")?;
    for row in found.weighings.iter().chain(&found.themes) {
        let share = |part: usize, all: usize| match all {
            0 => "-".to_owned(),
            _ => format!("{:.1} %", 100.0 * part as f64 / all as f64),
        };
        out.line(format_args!(
            "{:<22} {:>9}  {:>8}  {:>9}  {:>19}",
            row.name,
            row.positions,
            share(row.reasons, row.positions),
            share(row.named, row.positions),
            share(row.others_named, row.others),
        ))?;
    }
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Vec<NamedMove>> {
    let named = |(id, entry): (String, Epd)| {
        let best = entry.best.first().copied();
        let theme = entry.operand("theme").map(str::to_owned);
        Ok(NamedMove {
            best: best.with_context(|| format!("{id} names no move (bm)"))?,
            theme: theme.with_context(|| format!("{id} names no theme"))?,
            position: entry.position,
            id,
        })
    };
    read_positions(file)?.into_iter().map(named).collect()
}
