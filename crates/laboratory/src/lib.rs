//! What the commands of `bstar-lab` write for programs.
//!
//! Most objects belong to the packages that compute what they tell. These are the others. The
//! program writes them; `bstar-wire` describes them.

use std::collections::BTreeMap;
use std::path::Path;

use bstar_arena::memory::MemorySummary;
use bstar_explain::write::words::themes::IdeaObject;
use bstar_training::datagen::DataTally;
use serde::Serialize;

/// How many positions there are.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftObject {
    /// How deep was counted.
    pub depth: u32,
    /// The count of each move.
    pub moves: Vec<PerftMove>,
    /// How many positions there are in all.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Positions a second.
    pub nps: u64,
}

/// How many positions there are after a move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftMove {
    /// The move.
    pub r#move: String,
    /// How many positions there are after it.
    pub nodes: u64,
}

/// A count that is not what the file says.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftMismatch {
    /// The line of the file.
    pub line: usize,
    /// How deep was counted.
    pub depth: u32,
    /// What the file says.
    pub expected: u64,
    /// What was counted.
    pub counted: u64,
}

/// How the counts of a file compare.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftFile {
    /// How many positions there are.
    pub positions: usize,
    /// Counts that were compared.
    pub counts: usize,
    /// How many of them are wrong.
    pub wrong: usize,
    /// How many positions were counted.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Positions a second.
    pub nps: u64,
}

/// What a file of games has now.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatagenObject<'a> {
    /// The file.
    pub file: &'a Path,
    /// What is in it.
    #[serde(flatten)]
    pub tally: DataTally,
    /// Bytes a position; `null` without positions.
    pub bytes_per_position: Option<f64>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// What was found about a file of games.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatagenCheck<'a> {
    /// The file.
    pub file: &'a Path,
    /// What is in it.
    #[serde(flatten)]
    pub tally: DataTally,
    /// Bytes a position; `null` without positions.
    pub bytes_per_position: Option<f64>,
    /// How many of the games were replayed.
    pub replayed: usize,
    /// The first flaw, or `null`.
    pub broken: Option<DatagenFlaw>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// Where a file of games is broken.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatagenFlaw {
    /// Where it is, in bytes from the beginning of the file.
    pub offset: u64,
    /// What is wrong, for people.
    pub flaw: String,
}

/// How much memory a match took, in MiB.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemoryObject {
    /// The file of the drawing.
    pub file: String,
    /// How much was used.
    #[serde(flatten)]
    pub summary: MemorySummary,
}

/// A network.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkObject {
    /// The checksum: text, sixteen hexadecimal digits.
    pub checksum: String,
    /// The width of the hidden layer.
    pub hidden: usize,
    /// How many buckets there are.
    pub buckets: usize,
    /// The scale of its values.
    pub scale: i32,
    /// The instructions it is evaluated with here.
    pub instructions: &'static str,
}

/// How the values of a network compare with those expected.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkValues {
    /// How many positions there are.
    pub positions: usize,
    /// How many of them have a value expected.
    pub compared: usize,
    /// How many of these have another.
    pub different: usize,
}

/// The speed of this program beside another.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpeedObject {
    /// How many pairs of runs there were.
    pub pairs: usize,
    /// The median of their ratios.
    pub median_ratio: f64,
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
