//! Tests the client with engines that are shell scripts: correct ones, and all kinds of faulty
//! ones.

use std::process::{Command, Stdio};
use std::time::Duration;

use bstar_board::notation::{self, CastlingStyle};
use bstar_board::score::Score;
use bstar_board::{Game, Move, Position, fen};
use bstar_uci::{Client, ClientError, EngineAnswer, GoLimits, OptionKind};

/// For answers that come. A busy machine needs much less.
const LONG_PATIENCE: Duration = Duration::from_secs(60);

/// For answers that do not come.
const SHORT_PATIENCE: Duration = Duration::from_millis(50);

/// A script that speaks UCI. It runs `on_go` at `go`, and `on_stop` at `stop` or `ponderhit`.
fn script(on_go: &str, on_stop: &str) -> String {
    format!(
        r#"sh -c '
while read -r line; do
    case "$line" in
        uci)
            echo "id name Script $$"
            echo "id author the tests"
            echo "option name Hash type spin default 16 min 1 max 64"
            echo "option name Clear Hash type button"
            echo uciok;;
        isready) echo readyok;;
        setoption*) set_line="$line";;
        position*) position_line="$line";;
        go*) {on_go};;
        stop|ponderhit) {on_stop};;
        quit) exit 0;;
    esac
done'"#
    )
}

fn start(on_go: &str, on_stop: &str) -> Client {
    Client::start(&script(on_go, on_stop), LONG_PATIENCE).expect("the script starts")
}

fn think_in(
    client: &mut Client,
    game: &Game,
    patience: Duration,
) -> Result<EngineAnswer, ClientError> {
    let limits = GoLimits {
        nodes: Some(100),
        ..GoLimits::default()
    };
    client.think(game, &limits, patience, CastlingStyle::KingStep)
}

fn think(client: &mut Client) -> Result<EngineAnswer, ClientError> {
    think_in(client, &Game::default(), LONG_PATIENCE)
}

fn moves(words: &[&str]) -> Vec<Move> {
    let mut position = Position::start();
    words
        .iter()
        .map(|word| {
            let mv = notation::parse(&position, word).unwrap();
            position = position.after(mv);
            mv
        })
        .collect()
}

#[test]
fn an_honest_engine_is_understood() {
    let mut client = start(
        r#"echo "info depth 5 score cp 10 nodes 50 pv d2d4"
           echo "info depth 6 multipv 1 score cp -31 nodes 99 pv e2e4 e7e5 e7e5 g1f3"
           echo "info depth 6 multipv 2 score cp -40 nodes 100 pv a2a3"
           echo "info nodes 120"
           echo "bestmove e2e4 ponder e7e5""#,
        ":",
    );
    assert!(client.name().starts_with("Script "));
    assert_eq!(client.options().len(), 2);
    assert_eq!(client.options()[1].kind, OptionKind::Button);
    client.new_game().unwrap();
    let answer = think(&mut client).unwrap();
    let expected = moves(&["e2e4", "e7e5"]);
    assert_eq!(answer.best, expected[0]);
    assert_eq!(answer.ponder, Some(expected[1]));
    assert_eq!(answer.score, Some(Score::cp(-31)));
    assert_eq!((answer.depth, answer.nodes), (6, 120));
    assert_eq!(answer.line, expected);
    assert!(answer.elapsed > Duration::ZERO);
}

#[test]
fn the_engine_hears_the_game_the_limits_and_the_options() {
    // The script returns what it has read as the name of an impossible move.
    let mut client = start(
        r#"echo "bestmove $(echo "$set_line|$position_line|$line" | tr " " _)""#,
        ":",
    );
    client.set_option("hash", "32").unwrap();
    let mut game = Game::new(fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 3 9").unwrap());
    let castles = notation::parse(game.position(), "e1g1").unwrap();
    game.play(castles).unwrap();
    let heard = |client: &mut Client, castling| {
        let limits = GoLimits {
            btime: Some(5),
            ..GoLimits::default()
        };
        match client.think(&game, &limits, LONG_PATIENCE, castling) {
            Err(ClientError::IllegalMove { mv, .. }) => mv,
            other => panic!("{other:?}"),
        }
    };
    // Messages are shortened; the beginning is enough.
    assert!(
        heard(&mut client, CastlingStyle::KingStep)
            .starts_with("setoption_name_Hash_value_32|positi")
    );
    drop(client);

    let mut client = start(
        r#"case "$position_line|$line" in
               "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9 moves e1h1|go btime 5") echo bestmove heard;;
               *) echo bestmove misheard;;
           esac"#,
        ":",
    );
    assert_eq!(heard(&mut client, CastlingStyle::KingTakesRook), "heard");
}

#[test]
fn options_are_checked_before_they_are_sent() {
    let mut client = start("exit 9", ":");
    assert!(matches!(
        client.set_option("Threads", "1"),
        Err(ClientError::UnknownOption { name }) if name == "Threads"
    ));
    let error = client.set_option("Hash", "65").unwrap_err();
    assert_eq!(
        error.to_string(),
        "option Hash is a whole number from 1 to 64, not `65`"
    );
    client.set_option("clear hash", "").unwrap();
    client.new_game().unwrap();
}

#[test]
fn a_crash_is_reported_with_its_status() {
    let mut client = start("exit 3", ":");
    match think(&mut client) {
        Err(ClientError::Exited { status }) => assert_eq!(status.unwrap().code(), Some(3)),
        other => panic!("{other:?}"),
    }
    // A second call gives the same error.
    assert!(matches!(
        think(&mut client),
        Err(ClientError::Exited { .. })
    ));
}

#[test]
fn a_stalling_engine_is_ended() {
    let mut client = start(":", ":");
    match think_in(&mut client, &Game::default(), SHORT_PATIENCE) {
        Err(ClientError::Stalled { after, to }) => {
            assert_eq!((after, to.as_str()), (SHORT_PATIENCE, "go nodes 100"));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        think(&mut client),
        Err(ClientError::Exited { .. })
    ));
}

#[test]
fn talking_without_end_is_stalling_too() {
    let mut client = start("while :; do echo info depth 1; done", ":");
    assert!(matches!(
        think_in(&mut client, &Game::default(), SHORT_PATIENCE),
        Err(ClientError::Stalled { .. })
    ));
}

#[test]
fn an_engine_that_obeys_stop_is_heard_out() {
    let mut client = start(":", "echo bestmove d2d4");
    // Its answer is due within the grace after `stop`. On a busy machine the shell may not run at
    // all in that time. It then counts as stalled, so that is allowed here.
    match think_in(&mut client, &Game::default(), SHORT_PATIENCE) {
        Ok(answer) => {
            assert_eq!(answer.best, moves(&["d2d4"])[0]);
            assert!(answer.elapsed >= SHORT_PATIENCE);
            assert_eq!((answer.score, answer.depth, answer.nodes), (None, 0, 0));
        }
        Err(error) => assert!(matches!(error, ClientError::Stalled { .. }), "{error}"),
    }
}

#[test]
fn cheats_are_caught() {
    for answer in ["e2e5", "(none)", "0000", "e7e5", "NULL"] {
        let mut client = start(&format!(r#"echo "bestmove {answer}""#), ":");
        match think(&mut client) {
            Err(ClientError::IllegalMove { mv, fen }) => {
                assert_eq!(mv, answer);
                assert!(fen.starts_with("rnbqkbnr/"));
            }
            other => panic!("{other:?}"),
        }
    }
    let mut client = start("echo bestmove", ":");
    assert!(matches!(
        think(&mut client),
        Err(ClientError::Protocol { line }) if line == "bestmove"
    ));
}

#[test]
fn an_answer_nobody_asked_for_is_not_taken_for_the_next() {
    let mut client = start("echo bestmove e2e4; echo bestmove a2a3", ":");
    for _ in 0..3 {
        assert_eq!(think(&mut client).unwrap().best, moves(&["e2e4"])[0]);
    }
}

#[test]
fn what_is_no_engine_is_named() {
    assert!(matches!(
        Client::start("/no/such/engine --fast", LONG_PATIENCE),
        Err(ClientError::Spawn { program, .. }) if program == "/no/such/engine"
    ));
    assert!(matches!(
        Client::start("'unclosed", LONG_PATIENCE),
        Err(ClientError::Command { .. })
    ));
    assert!(matches!(
        Client::start("sh -c 'exit 4'", LONG_PATIENCE),
        Err(ClientError::Exited { .. })
    ));
    assert!(matches!(
        Client::start("sleep 60", SHORT_PATIENCE),
        Err(ClientError::Stalled { .. })
    ));
    assert!(matches!(
        Client::start("cat", LONG_PATIENCE),
        Err(ClientError::Echo { line }) if line == "uci"
    ));
}

#[test]
fn an_engine_may_repeat_what_it_is_told_if_it_also_answers() {
    let command = r#"sh -c '
while read -r line; do
    echo "$line"
    case "$line" in
        uci) echo uciok;;
        isready) echo readyok;;
        quit) exit 0;;
    esac
done'"#;
    let mut client = Client::start(command, LONG_PATIENCE).expect("it answers");
    client.new_game().expect("it is ready");
}

#[test]
fn a_finished_game_is_not_thought_about() {
    let mut client = start("exit 9", ":");
    let game = Game::new(fen::parse("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap());
    assert!(matches!(
        think_in(&mut client, &game, LONG_PATIENCE),
        Err(ClientError::NoLegalMove { .. })
    ));
    client.new_game().expect("it was not asked");
}

#[test]
fn the_process_does_not_outlive_the_client() {
    for on_go in ["echo bestmove e2e4", "while :; do :; done"] {
        let mut client = start(on_go, ":");
        let process = client.name().strip_prefix("Script ").unwrap().to_owned();
        let is_alive = || {
            Command::new("sh")
                .args(["-c", &format!("kill -0 {process}")])
                .stderr(Stdio::null())
                .status()
                .unwrap()
                .success()
        };
        assert!(is_alive());
        client.new_game().unwrap();
        let _ = think_in(&mut client, &Game::default(), SHORT_PATIENCE);
        drop(client);
        assert!(!is_alive());
    }
}

/// Lets it ponder on the position after 1. e4.
fn ponder(client: &mut Client) {
    let mut game = Game::default();
    game.play(moves(&["e2e4"])[0]).unwrap();
    let limits = GoLimits {
        btime: Some(1000),
        ..GoLimits::default()
    };
    client
        .ponder(&game, &limits, CastlingStyle::KingStep)
        .unwrap();
}

#[test]
fn the_clock_of_one_who_thinks_ahead_runs_from_the_expected_move_on() {
    let answer =
        r#"echo "info depth 7 score cp 12 nodes 5 pv e7e5"; echo "bestmove e7e5 ponder g1f3""#;
    let mut client = start(":", answer);
    ponder(&mut client);
    std::thread::sleep(Duration::from_millis(200));
    let started = std::time::Instant::now();
    let answer = client.ponder_hit(LONG_PATIENCE).unwrap();
    assert!(answer.elapsed <= started.elapsed());
    assert_eq!(answer.best, moves(&["e2e4", "e7e5"])[1]);
    assert_eq!((answer.depth, answer.nodes), (7, 5));
    assert!(matches!(
        client.ponder_hit(LONG_PATIENCE),
        Err(ClientError::NotPondering)
    ));
}

#[test]
fn what_was_thought_ahead_in_vain_is_forgotten() {
    // While pondering, its answer would be illegal in the start position.
    let mut client = start(
        r#"case "$line" in *ponder) ;; *) echo "bestmove d2d4";; esac"#,
        r#"echo "bestmove e7e5""#,
    );
    assert_eq!(
        client.stop_pondering(LONG_PATIENCE).unwrap(),
        Duration::ZERO
    );
    ponder(&mut client);
    assert!(client.stop_pondering(LONG_PATIENCE).unwrap() > Duration::ZERO);
    assert_eq!(think(&mut client).unwrap().best, moves(&["d2d4"])[0]);
    // The caller need not stop it: any next command does.
    ponder(&mut client);
    assert_eq!(think(&mut client).unwrap().best, moves(&["d2d4"])[0]);
    ponder(&mut client);
    client.new_game().unwrap();
    ponder(&mut client);
}

#[test]
fn an_answer_before_the_expected_move_took_no_time() {
    let mut client = start(r#"echo "bestmove e7e5""#, ":");
    ponder(&mut client);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(
        client.ponder_hit(LONG_PATIENCE).unwrap().elapsed,
        Duration::ZERO
    );
    ponder(&mut client);
    client.stop_pondering(LONG_PATIENCE).unwrap();
}

#[test]
fn who_does_not_stop_thinking_ahead_is_ended() {
    let mut client = start(":", ":");
    ponder(&mut client);
    let error = client.stop_pondering(SHORT_PATIENCE).unwrap_err();
    assert!(matches!(error, ClientError::Stalled { .. }), "{error}");
    let mut client = start("exit 3", ":");
    ponder(&mut client);
    std::thread::sleep(Duration::from_millis(100));
    let error = client.ponder_hit(LONG_PATIENCE).unwrap_err();
    assert!(matches!(error, ClientError::Exited { .. }), "{error}");
}
