//! How a search stands while it runs, in a sentence.

use bstar::{Phase, Target};
use bstar_board::san;
use bstar_thought::{RootMoveValues, Snapshot};

use super::choice::at_best;
use super::grammar::{count, side};
use crate::facts::Chances;
use crate::tell::choose::MIN_DEEP_PLIES;

/// The leading move, and what the search is at. `root_moves` begins with the leading move.
pub(crate) fn so_far(
    news: &Snapshot,
    root_moves: &[RootMoveValues],
    target: Option<Target>,
) -> String {
    let position = news.game.position();
    let Some(best) = root_moves.first() else {
        return "Nothing is known yet.".to_owned();
    };
    let name = |standing: &RootMoveValues| san::write(position, standing.mv);
    let (mover, other) = (
        side(position.side_to_move()),
        side(!position.side_to_move()),
    );
    let likely = Chances::of_mover(best.real);
    let mut text = match likely.is_known() {
        true => format!(
            "So far {} looks best: {mover} can expect to score {likely}.",
            name(best)
        ),
        false => format!("So far {} looks best.", name(best)),
    };
    if !news.probed_root.is_empty() && news.probe_depth >= MIN_DEEP_PLIES {
        let which = match news.probed_root.len() == position.legal_moves().len() {
            true => "All moves",
            false => "These moves",
        };
        text.push_str(&format!(
            " {which} are being searched deeply, to depth {} so far; then a tree grows from that.",
            news.probe_depth + 1
        ));
        return text.replace('\u{a0}', " ");
    }
    let hope =
        |standing: &&RootMoveValues| standing.opt.map_or(standing.real.max(), |opt| opt.max());
    let rival = root_moves.iter().skip(1).max_by_key(hope);
    match target.map(|target| target.phase) {
        Some(Phase::Verify) => text.push_str(&format!(
            " Now the search takes {other}'s side and tries to refute it."
        )),
        _ => {
            if let Some((rival, most)) = rival.and_then(|rival| Some((rival, rival.opt?)))
                && most.max() > best.real.min()
            {
                text.push_str(&format!(
                    " {} might still reach {}.",
                    name(rival),
                    at_best(Chances::of_mover(most))
                ));
            }
        }
    }
    if news.expansions > 1 {
        let looked = count(news.expansions as usize, "position", "positions");
        text.push_str(&format!(" {looked} looked into."));
    }
    text.replace('\u{a0}', " ")
}
