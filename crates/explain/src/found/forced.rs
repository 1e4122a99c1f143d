//! Whether a mate that a line shows is forced.
//!
//! A short search may have passed over a defence, or have counted a move too few. So the mate is followed through every reply; to those the line does not answer, the
//! attacker answers with checks alone, or with the move of the line itself. Who does not find the mate that way does not tell of it.

use bstar_board::{Color, Move, Position};

/// Replies that are looked at before it is given up.
const PATIENCE: u32 = 50_000;

/// Whether a side mates in so many moves of its own, along a line or as it shows.
pub(super) fn is_forced(start: &Position, side: Color, moves: u32, line: &[Move]) -> bool {
    let mut patience = PATIENCE;
    match start.side_to_move() == side {
        true => attacks(start, moves, line, &mut patience),
        false => survives_no_reply(start, moves, line, &mut patience),
    }
}

fn attacks(position: &Position, moves: u32, line: &[Move], patience: &mut u32) -> bool {
    let Some(left) = moves.checked_sub(1) else {
        return false;
    };
    let shown = line.first().copied().filter(|mv| position.is_legal(*mv));
    if let Some(mv) = shown
        && survives_no_reply(&position.after(mv), left, &line[1..], patience)
    {
        return true;
    }
    let moves = position.legal_moves();
    let checks = moves.iter().filter(|mv| Some(**mv) != shown);
    for mv in checks {
        let after = position.after(*mv);
        if after.in_check() && survives_no_reply(&after, left, &[], patience) {
            return true;
        }
    }
    false
}

fn survives_no_reply(position: &Position, left: u32, line: &[Move], patience: &mut u32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    if left == 0 || position.halfmove_clock() >= 100 {
        return false;
    }
    replies.iter().all(|reply| {
        let Some(rest) = patience.checked_sub(1) else {
            return false;
        };
        *patience = rest;
        // Against another reply the same idea may work.
        let rest = line.get(1..).unwrap_or_default();
        attacks(&position.after(*reply), left, rest, patience)
    })
}
