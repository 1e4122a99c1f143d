//! **Reroute**: a knight, bishop or rook moves, and in the line of best play it moves on within
//! the next three own moves, each time quietly, to a square that it could not have reached in one
//! move and where it is not lost. It stands better there than where it came from: on its fourth to
//! sixth rank, farther up than before, where no pawn of the opponent can ever challenge it; or (a
//! knight) on one of the sixteen central squares, coming from outside; or with at least three more
//! safe squares and no farther back. Its first stop does not have all of that already. A knight
//! that is developed from the b- or g-file of its first rank to its third rank of the c- or f-file
//! does not count.
//!
//! Squares: all where it stops, the last one the square it heads for.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square};

use crate::finders::pieces::{moved, reach, safe_squares};
use crate::grammar::list;
use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, loses_on};
use crate::ground::plain;
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

/// Half moves of the line in which the piece may move on.
const MAX_PLIES: usize = 6;
/// Safe squares that it must gain if nothing else is better.
const MIN_MORE_SQUARES: u32 = 3;

pub(crate) const REROUTE: Concept = Concept {
    name: "reroute",
    themes: &["reroute", "activity", "outpost"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let kind = moved(scene);
    let is_quiet = scene.before.is_quiet(scene.mv) && !scene.after.in_check();
    let Some(piece @ (Piece::Knight | Piece::Bishop | Piece::Rook)) = kind.filter(|_| is_quiet)
    else {
        return Vec::new();
    };
    if is_development(scene, piece) {
        return Vec::new();
    }
    let goals = merits(&scene.after, scene, piece, scene.mv.to);
    let mut stops = vec![scene.mv.to];
    let mut now = scene.after.clone();
    let mut found = Vec::new();
    for (index, mv) in scene.line.iter().take(MAX_PLIES).enumerate() {
        let stands = stops.last().copied().unwrap_or(scene.mv.to);
        let is_on = index % 2 == 1 && mv.from == stands;
        let is_stopped = mv.to == stands || is_on && !now.is_quiet(*mv);
        now = now.after(*mv);
        if is_stopped || is_on && now.in_check() {
            break;
        }
        if !is_on {
            continue;
        }
        stops.push(mv.to);
        let is_new = mv.to != scene.mv.from && !reach(&scene.before, scene.mv.from).has(mv.to);
        let has_more = merits(&now, scene, piece, mv.to)
            .iter()
            .zip(&goals)
            .any(|(there, halfway)| *there && !*halfway);
        if is_new && has_more && loses_on(&now, mv.to) < MIN_GAIN_CENTIPAWNS {
            found = vec![Finding::on(stops.clone()).along(index + 1)];
        }
    }
    found
}

/// Whether a knight goes where knights begin.
fn is_development(scene: &Scene, piece: Piece) -> bool {
    let (from, to) = (scene.mv.from, scene.mv.to);
    piece == Piece::Knight
        && (Scene::rank(scene.side, from), Scene::rank(scene.side, to)) == (1, 3)
        && [(File::B, File::C), (File::G, File::F)].contains(&(from.file(), to.file()))
}

/// What is better about a square than about the one the piece came from: it cannot be challenged,
/// it is central, it has more squares.
fn merits(position: &Position, scene: &Scene, piece: Piece, square: Square) -> [bool; 3] {
    let (side, from) = (scene.side, scene.mv.from);
    let rank = Scene::rank(side, square);
    let pawns = position.men(!side, Piece::Pawn) & square.file().adjacent();
    let is_unchallenged = (pawns & ahead(side, square)).is_empty();
    let is_far = (4..=6).contains(&rank) && rank > Scene::rank(side, from);
    let is_central = piece == Piece::Knight && centre().has(square) && !centre().has(from);
    let more = safe_squares(position, square).len();
    let had = safe_squares(&scene.before, from).len();
    let is_back = rank < Scene::rank(side, from);
    [
        is_unchallenged && is_far,
        is_central,
        more >= had + MIN_MORE_SQUARES && !is_back,
    ]
}

fn centre() -> BitBoard {
    let files = [File::C, File::D, File::E, File::F].map(File::bitboard);
    let ranks = [Rank::Third, Rank::Fourth, Rank::Fifth, Rank::Sixth].map(Rank::bitboard);
    let join = |sets: [BitBoard; 4]| sets.into_iter().fold(BitBoard::EMPTY, |all, set| all | set);
    join(files) & join(ranks)
}

/// The ranks that lie ahead of a square for a side.
fn ahead(side: Color, square: Square) -> BitBoard {
    Rank::ALL
        .into_iter()
        .filter(|rank| match side {
            Color::White => *rank > square.rank(),
            Color::Black => *rank < square.rank(),
        })
        .fold(BitBoard::EMPTY, |all, rank| all | rank.bitboard())
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (Some(first), Some(last)) = (squares.first(), squares.last()) else {
        return Err("a way has at least two stops");
    };
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    let is_kind = matches!(piece, Some(Piece::Knight | Piece::Bishop | Piece::Rook));
    let is_quiet = scene.before.captured(scene.mv).is_none() && !scene.after.in_check();
    if *first != scene.mv.to || squares.len() < 2 || !is_kind || !is_quiet {
        return Err("no piece sets out there");
    }
    let from = scene.mv.from;
    let files = (from.file() as i32, first.file() as i32);
    let ranks = [from, *first].map(|at| men::rank_for(scene.side, at));
    let is_from_home = files == (1, 2) || files == (6, 5);
    if piece == Some(Piece::Knight) && is_from_home && ranks == [1, 3] {
        return Err("it is merely developed");
    }
    let end = follow(scene, squares)?;
    if *last == from || plain::geometry::attacks(&scene.before, from, *last) {
        return Err("it could have gone there in one move");
    }
    ensure(!exchange::is_lost(&end, *last), "it can be taken there")?;
    let is_knight = piece == Some(Piece::Knight);
    let there = virtues(&end, scene, is_knight, *last);
    let halfway = virtues(&scene.after, scene, is_knight, *first);
    match there.iter().zip(halfway).any(|(has, had)| *has && !had) {
        true => Ok(()),
        false => Err("it stands no better there"),
    }
}

/// Follows the piece along the line through all its stops, and returns the position at the end.
fn follow(scene: &Scene, stops: &[Square]) -> Result<Position, &'static str> {
    let mut now = scene.after.clone();
    let mut rest = stops.iter().copied();
    let mut stands = rest.next();
    let mut next = rest.next();
    for mv in scene.line.iter().take(MAX_PLIES) {
        let Some(goal) = next else { break };
        ensure(Some(mv.to) != stands, "it does not stay alive")?;
        let is_its_move = Some(mv.from) == stands;
        let is_taking = now.captured(*mv).is_some();
        now = now.after(*mv);
        if !is_its_move {
            continue;
        }
        if mv.to != goal || is_taking || now.in_check() {
            return Err("it goes elsewhere");
        }
        (stands, next) = (Some(goal), rest.next());
    }
    match next {
        None => Ok(now),
        Some(_) => Err("it does not go that way"),
    }
}

fn virtues(position: &Position, scene: &Scene, is_knight: bool, square: Square) -> [bool; 3] {
    let (side, from) = (scene.side, scene.mv.from);
    let rank = men::rank_for(side, square);
    let is_challenger = |beside: i32, steps: i32| {
        let file = square.file() as i32 + beside;
        men::at(file, square.rank() as i32 + steps * pawns::forward(side))
            .is_some_and(|at| men::is_man(position, at, !side, Piece::Pawn))
    };
    let can_be_challenged = (1..8).any(|steps| is_challenger(-1, steps) || is_challenger(1, steps));
    let is_far = [4, 5, 6].contains(&rank) && rank > men::rank_for(side, from);
    let is_central =
        |at: Square| (2..=5).contains(&(at.file() as i32)) && (2..=5).contains(&(at.rank() as i32));
    let had = men::count_safe_squares(&scene.before, from);
    let has = men::count_safe_squares(position, square);
    [
        is_far && !can_be_challenged,
        is_knight && is_central(square) && !is_central(from),
        has >= had + MIN_MORE_SQUARES as usize && rank >= men::rank_for(side, from),
    ]
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let (goal, way) = match squares.split_last() {
        Some((goal, way)) => (*goal, way),
        None => (scene.mv.to, squares),
    };
    let names: Vec<String> = way.iter().map(Square::to_string).collect();
    format!(
        "The {} heads for\u{a0}{goal} by way of\u{a0}{}.",
        man(scene.man()),
        list(&names)
    )
}

#[test]
fn cases() {
    let cases = "
        # A knight takes several steps.
        r4rk1/pp3ppp/3p4/4p3/4P3/8/PP3PPP/R3NRK1 w - - 0 1
        Nc2 h6 Nb4 Kh7 Nd5: The knight heads for d5 by way of c2 and b4.
        Nc2 h6 Ne3 g6 Nd5: The knight heads for d5 by way of c2 and e3.
        6k1/p4pp1/7p/8/4P3/5PP1/PP4BP/6K1 w - - 0 1
        Bf1 h5 Bc4: The bishop heads for c4 by way of f1.
        # No way.
        # The line ends before; it goes back; it captures on its way; the last stop is no better.
        r4rk1/pp3ppp/3p4/4p3/4P3/8/PP3PPP/R3NRK1 w - - 0 1
        Nc2 h6: -
        Nc2 h6 Ne1: -
        r4rk1/pp3ppp/8/3pp3/4P3/8/PP3PPP/R3NRK1 w - - 0 1
        Nc2 h6 Nb4 Kh7 Nxd5: -
        r4rk1/pp3ppp/3p4/4p3/4P3/8/PP3PPP/R3NRK1 w - - 0 1
        Rc1 h6 Rc7: -
        Nc2 h6 Nb4 Kh7 Nd5 not: c2, c2 d5, b4 d5, c2 b4 c6, c2 b4 d5 d5
    ";
    REROUTE.holds(cases);
}
