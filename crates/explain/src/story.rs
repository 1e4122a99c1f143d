//! A few sentences and a table.
//!
//! Each function writes one paragraph, and writes nothing if the search has nothing to say about it.

use bstar_board::{Outcome, san};
use bstar_engine::Score;
use bstar_engine::thinker::scale::SCALE;

use crate::chances::tenths;
use crate::line::End;
use crate::reading::{Certainty, Reading, RootMove};
use crate::table::table;
use crate::words::{count, list, numbered, position_after, side, wrapped};

/// So many rivals and replies are named.
const NAMED: usize = 5;
const MANY_PAWNS: i32 = 2_000;
/// Ten-thousandths that are worth a sentence.
const WORTH_TELLING: i32 = 100;

impl Reading<'_> {
    /// What the search found, for people.
    pub fn story(&self) -> String {
        let Some(best) = self.best() else {
            return format!("{}\n", wrapped(&self.over()));
        };
        let paragraphs = [
            self.drawn_already(),
            format!("{} {}", self.choice(best), self.threat(best)),
            self.best_play(best),
            self.rivals(best),
            self.test(best),
            self.given_up(best),
            self.stop(best),
            self.effort(),
        ];
        let mut text = String::new();
        for paragraph in paragraphs {
            let paragraph = wrapped(&paragraph);
            if !paragraph.is_empty() {
                text.push_str(&paragraph);
                text.push_str("\n\n");
            }
        }
        text.push_str(&table(self));
        text
    }

    /// There is no move, or no answer yet.
    fn over(&self) -> String {
        match self.game.outcome() {
            Some(Outcome::Checkmate { winner }) => {
                format!("The game is over: checkmate, {} has won.", side(winner))
            }
            Some(Outcome::Stalemate) => format!(
                "The game is over: stalemate, {} has no legal move and is not in check. It is a draw.",
                side(self.mover())
            ),
            _ => "The search was stopped before it had an answer.".to_owned(),
        }
    }

    /// A draw by the rules that nobody has claimed yet does not keep anyone from looking further.
    fn drawn_already(&self) -> String {
        match self.game.outcome() {
            Some(outcome) => {
                format!("By the rules the game is already drawn: {outcome}. If it went on:")
            }
            None => String::new(),
        }
    }

    fn choice(&self, best: &RootMove) -> String {
        let (mover, san) = (side(self.mover()), &best.san);
        let after = self.position().after(best.mv);
        if !after.has_legal_move() && after.in_check() {
            return format!("{mover}'s best move is {san}, checkmate.");
        }
        let only = if self.position().legal_moves().len() == 1 {
            format!("{mover} has only one legal move, {san}.")
        } else {
            format!("{mover}'s best move is {san}.")
        };
        format!("{only} {}", self.worth(best))
    }

    /// What a move is worth, in a sentence or two about `it`.
    pub(crate) fn worth(&self, known: &RootMove) -> String {
        let mut text = match known.certainty {
            Some(Certainty::Win) => "It wins by force: the result is certain.".to_owned(),
            Some(Certainty::Draw) => format!("It is a certain draw{}.", self.why_drawn(known)),
            Some(Certainty::Loss) => "It loses by force: the result is certain.".to_owned(),
            None => String::new(),
        };
        if known.certainty.is_none() {
            text = format!(
                "Its winning chances are likely {}{}.",
                known.likely,
                self.in_pawns(known)
            );
            let lower = known
                .least
                .filter(|least| least.hopeful() < known.likely.min);
            let higher = known.most.filter(|most| most.min > known.likely.hopeful());
            let might = match (lower, higher) {
                (Some(least), Some(most)) => format!("lower that to {least} or raise it to {most}"),
                (Some(least), None) => format!("lower that to {least}"),
                (None, Some(most)) => format!("raise that to {most}"),
                (None, None) => String::new(),
            };
            if !might.is_empty() {
                text.push_str(&format!(" Further search might still {might}."));
            }
        }
        text
    }

    /// The realistic value in pawns, or what there is instead. Only the chosen move's has been turned into pawns by the engine.
    fn in_pawns(&self, known: &RootMove) -> String {
        if self.thought.decision.map(|decision| decision.best) != Some(known.mv) {
            return String::new();
        }
        match self.thought.score() {
            // Further out the scale of chances tells scores apart no more.
            Some(Score::Centipawns(centipawns)) if centipawns >= MANY_PAWNS => {
                " (more than 20 pawns ahead)".to_owned()
            }
            Some(Score::Centipawns(centipawns)) if centipawns <= -MANY_PAWNS => {
                " (more than 20 pawns behind)".to_owned()
            }
            Some(Score::Centipawns(centipawns)) => {
                format!(" ({:+.2} pawns)", f64::from(centipawns) / 100.0)
            }
            Some(Score::Mate(moves)) => {
                let winner = if moves > 0 {
                    self.mover()
                } else {
                    !self.mover()
                };
                format!(
                    ", because a short search saw a forced mate by {}",
                    side(winner)
                )
            }
            None => String::new(),
        }
    }

    fn why_drawn(&self, known: &RootMove) -> String {
        let after = self.position().after(known.mv);
        let is_end = self.node(known.mv).is_some_and(|node| !node.is_expanded());
        if !after.has_legal_move() {
            " by stalemate".to_owned()
        } else if after.is_dead() {
            " because nobody can give mate any more".to_owned()
        } else if after.halfmove_clock() >= 100 {
            " by the fifty-move rule".to_owned()
        } else if is_end {
            " by repetition".to_owned()
        } else {
            String::new()
        }
    }

    /// What would follow if the opponent passed.
    fn threat(&self, best: &RootMove) -> String {
        let gain = match best.first_most {
            Some(most) => most.min - best.first_likely.hopeful(),
            None => 0,
        };
        let threat = self
            .thought
            .records
            .get(&best.key)
            .map(|record| &record.threat[..]);
        let (Some(threat), Ok(passed)) = (threat, self.position().after(best.mv).pass()) else {
            return String::new();
        };
        let is_possible = threat.first().is_some_and(|mv| passed.is_legal(*mv));
        let last = position_after(&passed, threat);
        let is_mate =
            !last.has_legal_move() && last.in_check() && last.side_to_move() != self.mover();
        if !is_possible || (gain < WORTH_TELLING && !is_mate) {
            return String::new();
        }
        let (mover, other) = (side(self.mover()), side(!self.mover()));
        let line = numbered(&passed, threat);
        format!("If {other} could only pass, {mover} would go on with {line}.")
    }

    fn best_play(&self, best: &RootMove) -> String {
        let Some(answer) = best.answer else {
            return String::new();
        };
        let after = self.position().after(best.mv);
        let line = self.line_after(best.mv);
        let mut text = format!(
            "{}'s best answer is {}.",
            side(!self.mover()),
            san::write(&after, answer)
        );
        if line.moves.len() > 1 {
            let is_drawish = best.likely.min <= SCALE.draw && SCALE.draw <= best.likely.max;
            let end = match line.end {
                End::Draw => ", a draw",
                End::Repeats if is_drawish => ", and the position repeats",
                End::Mate | End::Repeats | End::Open => "",
            };
            text.push_str(&format!(
                " Best play goes {}{end}.",
                numbered(self.position(), &line.moves)
            ));
        }
        text
    }

    fn rivals(&self, best: &RootMove) -> String {
        if self.moves.len() < 2 || best.certainty == Some(Certainty::Win) && best.spent == 0 {
            return String::new();
        }
        let others = || self.moves.iter().filter(|known| known.mv != best.mv);
        let mut tried: Vec<&RootMove> = others().filter(|known| known.spent > 0).collect();
        tried.sort_by_key(|known| std::cmp::Reverse(known.spent));
        let mut text = String::new();
        if !tried.is_empty() {
            let names: Vec<String> = tried
                .iter()
                .take(NAMED)
                .map(|known| known.san.clone())
                .collect();
            let more = tried.len() - names.len();
            text = if more > 0 {
                format!(
                    "{} were looked into, most of all {}.",
                    count(tried.len(), "rival", "rivals"),
                    list(&names)
                )
            } else if tried.len() == 1 {
                format!("One rival was looked into, {}.", names[0])
            } else {
                format!(
                    "{} were looked into: {}.",
                    count(tried.len(), "rival", "rivals"),
                    list(&names)
                )
            };
            for known in tried.iter().take(NAMED) {
                text.push(' ');
                text.push_str(&self.rival(known));
            }
        }
        let untried: Vec<&RootMove> = others().filter(|known| known.spent == 0).collect();
        let reach = |known: &&&RootMove| known.most.unwrap_or(known.likely).hopeful();
        if let Some(highest) = untried.iter().max_by_key(reach) {
            let most = highest.most.unwrap_or(highest.likely);
            let (name, reached) = (&highest.san, tenths(most.hopeful()));
            let others = if tried.is_empty() {
                "None of the others"
            } else {
                "No other move"
            };
            if most.hopeful() < best.likely.min {
                let with = if reached == tenths(best.likely.min) {
                    String::new()
                } else {
                    format!(", with {reached}%")
                };
                text.push_str(&format!(
                    " {others} was looked into further: at first sight none can reach what {} is likely worth. {name} comes nearest{with}.",
                    best.san
                ));
            } else if most.is_known() {
                text.push_str(&format!(
                    " {others} was looked into further: at first sight the most any of them could reach is {reached}%, with {name}."
                ));
            }
        }
        text
    }

    /// What became of one rival.
    fn rival(&self, known: &RootMove) -> String {
        let san = &known.san;
        let spent = count(known.spent, "expansion", "expansions");
        let at_first = known
            .first_most
            .filter(|first| known.most.is_none_or(|now| now.hopeful() < first.min))
            .map(|first| format!("{san} might at first have reached {first}"));
        let answer = known.answer.map(|answer| self.reply_san(known, answer));
        let certain = match known.certainty {
            Some(Certainty::Win) => Some("it wins by force".to_owned()),
            Some(Certainty::Draw) => Some("it is a certain draw".to_owned()),
            Some(Certainty::Loss) => Some("it loses by force".to_owned()),
            None => None,
        };
        let held = |it: &str| match (&certain, &answer) {
            (Some(certain), Some(answer)) => {
                format!("after {spent} {certain}; the best answer is {answer}")
            }
            (Some(certain), None) => format!("after {spent} {certain}"),
            (None, Some(answer)) => {
                format!("after {spent} {answer} holds {it} to {}", known.likely)
            }
            (None, None) => format!("after {spent} {it} is likely worth {}", known.likely),
        };
        let hope = match known.most {
            _ if certain.is_some() => String::new(),
            Some(most) if most.min > known.likely.hopeful() => {
                format!(", and it might still reach {most}")
            }
            Some(most) if most.hopeful() <= known.likely.min => {
                ", with nothing more in sight".to_owned()
            }
            _ => String::new(),
        };
        match at_first {
            Some(at_first) => format!("{at_first}; {}{hope}.", held("it")),
            None if certain.is_some() => format!("{san}: {}.", held("it")),
            None => {
                let text = held(san);
                format!("A{}{hope}.", &text[1..])
            }
        }
    }

    pub(crate) fn reply_san(&self, known: &RootMove, reply: bstar_board::Move) -> String {
        san::write(&self.position().after(known.mv), reply)
    }

    /// What VERIFY tried against the choice.
    fn test(&self, best: &RootMove) -> String {
        let Some((_, target)) = self.history.tests.iter().find(|(mv, _)| *mv == best.mv) else {
            return String::new();
        };
        let mut tried = self.history.tried_against(best.mv);
        if tried.is_empty() {
            return String::new();
        }
        tried.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        let (san, other) = (&best.san, side(!self.mover()));
        let named: Vec<String> = tried
            .iter()
            .take(NAMED)
            .map(|(reply, times)| {
                let name = self.reply_san(best, *reply);
                let spent = count(*times, "expansion", "expansions");
                match self.after_reply(best.mv, *reply) {
                    Some(left) => format!("{name} ({spent}, leaves {left})"),
                    None => format!("{name} ({spent})"),
                }
            })
            .collect();
        let more = tried.len() - named.len();
        let mut names = named;
        if more > 0 {
            names.push(count(more, "other reply", "other replies"));
        }
        let mut text = format!(
            "Taking {other}'s side, the search tried to refute {san} with {}.",
            list(&names)
        );
        let mark = self.frame.target(target.value) + 1.0;
        if f64::from(best.likely.min) >= mark && best.certainty.is_none() {
            text.push_str(&format!(
                " That did not bring it below {}%, what the second-best move was worth when the test began.",
                tenths(mark as i32)
            ));
        }
        text
    }

    fn given_up(&self, best: &RootMove) -> String {
        let mut told: Vec<(String, usize)> = Vec::new();
        for refutation in &self.history.refutations {
            let after = self.position().after(refutation.selected);
            let san = san::write(self.position(), refutation.selected);
            let reply = refutation.reply.filter(|reply| after.is_legal(*reply));
            let by = reply.map_or_else(String::new, |reply| {
                format!(" because of {}", san::write(&after, reply))
            });
            let name = format!("{san}{by}");
            match told.iter_mut().find(|(known, _)| *known == name) {
                Some((_, times)) => *times += 1,
                None => told.push((name, 1)),
            }
        }
        if told.is_empty() {
            return String::new();
        }
        let mut words: Vec<String> = told
            .iter()
            .take(NAMED)
            .map(|(name, times)| match times {
                1 => name.clone(),
                2 => format!("{name} (twice)"),
                n => format!("{name} ({n} times)"),
            })
            .collect();
        if told.len() > NAMED {
            words.push(count(told.len() - NAMED, "other", "others"));
        }
        let returned = self
            .history
            .refutations
            .iter()
            .any(|refutation| refutation.selected == best.mv);
        let back = if returned {
            format!(" {} came back to the top afterwards.", best.san)
        } else {
            String::new()
        };
        format!(
            "On the way the search chose and gave up {}.{back}",
            list(&words)
        )
    }
}
