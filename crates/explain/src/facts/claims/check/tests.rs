//! True claims of every kind pass, and false ones are caught, each for its own reason.

use bstar_board::{Color, Game, Move, Outcome, Piece, Position, Square, fen, san};

use super::{Falsehood, Flaw, check};
use crate::facts::claims::{Balance, Claim, Fact, LineStart};
use bstar_concepts::Idea;

/// A claim in a position, by the names of its moves.
#[derive(Clone)]
struct Said {
    fen: &'static str,
    side: Color,
    path: &'static str,
    begins: LineStart,
    line: &'static str,
    fact: Fact,
}

impl Said {
    fn flaw(&self) -> Option<Flaw> {
        let root = fen::parse(self.fen).unwrap();
        let (path, place) = moves(&root, self.path);
        let start = match self.begins {
            LineStart::Move => place,
            LineStart::Pass => place.pass().unwrap(),
        };
        let (line, _) = moves(&start, self.line);
        let claim = Claim {
            side: self.side,
            path,
            begins: self.begins,
            line,
            fact: self.fact.clone(),
        };
        let checked = check(&Game::new(root), &claim);
        checked.err().map(|falsehood| {
            assert_eq!(*falsehood.claim, claim);
            let text = falsehood.to_string();
            assert!(text.starts_with(&format!("the claim `{}` ", claim.kind())));
            falsehood.flaw
        })
    }

    fn is_true(&self) {
        assert_eq!(self.flaw(), None, "{} {}", self.path, self.line);
    }

    fn is_false(&self, flaw: &Flaw) {
        assert_eq!(
            self.flaw().as_ref(),
            Some(flaw),
            "{} {}",
            self.path,
            self.line
        );
    }

    fn with(&self, fact: Fact) -> Said {
        Said {
            fact,
            ..self.clone()
        }
    }

    fn on(&self, fen: &'static str) -> Said {
        Said {
            fen,
            ..self.clone()
        }
    }

    fn after(&self, path: &'static str) -> Said {
        Said {
            path,
            ..self.clone()
        }
    }

    fn along(&self, line: &'static str) -> Said {
        Said {
            line,
            ..self.clone()
        }
    }
}

fn moves(start: &Position, words: &str) -> (Vec<Move>, Position) {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for word in words.split_whitespace() {
        let mv = san::parse(&position, word).unwrap_or_else(|_| panic!("{word} in {words}"));
        position = position.after(mv);
        moves.push(mv);
    }
    (moves, position)
}

/// A claim by White about a position after a path; nobody passes.
fn white(fen: &'static str, path: &'static str, line: &'static str, fact: Fact) -> Said {
    Said {
        fen,
        side: Color::White,
        path,
        begins: LineStart::Move,
        line,
        fact,
    }
}

fn threat(said: Said) -> Said {
    Said {
        begins: LineStart::Pass,
        ..said
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

const NONE: Balance = Balance([0; 5]);
const KNIGHT: Balance = Balance([0, 1, 0, 0, 0]);

#[test]
fn mates() {
    let back_rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let mate = white(back_rank, "Ra8", "", Fact::Checkmate);
    mate.is_true();
    mate.after("Ra7").is_false(&Flaw::NotCheckmate);
    mate.on("6k1/5pp1/7p/8/8/8/5PPP/R5K1 w - - 0 1")
        .is_false(&Flaw::NotCheckmate);
    mate.on("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1")
        .after("Qf7")
        .is_false(&Flaw::NotCheckmate);
    Said {
        side: Color::Black,
        ..mate
    }
    .is_false(&Flaw::NotCheckmate);

    let two = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1";
    let mate = white(two, "", "Qxh7 Kxh7 hxg6", Fact::MateIn { moves: 2 });
    mate.is_true();
    mate.with(Fact::MateIn { moves: 1 })
        .is_false(&Flaw::Escapes { moves: 1 });
    white(two, "Qxh7", "Kxh7 hxg6", Fact::MateIn { moves: 1 }).is_true();
    white(two, "Qg5", "", Fact::MateIn { moves: 1 }).is_false(&Flaw::Escapes { moves: 1 });
    white(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "",
        "e4",
        Fact::MateIn { moves: 9 },
    )
    .is_false(&Flaw::Undecided { moves: 9 });
}

#[test]
fn threats_of_mate() {
    let tactic = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let mate = threat(white(tactic, "Qg6", "Qh7", Fact::MateIn { moves: 1 }));
    mate.is_true();
    mate.after("Qf4")
        .along("Qxh6")
        .is_false(&Flaw::Escapes { moves: 1 });
    // Nobody may pass in check.
    let root = fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
    let (path, _) = moves(&root, "Ra8");
    let claim = Claim {
        side: Color::White,
        path,
        begins: LineStart::Pass,
        line: Vec::new(),
        fact: Fact::MateIn { moves: 1 },
    };
    let falsehood = check(&Game::new(root), &claim).unwrap_err();
    assert_eq!(falsehood.flaw, Flaw::CannotPass);
}

#[test]
fn how_it_goes_on() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let line = white(start, "e4", "e5 Nf3", Fact::GoesOn);
    line.is_true();
    line.along("").is_false(&Flaw::Shape("the line"));
    let plan = threat(white(start, "e4", "d4", Fact::GoesOn));
    plan.is_true();
    Said {
        side: Color::Black,
        ..plan
    }
    .is_false(&Flaw::WrongTurn(Color::Black));
}

#[test]
fn illegal_moves_are_named() {
    let root = Position::start();
    let (path, _) = moves(&root, "e4 e5");
    let mut claim = Claim {
        side: Color::White,
        path: vec![path[1]],
        begins: LineStart::Move,
        line: Vec::new(),
        fact: Fact::Castles,
    };
    let illegal = |claim: &Claim| {
        let flaw = check(&Game::new(root.clone()), claim).unwrap_err().flaw;
        assert!(matches!(flaw, Flaw::IllegalMove { mv, .. } if mv == "e7e5"));
    };
    illegal(&claim);
    (claim.line, claim.path) = (claim.path.clone(), Vec::new());
    illegal(&claim);
}

#[test]
fn material() {
    let free = "k7/8/4n3/8/8/8/4R3/4K3 w - - 0 1";
    let wins = white(free, "", "Rxe6", Fact::Gains { balance: KNIGHT });
    wins.is_true();
    for wrong in [
        Balance([0, 2, 0, 0, 0]),
        Balance([0, 0, 1, 0, 0]),
        Balance([1, 1, 0, 0, 0]),
        KNIGHT.reversed(),
        NONE,
    ] {
        wins.with(Fact::Gains { balance: wrong })
            .is_false(&Flaw::Miscounted {
                claimed: wrong,
                found: KNIGHT,
            });
    }
    // The pawn takes back.
    wins.on("k7/3p4/4n3/8/8/8/4R3/4K3 w - - 0 1")
        .is_false(&Flaw::NotAtRest);
    let exchange = Balance([0, 1, 0, -1, 0]);
    wins.on("k7/3p4/4n3/8/8/8/4R3/4K3 w - - 0 1")
        .along("Rxe6 dxe6")
        .with(Fact::Gains { balance: exchange })
        .is_false(&Flaw::NoGain(320 - 500));
    wins.along("Re3")
        .with(Fact::Gains { balance: NONE })
        .is_false(&Flaw::NoGain(0));

    let threatens = threat(white(
        "k7/8/4n3/8/8/8/3R4/4K3 w - - 0 1",
        "Re2",
        "Rxe6",
        Fact::Gains { balance: KNIGHT },
    ));
    threatens.is_true();
    // If Black moved there, it would not be White's threat.
    Said {
        side: Color::Black,
        ..threatens
    }
    .is_false(&Flaw::WrongTurn(Color::Black));
}

#[test]
fn material_that_may_be_given_back_in_part() {
    let free = "k7/8/4n3/8/8/8/4R3/4K3 w - - 0 1";
    let least = |men| Fact::GainsAtLeast {
        least: Balance(men),
    };
    let wins = white(free, "", "Rxe6", least([-1, 1, 0, 0, 0]));
    wins.is_true();
    // The line must gain more than what is sure.
    wins.with(least(KNIGHT.0)).is_false(&Flaw::Miscounted {
        claimed: KNIGHT,
        found: KNIGHT,
    });
    wins.with(least([-3, 1, 0, 0, 0]))
        .is_false(&Flaw::NoGain(20));
    wins.on("k7/3p4/4n3/8/8/8/4R3/4K3 w - - 0 1")
        .is_false(&Flaw::NotAtRest);
    let passing = "k7/8/4n3/8/8/8/3R4/4K3 w - - 0 1";
    threat(white(passing, "Re2", "Rxe6", least([-1, 1, 0, 0, 0])))
        .is_false(&Flaw::Shape("the line"));
}

#[test]
fn queens() {
    let runs = white(
        "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        "",
        "a8=Q",
        Fact::Queens { besides: NONE },
    );
    runs.is_true();
    runs.along("a8=R").is_false(&Flaw::NoQueen);
    runs.along("Kb2").is_false(&Flaw::NoQueen);
    runs.with(Fact::Queens { besides: KNIGHT })
        .is_false(&Flaw::Miscounted {
            claimed: KNIGHT,
            found: NONE,
        });
    runs.on("1r6/P6k/8/8/8/8/8/K7 w - - 0 1")
        .is_false(&Flaw::NotAtRest);
    runs.on("1r6/P6k/8/8/8/8/8/K7 w - - 0 1")
        .along("a8=Q Rxa8")
        .is_false(&Flaw::NoQueen);
    // The claim fails if either side promotes another pawn in the line.
    runs.on("8/PP5k/8/8/8/8/8/K7 w - - 0 1")
        .along("a8=Q Kg7 b8=R")
        .is_false(&Flaw::NoQueen);
    runs.on("8/P6k/8/8/8/8/6p1/K7 w - - 0 1")
        .along("a8=Q g1=R")
        .is_false(&Flaw::NoQueen);
}

#[test]
fn hanging_and_offered() {
    let hangs = white(
        "k7/8/4n3/8/8/8/4R3/4K3 w - - 0 1",
        "",
        "Rxe6",
        Fact::EnPrise {
            square: square("e6"),
        },
    );
    hangs.is_true();
    hangs
        .with(Fact::EnPrise {
            square: square("e5"),
        })
        .is_false(&Flaw::WrongMan(square("e5")));
    hangs
        .on("k7/3p4/4n3/8/8/8/4R3/4K3 w - - 0 1")
        .is_false(&Flaw::NoGain(320 - 500));
    hangs
        .along("")
        .is_false(&Flaw::Shape("the line of one capture"));

    let offers = white(
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        "Qg6",
        "fxg6",
        Fact::Offers {
            square: square("g6"),
        },
    );
    offers.is_true();
    offers.along("gxf6").is_false(&Flaw::WrongMan(square("g6")));
    offers
        .with(Fact::EnPrise {
            square: square("g6"),
        })
        .is_false(&Flaw::WrongTurn(Color::White));
}

#[test]
fn forks() {
    let fork = |targets: &[&str]| Fact::Fork {
        by: square("c7"),
        targets: targets.iter().map(|name| square(name)).collect(),
    };
    let royal = white(
        "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1",
        "Nc7",
        "",
        fork(&["a8", "e8"]),
    );
    royal.is_true();
    // A guarded queen is worth hitting with a knight.
    royal.on("qr2k3/8/8/1N6/8/8/8/4K3 w - - 0 1").is_true();
    royal
        .with(fork(&["a8"]))
        .is_false(&Flaw::Shape("the second target"));
    royal.with(fork(&["a8", "d8"])).is_false(&Flaw::NoAttack {
        by: square("c7"),
        target: square("d8"),
    });
    royal.after("Nd6").is_false(&Flaw::OtherMove);
    royal
        .on("q2bk3/8/8/1N6/8/8/8/4K3 w - - 0 1")
        .is_false(&Flaw::CanBeTaken(square("c7")));
    // A knight that is guarded by another is no prey for a knight.
    royal
        .on("n3k3/2b5/1n6/3N4/8/8/8/4K3 w - - 0 1")
        .after("Nxc7")
        .is_false(&Flaw::Guarded(square("a8")));
}

#[test]
fn pins() {
    let fact = |by: &str, pinned: &str, behind: &str| Fact::Pin {
        by: square(by),
        pinned: square(pinned),
        behind: square(behind),
    };
    let absolute = white(
        "4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1",
        "Bb5",
        "",
        fact("b5", "c6", "e8"),
    );
    absolute.is_true();
    // Other captures do not matter.
    absolute.on("4k3/8/2n5/8/8/6p1/7P/4KB2 w - - 0 1").is_true();
    let no_line = Flaw::NoLine {
        by: square("c4"),
        middle: square("c6"),
        end: square("e8"),
    };
    absolute
        .after("Bc4")
        .with(fact("c4", "c6", "e8"))
        .is_false(&no_line);
    absolute
        .on("4k3/8/2p5/8/8/8/8/4KB2 w - - 0 1")
        .is_false(&Flaw::WrongMan(square("c6")));
    absolute
        .on("4k3/8/2n5/1B6/8/8/8/4K3 w - - 0 1")
        .after("Kf2")
        .is_false(&Flaw::NotNew);
    absolute
        .on("4k3/8/p1n5/8/8/8/8/4KB2 w - - 0 1")
        .is_false(&Flaw::CanBeTaken(square("b5")));
    let relative = white(
        "3qk3/8/5n2/8/8/8/8/2B1K3 w - - 0 1",
        "Bg5",
        "",
        fact("g5", "f6", "d8"),
    );
    relative.is_true();
    // A rook behind a bishop that can take back is no pin.
    relative
        .on("3qk3/8/5b2/8/8/8/8/2B1K3 w - - 0 1")
        .is_false(&Flaw::Free(square("f6")));
    relative
        .on("3nk3/8/5n2/8/8/8/8/2B1K3 w - - 0 1")
        .is_false(&Flaw::WrongMan(square("d8")));
    // The man behind must be worth more than both.
    relative
        .on("3rk3/8/5r2/8/8/8/8/2B1K3 w - - 0 1")
        .is_false(&Flaw::WrongMan(square("d8")));
    for (root, path) in [
        ("3rk3/8/3n4/8/8/8/8/Q3K3 w - - 0 1", "Qd1"),
        ("3rk3/8/3n4/8/8/8/8/R3K3 w - - 0 1", "Rd1"),
    ] {
        white(root, path, "", fact("d1", "d6", "d8")).is_false(&Flaw::WrongMan(square("d8")));
    }
}

#[test]
fn men_that_may_not_take() {
    let fact = |pinned: &str, by: &str| Fact::PinnedGuard {
        square: square("g6"),
        pinned: square(pinned),
        by: square(by),
    };
    let guard = white(
        "6k1/5p2/6p1/8/2B5/6Q1/8/4K3 w - - 0 1",
        "Qxg6",
        "",
        fact("f7", "c4"),
    );
    guard.is_true();
    guard
        .with(fact("f7", "c5"))
        .is_false(&Flaw::WrongMan(square("c5")));
    let no_line = Flaw::NoLine {
        by: square("c5"),
        middle: square("f7"),
        end: square("g8"),
    };
    guard
        .on("6k1/5p2/6p1/2B5/8/6Q1/8/4K3 w - - 0 1")
        .with(fact("f7", "c5"))
        .is_false(&no_line);
    guard.after("Qd6").is_false(&Flaw::OtherMove);
    // A bishop that may take along the pin.
    let along = white(
        "6k1/5b2/8/8/8/1B6/8/4K3 w - - 0 1",
        "Bc4",
        "",
        Fact::PinnedGuard {
            square: square("c4"),
            pinned: square("f7"),
            by: square("c4"),
        },
    );
    along.is_false(&Flaw::Free(square("f7")));
    // Another man may take, and the pinned man may move along the pin.
    guard.on("6kn/5p2/6p1/8/2B5/6Q1/8/4K3 w - - 0 1").is_true();
    let moves = Fact::PinnedGuard {
        square: square("c6"),
        pinned: square("e6"),
        by: square("e1"),
    };
    white("4k3/8/4r3/8/1N6/8/8/K3R3 w - - 0 1", "Nc6", "", moves).is_true();
}

#[test]
fn skewers_and_discoveries() {
    let fact = |behind: &str| Fact::Skewer {
        by: square("a2"),
        front: square("a5"),
        behind: square(behind),
    };
    let skewer = white("q7/8/8/k7/8/8/7R/4K3 w - - 0 1", "Ra2", "", fact("a8"));
    skewer.is_true();
    skewer
        .with(fact("a7"))
        .is_false(&Flaw::WrongMan(square("a7")));
    skewer
        .on("1q6/8/8/k7/8/8/7R/4K3 w - - 0 1")
        .with(fact("b8"))
        .is_false(&Flaw::NoLine {
            by: square("a2"),
            middle: square("a5"),
            end: square("b8"),
        });
    skewer
        .on("q7/8/8/k7/2n5/1n6/7R/4K3 w - - 0 1")
        .after("Rd2")
        .is_false(&Flaw::OtherMove);

    // The man in front has to leave, because it is worth more than the attacker, and it is also
    // worth more than the man behind.
    skewer
        .on("n5k1/8/8/r7/8/8/7R/1B2K3 w - - 0 1")
        .is_false(&Flaw::WrongMan(square("a5")));
    let through = Fact::Skewer {
        by: square("b2"),
        front: square("e5"),
        behind: square("h8"),
    };
    let queen = white("k6r/8/8/4q3/8/8/8/1RB3K1 w - - 0 1", "Bb2", "", through);
    queen.is_true();
    queen
        .on("k6r/8/8/4r3/8/8/8/1RB3K1 w - - 0 1")
        .is_false(&Flaw::WrongMan(square("e5")));

    let fact = |target: &str| Fact::Discovery {
        by: square("e2"),
        target: square(target),
    };
    let check = white("4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1", "Nc5", "", fact("e8"));
    check.is_true();
    check
        .with(fact("e7"))
        .is_false(&Flaw::WrongMan(square("e7")));
    check.after("Rd2").is_false(&Flaw::OtherMove);
    // A knight minds a rook only if nobody guards it.
    let knight = check.on("4n2k/8/8/8/4N3/8/4R3/4K3 w - - 0 1");
    knight.is_true();
    knight
        .on("r3n2k/8/8/8/4N3/8/4R3/4K3 w - - 0 1")
        .is_false(&Flaw::Guarded(square("e8")));

    let double = white(
        "4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1",
        "Nf6",
        "",
        Fact::DoubleCheck,
    );
    double.is_true();
    double.after("Nc5").is_false(&Flaw::OtherMove);
}

#[test]
fn trapped_men_and_only_moves() {
    let trapped = white(
        "6k1/8/8/8/8/8/bPP5/R1K5 w - - 0 1",
        "b3",
        "",
        Fact::Trapped {
            square: square("a2"),
        },
    );
    trapped.is_true();
    trapped
        .on("6k1/8/8/8/8/8/bP6/R1K5 w - - 0 1")
        .is_false(&Flaw::Free(square("a2")));
    trapped.after("Kd1").is_false(&Flaw::Free(square("a2")));
    trapped
        .after("b3 Kf7")
        .is_false(&Flaw::WrongTurn(Color::Black));
    trapped
        .on("6k1/8/8/8/8/8/1PP5/R1K5 w - - 0 1")
        .is_false(&Flaw::WrongMan(square("a2")));

    let only = white("7k/8/5QK1/8/8/8/8/8 b - - 0 1", "", "Kg8", Fact::OnlyMove);
    only.is_true();
    only.along("").is_false(&Flaw::OtherMoves(1));
    only.on("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        .along("e4")
        .is_false(&Flaw::OtherMoves(20));
}

#[test]
fn what_is_stopped_and_saved() {
    let root = "N5k1/8/8/8/8/8/1r3PPP/6K1 w - - 0 1";
    let by = |name: &str| san::parse(&fen::parse(root).unwrap(), name).unwrap();
    let stops = |name: &str, moves| {
        let by = by(name);
        threat(white(root, "", "Rb1", Fact::StopsMate { moves, by }))
    };
    stops("h3", 1).is_true();
    stops("Nc7", 1).is_false(&Flaw::StillMate { moves: 1 });
    stops("h3", 3).is_false(&Flaw::Shape("a mate in one or two"));
    Said {
        begins: LineStart::Move,
        line: "",
        ..stops("h3", 1)
    }
    .is_false(&Flaw::Shape("the pass"));
    stops("h3", 1)
        .on("N5k1/8/8/8/8/7P/1r3PP1/6K1 w - - 0 1")
        .is_false(&Flaw::Escapes { moves: 1 });

    let root = "k7/8/8/3p4/4N3/8/8/K7 w - - 0 1";
    let saves = |name: &str| {
        let by = san::parse(&fen::parse(root).unwrap(), name).unwrap();
        let square = square("e4");
        threat(white(root, "", "dxe4", Fact::Saves { square, by }))
    };
    saves("Nf6").is_true();
    saves("Kb2").is_false(&Flaw::StillLost(square("e4")));
    saves("Nf6")
        .along("d4")
        .is_false(&Flaw::WrongMan(square("e4")));
}

#[test]
fn draws_and_trades() {
    let stalemate = white(
        "7k/8/6K1/8/8/5Q2/8/8 w - - 0 1",
        "Qf7",
        "",
        Fact::Drawn {
            how: Outcome::Stalemate,
        },
    );
    stalemate.is_true();
    let fifty = Outcome::FiftyMoves;
    stalemate
        .with(Fact::Drawn { how: fifty })
        .is_false(&Flaw::NotDrawn { claimed: fifty });
    let back = white(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Nf3",
        "Nf6 Ng1 Ng8",
        Fact::Drawn {
            how: Outcome::Threefold,
        },
    );
    back.is_true();
    back.along("Nf6 Ng1").is_false(&Flaw::NotDrawn {
        claimed: Outcome::Threefold,
    });
    let winner = Color::White;
    let mate = Outcome::Checkmate { winner };
    white(
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "Ra8",
        "",
        Fact::Drawn { how: mate },
    )
    .is_false(&Flaw::NotDrawn { claimed: mate });

    let trade = |piece| Fact::Trades { piece };
    let queens = white(
        "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "",
        "Qxd8 Kxd8",
        trade(Piece::Queen),
    );
    queens.is_true();
    queens
        .with(trade(Piece::Rook))
        .is_false(&Flaw::NoTrade(Piece::Rook));
    queens.along("Qxd8").is_false(&Flaw::NoTrade(Piece::Queen));
    queens
        .along("Qe2 Qe7")
        .is_false(&Flaw::NoTrade(Piece::Queen));
    // A queen for a rook is no trade, although it is gone.
    queens
        .on("3rk3/8/8/8/8/8/8/3QK3 w - - 0 1")
        .is_false(&Flaw::NoTrade(Piece::Queen));
}

#[test]
fn what_a_move_was() {
    let castles = white("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "", Fact::Castles);
    castles.is_true();
    castles.after("Kf2").is_false(&Flaw::OtherMove);

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let develops = |piece| Fact::Develops { piece };
    let knight = white(start, "Nf3", "", develops(Piece::Knight));
    knight.is_true();
    knight
        .with(develops(Piece::Bishop))
        .is_false(&Flaw::OtherMove);
    knight.after("Nf3 Nf6 Ng1").is_false(&Flaw::OtherMove);
    knight
        .on("4k3/8/8/8/8/6N1/8/4K3 w - - 0 1")
        .after("Ne4")
        .is_false(&Flaw::OtherMove);
    knight
        .after("e4 e5 Bc4")
        .with(develops(Piece::Bishop))
        .is_true();
}

#[test]
fn words_of_quiet_chess() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let said = |concept| {
        let squares = Vec::new();
        white(start, "g3", "", Fact::Idea(Idea { concept, squares }))
    };
    said("nonsense").is_false(&Flaw::NoSuchWord("nonsense"));
    assert!(matches!(said("luft").flaw(), Some(Flaw::NotSo(_))));
}

/// A reader of the report has to find the place.
#[test]
fn a_falsehood_says_where_it_is() {
    let root = Position::start();
    let (path, place) = moves(&root, "e4");
    let (line, _) = moves(&place, "e5 Nf3");
    let claim = |begins, path: &[Move], line: &[Move]| Claim {
        side: Color::White,
        path: path.to_vec(),
        begins,
        line: line.to_vec(),
        fact: Fact::GoesOn,
    };
    let text = |claim, flaw| {
        let claim = Box::new(claim);
        Falsehood { claim, flaw }.to_string()
    };
    assert_eq!(
        text(claim(LineStart::Move, &path, &line), Flaw::NotAtRest),
        format!(
            "the claim `line` after e2e4, with e7e5 g1f3, is false: {}",
            Flaw::NotAtRest
        )
    );
    let turn = Flaw::WrongTurn(Color::Black);
    assert_eq!(
        text(claim(LineStart::Pass, &[], &[]), turn),
        "the claim `plan` after a pass is false: it is not the turn of Black"
    );
    assert_eq!(
        Flaw::WrongTurn(Color::White).to_string(),
        "it is not the turn of White"
    );
}
