//! Two moves as alpha-beta judges them.
//!
//! B* may miss what is wrong with a move: it may even have chosen it. Where alpha-beta finds the
//! move worse, what it saw is put in the place of what B* knows, and told by the same means.

use bstar_board::score::Score;
use bstar_board::{Game, Move};
use bstar_engine::{Engine, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::scale::SCALE;
use bstar_thought::{WdlModel, phase};

use super::best_line::{BestLine, LineEnd};
use super::chances::Chances;
use super::facts::Reading;

/// A move, and what alpha-beta found about it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedLine {
    /// The move, and the line of best play after it.
    pub moves: Vec<Move>,
    /// What the side that makes it can expect, in ten-thousandths.
    pub expected: i32,
    /// The same as engines count. None if the game is over there.
    pub score: Option<Score>,
}

/// A move, and a better one.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPair {
    pub asked: JudgedLine,
    /// The better one.
    pub best: JudgedLine,
}

impl JudgedPair {
    /// Searches a position, and once more after the move asked about. None if that is the best
    /// move, or if the search was stopped.
    pub fn search(
        engine: &mut Engine,
        game: &Game,
        asked: Move,
        effort: Effort,
        stop: &Stop,
    ) -> Option<JudgedPair> {
        let mut after = game.clone();
        after.play(asked).ok()?;
        let best = judged(engine, game, effort, stop)?;
        let answer = judged(engine, &after, effort, stop);
        if stop.is_set() || best.moves.first() == Some(&asked) {
            return None;
        }
        let mut moves = vec![asked];
        moves.extend(answer.iter().flat_map(|answer| &answer.moves));
        let theirs = match &answer {
            Some(answer) => answer.expected,
            None if after.position().in_check() => SCALE.loss,
            None => SCALE.draw,
        };
        Some(JudgedPair {
            asked: JudgedLine {
                moves,
                expected: SCALE.loss + SCALE.win - theirs,
                score: answer.and_then(|answer| answer.score).map(reversed),
            },
            best,
        })
    }
}

/// The best line of a position. None if there is no legal move.
fn judged(engine: &mut Engine, game: &Game, effort: Effort, stop: &Stop) -> Option<JudgedLine> {
    let found = engine.run(&Task::play(game, effort), stop, &mut ());
    let score = found.score?;
    let model = WdlModel::of(&engine.settings().evaluation);
    let [win, draw, _] = model.win_draw_loss(score, phase(game.position()));
    (!found.line.is_empty()).then_some(JudgedLine {
        moves: found.line,
        expected: 5 * (2 * win + draw) as i32,
        score: Some(score),
    })
}

/// A score as the other side sees it.
pub(crate) fn reversed(score: Score) -> Score {
    match score {
        Score::Centipawns(centipawns) => Score::Centipawns(-centipawns),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

impl<'a> Reading<'a> {
    /// The reading with what alpha-beta found about two moves in the place of what B* knows. None
    /// if B* does not know the moves.
    pub fn judged(mut self, pair: &JudgedPair) -> Option<Reading<'a>> {
        for judged in [&pair.asked, &pair.best] {
            let mv = *judged.moves.first()?;
            let known = self.moves.iter_mut().find(|known| known.mv == mv)?;
            known.likely = Chances {
                min: judged.expected,
                max: judged.expected,
            };
            (known.least, known.most, known.overtakes) = (None, None, None);
            (known.score, known.certainty) = (judged.score, None);
            known.answer = judged.moves.get(1).copied();
            known.line = BestLine {
                moves: judged.moves.clone(),
                in_tree: 1,
                end: LineEnd::Open,
            };
        }
        self.judged_best = pair.best.moves.first().copied();
        self.ideas.take();
        Some(self)
    }

    /// Whether this tells what alpha-beta found.
    pub(crate) fn is_judged(&self) -> bool {
        self.judged_best.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::AskedMove;
    use crate::tests::{game, read, think};
    use bstar_board::san;
    use bstar_engine::{SearchKind, Settings};

    /// The rook mates on the last rank, and h3 misses that. Nobody has to ask B*.
    #[test]
    fn alpha_beta_is_told_in_the_place_of_b_star() {
        let game = game("6k1/5ppp/8/8/8/2nn4/5PPP/R5K1 w - - 0 1");
        let thought = think(&game);
        let h3 = san::parse(game.position(), "h3").unwrap();
        let settings = Settings {
            hash_mib: 1,
            ..Settings::of(SearchKind::AlphaBeta)
        };
        let mut engine = Engine::new(settings).unwrap();
        let effort = Effort::nodes(2_000);
        let mut search = |mv| JudgedPair::search(&mut engine, &game, mv, effort, &Stop::new());
        let pair = search(h3).unwrap();
        let best = pair.best.moves[0];
        assert_eq!(pair.asked.moves[0], h3);
        assert!(pair.best.expected > pair.asked.expected + 100);
        assert_eq!(search(best), None, "nothing is better than the best");

        let reading = read(&game, &thought).judged(&pair).unwrap();
        assert_eq!(reading.best().unwrap().mv, best);
        assert_eq!(
            reading.find(h3).unwrap().likely.exact(),
            Some(pair.asked.expected)
        );
        assert!(reading.asked(h3).is_worse());
        let whole = read(&game, &thought);
        let told = AskedMove::new(h3, &whole, Some(&reading))
            .sentences()
            .unwrap();
        assert!(
            told[0]
                .text
                .contains("a second search, by alpha-beta, prefers Ra8#"),
            "{}",
            told[0].text
        );
        let text: Vec<String> = told.into_iter().map(|sentence| sentence.text).collect();
        assert!(
            text.contains(&"Ra8# is better: it is checkmate.".to_owned()),
            "{text:?}"
        );
    }
}
