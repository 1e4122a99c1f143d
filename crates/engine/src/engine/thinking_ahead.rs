//! Thinking on the opponent's time where deep searches lead (docs/search.md, section 10).
//!
//! The interface asks about the position after the reply it expects. The engine first looks which
//! replies are likely, at a glance. Then it searches the answer to the expected one, as long as it
//! would on its own clock. While the opponent still thinks, it searches the answers to the other
//! likely replies, and then the first one deeper, and so on. The expected reply gets most of the
//! time, because it is played most often. If another one is played, the findings about it are in
//! the table.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bstar_alphabeta::{RootResult, RootTask};
use bstar_board::{Game, Move, Position};

use super::Engine;
use super::pondering::{UntilReply, before_last_move, is_replied};
use crate::task::{Play, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::ReplyRank;

/// How many replies are thought about.
const REPLIES: usize = 3;
/// The share of the planned time for the glance at the replies.
const GLANCE_TIME_SHARE: f64 = 0.05;
/// The glance takes no more nodes than this.
const GLANCE_NODES: u64 = 100_000;
/// What each of the other replies gets, as a share of what the expected one got so far: about as
/// much more seldom they are played.
const OTHER_REPLY_SHARE: f64 = 0.25;
/// The expected reply is searched again this many times as long.
const DEEPER_TIME_FACTOR: u32 = 2;
/// So often at most. By then the opponent has thought nearly forty times as long as planned.
const MAX_ROUNDS: u32 = 4;

/// The replies that are thought about, the likeliest first.
pub(super) struct LikelyReplies {
    start: Position,
    /// The moves of the game before the reply.
    moves: Vec<Move>,
    replies: Vec<Move>,
}

impl LikelyReplies {
    /// Where the last move of a game stood among them; none if the game is another one.
    pub fn rank(&self, game: &Game) -> Option<ReplyRank> {
        let (played, before) = game.moves().split_last()?;
        let is_it = *game.start() == self.start && before == self.moves;
        let place = self.replies.iter().position(|reply| reply == played);
        is_it.then_some(ReplyRank(place.map(|place| place + 1)))
    }
}

/// A part of the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    /// Which of the other replies it is for; none for the expected one.
    reply: Option<usize>,
    time: Duration,
}

/// How the opponent's time is divided, once the expected reply has had its own.
fn schedule(had: Duration, others: usize) -> impl Iterator<Item = Part> {
    let rounds = (0..MAX_ROUNDS).map(move |round| had * DEEPER_TIME_FACTOR.pow(round));
    rounds.flat_map(move |had| {
        let other = move |reply| Part {
            reply: Some(reply),
            time: had.mul_f64(OTHER_REPLY_SHARE),
        };
        let expected = Part {
            reply: None,
            time: had * DEEPER_TIME_FACTOR,
        };
        (0..others).map(other).chain([expected])
    })
}

impl Engine {
    /// Finds out at a glance which replies are likely. The expected one, the last move of the game,
    /// comes first.
    pub(super) fn find_likely_replies(
        &mut self,
        game: &Game,
        planned: Option<Duration>,
        effort: &Effort,
        stop: &Stop,
    ) {
        let (Some(before), Some(&expected)) = (before_last_move(game), game.moves().last()) else {
            return;
        };
        let glance = Effort::nodes(GLANCE_NODES);
        let task = RootTask {
            game: &before,
            only: &[],
            lines: REPLIES,
            effort: match effort.node_limit() {
                Some(nodes) => glance.or(Effort::nodes((nodes as f64 * GLANCE_TIME_SHARE) as u64)),
                None => glance,
            },
        };
        let time = planned.unwrap_or_default().mul_f64(GLANCE_TIME_SHARE);
        let watch = UntilReply {
            stop,
            end: Instant::now() + time,
        };
        let mut best = Vec::new();
        self.pool.think(&task, &watch, &mut |iteration, _| {
            if iteration.rank == 1 && iteration.finished {
                best.clear();
            }
            let is_new = |mv: &&Move| iteration.finished && !best.contains(*mv);
            if let Some(&mv) = iteration.line.first().filter(is_new) {
                best.push(mv);
            }
            ControlFlow::Continue(())
        });
        let others = best.into_iter().filter(|mv| *mv != expected);
        self.likely_replies = Some(LikelyReplies {
            start: game.start().clone(),
            moves: before.moves().to_vec(),
            replies: std::iter::once(expected)
                .chain(others)
                .take(REPLIES)
                .collect(),
        });
    }

    /// Uses the time until the reply, once the answer to the expected one is known to a depth.
    /// Returns a deeper answer if there was time for one.
    pub(super) fn use_opponents_time(
        &mut self,
        task: &Task<Play>,
        planned: Option<Duration>,
        mut depth: u32,
        stop: &Stop,
    ) -> Option<RootResult> {
        // A limit of nodes is used up by now.
        let time = planned.filter(|_| task.effort.node_limit().is_none())?;
        let before = before_last_move(task.game)?;
        let others: Vec<Game> = self
            .likely_replies
            .iter()
            .flat_map(|likely_replies| {
                likely_replies.replies[1..].iter().filter_map(|&reply| {
                    let mut other = before.clone();
                    other.play(reply).ok().map(|_| other)
                })
            })
            .collect();
        let mut deeper = None;
        for part in schedule(time, others.len()) {
            if is_replied(stop) {
                break;
            }
            match part.reply {
                Some(other) => {
                    self.search_until_reply(&others[other], &[], part.time, stop);
                }
                None => {
                    let again = self.search_until_reply(task.game, task.only, part.time, stop);
                    if let Some(again) = again.filter(|again| again.depth > depth) {
                        depth = again.depth;
                        deeper = Some(again);
                    }
                }
            }
        }
        deeper
    }

    fn search_until_reply(
        &mut self,
        game: &Game,
        only: &[Move],
        time: Duration,
        stop: &Stop,
    ) -> Option<RootResult> {
        let task = RootTask {
            game,
            only,
            lines: 1,
            effort: Effort::until_stopped(),
        };
        let watch = UntilReply {
            stop,
            end: Instant::now() + time,
        };
        let go_on = &mut |_: &_, _: &_| ControlFlow::Continue(());
        self.pool.think(&task, &watch, go_on).root
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OnReport;
    use crate::testing::{MIDDLEGAME, game, nodes, on_a_clock, search, settings};
    use bstar_kit::effort::Clock;
    use bstar_thought::{SearchReport, SearchResult};

    fn after(game: &Game, mv: Move) -> Game {
        let mut game = game.clone();
        game.play(mv).unwrap();
        game
    }

    /// The engine that made a move, the game after that move, and the reply it expects.
    fn moved() -> (Engine, Game, Move) {
        let mut engine = Engine::new(settings()).unwrap();
        let game = game(MIDDLEGAME);
        let result = search(&mut engine, &game, on_a_clock(100_000));
        let game = after(&game, result.best.unwrap());
        (engine, game, result.ponder.unwrap())
    }

    fn ponder(engine: &mut Engine, game: &Game, effort: Effort) -> SearchResult {
        let mut check = OnReport(|report: &SearchReport| {
            assert!(game.position().is_legal(report.line[0]), "{report:?}");
        });
        let task = Task::play(game, effort.pondering());
        engine.run(&task, &Stop::new(), &mut check)
    }

    /// The expected reply, others that are likely, and one that nobody would play.
    #[test]
    fn it_is_told_where_the_reply_stood_among_those_expected() {
        let (mut engine, moved, expected) = moved();
        let asked = after(&moved, expected);
        for rank in [Some(1), Some(2), Some(3), None] {
            ponder(&mut engine, &asked, on_a_clock(60_000));
            let replies = &engine.likely_replies.as_ref().unwrap().replies;
            assert_eq!((replies.len(), replies[0]), (REPLIES, expected));
            let all = moved.position().legal_moves();
            let reply = match rank {
                Some(rank) => replies[rank - 1],
                None => *all.iter().find(|mv| !replies.contains(mv)).unwrap(),
            };
            let result = search(&mut engine, &after(&moved, reply), on_a_clock(20_000));
            assert_eq!(result.tree.unwrap().reply, Some(ReplyRank(rank)));
        }
        // It counts once, in this game, and only if anybody thought ahead.
        let again = search(&mut engine, &asked, on_a_clock(20_000));
        assert_eq!(again.tree.unwrap().reply, None);
        ponder(&mut engine, &asked, on_a_clock(60_000));
        let elsewhere = search(&mut engine, &game(MIDDLEGAME), nodes(20_000));
        assert_eq!(elsewhere.tree.unwrap().reply, None);
    }

    #[test]
    fn an_expected_reply_that_is_played_is_the_first() {
        let (mut engine, moved, expected) = moved();
        let effort = on_a_clock(60_000).pondering();
        let stop = Stop::new();
        stop.ponder_hit();
        let asked = after(&moved, expected);
        let result = engine.run(&Task::play(&asked, effort), &stop, &mut ());
        assert_eq!(result.tree.unwrap().reply, Some(ReplyRank::FIRST));
    }

    #[test]
    fn the_expected_reply_gets_most_of_the_time_and_the_others_come_first() {
        let second = Duration::from_secs(1);
        let parts: Vec<Part> = schedule(second, 2).collect();
        let replies: Vec<_> = parts.iter().map(|part| part.reply).collect();
        assert_eq!(replies[..4], [Some(0), Some(1), None, Some(0)]);
        let all = |reply| -> Duration {
            let of_it = parts.iter().filter(|part| part.reply == reply);
            of_it.map(|part| part.time).sum()
        };
        // With the second it has had.
        let expected = second + all(None);
        assert_eq!((expected.as_secs(), all(Some(0)).as_millis()), (31, 3_750));
        assert_eq!(all(Some(0)), all(Some(1)));
        assert!(schedule(second, 0).all(|part| part.reply.is_none()));
    }

    /// While the opponent thinks, more than the expected reply is searched, and it ends at once.
    #[test]
    fn the_opponents_time_is_used_until_the_reply() {
        let clock = Effort::clock(Clock {
            remaining: Duration::from_secs(2),
            increment: Duration::ZERO,
            moves_to_go: None,
        })
        .pondering();
        let (mut engine, moved, expected) = moved();
        let asked = after(&moved, expected);
        let stop = Stop::new();
        let distant = stop.clone();
        let hit = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(600));
            distant.ponder_hit();
            Instant::now()
        });
        let result = engine.run(&Task::play(&asked, clock), &stop, &mut ());
        let late = hit.join().unwrap().elapsed();
        // The machine may be busy.
        assert!(late < Duration::from_secs(2), "{late:?}");
        assert!(
            result.time >= Duration::from_millis(590),
            "{:?}",
            result.time
        );
        assert_eq!(result.line.first().copied(), result.best);
        assert!(asked.position().is_legal(result.best.unwrap()));
        assert_eq!(result.tree.unwrap().reply, Some(ReplyRank::FIRST));
    }
}
