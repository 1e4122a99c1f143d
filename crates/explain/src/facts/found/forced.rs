//! Whether a mate that a line shows is forced.
//!
//! A short search may have overlooked a defence, or have counted a move too few. So the mate is
//! followed through every reply. Where the line has no answer to a reply, the attacker tries the
//! line's next move and all checks. If that finds no mate, none is claimed.

use bstar_board::{Color, Move, Position};

/// The most replies that are tried before the claim is given up.
const MAX_REPLIES: u32 = 50_000;

/// Whether a side mates in `moves` moves of its own, along the line or by its ideas.
pub(super) fn is_forced(start: &Position, side: Color, moves: u32, line: &[Move]) -> bool {
    let mut replies_left = MAX_REPLIES;
    match start.side_to_move() == side {
        true => attacks(start, moves, line, &mut replies_left),
        false => survives_no_reply(start, moves, line, &mut replies_left),
    }
}

fn attacks(position: &Position, moves: u32, line: &[Move], replies_left: &mut u32) -> bool {
    let Some(left) = moves.checked_sub(1) else {
        return false;
    };
    let shown = line.first().copied().filter(|mv| position.is_legal(*mv));
    if let Some(mv) = shown
        && survives_no_reply(&position.after(mv), left, &line[1..], replies_left)
    {
        return true;
    }
    let moves = position.legal_moves();
    let checks = moves.iter().filter(|mv| Some(**mv) != shown);
    for mv in checks {
        let after = position.after(*mv);
        if after.in_check() && survives_no_reply(&after, left, &[], replies_left) {
            return true;
        }
    }
    false
}

fn survives_no_reply(
    position: &Position,
    left: u32,
    line: &[Move],
    replies_left: &mut u32,
) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    if left == 0 || position.halfmove_clock() >= 100 {
        return false;
    }
    replies.iter().all(|reply| {
        let Some(rest) = replies_left.checked_sub(1) else {
            return false;
        };
        *replies_left = rest;
        // Against another reply the same idea may work.
        let rest = line.get(1..).unwrap_or_default();
        attacks(&position.after(*reply), left, rest, replies_left)
    })
}
