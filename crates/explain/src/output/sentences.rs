//! Sentences for programs: the words, and the nodes and claims that back them. docs/json.md
//! describes the fields.

use bstar_board::{Color, Move, Piece, Position, Square, notation, san};
use serde::Serialize;

use super::values::{hex, in_uci};
use crate::claims::{Balance, Claim, Fact, LineStart, position_after};
use crate::reading::Reading;
use crate::words::material::man;
use crate::words::sentence::{Paragraph, Sentence};

/// A sentence.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct SentenceObject {
    pub text: String,
    pub paragraph: usize,
    pub about: &'static str,
    pub kind: &'static str,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub evidence: Vec<EvidenceObject>,
}

/// A node that a sentence rests on, or a claim it makes. Fields a claim does not have are left out.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct EvidenceObject {
    pub path: Vec<String>,
    pub key: Option<String>,
    pub claim: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_move: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_san: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gains: Option<GainsObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

/// How many men of each kind a side is better off.
#[derive(Clone, Copy, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct GainsObject {
    pub pawns: i8,
    pub knights: i8,
    pub bishops: i8,
    pub rooks: i8,
    pub queens: i8,
}

impl From<Balance> for GainsObject {
    fn from(balance: Balance) -> GainsObject {
        let [pawns, knights, bishops, rooks, queens] = balance.0;
        GainsObject {
            pawns,
            knights,
            bishops,
            rooks,
            queens,
        }
    }
}

impl Reading<'_> {
    /// Sentences for programs.
    pub(crate) fn sentence_objects(&self, paragraphs: &[Paragraph]) -> Vec<SentenceObject> {
        let numbered = paragraphs.iter().enumerate();
        numbered
            .flat_map(|(paragraph, sentences)| {
                let object = move |sentence| self.sentence_object(paragraph, sentence);
                sentences.iter().map(object)
            })
            .collect()
    }

    fn sentence_object(&self, paragraph: usize, sentence: &Sentence) -> SentenceObject {
        let claims = sentence.claims.iter().map(|claim| self.claimed(claim));
        let nodes = sentence.nodes.iter().map(|path| EvidenceObject {
            path: in_uci(self.position(), path),
            key: self.key_after(path),
            ..EvidenceObject::default()
        });
        SentenceObject {
            text: sentence.text.replace('\u{a0}', " "),
            paragraph,
            about: sentence.topic.name(),
            kind: sentence.kind(),
            mv: sentence
                .subject
                .map(|mv| notation::write(self.position(), mv)),
            evidence: claims.chain(nodes).collect(),
        }
    }

    fn claimed(&self, claim: &Claim) -> EvidenceObject {
        let place = position_after(self.position(), &claim.path);
        let start = match claim.begins {
            LineStart::Move => place.clone(),
            LineStart::Pass => place.pass().unwrap_or_else(|_| place.clone()),
        };
        EvidenceObject {
            path: in_uci(self.position(), &claim.path),
            key: self.key_after(&claim.path),
            claim: Some(claim.kind()),
            side: Some(match claim.side {
                Color::White => "white",
                Color::Black => "black",
            }),
            null_move: Some(claim.begins == LineStart::Pass),
            line: Some(in_uci(&start, &claim.line)),
            line_san: Some(san::numbered(&start, &claim.line).join(" ")),
            ..details(&claim.fact, &place)
        }
    }

    /// The key of the node after these moves, if the tree has it.
    fn key_after(&self, path: &[Move]) -> Option<String> {
        let mut node = self.thought.search.root();
        for mv in path {
            (_, node) = node.moves().find(|(known, _)| known == mv)?;
        }
        Some(hex(node.key()))
    }
}

/// The fields that belong to one kind of claim only.
fn details(fact: &Fact, place: &Position) -> EvidenceObject {
    let nothing = EvidenceObject::default();
    let name = |square: &Square| Some(square.to_string());
    let kind = |piece: &Piece| Some(man(*piece));
    match fact {
        Fact::MateIn { moves } => EvidenceObject {
            moves: Some(*moves),
            ..nothing
        },
        Fact::Gains { balance } | Fact::Queens { besides: balance } => EvidenceObject {
            gains: Some((*balance).into()),
            ..nothing
        },
        Fact::EnPrise { square }
        | Fact::Offers { square }
        | Fact::Trapped { square }
        | Fact::OpenFile { square }
        | Fact::PassedPawn { square } => EvidenceObject {
            square: name(square),
            ..nothing
        },
        Fact::Fork { by, targets } => EvidenceObject {
            by: name(by),
            targets: Some(targets.iter().map(Square::to_string).collect()),
            ..nothing
        },
        Fact::Pin { by, pinned, behind } => EvidenceObject {
            by: name(by),
            square: name(pinned),
            behind: name(behind),
            ..nothing
        },
        Fact::PinnedGuard { square, pinned, by } => EvidenceObject {
            by: name(by),
            square: name(pinned),
            targets: Some(vec![square.to_string()]),
            ..nothing
        },
        Fact::Skewer { by, front, behind } => EvidenceObject {
            by: name(by),
            square: name(front),
            behind: name(behind),
            ..nothing
        },
        Fact::Discovery { by, target } => EvidenceObject {
            by: name(by),
            square: name(target),
            ..nothing
        },
        Fact::StopsMate { moves, by } => EvidenceObject {
            moves: Some(*moves),
            stopped_by: Some(notation::write(place, *by)),
            ..nothing
        },
        Fact::Saves { square, by } => EvidenceObject {
            square: name(square),
            stopped_by: Some(notation::write(place, *by)),
            ..nothing
        },
        Fact::Drawn { how } => EvidenceObject {
            outcome: Some(how.to_string()),
            ..nothing
        },
        Fact::Trades { piece } | Fact::Develops { piece } => EvidenceObject {
            piece: kind(piece),
            ..nothing
        },
        Fact::GoesOn | Fact::Checkmate | Fact::DoubleCheck | Fact::OnlyMove | Fact::Castles => {
            nothing
        }
    }
}
