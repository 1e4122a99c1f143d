use proptest::prelude::*;

use super::*;

/// Plays a game move by move and compares each update with a refresh.
fn follow(network: &Network, game: &[(Position, bstar_board::Move)]) {
    let mut parent = Accumulators::new(network);
    parent.refresh(network, &game[0].0);
    let mut child = Accumulators::new(network);
    let mut afresh = Accumulators::new(network);
    for (position, mv) in game {
        let before = parent.clone();
        child.update(network, &parent, BoardChange::of(position, *mv));
        assert_eq!(parent, before);
        let next = position.after(*mv);
        afresh.refresh(network, &next);
        assert!(child == afresh, "{mv} in {position:?}");
        std::mem::swap(&mut parent, &mut child);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn updates_give_what_a_refresh_gives(seed: u64, extreme: bool) {
        let magnitude = if extreme { Magnitude::Extreme } else { Magnitude::Mild };
        let weights = made_up(seed, 64, 1, magnitude);
        let game = random_game(seed);
        prop_assume!(!game.is_empty());
        for kernel in Kernel::available() {
            follow(&Network::new(&weights).unwrap().with_kernel(kernel), &game);
        }
    }
}

/// The same in a hundred fixed games, which have moves of every kind.
#[test]
fn updates_are_right_for_every_kind_of_move() {
    let network = Network::new(&made_up(0, 32, 1, Magnitude::Mild)).unwrap();
    let games: Vec<_> = (0..100).map(random_game).collect();
    games.iter().for_each(|game| follow(&network, game));

    let (mut castlings, mut standing_kings, mut standing_rooks) = (0, 0, 0);
    let (mut en_passant, mut promotions, mut capturing_promotions) = (0, 0, 0);
    for (position, mv) in games.iter().flatten() {
        match BoardChange::of(position, *mv) {
            BoardChange::Castling { gone, come } => {
                castlings += 1;
                standing_kings += usize::from(gone[0] == come[0]);
                standing_rooks += usize::from(gone[1] == come[1]);
            }
            BoardChange::Capture { gone, come } => {
                en_passant += usize::from(gone[1].square != come.square);
                capturing_promotions += usize::from(gone[0].piece != come.piece);
            }
            BoardChange::Step { gone, come } => promotions += usize::from(gone.piece != come.piece),
        }
    }
    for (kind, count) in [
        ("castling", castlings),
        ("castling with a king that stays", standing_kings),
        ("castling with a rook that stays", standing_rooks),
        ("en passant", en_passant),
        ("promotion", promotions),
        ("capturing promotion", capturing_promotions),
    ] {
        assert!(count > 0, "no {kind}");
    }
}

#[test]
#[should_panic(expected = "two networks")]
fn accumulators_of_another_network_are_noticed() {
    let network = |hidden| Network::new(&Weights::zero(hidden, 1)).unwrap();
    let (narrow, wide) = (network(32), network(64));
    let start = Position::start();
    let parent = Accumulators::new(&wide);
    let change = BoardChange::of(&start, start.legal_moves()[0]);
    Accumulators::new(&wide).update(&narrow, &parent, change);
}
