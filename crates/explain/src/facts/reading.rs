//! A search, read: its root moves, what is known of each, and what happened.

use std::cell::OnceCell;

use bstar::{Key, NodeView, Span};
use bstar_board::score::Score;
use bstar_board::{Color, Game, Move, Position, san};
use bstar_thought::scale::SCALE;
use bstar_thought::{HowSure, Lines, Points, Thought};

use super::answers::Answers;
use super::best_line::{self, BestLine};
use super::chances::{Chances, Likelihood, Viewpoint};
use super::history::History;
use super::known_root::KnownRoot;
use super::move_ideas::{MoveIdeas, Weighing};
use super::overtaking::Overtaking;

/// A result that is certain, as the side to move at the root sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

/// A root move, and what the search knows about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The same for people.
    pub san: String,
    /// The key of the position after it.
    pub key: Key,
    /// The pessimistic value: how far the opponent might still reduce it. None if the search never
    /// asked.
    pub least: Option<Chances>,
    /// The realistic value.
    pub likely: Chances,
    /// The optimistic value: what it might still reach. None if the search never asked.
    pub most: Option<Chances>,
    /// The realistic value at first sight.
    pub first_likely: Chances,
    /// The optimistic value at first sight.
    pub first_most: Option<Chances>,
    /// The probability that it reaches the [target for overtaking](Reading::overtaking_target), as
    /// the search reckons. None for the chosen move itself, and for a move that the search never
    /// asked about.
    pub overtakes: Option<Likelihood>,
    /// Expansions at or below it.
    pub spent: usize,
    /// The line of best play after it.
    pub line: BestLine,
    /// Its score for the side to move, as engines count. None if its value is not known exactly.
    pub score: Option<Score>,
    /// The answer that holds it to its realistic value. It is the best one if that value is known
    /// exactly, else one that is good enough.
    pub answer: Option<Move>,
    /// Whether its result is certain.
    pub certainty: Option<Certainty>,
}

/// A search, read and ready to be told.
pub struct Reading<'a> {
    /// The game up to the position.
    pub game: &'a Game,
    /// The search.
    pub thought: &'a Thought,
    /// What happened.
    pub history: History,
    /// The root moves: the chosen one, then the others by what they are likely to bring. Moves of
    /// which nothing but a bound is known come last: a bound is no estimate.
    pub moves: Vec<RootMove>,
    /// What a rival has to reach to overtake the chosen move clearly, as the library counts. None
    /// if no other move can hope for more than the chosen one is worth.
    overtaking_target: Option<f64>,
    pub(crate) viewpoint: Viewpoint,
    pub(crate) is_interrupted: bool,
    /// What ideas are weighed by.
    pub(crate) weighing: Weighing,
    /// What the concepts found, once somebody has asked.
    pub(crate) ideas: OnceCell<Vec<MoveIdeas>>,
    /// The best move by alpha-beta, where that is told.
    pub(super) judged_best: Option<Move>,
    /// What endgame tables know of the position, if they know every move.
    pub known: Option<KnownRoot>,
    /// What is known of play after the ends of lines.
    pub(crate) answers: &'a Answers,
}

impl<'a> Reading<'a> {
    /// Reads a search about the position of a game. The answers are about that search: its
    /// evaluation gave them.
    pub fn new(game: &'a Game, thought: &'a Thought, answers: &'a Answers) -> Reading<'a> {
        let mut overtaking = Overtaking::of(thought);
        let mut reading = Reading {
            game,
            thought,
            history: History::of(thought),
            moves: Vec::new(),
            overtaking_target: overtaking
                .overtaking_target()
                .filter(|_| !thought.is_tree_overruled()),
            viewpoint: Viewpoint::of(thought),
            is_interrupted: false,
            weighing: Weighing::default(),
            ideas: OnceCell::new(),
            judged_best: None,
            known: KnownRoot::of(&thought.endings, &thought.position),
            answers,
        };
        reading.moves = reading.root_moves(&mut overtaking);
        reading
    }

    /// The reading of a search that a user stopped. The search itself cannot tell that from effort
    /// that is used up.
    pub fn interrupted(self) -> Reading<'a> {
        Reading {
            is_interrupted: true,
            ..self
        }
    }

    /// The same search with ideas weighed in another way.
    pub fn weighing(&self, weighing: Weighing) -> Reading<'a> {
        Reading {
            weighing,
            ..Reading::new(self.game, self.thought, self.answers)
        }
    }

    /// The chosen move. None if the game is over.
    pub fn best(&self) -> Option<&RootMove> {
        let best = self.judged_best.or(self.thought.decision.map(|it| it.best));
        self.find(best?)
    }

    /// A root move, if the search knows it.
    pub fn find(&self, mv: Move) -> Option<&RootMove> {
        self.moves.iter().find(|known| known.mv == mv)
    }

    /// What the position after a move and a reply is likely worth, if anything is known about it.
    pub fn after_reply(&self, mv: Move, reply: Move) -> Option<Chances> {
        let (_, node) = self.node(mv)?.moves().find(|(known, _)| *known == reply)?;
        Some(self.viewpoint.chances(node.real())).filter(|left| left.is_known())
    }

    /// The position the search was about.
    pub fn position(&self) -> &'a Position {
        &self.thought.position
    }

    /// The side to move there.
    pub fn mover(&self) -> Color {
        self.position().side_to_move()
    }

    pub(crate) fn node(&self, mv: Move) -> Option<NodeView<'a, Move>> {
        let found = self
            .thought
            .search
            .root()
            .moves()
            .find(|(known, _)| *known == mv);
        found.map(|(_, node)| node)
    }

    /// What a rival has to reach to overtake the chosen move clearly, in ten-thousandths for the
    /// side to move. It is the target that SELECT would set now (docs/search.md, section 4). None
    /// if no other move can hope for more than the chosen one is worth.
    pub fn overtaking_target(&self) -> Option<f64> {
        self.overtaking_target
            .map(|target| self.viewpoint.target(target))
    }

    fn root_moves(&self, overtaking: &mut Overtaking) -> Vec<RootMove> {
        let Some(decision) = self.thought.decision else {
            return Vec::new();
        };
        let mut moves: Vec<RootMove> = self
            .thought
            .search
            .root()
            .moves()
            .map(|(mv, node)| {
                let is_asked = node.opt().is_some() || node.is_settled();
                let overtakes =
                    (mv != decision.best && is_asked).then(|| overtaking.likelihood(node));
                self.root_move(mv, node, overtakes.flatten())
            })
            .collect();
        moves.sort_by_key(|known| {
            let is_other = known.mv != decision.best;
            let is_bound = known.spent == 0 && known.likely.exact().is_none();
            let most = known.most.map_or(known.likely.max, |most| most.max);
            let spent = std::cmp::Reverse(known.spent);
            (is_other, is_bound, -known.likely.max, -most, spent)
        });
        moves
    }

    /// How sure the choice is. None if another search judged the move, or nothing was learned about
    /// such searches ([`Thought::how_sure`]).
    pub fn how_sure(&self) -> Option<HowSure> {
        self.thought.how_sure().filter(|_| !self.is_judged())
    }

    fn root_move(
        &self,
        mv: Move,
        node: NodeView<'a, Move>,
        overtakes: Option<Likelihood>,
    ) -> RootMove {
        let chances = |span| self.viewpoint.chances(span);
        // Where the tree was overruled, what it found of the root's moves is not told.
        let is_overruled = self.thought.is_tree_overruled() && !node.is_settled();
        let told = |bound: Option<Span>| bound.filter(|_| !is_overruled).map(chances);
        let (likely, line) = match is_overruled {
            true => (
                chances(node.own_real()),
                best_line::probed(self.game, self.thought, mv, node.key()),
            ),
            false => (
                chances(node.real()),
                best_line::after(self.game, self.thought, mv),
            ),
        };
        let lines = best_line::lines(self.game, self.thought);
        RootMove {
            mv,
            san: san::write(self.position(), mv),
            key: node.key(),
            least: told(node.pess()),
            likely,
            most: told(node.opt()),
            first_likely: chances(node.own_real()),
            first_most: node.own_opt().map(chances),
            overtakes: overtakes.filter(|_| !is_overruled),
            spent: self.history.spent(&[mv]),
            answer: line
                .moves
                .get(1)
                .copied()
                .filter(|_| likely.has_upper_end()),
            score: score(&lines, mv, likely),
            line,
            certainty: self.certainty(node),
        }
    }

    fn certainty(&self, node: NodeView<'a, Move>) -> Option<Certainty> {
        let result = node.proven().known().filter(|_| node.is_settled())?;
        let points = self.viewpoint.points(result);
        Some(if points >= SCALE.win {
            Certainty::Win
        } else if points <= SCALE.loss {
            Certainty::Loss
        } else {
            Certainty::Draw
        })
    }
}

/// The score of a move, if its value is known exactly. A mate is also told if the value is only
/// known to be no less.
fn score(lines: &Lines, mv: Move, likely: Chances) -> Option<Score> {
    let least = lines.score(mv, Points(likely.min));
    let is_mate = matches!(least, Score::Mate(moves) if moves > 0);
    (likely.exact().is_some() || is_mate).then_some(least)
}
