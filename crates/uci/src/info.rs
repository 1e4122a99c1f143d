//! What `info` says. The session writes it, and the client reads it.

use std::fmt::Write;
use std::time::Duration;

use bstar_board::notation::{self, CastlingStyle};
use bstar_board::score::{Centipawns, Score, ScoreBound};
use bstar_board::{Move, Position};

use crate::text::on_one_line;

/// One report of a search. Only fields that are set are written. A line ends before its first
/// illegal move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the longest line searched.
    pub seldepth: Option<u32>,
    /// The rank of this line among the best, from 1.
    pub multipv: Option<usize>,
    /// The value, and how it relates to the true one.
    pub score: Option<(Score, ScoreBound)>,
    /// Chances to win, draw and lose, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Time used. With `nodes` it gives the nodes per second.
    pub time: Option<Duration>,
    /// The root move being searched.
    pub currmove: Option<Move>,
    /// The number of that move, from 1.
    pub currmovenumber: Option<usize>,
    /// The expected line.
    pub pv: Vec<Move>,
    /// Text for people. It takes the rest of the line.
    pub string: Option<String>,
}

impl Info {
    /// The `info` line for a report about a position.
    pub(crate) fn write(&self, position: &Position, format: MoveFormat) -> String {
        let mut line = String::from("info");
        let mut number = |name: &str, value: Option<u128>| {
            if let Some(value) = value {
                let _ = write!(line, " {name} {value}");
            }
        };
        number("depth", self.depth.map(u128::from));
        number("seldepth", self.seldepth.map(u128::from));
        number("multipv", self.multipv.map(|rank| rank as u128));
        if let Some((score, bound)) = self.score {
            let _ = match score {
                Score::Centipawns(Centipawns(value)) => write!(line, " score cp {value}"),
                Score::Mate(moves) => write!(line, " score mate {moves}"),
            };
            line.push_str(match bound {
                ScoreBound::Exact => "",
                ScoreBound::Lower => " lowerbound",
                ScoreBound::Upper => " upperbound",
            });
        }
        if let Some([win, draw, loss]) = self.wdl {
            let _ = write!(line, " wdl {win} {draw} {loss}");
        }
        let mut number = |name: &str, value: Option<u128>| {
            if let Some(value) = value {
                let _ = write!(line, " {name} {value}");
            }
        };
        number("nodes", self.nodes.map(u128::from));
        number("nps", self.nodes_per_second());
        number("hashfull", self.hashfull.map(u128::from));
        number("time", self.time.map(|time| time.as_millis()));
        if let Some(mv) = self.currmove.filter(|mv| position.is_legal(*mv)) {
            let _ = write!(line, " currmove {}", format.write(position, mv));
        }
        if let Some(rank) = self.currmovenumber {
            let _ = write!(line, " currmovenumber {rank}");
        }
        let mut reached = position.clone();
        for (ply, mv) in self.pv.iter().enumerate() {
            if !reached.is_legal(*mv) {
                break;
            }
            line.push_str(if ply == 0 { " pv " } else { " " });
            line.push_str(&format.write(&reached, *mv));
            reached = reached.after(*mv);
        }
        if let Some(words) = &self.string {
            let _ = write!(line, " string {}", on_one_line(words));
        }
        line
    }

    /// Reads an `info` line about a position. Returns `None` for another line. It leaves out what
    /// it cannot read.
    pub(crate) fn parse(line: &str, position: &Position) -> Option<Info> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        while let Some(key) = words.next() {
            let mut number = || words.next_if(|word| word.parse::<i64>().is_ok());
            match key {
                "depth" => info.depth = number().and_then(|word| word.parse().ok()),
                "seldepth" => info.seldepth = number().and_then(|word| word.parse().ok()),
                "multipv" => info.multipv = number().and_then(|word| word.parse().ok()),
                "nodes" => info.nodes = number().and_then(|word| word.parse().ok()),
                "hashfull" => info.hashfull = number().and_then(|word| word.parse().ok()),
                "time" => {
                    let millis = number().and_then(|word| word.parse().ok());
                    info.time = millis.map(Duration::from_millis);
                }
                "cp" | "mate" => {
                    let value = number().and_then(|word| word.parse().ok());
                    let kind = if key == "cp" { Score::cp } else { Score::Mate };
                    info.score = value.map(|value| (kind(value), ScoreBound::Exact));
                }
                "lowerbound" | "upperbound" => {
                    if let Some((_, bound)) = &mut info.score {
                        *bound = if key == "lowerbound" {
                            ScoreBound::Lower
                        } else {
                            ScoreBound::Upper
                        };
                    }
                }
                "wdl" => {
                    let mut part = || number().and_then(|word| word.parse().ok());
                    info.wdl = match (part(), part(), part()) {
                        (Some(win), Some(draw), Some(loss)) => Some([win, draw, loss]),
                        _ => None,
                    };
                }
                "pv" => {
                    info.pv.clear();
                    let mut reached = position.clone();
                    while let Some(mv) = words
                        .peek()
                        .and_then(|word| notation::parse(&reached, word).ok())
                    {
                        words.next();
                        info.pv.push(mv);
                        reached = reached.after(mv);
                    }
                }
                "string" => {
                    info.string = Some(words.by_ref().collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
        Some(info)
    }

    fn nodes_per_second(&self) -> Option<u128> {
        let micros = self.time?.as_micros().max(1);
        Some(u128::from(self.nodes?) * 1_000_000 / micros)
    }
}

/// How castling is written. That depends on whether the user asked for Chess960.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MoveFormat {
    /// The king's step, if king and rook stand as in ordinary chess.
    #[default]
    Usual,
    /// The king always takes its rook.
    Chess960,
}

impl MoveFormat {
    /// A legal move of a position in this format.
    pub(crate) fn write(self, position: &Position, mv: Move) -> String {
        match self {
            MoveFormat::Usual => notation::write(position, mv),
            MoveFormat::Chess960 => notation::write_as(position, mv, CastlingStyle::KingTakesRook),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;
    use proptest::prelude::*;

    fn moves(position: &Position, words: &[&str]) -> Vec<Move> {
        let mut reached = position.clone();
        words
            .iter()
            .map(|word| {
                let mv = notation::parse(&reached, word).unwrap();
                reached = reached.after(mv);
                mv
            })
            .collect()
    }

    #[test]
    fn a_full_report_is_written_and_read_back() {
        let position = Position::start();
        let info = Info {
            depth: Some(12),
            seldepth: Some(20),
            multipv: Some(1),
            score: Some((Score::cp(-35), ScoreBound::Upper)),
            wdl: Some([100, 800, 100]),
            nodes: Some(30_000),
            hashfull: Some(17),
            time: Some(Duration::from_millis(1500)),
            pv: moves(&position, &["e2e4", "e7e5"]),
            ..Info::default()
        };
        let line = info.write(&position, MoveFormat::Usual);
        assert_eq!(
            line,
            "info depth 12 seldepth 20 multipv 1 score cp -35 upperbound wdl 100 800 100 \
             nodes 30000 nps 20000 hashfull 17 time 1500 pv e2e4 e7e5"
        );
        assert_eq!(Info::parse(&line, &position), Some(info));
    }

    #[test]
    fn the_line_ends_before_its_first_illegal_move() {
        let position = Position::start();
        let mut pv = moves(&position, &["e2e4", "e7e5"]);
        pv.push("e2e4".parse().unwrap());
        pv.push("a7a6".parse().unwrap());
        let info = Info {
            pv,
            ..Info::default()
        };
        assert_eq!(
            info.write(&position, MoveFormat::Usual),
            "info pv e2e4 e7e5"
        );
        let read = Info::parse("info pv e2e4 e2e4 nodes 7", &position).unwrap();
        assert_eq!(read.pv, moves(&position, &["e2e4"]));
        assert_eq!(read.nodes, Some(7));
    }

    #[test]
    fn castling_is_written_as_the_user_wants_it() {
        let position = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let info = Info {
            currmove: Some(notation::parse(&position, "e1g1").unwrap()),
            currmovenumber: Some(3),
            ..Info::default()
        };
        assert_eq!(
            info.write(&position, MoveFormat::Usual),
            "info currmove e1g1 currmovenumber 3"
        );
        assert_eq!(
            info.write(&position, MoveFormat::Chess960),
            "info currmove e1h1 currmovenumber 3"
        );
    }

    #[test]
    fn garbled_numbers_are_left_out() {
        let info = Info::parse(
            "info depth x score cp lowerbound nodes -4 multipv 2 string depth 9",
            &Position::start(),
        )
        .unwrap();
        assert_eq!(
            info,
            Info {
                multipv: Some(2),
                string: Some("depth 9".to_owned()),
                ..Info::default()
            }
        );
    }

    proptest! {
        #[test]
        fn any_line_can_be_read(line in "info( (depth|score|cp|mate|wdl|nodes|pv|e2e4|string|-?[0-9]{1,25}|\\PC{0,6}))*") {
            prop_assert!(Info::parse(&line, &Position::start()).is_some());
        }
    }
}
