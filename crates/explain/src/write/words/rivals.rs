//! What became of the moves that were not chosen.

use std::cmp::Reverse;

use bstar_board::score::Score;

use super::choice::at_best;
use super::grammar::{count, list};
use super::sentence::{Paragraph, Sentence, Topic};
use crate::facts::claims::{Auditor, Claim, Fact};
use crate::facts::{Certainty, Reading, RootMove, tenths};
use crate::tell::choose::HEAVY_IDEA;
use crate::tell::choose::{
    FAR_BEHIND_POINTS, GIFT_POINTS, MAX_NAMED_RIVALS, MAX_NEAR_RIVALS, MAX_TOLD_RIVALS,
    NEARLY_AS_GOOD_POINTS, WINNING_POINTS, weight_of,
};
use bstar_concepts::ground::exchange::is_lost;

impl Reading<'_> {
    /// What is wrong with the moves that come nearest, and with one that looks good and is not.
    pub(crate) fn others(&self, best: &RootMove, auditor: &mut Auditor) -> Paragraph {
        // Beside a mate all other moves have the same fault.
        let is_mating = matches!(best.score, Some(Score::Mate(moves)) if moves > 0);
        if best.certainty == Some(Certainty::Win) || is_mating {
            return Paragraph::new();
        }
        let others: Vec<&RootMove> = self
            .moves
            .iter()
            .filter(|known| known.mv != best.mv)
            .collect();
        let is_near = |known: &&&RootMove| {
            let lag = best.likely.min - known.likely.max;
            // Between two moves that win, a difference in worth does not matter.
            let win = best.likely.min.min(known.likely.min) >= WINNING_POINTS;
            known.likely.exact().is_some() && (lag.abs() < NEARLY_AS_GOOD_POINTS || win)
        };
        let near: Vec<&RootMove> = others.iter().filter(is_near).copied().collect();
        let mut paragraph: Paragraph = nearly_as_good(&near).into_iter().collect();
        // Where only a bound is known, nothing is known about how much worse a move is.
        let is_weighed = |known: &&&RootMove| known.likely.has_lower_end();
        let is_rival = |known: &&&RootMove| !is_near(known) && !self.is_gift(known, best);
        let worse = others.iter().filter(is_rival).filter(is_weighed);
        let mut faults: Vec<Sentence> = Vec::new();
        for known in worse.take(MAX_NEAR_RIVALS) {
            let fault = self.other(known, best, &near, auditor);
            if let Some(fault) = fault.filter(|fault| is_news(fault, &faults)) {
                paragraph.push(about_rival(known, &fault));
                faults.push(fault);
            }
            if paragraph.len() == MAX_TOLD_RIVALS {
                break;
            }
        }
        let mut rest = others.iter().skip(MAX_NEAR_RIVALS);
        if paragraph.len() < MAX_TOLD_RIVALS {
            paragraph.extend(rest.find_map(|known| self.tempting(known, auditor)));
        }
        paragraph
    }

    /// Whether a move just leaves the man that makes it to be taken. Nobody considers it.
    fn is_gift(&self, known: &RootMove, best: &RootMove) -> bool {
        let after = self.position().after(known.mv);
        best.likely.min - known.likely.max >= GIFT_POINTS
            && is_lost(&after, known.mv.to)
            && !self.at(&[]).looks_good(known.mv)
    }

    /// Why a move is not the best one, in a sentence. None if there is nothing to say about it.
    /// What is also true of moves that are nearly as good is not what is wrong with it.
    fn other(
        &self,
        known: &RootMove,
        best: &RootMove,
        near: &[&RootMove],
        auditor: &mut Auditor,
    ) -> Option<Sentence> {
        let is_far = best.likely.min - known.likely.max >= FAR_BEHIND_POINTS;
        // Whether it is only a slight merit of the best move. Then nothing is said.
        let is_slight = |fault: &Sentence| match fault.claims.first() {
            Some(Claim {
                fact: Fact::Idea(idea),
                path,
                ..
            }) if path.first() == Some(&best.mv) => idea
                .concept()
                .is_some_and(|concept| weight_of(concept) < HEAVY_IDEA),
            _ => false,
        };
        let is_shared = |fault: &Sentence| match fault.claims.first() {
            Some(Claim {
                fact: Fact::Idea(idea),
                path,
                ..
            }) if path[..] == [known.mv] => idea
                .concept()
                .is_some_and(|concept| near.iter().any(|other| self.has(other, concept))),
            _ => false,
        };
        let failing = self.failing(known, Topic::Rivals, auditor);
        let fault = failing.or_else(|| {
            let faults = self.faults(known, Topic::Rivals, auditor);
            faults.into_iter().find(|fault| !is_shared(fault))
        });
        fault.filter(|fault| !(is_far && is_slight(fault)))
    }

    /// How the search compared the moves.
    pub(crate) fn rivals(&self, best: &RootMove) -> Paragraph {
        if self.moves.len() < 2 || best.certainty == Some(Certainty::Win) && best.spent == 0 {
            return Paragraph::new();
        }
        let others = self.moves.iter().filter(|known| known.mv != best.mv);
        let (mut tried, untried): (Vec<&RootMove>, Vec<&RootMove>) =
            others.partition(|known| known.spent > 0);
        // The rivals with the most expansions come first. Equal ones stay in the order of their
        // likely values.
        tried.sort_by_key(|known| Reverse(known.spent));
        let looked_into = match tried.len() {
            0 => String::new(),
            1 => "One rival was looked into.".to_owned(),
            n if n <= MAX_NAMED_RIVALS => {
                format!("{} were looked into.", count(n, "rival", "rivals"))
            }
            n => format!(
                "{} were looked into, among them these.",
                count(n, "rival", "rivals")
            ),
        };
        let told = |text| Sentence::new(Topic::Compared, text);
        let mut paragraph = vec![told(looked_into)];
        for known in tried.iter().take(MAX_NAMED_RIVALS) {
            paragraph.push(told(self.rival(known)).of(known.mv));
        }
        paragraph.push(told(untouched(&untried, best, tried.is_empty())));
        paragraph
    }

    /// What became of one rival: what it promised, what holds it back, what it might still reach.
    fn rival(&self, known: &RootMove) -> String {
        let spent = count(known.spent, "expansion", "expansions");
        let name = format!("{} ({spent})", known.san);
        let promised = known
            .first_most
            .filter(|first| known.most.is_some_and(|now| now.max < first.min))
            .map(|first| format!(" promised {} at first; ", at_best(first)));
        let begin = format!("{name}{}", promised.as_deref().unwrap_or(": "));
        let answer = known.answer.map(|answer| self.reply_san(known, answer));
        let certain = match known.certainty {
            Some(Certainty::Win) => Some("it wins by force"),
            Some(Certainty::Draw) => Some("it is a certain draw"),
            Some(Certainty::Loss) => Some("it loses by force"),
            None => None,
        };
        let held = match (certain, answer) {
            (Some(certain), Some(answer)) => {
                return format!("{begin}{certain}, and the best answer is {answer}.");
            }
            (Some(certain), None) => return format!("{begin}{certain}."),
            (None, Some(answer)) => format!("{answer} holds it to {}", known.likely),
            (None, None) if known.likely.is_known() => {
                format!("it is likely worth {}", known.likely)
            }
            (None, None) => "what it is worth is not known".to_owned(),
        };
        let hope = match known.most {
            Some(most) if most.max > known.likely.max => {
                format!(", and it might still reach {}", at_best(most))
            }
            Some(most) if most.max <= known.likely.min => ", with nothing more in sight".to_owned(),
            _ => String::new(),
        };
        format!("{begin}{held}{hope}.")
    }
}

/// The moves that are worth about as much as the best one.
fn nearly_as_good(near: &[&RootMove]) -> Option<Sentence> {
    let named = &near[..near.len().min(MAX_TOLD_RIVALS)];
    let names: Vec<String> = named.iter().map(|known| known.san.clone()).collect();
    let verb = if names.len() == 1 {
        "comes out"
    } else {
        "come out"
    };
    let first = named.first()?;
    let text = format!("{} {verb} nearly as good.", list(&names));
    let sentence = Sentence::new(Topic::Rivals, text).of(first.mv);
    let others = named.iter().skip(1);
    Some(others.fold(sentence, |told, known| told.resting_on(&[known.mv])))
}

/// A fault as a sentence that names the move. The value of the move stands in the table. It comes
/// from a small search, and a number in the text would say more than is known.
fn about_rival(known: &RootMove, fault: &Sentence) -> Sentence {
    let name = &known.san;
    let text = match (
        fault.text.strip_prefix("It "),
        fault.text.split_once(" better: "),
    ) {
        (Some(rest), _) => format!("{name} {rest}"),
        (None, Some((best, why))) => format!("{best} better than {name}: {why}"),
        (None, None) => format!("{name}: {}", fault.text),
    };
    Sentence {
        text,
        ..fault.clone()
    }
}

/// Whether none of the sentences says the same of another move.
fn is_news(sentence: &Sentence, told: &[Sentence]) -> bool {
    let is_same = |known: &Sentence| {
        let has_same_claims = known.claims == sentence.claims && !known.claims.is_empty();
        has_same_claims || known.text == sentence.text
    };
    !told.iter().any(is_same)
}

/// The moves no expansion went into.
fn untouched(untried: &[&RootMove], best: &RootMove, are_all: bool) -> String {
    if untried.is_empty() {
        return String::new();
    }
    let nothing = if are_all {
        "No expansion went into any other move"
    } else {
        "No expansion went into the rest"
    };
    let reach = |known: &&RootMove| known.most.map(|most| (most.max, known.san.clone()));
    let Some(reaches) = untried.iter().map(reach).collect::<Option<Vec<_>>>() else {
        return format!("{nothing}.");
    };
    // The first of equals stands highest in the table.
    let highest = reaches.iter().rev().max_by_key(|(most, _)| *most);
    let Some((most, name)) = highest else {
        return format!("{nothing}.");
    };
    let reached = tenths(*most);
    if *most > best.likely.min {
        return format!("{nothing}: the most any of them could reach is {reached}%, with {name}.");
    }
    let nearest = if reached == tenths(best.likely.min) {
        format!("{name} comes nearest")
    } else {
        format!("{name} comes nearest, with {reached}%")
    };
    let likely = match best.certainty {
        Some(_) => "",
        None => "likely ",
    };
    format!(
        "{nothing}: none could reach more than {} is {likely}worth; {nearest}.",
        best.san
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Chances;
    use crate::tests::{game, read, read_position, think};

    /// A rival with these values: what it promised at first, what it is likely worth, what it might
    /// still reach.
    fn rival(
        like: &RootMove,
        first: Option<Chances>,
        likely: Chances,
        most: Option<Chances>,
    ) -> RootMove {
        RootMove {
            first_most: first,
            likely,
            most,
            certainty: None,
            spent: 7,
            ..like.clone()
        }
    }

    #[test]
    fn a_rival_is_told_with_what_holds_it_back() {
        let reading = read_position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let a2 = reading.named("Ra2");
        let f8 = bstar_board::san::parse(&reading.position().after(a2.mv), "Kf8").unwrap();
        let like = RootMove {
            answer: Some(f8),
            ..a2.clone()
        };
        let span = |min, max| Chances { min, max };
        let exact = |points| span(points, points);
        let tell = |known: &RootMove| reading.rival(known).replace('\u{a0}', " ");
        assert_eq!(
            tell(&rival(
                &like,
                Some(exact(9_000)),
                exact(4_000),
                Some(exact(6_000))
            )),
            "Ra2 (7 expansions) promised 90.0% at first; Kf8 holds it to 40.0%, and it might still reach 60.0%."
        );
        assert_eq!(
            tell(&rival(
                &like,
                Some(exact(6_000)),
                span(0, 4_000),
                Some(span(4_000, 6_000))
            )),
            "Ra2 (7 expansions): Kf8 holds it to at most 40.0%, and it might still reach 60.0% at best."
        );
        let unanswered = RootMove {
            answer: None,
            ..rival(&like, None, span(4_000, 10_000), None)
        };
        assert_eq!(
            tell(&unanswered),
            "Ra2 (7 expansions): it is likely worth at least 40.0%."
        );
    }

    #[test]
    fn nothing_is_said_of_hopes_nobody_asked_about() {
        let reading = read_position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let best = reading.best().unwrap();
        let exact = |points| Chances {
            min: points,
            max: points,
        };
        let other = &reading.moves[1];
        let known = rival(other, None, exact(4_000), Some(exact(6_000)));
        let unknown = rival(other, None, exact(3_000), None);
        assert_eq!(
            untouched(&[&unknown, &known], best, true),
            "No expansion went into any other move."
        );
        assert!(untouched(&[&known], best, false).contains("none could reach more than Ra8#"));
    }

    #[test]
    fn moves_that_win_as_well_are_nearly_as_good() {
        let game = game("6k1/5ppp/8/8/8/8/1Q3PPP/R5K1 w - - 0 1");
        let thought = think(&game);
        let mut reading = read(&game, &thought);
        let mut told = |best: i32, second: i32| {
            for (i, known) in reading.moves.iter_mut().enumerate() {
                let points = [best, second].get(i).copied().unwrap_or(2_000);
                known.likely = Chances {
                    min: points,
                    max: points,
                };
                (known.certainty, known.score) = (None, None);
            }
            let (best, name) = (reading.moves[0].clone(), &reading.moves[1].san);
            let near = format!("{name} comes out nearly as good.");
            let paragraph = reading.others(&best, &mut Auditor::new(&game));
            paragraph.iter().any(|sentence| sentence.text == near)
        };
        assert!(told(9_900, 9_100));
        assert!(!told(9_900, 8_900));
        assert!(told(6_000, 5_950));
        assert!(!told(6_000, 5_200));
    }

    #[test]
    fn a_fault_that_a_good_move_has_too_is_not_told() {
        let text = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 10";
        let reading = read_position(text);
        let find = |name: &str| reading.named(name);
        let told = |near: &[&RootMove]| {
            let mut auditor = Auditor::new(reading.game);
            let best = reading.best().unwrap();
            let fault = reading.other(find("Rd1"), best, near, &mut auditor);
            fault.is_some_and(|fault| fault.text.contains("castling"))
        };
        assert!(told(&[]) && told(&[find("a3")]));
        assert!(!told(&[find("a3"), find("Rc1")]));
    }

    #[test]
    fn a_rival_is_named_in_every_kind_of_fault() {
        let reading = read_position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let known = &reading.moves[1];
        let told = |text: &str| about_rival(known, &Sentence::new(Topic::Rivals, text)).text;
        let name = &known.san;
        for (fault, sentence) in [
            ("It loses a pawn.", format!("{name} loses a pawn.")),
            (
                "Ra8# is better: it is checkmate.",
                format!("Ra8# is better than {name}: it is checkmate."),
            ),
            (
                "Ra8# seems slightly better: it mates.",
                format!("Ra8# seems slightly better than {name}: it mates."),
            ),
            ("The rook is lost.", format!("{name}: The rook is lost.")),
        ] {
            assert_eq!(told(fault), sentence);
        }
    }

    #[test]
    fn a_slight_merit_of_the_best_move_is_not_why_another_is_far_worse() {
        let reading =
            read_position("rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5");
        let best = reading.best().unwrap();
        let told = |name: &str, lag: i32| {
            let known = reading.named(name);
            let mut best = best.clone();
            best.likely.min = known.likely.max + lag;
            let fault = reading.other(known, &best, &[], &mut Auditor::new(reading.game));
            fault.is_some_and(|fault| fault.text.contains("active square"))
        };
        assert!(told("Bd3", 700));
        assert!(!told("Bd3", 900));
    }

    #[test]
    fn a_move_that_gives_its_man_away_is_no_rival() {
        let reading = read_position("8/5pk1/4p1p1/3pP2p/r2P3P/5PP1/1R4K1/8 w - - 0 1");
        let is_gift = |name: &str, lag: i32| {
            let mut known = reading.named(name).clone();
            let best = reading.best().unwrap();
            known.likely.max = best.likely.min - lag;
            reading.is_gift(&known, best)
        };
        assert!(is_gift("Rb4", 4_000) && is_gift("Ra2", 4_000));
        assert!(!is_gift("Rb7", 4_000) && !is_gift("Rb4", 1_000));
    }
}
