//! `bstar-lab check claims`: is everything that is said about these positions true?

use bstar_ask::{Asker, Question};
use bstar_board::Game;
use bstar_engine::{Engine, SearchKind, Settings};
use bstar_explain::facts::claims::check::Falsehood;
use bstar_explain::write::words::contradictions::{Contradiction, contradictions};
use bstar_explain::{Audit, Claim, Reading, Sentence};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_laboratory::{ClaimsObject, ClashObject, FalseClaim, LostGain};

use super::{ClaimsArguments, play_on};
use bstar_terminal::explaining::read_positions;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Nodes for a position, if the user gives no limit.
const DEFAULT_NODES: u64 = 5_000;

/// Explains every position of the files and counts.
pub fn run(arguments: &ClaimsArguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let mut positions = Vec::new();
    for file in &arguments.files {
        positions.extend(read_positions(file)?);
    }
    let effort = arguments.search.effort_or(Effort::nodes(DEFAULT_NODES));
    let stop = stop_on_interrupt()?;
    let settings = arguments.search.settings()?;
    let mut asker = Asker::new(settings.clone())?;
    let (mut explained, mut sentences, mut interrupted) = (0, 0, false);
    let mut audit = Audit::default();
    let (mut wrong, mut clashes) = (Vec::new(), Vec::new());
    let mut plays = PlayOn::new(&settings, arguments.play_on)?;
    for (id, entry) in &positions {
        let game = &Game::new(entry.position.clone());
        let answer = asker.ask(Question::new(game.clone(), effort), &stop, &mut ());
        let (told, found, clashing) =
            asker.compose(&answer, &stop, |told| explain_all(told.reading));
        // Stopped on the way, they may be fewer.
        if stop.is_set() {
            interrupted = true;
            break;
        }
        clashes.extend(clashing.into_iter().map(|clash| ClashObject {
            id: id.clone(),
            one: clash.one.replace('\u{a0}', " "),
            other: clash.other.replace('\u{a0}', " "),
        }));
        explained += 1;
        sentences += told.len();
        plays.hear(id, game, &told, &stop);
        let named = |falsehood: &Falsehood| FalseClaim {
            id: id.clone(),
            kind: falsehood.claim.kind(),
            flaw: falsehood.to_string(),
        };
        wrong.extend(found.refused.iter().map(named));
        audit.add(found);
    }
    let count = ClaimsObject {
        positions: explained,
        sentences,
        claims: audit.decided(),
        kinds: audit.confirmed,
        undecided: audit.undecided,
        r#false: wrong,
        contradictions: clashes,
        gains: plays.gains,
        kept: plays.gains - plays.lost.len(),
        lost: plays.lost,
        interrupted,
    };
    tell(&count, arguments, out)?;
    let is_true = count.r#false.is_empty() && count.contradictions.is_empty();
    Ok(match (count.interrupted, is_true) {
        (true, _) => Verdict::Interrupted,
        (false, true) => Verdict::Done,
        (false, false) => Verdict::No,
    })
}

/// Tells everything about a search, and about every root move as if a user had asked about it.
/// Returns the sentences, what came of checking their claims, and sentences of one answer that
/// contradict each other.
fn explain_all(reading: &Reading) -> (Vec<Sentence>, Audit, Vec<Contradiction>) {
    let (paragraphs, mut audit) = reading.audited();
    let mut sentences: Vec<Sentence> = paragraphs.into_iter().flatten().collect();
    let mut clashes = contradictions(&sentences, reading.mover());
    for known in &reading.moves {
        if let Some((told, found)) = reading.asked(known.mv).audited() {
            clashes.extend(contradictions(&told, reading.mover()));
            sentences.extend(told);
            audit.add(found);
        }
    }
    (sentences, audit, clashes)
}

/// Plays on from the gains that are told.
struct PlayOn {
    engine: Engine,
    /// Nodes for each; 0 for none.
    nodes: u64,
    /// How many different gains were told.
    gains: usize,
    /// Those that are gone when the position is at rest.
    lost: Vec<LostGain>,
}

impl PlayOn {
    fn new(settings: &Settings, nodes: u64) -> anyhow::Result<PlayOn> {
        Ok(PlayOn {
            engine: Engine::new(Settings {
                search: SearchKind::AlphaBeta,
                ..settings.clone()
            })?,
            nodes,
            gains: 0,
            lost: Vec::new(),
        })
    }

    /// Plays on from every gain that these sentences tell of a position. The same gain is often
    /// told in several sentences; it counts once.
    fn hear(&mut self, id: &str, game: &Game, told: &[Sentence], stop: &Stop) {
        let mut known: Vec<&Claim> = Vec::new();
        for sentence in told {
            for claim in sentence
                .claims
                .iter()
                .filter(|claim| play_on::tells_gain(claim))
            {
                if known.contains(&claim) {
                    continue;
                }
                known.push(claim);
                self.play(id, game, sentence, claim, stop);
            }
        }
    }

    fn play(&mut self, id: &str, game: &Game, told: &Sentence, claim: &Claim, stop: &Stop) {
        if self.nodes == 0 {
            return;
        }
        let (engine, root) = (&mut self.engine, game.position());
        engine.clear();
        let effort = Effort::nodes(self.nodes);
        let Some(played) = play_on::play_on(engine, root, claim, effort, stop) else {
            return;
        };
        self.gains += 1;
        if !played.holds() {
            self.lost.push(LostGain {
                id: id.to_owned(),
                text: told.text.replace('\u{a0}', " "),
                told: played.told,
                left: played.left,
            });
        }
    }
}

fn tell(count: &ClaimsObject, arguments: &ClaimsArguments, out: &mut Out) -> std::io::Result<()> {
    if arguments.json {
        return out.json("claims", count);
    }
    for lost in &count.lost {
        let left = match lost.left {
            Some(left) => format!("of {} centipawns {left} are left", lost.told),
            None => format!("{} centipawns, and then mated", lost.told),
        };
        out.line(format_args!("{}: {left}: {}", lost.id, lost.text))?;
    }
    for clash in &count.contradictions {
        out.line(format_args!(
            "{}: \"{}\" but \"{}\"",
            clash.id, clash.one, clash.other
        ))?;
    }
    for wrong in &count.r#false {
        out.line(format_args!("{}: {}", wrong.id, wrong.flaw))?;
    }
    out.line(format_args!(
        "checked {} claims in {} positions, {} false, {} contradictions",
        count.claims,
        count.positions,
        count.r#false.len(),
        count.contradictions.len()
    ))?;
    match count.gains {
        0 => Ok(()),
        gains => out.line(format_args!(
            "played on from {gains} gains, {} are kept",
            count.kept
        )),
    }
}
