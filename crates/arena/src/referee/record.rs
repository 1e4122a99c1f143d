//! A played game as PGN.
//!
//! Every move after the opening has a comment `{+0.35/12 0.450s}`: the mover's own score in pawns
//! (or `+M3` for a mate), the depth of its search, and its time (unless [`Timing::Hidden`]). The
//! comment of a B* search tells about the tree too: `{+0.35/6 0.450s, 74 expansions, probes 3 deep,
//! largest 1.20 %, ended early, proposal refused}`.
//!
//! * `ended early` is there if the search ended before its effort was used up.
//! * `proposal refused` is there if the tree preferred another move than the search of the root
//!   before it. It is `proposal confirmed` if that move was played.
//!
//! If the player thought on the opponent's time, the comment says what came of it: `ponder hit`,
//! `ponder hit, ready`, or `ponder miss`.

use bstar_board::Color;
use bstar_board::pgn::{self, GameRecord, GameResult};

use super::played::{MoveNote, PlayedGame, PonderOutcome};
use crate::trees::TreeSummary;

/// What the head of a game says, besides what follows from the game.
#[derive(Clone, Debug, Default)]
pub struct GameTags {
    pub event: String,
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Whether the game tells how long moves took.
    pub timing: Timing,
    /// Anything else, as names and values.
    pub extra: Vec<(String, String)>,
}

/// Whether a game tells how long moves took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// It does.
    #[default]
    Shown,
    /// It does not. So it is the same text for the same moves.
    Hidden,
}

/// Writes a game with its head, ready to be appended to a file.
pub fn write_pgn(game: &PlayedGame, tags: &GameTags) -> String {
    let mut record = GameRecord::from_game(&game.game);
    record.result = match game.ending.winner() {
        Some(Color::White) => GameResult::WhiteWins,
        Some(Color::Black) => GameResult::BlackWins,
        None => GameResult::Draw,
    };
    record.tags.set("Event", &tags.event);
    record.tags.set("Round", &tags.round);
    record.tags.set("White", &tags.white);
    record.tags.set("Black", &tags.black);
    record
        .tags
        .set("PlyCount", game.game.moves().len().to_string());
    record
        .tags
        .set("Termination", game.ending.pgn_termination());
    record.tags.set("Ending", game.ending.to_string());
    for (name, value) in &tags.extra {
        record.tags.set(name, value);
    }
    let played = record.moves.iter_mut().skip(game.opening_plies);
    for (mv, note) in played.zip(&game.notes) {
        mv.comment = comment(note, tags.timing);
    }
    pgn::write(&record)
}

fn comment(note: &MoveNote, timing: Timing) -> Option<String> {
    let score = note.score.map(|score| format!("{score}/{}", note.depth));
    let time = (timing == Timing::Shown).then(|| format!("{:.3}s", note.elapsed.as_secs_f64()));
    let parts: Vec<String> = score.into_iter().chain(time).collect();
    let words: Vec<String> = std::iter::once(parts.join(" "))
        .chain(note.tree.map(|tree| in_words(&tree)))
        .chain(
            note.pondering
                .map(|outcome| pondering_in_words(outcome).to_owned()),
        )
        .filter(|words| !words.is_empty())
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn pondering_in_words(outcome: PonderOutcome) -> &'static str {
    match outcome {
        PonderOutcome::Miss => "ponder miss",
        PonderOutcome::Hit => "ponder hit",
        PonderOutcome::Ready => "ponder hit, ready",
    }
}

fn in_words(tree: &TreeSummary) -> String {
    let early = if tree.ended_early {
        ", ended early"
    } else {
        ""
    };
    let kept = if tree.kept > 0 {
        format!(" ({} more kept)", tree.kept)
    } else {
        String::new()
    };
    let proposal = match (tree.proposed, tree.confirmed) {
        (false, _) => "",
        (true, false) => ", proposal refused",
        (true, true) => ", proposal confirmed",
    };
    format!(
        "{} expansions{kept}, probes {} deep, largest {:.2} %{early}{proposal}",
        tree.expansions,
        tree.probe_depth,
        100.0 * tree.largest_probe
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Ending;
    use bstar_board::score::Score;
    use bstar_board::{Game, Outcome, san};
    use std::time::Duration;

    #[test]
    fn what_is_written_can_be_read_again() {
        let mut game = Game::default();
        for word in ["f3", "e5", "g4", "Qh4"] {
            game.play(san::parse(game.position(), word).unwrap())
                .unwrap();
        }
        let note = |score, tree, pondering| MoveNote {
            score: Some(score),
            depth: 3,
            elapsed: Duration::from_millis(45),
            tree,
            pondering,
        };
        let tree = TreeSummary {
            expansions: 7,
            kept: 3,
            probe_depth: 2,
            largest_probe: 0.25,
            ended_early: true,
            proposed: true,
            confirmed: true,
            ..TreeSummary::default()
        };
        let played = PlayedGame {
            game,
            opening_plies: 2,
            notes: vec![
                note(Score::Mate(-1), None, Some(PonderOutcome::Ready)),
                note(Score::Mate(1), Some(tree), None),
            ],
            ending: Ending::Rules(Outcome::Checkmate {
                winner: Color::Black,
            }),
        };
        let tags = GameTags {
            white: "a \"quoted\" name".to_owned(),
            ..GameTags::default()
        };
        let text = write_pgn(&played, &tags);
        assert!(text.ends_with("\n\n"), "{text}");
        let records = pgn::read(&text).unwrap();
        let record = &records[0];
        assert_eq!(record.tag("White"), Some("a \"quoted\" name"));
        assert_eq!(record.tag("Ending"), Some("checkmate"));
        assert_eq!(record.result, GameResult::BlackWins);
        let comments: Vec<_> = record
            .moves
            .iter()
            .map(|mv| mv.comment.as_deref())
            .collect();
        assert_eq!(
            comments,
            [
                None,
                None,
                Some("-M1/3 0.045s, ponder hit, ready"),
                Some(
                    "+M1/3 0.045s, 7 expansions (3 more kept), probes 2 deep, largest 25.00 %, ended early, proposal confirmed"
                )
            ]
        );
    }
}
