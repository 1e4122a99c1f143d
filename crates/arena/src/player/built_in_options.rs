//! The options of the players that are built in.

use std::path::Path;

use bstar_engine::thinker::BstarOptions;
use bstar_engine::{Evaluation, SearchKind, Settings, Techniques};
use bstar_kit::suggestion::did_you_mean;
use bstar_tables::{OwnTables, Syzygy, Tables};

use super::spec_error::{SpecError, positive};

/// The kinds of bounds that B* knows.
const BOUNDS: [&str; 1] = ["extra-move"];

/// The options of B*.
const BSTAR_KEYS: &[&str] = &[
    "Hash",
    "evaluation",
    "Threads",
    "tables",
    "syzygy",
    "bounds",
    "probe",
    "deeper",
    "room",
    "root-search",
    "threats",
    "expansions",
    "off",
    "without",
];

/// The options of alpha-beta.
const ALPHABETA_KEYS: &[&str] = &[
    "Hash",
    "evaluation",
    "Threads",
    "tables",
    "syzygy",
    "elo",
    "off",
];

/// The settings of B* with these options.
pub(super) fn bstar_settings(options: Vec<(String, String)>) -> Result<Settings, SpecError> {
    let mut settings = Settings::of(SearchKind::Bstar);
    for (key, value) in options {
        let wrong = |expected: String| SpecError::Value {
            key: key.clone(),
            value: value.clone(),
            expected,
        };
        match key.to_ascii_lowercase().as_str() {
            _ if set_common(&mut settings, &key, &value)? => {}
            "probe" => settings.options.probe_depth = size(&key, &value)?.min(100) as u32,
            "threats" => {
                let reduction = value.parse().ok().filter(|reduction| *reduction <= 20);
                settings.options.threat_reduction =
                    reduction.ok_or_else(|| wrong("expected a number from 0 to 20".to_owned()))?;
            }
            "without" => {
                settings.techniques = switched_off(settings.techniques, &value)
                    .ok_or_else(|| wrong(one_of(&value, Techniques::NAMES)))?;
            }
            "root-search" | "survey" => {
                settings.options.root_search_percent = Some(percent(&key, &value)?)
            }
            "bounds" => {
                if !BOUNDS.contains(&value.as_str()) {
                    return Err(wrong(one_of(&value, &BOUNDS)));
                }
            }
            "room" => {
                settings.options.root_cost_expansions = size(&key, &value)?.clamp(1, 1 << 20) as u32
            }
            "expansions" => settings.expansions = size(&key, &value)?.min(1 << 30) as u32,
            "deeper" => {
                let change = value
                    .parse()
                    .ok()
                    .filter(|change| (-8..=8).contains(change));
                settings.options.depth_change =
                    change.ok_or_else(|| wrong("expected a number from -8 to 8".to_owned()))?;
            }
            "off" => settings
                .options
                .switch_off(&value)
                .map_err(|_| wrong(one_of(&value, &BstarOptions::PARTS)))?,
            _ => {
                return Err(SpecError::UnknownKey {
                    player: "bstar",
                    key,
                    known: BSTAR_KEYS,
                });
            }
        }
    }
    Ok(settings)
}

/// The settings of alpha-beta with these options.
pub(super) fn alphabeta_settings(options: Vec<(String, String)>) -> Result<Settings, SpecError> {
    let mut settings = Settings::of(SearchKind::AlphaBeta);
    for (key, value) in options {
        match key.to_ascii_lowercase().as_str() {
            _ if set_common(&mut settings, &key, &value)? => {}
            "elo" => {
                let elo = positive(&key, &value)?;
                settings.strength = Some(u16::try_from(elo).map_err(|_| SpecError::Value {
                    key,
                    value,
                    expected: "expected an Elo number below 65536".to_owned(),
                })?);
            }
            "off" => {
                settings.techniques =
                    switched_off(settings.techniques, &value).ok_or_else(|| SpecError::Value {
                        expected: one_of(&value, Techniques::NAMES),
                        key,
                        value,
                    })?;
            }
            _ => {
                return Err(SpecError::UnknownKey {
                    player: "alphabeta",
                    key,
                    known: ALPHABETA_KEYS,
                });
            }
        }
    }
    Ok(settings)
}

/// Sets an option that B* and alpha-beta share. Returns whether it is one.
fn set_common(settings: &mut Settings, key: &str, value: &str) -> Result<bool, SpecError> {
    match key.to_ascii_lowercase().as_str() {
        "hash" => settings.hash_mib = size(key, value)?,
        "evaluation" => settings.evaluation = evaluation(key, value)?,
        "threads" => settings.threads = size(key, value)?,
        "tables" | "syzygy" => settings.endings = endings(settings.endings.clone(), key, value)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn evaluation(key: &str, value: &str) -> Result<Evaluation, SpecError> {
    Evaluation::named(value).map_err(|error| SpecError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: error.to_string(),
    })
}

/// Where endings are looked up, by one of the two keys.
fn endings(endings: Tables, key: &str, value: &str) -> Result<Tables, SpecError> {
    let wrong = |error: &dyn std::error::Error| SpecError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: error.to_string(),
    };
    match key.to_ascii_lowercase().as_str() {
        "tables" => {
            let own = OwnTables::open_for_search(Path::new(value));
            Ok(endings.with_own(Some(own.map_err(|error| wrong(&error))?)))
        }
        _ => {
            let syzygy = Syzygy::open(value);
            Ok(endings.with_syzygy(Some(syzygy.map_err(|error| wrong(&error))?)))
        }
    }
}

/// The words that would have been right, the likeliest first.
fn one_of(value: &str, words: &[&str]) -> String {
    let hint = did_you_mean(value, words.iter().copied());
    let expected = match words {
        [only] => format!("expected {only}"),
        words => format!("expected one of {}", words.join(", ")),
    };
    format!("{hint}{expected}")
}

fn switched_off(techniques: Techniques, name: &str) -> Option<Techniques> {
    techniques.without(name).ok()
}

fn size(key: &str, value: &str) -> Result<usize, SpecError> {
    positive(key, value).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

fn percent(key: &str, value: &str) -> Result<u32, SpecError> {
    value
        .parse()
        .ok()
        .filter(|percent| *percent <= 100)
        .ok_or_else(|| SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: "expected a whole number from 0 to 100".to_owned(),
        })
}
