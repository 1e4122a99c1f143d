//! Which men are on the board.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use bstar_board::{Color, Piece, Position};
use thiserror::Error;

/// The largest number of men, kings included, in an ending of ours.
pub const MAX_MEN: usize = 4;

/// The men beside the kings, those of greater value first.
const KINDS: [Piece; 5] = [
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];

/// The men of an ending, each with its side. The two kings come first, White's before Black's.
pub(crate) type Men = ArrayVec<(Color, Piece), MAX_MEN>;

/// The men of a side beside its king, those of greater value first.
type Side = ArrayVec<Piece, 2>;

/// Which men are on the board, such as `KQKR`. The stronger side is written first, and is White in
/// the tables.
///
/// The side with more men is the stronger one; with as many men, the side with the more valuable
/// man.
///
/// ```
/// use bstar_tables::Ending;
///
/// let ending: Ending = "KRvKQ".parse().unwrap();
/// assert_eq!(ending.to_string(), "KQKR");
/// assert!("KQKX".parse::<Ending>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    strong: Side,
    weak: Side,
}

/// Why a word is no ending.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is no ending: {fault}")]
pub struct EndingError {
    pub word: String,
    /// What is wrong with it.
    pub fault: EndingFault,
}

/// What can be wrong with the name of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EndingFault {
    /// A letter stands for no man.
    #[error("`{0}` is no man; expected K, Q, R, B, N or P, as in KQKR or KQvKR")]
    UnknownMan(char),
    /// It is not two sides with a king each, the king first.
    #[error("expected two sides that each begin with their king, as in KQKR or KQvKR")]
    TwoKings,
    /// There are too many men.
    #[error("it has {0} men; tables are made for 3 and 4")]
    MenCount(usize),
}

/// Where the men of one ending are in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arrangement {
    pub(crate) ending: Ending,
    /// Black is the stronger side: the board has to be turned round.
    pub(crate) is_turned: bool,
    /// For every man of the ending, which of the given men it is.
    pub(crate) order: ArrayVec<usize, MAX_MEN>,
}

impl Ending {
    fn new(mut one: Side, mut other: Side) -> (Ending, bool) {
        for side in [&mut one, &mut other] {
            side.sort_unstable_by_key(|&piece| rank_of(piece));
        }
        let strength = |side: &Side| {
            let values = side.iter().map(|&piece| KINDS.len() - rank_of(piece));
            (side.len(), values.collect::<Vec<_>>())
        };
        let is_turned = strength(&other) > strength(&one);
        let (strong, weak) = if is_turned {
            (other, one)
        } else {
            (one, other)
        };
        (Ending { strong, weak }, is_turned)
    }

    /// All endings with `men` pieces, kings included. An ending comes after those it leads to.
    pub fn all(men: usize) -> Vec<Ending> {
        let mut endings = Vec::new();
        match men {
            3 => {
                for kind in KINDS {
                    endings.push(Ending::new(Side::from_iter([kind]), Side::new()).0);
                }
            }
            4 => {
                for (at, one) in KINDS.into_iter().enumerate() {
                    for other in KINDS.into_iter().skip(at) {
                        let both = Side::from_iter([one, other]);
                        endings.push(Ending::new(both, Side::new()).0);
                        let [one, other] = [one, other].map(|kind| Side::from_iter([kind]));
                        endings.push(Ending::new(one, other).0);
                    }
                }
            }
            _ => {}
        }
        endings.sort_by_key(Ending::pawns);
        endings
    }

    /// All that are known to us: those with three and four men.
    pub fn all_known() -> Vec<Ending> {
        (3..=MAX_MEN).flat_map(Ending::all).collect()
    }

    /// These endings and all others to which they lead, each once. Those to which another leads
    /// come before it.
    pub fn with_all_they_lead_to(endings: &[Ending]) -> Vec<Ending> {
        let mut wanted: Vec<Ending> = endings.to_vec();
        let mut at = 0;
        while at < wanted.len() {
            for next in wanted[at].leads_to() {
                if !wanted.contains(&next) {
                    wanted.push(next);
                }
            }
            at += 1;
        }
        let mut all = Ending::all_known();
        all.retain(|ending| wanted.contains(ending));
        all
    }

    /// The endings to which a capture or a promotion leads directly, without the bare kings.
    pub fn leads_to(&self) -> Vec<Ending> {
        let men = self.men();
        let mut next: Vec<Ending> = Vec::new();
        for mover in 0..men.len() {
            for captured in (2..men.len()).map(Some).chain([None]) {
                for promotion in KINDS[..4].iter().copied().map(Some).chain([None]) {
                    let is_exit = captured.is_some() || promotion.is_some();
                    let found = is_exit
                        .then(|| self.after(mover, captured, promotion))
                        .flatten();
                    if let Some(Arrangement { ending, .. }) = found
                        && ending.len() > 2
                        && !next.contains(&ending)
                    {
                        next.push(ending);
                    }
                }
            }
        }
        next
    }

    /// The ending after a man has captured another, or been promoted, or both. There is none if it
    /// cannot do that.
    pub(crate) fn after(
        &self,
        mover: usize,
        captured: Option<usize>,
        promotion: Option<Piece>,
    ) -> Option<Arrangement> {
        let men = self.men();
        let (color, piece) = men[mover];
        let is_own = |man: usize| men[man].0 == color;
        if captured.is_some_and(is_own) || (promotion.is_some() && piece != Piece::Pawn) {
            return None;
        }
        let left = men.iter().copied().enumerate();
        let left = left.filter(|(man, _)| Some(*man) != captured);
        let left: ArrayVec<(usize, (Color, Piece)), MAX_MEN> = left
            .map(|(man, (color, piece))| match promotion {
                Some(piece) if man == mover => (man, (color, piece)),
                _ => (man, (color, piece)),
            })
            .collect();
        Some(Arrangement::of(&left))
    }

    /// The men, White being the stronger side: the kings, then White's, then Black's.
    pub(crate) fn men(&self) -> Men {
        let kings = [(Color::White, Piece::King), (Color::Black, Piece::King)];
        let strong = self.strong.iter().map(|&piece| (Color::White, piece));
        let weak = self.weak.iter().map(|&piece| (Color::Black, piece));
        kings.into_iter().chain(strong).chain(weak).collect()
    }

    /// How many men there are, kings included.
    #[allow(clippy::len_without_is_empty)] // the kings are always there
    pub fn len(&self) -> usize {
        2 + self.strong.len() + self.weak.len()
    }

    /// How many of them are pawns.
    pub fn pawns(&self) -> usize {
        let both = self.strong.iter().chain(&self.weak);
        both.filter(|&&piece| piece == Piece::Pawn).count()
    }

    /// Whether both sides have the same pieces. Then it is the same ending with either side to
    /// move.
    pub fn is_even(&self) -> bool {
        self.strong == self.weak
    }

    /// The ending that a position is, and whether Black is the stronger side. There is none with
    /// more men than [`MAX_MEN`].
    pub fn of(position: &Position) -> Option<(Ending, bool)> {
        if position.occupied().len() as usize > MAX_MEN {
            return None;
        }
        let side = |color| {
            let mut men = Side::new();
            for kind in KINDS {
                for _ in position.men(color, kind) {
                    men.try_push(kind).ok()?;
                }
            }
            Some(men)
        };
        Some(Ending::new(side(Color::White)?, side(Color::Black)?))
    }
}

impl Arrangement {
    /// Where men, given with their numbers, stand in the ending that they make up.
    fn of(men: &[(usize, (Color, Piece))]) -> Arrangement {
        let side = |wanted: Color| -> Side {
            let own = men.iter().filter(|(_, (color, _))| *color == wanted);
            let own = own.map(|(_, (_, piece))| *piece);
            own.filter(|piece| *piece != Piece::King).collect()
        };
        let (ending, is_turned) = Ending::new(side(Color::White), side(Color::Black));
        let mut left = men.to_vec();
        let order = ending.men().into_iter().map(|(color, piece)| {
            let color = if is_turned { !color } else { color };
            let at = left.iter().position(|(_, man)| *man == (color, piece));
            left.remove(at.expect("the ending is made of these men")).0
        });
        let order = order.collect();
        Arrangement {
            ending,
            is_turned,
            order,
        }
    }
}

/// The place of a kind of man in the order of value.
fn rank_of(piece: Piece) -> usize {
    let found = KINDS.iter().position(|kind| *kind == piece);
    found.unwrap_or(KINDS.len())
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in [&self.strong, &self.weak] {
            f.write_str("K")?;
            for piece in side {
                write!(f, "{}", piece.to_string().to_uppercase())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Ending {
    type Err = EndingError;

    fn from_str(word: &str) -> Result<Ending, EndingError> {
        let refuse = |fault| EndingError {
            word: word.to_owned(),
            fault,
        };
        let upper = word.to_uppercase();
        let mut sides: Vec<Vec<Piece>> = Vec::new();
        let mut is_divided = false;
        for letter in upper.chars() {
            let piece = match letter {
                'K' => {
                    sides.push(Vec::new());
                    continue;
                }
                'Q' => Piece::Queen,
                'R' => Piece::Rook,
                'B' => Piece::Bishop,
                'N' => Piece::Knight,
                'P' => Piece::Pawn,
                'V' if sides.len() == 1 && !is_divided => {
                    is_divided = true;
                    continue;
                }
                _ => return Err(refuse(EndingFault::UnknownMan(letter))),
            };
            let side = sides.last_mut();
            side.ok_or_else(|| refuse(EndingFault::TwoKings))?
                .push(piece);
        }
        let [one, other] = &sides[..] else {
            return Err(refuse(EndingFault::TwoKings));
        };
        let men = 2 + one.len() + other.len();
        if !(3..=MAX_MEN).contains(&men) {
            return Err(refuse(EndingFault::MenCount(men)));
        }
        let side = |men: &Vec<Piece>| men.iter().copied().collect::<Side>();
        Ok(Ending::new(side(one), side(other)).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    fn names(endings: &[Ending]) -> Vec<String> {
        endings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn there_are_five_of_three_men_and_thirty_of_four() {
        assert_eq!(names(&Ending::all(3)), ["KQK", "KRK", "KBK", "KNK", "KPK"]);
        let all = Ending::all_known();
        assert_eq!(all.len(), 35);
        for ending in &all {
            assert_eq!(ending.to_string().parse(), Ok(ending.clone()));
        }
        assert!(Ending::all(5).is_empty());
    }

    #[test]
    fn what_an_ending_leads_to_is_made_before_it() {
        let all = Ending::all_known();
        for (at, ending) in all.iter().enumerate() {
            for next in ending.leads_to() {
                assert!(all[..at].contains(&next), "{ending} leads to {next}");
            }
        }
        let pawn: Ending = "KPK".parse().unwrap();
        let with_all = Ending::with_all_they_lead_to(&[pawn]);
        assert_eq!(names(&with_all), ["KQK", "KRK", "KBK", "KNK", "KPK"]);
        let pawns: Ending = "KPKP".parse().unwrap();
        let mut next = names(&pawns.leads_to());
        next.sort();
        assert_eq!(
            next,
            [
                "KBK", "KBKP", "KNK", "KNKP", "KPK", "KQK", "KQKP", "KRK", "KRKP"
            ]
        );
    }

    #[test]
    fn the_stronger_side_is_first() {
        for (word, name) in [
            ("KRvKQ", "KQKR"),
            ("kkp", "KPK"),
            ("KPKQ", "KQKP"),
            ("KNBK", "KBNK"),
            ("KKPP", "KPPK"),
        ] {
            assert_eq!(word.parse::<Ending>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn bad_names_are_refused_with_the_reason() {
        for (word, part) in [
            ("KXK", "`X` is no man"),
            ("", "two sides"),
            ("KQ", "two sides"),
            ("QK", "two sides"),
            ("KQKRK", "two sides"),
            ("KQvvKR", "`V` is no man"),
            ("vKQK", "`V` is no man"),
            ("KK", "2 men"),
            ("KQRKR", "5 men"),
            ("KQK.table", "`.` is no man"),
        ] {
            let error = word.parse::<Ending>().unwrap_err().to_string();
            assert!(
                error.contains(part) && error.contains(word),
                "{word}: {error}"
            );
        }
    }

    #[test]
    fn a_position_knows_its_ending() {
        for (text, name, is_turned) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "KRK", false),
            ("4k3/8/8/3q4/8/8/8/4K2R w - - 0 1", "KQKR", true),
            ("4k3/8/8/3q4/8/8/8/4K2Q b - - 0 1", "KQKQ", false),
            ("4k3/8/8/3pp3/8/8/8/4K3 b - - 0 1", "KPPK", true),
        ] {
            let (ending, turned) = Ending::of(&fen::parse(text).unwrap()).unwrap();
            assert_eq!((ending.to_string().as_str(), turned), (name, is_turned));
        }
        assert_eq!(Ending::of(&Position::start()), None);
    }

    #[test]
    fn a_capture_may_turn_the_board_round() {
        let ending: Ending = "KQKR".parse().unwrap();
        // The rook takes the queen.
        let after = ending.after(3, Some(2), None).unwrap();
        assert_eq!(after.ending.to_string(), "KRK");
        assert!(after.is_turned);
        assert_eq!(after.order[..], [1, 0, 3]);
        assert_eq!(ending.after(3, Some(3), None), None);
    }
}
