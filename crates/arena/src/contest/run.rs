//! Playing a match, or several.

use std::ops::ControlFlow;

use bstar_kit::stop::Stop;
use bstar_kit::workers::work;

use super::board::Board;
use super::error::ContestError;
use super::game_summary::{GameSummary, JournalGame};
use super::open_match::OpenMatch;
use super::plan::Contest;
use super::result::MatchResult;

/// A game of one of several matches.
struct GameTask {
    contest: usize,
    number: usize,
}

/// Plays several matches, with so many games at a time. The games wait in one line, match after
/// match. So nobody is idle while the last games of a match are played. What each match says of its
/// own concurrency does not count.
///
/// `watch` sees every game when it ends, with the number of its match and the result of that match
/// so far. A match ends before its last game when its sequential test has its verdict. All end when
/// `stop` is set. Games under way are then dropped.
pub fn run_all(
    contests: &[Contest],
    concurrency: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, &GameSummary, &MatchResult),
) -> Result<Vec<MatchResult>, ContestError> {
    let mut open = contests
        .iter()
        .map(OpenMatch::open)
        .collect::<Result<Vec<_>, _>>()?;
    let missing: Vec<GameTask> = (0..)
        .zip(&open)
        .flat_map(|(contest, open)| {
            let numbers = open.missing().into_iter();
            numbers.map(move |number| GameTask { contest, number })
        })
        .collect();
    let here = stop.child();
    let ends: Vec<Stop> = contests.iter().map(|_| here.child()).collect();
    let mut failure = None;
    work(
        concurrency,
        missing.into_iter(),
        &here,
        || player_of_games(contests, &ends),
        |(contest, finished)| {
            let open: &mut [OpenMatch] = &mut open;
            let game: JournalGame = match finished {
                Ok(Some(game)) => game,
                Ok(None) => return ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            };
            // It may have ended together with the game that decided the match.
            if open[contest].is_over() {
                return ControlFlow::Continue(());
            }
            if let Err(error) = open[contest].add(&game) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            watch(contest, &game.line, &open[contest].result);
            if open[contest].is_over() {
                ends[contest].set();
            }
            match open.iter().all(OpenMatch::is_over) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        },
    );
    if let Some(error) = failure {
        return Err(error);
    }
    let end = |mut open: OpenMatch| {
        open.result.interrupted = stop.is_set() && !open.is_over();
        open.result
    };
    Ok(open.into_iter().map(end).collect())
}

/// Plays the games of several matches, at a board for the match whose turn it is.
fn player_of_games<'a>(
    contests: &'a [Contest],
    ends: &'a [Stop],
) -> impl FnMut(GameTask) -> (usize, Result<Option<JournalGame>, ContestError>) + 'a {
    let mut board: Option<(usize, Board<'a>)> = None;
    move |GameTask { contest, number }| {
        // The players of another match leave before those of this one come.
        board = board.take().filter(|(at, _)| *at == contest);
        let (_, board) =
            board.get_or_insert_with(|| (contest, Board::new(&contests[contest], &ends[contest])));
        let game = board.play(number);
        if game.is_err() {
            // Before this is heard, the next game would begin, with the same patience for the same
            // player.
            ends[contest].set();
        }
        let written = game.map(|game| game.map(|game| contests[contest].write_down(number, &game)));
        (contest, written)
    }
}

impl Contest {
    /// Plays the match. `watch` sees every game when it ends, with the result so far.
    ///
    /// The match ends before the last game when the sequential test has its verdict, or when `stop`
    /// is set. Games under way are then dropped.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&GameSummary, &MatchResult),
    ) -> Result<MatchResult, ContestError> {
        let contests = std::slice::from_ref(self);
        let mut results = run_all(contests, self.concurrency, stop, &mut |_, line, result| {
            watch(line, result);
        })?;
        Ok(results.remove(0))
    }
}
