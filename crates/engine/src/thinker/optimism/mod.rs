//! Where optimism is added to a move (section 3.10 of the 1996 paper; docs/search.md, section 6).
//!
//! The general idea is to let the mover move twice. Whatever a probe finds after the extra move,
//! the move threatens. [`hope`] starts from that value and applies the rules, one file each:
//!
//! * [`check`]: the extra move would capture the king, so replies are counted instead.
//! * [`mate_threat`]: every threat of mate counts the same, however far off the mate is.
//! * [`hit_and_run`] and [`moved_twice`]: a piece that would be captured cannot move again.
//! * [`exposed_king`] and [`pin`]: these patterns promise a little even where the extra move finds
//!   nothing ([`promise`]).
//!
//! To add a kind of optimism, write a file like these, give it a switch in [`Rules`], call it in
//! [`hope`] or [`promise`], and name its switch in `thinker/options.rs`. The prober calls [`hope`]
//! for every move whose bound the library asks for (`thinker/prober/hope.rs`). [`discounted`]
//! reduces forcing hopes far from the root.

pub mod check;
pub mod exposed_king;
pub mod hit_and_run;
pub mod mate_threat;
pub mod moved_twice;
pub mod pin;

use bstar::{Kind, Value};
use bstar_board::{Move, Position};

use bstar_thought::Points;

/// A move, and what probes found after it. Points are the mover's.
pub struct Case<'a> {
    /// The position before the move.
    pub before: &'a Position,
    pub mv: Move,
    /// The position after it.
    pub after: &'a Position,
    /// The value of the position before it: no less than that of the move.
    pub value_before: Points,
    /// The real value of the move.
    pub real: Points,
    /// The line of best play after it. It begins with a move of the opponent.
    pub real_line: &'a [Move],
    /// Its value if the mover could move again at once; none after a check.
    pub extra: Option<Points>,
    /// The line with the extra move first.
    pub extra_line: &'a [Move],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The hope of a check is computed from its replies.
    pub checks: bool,
    /// All threats of mate count the same.
    pub mate_threats: bool,
    /// A capturing piece that is recaptured does not get away.
    pub hit_and_run: bool,
    /// A piece that is captured does not move again.
    pub moved_twice: bool,
    /// An exposed king promises something.
    pub exposed_king: bool,
    /// A new pin promises something.
    pub pins: bool,
    /// The hope of checks and threats of mate shrinks with the distance from the root.
    pub discount: bool,
}

impl Rules {
    /// All of them.
    pub const ALL: Rules = Rules {
        checks: true,
        mate_threats: true,
        hit_and_run: true,
        moved_twice: true,
        exposed_king: true,
        pins: true,
        discount: true,
    };
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::ALL
    }
}

/// An ordinary bound.
pub const PLAIN: Kind = Kind(0);
/// A bound from a check or a threat of mate. It is worth less far from the root.
pub const FORCING: Kind = Kind(1);

/// No hope is above this, and no estimate reaches it.
const MAX_HOPE_POINTS: Points = Points(9_990);

/// A share of the way from a value to a won game.
fn part_of_the_way(real: Points, part: f64) -> Points {
    let way = (MAX_HOPE_POINTS - real).max(Points(0));
    real + Points((f64::from(way.0) * part.min(1.0)) as Value)
}

/// The mover's hope: the optimistic value of a move, and its kind.
pub fn hope(rules: &Rules, case: &Case) -> (Points, Kind) {
    let forcing = if rules.discount { FORCING } else { PLAIN };
    if case.after.in_check() {
        let hope = if rules.checks {
            check::hope(case)
        } else {
            case.real
        };
        return (hope.max(case.real), forcing);
    }
    let extra = case.extra.unwrap_or(case.real).max(case.real);
    let (mut hope, mut kind) = (extra, PLAIN);
    if rules.mate_threats && mate_threat::is_one(case) {
        (hope, kind) = (mate_threat::hope(case), forcing);
    } else if rules.hit_and_run && hit_and_run::is_one(case) {
        hope = case.real + Points((extra - case.real).0 / hit_and_run::GAIN_DIVISOR);
    } else if rules.moved_twice && moved_twice::is_one(case) {
        hope = case.real + Points((extra - case.real).0 / moved_twice::GAIN_DIVISOR);
    }
    hope = hope.max(case.real + promise(rules, case.before, case.after));
    (short_of_a_win(hope, case.real), kind)
}

/// Whether the extra move is made by a man that would have been captured.
pub fn runs(rules: &Rules, case: &Case) -> bool {
    !case.after.in_check()
        && (rules.hit_and_run && hit_and_run::is_one(case)
            || rules.moved_twice && moved_twice::is_one(case))
        && !(rules.mate_threats && mate_threat::is_one(case))
}

/// Limits a hope: no less than the real value, and no more than the maximum unless the real value
/// is.
pub fn short_of_a_win(hope: Points, real: Points) -> Points {
    hope.clamp(real, MAX_HOPE_POINTS.max(real))
}

/// What patterns promise the mover beyond the real value.
pub fn promise(rules: &Rules, before: &Position, after: &Position) -> Points {
    let exposed_king = if rules.exposed_king {
        exposed_king::promise(after)
    } else {
        Points(0)
    };
    let pins = if rules.pins {
        pin::promise(before, after)
    } else {
        Points(0)
    };
    exposed_king.max(pins)
}

/// What is left of a bound at a distance from the root. The library calls this, so it counts in the
/// library's plain numbers.
pub fn discounted(kind: Kind, real: Value, bound: Value, distance: u32) -> Value {
    if kind != FORCING {
        return bound;
    }
    // An eighth less for every two moves by the same side.
    let factor = 0.875f64.powi((distance.saturating_sub(1) / 2).min(30) as i32);
    real + (f64::from(bound - real) * factor) as Value
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use bstar_board::{fen, notation};

    /// A move in a position, with what probes would have found.
    pub fn with_case<T>(
        fen: &str,
        mv: &str,
        real_line: &[&str],
        extra_line: &[&str],
        extra: Option<Points>,
        judge: impl FnOnce(&Case) -> T,
    ) -> T {
        let before = fen::parse(fen).unwrap();
        let mv = notation::parse(&before, mv).unwrap();
        let after = before.after(mv);
        let line = |mut position: Position, words: &[&str]| -> Vec<Move> {
            let mut moves = Vec::new();
            for word in words {
                let mv = notation::parse(&position, word).unwrap();
                position = position.after(mv);
                moves.push(mv);
            }
            moves
        };
        let real_line = line(after.clone(), real_line);
        let extra_line = after
            .pass()
            .map_or(Vec::new(), |passed| line(passed, extra_line));
        judge(&Case {
            before: &before,
            mv,
            after: &after,
            value_before: Points::DRAW,
            real: Points::DRAW,
            real_line: &real_line,
            extra,
            extra_line: &extra_line,
        })
    }

    #[test]
    fn hope_from_forcing_moves_shrinks_on_the_way() {
        assert_eq!(discounted(PLAIN, 5_000, 9_000, 9), 9_000);
        assert_eq!(discounted(FORCING, 5_000, 9_000, 1), 9_000);
        let hopes: Vec<Value> = (1..12)
            .map(|distance| discounted(FORCING, 5_000, 9_000, distance))
            .collect();
        assert!(hopes.is_sorted_by(|a, b| a >= b) && hopes[10] < 8_000 && hopes[10] > 5_000);
    }

    #[test]
    fn a_quiet_move_hopes_for_what_it_threatens() {
        // Bb5 attacks the knight, and the extra move captures it.
        let hope = with_case(
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1",
            "f1b5",
            &["g8f6"],
            &["b5c6"],
            Some(Points(6_500)),
            |case| hope(&Rules::ALL, case),
        );
        assert_eq!(hope, (Points(6_500), PLAIN));
    }
}
