//! A sentence, and what backs it.
//!
//! The story is made of paragraphs, and these of sentences. Each sentence knows what it is about
//! and where in the tree it comes from: the nodes whose values it quotes, and the [claims](Claim)
//! it makes. People read the text. Programs can show the nodes. The
//! [checker](crate::facts::claims::check) recomputes the claims.

use bstar_board::Move;

use super::grammar::wrapped;
use crate::facts::claims::Claim;

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// What the opening is called.
    Opening,
    /// How the game stands by the rules.
    Rules,
    /// What endgame tables know of the position.
    Known,
    /// The chosen move.
    Best,
    /// The line of best play.
    Line,
    /// The other moves.
    Rivals,
    /// How the search compared the moves.
    Compared,
    /// What was tried against the chosen move.
    Test,
    /// Choices that were given up on the way.
    GivenUp,
    /// Why the search stopped.
    Stop,
    /// What it took.
    Effort,
    /// A move somebody asked about.
    Asked,
}

impl Topic {
    /// Whether it is about how the search went, and not about chess.
    pub(crate) fn is_search_story(self) -> bool {
        matches!(
            self,
            Topic::Compared | Topic::Test | Topic::GivenUp | Topic::Stop | Topic::Effort
        )
    }
}

/// A sentence or two that belong together.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// What it is about.
    pub topic: Topic,
    /// The root move it is about, if it is about one.
    pub subject: Option<Move>,
    /// The ways from the root to the nodes it quotes.
    pub nodes: Vec<Vec<Move>>,
    /// What it claims about the board.
    pub claims: Vec<Claim>,
}

impl Sentence {
    /// A sentence without backing yet.
    pub(crate) fn new(topic: Topic, text: impl AsRef<str>) -> Sentence {
        Sentence {
            text: text.as_ref().trim().to_owned(),
            topic,
            subject: None,
            nodes: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// The sentence about a root move, whose values it quotes.
    pub(crate) fn of(mut self, mv: Move) -> Sentence {
        self.subject = Some(mv);
        self.nodes.push(vec![mv]);
        self
    }

    /// The sentence with another node it rests on.
    pub(crate) fn resting_on(mut self, path: &[Move]) -> Sentence {
        self.nodes.push(path.to_vec());
        self
    }

    /// The sentence with what it claims.
    pub(crate) fn claiming(mut self, claims: impl IntoIterator<Item = Claim>) -> Sentence {
        self.claims.extend(claims);
        self
    }

    /// Whether it says that the move mates.
    pub(crate) fn tells_mate(&self) -> bool {
        matches!(self.kind(), "checkmate" | "mate")
    }

    /// Whether it says that the move wins something, or threatens to.
    pub(crate) fn tells_gain(&self) -> bool {
        let kind = self.kind();
        kind.starts_with("threatens")
            || matches!(
                kind,
                "wins-material" | "wins-at-least" | "queens" | "offers"
            )
    }

    /// The kind of its first claim. It is `told` if the sentence claims nothing about the board.
    pub fn kind(&self) -> &'static str {
        self.claims.first().map_or("told", Claim::kind)
    }
}

/// Sentences that belong together. An empty paragraph is left out.
pub type Paragraph = Vec<Sentence>;

/// A paragraph for people, broken into lines.
pub(crate) fn written(paragraph: &[Sentence]) -> String {
    let words: Vec<&str> = paragraph
        .iter()
        .map(|sentence| sentence.text.as_str())
        .collect();
    wrapped(&words.join(" "))
}
