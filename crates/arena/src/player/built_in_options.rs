//! The options of the players that are built in: the engine's, and those that only experiments
//! need.
//!
//! The names, the ranges and the setters of the engine's options are in [`bstar_engine::options`].
//! Only what no chess program sends has its entry here.

use bstar_engine::options::{Answer, Choices, OPTIONS, OptionEntry, OptionKind, done};
use bstar_engine::thinker::BstarOptions;
use bstar_engine::{Evaluation, MAX_ELO, MIN_ELO, SearchKind, Settings, Techniques};

use super::spec_error::SpecError;

type PlayerOption = OptionEntry<Choices>;

/// Expansions at the root that the probes' depth may be made to fit.
const MAX_ROOM: i64 = 1 << 20;

/// The options of experiments. A name that the engine has too means this one.
static OF_EXPERIMENTS: &[PlayerOption] = &[
    PlayerOption::new(
        "evaluation",
        "How positions are evaluated: `network` is the network of `EvalFile`, or the one that comes \
         with the program",
        OptionKind::Text {
            what: "`terms`, `network` or a network's file",
            default: || match Evaluation::default() {
                Evaluation::Network(_) => Evaluation::NETWORK,
                Evaluation::Terms => Evaluation::TERMS,
            },
            set: |it, name| {
                it.evaluate_by(name)?;
                done()
            },
        },
    ),
    PlayerOption::new(
        "root-search",
        "Percent of the effort for one alpha-beta search of the root before the tree grows; 0: \
         none. By default there is one on a clock and none otherwise",
        OptionKind::Number {
            least: 0,
            most: 100,
            value: |it| it.settings.options.root_search_percent.map(i64::from),
            set: |it, percent| {
                it.settings.options.root_search_percent = Some(u32::try_from(percent)?);
                done()
            },
        },
    )
    .also(&["survey"])
    .only_for(SearchKind::Bstar),
    PlayerOption::new(
        "bounds",
        "What kind of bounds moves get: a probe after the mover was allowed to move twice",
        OptionKind::Word {
            words: &["extra-move"],
            value: |_| Some("extra-move"),
            set: |_, _| done(),
        },
    )
    .only_for(SearchKind::Bstar),
    PlayerOption::new(
        "deeper",
        "Plies added to the depth of probes that fits the effort",
        OptionKind::Number {
            least: -8,
            most: 8,
            value: |it| Some(it.settings.options.depth_change.into()),
            set: |it, plies| {
                it.settings.options.depth_change = i32::try_from(plies)?;
                done()
            },
        },
    )
    .only_for(SearchKind::Bstar),
    PlayerOption::new(
        "room",
        "For how many expansions that depth should leave effort",
        OptionKind::Number {
            least: 1,
            most: MAX_ROOM,
            value: |it| Some(it.settings.options.root_cost_expansions.into()),
            set: |it, expansions| {
                it.settings.options.root_cost_expansions = u32::try_from(expansions)?;
                done()
            },
        },
    )
    .only_for(SearchKind::Bstar),
    PlayerOption::new(
        "threats",
        "By how many plies probes with an extra move are shallower",
        OptionKind::Number {
            least: 0,
            most: 20,
            value: |it| Some(it.settings.options.threat_reduction.into()),
            set: |it, plies| {
                it.settings.options.threat_reduction = u32::try_from(plies)?;
                done()
            },
        },
    )
    .only_for(SearchKind::Bstar),
    PlayerOption::new(
        "off",
        "A part of B* to switch off; may be given several times",
        OptionKind::Word {
            words: &BstarOptions::PARTS,
            value: |_| None,
            set: |it, part| {
                it.settings.options.switch_off(part)?;
                done()
            },
        },
    )
    .only_for(SearchKind::Bstar),
    PlayerOption::new(
        "without",
        "A technique of the probes to switch off; may be given several times",
        OptionKind::Word {
            words: Techniques::NAMES,
            value: |_| None,
            set: search_without,
        },
    )
    .only_for(SearchKind::Bstar),
    PlayerOption::new(
        "off",
        "A technique to switch off; may be given several times",
        OptionKind::Word {
            words: Techniques::NAMES,
            value: |_| None,
            set: search_without,
        },
    )
    .only_for(SearchKind::AlphaBeta),
    PlayerOption::new(
        "elo",
        "Play about as well as this Elo",
        OptionKind::Number {
            least: MIN_ELO as i64,
            most: MAX_ELO as i64,
            value: |it| it.settings.strength.map(i64::from),
            set: |it, elo| {
                it.settings.strength = Some(u16::try_from(elo)?);
                done()
            },
        },
    )
    .only_for(SearchKind::AlphaBeta),
];

fn search_without(it: &mut Choices, technique: &'static str) -> Answer {
    it.settings.techniques = it.settings.techniques.without(technique)?;
    done()
}

/// The settings of a search with these options.
pub(super) fn settings(
    search: SearchKind,
    options: Vec<(String, String)>,
) -> Result<Settings, SpecError> {
    let mut choices = Choices::of(search);
    for (key, value) in options {
        let mut known = OF_EXPERIMENTS.iter().chain(OPTIONS);
        let Some(option) = known.find(|option| option.is_for(search) && option.is_called(&key))
        else {
            return Err(SpecError::UnknownKey {
                player: match search {
                    SearchKind::Bstar => "bstar",
                    SearchKind::AlphaBeta => "alphabeta",
                },
                key,
                known: names(search),
            });
        };
        let answer = match value.as_str() {
            // To a chess program it means that nothing is set. Here something was forgotten.
            "" => Err("expected a value".to_owned()),
            value => option
                .set(&mut choices, value)
                .map_err(|error| error.refusal.to_string()),
        };
        answer.map_err(|expected| SpecError::Value {
            key,
            value,
            expected,
        })?;
    }
    Ok(choices.settings)
}

/// The options of a built-in player, the engine's first. Those of every player are not among them.
pub fn built_in_options(search: SearchKind) -> impl Iterator<Item = &'static OptionEntry<Choices>> {
    let is_own = |option: &&PlayerOption| {
        let is_experiments = OF_EXPERIMENTS.iter().any(|own| own.is_called(option.name));
        !is_experiments
    };
    let known = OPTIONS.iter().filter(is_own).chain(OF_EXPERIMENTS);
    known.filter(move |option| option.is_for(search))
}

/// The names of the options of a search.
fn names(search: SearchKind) -> Vec<&'static str> {
    let named = |option: &'static PlayerOption| [&[option.name][..], option.aliases].concat();
    built_in_options(search).flat_map(named).collect()
}
