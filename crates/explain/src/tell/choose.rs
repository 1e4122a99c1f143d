//! What is told and what is left out: all weights and limits.
//!
//! `bstar explain FEN --why` prints every idea about the chosen move with its factors, and whether
//! it was told; [`weigh`](super::weigh) multiplies them. Points are ten-thousandths of the expected
//! score.

use bstar_board::score::Centipawns;
use bstar_concepts::Concept;

/// How much a word of the vocabulary usually explains, beside the others, in groups of one weight:
/// 1 for what is nearly always there, 9 for what decides games.
const WEIGHTS: &[(u8, &[&str])] = &[
    (9, &["lures", "perpetual", "zugzwang"]),
    (
        8,
        &[
            "desperado",
            "double-threat",
            "interferes",
            "opposition",
            "outpost",
            "overloads",
            "pawn-square",
        ],
    ),
    (
        7,
        &[
            "gives-up-castling",
            "gives-up-guard",
            "hits-defender",
            "in-between",
            "minority-attack",
            "passer-made",
            "prevents-move",
            "rid-of-bad-bishop",
            "rook-behind-passer",
            "seventh-rank",
            "undermines",
        ],
    ),
    (
        6,
        &[
            "bishop-against-knight",
            "bishop-pair",
            "blockades",
            "doubling",
            "early-queen",
            "gives-up-file",
            "hits-backward",
            "hits-hanging-pawns",
            "lever",
            "opens-king",
            "passer-pushed",
            "queen-first",
            "recaptures",
            "reroute",
            "rook-lift",
            "undoubles",
        ],
    ),
    (
        5,
        &[
            "aims-at-king",
            "battery",
            "blocks-own",
            "castles-safely",
            "centre-occupied",
            "fixes-doubled",
            "gives-tempo",
            "half-open-file",
            "heads-for-blockade",
            "heads-for-outpost",
            "hits-doubled",
            "hits-isolated",
            "holds-break",
            "king-activity",
            "leaves-hole",
            "lets-chase",
            "locks",
            "long-diagonal",
            "loosens-king",
            "luft",
            "moves-again",
            "opens-line",
            "pawn-storm",
            "pushes-away-support",
            "shelters-king",
            "shuts-in",
            "spoils-pawns",
            "strong-square",
            "supports-blockade",
            "supports-passer",
            "takes-open-file",
            "trades-helps-them",
            "trades-when-ahead",
            "would-open",
        ],
    ),
    (
        4,
        &[
            "activity",
            "avoids-trade",
            "centralizes",
            "clears-square",
            "defends-king",
            "denies-square",
            "fixes-pawn",
            "frees-bishop",
            "gives-up-pair",
            "guards-weak-point",
            "hits-guard",
            "joint-pressure",
            "majority",
            "offers-trade",
            "passive",
            "regroups",
            "releases-tension",
            "restrains-pawn",
            "restricts",
            "rim-knight",
            "space",
            "steps-aside",
            "supports-advance",
            "tucks-king",
        ],
    ),
    (
        3,
        &[
            "active-development",
            "centre-supported",
            "connects-rooks",
            "fianchetto",
            "frees-diagonal",
            "keeps-tension",
            "more-active",
            "unblocks-pawn",
            "wing-advance",
        ],
    ),
    (
        2,
        &[
            "eyes-squares",
            "guards-loose",
            "prepares",
            "pressure",
            "rook-behind-pawn",
            "room-to-castle",
            "supports",
        ],
    ),
];

/// The weight of a concept among [all](bstar_concepts::CONCEPTS).
pub(crate) fn weight_of(concept: &Concept) -> u8 {
    let has = |(_, names): &&(u8, &[&str])| names.contains(&concept.name);
    WEIGHTS.iter().find(has).map_or(0, |(weight, _)| *weight)
}

// The factors of an idea.

/// The rivals that count most, by what they are likely to bring.
pub(crate) const NEAR_RIVALS: usize = 4;
/// How much of the contrast they make up; all other moves have the rest.
pub(crate) const NEAR_SHARE: f64 = 0.6;
/// Half moves of the line of best play after which something counts as lasting.
pub(crate) const LASTING_PLIES: usize = 6;
/// The factor of what does not last.
pub(crate) const PASSING: f64 = 0.5;
/// Points that double the factor of worth.
pub(crate) const DOUBLING_WORTH: f64 = 800.0;
/// The least and the most that worth may be as a factor.
pub(crate) const WORTH_FACTORS: [f64; 2] = [0.5, 2.0];
/// An idea that weighs less, all factors together, is not told.
pub(crate) const MIN_WEIGHT: f64 = 1.0;

// How heavy a concept must be in places where it is not weighed against others.

/// What a move prepares is told from this weight on.
pub(crate) const MIN_PREPARED_WEIGHT: u8 = 4;
/// An idea of the opponent's answer is told from this weight on.
pub(crate) const MIN_ANSWER_WEIGHT: u8 = 4;
/// An idea of the opponent's that weighs less is told after what the best move has.
pub(crate) const HEAVY_IDEA: u8 = 5;

// The chosen move.

/// The most sentences about what a move does.
pub(crate) const MAX_REASONS: usize = 3;
/// A threat must win this much more than the line wins anyway, in centipawns.
pub(crate) const EXTRA_THREAT_CENTIPAWNS: i32 = 150;
/// A plan must promise this much more than the likely value, in points, to be told.
pub(crate) const MIN_PLAN_POINTS: i32 = 100;
/// A larger score is told as no number.
pub(crate) const MAX_TOLD_SCORE: Centipawns = Centipawns(2_000);
/// The most half moves of the expected line that are told. Further on a search is seldom right.
pub(crate) const MAX_TOLD_PLIES: usize = 10;
/// If another move is less likely to be better than this, none is named.
pub(crate) const MIN_NEAREST_CHANCE: f64 = 0.1;
/// Where the root alone is searched to this depth, it is a deep search, and none of the first steps
/// of a tree.
pub(crate) const MIN_DEEP_PLIES: u32 = 5;
/// After this many half moves nobody asks any more what the opening was.
pub(crate) const MAX_OPENING_PLIES: usize = 30;
/// Values that differ by no more, in centipawns, are the same.
pub(crate) const SAME_CENTIPAWNS: i32 = 50;

// Gains of men.

/// The most half moves that are played on to see whether a gain is kept.
pub(crate) const MAX_PLAYED_ON_PLIES: usize = 12;
/// A difference in centipawns that nobody would call one: a bishop for a knight.
pub(crate) const SMALL_CENTIPAWNS: i32 = 20;
/// A side whose score is lower than its lead in men by more than this gives something back. The
/// smaller number holds if it wins less than [`MIN_TO_SPARE_CENTIPAWNS`].
pub(crate) const COMPENSATION_CENTIPAWNS: i32 = 100;
pub(crate) const PAWN_COMPENSATION_CENTIPAWNS: i32 = 50;
/// A move whose value is lower than the lead in men at the end of its line by more than this is not
/// told to win them.
pub(crate) const MAX_DISAGREEMENT_CENTIPAWNS: i32 = 200;
/// A side whose score is higher than its lead in men by this much, and half of what it wins, gives
/// nothing back, unless it can spare three pawns.
pub(crate) const CLEAR_CENTIPAWNS: i32 = 100;
/// A side that wins this much may let two pawns go, and one that wins more may let three go.
pub(crate) const MIN_TO_SPARE_CENTIPAWNS: i32 = 200;
pub(crate) const MIN_TO_SPARE_MORE_CENTIPAWNS: i32 = 500;

// Rivals of the chosen move.

/// The most rivals whose search is told about. The table has more.
pub(crate) const MAX_NAMED_RIVALS: usize = 3;
/// The moves that are told about in words, and among how many of the nearest they are sought.
pub(crate) const MAX_TOLD_RIVALS: usize = 3;
pub(crate) const MAX_NEAR_RIVALS: usize = 6;
/// A move that is worse by fewer points is nearly as good.
pub(crate) const NEARLY_AS_GOOD_POINTS: i32 = 100;
/// A move that is worse by more points, and just leaves a man to be taken, is no rival.
pub(crate) const GIFT_POINTS: i32 = 3_000;
/// No quiet idea of little weight is why a move is worse by this many points.
pub(crate) const FAR_BEHIND_POINTS: i32 = 800;
/// A move that is worth this many points wins, and another that does so is nearly as good.
pub(crate) const WINNING_POINTS: i32 = 9_000;

// A move that was asked about, and what is wrong with it.

/// Of a move that is worse than the best by this many points, few merits are told.
pub(crate) const BAD_POINTS: i32 = 500;
/// How many of them.
pub(crate) const MAX_MERITS_OF_BAD: usize = 2;
/// The most sentences about what is wrong.
pub(crate) const MAX_FAULTS: usize = 2;
/// A move must be worse than the best by this many points to have something wrong with it.
pub(crate) const WORSE_POINTS: i32 = 100;
/// A move that is worse by fewer points may turn out to be the better one.
pub(crate) const CLEARLY_WORSE_POINTS: i32 = 300;
/// A move that is worse by this many points lacks something.
pub(crate) const SLIGHTLY_WORSE_POINTS: i32 = 10;
/// The most sentences about replies and what they lose.
pub(crate) const MAX_FAILING_SENTENCES: usize = 2;
/// The most replies that are tried for these sentences.
pub(crate) const MAX_FAILING_REPLIES: usize = 5;
/// A move that is worse than the best by this many points is worse for a reason, if it is no better
/// than a draw, and one that is worse by the larger number always.
pub(crate) const FAILING_POINTS: i32 = 200;
pub(crate) const FAR_WORSE_POINTS: i32 = 500;
/// A side that expects more than this gets something for what it loses.
pub(crate) const LOSING_POINTS: i32 = 4_500;
/// The most moves that throw something away of which it is told why.
pub(crate) const MAX_THROWN_AWAY: usize = 3;
/// The most of them for which a reason is looked for: the most natural ones.
pub(crate) const MAX_THROWN_AWAY_TRIED: usize = 8;
/// The most answers to a move for which a reason is looked for.
pub(crate) const MAX_TRIED_ANSWERS: usize = 3;
/// The most answers that are named.
pub(crate) const MAX_NAMED_ANSWERS: usize = 3;

// What is known from endgame tables, and the trial of a move.

/// The most half moves of the tables' line that are told.
pub(crate) const MAX_KNOWN_LINE_PLIES: usize = 16;
/// A line is told to its end if that is no further than this many half moves.
pub(crate) const MAX_WHOLE_LINE_PLIES: usize = 24;
/// The most moves that are named.
pub(crate) const MAX_KNOWN_NAMED: usize = 5;
/// The most replies and choices that are named.
pub(crate) const MAX_TRIAL_NAMED: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_concepts::CONCEPTS;

    #[test]
    fn every_concept_has_one_weight() {
        let mut weighed: Vec<&str> = WEIGHTS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut named: Vec<&str> = CONCEPTS.iter().map(|concept| concept.name).collect();
        weighed.sort_unstable();
        named.sort_unstable();
        assert_eq!(weighed, named);
    }
}
