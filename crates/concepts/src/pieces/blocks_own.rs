//! **Blocks own pawn**: a piece moves, without capturing, to the square right in front of a pawn
//! of its side that still stands on its second rank. Either it is the d-pawn and shuts in the
//! bishop at home on the c-file, whose other way is barred by a pawn on the b-file; or the e-pawn,
//! the bishop on the f-file and a pawn on the g-file. Or it is the c-pawn, which could have
//! attacked an enemy pawn on the square in front of its own side's d-pawn on the fourth rank by
//! going two steps.
//!
//! Squares: where the piece stands, the pawn, then the bishop or the enemy pawn.

use bstar_board::{Color, File, Piece, Rank, Square};

use crate::finders::naming::the_one_on;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const BLOCKS_OWN: Concept = Concept {
    name: "blocks-own",
    themes: &[],
    class: IdeaClass::Fault,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, to) = (scene.side, scene.mv.to);
    let is_piece = !matches!(scene.man(), Piece::Pawn | Piece::King)
        && scene.before.is_quiet(scene.mv)
        && Scene::rank(side, to) == 3;
    let pawn = at(side, to.file(), Rank::Second);
    let own = scene.after.men(side, Piece::Pawn);
    if !is_piece || !own.has(pawn) {
        return Vec::new();
    }
    let bishops = scene.after.men(side, Piece::Bishop);
    let shut = |bishop: File, fence: File| {
        let home = at(side, bishop, Rank::First);
        (bishops.has(home) && own.has(at(side, fence, Rank::Second))).then_some(home)
    };
    let target = match to.file() {
        File::D => shut(File::C, File::B),
        File::E => shut(File::F, File::G),
        File::C => {
            let enemy = at(side, File::D, Rank::Fifth);
            let is_tense = own.has(at(side, File::D, Rank::Fourth))
                && scene.after.men(!side, Piece::Pawn).has(enemy)
                && !scene.before.occupied().has(to)
                && !scene.after.occupied().has(at(side, File::C, Rank::Fourth));
            is_tense.then_some(enemy)
        }
        _ => None,
    };
    let finding = target.map(|target| Finding::on([to, pawn, target]));
    finding.into_iter().collect()
}

fn at(side: Color, file: File, rank: Rank) -> Square {
    Square::new(file, rank.relative_to(side))
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [piece, pawn, target] = exactly(squares, "it is about a piece, a pawn and what follows")?;
    let (side, after) = (scene.side, &scene.after);
    let is_piece = !matches!(
        after.piece_on(*piece),
        None | Some(Piece::Pawn | Piece::King)
    );
    let is_moved = *piece == scene.mv.to && scene.before.color_on(*piece).is_none();
    ensure(is_piece && is_moved, "no piece has just moved there")?;
    let is_own = |square: Option<Square>, kind: Piece| {
        square.is_some_and(|square| plain::men::is_man(after, square, side, kind))
    };
    let step =
        |square: Square, files: i8, ranks: i8| plain::men::step_for(side, square, files, ranks);
    let is_behind = step(*piece, 0, -1) == Some(*pawn) && plain::men::rank_for(side, *pawn) == 2;
    if !is_behind || !is_own(Some(*pawn), Piece::Pawn) {
        return Err("no unmoved pawn is behind it");
    }
    // Towards the nearer rim.
    let shuts = |outward: i8| {
        step(*pawn, outward, -1) == Some(*target)
            && is_own(Some(*target), Piece::Bishop)
            && is_own(step(*pawn, 2 * outward, 0), Piece::Pawn)
    };
    let is_break = || {
        step(*piece, 1, 2) == Some(*target)
            && plain::men::is_man(after, *target, !side, Piece::Pawn)
            && is_own(step(*piece, 1, 1), Piece::Pawn)
            && step(*piece, 0, 1).is_some_and(|square| after.piece_on(square).is_none())
    };
    let is_so = match pawn.file() as i32 {
        2 => is_break(),
        3 => shuts(-1),
        4 => shuts(1),
        _ => false,
    };
    ensure(is_so, "the pawn blocks nothing")
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let (pawn, target) = match squares {
        [_, pawn, target] => (*pawn, *target),
        _ => (scene.mv.to, scene.mv.to),
    };
    let is_bishop = scene.after.piece_on(target) == Some(Piece::Bishop);
    let (pawn, target) = (
        the_one_on(&scene.after, pawn),
        the_one_on(&scene.after, target),
    );
    match is_bishop {
        true => format!("It blocks {pawn} and so keeps {target} shut in."),
        false => format!("It blocks {pawn}, which can no longer attack {target}."),
    }
}

#[test]
fn cases() {
    let cases = "
        # A piece stands in the way.
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1
        Bd3: It blocks the pawn on d2 and so keeps the bishop on c1 shut in.
        rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1
        Nc3: It blocks the pawn on c2, which can no longer attack the pawn on d5.
        # Nothing is blocked.
        # Another square; the bishop has another way; the c-pawn has gone.
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1
        Bc4: -
        Bd3 not: d3, d3 d2, d3 d2 f1, d3 d2 c1 c1, d2 d3 c1
        r1bqkbnr/pppp1ppp/2n5/4p3/4P3/1P3N2/P1PP1PPP/RNBQKB1R w KQkq - 0 1
        Bd3: -
        rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 1
        Nc3: -
    ";
    BLOCKS_OWN.holds(cases);
}
