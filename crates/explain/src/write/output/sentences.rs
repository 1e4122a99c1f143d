//! Sentences for programs: the words, and the nodes and claims that back them.

use bstar_board::{Move, Piece, Position, Square, notation, san};
use serde::Serialize;

use super::names::SideName;
use super::values::{hex, in_uci};
use crate::facts::Reading;
use crate::facts::claims::{Balance, Claim, Fact, LineStart, position_after};
use crate::write::words::material::man;
use crate::write::words::sentence::{Paragraph, Sentence, Topic};

/// A sentence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SentenceObject {
    /// The words.
    pub text: String,
    /// The number of its paragraph, from 0.
    pub paragraph: usize,
    /// What it is about.
    pub about: Topic,
    /// The kind of its first claim; `told` if it only tells what the search did and reckons, or
    /// what an opening is called.
    pub kind: &'static str,
    /// The root move it is about, or `null`.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The claims it makes, then the nodes whose values it quotes.
    pub evidence: Vec<EvidenceObject>,
}

/// A node that a sentence rests on, or a claim it makes. Fields a claim does not have are left out.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvidenceObject {
    /// The moves from the position searched; empty for that position itself.
    pub path: Vec<String>,
    /// The key of the node there. It is `null` if the tree does not have it: then the rest of the
    /// path comes from a short search. In a `comparison` with `searched_further` the tree is that
    /// of the second search, which is not written.
    pub key: Option<String>,
    /// The kind of the claim; `null` for a node that is only quoted. The other fields are those of
    /// a claim.
    pub claim: Option<&'static str>,
    /// To whose credit the claim is. The opponent is the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// Whether the side to move after the path passes before the line. What follows then is a
    /// threat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_move: Option<bool>,
    /// What follows from there; empty for what one sees on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The same in SAN, with the numbers of the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_san: Option<String>,
    /// In how many moves there is mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// What is gained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gains: Option<GainsObject>,
    /// The square of the man it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The square of the man that does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The squares of the men attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<String>>,
    /// The squares that a word of the vocabulary is about (docs/words.md).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<String>>,
    /// The square of the man behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<String>,
    /// The move that stops it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
    /// The kind of the man.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<&'static str>,
    /// How the game is drawn, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

/// How many men of each kind a side is better off.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GainsObject {
    /// How many pawns.
    pub pawns: i8,
    /// How many knights.
    pub knights: i8,
    /// How many bishops.
    pub bishops: i8,
    /// How many rooks.
    pub rooks: i8,
    /// How many queens.
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
            about: sentence.topic,
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
            side: Some(SideName::from(claim.side)),
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
        Fact::Gains { balance }
        | Fact::GainsAtLeast { least: balance }
        | Fact::Queens { besides: balance } => EvidenceObject {
            gains: Some((*balance).into()),
            ..nothing
        },
        Fact::EnPrise { square } | Fact::Offers { square } | Fact::Trapped { square } => {
            EvidenceObject {
                square: name(square),
                ..nothing
            }
        }
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
        Fact::Idea(idea) => EvidenceObject {
            squares: Some(idea.squares.iter().map(Square::to_string).collect()),
            ..nothing
        },
        Fact::Ending(ending) => EvidenceObject {
            square: ending.square().as_ref().and_then(name),
            ..nothing
        },
        Fact::GoesOn | Fact::Checkmate | Fact::DoubleCheck | Fact::OnlyMove | Fact::Castles => {
            nothing
        }
    }
}
