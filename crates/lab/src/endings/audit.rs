//! What players gave away in positions that tables know.

use bstar_board::pgn::{GameRecord, GameResult};
use bstar_board::{Color, Game, san};
use bstar_tables::{Outcome, Tables};
use serde::Serialize;

/// A move, or the end of a game, that gave something away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waste {
    /// The number of the game, from 1.
    pub game: usize,
    /// The number of the move; of a game that ended too early, that of the last move.
    pub number: u16,
    /// The move; none if the game ended while more was to be had.
    pub mv: Option<String>,
    /// How many half points.
    pub half_points: u32,
}

/// What one player did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerAudit {
    /// Its name.
    pub name: String,
    /// Games in which it had a move in a known position.
    pub games: usize,
    /// Its moves in known positions.
    pub moves: usize,
    /// What it gave away.
    pub wastes: Vec<Waste>,
}

impl PlayerAudit {
    /// All half points that it gave away.
    pub fn half_points(&self) -> u32 {
        self.wastes.iter().map(|waste| waste.half_points).sum()
    }
}

/// What the players of some games did, in the order in which they first appear.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Audit {
    /// How many games were looked at.
    pub games: usize,
    /// The players.
    pub players: Vec<PlayerAudit>,
}

fn half_points(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

impl Audit {
    /// Looks at another game.
    pub fn look_at(&mut self, record: &GameRecord, tables: &Tables) {
        self.games += 1;
        let names = [Color::White, Color::Black].map(|color| {
            let tag = match color {
                Color::White => "White",
                Color::Black => "Black",
            };
            record.tags.get(tag).unwrap_or("?").to_owned()
        });
        let players = names.map(|name| self.player(name));
        let mut has_moved = [false; 2];
        let mut game = Game::new(record.start.clone());
        for recorded in &record.moves {
            let position = game.position();
            let mover = position.side_to_move() as usize;
            if let Some(moves) = tables.moves(position) {
                let player = &mut self.players[players[mover]];
                player.moves += 1;
                has_moved[mover] = true;
                let worth = |outcome: Option<Outcome>| outcome.map_or(0, half_points);
                let best = worth(moves.first().map(|known| known.known.outcome));
                let played = moves.iter().find(|known| known.mv == recorded.mv);
                let played = worth(played.map(|known| known.known.outcome));
                if played < best {
                    player.wastes.push(Waste {
                        game: self.games,
                        number: position.fullmove_number(),
                        mv: Some(san::write(position, recorded.mv)),
                        half_points: best - played,
                    });
                }
            }
            game.play(recorded.mv)
                .expect("a record that was read has only legal moves");
        }
        for (player, _) in players.iter().zip(has_moved).filter(|(_, moved)| *moved) {
            self.players[*player].games += 1;
        }
        self.look_at_end(record, &game, players, tables);
    }

    /// A player that repeats a position, loses on time or resigns may also have given something
    /// away.
    fn look_at_end(
        &mut self,
        record: &GameRecord,
        game: &Game,
        players: [usize; 2],
        tables: &Tables,
    ) {
        let position = game.position();
        let known = tables.known(position).filter(|_| position.has_legal_move());
        let (Some(known), Some(white)) = (known, white_half_points(record.result)) else {
            return;
        };
        let mover = position.side_to_move();
        let due = half_points(known.outcome);
        let got = match mover {
            Color::White => white,
            Color::Black => 2 - white,
        };
        let (loser, lost) = match got < due {
            true => (mover, due - got),
            false => (!mover, got - due),
        };
        if lost > 0 {
            self.players[players[loser as usize]].wastes.push(Waste {
                game: self.games,
                number: position.fullmove_number(),
                mv: None,
                half_points: lost,
            });
        }
    }

    fn player(&mut self, name: String) -> usize {
        let known = self.players.iter().position(|player| player.name == name);
        known.unwrap_or_else(|| {
            self.players.push(PlayerAudit {
                name,
                games: 0,
                moves: 0,
                wastes: Vec::new(),
            });
            self.players.len() - 1
        })
    }
}

fn white_half_points(result: GameResult) -> Option<u32> {
    match result {
        GameResult::WhiteWins => Some(2),
        GameResult::Draw => Some(1),
        GameResult::BlackWins => Some(0),
        GameResult::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::pgn;
    use bstar_tables::Syzygy;

    fn audit(games: &str) -> Audit {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
        let tables = Tables::default().with_syzygy(Some(Syzygy::open(folder).unwrap()));
        let mut audit = Audit::default();
        for record in pgn::games(games.as_bytes()) {
            audit.look_at(&record.unwrap(), &tables);
        }
        audit
    }

    const START: &str = "[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n\
                         [FEN \"8/8/3k4/8/8/3K4/3P4/8 w - - 0 1\"]\n";

    #[test]
    fn a_move_that_lets_the_win_slip_costs_half_a_point() {
        let audit = audit(&format!(
            "{START}[Result \"1/2-1/2\"]\n\n1. Kc3 Kc5 1/2-1/2"
        ));
        let white = &audit.players[0];
        assert_eq!((white.games, white.moves, white.half_points()), (1, 1, 1));
        assert_eq!(white.wastes[0].mv.as_deref(), Some("Kc3"));
        assert_eq!(audit.players[1].half_points(), 0);
    }

    #[test]
    fn an_end_that_comes_too_early_counts_for_whoever_could_have_had_more() {
        let audit = audit(&format!(
            "{START}[Result \"1/2-1/2\"]\n\n1. Kd4 Ke6 1/2-1/2\n\n\
             {START}[Result \"0-1\"]\n\n1. Kc3 Kc5 0-1"
        ));
        let wastes = &audit.players[0].wastes;
        assert_eq!((wastes[0].game, wastes[0].half_points), (1, 1));
        assert_eq!(wastes[0].mv, None);
        // The win, and then the draw.
        assert_eq!(audit.players[0].half_points(), 3);
    }

    #[test]
    fn what_tables_do_not_know_is_passed_over() {
        let audit = audit("[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
        assert_eq!((audit.games, audit.players[0].moves), (1, 0));
    }
}
