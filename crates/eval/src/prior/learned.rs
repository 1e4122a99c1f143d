//! A prior ready for use: its weights in lanes, and what it makes of a position.

use std::fmt;

use bstar_board::{Move, Position};

use crate::network::bucket;
use crate::network::kernel::{ByteLane, Kernel, LANE_NUMBERS, Lane};

use super::inputs::{Attacks, MAX_MEN, fill};
use super::limits::{
    BUCKETS, HEAD_HIDDEN, HEAD_OUTPUTS, HEAD_SHIFT, INPUTS, ONE, PAIRS_STEP, PRODUCT_ONE,
};
use super::move_rows::MoveRows;
use super::weights::{PriorWeights, PriorWeightsError};

/// A prior that has been learned.
pub struct Prior {
    /// A row for each input, twice as wide as there are pairs.
    inputs: Vec<Lane>,
    input_biases: Vec<Lane>,
    /// Rows for moves.
    moves: Vec<ByteLane>,
    move_biases: Vec<i32>,
    /// For each bucket a row for each number of the value's own layer.
    first: Vec<ByteLane>,
    first_biases: Vec<i32>,
    /// For each bucket a row for each output.
    second: Vec<i8>,
    second_biases: Vec<i32>,
    checksum: u64,
    kernel: Kernel,
}

impl fmt::Display for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "prior {:016x}, {} pairs", self.checksum, self.pairs())
    }
}

impl fmt::Debug for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prior({self})")
    }
}

/// Two priors are equal if they say the same. Their instructions may differ.
impl PartialEq for Prior {
    fn eq(&self, other: &Self) -> bool {
        (self.pairs(), self.checksum) == (other.pairs(), other.checksum)
    }
}

impl Eq for Prior {}

/// What the hidden layer of a prior makes of one position.
#[derive(Clone, Debug)]
pub struct Impression {
    /// The products of its pairs, 0 to 127 each.
    products: Vec<ByteLane>,
    bucket: usize,
    attacks: Attacks,
}

/// A buffer for what goes before an impression: the sums of the inputs' rows. One is enough for
/// many impressions.
#[derive(Clone, Debug)]
pub struct Sums(Vec<Lane>);

impl Sums {
    /// A buffer for a prior.
    pub fn new(prior: &Prior) -> Self {
        Self(prior.input_biases.clone())
    }
}

/// What a prior expects of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The chance of a win, 0 to 1.
    pub win: f32,
    /// The chance of a draw.
    pub draw: f32,
    /// The chance of a loss.
    pub loss: f32,
    /// How far the expected score is from that of a search of some thousand nodes, on average.
    pub spread: f32,
}

impl Forecast {
    /// The expected score, 0 to 1.
    #[inline]
    pub fn expected(&self) -> f32 {
        self.win + self.draw / 2.0
    }

    /// The forecast that belongs to the numbers of the last layer.
    fn of(numbers: [i32; HEAD_OUTPUTS]) -> Self {
        let [win, draw, loss, spread] = numbers.map(real);
        let most = win.max(draw).max(loss);
        let [win, draw, loss] = [win, draw, loss].map(|logit| (logit - most).exp());
        let sum = win + draw + loss;
        Self {
            win: win / sum,
            draw: draw / sum,
            loss: loss / sum,
            spread: spread.exp(),
        }
    }
}

/// A number of the last layers as a real one.
#[inline]
fn real(number: i32) -> f32 {
    number as f32 / ONE as f32
}

impl Impression {
    /// A buffer for the impressions of a prior.
    pub fn new(prior: &Prior) -> Self {
        Self {
            products: vec![ByteLane::default(); prior.pairs() / PAIRS_STEP],
            bucket: 0,
            attacks: Attacks::of(&Position::start()),
        }
    }

    /// The bytes that an impression of a prior takes.
    pub fn bytes(prior: &Prior) -> usize {
        size_of::<Self>() + prior.pairs()
    }

    /// Looks at a position.
    pub fn look(&mut self, prior: &Prior, position: &Position, Sums(sums): &mut Sums) {
        let mut numbers = [0; MAX_MEN];
        self.attacks = Attacks::of(position);
        let men = fill(position, &self.attacks, &mut numbers);
        let mut rows: [&[Lane]; MAX_MEN] = [&[]; MAX_MEN];
        for (row, number) in rows.iter_mut().zip(&numbers[..men]) {
            *row = prior.row(*number);
        }
        let biases = &prior.input_biases;
        prior.kernel.sum(sums, biases, &rows[..men]);
        prior.kernel.multiply_pairs(sums, &mut self.products);
        self.bucket = bucket(BUCKETS, men as u32);
    }
}

impl Prior {
    /// A prior of these weights, on the best instructions this processor has.
    pub fn new(weights: &PriorWeights) -> Result<Self, PriorWeightsError> {
        weights.check()?;
        Ok(Self {
            inputs: Lane::pack(&weights.inputs),
            input_biases: Lane::pack(&weights.input_biases),
            moves: ByteLane::pack(&weights.moves),
            move_biases: weights.move_biases.clone(),
            first: ByteLane::pack(&weights.first),
            first_biases: weights.first_biases.clone(),
            second: weights.second.clone(),
            second_biases: weights.second_biases.clone(),
            checksum: weights.checksum(),
            kernel: Kernel::best(),
        })
    }

    /// A prior by chance, for tests.
    pub fn made_up(pairs: usize, seed: u64) -> Self {
        Self::new(&PriorWeights::made_up(pairs, seed)).expect("such weights are within the limits")
    }

    /// The same prior on other instructions.
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// How many pairs its hidden layer has.
    pub fn pairs(&self) -> usize {
        self.input_biases.len() * LANE_NUMBERS / 2
    }

    /// The checksum of its numbers, as in its file.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// What it expects of a position.
    pub fn forecast(&self, seen: &Impression) -> Forecast {
        Forecast::of(self.outputs(seen))
    }

    /// The numbers of the last layer: win, draw, loss and the logarithm of the spread, in units of
    /// [`ONE`].
    pub fn outputs(&self, seen: &Impression) -> [i32; HEAD_OUTPUTS] {
        let lanes = seen.products.len();
        let from = seen.bucket * HEAD_HIDDEN;
        let mut layer = [0_i32; HEAD_HIDDEN];
        for (at, number) in layer.iter_mut().enumerate() {
            let row = &self.first[(from + at) * lanes..][..lanes];
            let sum = self.first_biases[from + at] + self.kernel.dot(&seen.products, [row]);
            *number = (sum >> HEAD_SHIFT).clamp(0, PRODUCT_ONE);
        }
        let from = seen.bucket * HEAD_OUTPUTS;
        std::array::from_fn(|output| {
            let row = &self.second[(from + output) * HEAD_HIDDEN..][..HEAD_HIDDEN];
            let products = layer.iter().zip(row).map(|(n, w)| n * i32::from(*w));
            self.second_biases[from + output] + products.sum::<i32>()
        })
    }

    /// How much each of these legal moves deserves a look, as a logit. The impression must be that
    /// of the position.
    pub fn weigh_moves(
        &self,
        seen: &Impression,
        position: &Position,
        moves: &[Move],
        logits: &mut Vec<f32>,
    ) {
        logits.clear();
        let rows = MoveRows::new(position, &seen.attacks);
        logits.extend(moves.iter().map(|mv| real(self.weight(seen, rows.of(*mv)))));
    }

    /// The weight of a move by its [rows](super::move_rows), in units of [`ONE`].
    #[inline]
    pub fn weight(&self, seen: &Impression, rows: [usize; 3]) -> i32 {
        let lanes = seen.products.len();
        let [a, b, c] = rows;
        let row = |number: usize| &self.moves[number * lanes..][..lanes];
        let biases = self.move_biases[a] + self.move_biases[b] + self.move_biases[c];
        biases + self.kernel.dot(&seen.products, [row(a), row(b), row(c)])
    }

    /// The weights of an input.
    #[inline]
    fn row(&self, input: u16) -> &[Lane] {
        debug_assert!(usize::from(input) < INPUTS);
        let lanes = self.input_biases.len();
        &self.inputs[usize::from(input) * lanes..][..lanes]
    }
}
