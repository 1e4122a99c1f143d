//! What `go` says. The session reads it, and the client writes it.
//!
//! A number that cannot be read must not make a search endless. So such a limit counts as the
//! smallest one: an answer comes, and the user is told.

use std::fmt::Write;
use std::time::Duration;

use bstar_board::notation::{self, CastlingStyle};
use bstar_board::{Color, Move, Position};
use bstar_kit::effort::{Clock, Effort};

use crate::text::shortened;

/// The words of a `go`, as they are sent. Times are in milliseconds.
///
/// Times and increments may be negative or very large; a time below zero means: move at once. The
/// other numbers are at least 1. [`effort`](GoLimits::effort) says what all of them mean together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// White's time.
    pub wtime: Option<i64>,
    /// Black's time.
    pub btime: Option<i64>,
    /// White's increment per move.
    pub winc: Option<i64>,
    /// Black's increment per move.
    pub binc: Option<i64>,
    /// Moves until the next time control.
    pub movestogo: Option<i64>,
    /// Time for exactly this move.
    pub movetime: Option<i64>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search until `stop`. This is also set if `go` named no limit.
    pub infinite: bool,
    /// The last move of the game is only expected. Search until `ponderhit` says that it was
    /// played, and then by the other limits.
    pub ponder: bool,
    /// Consider only these moves. If there are none, consider all.
    pub searchmoves: Vec<Move>,
}

impl GoLimits {
    /// What they mean for the side to move. Negative times count as zero. A limit of zero still
    /// allows a millisecond.
    ///
    /// ```
    /// use std::time::Duration;
    /// use bstar_board::Color;
    /// use bstar_kit::effort::Effort;
    /// use bstar_uci::GoLimits;
    ///
    /// let go = GoLimits { movetime: Some(-5), depth: Some(3), ..GoLimits::default() };
    /// let moment = Effort::time(Duration::from_millis(1));
    /// assert_eq!(go.effort(Color::White), moment.or(Effort::depth(3)));
    /// let infinite = GoLimits { infinite: true, ..go };
    /// assert_eq!(infinite.effort(Color::White), Effort::until_stopped());
    /// ```
    pub fn effort(&self, mover: Color) -> Effort {
        const MOMENT: Duration = Duration::from_millis(1);
        let millis = |value: i64| Duration::from_millis(value.max(0).unsigned_abs());
        let clock = self.time_of(mover).map(|time| Clock {
            remaining: millis(time).max(MOMENT),
            increment: millis(self.increment_of(mover)),
            moves_to_go: self
                .movestogo
                .filter(|moves| *moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
        });
        let time = self.movetime.map(|time| millis(time).max(MOMENT));
        let ends = [
            clock.map(Effort::clock),
            time.map(Effort::time),
            self.depth.map(Effort::depth),
            self.nodes.map(Effort::nodes),
            self.mate.map(Effort::until_mate),
        ];
        // `infinite` overrides every other end.
        let ends = ends.into_iter().flatten().filter(|_| !self.infinite);
        let effort = ends.reduce(Effort::or);
        let effort = effort.unwrap_or_else(Effort::until_stopped);
        match self.ponder {
            true => effort.pondering(),
            false => effort,
        }
    }

    /// The time on a side's clock. If only one clock was sent, it counts for both sides.
    fn time_of(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.wtime.or(self.btime),
            Color::Black => self.btime.or(self.wtime),
        }
    }

    /// A side's increment per move.
    fn increment_of(&self, color: Color) -> i64 {
        match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        }
        .unwrap_or(0)
    }

    /// The `go` command for these limits in a position.
    pub(crate) fn write(&self, position: &Position, castling: CastlingStyle) -> String {
        let mut line = String::from("go");
        let mut number = |name: &str, value: Option<i128>| {
            if let Some(value) = value {
                let _ = write!(line, " {name} {value}");
            }
        };
        number("wtime", self.wtime.map(i128::from));
        number("btime", self.btime.map(i128::from));
        number("winc", self.winc.map(i128::from));
        number("binc", self.binc.map(i128::from));
        number("movestogo", self.movestogo.map(i128::from));
        number("movetime", self.movetime.map(i128::from));
        number("depth", self.depth.map(i128::from));
        number("nodes", self.nodes.map(i128::from));
        number("mate", self.mate.map(i128::from));
        if self.infinite {
            line.push_str(" infinite");
        }
        if self.ponder {
            line.push_str(" ponder");
        }
        // This comes last, because only a keyword ends the list.
        if !self.searchmoves.is_empty() {
            line.push_str(" searchmoves");
            for mv in &self.searchmoves {
                let _ = write!(line, " {}", notation::write_as(position, *mv, castling));
            }
        }
        line
    }

    fn names_a_limit(&self) -> bool {
        self.wtime.or(self.btime).or(self.movetime).is_some()
            || self.depth.or(self.mate).is_some()
            || self.nodes.is_some()
    }
}

/// A `go` command. Its moves are still words: reading them needs the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoCommand {
    /// Find a move.
    Search {
        /// Everything but `searchmoves`.
        limits: GoLimits,
        /// The words after `searchmoves`.
        searchmoves: Vec<String>,
    },
    /// Count move sequences.
    Perft(u32),
}

/// A deeper count would never end, and each ply takes some stack.
const MAX_PERFT_PLIES: u32 = 30;

const GO_KEYWORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// Reads the words after `go`. It adds complaints and unknown words to the two lists. `None` means
/// that there is nothing to do.
pub(crate) fn parse(
    words: &[&str],
    complaints: &mut Vec<String>,
    ignored: &mut Vec<String>,
) -> Option<GoCommand> {
    let mut limits = GoLimits::default();
    let mut searchmoves = Vec::new();
    let mut words = words.iter().copied().peekable();
    while let Some(key) = words.next() {
        match key {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !GO_KEYWORDS.contains(word)) {
                    searchmoves.push(word.to_owned());
                }
            }
            _ if GO_KEYWORDS.contains(&key) => {
                let value = words.next_if(|word| !GO_KEYWORDS.contains(word));
                let (number, complaint) = read_number(key, value);
                complaints.extend(complaint);
                let count = number.unwrap_or(0).max(1);
                match key {
                    "wtime" => limits.wtime = Some(number.unwrap_or(0)),
                    "btime" => limits.btime = Some(number.unwrap_or(0)),
                    "movetime" => limits.movetime = Some(number.unwrap_or(0)),
                    "winc" => limits.winc = number,
                    "binc" => limits.binc = number,
                    "movestogo" => limits.movestogo = number.filter(|moves| *moves > 0),
                    "depth" => limits.depth = Some(u32::try_from(count).unwrap_or(u32::MAX)),
                    "mate" => limits.mate = Some(u32::try_from(count).unwrap_or(u32::MAX)),
                    "nodes" => limits.nodes = Some(count.unsigned_abs()),
                    _ => return perft(number, complaints),
                }
            }
            _ => ignored.push(key.to_owned()),
        }
    }
    if !limits.names_a_limit() {
        if limits.ponder {
            // After `ponderhit` an answer is due. Without a limit it is due at once.
            limits.movetime = Some(0);
        } else {
            limits.infinite = true;
        }
    }
    Some(GoCommand::Search {
        limits,
        searchmoves,
    })
}

fn perft(depth: Option<i64>, complaints: &mut Vec<String>) -> Option<GoCommand> {
    let depth = u32::try_from(depth?).ok()?;
    if depth > MAX_PERFT_PLIES {
        complaints.push(format!("perft counts at most {MAX_PERFT_PLIES} plies deep"));
        return None;
    }
    Some(GoCommand::Perft(depth))
}

/// The nearest number that fits the type, and what is wrong with the word.
fn read_number(key: &str, word: Option<&str>) -> (Option<i64>, Option<String>) {
    let Some(word) = word else {
        return (None, Some(format!("go: {key} has no number after it")));
    };
    let shown = shortened(word, 40);
    match word.parse::<i64>() {
        Ok(number) if number < 0 => (
            Some(number),
            Some(format!("go: {key} {shown} is less than nothing")),
        ),
        Ok(0) if matches!(key, "depth" | "nodes" | "mate" | "movestogo") => {
            (Some(0), Some(format!("go: {key} 0 is too little")))
        }
        Ok(number) => (Some(number), None),
        Err(error) => match error.kind() {
            std::num::IntErrorKind::PosOverflow => (
                Some(i64::MAX),
                Some(format!("go: {key} {shown} is too large a number")),
            ),
            std::num::IntErrorKind::NegOverflow => (
                Some(i64::MIN),
                Some(format!("go: {key} {shown} is less than nothing")),
            ),
            _ => (None, Some(format!("go: {key} {shown} is not a number"))),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<GoCommand>, Vec<String>, Vec<String>) {
        let (mut complaints, mut ignored) = (Vec::new(), Vec::new());
        let words: Vec<&str> = text.split_whitespace().collect();
        let go = parse(&words, &mut complaints, &mut ignored);
        (go, complaints, ignored)
    }

    fn limits(text: &str) -> (GoLimits, Vec<String>) {
        match read(text) {
            (Some(GoCommand::Search { limits, .. }), complaints, _) => (limits, complaints),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_form_is_read() {
        let (go, complaints, ignored) = read(
            "wtime 1 btime 2 winc 3 binc 4 movestogo 5 movetime 6 depth 7 nodes 8 mate 9 ponder \
             searchmoves e2e4 d2d4 infinite",
        );
        assert_eq!(
            go,
            Some(GoCommand::Search {
                limits: GoLimits {
                    wtime: Some(1),
                    btime: Some(2),
                    winc: Some(3),
                    binc: Some(4),
                    movestogo: Some(5),
                    movetime: Some(6),
                    depth: Some(7),
                    nodes: Some(8),
                    mate: Some(9),
                    infinite: true,
                    ponder: true,
                    searchmoves: vec![],
                },
                searchmoves: vec!["e2e4".to_owned(), "d2d4".to_owned()],
            })
        );
        assert_eq!((complaints.len(), ignored.len()), (0, 0));
        assert_eq!(read("perft 5").0, Some(GoCommand::Perft(5)));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let position = Position::start();
        let written = GoLimits {
            wtime: Some(-1),
            btime: Some(2),
            nodes: Some(1000),
            ponder: true,
            searchmoves: vec![notation::parse(&position, "e2e4").unwrap()],
            ..GoLimits::default()
        };
        let line = written.write(&position, CastlingStyle::KingStep);
        assert_eq!(
            line,
            "go wtime -1 btime 2 nodes 1000 ponder searchmoves e2e4"
        );
        let back = limits(line.strip_prefix("go").unwrap()).0;
        assert_eq!(
            GoLimits {
                searchmoves: vec![],
                ..written
            },
            back
        );
    }

    #[test]
    fn without_a_limit_the_search_is_infinite() {
        assert!(limits("").0.infinite);
        assert!(limits("searchmoves e2e4").0.infinite);
        assert!(limits("winc 100").0.infinite);
        assert!(!limits("depth 3").0.infinite);
        assert!(!limits("ponder wtime 100 btime 100").0.infinite);
    }

    #[test]
    fn pondering_without_a_limit_ends_with_the_ponderhit() {
        let limits = limits("ponder").0;
        assert_eq!((limits.infinite, limits.movetime), (false, Some(0)));
    }

    #[test]
    fn bad_numbers_are_named_and_mean_the_least() {
        for (text, complaint, movetime) in [
            ("movetime -5", "go: movetime -5 is less than nothing", -5),
            ("movetime soon", "go: movetime soon is not a number", 0),
            ("movetime", "go: movetime has no number after it", 0),
            (
                "movetime 99999999999999999999",
                "go: movetime 99999999999999999999 is too large a number",
                i64::MAX,
            ),
            (
                "movetime -99999999999999999999",
                "go: movetime -99999999999999999999 is less than nothing",
                i64::MIN,
            ),
        ] {
            let (limits, complaints) = limits(text);
            assert_eq!(complaints, [complaint]);
            assert_eq!(limits.movetime, Some(movetime));
            assert!(!limits.infinite);
        }
        for text in ["depth x", "depth 0", "depth -3", "depth"] {
            let (limits, complaints) = limits(text);
            assert_eq!(complaints.len(), 1);
            assert_eq!(limits.depth, Some(1));
        }
        assert_eq!(limits("depth 5000000000").0.depth, Some(u32::MAX));
        assert_eq!(limits("wtime 9 movestogo 0").0.movestogo, None);
        assert_eq!(limits("wtime 9 winc much").0.winc, None);
    }

    #[test]
    fn a_missing_number_does_not_swallow_the_next_keyword() {
        let (limits, complaints) = limits("depth movetime 100");
        assert_eq!((limits.depth, limits.movetime), (Some(1), Some(100)));
        assert_eq!(complaints, ["go: depth has no number after it"]);
    }

    #[test]
    fn unknown_words_are_passed_over() {
        let (go, complaints, ignored) = read("quickly depth 4 please");
        assert!(matches!(go, Some(GoCommand::Search { limits, .. }) if limits.depth == Some(4)));
        assert_eq!(complaints.len(), 0);
        assert_eq!(ignored, ["quickly", "please"]);
    }

    #[test]
    fn an_absurd_perft_is_refused() {
        for text in ["perft 31", "perft -1", "perft x", "perft"] {
            let (go, complaints, _) = read(text);
            assert_eq!(go, None, "{text}");
            assert_eq!(complaints.len(), 1, "{text}");
        }
    }

    #[test]
    fn one_clock_serves_both_sides() {
        let limits = limits("wtime 500 winc 7").0;
        assert_eq!(limits.time_of(Color::Black), Some(500));
        assert_eq!(limits.increment_of(Color::White), 7);
        assert_eq!(limits.increment_of(Color::Black), 0);
        let clock = limits.effort(Color::Black).running_clock().unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(500));
        assert_eq!(clock.increment, Duration::ZERO);
    }

    #[test]
    fn clocks_below_zero_leave_a_moment() {
        let go = GoLimits {
            wtime: Some(-5),
            winc: Some(-1),
            movestogo: Some(0),
            movetime: Some(-5),
            ..GoLimits::default()
        };
        let moment = Duration::from_millis(1);
        let clock = Effort::clock(Clock {
            remaining: moment,
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        assert_eq!(go.effort(Color::White), clock.or(Effort::time(moment)));
    }

    #[test]
    fn without_an_end_a_search_is_endless_by_name() {
        let endless = Effort::until_stopped();
        assert_eq!(GoLimits::default().effort(Color::White), endless);
        assert_eq!(limits("infinite depth 3").0.effort(Color::White), endless);
        let ahead = limits("ponder infinite nodes 5").0.effort(Color::White);
        assert_eq!(ahead, endless.pondering());
        let both = limits("ponder nodes 5 depth 3").0.effort(Color::White);
        assert_eq!(both, Effort::nodes(5).or(Effort::depth(3)).pondering());
    }
}
