//! Checks a file of packed games.

use std::path::Path;

use bstar_board::{Color, Game};

use super::format::{DataFlaw, ScoredGame};
use super::read::{BrokenData, PackedReader, ReadError};
use super::rules::rules;
use super::tally::DataTally;
use bstar_arena::referee::{Adjudicator, Ending};
use bstar_board::score::Score;
use bstar_kit::files::FileError;
use bstar_kit::stop::Stop;

/// Which games are replayed. The others are only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckScope {
    /// All games.
    All,
    /// A number of games, spread evenly over the file.
    Sample(usize),
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedFile {
    /// The games that are whole. Those that were replayed are also correct.
    pub tally: DataTally,
    pub replayed: usize,
    /// The first flaw, if there is one.
    pub broken: Option<BrokenData>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// Checks a file: every move is legal, no move follows the end, and the result follows from moves
/// and scores. `watch` is told how many bytes were read.
pub fn check(
    path: &Path,
    replay: CheckScope,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<CheckedFile, FileError> {
    let CheckScope::Sample(wanted) = replay else {
        return walk(path, |_| true, stop, watch);
    };
    let all = walk(path, |_| false, stop, watch)?;
    if all.interrupted {
        return Ok(all);
    }
    let games = all.tally.games.max(1);
    let wanted = wanted.min(games);
    // Of the numbers below `games`, exactly `wanted` step over a multiple.
    let sampled = |number: usize| number * wanted / games < (number + 1) * wanted / games;
    walk(path, sampled, stop, watch)
}

fn walk(
    path: &Path,
    is_replayed: impl Fn(usize) -> bool,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<CheckedFile, FileError> {
    let mut reader = PackedReader::open(path)?;
    let mut checked = CheckedFile {
        tally: DataTally::default(),
        replayed: 0,
        broken: None,
        interrupted: false,
    };
    loop {
        if stop.is_set() {
            checked.interrupted = true;
            break;
        }
        let begin = reader.bytes();
        let number = checked.tally.games;
        let found = if is_replayed(number) {
            checked.replayed += 1;
            reader.next().map(|game| {
                let game = game?;
                judge(&game).map_err(|flaw| BrokenData {
                    offset: begin,
                    flaw,
                    games: number,
                    bytes: begin,
                })?;
                Ok((game.scores().len(), game.winner()))
            })
        } else {
            reader
                .skip_game()
                .map(|outline| outline.map(|game| (game.moves, game.winner)))
        };
        match found {
            None => break,
            Some(Ok((moves, winner))) => checked.tally.add(moves, winner),
            Some(Err(ReadError::Broken(broken))) => {
                checked.broken = Some(broken);
                break;
            }
            Some(Err(ReadError::Input(source))) => {
                let path = path.to_owned();
                return Err(FileError::Read { path, source });
            }
        }
        watch(reader.bytes());
    }
    // The last attempt to read found no game.
    checked.replayed = checked.replayed.min(checked.tally.games);
    Ok(checked)
}

/// Checks that the result follows from moves and scores.
pub(super) fn judge(scored: &ScoredGame) -> Result<(), DataFlaw> {
    let rules = rules();
    let mut adjudicator = Adjudicator::new(rules.draw, rules.resign);
    let mut game = Game::new(scored.game().start().clone());
    let mut ending = game.outcome().map(Ending::Rules);
    for (ply, (&mv, &score)) in scored
        .game()
        .moves()
        .iter()
        .zip(scored.scores())
        .enumerate()
    {
        if ending.is_some() {
            return Err(DataFlaw::GoesOn { ply });
        }
        let mover = game.position().side_to_move();
        game.play(mv)?;
        let score = match mover {
            Color::White => i32::from(score),
            Color::Black => -i32::from(score),
        };
        let agreed = adjudicator.note_move(&game, mover, Some(Score::cp(score)));
        ending = game.outcome().map(Ending::Rules).or(agreed);
    }
    let ending = ending.ok_or(DataFlaw::NoEnding)?;
    if ending.winner() != scored.winner() {
        return Err(DataFlaw::OtherResult {
            expected: ending.result(),
            ending: ending.to_string(),
        });
    }
    Ok(())
}
