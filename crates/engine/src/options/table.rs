//! The table of the engine's options.

use std::path::Path;
use std::time::Duration;

use bstar_tables::{OwnTables, Syzygy, TableRules};

use super::entry::{OptionEntry, OptionKind, done};
use super::evaluation_choice::{By, EvaluationChoice};
use super::{Answer, Choices};
use crate::settings::{SearchKind, Settings};

/// More than any machine has. The engine refuses what this machine does not have.
const MAX_HASH_MIB: i64 = 1 << 25;

const MAX_MOVE_OVERHEAD_MS: i64 = 5_000;

const MAX_EXPANSIONS: i64 = 1_000_000_000;

const MAX_SYZYGY_PROBE_DEPTH: i64 = 100;

const EVALUATIONS: &[&str] = &[By::Network.name(), By::Terms.name()];

type EngineOption = OptionEntry<Choices>;

/// The options of the engine. Programs add their own.
pub static OPTIONS: &[EngineOption] = &[
    EngineOption::new(
        "Hash",
        "All memory that grows, in MiB",
        OptionKind::Number {
            least: 1,
            most: MAX_HASH_MIB,
            value: |it| i64::try_from(it.settings.hash_mib).ok(),
            set: |it, mib| {
                it.settings.hash_mib = usize::try_from(mib)?;
                done()
            },
        },
    ),
    EngineOption::new(
        "Threads",
        "How many threads search",
        OptionKind::Number {
            least: 1,
            most: Settings::MAX_THREADS as i64,
            value: |it| i64::try_from(it.settings.threads).ok(),
            set: |it, threads| {
                it.settings.threads = usize::try_from(threads)?;
                done()
            },
        },
    ),
    EngineOption::new(
        "MultiPV",
        "How many of the best moves are reported",
        OptionKind::Number {
            least: 1,
            most: Settings::MAX_LINES as i64,
            value: |it| i64::try_from(it.settings.multi_pv).ok(),
            set: |it, lines| {
                it.settings.multi_pv = usize::try_from(lines)?;
                done()
            },
        },
    ),
    EngineOption::new(
        "Move Overhead",
        "The milliseconds of the clock that pass between `bestmove` and the opponent's clock",
        OptionKind::Number {
            least: 0,
            most: MAX_MOVE_OVERHEAD_MS,
            value: |it| i64::try_from(it.settings.move_overhead.as_millis()).ok(),
            set: |it, millis| {
                it.settings.move_overhead = Duration::from_millis(u64::try_from(millis)?);
                done()
            },
        },
    ),
    EngineOption::new(
        "Evaluation",
        "How positions are evaluated: by a network, or by the hand-written terms",
        OptionKind::Word {
            words: EVALUATIONS,
            value: |it| Some(it.evaluation.by.name()),
            set: |it, word| {
                it.evaluation.by = By::named(word).unwrap_or_default();
                evaluation_changed(it)
            },
        },
    ),
    EngineOption::new(
        "EvalFile",
        "The network",
        OptionKind::Text {
            what: "a file",
            default: EvaluationChoice::default_origin,
            set: |it, file| {
                if let Err(error) = it.evaluation.load(file) {
                    return Err(format!("{error}; still {}", it.evaluation).into());
                }
                evaluation_changed(it)
            },
        },
    ),
    EngineOption::new(
        "Probe Depth",
        "The depth of B*'s probes; 0: a depth that fits the time",
        OptionKind::Number {
            least: 0,
            most: Settings::MAX_PROBE_DEPTH_PLIES as i64,
            value: |it| Some(it.settings.options.probe_depth.into()),
            set: |it, depth| {
                it.settings.options.probe_depth = u32::try_from(depth)?;
                done()
            },
        },
    )
    .also(&["probe"])
    .only_for(SearchKind::Bstar),
    EngineOption::new(
        "Expansions",
        "The maximum number of positions B* expands; 0: limited only by time",
        OptionKind::Number {
            least: 0,
            most: MAX_EXPANSIONS,
            value: |it| Some(it.settings.expansions.into()),
            set: |it, expansions| {
                it.settings.expansions = u32::try_from(expansions)?;
                done()
            },
        },
    )
    .only_for(SearchKind::Bstar),
    EngineOption::new(
        "TablesPath",
        "Endgame tables built by `bstar tables make`. They take precedence over Syzygy's",
        OptionKind::Text {
            what: "a folder",
            default: || "",
            set: |it, folder| {
                let own = named(folder).map(|folder| OwnTables::open_for_search(Path::new(folder)));
                let own = own.transpose()?;
                let said = own.as_ref().map(|own| {
                    let count = own.endings().count();
                    format!("endgame tables of {count} endings")
                });
                it.settings.endings = it.settings.endings.clone().with_own(own);
                Ok(said)
            },
        },
    )
    .also(&["tables"]),
    EngineOption::new(
        "SyzygyPath",
        "Syzygy endgame tables",
        OptionKind::Text {
            what: "folders, separated as in `PATH`",
            default: || "",
            set: |it, folders| {
                let syzygy = named(folders).map(Syzygy::open).transpose()?;
                let said = syzygy.as_ref().map(|syzygy| {
                    let (files, men) = (syzygy.files(), syzygy.men());
                    format!("Syzygy: {files} files with up to {men} men")
                });
                it.settings.endings = it.settings.endings.clone().with_syzygy(syzygy);
                Ok(said)
            },
        },
    )
    .also(&["syzygy"]),
    EngineOption::new(
        "SyzygyProbeDepth",
        "The least remaining depth at which a search looks up positions with as many pieces as \
         the largest table",
        OptionKind::Number {
            least: 1,
            most: MAX_SYZYGY_PROBE_DEPTH,
            value: |it| Some(it.settings.endings.rules().probe_depth.into()),
            set: |it, depth| {
                let probe_depth = u32::try_from(depth)?;
                use_tables(it, |rules| rules.probe_depth = probe_depth)
            },
        },
    ),
    EngineOption::new(
        "Syzygy50MoveRule",
        "Whether a win that takes longer than fifty moves counts as a draw",
        OptionKind::Check {
            value: |it| it.settings.endings.rules().fifty_moves,
            set: |it, on| use_tables(it, |rules| rules.fifty_moves = on),
        },
    ),
];

/// The path that a text names, if it names one.
fn named(path: &str) -> Option<&str> {
    Some(path.trim()).filter(|path| !path.is_empty())
}

/// Uses the evaluation that is chosen now, and says which that is.
fn evaluation_changed(it: &mut Choices) -> Answer {
    it.settings.evaluation = it.evaluation.evaluation();
    Ok(Some(it.evaluation.to_string()))
}

fn use_tables(it: &mut Choices, change: impl FnOnce(&mut TableRules)) -> Answer {
    let mut rules = it.settings.endings.rules();
    change(&mut rules);
    it.settings.endings = it.settings.endings.clone().with_rules(rules);
    done()
}
