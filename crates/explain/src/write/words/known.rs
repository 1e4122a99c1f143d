//! A position that endgame tables know: what it is worth, which moves keep that, and why others do
//! not.

use bstar_board::{Move, san};
use bstar_tables::{Outcome, TableMove};

use super::grammar::{count, list, numbered, side};
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::claims::{Auditor, Claim, EndingFact, Fact, LineStart};
use crate::facts::{Distance, KnownRoot, Reading};
use crate::tell::choose::{MAX_KNOWN_LINE_PLIES, MAX_KNOWN_NAMED, MAX_WHOLE_LINE_PLIES};

impl Reading<'_> {
    /// The whole answer about a position that tables know.
    pub(super) fn known_story(&self, root: &KnownRoot, auditor: &mut Auditor) -> Vec<Paragraph> {
        let best = self.best().map_or(root.best().mv, |best| best.mv);
        let has_choice = root.throwing_away().next().is_some();
        let mut right = vec![self.which_moves(root, best)];
        let merit = self.merit_in_ending(best, Topic::Best, auditor);
        let is_telling = |sentence: &Sentence| {
            has_choice || sentence.tells_mate() || sentence.kind() == "queens"
        };
        if !has_choice && root.outcome < Outcome::Win {
            right.extend(self.merit_of_waiting(auditor));
        }
        right.extend(
            merit
                .filter(is_telling)
                .filter(|_| root.outcome > Outcome::Loss),
        );
        // The reason may have shown the line already.
        let is_shown = |sentence: &Sentence| ["queens", "pawn-runs"].contains(&sentence.kind());
        let line = match right.iter().any(is_shown) {
            true => None,
            false => self.known_line(root, best, auditor),
        };
        vec![
            self.result(root, best, auditor),
            right,
            line.into_iter().collect(),
            self.thrown_away(root, auditor),
        ]
    }

    /// What the position is worth.
    fn result(&self, root: &KnownRoot, best: Move, auditor: &mut Auditor) -> Paragraph {
        let (own, other) = (side(self.mover()), side(!self.mover()));
        let known = root.find(best).unwrap_or(root.best());
        let (winner, loser) = match root.outcome {
            Outcome::Loss => (other, own),
            _ => (own, other),
        };
        let text = match (root.outcome, root.distance(&known.known)) {
            (Outcome::Draw, _) => "With best play of both sides the game is a draw.".to_owned(),
            (_, Some(Distance::Mate(1))) if root.outcome == Outcome::Win => {
                format!("{winner} mates with the next move.")
            }
            (_, Some(Distance::Mate(moves))) => format!(
                "{winner} wins: mate in {} with best play, whatever {loser} does.",
                count(moves as usize, "move", "moves")
            ),
            (_, Some(Distance::MateWithin(moves))) => format!(
                "{winner} wins: mate in {} at most, whatever {loser} does.",
                count(moves as usize, "move", "moves")
            ),
            (_, Some(Distance::StepWithin(moves))) if moves > 1 => format!(
                "{winner} wins, whatever {loser} does: a capture, a pawn move or mate that keeps \
                 the win can be forced within {}.",
                count(moves as usize, "move", "moves")
            ),
            _ => format!("{winner} wins, whatever {loser} does."),
        };
        let comes = auditor.confirm(Some(Claim {
            side: self.mover(),
            path: Vec::new(),
            begins: LineStart::Move,
            line: Vec::new(),
            fact: Fact::Ending(EndingFact::Comes { to: root.outcome }),
        }));
        let mut told = vec![Sentence::new(Topic::Known, text).claiming(comes)];
        told.push(Sentence::new(
            Topic::Known,
            "This is known exactly, from endgame tables; nothing had to be searched.",
        ));
        told.extend(self.cursed(root, auditor));
        told
    }

    /// That the game would be won but for the fifty-move rule.
    fn cursed(&self, root: &KnownRoot, auditor: &mut Auditor) -> Option<Sentence> {
        let draw = root.outcome == Outcome::Draw;
        let sides = [self.mover(), !self.mover()];
        sides.into_iter().filter(|_| draw).find_map(|winner| {
            let mut rules = self.thought.endings.rules();
            rules.fifty_moves = false;
            let without = self.thought.endings.clone().with_rules(rules);
            let result = crate::facts::outcome_for(&without, self.position(), winner)?;
            if result != Outcome::Win {
                return None;
            }
            let claim = auditor.confirm(Some(Claim {
                side: winner,
                path: Vec::new(),
                begins: LineStart::Move,
                line: Vec::new(),
                fact: Fact::Ending(EndingFact::FiftyMoves),
            }))?;
            let text = format!(
                "Without the fifty-move rule {} would win, but the win takes too many moves \
                 without a capture or pawn move.",
                side(winner)
            );
            Some(Sentence::new(Topic::Known, text).claiming([claim]))
        })
    }

    /// Which moves keep what the position is worth.
    fn which_moves(&self, root: &KnownRoot, best: Move) -> Sentence {
        let name = numbered(self.position(), &[best]);
        let all = root.moves.len();
        let keeping: Vec<&TableMove> = root.with(root.outcome).collect();
        let (does, do_it) = match root.outcome {
            Outcome::Win => ("wins", "win"),
            Outcome::Draw => ("draws", "draw"),
            Outcome::Loss => ("loses", "lose"),
        };
        let text = if all == 1 {
            format!("{} has only one legal move, {name}.", side(self.mover()))
        } else if keeping.len() == 1 {
            format!("Only {name} {does}; {}.", self.the_others(root))
        } else {
            let first = match keeping.len() == all {
                true if all == 2 => format!("Both moves {do_it}"),
                true => format!("All {all} moves {do_it}"),
                false => {
                    let kept = keeping.len();
                    let named = match kept <= MAX_KNOWN_NAMED {
                        true => format!(": {}", self.names(&keeping)),
                        false => String::new(),
                    };
                    format!(
                        "{kept} of {all} moves {do_it}{named}; {}",
                        self.the_others(root)
                    )
                }
            };
            let choice = self.choice_among(root, best, &name);
            format!("{first}. {choice}")
        };
        Sentence::new(Topic::Best, text).of(best)
    }

    /// What becomes of a move that a user asks about.
    pub(super) fn asked_in_ending(
        &self,
        root: &KnownRoot,
        mv: Move,
        auditor: &mut Auditor,
    ) -> Option<Paragraph> {
        root.find(mv)?;
        let best = self.best().map_or(root.best().mv, |best| best.mv);
        let told = |text: String| Sentence::new(Topic::Asked, text).of(mv);
        let [name, best_name] = [mv, best].map(|mv| san::write(self.position(), mv));
        if let Some(thrown) = self.throws_away(mv, auditor) {
            let mut paragraph = vec![told(format!("About {name}.")), thrown];
            paragraph.push(told(format!("{best_name} is right.")).resting_on(&[best]));
            paragraph.extend(self.merit_in_ending(best, Topic::Asked, auditor));
            return Some(paragraph);
        }
        let keeps = match (root.outcome, mv == best) {
            (Outcome::Win, true) => format!("{name} is the move the tables choose. It wins."),
            (Outcome::Win, false) => format!("{name} wins too."),
            (Outcome::Draw, _) => format!("{name} keeps the draw."),
            (Outcome::Loss, _) => format!("{name} loses, like every other move."),
        };
        let [distance, quickest] = [mv, best].map(|mv| {
            let known = root.find(mv)?;
            root.distance(&known.known)
        });
        let how_far = match (distance, quickest) {
            (Some(Distance::Mate(moves)), Some(Distance::Mate(least))) if mv != best => format!(
                " It is mate in {} then, and after {best_name} in {least}.",
                count(moves as usize, "move", "moves")
            ),
            (Some(distance), _) if distance.is_to_mate() => format!(
                " It is mate in {} at most.",
                count(distance.moves() as usize, "move", "moves")
            ),
            _ => String::new(),
        };
        let mut paragraph = vec![told(format!("{keeps}{how_far}"))];
        let has_choice = root.throwing_away().next().is_some();
        let merit = self.merit_in_ending(mv, Topic::Asked, auditor);
        paragraph.extend(merit.filter(|_| has_choice));
        Some(paragraph)
    }

    /// What the others come to: `the other 7 moves draw`.
    fn the_others(&self, root: &KnownRoot) -> String {
        let number = |outcome| root.with(outcome).count();
        let (draws, losses) = match root.outcome {
            Outcome::Win => (number(Outcome::Draw), number(Outcome::Loss)),
            _ => (0, number(Outcome::Loss)),
        };
        let verb = |number: usize, one: &'static str, many: &'static str| match number {
            1 => one,
            _ => many,
        };
        match (draws, losses) {
            (0, 1) => "the other move loses".to_owned(),
            (1, 0) => "the other move draws".to_owned(),
            (0, losses) => format!("the other {losses} moves lose"),
            (draws, 0) => format!("the other {draws} moves draw"),
            (draws, losses) => format!(
                "of the others {draws} {} and {losses} {}",
                verb(draws, "draws", "draw"),
                verb(losses, "loses", "lose")
            ),
        }
    }

    /// Which of the moves that keep the result is chosen, and why.
    fn choice_among(&self, root: &KnownRoot, best: Move, name: &str) -> String {
        let Some(known) = root.find(best) else {
            return String::new();
        };
        match (root.outcome, root.distance(&known.known)) {
            (Outcome::Draw, _) | (_, None) => format!("{name} is as good as any."),
            (Outcome::Win, Some(distance)) if distance.is_to_mate() => {
                format!("The quickest is {name}.")
            }
            (Outcome::Loss, Some(Distance::Mate(_))) => format!("{name} holds out longest."),
            _ => format!("The tables choose {name}."),
        }
    }

    /// Some moves by name.
    fn names(&self, moves: &[&TableMove]) -> String {
        let name = |known: &&TableMove| san::write(self.position(), known.mv);
        list(&moves.iter().map(name).collect::<Vec<_>>())
    }

    /// A line of best play by the tables, of a game that is won or lost.
    fn known_line(&self, root: &KnownRoot, best: Move, auditor: &mut Auditor) -> Option<Sentence> {
        if root.outcome == Outcome::Draw {
            return None;
        }
        let after = self.position().after(best);
        let mut line = vec![best];
        line.extend(self.thought.endings.line(&after, MAX_WHOLE_LINE_PLIES - 1));
        // A queen on the board is a good place to stop.
        let is_queen = |mv: &Move| mv.promotion.is_some();
        let end = line
            .iter()
            .position(is_queen)
            .map_or(line.len(), |at| at + 1);
        line.truncate(end);
        let is_whole = end < MAX_WHOLE_LINE_PLIES;
        if !is_whole {
            line.truncate(MAX_KNOWN_LINE_PLIES);
        }
        if line.len() < 2 {
            return None;
        }
        let goes_on = auditor.confirm(self.whole(&line).goes_on(self.mover()));
        let more = if is_whole { "" } else { " …" };
        let text = format!(
            "A line by the tables: {}{more}.",
            numbered(self.position(), &line)
        );
        let told = Sentence::new(Topic::Line, text).of(best).claiming(goes_on);
        Some(told)
    }
}
