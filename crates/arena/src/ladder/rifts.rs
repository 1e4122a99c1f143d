//! Which players can be compared with which others.

use super::games::Bout;

/// Numbers of players that belong together.
pub(super) type Party = Vec<usize>;

/// The players that are connected by games, however many are between them.
pub(super) fn connected(players: usize, bouts: &[Bout]) -> Vec<Party> {
    let ways = bouts.iter().flat_map(|bout| {
        let [a, b] = bout.players;
        [(a, b), (b, a)]
    });
    parties(players, ways)
}

/// Parties of players with no rift inside. From each player of a party there is a way to every
/// other, along games in which each scored something against the next. Between two parties all
/// points went one way, so no finite difference is the most likely one. Players that are tied to
/// the scale count as connected with each other.
pub(super) fn without_rifts(players: usize, bouts: &[Bout], tied: &[usize]) -> Vec<Party> {
    let scored = bouts.iter().flat_map(|bout| {
        let [a, b] = bout.players;
        let points = bout.groups.points();
        let of_first = (points > 0.0).then_some((a, b));
        let of_second = (points < bout.groups.games() as f64).then_some((b, a));
        of_first.into_iter().chain(of_second)
    });
    let ties = tied
        .windows(2)
        .flat_map(|two| [(two[0], two[1]), (two[1], two[0])]);
    parties(players, scored.chain(ties))
}

/// The players that can reach each other.
fn parties(players: usize, ways: impl Iterator<Item = (usize, usize)>) -> Vec<Party> {
    let mut next = vec![Vec::new(); players];
    for (from, to) in ways {
        next[from].push(to);
    }
    let reach: Vec<Vec<bool>> = (0..players).map(|from| reached(from, &next)).collect();
    let mut parties: Vec<Party> = Vec::new();
    for (player, within_reach) in reach.iter().enumerate() {
        let home = parties
            .iter_mut()
            .find(|party| within_reach[party[0]] && reach[party[0]][player]);
        match home {
            Some(party) => party.push(player),
            None => parties.push(vec![player]),
        }
    }
    parties
}

fn reached(from: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    seen[from] = true;
    let mut to_visit = vec![from];
    while let Some(player) = to_visit.pop() {
        for &other in &next[player] {
            if !seen[other] {
                seen[other] = true;
                to_visit.push(other);
            }
        }
    }
    seen
}
