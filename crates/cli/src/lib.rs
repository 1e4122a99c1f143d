//! What the commands of the program write for programs.
//!
//! Most objects belong to the packages that compute what they tell. These are the others. The
//! program writes them; `bstar-wire` describes them.

use std::collections::BTreeMap;

use bstar_engine::PlayerScore;
use bstar_explain::words::themes::IdeaObject;
use serde::Serialize;

mod table_objects;

pub use table_objects::{
    CheckedTableObject, LongestWinObject, MadeTableObject, OutcomeCountsObject, TableObject,
    TableValueMoveObject, TableValueObject,
};

/// The result of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchObject {
    /// The position.
    pub fen: String,
    /// The best move; `null` if there is no legal move.
    pub best: Option<String>,
    /// The same in SAN.
    pub best_san: Option<String>,
    /// The depth of the whole search.
    pub depth: u32,
    /// Its nodes.
    pub nodes: u64,
    /// Its time.
    pub seconds: f64,
    /// The best lines.
    pub lines: Vec<SearchLine>,
}

/// One of the best lines.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchLine {
    /// Its rank, from 1.
    pub rank: usize,
    /// What it is worth.
    pub score: PlayerScore,
    /// How deep it was searched.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<String>,
    /// The same in SAN, with the numbers of the moves.
    pub san: String,
}

/// How fast the program is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BenchObject {
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Nodes a second.
    pub nps: u64,
}

/// How many claims are true.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimsObject {
    /// How many positions were explained.
    pub positions: usize,
    /// How many sentences were written: about the search, and about every root move as `--move`
    /// would tell them.
    pub sentences: usize,
    /// How many claims were checked.
    pub claims: usize,
    /// How many of each kind are true.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Mates too long to try every defence. They are not told.
    pub undecided: usize,
    /// Those that are false. They are not told either.
    pub r#false: Vec<FalseClaim>,
    /// Sentences of one answer that contradict each other.
    pub contradictions: Vec<ClashObject>,
    /// How many gains of material are told that were played on from.
    pub gains: usize,
    /// How many of them are still there when the position is at rest.
    pub kept: usize,
    /// The others.
    pub lost: Vec<LostGain>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// A claim that is not true.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FalseClaim {
    /// The position.
    pub id: String,
    /// The kind of the claim.
    pub kind: &'static str,
    /// What is wrong, for people.
    pub flaw: String,
}

/// Two sentences of one answer that contradict each other.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClashObject {
    /// The position.
    pub id: String,
    /// The sentence that comes first.
    pub one: String,
    /// The other.
    pub other: String,
}

/// A gain of material that is told and does not last.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostGain {
    /// The position.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// What is told, in centipawns.
    pub told: i32,
    /// What is left, in centipawns; `null` if the side that should win it is mated.
    pub left: Option<i32>,
}

/// A position with the reason that a trainer gives, and the reasons that are told.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedMoveObject {
    /// The position.
    pub id: String,
    /// The move that the trainer names.
    #[serde(rename = "move")]
    pub mv: String,
    /// The trainer's theme.
    pub theme: String,
    /// Whether it is among the reasons told.
    pub is_named: bool,
    /// The reasons told for the move.
    pub reasons: Vec<ReasonObject>,
    /// All ideas about the move, also those that are not told.
    pub ideas: Vec<IdeaObject>,
    /// Another quiet move; `null` if there is none.
    pub other: Option<String>,
    /// Whether the theme is among the reasons told for that move.
    pub is_other_named: bool,
    /// Those reasons.
    pub other_reasons: Vec<ReasonObject>,
}

/// A reason that is told for a move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReasonObject {
    /// The kind of its claim.
    pub kind: &'static str,
    /// The words.
    pub text: String,
}

/// How often the reasons told are those of a trainer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThemesObject {
    /// For all positions: as reasons are usually chosen, then with parts of the choosing left out.
    pub weighings: Vec<ThemesRow>,
    /// For the positions of each theme.
    pub themes: Vec<ThemesRow>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// Some positions, and how many of their moves get which reasons.
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThemesRow {
    /// What they have in common.
    pub name: String,
    /// How many there are.
    pub positions: usize,
    /// Of how many the named move gets any reason from the board.
    pub reasons: usize,
    /// Of how many the trainer's theme is among them.
    pub named: usize,
    /// How many have another quiet move.
    pub others: usize,
    /// Of how many of these that move gets the theme too.
    pub others_named: usize,
}

impl ThemesRow {
    /// No positions yet.
    pub fn named(name: &str) -> ThemesRow {
        ThemesRow {
            name: name.to_owned(),
            ..ThemesRow::default()
        }
    }
}

/// A bad move, and what is told about it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LosingMoveObject {
    /// The position.
    pub id: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The best move by this search; `null` if there is none.
    pub best: Option<String>,
    /// By how much the move is worse by this search, in ten-thousandths of expected score; below 0
    /// if it is not known to be worse.
    pub lag: Option<i32>,
    /// Whether it is worse by a point of a hundred or more.
    pub worse: bool,
    /// Whether only a second search, by alpha-beta, says so.
    pub second_opinion: bool,
    /// What is told against it.
    pub faults: Vec<FaultObject>,
    /// Everything that is told about it.
    pub text: Vec<String>,
}

/// Something that is told against a move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultObject {
    /// The kind of its claim.
    pub kind: &'static str,
    /// The words.
    pub text: String,
    /// Whether it is true of the best move too. Then it does not count.
    pub shared: bool,
}

/// How often it is told what is wrong with a bad move.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultsObject {
    /// How many moves there are.
    pub moves: usize,
    /// How many are worse than the best by our searches too.
    pub worse: usize,
    /// How many of these only by alpha-beta, not by B*.
    pub second_opinions: usize,
    /// Of how many it is told in words what is wrong: something that is not true of the best move.
    pub explained: usize,
    /// Of how many only that is told which is true of the best move too.
    pub shared: usize,
    /// How many have a claim of each kind as the first thing that is wrong.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}
