//! **Centralizes**: a knight comes to the c- to f-files of its fourth to sixth rank; or a queen
//! comes to the c- to f-files of the third to sixth ranks when at most four knights, bishops,
//! rooks and queens are left on the board. It comes from outside these squares, it is not lost
//! there, and no pawn of the opponent attacks it or could attack it with its next step.
//!
//! Squares: where it stands.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square, attacks};

use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::plain::{exchange, men, pawns};
use crate::names::man;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

/// With more pieces on the board it is no ending.
const MAX_ENDING_PIECES: u32 = 4;

pub(crate) const CENTRALIZES: Concept = Concept {
    name: "centralizes",
    themes: &["activity", "centre"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, square) = (scene.side, scene.mv.from, scene.mv.to);
    let centre = match moved(scene) {
        Some(Piece::Knight) => knight_centre(side),
        Some(Piece::Queen) if is_ending(&scene.after) => queen_centre(),
        _ => return Vec::new(),
    };
    let is_new = centre.has(square) && !centre.has(from);
    match is_new && !can_be_driven(&scene.after, square) && !is_mover_lost(scene) {
        true => vec![Finding::on([square])],
        false => Vec::new(),
    }
}

fn files(list: &[File]) -> BitBoard {
    list.iter()
        .fold(BitBoard::EMPTY, |all, file| all | file.bitboard())
}

fn ranks(side: Color, list: &[Rank]) -> BitBoard {
    list.iter().fold(BitBoard::EMPTY, |all, rank| {
        all | rank.relative_to(side).bitboard()
    })
}

fn knight_centre(side: Color) -> BitBoard {
    let broad = files(&[File::C, File::D, File::E, File::F]);
    let far = ranks(side, &[Rank::Fourth, Rank::Fifth, Rank::Sixth]);
    broad & far
}

fn queen_centre() -> BitBoard {
    let middle = [Rank::Third, Rank::Fourth, Rank::Fifth, Rank::Sixth];
    files(&[File::C, File::D, File::E, File::F]) & ranks(Color::White, &middle)
}

fn is_ending(position: &Position) -> bool {
    let others = position.pieces(Piece::Pawn) | position.pieces(Piece::King);
    (position.occupied() & !others).len() <= MAX_ENDING_PIECES
}

/// Whether a pawn of the side to move attacks a square, or could after one step.
fn can_be_driven(position: &Position, square: Square) -> bool {
    let side = position.side_to_move();
    let mut pawns = position.men(side, Piece::Pawn);
    let moves = position.legal_moves();
    for mv in moves
        .iter()
        .filter(|mv| position.men(side, Piece::Pawn).has(mv.from))
    {
        if position.captured(*mv).is_none() {
            pawns |= mv.to.bitboard();
        }
    }
    attacks::pawns(pawns, side).has(square)
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "it is about one piece")?;
    let piece = men::moved(&scene.before, scene.mv, &scene.after);
    if *square != scene.mv.to || !matches!(piece, Some(Piece::Knight | Piece::Queen)) {
        return Err("no knight or queen has just moved there");
    }
    let is_queen = piece == Some(Piece::Queen);
    let is_central = |at: Square| {
        let (file, rank) = (at.file() as i32, men::rank_for(scene.side, at));
        (2..=5).contains(&file) && ((4..=6).contains(&rank) || rank == 3 && is_queen)
    };
    if !is_central(*square) || is_central(scene.mv.from) {
        return Err("it does not come to the centre");
    }
    let is_piece = |at: &Square| {
        let kind = scene.after.piece_on(*at);
        kind.is_some_and(|kind| kind != Piece::Pawn && kind != Piece::King)
    };
    let pieces = Square::ALL.into_iter().filter(is_piece).count();
    if is_queen && pieces > MAX_ENDING_PIECES as usize {
        return Err("it is no ending");
    }
    let enemy = !scene.side;
    let is_pawn_move = |mv: &&bstar_board::Move| {
        scene.after.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() == mv.to.file()
    };
    let attacks_it = |from: Square| {
        let apart = (from.file() as i32).abs_diff(square.file() as i32);
        apart == 1 && from.rank() as i32 + pawns::forward(enemy) == square.rank() as i32
    };
    let moves = scene.after.legal_moves();
    let can_come = moves
        .iter()
        .filter(is_pawn_move)
        .any(|mv| attacks_it(mv.to));
    if can_come || pawns::is_held_by_pawn(&scene.after, enemy, *square) {
        return Err("a pawn can drive it off");
    }
    match exchange::is_lost(&scene.after, *square) {
        true => Err("it can be taken there"),
        false => Ok(()),
    }
}

fn say(scene: &Scene, _: &[Square]) -> String {
    format!(
        "The {} comes to the centre, to\u{a0}{}, where no pawn can drive it off at once.",
        man(scene.man()),
        scene.mv.to
    )
}

#[test]
fn cases() {
    let cases = "
        # A piece comes to the centre.
        r4rk1/pp3ppp/4p3/8/N7/8/PP3PPP/R4RK1 w - - 0 1
        Nc5: -
        r4rk1/p5pp/1p2p3/5p2/8/5N2/PP3PPP/R4RK1 w - - 0 1
        Ne5: The knight comes to the centre, to e5, where no pawn can drive it off at once.
        6k1/p4ppp/4p3/8/8/8/qP3PPP/3Q2K1 b - - 0 1
        Qd5: The queen comes to the centre, to d5, where no pawn can drive it off at once.
        # Not the centre.
        # From one central square to another; development; a pawn can come to attack it.
        r4rk1/pp3ppp/2n1p3/8/8/5N2/PP3PPP/R4RK1 b - - 0 1
        Nd4: -
        Na5: -
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        Nf3: -
        r4rk1/pp3ppp/3p4/8/8/5N2/PP3PPP/R4RK1 w - - 0 1
        Nd4: The knight comes to the centre, to d4, where no pawn can drive it off at once.
        Ne5: -
        Nd4 not: f3, d4 d4, e5
    ";
    CENTRALIZES.holds(cases);
}
