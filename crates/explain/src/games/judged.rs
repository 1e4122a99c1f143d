//! The moves of a game, judged by what a search expects before and after each.

use bstar_board::pgn::GameRecord;
use bstar_board::score::Score;
use bstar_board::{Color, Move, Position};
use bstar_book::names::{self, GameOpening};
use bstar_thought::scale::SCALE;

use super::mark::{Mark, ONLY_MOVE_LEAD_POINTS, Points};
use super::turning::Turning;

/// What a search found in a position of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The score for the side to move. None if the game is over there.
    pub score: Option<Score>,
    /// What the side to move can expect.
    pub expected: Points,
    /// How the search would go on.
    pub line: Vec<Move>,
}

impl Judgement {
    /// The judgement of a position without a legal move.
    pub fn at_the_end(position: &Position) -> Judgement {
        Judgement {
            score: None,
            expected: match position.in_check() {
                true => SCALE.loss,
                false => SCALE.draw,
            },
            line: Vec::new(),
        }
    }
}

/// A move of the game and what it was worth to the side that made it.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    pub mv: Move,
    /// What could be expected before it.
    pub before: Points,
    /// What can be expected after it.
    pub after: Points,
    /// What it is called.
    pub mark: Option<Mark>,
    /// What is said about it, if it is a turning point.
    pub turning: Option<Turning>,
}

impl JudgedMove {
    /// A move, judged by what a search found before and after it.
    fn new(position: &Position, mv: Move, before: &Judgement, after: &Judgement) -> JudgedMove {
        let mut judged = JudgedMove {
            mv,
            before: before.expected,
            after: SCALE.loss + SCALE.win - after.expected,
            mark: None,
            turning: None,
        };
        let is_choice = before.line.first() == Some(&mv);
        let is_forced = position.count_legal_moves() == 1;
        if !is_choice && !is_forced {
            judged.mark = Mark::of_loss(judged.loss());
        }
        judged
    }

    pub fn loss(&self) -> Points {
        (self.before - self.after).max(0)
    }
}

/// A game and what was found out about it.
pub struct JudgedGame {
    pub(super) record: GameRecord,
    /// What the opening is called, and where the game left the known paths.
    pub(super) opening: GameOpening,
    /// All positions from the start to the end, one more than there are moves.
    pub(super) positions: Vec<Position>,
    pub(super) judgements: Vec<Judgement>,
    pub(super) moves: Vec<JudgedMove>,
}

impl JudgedGame {
    /// Judges the moves of a game by what a search found in each of its positions, the last one
    /// included.
    ///
    /// A move has no mark if the search would have chosen it, or if it was the only legal move:
    /// there was nothing to decide.
    ///
    /// # Panics
    /// Panics if there are not as many judgements as positions, or if a move is not legal. Records
    /// that were read have only legal moves.
    pub fn new(record: GameRecord, judgements: Vec<Judgement>) -> JudgedGame {
        assert_eq!(
            judgements.len(),
            record.moves.len() + 1,
            "a look at each position"
        );
        let mut positions = vec![record.start.clone()];
        let mut moves = Vec::new();
        for (recorded, pair) in record.moves.iter().zip(judgements.windows(2)) {
            let position = &positions[positions.len() - 1];
            moves.push(JudgedMove::new(position, recorded.mv, &pair[0], &pair[1]));
            positions.push(position.after(recorded.mv));
        }
        let played = record.moves.iter().map(|recorded| recorded.mv);
        JudgedGame {
            opening: names::of_moves(&record.start, played),
            record,
            positions,
            judgements,
            moves,
        }
    }

    /// Replaces the judgement of a position. The moves before and after it are judged anew.
    pub fn replace(&mut self, at: usize, judgement: Judgement) {
        self.judgements[at] = judgement;
        let touched = at.saturating_sub(1)..self.moves.len().min(at + 1);
        for ply in touched {
            let pair = &self.judgements[ply..ply + 2];
            let mv = self.moves[ply].mv;
            self.moves[ply] = JudgedMove::new(&self.positions[ply], mv, &pair[0], &pair[1]);
        }
    }

    /// The moves, as they were judged.
    pub fn moves(&self) -> &[JudgedMove] {
        &self.moves
    }

    /// The moves that might be the only good one. The search chose them too, and they are not
    /// obvious. Obvious are mate, a way out of check, a recapture, and a capture or promotion that
    /// loses nothing on its square.
    pub fn candidates(&self) -> Vec<usize> {
        let is_candidate = |ply: &usize| {
            let (position, mv) = (&self.positions[*ply], self.moves[*ply].mv);
            let is_choice = self.judgements[*ply].line.first() == Some(&mv);
            let is_recapture = position.captured(mv).is_some() && self.was_capture(*ply, mv);
            let is_surprising = position.is_quiet(mv) || !position.exchange_gains(mv, 0);
            is_choice
                && is_surprising
                && !is_recapture
                && !position.in_check()
                && position.count_legal_moves() > 1
                && self.positions[ply + 1].has_legal_move()
                && self.kept(*ply) >= ONLY_MOVE_LEAD_POINTS
        };
        (0..self.moves.len()).filter(is_candidate).collect()
    }

    /// Whether the move before took a man on the same square.
    fn was_capture(&self, ply: usize, mv: Move) -> bool {
        let Some(before) = ply.checked_sub(1) else {
            return false;
        };
        let last = self.moves[before].mv;
        last.to == mv.to && self.positions[before].captured(last).is_some()
    }

    /// What a move keeps: the lower of what could be expected before and after it.
    fn kept(&self, ply: usize) -> Points {
        self.moves[ply].before.min(self.moves[ply].after)
    }

    /// Whether it is the only good move, if the best of the others is worth `best_other` to its
    /// player.
    pub fn would_be_only(&self, ply: usize, best_other: Points) -> bool {
        self.kept(ply) - best_other >= ONLY_MOVE_LEAD_POINTS
    }

    /// Marks a move as the only good one.
    pub fn praise(&mut self, ply: usize) {
        self.moves[ply].mark = Some(Mark::Only);
    }

    /// The mistakes and blunders.
    pub fn mistakes(&self) -> Vec<usize> {
        let is_mistake = |ply: &usize| {
            let mark = self.moves[*ply].mark;
            matches!(mark, Some(Mark::Mistake | Mark::Blunder))
        };
        (0..self.moves.len()).filter(is_mistake).collect()
    }

    /// The moves that seem to cost something: the mistakes, and those that are dubious.
    pub fn doubtful(&self) -> Vec<usize> {
        let is_bad = |ply: &usize| {
            let mark = self.moves[*ply].mark;
            matches!(mark, Some(Mark::Dubious | Mark::Mistake | Mark::Blunder))
        };
        (0..self.moves.len()).filter(is_bad).collect()
    }

    /// The mistakes and blunders that are explained: all for which a better move is known.
    pub fn turning_points(&self) -> Vec<usize> {
        let mut turning = self.mistakes();
        turning.retain(|ply| self.better(*ply).is_some());
        turning
    }

    /// The move that should have been made instead.
    pub fn better(&self, ply: usize) -> Option<Move> {
        self.better_line(ply).first().copied()
    }

    /// How the game should have gone on instead of a move. The answer at a turning point knows more
    /// than the search of every position.
    pub(super) fn better_line(&self, ply: usize) -> &[Move] {
        let answered = self.moves[ply].turning.as_ref();
        let answered = answered.map(|turning| &turning.better[..]);
        let answered = answered.filter(|line| !line.is_empty());
        answered.unwrap_or(&self.judgements[ply].line)
    }

    /// Keeps what is said of a turning point.
    pub fn tell(&mut self, ply: usize, turning: Turning) {
        self.moves[ply].turning = Some(turning);
    }

    /// The score after a move, for White. None if the game is over.
    pub(super) fn eval(&self, ply: usize) -> Option<Score> {
        let score = self.judgements[ply + 1].score?;
        Some(match (self.positions[ply + 1].side_to_move(), score) {
            (Color::White, score) => score,
            (Color::Black, Score::Centipawns(centipawns)) => Score::Centipawns(-centipawns),
            (Color::Black, Score::Mate(moves)) => Score::Mate(-moves),
        })
    }
}
