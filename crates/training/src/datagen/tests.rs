//! Games of every kind are written and read back. Files are cut off and spoilt.

use bstar_board::{Color, Position, Square, fen, san};
use bstar_engine::Evaluation;
use proptest::prelude::*;
use tempfile::TempDir;

use super::check::judge;
use super::*;
use bstar_kit::crew::Crew;
use bstar_kit::files::Appender;
use bstar_kit::random::Random;
use bstar_kit::stop::Stop;

/// Starts from which random moves soon castle, capture en passant and promote.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 12",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 30",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 40",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

/// A game of random moves with random scores.
fn random_game(random: &mut Random, most: usize) -> ScoredGame {
    let start = fen::parse(STARTS[random.below(STARTS.len())]).unwrap();
    let winner = [None, Some(Color::White), Some(Color::Black)][random.below(3)];
    let mut game = ScoredGame::new(start, winner);
    for _ in 0..random.below(most) {
        let moves = game.game().position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        game.push(mv, random.bits() as i16).unwrap();
    }
    game
}

fn read_all(bytes: &[u8]) -> Vec<Result<ScoredGame, ReadError>> {
    PackedReader::new(bytes).collect()
}

fn broken(result: &Result<ScoredGame, ReadError>) -> &BrokenData {
    match result {
        Err(ReadError::Broken(broken)) => broken,
        other => panic!("{other:?}"),
    }
}

/// The example of the format's own description: 1. e4 e5 2. Qh5 Ke7 3. Qxe5#.
#[test]
fn the_published_example() {
    let mut game = ScoredGame::new(Position::start(), Some(Color::White));
    for (word, score) in [
        ("e4", 10),
        ("e5", 20),
        ("Qh5", -30),
        ("Ke7", 32767),
        ("Qxe5", 32767),
    ] {
        let mv = san::parse(game.game().position(), word).unwrap();
        game.push(mv, score).unwrap();
    }
    let expected = "ffff00000000ffff 16422561000000008888888 89ecaade9 40 00 0100 0000 02 00 \
         0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000";
    let found: String = game
        .to_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(found, expected.replace(' ', ""));
    judge(&game).unwrap();
}

#[test]
fn random_games_there_and_back() {
    let mut random = Random::new(1, 0);
    let games: Vec<ScoredGame> = (0..200).map(|_| random_game(&mut random, 60)).collect();
    let bytes: Vec<u8> = games.iter().flat_map(ScoredGame::to_bytes).collect();
    let again = read_all(&bytes);
    assert_eq!(again.len(), games.len());
    let [mut castled, mut en_passant, mut promoted] = [0; 3];
    for (game, again) in games.iter().zip(&again) {
        let again = again.as_ref().unwrap();
        assert_eq!(again.winner(), game.winner());
        assert_eq!(again.game().keys(), game.game().keys());
        assert_eq!(
            fen::write(again.game().position()),
            fen::write(game.game().position())
        );
        assert!(again.positions().eq(game.positions()));
        for scored in again.positions() {
            castled += usize::from(scored.position.is_castling(scored.mv));
            en_passant += usize::from(scored.position.is_en_passant(scored.mv));
            promoted += usize::from(scored.mv.promotion.is_some());
        }
    }
    assert!(
        castled > 10 && en_passant > 3 && promoted > 10,
        "{castled} {en_passant} {promoted}"
    );
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let mut game = ScoredGame::new(fen::parse(STARTS[1]).unwrap(), None);
    let castling = san::parse(game.game().position(), "O-O").unwrap();
    game.push(castling, 5).unwrap();
    let one = game.to_bytes();
    let whole = one.len();
    let two = [one.clone(), one].concat();
    let spoilt = |place: usize, byte: u8| {
        let mut bytes = two.clone();
        bytes[whole + place] = byte;
        let games = read_all(&bytes);
        assert_eq!(games.len(), 2, "nothing comes after a flaw");
        let broken = broken(&games[1]).clone();
        assert_eq!((broken.games, broken.bytes), (1, whole as u64));
        (broken.offset - whole as u64, broken.flaw)
    };
    assert_eq!(spoilt(30, 3), (30, DataFlaw::Result(3)));
    assert_eq!(spoilt(24, 65), (24, DataFlaw::EnPassant(65)));
    assert!(matches!(
        spoilt(8, 0x76),
        (8, DataFlaw::UnknownMan { number: 7, .. })
    ));
    assert!(matches!(
        spoilt(0, 0xff),
        (0, DataFlaw::Start { .. } | DataFlaw::TooManyMen(_))
    ));
    // A black rook on a1 that may castle.
    assert_eq!(spoilt(8, 0x5e), (8, DataFlaw::CastlingRook(Square::A1)));
    // The king goes two steps, as others write it; then without the mark of castling.
    assert!(matches!(spoilt(32, 0x84), (32, DataFlaw::Illegal(_))));
    let unmarked = two[33] & 0x3f;
    assert!(matches!(spoilt(33, unmarked), (32, DataFlaw::Marks { .. })));
    let games = read_all(&two[..2 * whole - 1]);
    assert_eq!(broken(&games[1]).flaw, DataFlaw::CutOff);
    assert_eq!(broken(&games[1]).offset, 2 * whole as u64 - 1);
}

#[test]
fn a_result_follows_from_the_game() {
    let game = |words: &[&str], scores: &[i16], winner| {
        let mut game = ScoredGame::new(Position::start(), winner);
        for (word, score) in words.iter().zip(scores.iter().cycle()) {
            let mv = san::parse(game.game().position(), word).unwrap();
            game.push(mv, *score).unwrap();
        }
        judge(&game)
    };
    let mate = ["f3", "e5", "g4", "Qh4"];
    assert_eq!(game(&mate, &[0], Some(Color::Black)), Ok(()));
    let wrong = game(&mate, &[0], None).unwrap_err();
    assert_eq!(wrong.to_string(), "the result should be 0-1, by checkmate");
    assert_eq!(game(&mate[..3], &[0], None), Err(DataFlaw::NoEnding));
    let dance = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "e4"];
    assert_eq!(game(&dance[..8], &[50], None), Ok(()));
    assert_eq!(game(&dance, &[50], None), Err(DataFlaw::GoesOn { ply: 8 }));
    // A win is called after eight half moves, all of which saw White ahead by ten pawns.
    let win = ["a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3"];
    assert_eq!(game(&win[..8], &[1000], Some(Color::White)), Ok(()));
    assert!(game(&win[..8], &[1000], Some(Color::Black)).is_err());
    assert_eq!(game(&win[..8], &[999, 1000], None), Err(DataFlaw::NoEnding));
    assert!(game(&win, &[1000], Some(Color::White)).is_err());
}

proptest! {
    /// Any bytes give games and then at most one flaw. Bytes called whole are whole.
    #[test]
    fn noise_is_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let games = read_all(&bytes);
        let flaws = games.iter().filter(|game| game.is_err()).count();
        prop_assert!(flaws <= 1);
        if !bytes.is_empty() {
            prop_assert!(flaws == 1 || games.iter().flatten().flat_map(ScoredGame::to_bytes).count() == bytes.len());
        }
    }

    #[test]
    fn spoilt_games_are_read_as_far_as_they_are_whole(
        seed: u64,
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut random = Random::new(seed, 0);
        let games: Vec<ScoredGame> = (0..3).map(|_| random_game(&mut random, 30)).collect();
        let mut bytes: Vec<u8> = games.iter().flat_map(ScoredGame::to_bytes).collect();
        let mut first = bytes.len();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            first = first.min(place);
            bytes[place] = byte;
        }
        let untouched = games
            .iter()
            .scan(0, |end, game| {
                *end += game.to_bytes().len();
                Some(*end)
            })
            .take_while(|end| *end <= first)
            .count();
        let found = read_all(&bytes);
        prop_assert!(found.iter().take_while(|game| game.is_ok()).count() >= untouched);
        for game in found.iter().flatten() {
            // Whether the result is right is another question. The check must answer it either way.
            let _ = judge(game);
        }
    }
}

fn plan(folder: &TempDir, name: &str, games: usize, jobs: usize) -> DataGen {
    DataGen {
        games,
        nodes: 60,
        hash: 1,
        seed: 5,
        crew: Crew::Threads(jobs),
        evaluation: Evaluation::Terms,
        file: folder.path().join(name),
    }
}

fn make(plan: &DataGen) -> Result<DataTally, DataGenError> {
    plan.run(&Stop::new(), &mut |_| {})
}

#[test]
fn the_same_seed_gives_the_same_file_however_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let one = plan(&folder, "one", 6, 1);
    let tally = make(&one).unwrap();
    let bytes = std::fs::read(&one.file).unwrap();
    let games: Vec<ScoredGame> = read_all(&bytes).into_iter().map(Result::unwrap).collect();
    assert_eq!((games.len(), tally.games), (6, 6));
    assert_eq!(tally.bytes, bytes.len() as u64);
    assert_eq!(tally.white_wins + tally.draws + tally.black_wins, 6);
    let positions: usize = games.iter().map(|game| game.positions().count()).sum();
    assert_eq!(tally.positions, positions);
    for game in &games {
        judge(game).unwrap();
        assert!((5..=6).contains(&game.game().start().fullmove_number()));
    }
    let other_jobs = plan(&folder, "two", 6, 3);
    make(&other_jobs).unwrap();
    assert_eq!(std::fs::read(&other_jobs.file).unwrap(), bytes);
    // First three games are made, then the third is cut, then all are made.
    let three = plan(&folder, "three", 3, 2);
    let before = make(&three).unwrap();
    let cut = std::fs::read(&three.file).unwrap();
    std::fs::write(&three.file, &cut[..cut.len() - 7]).unwrap();
    assert_eq!(before.games, 3);
    let three = plan(&folder, "three", 6, 2);
    assert_eq!(make(&three).unwrap(), tally);
    assert_eq!(std::fs::read(&three.file).unwrap(), bytes);
    // Another seed gives other games.
    let mut other = plan(&folder, "four", 6, 1);
    other.seed = 6;
    make(&other).unwrap();
    assert_ne!(std::fs::read(&other.file).unwrap(), bytes);
}

#[test]
fn wherever_the_last_game_is_cut_off_the_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder, "games", 3, 1);
    let tally = make(&plan).unwrap();
    let bytes = std::fs::read(&plan.file).unwrap();
    let last = read_all(&bytes).pop().unwrap().unwrap().to_bytes().len();
    let whole = bytes.len() - last;
    for length in whole..bytes.len() {
        std::fs::write(&plan.file, &bytes[..length]).unwrap();
        let (_, kept, last) = plan.open().unwrap();
        assert_eq!((kept.games, kept.bytes), (2, whole as u64), "{length}");
        assert!(last.is_some());
        assert_eq!(std::fs::read(&plan.file).unwrap(), bytes[..whole]);
        // To play it again every time would take too long.
        if length % 61 == 0 {
            std::fs::write(&plan.file, &bytes[..length]).unwrap();
            assert_eq!(make(&plan).unwrap(), tally);
            assert_eq!(std::fs::read(&plan.file).unwrap(), bytes);
        }
    }
}

#[test]
fn a_file_of_other_games_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let first = plan(&folder, "games", 2, 1);
    make(&first).unwrap();
    let bytes = std::fs::read(&first.file).unwrap();
    let refused = |plan: &DataGen, words: &[&str]| {
        let before = std::fs::read(&plan.file).unwrap();
        let error = make(plan).unwrap_err().to_string();
        for word in words {
            assert!(error.contains(word), "{error}");
        }
        assert_eq!(std::fs::read(&plan.file).unwrap(), before);
    };
    let mut other = plan(&folder, "games", 3, 1);
    other.nodes = 61;
    refused(&other, &["games", "nodes `60`", "`61`"]);
    other.nodes = 60;
    other.seed = 6;
    refused(&other, &["seed `5`", "`6`"]);
    let another_program = Appender::alone(&first.file).unwrap();
    let more = plan(&folder, "games", 3, 1);
    refused(&more, &["games is being written by another program"]);
    drop(another_program);
    // No interruption explains this flaw.
    let mut spoilt = bytes.clone();
    spoilt[30] = 9;
    std::fs::write(&first.file, &spoilt).unwrap();
    refused(&more, &["byte 30", "0 games", "nothing was added"]);
    // This program would not play these games: the last score differs.
    let mut otherwise = bytes.clone();
    let score = bytes.len() - 6;
    otherwise[score] ^= 1;
    std::fs::write(&first.file, &otherwise).unwrap();
    refused(&more, &["game 2", "another version"]);
    // Nothing is known about these games.
    std::fs::write(&first.file, &bytes).unwrap();
    std::fs::remove_file(folder.path().join("games.settings")).unwrap();
    refused(&more, &["games.settings"]);
}

#[test]
fn a_folder_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let error = make(&plan(&folder, "", 1, 1)).unwrap_err().to_string();
    assert!(error.starts_with("cannot write"), "{error}");
    assert!(error.ends_with("is a directory"), "{error}");
}

#[test]
fn a_search_of_one_node_has_a_score_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(&folder, "games", 2, 1);
    plan.nodes = 1;
    assert_eq!(make(&plan).unwrap().games, 2);
}

#[test]
fn a_file_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder, "games", 5, 1);
    let tally = make(&plan).unwrap();
    let check_all = |replay| check(&plan.file, replay, &Stop::new(), &mut |_| {}).unwrap();
    for (replay, replayed) in [
        (CheckScope::All, 5),
        (CheckScope::Sample(2), 2),
        (CheckScope::Sample(usize::MAX), 5),
    ] {
        let checked = check_all(replay);
        assert_eq!((checked.tally, checked.replayed), (tally, replayed));
        assert_eq!((checked.broken, checked.interrupted), (None, false));
    }
    // The third game has a wrong result. Not every sample contains it.
    let bytes = std::fs::read(&plan.file).unwrap();
    let sizes: Vec<usize> = read_all(&bytes)
        .iter()
        .map(|game| game.as_ref().unwrap().to_bytes().len())
        .collect();
    let third = sizes[0] + sizes[1];
    let mut spoilt = bytes.clone();
    spoilt[third + 30] = (bytes[third + 30] + 1) % 3;
    std::fs::write(&plan.file, &spoilt).unwrap();
    let checked = check_all(CheckScope::All);
    assert_eq!((checked.tally.games, checked.replayed), (2, 2));
    let broken = checked.broken.unwrap();
    assert_eq!((broken.offset, broken.games), (third as u64, 2));
    assert!(matches!(broken.flaw, DataFlaw::OtherResult { .. }));
    assert_eq!(check_all(CheckScope::Sample(1)).broken, None);
    // A cut is seen by every sample.
    std::fs::write(&plan.file, &bytes[..bytes.len() - 1]).unwrap();
    for replay in [CheckScope::All, CheckScope::Sample(1)] {
        let checked = check_all(replay);
        assert_eq!(checked.tally.games, 4);
        assert_eq!(checked.broken.unwrap().flaw, DataFlaw::CutOff);
    }
    let stop = Stop::new();
    stop.set();
    let stopped = check(&plan.file, CheckScope::Sample(1), &stop, &mut |_| {}).unwrap();
    assert!(stopped.interrupted && stopped.broken.is_none());
}
