//! Which command writes which objects.
//!
//! A new object is added here and given a place in the prose. Everything else about it is said by
//! its type.

use bstar_arena::{contest, ladder, openings, suite};
use bstar_ask::games;
use bstar_book::objects as book;
use bstar_cli as cli;
use bstar_explain::write::output::{self, answer, comparison, events, frames, search};
use bstar_explain::{SCHEMA, games as judged};
use bstar_lab as lab;
use bstar_laboratory as laboratory;
use bstar_papers::{enhancements, prediction, random_trees, scripted_tree};
use bstar_training::{network_check, wdl};
use bstar_web::written as web;

use crate::{Catalogue, Wire};

/// What the stream of a search sends, that of a game that is judged, and what the server answers to
/// other requests: the names these have in the catalogue.
pub const STREAM: &str = "bstar serve";
/// See [`STREAM`].
pub const JUDGED_STREAM: &str = "bstar serve judging";
/// See [`STREAM`].
pub const ANSWERS: &str = "bstar serve answers";

/// The text around the tables of `docs/json.md`.
pub const PROSE: &str = include_str!("../prose/json.md");

/// Everything that passes between the program and others, or what is wrong with its description.
pub fn wire() -> Result<Wire, Vec<String>> {
    let mut all = Catalogue::new(SCHEMA);
    program(&mut all);
    server(&mut all);
    arena(&mut all);
    experiments(&mut all);
    papers(&mut all);
    all.finish()
}

fn program(all: &mut Catalogue) {
    all.command("bstar search")
        .writes::<cli::SearchObject>("search");
    all.command("bstar explain")
        .writes::<answer::AnswerObject>("answer");
    all.stream("bstar explain");
    explained(all);
    all.command("bstar-lab check claims")
        .writes::<laboratory::ClaimsObject>("claims");
    all.command("bstar-lab check themes")
        .writes::<laboratory::NamedMoveObject>("named-move")
        .writes::<laboratory::ThemesObject>("themes");
    all.command("bstar-lab check faults")
        .writes::<laboratory::LosingMoveObject>("losing-move")
        .writes::<laboratory::FaultsObject>("faults");
    all.command("bstar analyse")
        .writes::<games::AnalysedGames>("games");
    all.stream("bstar analyse")
        .writes_as::<games::Unreadable>("unreadable", "Unreadable")
        .writes_as::<games::NotJudged>("not-judged", "NotJudged")
        .writes_as::<judged::AnalysedGame>("game", "AnalysedGame");
    all.command("bstar-lab perft")
        .writes::<laboratory::PerftObject>("perft")
        .writes::<laboratory::PerftMismatch>("perft-mismatch")
        .writes::<laboratory::PerftFile>("perft-file");
    all.command("bstar book show")
        .writes::<book::BookPosition>("book-position");
    all.command("bstar book make")
        .writes::<book::BookMade>("book-made");
    all.command("bstar book merge")
        .writes::<book::BookMerged>("book-merged");
    all.command("bstar book openings")
        .writes::<book::BookOpenings>("book-openings");
    all.command("bstar bench")
        .writes::<cli::BenchObject>("bench");
    all.command("bstar-lab datagen")
        .writes::<laboratory::DatagenObject>("datagen")
        .writes::<laboratory::DatagenCheck>("datagen-check");
    all.stream("bstar tables make")
        .writes::<cli::MadeTableObject>("made-table");
    all.stream("bstar tables check")
        .writes::<cli::CheckedTableObject>("checked-table");
    all.command("bstar tables list")
        .writes::<cli::TablesObject>("tables");
    all.command("bstar tables show")
        .writes::<cli::TableValueObject>("table-value");
}

/// The objects of a search by B*, which the page gets too. Most are also parts of an answer, which
/// have other names.
fn explained(all: &mut Catalogue) {
    all.writes::<search::ThoughtObject>("thought")
        .writes_as::<output::ScaleObject>("scale", "Scale")
        .writes_as::<output::CandidateObject>("move", "Candidate")
        .writes_as::<search::NodeObject>("node", "Node")
        .writes_as::<events::EventObject>("event", "Event")
        .writes_as::<frames::FrameObject>("frame", "Frame")
        .writes_as::<comparison::Comparison>("comparison", "Comparison");
}

fn server(all: &mut Catalogue) {
    all.source(
        STREAM,
        "A line of the stream that the server sends while it searches.",
    )
    .writes::<web::Accepted>("accepted")
    .writes::<web::Timed>("standing")
    .writes::<web::Anew>("anew");
    explained(all);
    all.source(
        JUDGED_STREAM,
        "A line of the stream that the server sends while it judges a game.",
    )
    .writes::<web::Accepted>("accepted")
    .writes_as::<judged::FindingObject>("finding", "Found")
    .writes_as::<judged::AnalysedGame>("game", "AnalysedGame")
    .writes::<web::Annotated>("annotated");
    all.source(ANSWERS, "What the server answers to other requests.")
        .writes::<web::PositionObject>("position")
        .writes::<web::GamesObject>("games")
        .writes::<web::PlayedMove>("played")
        .writes::<web::Status>("status")
        .writes::<web::ProblemObject>("problem");
    all.reads::<web::SearchRequest>()
        .reads::<web::StopRequest>()
        .reads::<web::JudgeRequest>()
        .reads::<web::MoveRequest>()
        .reads::<web::PositionRequest>()
        .reads::<web::GamesRequest>();
}

fn arena(all: &mut Catalogue) {
    all.command("bstar-lab suite")
        .writes::<suite::SuiteAnswer>("position")
        .writes::<suite::SuiteResult>("suite");
    all.command("bstar-lab match")
        .writes::<contest::GameSummary>("game")
        .writes::<laboratory::MemoryObject>("memory")
        // It is a part of `technique` too.
        .writes_as::<contest::MatchResult>("match", "Match");
    all.command("bstar-lab openings --check")
        .writes::<openings::CheckedOpening>("opening");
    all.command("bstar-lab ladder")
        .writes::<ladder::Pairing>("pairing")
        .writes::<ladder::Rating>("rating")
        .writes::<ladder::AnchorCheck>("anchor")
        .writes::<ladder::LadderReport>("ladder");
}

fn experiments(all: &mut Catalogue) {
    all.command("bstar-lab techniques")
        .writes::<lab::techniques::TechniqueWorth>("technique");
    all.command("bstar-lab probes")
        .writes::<lab::probes::ProbeCosts>("probes");
    all.command("bstar-lab processors")
        .writes::<lab::processors::CrewStanding>("processors");
    all.command("bstar-lab speed")
        .writes::<lab::speed::SpeedPair>("speed-pair")
        .writes::<laboratory::SpeedObject>("speed");
    all.command("bstar-lab tune")
        .writes::<wdl::ReliabilityRow>("reliability");
    all.command("bstar-lab network")
        .writes::<laboratory::NetworkObject>("network")
        .writes::<network_check::NetworkValue>("network-value")
        .writes::<laboratory::NetworkValues>("network-values");
    all.command("bstar-lab calibration")
        .writes::<lab::calibration::PositionRecord>("calibration-position")
        .writes::<lab::calibration::CalibrationReport>("calibration");
    all.command("bstar-lab endings audit")
        .writes::<lab::endings::Audit>("endings-audit");
    all.command("bstar-lab losses")
        .writes::<lab::losses::Loss>("loss")
        .writes::<lab::losses::LossReport>("losses");
    all.command("bstar-lab regret")
        .writes::<lab::regret::PositionRegret>("regret-position")
        .writes::<lab::regret::RegretReport>("regret");
    all.command("bstar-lab proposals")
        .writes::<lab::proposals::Proposed>("proposal")
        .writes::<lab::proposals::ProposalReport>("proposals");
    all.command("bstar-lab settings")
        .writes::<lab::five_settings::PositionAnswers>("answers")
        .writes::<lab::five_settings::SettingsTable>("settings");
    all.command("bstar-lab branching")
        .writes::<lab::branching::TreeShape>("tree")
        .writes::<lab::branching::BranchingReport>("branching");
}

fn papers(all: &mut Catalogue) {
    all.command("bstar-lab trees")
        .writes::<random_trees::SearchedTree>("tree")
        .writes::<random_trees::TableOne>("table-one");
    all.command("bstar-lab enhancements")
        .writes::<enhancements::DepthRow>("enhancements-depth")
        .writes::<enhancements::FigureSummary>("enhancements");
    all.command("bstar-lab scaling")
        .writes::<prediction::ScalingRun>("scaling-run")
        .writes::<prediction::ScalingReport>("scaling");
    for command in ["bstar-lab replay", "bstar-lab worked-example"] {
        all.command(command)
            .writes_each::<scripted_tree::StepObject>(&[
                ("expand", "ReplayExpand"),
                ("node", "ReplayNode"),
                ("verify", "ReplayVerify"),
                ("refuted", "ReplayRefuted"),
                ("done", "ReplayDone"),
            ]);
    }
}
