//! Every position of an ending has a number, and positions that mirror each other have the same.
//!
//! A placement is the squares of the two kings and the squares of the other men. Without pawns the
//! board may be turned and mirrored in eight ways: the pair of kings decides how, and 462 pairs are
//! left. With pawns only left and right may be exchanged: the other men decide whether.
//!
//! A few placements mirror themselves in part, such as kings that both stand on a long diagonal.
//! Then two ways are tried, and the smaller number is the right one.
//!
//! Numbers are called slots. The first half belongs to White to move, the second to Black. An
//! ending in which both sides have the same men has only the first half: with Black to move,
//! colours are changed. Behind them come the positions in which a pawn can be captured en passant.

use bstar_board::{Color, Piece, Rank, Square, attacks};

use crate::ending::{Ending, Men};
use crate::placement::Placement;

/// The ways to turn and mirror a board. The first two leave ranks as they are.
const WAYS: usize = 8;
const WAYS_WITH_PAWNS: usize = 2;

/// Numbers that stand for nothing.
const NONE: u16 = u16::MAX;

/// The numbers of pairs of squares, up to the symmetry that is taken out by them.
#[derive(Clone, Debug)]
struct Pairs {
    /// The number of a pair, by its two squares; `NONE` for those that are not used, or are the
    /// mirror image of another.
    numbers: Vec<u16>,
    /// The squares of a number.
    squares: Vec<[Square; 2]>,
    /// Which way, or which two ways, lead from a pair to that which has a number.
    ways: Vec<[u8; 2]>,
}

/// Which slot a placement of an ending has, and which placement a slot.
#[derive(Clone, Debug)]
pub(crate) struct SlotIndex {
    men: Men,
    is_even: bool,
    has_pawns: bool,
    second: Second,
    kings: Pairs,
    others: Pairs,
    /// For each pair of other men, its number among those with a capture en passant.
    en_passant: Vec<u16>,
    /// And back.
    en_passant_others: Vec<u16>,
}

/// What the second square of a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    /// That of another kind of man.
    Different,
    /// That of a man like the first: they may be exchanged.
    Alike,
    /// There is no second man. The square is always a1, and is not turned.
    Missing,
}

/// The square after turning the board in one of the ways.
#[inline]
fn turn(square: Square, way: usize) -> usize {
    let mut square = square as usize;
    if way & 1 != 0 {
        square ^= 0b000_111;
    }
    if way & 2 != 0 {
        square ^= 0b111_000;
    }
    if way & 4 != 0 {
        square = (square >> 3) | ((square & 7) << 3);
    }
    square
}

/// The place of a pair in a table of all pairs.
#[inline]
fn place(one: usize, other: usize) -> usize {
    one * 64 + other
}

fn place_of(pair: [Square; 2]) -> usize {
    place(pair[0] as usize, pair[1] as usize)
}

impl Pairs {
    /// Numbers the pairs that are wanted. Pairs that one of the first `ways` symmetries maps onto
    /// each other share a number.
    fn new(ways: usize, second: Second, is_wanted: impl Fn([Square; 2]) -> bool) -> Pairs {
        let mut pairs = Pairs {
            numbers: vec![NONE; 64 * 64],
            squares: Vec::new(),
            ways: vec![[0, 0]; 64 * 64],
        };
        let turned = |pair: [Square; 2], way: usize| {
            let [one, other] = pair.map(|square| turn(square, way));
            match second {
                Second::Missing => place(one, 0),
                Second::Different => place(one, other),
                Second::Alike => place(one.min(other), one.max(other)),
            }
        };
        for pair in all_pairs().filter(|pair| is_wanted(*pair)) {
            let least = (0..ways).map(|way| turned(pair, way)).min();
            let least = least.unwrap_or_default();
            if least == place_of(pair) {
                pairs.numbers[least] = pairs.squares.len() as u16;
                pairs.squares.push(pair);
            }
            let mut fitting = (0..ways).filter(|way| turned(pair, *way) == least);
            let first = fitting.next().unwrap_or_default();
            let other = fitting.next().unwrap_or(first);
            debug_assert!(fitting.next().is_none(), "at most one mirror image");
            pairs.ways[place_of(pair)] = [first as u8, other as u8];
        }
        if second == Second::Alike {
            for pair in all_pairs().filter(|pair| pair[0] > pair[1]) {
                pairs.numbers[place_of(pair)] = pairs.numbers[place_of([pair[1], pair[0]])];
            }
        }
        pairs
    }

    fn len(&self) -> usize {
        self.squares.len()
    }
}

fn all_pairs() -> impl Iterator<Item = [Square; 2]> {
    let all = || (0..64).map(Square::index);
    all().flat_map(move |one| all().map(move |other| [one, other]))
}

impl SlotIndex {
    pub(crate) fn new(ending: &Ending) -> SlotIndex {
        let men = ending.men();
        let has_pawns = ending.pawns() > 0;
        let ways = |decides| match (decides, has_pawns) {
            (false, _) => 1,
            (true, false) => WAYS,
            (true, true) => WAYS_WITH_PAWNS,
        };
        let kings = Pairs::new(ways(!has_pawns), Second::Different, |[white, black]| {
            white != black && !attacks::king(white).has(black)
        });
        let second = match men[2..] {
            [_] => Second::Missing,
            [one, other] if one == other => Second::Alike,
            _ => Second::Different,
        };
        let may_stand = |man: usize, square: Square| match men.get(man) {
            Some((_, Piece::Pawn)) => !matches!(square.rank(), Rank::First | Rank::Eighth),
            Some(_) => true,
            None => square == Square::A1,
        };
        let others = Pairs::new(ways(has_pawns), second, |[one, other]| {
            (one != other || second == Second::Missing) && may_stand(2, one) && may_stand(3, other)
        });
        let mut index = SlotIndex {
            is_even: ending.is_even(),
            men,
            has_pawns,
            second,
            kings,
            en_passant: vec![NONE; others.len()],
            en_passant_others: Vec::new(),
            others,
        };
        index.number_en_passant();
        index
    }

    /// Numbers the pairs of pawns of which White's may capture Black's en passant. Only an even
    /// ending has such pairs, and there White is to move.
    fn number_en_passant(&mut self) {
        let is_pawn = |man: usize| matches!(self.men.get(man), Some((_, Piece::Pawn)));
        if !self.is_even || !is_pawn(2) || !is_pawn(3) {
            return;
        }
        for (number, [white, black]) in self.others.squares.iter().enumerate() {
            let are_beside = white.rank() == black.rank()
                && (white.file() as i8 - black.file() as i8).abs() == 1;
            if are_beside && white.rank() == Rank::Fifth {
                self.en_passant[number] = self.en_passant_others.len() as u16;
                self.en_passant_others.push(number as u16);
            }
        }
    }

    pub(crate) fn men(&self) -> &Men {
        &self.men
    }

    pub(crate) fn has_pawns(&self) -> bool {
        self.has_pawns
    }

    /// Slots without a capture en passant.
    fn plain_slots(&self) -> usize {
        let sides = if self.is_even { 1 } else { 2 };
        sides * self.kings.len() * self.others.len()
    }

    pub(crate) fn slots(&self) -> usize {
        self.plain_slots() + self.en_passant_others.len() * self.kings.len()
    }

    /// The slot of a legal placement.
    #[inline]
    pub(crate) fn slot(&self, placement: &Placement) -> usize {
        if self.is_even && placement.side == Color::Black {
            let mut turned = placement.turned();
            turned.squares.swap(0, 1);
            turned.squares.swap(2, 3);
            return self.slot_of_half(&turned);
        }
        self.slot_of_half(placement)
    }

    #[inline]
    fn slot_of_half(&self, placement: &Placement) -> usize {
        let [white, black, one, other] = placement.squares.map(|square| square as usize);
        let ways = match self.has_pawns {
            true => self.others.ways[self.place_of_others(one, other)],
            false => self.kings.ways[place(white, black)],
        };
        let slot = self.slot_in_way(placement, ways[0]);
        if ways[0] == ways[1] {
            return slot;
        }
        slot.min(self.slot_in_way(placement, ways[1]))
    }

    #[inline]
    fn place_of_others(&self, one: usize, other: usize) -> usize {
        match self.second {
            Second::Missing => place(one, 0),
            Second::Different | Second::Alike => place(one, other),
        }
    }

    #[inline]
    fn slot_in_way(&self, placement: &Placement, way: u8) -> usize {
        let [white, black, one, other] = placement.squares.map(|square| turn(square, way.into()));
        let kings = self.kings.numbers[place(white, black)] as usize;
        let others = self.others.numbers[self.place_of_others(one, other)] as usize;
        if placement.en_passant {
            let number = self.en_passant[others] as usize;
            return self.plain_slots() + number * self.kings.len() + kings;
        }
        let side = placement.side as usize;
        if self.has_pawns {
            (side * self.others.len() + others) * self.kings.len() + kings
        } else {
            (side * self.kings.len() + kings) * self.others.len() + others
        }
    }

    /// The placement of a slot. There is none if the slot is not used: men stand on one square, a
    /// king could be captured, or the mirror image has another slot.
    #[inline]
    pub(crate) fn placement(&self, slot: usize) -> Option<Placement> {
        let placement = self.possible_placement(slot);
        let is_used = placement.is_legal(&self.men) && self.slot(&placement) == slot;
        is_used.then_some(placement)
    }

    /// How the men stand by the number of the slot, whether that is legal or not.
    pub(crate) fn possible_placement(&self, slot: usize) -> Placement {
        let plain = self.plain_slots();
        let en_passant = slot >= plain;
        let (side, kings, others) = if en_passant {
            let rest = slot - plain;
            let others = self.en_passant_others[rest / self.kings.len()];
            (0, rest % self.kings.len(), usize::from(others))
        } else if self.has_pawns {
            let rest = slot / self.kings.len();
            let side = rest / self.others.len();
            (side, slot % self.kings.len(), rest % self.others.len())
        } else {
            let rest = slot / self.others.len();
            let side = rest / self.kings.len();
            (side, rest % self.kings.len(), slot % self.others.len())
        };
        let [white, black] = self.kings.squares[kings];
        let [one, other] = self.others.squares[others];
        Placement {
            squares: [white, black, one, other],
            side: Color::index(side),
            en_passant,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn index(name: &str) -> SlotIndex {
        SlotIndex::new(&name.parse().unwrap())
    }

    /// All placements with this one's value: turned, mirrored, and with colours changed.
    fn mirror_images(index: &SlotIndex, placement: &Placement) -> Vec<Placement> {
        let ways = if index.has_pawns { 2 } else { 8 };
        let turned = (0..ways).map(|way| Placement {
            squares: placement
                .squares
                .map(|square| Square::index(turn(square, way))),
            ..*placement
        });
        let mut images: Vec<Placement> = turned.collect();
        if index.second == Second::Alike {
            for at in 0..images.len() {
                let mut image = images[at];
                image.squares.swap(2, 3);
                images.push(image);
            }
        }
        if index.is_even {
            for at in 0..images.len() {
                let mut image = images[at].turned();
                image.squares.swap(0, 1);
                image.squares.swap(2, 3);
                images.push(image);
            }
        }
        images
    }

    #[test]
    fn the_number_of_slots_is_known() {
        for (name, slots) in [
            ("KQK", 2 * 462 * 64),
            ("KPK", 2 * 24 * 3612),
            ("KQKR", 2 * 462 * 64 * 63),
            ("KQQK", 2 * 462 * 64 * 63 / 2),
            ("KQKQ", 462 * 64 * 63),
            ("KRPK", 2 * 24 * 63 * 3612),
            ("KPPK", 2 * (48 * 47 / 2 + 24) / 2 * 3612),
            ("KPKP", 24 * 47 * 3612 + 7 * 3612),
        ] {
            assert_eq!(index(name).slots(), slots, "{name}");
        }
    }

    /// The slots of a small ending by counting: every legal placement has one that is used, all of
    /// its mirror images have the same one, and nothing else has it.
    #[test]
    fn every_legal_placement_of_three_men_has_one_slot_with_its_mirror_images() {
        for name in ["KQK", "KPK"] {
            let index = index(name);
            let mut seen = vec![0u32; index.slots()];
            for side in [Color::White, Color::Black] {
                for number in 0..64 * 64 * 64 {
                    let square = |at: u32| Square::index(number >> (6 * at) & 63);
                    let placement = Placement {
                        squares: [square(0), square(1), square(2), Square::H8],
                        side,
                        en_passant: false,
                    };
                    if placement.is_legal(&index.men) {
                        seen[index.slot(&placement)] += 1;
                    }
                }
            }
            for (slot, &count) in seen.iter().enumerate() {
                let images = index.placement(slot).map_or(0, |placement| {
                    let mut images = mirror_images(&index, &placement);
                    images.sort_by_key(|image| image.squares[..3].to_vec());
                    images.dedup_by_key(|image| image.squares[..3].to_vec());
                    images.len()
                });
                assert_eq!(count as usize, images, "{name}, slot {slot}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, max_global_rejects: 9000, ..Default::default() })]

        #[test]
        fn mirror_images_have_the_same_slot_and_it_is_used(
            which in 0..35usize,
            squares in prop::array::uniform4(0..64usize),
            is_black in any::<bool>(),
            wants_en_passant in any::<bool>(),
        ) {
            thread_local! {
                static ALL: Vec<SlotIndex> =
                    Ending::all_known().iter().map(SlotIndex::new).collect();
            }
            ALL.with(|all| {
                let index = &all[which];
                let mut placement = Placement {
                    squares: squares.map(Square::index),
                    side: Color::index(is_black.into()),
                    en_passant: false,
                };
                prop_assume!(placement.is_legal(&index.men));
                placement.en_passant = wants_en_passant && placement.admits_en_passant(&index.men);
                let slot = index.slot(&placement);
                let images = mirror_images(index, &placement);
                for image in &images {
                    prop_assert_eq!(index.slot(image), slot);
                }
                let found = index.placement(slot);
                let found = found.expect("the slot is used");
                let len = index.men.len();
                let is_image = images.iter().any(|image| {
                    image.squares[..len] == found.squares[..len]
                        && image.side == found.side
                        && image.en_passant == found.en_passant
                });
                prop_assert!(is_image, "{:?} became {:?}", placement, found);
                Ok(())
            })?;
        }

        #[test]
        fn a_slot_that_is_used_is_the_slot_of_its_placement(which in 0..35usize, at in any::<prop::sample::Index>()) {
            let index = SlotIndex::new(&Ending::all_known()[which]);
            let slot = at.index(index.slots());
            if let Some(placement) = index.placement(slot) {
                prop_assert_eq!(index.slot(&placement), slot);
            }
        }
    }

    #[test]
    fn captures_en_passant_have_slots_of_their_own() {
        let index = index("KPKP");
        let mut used = 0;
        for slot in index.plain_slots()..index.slots() {
            if let Some(placement) = index.placement(slot) {
                assert!(
                    placement
                        .position(&index.men)
                        .unwrap()
                        .can_capture_en_passant()
                );
                used += 1;
            }
        }
        assert!(used > 20_000, "{used}");
    }
}
