//! Players as people write them: `alphabeta,Hash=16,off=null-move`, or
//! `stockfish,Threads=1,nodes=10000`.
//!
//! A specification is a name or a command, followed by options, each `KEY=VALUE`, with commas
//! between them. Two commas stand for one that belongs to the command or to a value. These keys
//! mean the same for every player:
//!
//! * `name=` what the player is called in tables and games;
//! * `time=` (like `8+0.08`), `nodes=`, `movetime=` (milliseconds), `depth=`: a pace of its own,
//!   whatever the pace of the match is;
//! * `ponder=` (`true` or `false`): think on the opponent's time, in a second thread. A UCI engine
//!   that has an option `Ponder` is told so.
//!
//! The others go to the engine. Our own searches `alphabeta` and `bstar` know the options of
//! [`bstar_engine::options`], as `Hash=16` or `Probe Depth=3`, and those of experiments; both are
//! listed by [`built_in_options`](super::built_in_options()). Case does not matter.
//!
//! For a UCI engine they are UCI options, sent as they stand.

use std::str::FromStr;
use std::time::Duration;

use bstar_engine::{SearchKind, Settings};
use bstar_kit::suggestion::closest;
use serde::{Deserialize, Serialize};

use super::built_in_options;
use super::pace::{Pace, PaceError};
use super::spec_error::{SpecError, positive};

/// A player, ready to be started any number of times.
///
/// To another machine it travels as its text. One that is built in must be the same there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "SentPlayer", try_from = "SentPlayer")]
pub struct PlayerSpec {
    /// The specification as it was written.
    pub text: String,
    /// What it is called.
    pub name: String,
    /// A pace of its own.
    pub pace: Option<Pace>,
    /// Whether it thinks on the opponent's time.
    pub ponders: bool,
    /// How long an engine of another program may take to start, to get ready, or to stop.
    pub start_patience: Duration,
    pub kind: PlayerKind,
}

/// The usual time for an engine to start: enough for one that loads a large network.
const USUAL_START_PATIENCE: Duration = Duration::from_secs(20);

/// On a busy machine even a good engine may take this long.
const LEAST_START_PATIENCE: Duration = Duration::from_secs(1);

/// Which engine plays.
#[derive(Clone, Debug)]
pub enum PlayerKind {
    /// Our own engine, with B* or alpha-beta.
    BuiltIn(Box<Settings>),
    /// A UCI engine in its own process.
    Uci {
        /// Program and arguments.
        command: String,
        /// UCI options in the order given.
        options: Vec<(String, String)>,
    },
}

/// A player on its way to another machine.
#[derive(Serialize, Deserialize)]
struct SentPlayer {
    text: String,
    start_patience: Duration,
    version: Option<String>,
}

impl From<PlayerSpec> for SentPlayer {
    fn from(spec: PlayerSpec) -> SentPlayer {
        SentPlayer {
            version: spec.version(),
            text: spec.text,
            start_patience: spec.start_patience,
        }
    }
}

impl TryFrom<SentPlayer> for PlayerSpec {
    type Error = String;

    fn try_from(sent: SentPlayer) -> Result<PlayerSpec, String> {
        let mut spec: PlayerSpec = sent
            .text
            .parse()
            .map_err(|error: SpecError| error.to_string())?;
        spec.start_patience = sent.start_patience;
        match spec.version() == sent.version {
            true => Ok(spec),
            false => Err(format!(
                "the player `{}` is {} here, and should be {}",
                sent.text,
                spec.version().unwrap_or_default(),
                sent.version.unwrap_or_default()
            )),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parts = split_at_commas(text).into_iter();
        let head = parts.next().unwrap_or_default();
        let head = head.trim();
        let mut name = None;
        let mut pace = None;
        let mut ponders = false;
        let mut rest = Vec::new();
        for part in parts {
            let (key, value) = part
                .split_once('=')
                .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| SpecError::NotAnOption(part.clone()))?;
            match key.as_str() {
                "name" => name = Some(value),
                // The name of the UCI option means the same.
                "ponder" | "Ponder" => ponders = yes_or_no(key, value)?,
                "time" => {
                    pace = Some(value.parse().map_err(|error: PaceError| SpecError::Value {
                        key,
                        value,
                        expected: error.to_string(),
                    })?);
                }
                "nodes" => pace = Some(Pace::Nodes(positive(&key, &value)?)),
                "movetime" => {
                    pace = Some(Pace::MoveTime(Duration::from_millis(positive(
                        &key, &value,
                    )?)));
                }
                "depth" => {
                    let depth = positive(&key, &value)?;
                    pace = Some(Pace::Depth(u32::try_from(depth).unwrap_or(u32::MAX)));
                }
                _ => rest.push((key, value)),
            }
        }
        let built_in = |search, options| {
            let settings = built_in_options::settings(search, options);
            settings.map(|settings| PlayerKind::BuiltIn(Box::new(settings)))
        };
        let kind = match head {
            "" => return Err(SpecError::Empty),
            "bstar" => built_in(SearchKind::Bstar, rest)?,
            "alphabeta" => built_in(SearchKind::AlphaBeta, rest)?,
            command => PlayerKind::Uci {
                command: command.to_owned(),
                options: rest,
            },
        };
        Ok(PlayerSpec {
            text: text.to_owned(),
            name: name.unwrap_or_else(|| text.to_owned()),
            pace,
            ponders,
            start_patience: USUAL_START_PATIENCE,
            kind,
        })
    }
}

impl PlayerSpec {
    /// The same player, for somebody who does not wait longer than this for an answer. It never
    /// waits longer for the start than usual.
    pub fn with_patience(mut self, patience: Duration) -> PlayerSpec {
        self.start_patience = patience.clamp(LEAST_START_PATIENCE, USUAL_START_PATIENCE);
        self
    }

    /// Whether it is our own engine.
    pub fn is_built_in(&self) -> bool {
        matches!(self.kind, PlayerKind::BuiltIn(_))
    }

    /// The specification without its name and its pace: players that differ in nothing else play
    /// alike at the same pace.
    pub fn without_name_and_pace(&self) -> String {
        const OF_EVERY_PLAYER: [&str; 5] = ["name", "time", "nodes", "movetime", "depth"];
        let stays = |part: &String| {
            let key = part.split_once('=').map_or("", |(key, _)| key.trim());
            !OF_EVERY_PLAYER.contains(&key)
        };
        let parts = split_at_commas(&self.text).into_iter().filter(stays);
        let parts: Vec<String> = parts.map(|part| part.trim().replace(',', ",,")).collect();
        parts.join(",")
    }

    /// Our own engine with given settings.
    pub fn built_in(name: &str, settings: Settings) -> PlayerSpec {
        PlayerSpec {
            text: name.to_owned(),
            name: name.to_owned(),
            pace: None,
            ponders: false,
            start_patience: USUAL_START_PATIENCE,
            kind: PlayerKind::BuiltIn(Box::new(settings)),
        }
    }
}

/// The names of the players that are built in.
const BUILT_IN: [&str; 2] = ["alphabeta", "bstar"];

/// If a program cannot be started, perhaps a player was meant that is built in.
pub(crate) fn meant_built_in(command: &str) -> Option<&'static str> {
    closest(command, BUILT_IN)
}

fn yes_or_no(key: String, value: String) -> Result<bool, SpecError> {
    value
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| SpecError::Value {
            key,
            value,
            expected: "expected true or false".to_owned(),
        })
}

/// Splits at single commas; a doubled comma is a comma.
fn split_at_commas(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != ',' {
            parts.last_mut().expect("never empty").push(c);
        } else if chars.next_if_eq(&',').is_some() {
            parts.last_mut().expect("never empty").push(',');
        } else {
            parts.push(String::new());
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_engine::Techniques;
    use bstar_engine::options::Choices;
    use proptest::prelude::*;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    #[test]
    fn both_players_may_look_endings_up() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
        for player in ["bstar", "alphabeta"] {
            let PlayerKind::BuiltIn(settings) = spec(&format!("{player},syzygy={folder}")).kind
            else {
                panic!("is built in")
            };
            assert_eq!(settings.endings.men(), 4);
            let nowhere = format!("{player},syzygy=/nowhere").parse::<PlayerSpec>();
            let error = nowhere.unwrap_err().to_string();
            assert!(error.contains("cannot read the folder /nowhere"), "{error}");
        }
    }

    #[test]
    fn the_built_in_player_with_options() {
        let spec = spec("alphabeta,Hash=16,off=null-move,nodes=5000,name=old");
        assert_eq!(
            (spec.name.as_str(), spec.pace),
            ("old", Some(Pace::Nodes(5000)))
        );
        let PlayerKind::BuiltIn(settings) = spec.kind else {
            panic!("not built in");
        };
        assert_eq!(settings.hash_mib, 16);
        assert_ne!(settings.techniques, Techniques::all());
    }

    /// The engine's options have the same names here as in a chess program, and shorter ones.
    #[test]
    fn the_options_of_the_protocol_are_known() {
        let settings = |text: &str| match spec(text).kind {
            PlayerKind::BuiltIn(settings) => *settings,
            PlayerKind::Uci { .. } => panic!("not built in"),
        };
        for (one, other) in [
            (
                "bstar,probe=3,expansions=7",
                "bstar,Probe Depth=3,EXPANSIONS=7",
            ),
            ("alphabeta,threads=2", "alphabeta,Threads=2"),
            ("alphabeta,evaluation=terms", "alphabeta,Evaluation=terms"),
        ] {
            assert_eq!(settings(one), settings(other), "{one}");
            assert_ne!(settings(one), settings(one.split(',').next().unwrap()));
        }
        let waiting = settings("alphabeta,Move Overhead=30,MultiPV=2,SyzygyProbeDepth=3");
        assert_eq!(waiting.move_overhead, Duration::from_millis(30));
        assert_eq!(
            (waiting.multi_pv, waiting.endings.rules().probe_depth),
            (2, 3)
        );
    }

    #[test]
    fn every_option_that_is_listed_can_be_given() {
        for search in [SearchKind::Bstar, SearchKind::AlphaBeta] {
            for option in built_in_options::built_in_options(search) {
                let default = option.default(&Choices::of(search)).unwrap_or_default();
                let given = vec![(option.name.to_owned(), default.clone())];
                match built_in_options::settings(search, given) {
                    Ok(settings) => assert_eq!(settings, Settings::of(search), "{}", option.name),
                    Err(error) => assert_eq!(default, "", "{error}"),
                }
            }
        }
    }

    /// 0 was refused, although the documents use it.
    #[test]
    fn the_search_of_the_root_takes_any_part_of_the_effort() {
        for (text, part) in [
            ("bstar", None),
            ("bstar,root-search=0", Some(0)),
            ("bstar,Root-Search=40", Some(40)),
            ("bstar,root-search=100", Some(100)),
            ("bstar,survey=0", Some(0)),
            ("bstar,survey=75", Some(75)),
        ] {
            let PlayerKind::BuiltIn(settings) = spec(text).kind else {
                panic!("not built in");
            };
            assert_eq!(settings.options.root_search_percent, part, "{text}");
        }
    }

    #[test]
    fn the_kind_of_bounds_can_be_named() {
        let [named, default] = ["bstar,bounds=extra-move", "bstar"].map(|text| {
            let PlayerKind::BuiltIn(settings) = spec(text).kind else {
                panic!("not built in");
            };
            settings.options
        });
        assert_eq!(named, default);
    }

    #[test]
    fn any_other_engine_with_options() {
        let spec = spec("engine --net a,,b,UCI_Elo=2200,movetime=50");
        assert_eq!(spec.pace, Some(Pace::MoveTime(Duration::from_millis(50))));
        let PlayerKind::Uci { command, options } = spec.kind else {
            panic!("built in");
        };
        assert_eq!(command, "engine --net a,b");
        assert_eq!(options, [("UCI_Elo".to_owned(), "2200".to_owned())]);
    }

    #[test]
    fn a_name_and_a_pace_do_not_change_how_it_plays() {
        for (text, rest) in [
            ("bstar", "bstar"),
            ("bstar, nodes=5 ,room=80,name=x", "bstar,room=80"),
            (
                "engine --net a,,b,depth=3,Hash=1",
                "engine --net a,,b,Hash=1",
            ),
        ] {
            assert_eq!(spec(text).without_name_and_pace(), rest);
        }
    }

    #[test]
    fn any_player_may_think_ahead() {
        for text in [
            "bstar,ponder=true",
            "alphabeta,ponder=True",
            "x,Ponder=true",
        ] {
            assert!(spec(text).ponders, "{text}");
        }
        for text in ["bstar", "x,ponder=false"] {
            assert!(!spec(text).ponders, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("", "needs a name"),
            ("bstar,off=magic", "expected one of verify"),
            (
                "bstar,off=verfy",
                "did you mean `verify`? expected one of verify",
            ),
            (
                "bstar,rooms=3",
                "`bstar` has no option `rooms`: did you mean `room`? it knows Hash",
            ),
            (
                "bstar,bounds=extramove",
                "did you mean `extra-move`? expected extra-move",
            ),
            ("bstar,deeper=x", "from -8 to 8"),
            ("bstar,root-search=101", "from 0 to 100"),
            ("bstar,survey=-1", "`-1` of the player option `survey`"),
            ("bstar,colour=red", "no option `colour`"),
            (
                "bstar,bounds=learned",
                "`learned` of the player option `bounds` is wrong: expected extra-move",
            ),
            ("alphabeta,Hash", "expected KEY=VALUE"),
            ("alphabeta,Hash=-1", "`-1` of the player option `Hash`"),
            (
                "alphabeta,elo=99999",
                "expected a whole number from 1200 to 2800",
            ),
            ("alphabeta,off=magic", "expected one of"),
            (
                "alphabeta,off=nul-move",
                "did you mean `null-move`? expected one of",
            ),
            ("alphabeta,colour=red", "no option `colour`"),
            ("x,nodes=0", "above 0"),
            ("bstar,ponder=often", "expected true or false"),
            ("bstar,evaluation=/no/such.nn", "cannot read /no/such.nn"),
            ("alphabeta,evaluation=", "of the player option `evaluation`"),
            ("bstar,tables=", "of the player option `tables`"),
            ("bstar,Search=alphabeta", "no option `Search`"),
            ("alphabeta,Expansions=3", "no option `Expansions`"),
            ("bstar,elo=1500", "no option `elo`"),
            (
                "bstar,Probe Depth=13",
                "expected a whole number from 0 to 12",
            ),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".*") {
            let _ = text.parse::<PlayerSpec>();
        }
    }
}
