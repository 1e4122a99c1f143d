//! **Recaptures**: the side is behind in material and takes something where another of its men
//! could also take, and one of the two or more is a pawn. At least one of these holds: a pawn
//! takes towards the centre (to a file nearer to the middle of the board); a pawn takes and leaves
//! a file without own pawns to an own rook on it; no more own pawns are isolated or doubled than
//! before, while a pawn that could have taken instead would have left more.
//!
//! Squares: where it takes.

use bstar_board::{BitBoard, Color, File, Move, Piece, Position, Square};

use crate::finders::board_facts::lead;
use crate::finders::pieces::moved;
use crate::grammar::list;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure};

pub(crate) const RECAPTURES: Concept = Concept {
    name: "recaptures",
    themes: &["recapture"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let to = scene.mv.to;
    let is_capture =
        scene.before.captured(scene.mv).is_some() && !scene.before.is_en_passant(scene.mv);
    if !is_capture || moved(scene).is_none() || lead(&scene.before, scene.side) >= 0 {
        return Vec::new();
    }
    let mut others: Vec<(Piece, Move)> = Vec::new();
    let own = scene.before.side(scene.side);
    scene.before.for_each_move(own, to.bitboard(), |piece, mv| {
        if mv.from != scene.mv.from && mv.promotion.is_none() {
            others.push((piece, mv));
        }
    });
    let is_pawn = moved(scene) == Some(Piece::Pawn);
    let pawns: Vec<Move> = others
        .iter()
        .filter(|(piece, _)| *piece == Piece::Pawn)
        .map(|(_, mv)| *mv)
        .collect();
    let is_choice = !others.is_empty() && (is_pawn || !pawns.is_empty());
    let is_better =
        is_pawn && (goes_to_centre(scene.mv) || opens_file(scene)) || keeps_pawns(scene, &pawns);
    Finding::if_so(is_choice && is_better, [to])
}

fn goes_to_centre(mv: Move) -> bool {
    // Twice the distance from the middle of the board.
    let off = |file: File| (2 * file as i32 - 7).abs();
    off(mv.to.file()) < off(mv.from.file())
}

fn opens_file(scene: &Scene) -> bool {
    let file = scene.mv.from.file().bitboard();
    let (pawns, rooks) = (
        scene.after.men(scene.side, Piece::Pawn),
        scene.after.men(scene.side, Piece::Rook),
    );
    (pawns & file).is_empty() && !(rooks & file).is_empty()
}

fn keeps_pawns(scene: &Scene, others: &[Move]) -> bool {
    let weak = |position: &Position| weak_pawns(position.men(scene.side, Piece::Pawn));
    let now = weak(&scene.after);
    let is_worse = |mv: &Move| weak(&scene.before.after(*mv)) > now;
    now <= weak(&scene.before) && others.iter().any(is_worse)
}

/// How many pawns are isolated, and how many stand behind another on their file.
fn weak_pawns(pawns: BitBoard) -> u32 {
    let of_file = |file: File| {
        let own = (pawns & file.bitboard()).len();
        let isolated = if (pawns & file.adjacent()).is_empty() {
            own
        } else {
            0
        };
        isolated + own.saturating_sub(1)
    };
    File::ALL.into_iter().map(of_file).sum()
}

/// What is good about the capture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Merit {
    Centre,
    File,
    Structure,
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    ensure(squares == [scene.mv.to], "it takes on one square")?;
    let is_capture = scene.before.captured(scene.mv).is_some()
        && scene.before.piece_on(scene.mv.to).is_some()
        && scene.mv.promotion.is_none();
    if !is_capture || plain::standing::lead(&scene.before, scene.side) >= 0 {
        return Err("nothing is taken back");
    }
    let others = other_captures(scene);
    let is_pawn = |mv: &Move| scene.before.piece_on(mv.from) == Some(Piece::Pawn);
    if others.is_empty() || !is_pawn(&scene.mv) && !others.iter().any(is_pawn) {
        return Err("there is no choice with a pawn");
    }
    ensure(!merits(scene).is_empty(), "the other capture is as good")
}

fn other_captures(scene: &Scene) -> Vec<Move> {
    let moves = scene.before.legal_moves();
    let is_other =
        |mv: &&Move| mv.to == scene.mv.to && mv.from != scene.mv.from && mv.promotion.is_none();
    moves.iter().filter(is_other).copied().collect()
}

fn merits(scene: &Scene) -> Vec<Merit> {
    let is_pawn = |mv: &Move| scene.before.piece_on(mv.from) == Some(Piece::Pawn);
    let mut merits = Vec::new();
    if is_pawn(&scene.mv) {
        let files = [0, 1, 2, 3, 3, 2, 1, 0];
        let height = |square: Square| files[square.file() as usize];
        if height(scene.mv.to) > height(scene.mv.from) {
            merits.push(Merit::Centre);
        }
        let on_file = |kind: Piece| {
            plain::men::squares_of(&scene.after, scene.side, kind)
                .iter()
                .any(|square| square.file() == scene.mv.from.file())
        };
        if on_file(Piece::Rook) && !on_file(Piece::Pawn) {
            merits.push(Merit::File);
        }
    }
    let now = weaknesses(&scene.after, scene.side);
    let others = other_captures(scene);
    let is_worse = |mv: &Move| weaknesses(&scene.before.after(*mv), scene.side) > now;
    let has_worse = others.iter().filter(|mv| is_pawn(mv)).any(is_worse);
    if has_worse && now <= weaknesses(&scene.before, scene.side) {
        merits.push(Merit::Structure);
    }
    merits
}

fn weaknesses(position: &Position, side: Color) -> usize {
    let pawns = plain::men::squares_of(position, side, Piece::Pawn);
    let isolated = pawns
        .iter()
        .filter(|pawn| plain::pawns::is_any_isolated(position, **pawn));
    let has_one_before = |pawn: &&Square| {
        pawns
            .iter()
            .any(|other| other.file() == pawn.file() && other.rank() > pawn.rank())
    };
    isolated.count() + pawns.iter().filter(has_one_before).count()
}

fn say(scene: &Scene, _: &[Square]) -> String {
    let merits = merits(scene);
    let file = scene.mv.from.file();
    let words: Vec<String> = merits
        .iter()
        .map(|merit| match merit {
            Merit::Centre => "takes towards the centre".to_owned(),
            Merit::File => format!("opens the {file}-file for the rook"),
            Merit::Structure => "keeps the pawns sound".to_owned(),
        })
        .collect();
    format!("It {}.", list(&words))
}

#[test]
fn cases() {
    let cases = "
        # Of two ways.
        r3k2r/ppp2ppp/6B1/8/8/8/PPP2PP1/R3K2R b - - 0 1
        hxg6: It takes towards the centre and opens the h-file for the rook.
        r2qk2r/ppp2ppp/5B2/8/8/8/PPP2PPP/R2QK2R b KQkq - 0 1
        Qxf6: It keeps the pawns sound.
        # No choice.
        # Away from the centre; nothing taken; the only way; nothing to take back.
        r3k2r/ppp2ppp/6B1/8/8/8/PPP2PP1/R3K2R b - - 0 1
        fxg6: -
        Kd7: -
        hxg6 not: h7, g6 g6
        fxg6 not: g6
        r4k1r/ppp3pp/6B1/8/8/8/PPP2PP1/R3K2R b - - 0 1
        hxg6: -
        r2qk2r/ppp2ppp/5B2/8/8/8/PPP2PPP/3QK2R b - - 0 1
        Qxf6: -
    ";
    RECAPTURES.holds(cases);
}
