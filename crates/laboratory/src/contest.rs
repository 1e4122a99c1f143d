//! `bstar-lab match`: two engines against each other.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use bstar_arena::contest::{Contest, Contestant, GameSummary, MatchResult};
use bstar_arena::memory::{MemoryLog, MemoryUsage};
use bstar_arena::openings::Book;
use bstar_arena::player::{Pace, PlayerSpec, built_in_options};
use bstar_arena::referee::{DrawRule, GameRules, ResignRule};
use bstar_arena::stats::{Sprt, SprtVerdict};
use bstar_engine::SearchKind;
use bstar_kit::apart::keep_apart;
use bstar_kit::files::write_whole;
use bstar_kit::whole_file::ensure_writable;
use bstar_laboratory::MemoryObject;
use clap::Args;

use bstar_terminal::cluster;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{FirstFailure, Out, Verdict, remark};
use bstar_terminal::progress::Progress;

/// Plays a match of pairs of games, colours swapped, and says how it went from A's side.
#[derive(Args)]
#[command(after_long_help = players())]
pub struct Arguments {
    /// The first player
    a: PlayerSpec,
    /// The second player
    b: PlayerSpec,
    /// Games, rounded up to whole pairs
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Openings, EPD or PGN [default: those that come with the program]
    ///
    /// Results are also told by kind of opening: closed, half-open or open. The file can name the
    /// kind, by the tag Kind of a game or the operation kind of a position, as in
    /// data/paper-openings.pgn. Otherwise it follows from the centre pawns: open if both sides have
    /// lost one, half-open if one side has and no two block each other, closed otherwise.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Clock and increment in seconds [default: 8+0.08]
    #[arg(long, group = "pace", value_name = "BASE+INC")]
    time: Option<Pace>,
    /// Nodes per move
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds per move
    #[arg(long, group = "pace", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    #[command(flatten)]
    cluster: cluster::Argument,
    /// Stop when a sequential test decides between two Elo differences: ELO0,ELO1 or
    /// ELO0,ELO1,ALPHA,BETA. Exit code 1 unless ELO1 is accepted
    #[arg(long, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Call a draw when, after move FROM, both players have seen at most CP centipawns in their
    /// last MOVES moves: FROM,MOVES,CP, like 40,8,10
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw_rule: Option<DrawRule>,
    /// Call a win when both players have seen the same side ahead by CP centipawns in their last
    /// MOVES moves: MOVES,CP, like 4,600
    #[arg(long, value_name = "MOVES,CP")]
    resign_rule: Option<ResignRule>,
    /// Milliseconds a player may overstep a time limit before it loses
    #[arg(long, default_value_t = 10, value_name = "MS")]
    margin: u64,
    /// Seconds to wait for an answer beyond what time allows before the player counts as stalled.
    /// For the start of an engine they count too, up to 20
    #[arg(long, default_value_t = 60, value_name = "S")]
    patience: u32,
    /// Append the games to a file
    ///
    /// With --resume the file is made to agree with the journal first: a game that was cut off at
    /// its end is removed, and finished games that it does not have are added.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Keep a journal; if it has games of this match already, go on from there
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<PathBuf>,
    /// Measure the memory in use after every game, draw it and tell its first, last and largest
    /// value
    ///
    /// It measures this process, and all engines together that it has started, as Linux tells it in
    /// /proc. Games before a break are not in the picture: they were played by another process.
    #[arg(long, value_name = "FILE.svg", conflicts_with = "cluster")]
    memory: Option<PathBuf>,
    /// Take the openings in another order
    #[arg(long)]
    seed: Option<u64>,
    /// Print a JSON object for every game and one for the result
    #[arg(long)]
    json: bool,
}

const PLAYERS: &str = "\
Players:
  alphabeta                  the built-in alpha-beta search
  bstar                      the built-in B* search
  anything else              the command of a UCI engine, quoted if it has arguments
  Options follow after commas, as KEY=VALUE; two commas stand for one in a command or value.
    for every player         name=, ponder=true, and a pace of its own: time=BASE+INC, nodes=, movetime= (ms), depth=
{built_in}
    for a UCI engine         its own options, as it names them

Examples:
  bstar-lab match alphabeta stockfish,Threads=1,UCI_LimitStrength=true,UCI_Elo=2200
  bstar-lab match alphabeta alphabeta,off=null-move --nodes 10000 --games 400 --concurrency 4
  bstar-lab match alphabeta,nodes=5000 alphabeta,nodes=10000,name=double --sprt=-20,0
  bstar-lab match bstar,ponder=true bstar,name=plain --time 10+0.1 --games 40 --memory memory.svg
  bstar-lab match bstar alphabeta --openings data/paper-openings.pgn --games 24 --time 60+0.6 --pgn games.pgn

With a clock games from one opening differ; with fixed nodes the built-in players would play the same ones again, so that more
than two games for each opening are refused. A player that searches by B* is told with its trees: how many expansions, how deep its probes.
A player with ponder=true thinks on its opponent's time about the reply it expects; its clock runs only on its own turn. Such a game uses two threads, so that
--concurrency should be half of what it could be otherwise. The result tells before how many moves it thought ahead, how often the expected reply came, and how
often the answer was then ready: within 5 ms, or within a tenth of what it could have spent (1/25 of its clock and the increment, or the time for every move).
A player that crashes, stalls, plays an illegal move or oversteps its time loses the game and is named; the match goes on.
Interrupted with Ctrl-C, the result so far is printed; with --resume the same command goes on from there.";

/// The help about players. The options of the built-in ones are where they are made.
fn players() -> String {
    let of = |search, is_shared: bool| {
        built_in_options(search).filter(move |option| option.only_for.is_none() == is_shared)
    };
    let (alphabeta, bstar) = (SearchKind::AlphaBeta, SearchKind::Bstar);
    let mut built_in = String::new();
    for (player, options) in [
        ("alphabeta and bstar", of(bstar, true)),
        ("alphabeta", of(alphabeta, false)),
        ("bstar", of(bstar, false)),
    ] {
        built_in += &format!("    for {player}\n");
        for option in options {
            let name = format!("{}=", option.name);
            let also = option.aliases.iter();
            let also: String = also.map(|alias| format!("; also {alias}=")).collect();
            let about = format!("{} ({}{also})", option.meaning, option.values());
            built_in += &format!("      {name:<22} {}\n", about.replace('`', ""));
        }
    }
    PLAYERS.replace("{built_in}\n", &built_in)
}

/// Plays the match.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let grown = arguments.pgn.iter().chain(&arguments.resume);
    keep_apart(grown.chain(&arguments.memory), &arguments.openings)?;
    let mut contest = plan(arguments)?;
    let hands = arguments.cluster.hands(arguments.concurrency)?;
    contest.crew = hands.crew.clone();
    if let Some(path) = &arguments.memory {
        // If memory cannot be measured or drawn, this is the time to say so: before the first game.
        MemoryUsage::now()?;
        ensure_writable(path)?;
    }
    let stop = stop_on_interrupt()?;
    let progress = hands.progress(contest.games as u64);
    let mut failure = FirstFailure::default();
    let mut memory = MemoryLog::default();
    let result = contest.run(&stop, &mut |line, result| {
        if let (Some(_), Ok(usage)) = (&arguments.memory, MemoryUsage::now()) {
            memory.note(result.tally.games(), usage);
        }
        if let Some((side, kind)) = line.culprit {
            let name = contest.name(side);
            progress.beside(|| {
                remark(&format!(
                    "{name} {kind} in game {}: {}",
                    line.number + 1,
                    line.ending
                ))
            });
        }
        if arguments.json {
            let written = progress.beside(|| out.json("game", line));
            if failure.note(written) {
                stop.set();
            }
        }
        show(&progress, line, result);
    });
    progress.finish();
    failure.into_result()?;
    let result = result?;
    let memory = match &arguments.memory {
        Some(path) => Some(draw(&memory, &result, path)?),
        None => None,
    };
    if arguments.json {
        if let Some(memory) = &memory {
            out.json("memory", memory)?;
        }
        out.json("match", &result)?;
    } else {
        out.line(&result)?;
        if let Some(memory) = &memory {
            out.line(memory.summary)?;
        }
    }
    if result.interrupted {
        remark(match &arguments.resume {
            Some(_) => "interrupted; the same command goes on from here",
            None => "interrupted; with --resume JOURNAL a match can be continued",
        });
        return Ok(Verdict::Interrupted);
    }
    hands.complain_of_missing()?;
    Ok(match result.sprt {
        Some(test) if test.verdict != SprtVerdict::Elo1 => Verdict::No,
        _ => Verdict::Done,
    })
}

fn draw(memory: &MemoryLog, result: &MatchResult, path: &Path) -> anyhow::Result<MemoryObject> {
    // A title is one line, and a command may be longer than that.
    let [first, second] = [0, 1].map(|side| shortened(&result.players[side], 24));
    let title = format!("{first} against {second}: memory over the match");
    write_whole(path, &memory.svg(&title)).context("the match is over; its memory is not drawn")?;
    Ok(MemoryObject {
        file: path.display().to_string(),
        summary: memory.summary(),
    })
}

fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let kept: String = name.chars().take(most - 1).collect();
    kept + "…"
}

fn plan(arguments: &Arguments) -> anyhow::Result<Contest> {
    let book = book(arguments.openings.as_ref(), arguments.seed)?;
    let pace = match (arguments.nodes, arguments.movetime, arguments.time) {
        (Some(nodes), _, _) => Pace::Nodes(nodes),
        (None, Some(millis), _) => Pace::MoveTime(Duration::from_millis(millis)),
        (None, None, Some(clock)) => clock,
        (None, None, None) => "8+0.08".parse()?,
    };
    let games = (arguments.games as usize).next_multiple_of(2);
    let patience = Duration::from_secs(u64::from(arguments.patience));
    let players = [&arguments.a, &arguments.b].map(|player| player.clone().with_patience(patience));
    let mut contest = Contest::new(players, pace, games, book);
    contest.rules = GameRules {
        margin: Duration::from_millis(arguments.margin),
        patience,
        draw: arguments.draw_rule,
        resign: arguments.resign_rule,
    };
    // Games that certainly repeat are refused when the match begins.
    if contest.repeats_openings() && !contest.is_repeatable() {
        remark(&format!(
            "{} pairs of games from {} openings: openings are played more than once, and what no clock makes differ may repeat",
            contest.games / 2,
            contest.book.size()
        ));
    }
    contest.sprt = arguments.sprt;
    contest.pgn = arguments.pgn.clone();
    contest.journal = arguments.resume.clone();
    Ok(contest)
}

/// A book from a file, or the built-in one, perhaps in another order.
pub fn book(file: Option<&PathBuf>, seed: Option<u64>) -> anyhow::Result<Book> {
    let book = match file {
        Some(path) => Book::load(path)?,
        None => Book::built_in(),
    };
    Ok(match seed {
        Some(seed) => book.shuffled(seed),
        None => book,
    })
}

fn show(progress: &Progress, line: &GameSummary, result: &MatchResult) {
    let tally = &result.tally;
    let white = match line.white {
        Contestant::First => &result.players[0],
        Contestant::Second => &result.players[1],
    };
    progress.reach(tally.games());
    let elo = result
        .strength
        .map_or_else(String::new, |strength| format!(", Elo {strength}"));
    progress.say(format!(
        "+{} ={} -{}{elo}  (last: {} with {white} as White, {})",
        tally.wins, tally.draws, tally.losses, line.result, line.ending
    ));
}
