//! The options of the UCI session: the engine's, and those of the program.
//!
//! Both tables have entries of one shape ([`bstar_engine::options`]). What is listed is what can be
//! set, because [`specs`], [`set`] and [`rows`] walk the same tables.

use bstar_book::MoveChoice;
use bstar_engine::options::{
    Choices, OPTIONS, OptionEntry, OptionError, OptionKind, OptionRow, done,
};
use bstar_engine::{MAX_ELO, MIN_ELO, SearchKind};
use bstar_uci::OptionSpec;

use crate::uci_engine::UciEngine;

type ProgramOption = OptionEntry<UciEngine>;

const ABOUT: &str = concat!("bstar ", env!("CARGO_PKG_VERSION"), ", GPL-3.0-or-later");

const BSTAR: &str = "bstar";
const ALPHABETA: &str = "alphabeta";

const MAX_BOOK_DEPTH_MOVES: i64 = 1_000;

/// The options that are not the engine's own, or that a player of the laboratory has by its name.
static OF_THE_PROGRAM: &[ProgramOption] = &[
    ProgramOption::new(
        "Search",
        "The search that chooses the move",
        OptionKind::Word {
            words: &[BSTAR, ALPHABETA],
            value: |it| {
                Some(match it.engine.settings().search {
                    SearchKind::Bstar => BSTAR,
                    SearchKind::AlphaBeta => ALPHABETA,
                })
            },
            set: |it, word| {
                let search = match word {
                    ALPHABETA => SearchKind::AlphaBeta,
                    _ => SearchKind::Bstar,
                };
                it.change(|settings| settings.search = search)?;
                done()
            },
        },
    ),
    ProgramOption::new(
        "Clear Hash",
        "Forget what earlier searches learned",
        OptionKind::Button {
            press: |it| it.engine.clear(),
        },
    ),
    ProgramOption::new(
        "Ponder",
        "Nothing here: the chess program decides about pondering",
        OptionKind::Check {
            value: |_| false,
            set: |_, _| done(),
        },
    ),
    ProgramOption::new(
        "OwnBook",
        "Whether to play from an opening book",
        OptionKind::Check {
            value: |it| it.book.is_used,
            set: |it, on| {
                it.book.is_used = on;
                Ok(it.book.remark())
            },
        },
    ),
    ProgramOption::new(
        "BookFile",
        "The book, in Polyglot's format",
        OptionKind::Text {
            what: "a file",
            default: || "",
            set: |it, file| Ok(it.book.load(file)?),
        },
    ),
    ProgramOption::new(
        "BestBookMove",
        "Always play the book move with the greatest weight; otherwise draw moves in proportion to \
         their weights",
        OptionKind::Check {
            value: |it| it.book.choice == MoveChoice::Best,
            set: |it, on| {
                it.book.choice = match on {
                    true => MoveChoice::Best,
                    false => MoveChoice::Weighted,
                };
                done()
            },
        },
    ),
    ProgramOption::new(
        "BookDepth",
        "The last move of the game for which the book is used",
        OptionKind::Number {
            least: 1,
            most: MAX_BOOK_DEPTH_MOVES,
            value: |it| i64::try_from(it.book.depth_moves).ok(),
            set: |it, depth| {
                it.book.depth_moves = usize::try_from(depth)?;
                done()
            },
        },
    ),
    ProgramOption::new(
        "Show Search Log",
        "While B* thinks, `info string` shows the three values of the leading moves, the \
         probability that each reaches the target, and the log of the 1996 paper",
        OptionKind::Check {
            value: |it| it.show_log,
            set: |it, on| {
                it.show_log = on;
                done()
            },
        },
    ),
    ProgramOption::new(
        "UCI_ShowWDL",
        "Whether `info` has the chances of a win, a draw and a loss, in thousandths",
        OptionKind::Check {
            value: |it| it.show_wdl,
            set: |it, on| {
                it.show_wdl = on;
                done()
            },
        },
    ),
    ProgramOption::new(
        "UCI_LimitStrength",
        "Whether to play only about as well as `UCI_Elo` says",
        OptionKind::Check {
            value: |it| it.limit_strength,
            set: |it, on| {
                it.limit_strength = on;
                it.change_strength()?;
                done()
            },
        },
    ),
    ProgramOption::new(
        "UCI_Elo",
        "The level of `UCI_LimitStrength`",
        OptionKind::Number {
            least: MIN_ELO as i64,
            most: MAX_ELO as i64,
            value: |it| Some(it.elo.into()),
            set: |it, elo| {
                it.elo = u16::try_from(elo)?;
                it.change_strength()?;
                done()
            },
        },
    ),
    ProgramOption::new(
        "UCI_AnalyseMode",
        "Whether positions are analysed: always at full strength, and without a book",
        OptionKind::Check {
            value: |it| it.analysing,
            set: |it, on| {
                it.analysing = on;
                it.change_strength()?;
                done()
            },
        },
    ),
    ProgramOption::new(
        "UCI_EngineAbout",
        "The version and the licence; can only be read",
        OptionKind::Text {
            what: "a text",
            default: || ABOUT,
            set: |_, _| done(),
        },
    ),
];

/// All options as the protocol writes them. The defaults are what an engine that nobody has set has
/// now.
pub fn specs(engine: &UciEngine) -> Vec<OptionSpec> {
    let choices = Choices::default();
    let own = OPTIONS.iter().map(|option| spec(option, &choices));
    let others = OF_THE_PROGRAM.iter().map(|option| spec(option, engine));
    own.chain(others).collect()
}

/// All options as people read about them.
pub fn rows(engine: &UciEngine) -> Vec<OptionRow> {
    let choices = Choices::default();
    let own = OPTIONS.iter().map(|option| option.row(&choices));
    let others = OF_THE_PROGRAM.iter().map(|option| option.row(engine));
    own.chain(others).collect()
}

/// Sets an option. Returns what there is to say to the user, or why the old value stays.
pub fn set(engine: &mut UciEngine, name: &str, value: &str) -> Result<Option<String>, String> {
    let refused = |error: OptionError| error.refusal.to_string();
    if let Some(option) = OPTIONS.iter().find(|option| option.name == name) {
        let mut choices = engine.choices();
        let said = option.set(&mut choices, value).map_err(refused)?;
        let chosen = engine.choose(choices);
        return chosen.map(|()| said).map_err(|error| error.to_string());
    }
    match OF_THE_PROGRAM.iter().find(|option| option.name == name) {
        Some(option) => option.set(engine, value).map_err(refused),
        None => Err(format!("there is no option {name}")),
    }
}

/// An option as the protocol writes it.
fn spec<T>(option: &OptionEntry<T>, fresh: &T) -> OptionSpec {
    let kind = match option.kind {
        OptionKind::Check { value, .. } => bstar_uci::OptionKind::Check {
            default: value(fresh),
        },
        OptionKind::Number {
            least, most, value, ..
        } => bstar_uci::OptionKind::Spin {
            default: value(fresh).unwrap_or(least),
            min: least,
            max: most,
        },
        OptionKind::Word { words, value, .. } => bstar_uci::OptionKind::Combo {
            default: value(fresh).unwrap_or_default().to_owned(),
            vars: words.iter().map(|&word| word.to_owned()).collect(),
        },
        OptionKind::Text { default, .. } => bstar_uci::OptionKind::String {
            default: default().to_owned(),
        },
        OptionKind::Button { .. } => bstar_uci::OptionKind::Button,
    };
    OptionSpec::new(option.name, kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_uci::OptionKind as Kind;

    #[test]
    fn every_option_takes_its_default_and_its_limits_and_nothing_beyond() {
        let mut engine = UciEngine::new().unwrap();
        let fresh = specs(&engine);
        // More memory than there is would be refused by the machine.
        for option in fresh.iter().filter(|option| option.name != "Hash") {
            let (default, good, bad) = match &option.kind {
                Kind::Check { default } => (
                    default.to_string(),
                    vec![(!default).to_string()],
                    vec!["perhaps".to_owned()],
                ),
                Kind::Spin { default, min, max } => (
                    default.to_string(),
                    vec![min.to_string(), max.to_string()],
                    vec![(min - 1).to_string(), (max + 1).to_string()],
                ),
                Kind::Combo { default, vars } => {
                    (default.clone(), vars.clone(), vec!["guess".to_owned()])
                }
                Kind::Button => (String::new(), Vec::new(), Vec::new()),
                Kind::String { default } => (default.clone(), Vec::new(), Vec::new()),
            };
            for value in good.iter().chain([&default]) {
                set(&mut engine, &option.name, value).unwrap();
            }
            for value in bad {
                let error = set(&mut engine, &option.name, &value).unwrap_err();
                assert!(error.contains("expected"), "{error}");
                assert_eq!(specs(&engine), fresh);
            }
        }
        assert_eq!(specs(&engine), fresh);
        assert_eq!(engine.choices(), Choices::default());
    }

    #[test]
    fn no_name_is_in_both_tables() {
        let mut names: Vec<String> = specs(&UciEngine::new().unwrap())
            .into_iter()
            .map(|option| option.name.to_ascii_lowercase())
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
