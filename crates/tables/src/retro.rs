//! The values of all positions of an ending, found backwards.
//!
//! Work begins with the moves that leave the ending, whose values are known from other tables, and
//! with the positions in which somebody is mated. Then it goes backwards in layers. Layer *n* has
//! the positions that are decided in *n* half moves. A move taken back from a lost position comes
//! from a won one. A move taken back from a won position comes from one that may be lost: it is
//! lost when all of its moves have been seen to lead to won ones. So every position counts its
//! moves that have not been seen yet.
//!
//! The same work finds two distances, which differ in the moves that are taken back. On the way to
//! mate these are all moves within the ending. On the way to zeroing, pawn moves are not:
//! they end the way, like captures, and their value is known once the distances to mate are.
//!
//! Several threads share the positions of a layer. A thread's writes have no influence on the other
//! positions of the same layer, so the result does not depend on the order of the threads.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use arrayvec::ArrayVec;
use bstar_board::{BitBoard, Piece};
use bstar_kit::memory::zeros;
use bstar_kit::stop::Stop;
use bstar_kit::workers::work;

use crate::ending::{Ending, MAX_MEN};
use crate::index::SlotIndex;
use crate::placement::{Placement, Step};
use crate::table::{MakeError, Table};
use crate::value::{DRAW, Known, MAX_PLIES, UNUSED, loss_in, win_in};

/// Slots that a thread takes at a time.
const CHUNK_SLOTS: usize = 1 << 14;

/// No position of four men has more moves, or more positions before it.
const MAX_STEPS: usize = 128;

/// Where capture and promotion lead.
pub(crate) struct Exits<'a> {
    /// By the man that moves, the man that is captured, and what it becomes. The last of the latter
    /// two stands for nothing.
    exits: Vec<Option<Exit<'a>>>,
}

struct Exit<'a> {
    /// There is none for the bare kings.
    table: Option<&'a Table>,
    is_turned: bool,
    order: ArrayVec<usize, MAX_MEN>,
}

const PROMOTION_KINDS: usize = 5;

fn exit_place(mover: usize, captured: Option<usize>, promotion: Option<Piece>) -> usize {
    let captured = captured.unwrap_or(MAX_MEN);
    let promotion = promotion.map_or(0, |piece| piece as usize);
    (mover * (MAX_MEN + 1) + captured) * PROMOTION_KINDS + promotion
}

impl<'a> Exits<'a> {
    /// The exits of an ending. `find` gives the table of another one.
    pub(crate) fn new(
        ending: &Ending,
        find: impl Fn(&Ending) -> Option<&'a Table>,
    ) -> Result<Exits<'a>, MakeError> {
        let promotions = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        let mut exits = Vec::new();
        exits.resize_with(MAX_MEN * (MAX_MEN + 1) * PROMOTION_KINDS, || None);
        let men = ending.len();
        for mover in 0..men {
            for captured in (2..men).map(Some).chain([None]) {
                for promotion in promotions.map(Some).into_iter().chain([None]) {
                    if captured.is_none() && promotion.is_none() {
                        continue;
                    }
                    let Some(next) = ending.after(mover, captured, promotion) else {
                        continue;
                    };
                    let table = match next.ending.len() {
                        2 => None,
                        _ => Some(find(&next.ending).ok_or_else(|| MakeError::Missing {
                            ending: ending.clone(),
                            missing: next.ending.clone(),
                        })?),
                    };
                    exits[exit_place(mover, captured, promotion)] = Some(Exit {
                        table,
                        is_turned: next.is_turned,
                        order: next.order,
                    });
                }
            }
        }
        Ok(Exits { exits })
    }

    /// The distance to mate after a capture or a promotion, for the side that is then to move.
    fn mate_after(&self, step: &Step) -> Known {
        let exit = &self.exits[exit_place(step.mover, step.captured, step.promotion)];
        let Some(exit) = exit else {
            return Known::Unused;
        };
        let Some(table) = exit.table else {
            return Known::Draw;
        };
        let mut placement = step.after;
        for (place, &man) in placement.squares.iter_mut().zip(&exit.order) {
            *place = step.after.squares[man];
        }
        if exit.is_turned {
            placement = placement.turned();
        }
        table.mate(table.index().slot(&placement))
    }
}

/// What a way ends with.
#[derive(Clone, Copy)]
pub(crate) enum Metric<'a> {
    Mate,
    /// With the first zeroing move, or with mate. The distances to mate are known.
    Zeroing(&'a [u8]),
}

/// The work on one ending.
pub(crate) struct Retrograde<'a> {
    pub(crate) index: &'a SlotIndex,
    pub(crate) exits: &'a Exits<'a>,
    pub(crate) metric: Metric<'a>,
    pub(crate) threads: usize,
    pub(crate) stop: &'a Stop,
}

/// What is known of all slots while the work goes on.
struct Slate {
    /// What is decided; `DRAW` where nothing is yet.
    values: Vec<AtomicU8>,
    /// The best that moves which end the way come to: a win that the position has at least; or the
    /// longest loss, which counts if all other moves lose too; or a draw.
    endings: Vec<u8>,
    /// Moves that have not been seen to lose.
    open: Vec<AtomicU8>,
}

/// A part of it, at the beginning of the work.
struct SlateChunk<'a> {
    first: usize,
    values: &'a mut [u8],
    endings: &'a mut [u8],
    open: &'a mut [u8],
}

type Slots = ArrayVec<u32, MAX_STEPS>;

impl Retrograde<'_> {
    /// The value of every slot, as bytes; `None` if there is not enough memory.
    pub(crate) fn solve(&self, report: &mut dyn FnMut(u8)) -> Result<Option<Vec<u8>>, MakeError> {
        let Some((slate, last_ending)) = self.begin()? else {
            return Ok(None);
        };
        for plies in 0.. {
            report(plies);
            let decided = self.layer(&slate, plies)?;
            if decided == 0 && plies >= last_ending {
                break;
            }
            if plies >= MAX_PLIES {
                return Err(MakeError::TooLong);
            }
        }
        let values = slate.values.into_iter();
        Ok(Some(values.map(AtomicU8::into_inner).collect()))
    }

    fn is_edge(&self, step: &Step) -> bool {
        match self.metric {
            Metric::Mate => !step.is_exit(),
            Metric::Zeroing(_) => !step.is_zeroing(self.index.men()),
        }
    }

    /// What a move that ends the way comes to, for the side that makes it.
    fn ending_value(&self, step: &Step) -> u8 {
        let after = match self.metric {
            Metric::Zeroing(mates) if !step.is_exit() => {
                Known::of(mates[self.index.slot(&step.after)])
            }
            _ => self.exits.mate_after(step),
        };
        let plies = match self.metric {
            Metric::Mate => after.plies().unwrap_or_default() + 1,
            Metric::Zeroing(_) => 1,
        };
        match after {
            Known::Loss(_) => win_in(plies),
            Known::Win(_) => loss_in(plies),
            Known::Draw | Known::Unused => DRAW,
        }
    }

    /// Looks at every slot: is it used, what do the moves come to that end the way, and how many
    /// others are there? Also tells the longest way of those that end at once.
    fn begin(&self) -> Result<Option<(Slate, u8)>, MakeError> {
        let slots = self.index.slots();
        let [Some(mut values), Some(mut endings), Some(mut open)] = [(); 3].map(|()| zeros(slots))
        else {
            return Ok(None);
        };
        let mut longest = 0;
        {
            let chunks = values
                .chunks_mut(CHUNK_SLOTS)
                .zip(endings.chunks_mut(CHUNK_SLOTS))
                .zip(open.chunks_mut(CHUNK_SLOTS))
                .enumerate()
                .map(|(number, ((values, endings), open))| SlateChunk {
                    first: number * CHUNK_SLOTS,
                    values,
                    endings,
                    open,
                });
            let new_worker = || |chunk| self.begin_chunk(chunk);
            work(self.threads, chunks, self.stop, new_worker, |found: u8| {
                longest = longest.max(found);
                ControlFlow::Continue(())
            });
        }
        self.go_on()?;
        let slate = Slate {
            values: values.into_iter().map(AtomicU8::new).collect(),
            endings,
            open: open.into_iter().map(AtomicU8::new).collect(),
        };
        Ok(Some((slate, longest)))
    }

    /// Looks at the slots of a chunk, and tells the longest way of those that end at once.
    fn begin_chunk(&self, chunk: SlateChunk) -> u8 {
        let mut longest = 0;
        for at in 0..chunk.values.len() {
            let (value, ending, open) = self.look_at(chunk.first + at);
            (chunk.values[at], chunk.endings[at], chunk.open[at]) = (value, ending, open);
            longest = longest.max(Known::of(ending).plies().unwrap_or_default());
        }
        longest
    }

    fn go_on(&self) -> Result<(), MakeError> {
        match self.stop.is_set() {
            true => Err(MakeError::Interrupted),
            false => Ok(()),
        }
    }

    /// The first value of a slot, what its moves come to that end the way, and how many others
    /// there are.
    fn look_at(&self, slot: usize) -> (u8, u8, u8) {
        let men = self.index.men();
        let Some(placement) = self.index.placement(slot) else {
            return (UNUSED, DRAW, 0);
        };
        let mut next = Slots::new();
        // The shortest win, the longest loss, and is there a draw?
        let (mut win, mut loss, mut has_draw, mut has_moves) = (None, None, false, false);
        placement.for_each_step(men, |step| {
            has_moves = true;
            if self.is_edge(&step) {
                next.push(self.index.slot(&step.after) as u32);
                return;
            }
            let value = self.ending_value(&step);
            match Known::of(value) {
                Known::Win(_) => win = Some(win.map_or(value, |other: u8| other.min(value))),
                Known::Loss(_) => loss = Some(loss.map_or(value, |other: u8| other.max(value))),
                Known::Draw | Known::Unused => has_draw = true,
            }
        });
        self.forget_doubles(&mut next, &placement);
        let open = next.len() as u8;
        if !has_moves {
            let mated = placement.in_check(men);
            let value = if mated { loss_in(0) } else { DRAW };
            return (value, DRAW, 0);
        }
        match (win, has_draw, loss) {
            (Some(win), _, _) => (DRAW, win, open),
            (None, true, _) => (DRAW, DRAW, open),
            (None, false, Some(loss)) if open == 0 => (loss, loss, 0),
            (None, false, loss) => (DRAW, loss.unwrap_or(loss_in(0)), open),
        }
    }

    /// Two moves may lead to mirror images of each other, which are one slot. The king that does
    /// not move then stands on a long diagonal.
    fn forget_doubles(&self, slots: &mut Slots, placement: &Placement) {
        let resting = placement.squares[!placement.side as usize];
        if !self.index.has_pawns() && LONG_DIAGONALS.has(resting) {
            forget_doubles(slots);
        }
    }

    /// Goes back from the positions that are decided in `plies` half moves. Returns how many they
    /// are.
    fn layer(&self, slate: &Slate, plies: u8) -> Result<usize, MakeError> {
        let mut decided = 0;
        let slots = slate.values.len();
        let chunks = (0..slots).step_by(CHUNK_SLOTS);
        let chunks = chunks.map(|from| from..(from + CHUNK_SLOTS).min(slots));
        let new_worker = || |chunk| self.layer_of_chunk(slate, plies, chunk);
        work(
            self.threads,
            chunks,
            self.stop,
            new_worker,
            |found: usize| {
                decided += found;
                ControlFlow::Continue(())
            },
        );
        self.go_on()?;
        Ok(decided)
    }

    fn layer_of_chunk(&self, slate: &Slate, plies: u8, chunk: Range<usize>) -> usize {
        let (lost, won) = (loss_in(plies), win_in(plies));
        let mut decided = 0;
        for slot in chunk {
            let mut value = slate.values[slot].load(Relaxed);
            if value == DRAW && slate.endings[slot] == won {
                slate.values[slot].store(won, Relaxed);
                value = won;
            }
            if value != lost && value != won {
                continue;
            }
            decided += 1;
            if plies == MAX_PLIES {
                continue;
            }
            self.go_back(slate, slot, plies, value == lost);
        }
        decided
    }

    /// Goes back from a slot that is decided, and therefore used.
    fn go_back(&self, slate: &Slate, slot: usize, plies: u8, is_lost: bool) {
        let placement = self.index.possible_placement(slot);
        let with_pawns = matches!(self.metric, Metric::Mate);
        let mut origins = Slots::new();
        placement.for_each_origin(self.index.men(), |origin, is_pawn| {
            if with_pawns || !is_pawn {
                origins.push(self.index.slot(&origin) as u32);
            }
        });
        // Here the king that does not move belongs to the side to move.
        let resting = placement.squares[placement.side as usize];
        if !self.index.has_pawns() && LONG_DIAGONALS.has(resting) {
            forget_doubles(&mut origins);
        }
        for origin in origins {
            let origin = origin as usize;
            if slate.values[origin].load(Relaxed) != DRAW {
                continue;
            }
            let at_least = slate.endings[origin];
            if is_lost {
                // A win as short that needs no help of ours is found in its own layer.
                let has_shorter =
                    matches!(Known::of(at_least), Known::Win(own) if own <= plies + 1);
                if !has_shorter {
                    slate.values[origin].store(win_in(plies + 1), Relaxed);
                }
            } else if slate.open[origin].fetch_sub(1, Relaxed) == 1
                && let Known::Loss(longest) = Known::of(at_least)
            {
                slate.values[origin].store(loss_in(longest.max(plies + 1)), Relaxed);
            }
        }
    }
}

const LONG_DIAGONALS: BitBoard = BitBoard(0x8040_2010_0804_0201 | 0x0102_0408_1020_4080);

fn forget_doubles(slots: &mut Slots) {
    slots.sort_unstable();
    let mut last = None;
    slots.retain(|slot| last.replace(*slot) != Some(*slot));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own::OwnTables;
    use bstar_board::{Color, Position, Square};

    /// All positions of king and rook against king, without any symmetry, solved in the slow and
    /// obvious way: again and again every position is looked at, until nothing changes any more.
    fn rook_ending_by_iteration() -> Vec<(Position, Option<i32>)> {
        let men = [
            (Color::White, Piece::King),
            (Color::Black, Piece::King),
            (Color::White, Piece::Rook),
        ];
        let number = |position: &Position| {
            let rook = position.pieces(Piece::Rook).next_square()?;
            let kings = [Color::White, Color::Black].map(|color| position.king(color) as usize);
            let side = position.side_to_move() as usize;
            Some(((side * 64 + kings[0]) * 64 + kings[1]) * 64 + rook as usize)
        };
        let mut positions = Vec::new();
        let mut place_of = vec![usize::MAX; 2 * 64 * 64 * 64];
        for (at, place) in place_of.iter_mut().enumerate() {
            let square = |shift: usize| Square::index(at >> shift & 63);
            let squares = [square(12), square(6), square(0)];
            let listed =
                std::array::from_fn::<_, 3, _>(|man| (men[man].0, men[man].1, squares[man]));
            if let Some(position) = Position::from_men(&listed, Color::index(at >> 18), None) {
                *place = positions.len();
                positions.push(position);
            }
        }
        let next: Vec<Vec<Option<usize>>> = positions
            .iter()
            .map(|position| {
                let moves = position.legal_moves().into_iter();
                let after = moves.map(|mv| number(&position.after(mv)).map(|at| place_of[at]));
                after.collect()
            })
            .collect();
        // Half moves to mate; odd numbers are wins. A round finds those with one number.
        let mut values: Vec<Option<i32>> = vec![None; positions.len()];
        for plies in 0.. {
            let after = |place: &Option<usize>| place.and_then(|place| values[place]);
            let is_found = |at: &usize| {
                let next = &next[*at];
                let wins = next.iter().any(|place| after(place) == Some(plies - 1));
                let loses = next
                    .iter()
                    .all(|place| after(place).is_some_and(|n| n % 2 == 1));
                values[*at].is_none()
                    && match plies % 2 {
                        _ if next.is_empty() => plies == 0 && positions[*at].in_check(),
                        1 => wins,
                        _ => loses,
                    }
            };
            let found: Vec<usize> = (0..positions.len()).filter(is_found).collect();
            for at in &found {
                values[*at] = Some(plies);
            }
            if found.is_empty() {
                break;
            }
        }
        positions.into_iter().zip(values).collect()
    }

    #[test]
    fn a_rook_ending_is_as_by_iteration() {
        let ending: Ending = "KRK".parse().unwrap();
        let tables = OwnTables::made(&[ending], 2, &Stop::new()).unwrap();
        for (position, plies) in rook_ending_by_iteration() {
            let value = tables.value(&position).unwrap();
            assert_eq!(value.plies_to_mate.map(i32::from), plies, "{position:?}");
        }
    }
}
