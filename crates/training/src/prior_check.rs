//! What a prior says of positions, and whether the trainer computed the same.
//!
//! The arithmetic of `docs/prior.md` exists twice: in the trainer and in the engine. A file of
//! positions with the trainer's numbers shows whether both agree to the last digit. A line is a
//! FEN. After a tab may stand the four numbers of the last layer, and after another tab the moves
//! with their weights, as `e2e4:-1200`. Empty lines and lines that begin with `#` are skipped.

use std::path::Path;

use bstar_board::fen::{self, FenError};
use bstar_board::notation::{self, MoveError};
use bstar_board::{Move, Position};
use bstar_eval::prior::{HEAD_OUTPUTS, Impression, Sums, move_rows};
use serde::Serialize;
use thiserror::Error;

pub use crate::reference_file::ReferenceError;
use crate::reference_file::read_positions;
pub use bstar_eval::prior::{Prior, PriorWeights};

/// A position with the numbers that are expected.
#[derive(Clone, Debug)]
pub struct PriorReference {
    /// The position.
    pub position: Position,
    /// The numbers of the last layer, if they are there.
    pub outputs: Option<[i32; HEAD_OUTPUTS]>,
    /// The weights of moves.
    pub weights: Vec<(Move, i32)>,
}

/// What a prior says of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PriorOpinion {
    /// The position.
    pub fen: String,
    /// The chance of a win of the side to move.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance of a loss.
    pub loss: f64,
    /// How far the expected score is from that of a search of some thousand nodes, on average.
    pub spread: f64,
    /// The legal moves, the likeliest first.
    pub moves: Vec<MoveChance>,
    /// Whether the numbers are those expected. None were expected if this is null.
    pub is_as_expected: Option<bool>,
}

/// A move, and how likely a search is to choose it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveChance {
    /// The move, as UCI writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The chance, 0 to 1.
    pub chance: f64,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PriorReferenceFlaw {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The numbers of the last layer.
    #[error("after the first tab {HEAD_OUTPUTS} whole numbers are expected, not `{}`", .0.escape_debug())]
    Outputs(String),
    /// A move has no weight.
    #[error("a move and its weight are expected, as e2e4:-1200, not `{}`", .0.escape_debug())]
    Weight(String),
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Reads a file of positions. It must have at least one.
pub fn read_prior_reference(
    path: &Path,
) -> Result<Vec<PriorReference>, ReferenceError<PriorReferenceFlaw>> {
    read_positions(path, reference)
}

fn reference(line: &str) -> Result<PriorReference, PriorReferenceFlaw> {
    let mut fields = line.split('\t');
    let position = fen::parse(fields.next().unwrap_or_default().trim())?;
    let outputs = fields.next().map(outputs).transpose()?;
    let words = fields.next().unwrap_or_default().split_whitespace();
    let weights = words.map(|word| weight(&position, word));
    Ok(PriorReference {
        weights: weights.collect::<Result<_, _>>()?,
        position,
        outputs,
    })
}

fn outputs(text: &str) -> Result<[i32; HEAD_OUTPUTS], PriorReferenceFlaw> {
    let numbers: Option<Vec<i32>> = text.split_whitespace().map(|n| n.parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| PriorReferenceFlaw::Outputs(text.to_owned()))
}

fn weight(position: &Position, word: &str) -> Result<(Move, i32), PriorReferenceFlaw> {
    let wrong = || PriorReferenceFlaw::Weight(word.to_owned());
    let (mv, weight) = word.split_once(':').ok_or_else(wrong)?;
    let mv = notation::parse(position, mv)?;
    Ok((mv, weight.parse().map_err(|_| wrong())?))
}

/// What a prior says of these positions, one after the other.
pub fn opinions<'a>(
    prior: &'a Prior,
    references: &'a [PriorReference],
) -> impl Iterator<Item = PriorOpinion> + 'a {
    let mut impression = Impression::new(prior);
    let mut sums = Sums::new(prior);
    references.iter().map(move |reference| {
        impression.look(prior, &reference.position, &mut sums);
        opinion(prior, &impression, reference)
    })
}

fn opinion(prior: &Prior, seen: &Impression, reference: &PriorReference) -> PriorOpinion {
    let position = &reference.position;
    let forecast = prior.forecast(seen);
    let legal = position.legal_moves();
    let mut logits = Vec::new();
    prior.weigh_moves(seen, position, &legal, &mut logits);
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f64> = logits
        .iter()
        .map(|logit| f64::from(logit - most).exp())
        .collect();
    let sum: f64 = weights.iter().sum();
    let mut moves: Vec<MoveChance> = legal
        .iter()
        .zip(weights)
        .map(|(mv, weight)| MoveChance {
            mv: notation::write(position, *mv),
            chance: weight / sum,
        })
        .collect();
    moves.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    let is_as_expected = reference.outputs.map(|outputs| {
        let weight = |mv| prior.weight(seen, move_rows(position, mv));
        let mut weights = reference.weights.iter();
        outputs == prior.outputs(seen) && weights.all(|(mv, expected)| weight(*mv) == *expected)
    });
    PriorOpinion {
        fen: fen::write(position),
        win: forecast.win.into(),
        draw: forecast.draw.into(),
        loss: forecast.loss.into(),
        spread: forecast.spread.into(),
        moves,
        is_as_expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<PriorReference>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples.tsv");
        std::fs::write(&path, text).unwrap();
        read_prior_reference(&path).map_err(|error| {
            let message = error.to_string();
            message.replace(&format!("{}", folder.path().display()), "")
        })
    }

    #[test]
    fn numbers_are_compared_with_what_is_expected() {
        let mut weights = PriorWeights::zero(64);
        weights.second_biases.fill(7);
        // Three of them belong to a move.
        weights.move_biases.fill(-3);
        let prior = Prior::new(&weights).unwrap();
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let text = format!(
            "# by hand\n{kings}\t7 7 7 7\te1e2:-9 e1d1:-9\n{kings}\t7 7 7 8\n{kings}\t7 7 7 7\te1e2:4\n{kings}\n"
        );
        let references = read(&text).unwrap();
        let found: Vec<PriorOpinion> = opinions(&prior, &references).collect();
        let verdicts: Vec<_> = found.iter().map(|opinion| opinion.is_as_expected).collect();
        assert_eq!(verdicts, [Some(true), Some(false), Some(false), None]);
        assert_eq!(found[0].moves.len(), 5);
        assert!((found[0].moves[0].chance - 0.2).abs() < 1e-9);
        assert!((found[0].win - 1.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn flaws_are_named_with_their_lines() {
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        for (text, message) in [
            (String::new(), "/samples.tsv has no positions in it"),
            (
                format!("\n{kings}\t1 2 3\n"),
                "/samples.tsv, line 2: after the first tab 4 whole numbers are expected, not `1 2 3`",
            ),
            (
                format!("{kings}\t1 2 3 4\te1e2\n"),
                "/samples.tsv, line 1: a move and its weight are expected, as e2e4:-1200, not `e1e2`",
            ),
        ] {
            assert_eq!(read(&text).unwrap_err(), message);
        }
        let error = read(&format!("{kings}\t1 2 3 4\te1e8:1\n")).unwrap_err();
        assert!(error.starts_with("/samples.tsv, line 1: "), "{error}");
    }
}
