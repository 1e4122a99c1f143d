//! `bstar-lab check faults`: is it told what is wrong with a bad move?

use std::path::Path;

use anyhow::Context;
use bstar_ask::{Asker, Question, Told};
use bstar_board::epd::Epd;
use bstar_board::{Game, Move, Position, san};
use bstar_explain::write::words::wrong::ToldFault;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_laboratory::{FaultObject, FaultsObject, LosingMoveObject};

use super::Arguments;
use bstar_terminal::explaining::read_positions;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Nodes for a position, if the user gives no limit.
const DEFAULT_NODES: u64 = 60_000;

/// A position with a move that a file says to avoid.
struct LosingMove {
    id: String,
    position: Position,
    mv: Move,
}

/// Asks about the move of every position as a user would.
pub fn run(file: &Path, arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let moves = read(file)?;
    let stop = stop_on_interrupt()?;
    let mut asker = Asker::new(arguments.search.settings()?)?;
    let effort = arguments.search.effort_or(Effort::nodes(DEFAULT_NODES));
    let mut found = FaultsObject::default();
    for losing in &moves {
        let Some(told) = losing.told(&mut asker, effort, &stop) else {
            found.interrupted = true;
            break;
        };
        count(&mut found, &told);
        if arguments.json {
            out.json("losing-move", &told)?;
        }
    }
    match arguments.json {
        true => out.json("faults", &found)?,
        false => tell(&found, out)?,
    }
    Ok(match found.interrupted {
        true => Verdict::Interrupted,
        false => Verdict::Done,
    })
}

impl LosingMove {
    /// What is told about the move. None if the search was stopped.
    fn told(&self, asker: &mut Asker, effort: Effort, stop: &Stop) -> Option<LosingMoveObject> {
        let game = Game::new(self.position.clone());
        let question = Question::new(game, effort).about(self.mv);
        let answer = asker.ask(question, stop, &mut ());
        let object = asker.compose(&answer, stop, |told| self.object(told));
        // Stopped on the way, it may lack sentences.
        object.filter(|_| !stop.is_set())
    }

    fn object(&self, told: &Told) -> Option<LosingMoveObject> {
        let asked = told.asked?;
        let fault = |fault: ToldFault| FaultObject {
            kind: fault.kind,
            text: fault.text,
            shared: fault.is_shared,
        };
        let sentences = asked.sentences().unwrap_or_default();
        Some(LosingMoveObject {
            id: self.id.clone(),
            mv: san::write(&self.position, self.mv),
            best: asked.reading().best().map(|best| best.san.clone()),
            lag: asked.lag(),
            worse: asked.is_worse(),
            second_opinion: told.is_second_opinion(),
            faults: asked.faults_told().into_iter().map(fault).collect(),
            text: sentences
                .iter()
                .map(|sentence| sentence.text.replace('\u{a0}', " "))
                .collect(),
        })
    }
}

fn count(found: &mut FaultsObject, told: &LosingMoveObject) {
    found.moves += 1;
    found.worse += usize::from(told.worse);
    found.second_opinions += usize::from(told.second_opinion);
    let mut own = told.faults.iter().filter(|fault| !fault.shared);
    let first = own.next();
    found.explained += usize::from(first.is_some());
    found.shared += usize::from(first.is_none() && !told.faults.is_empty());
    if let Some(first) = first {
        *found.kinds.entry(first.kind).or_default() += 1;
    }
}

fn tell(found: &FaultsObject, out: &mut Out) -> std::io::Result<()> {
    let row = |what: &str, count: usize| {
        let share = 100.0 * count as f64 / found.moves.max(1) as f64;
        format!("{what:<44} {count:>5}  {share:>5.1} %")
    };
    out.line(format_args!("{:<44} {:>5}", "moves", found.moves))?;
    let rows = [
        ("worse than the best by our searches too", found.worse),
        ("  by alpha-beta alone", found.second_opinions),
        ("what is wrong is told in words", found.explained),
        ("only what is true of the best move too", found.shared),
    ];
    for (what, count) in rows {
        out.line(row(what, count))?;
    }
    let mut kinds: Vec<(&str, usize)> = found.kinds.iter().map(|(kind, n)| (*kind, *n)).collect();
    kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(*count), *kind));
    for (kind, count) in kinds {
        out.line(row(&format!("  {kind}"), count))?;
    }
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Vec<LosingMove>> {
    let losing = |(id, entry): (String, Epd)| {
        let mv = entry.avoid.first().copied();
        Ok(LosingMove {
            mv: mv.with_context(|| format!("{id} names no move to avoid (am)"))?,
            position: entry.position,
            id,
        })
    };
    read_positions(file)?.into_iter().map(losing).collect()
}
