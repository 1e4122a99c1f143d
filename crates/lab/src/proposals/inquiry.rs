//! B* goes through games again, and a judge values what its tree proposes.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use bstar_board::{Game, Move, fen, san};
use bstar_engine::{
    Centipawns, Clock, EngineError, ProposalJudgement, SearchKind, SearchLimits, Settings, WdlModel,
};
use thiserror::Error;

use super::proposed::Proposed;
use super::report::ProposalReport;
use bstar_arena::games::{PlayerGame, PlayerGamesError, games_of_player};
use bstar_arena::player::{Budget, MoveRequest, Player, PlayerFault, PlayerScore, PlayerSpec};
use bstar_engine::analyst::Analyst;
use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};

/// Why the proposals cannot be judged.
#[derive(Debug, Error)]
pub enum ProposalsError {
    /// The games of the player cannot be read.
    #[error(transparent)]
    Games(#[from] PlayerGamesError),
    /// B* cannot be set up.
    #[error("the searcher cannot be set up: {0}")]
    Engine(#[from] EngineError),
    /// The judge.
    #[error("the judge {name} {fault}")]
    Judge {
        /// Its name.
        name: String,
        /// What it did wrong.
        fault: PlayerFault,
    },
}

/// The games of a player, and how they are searched.
#[derive(Clone, Debug)]
pub struct ProposalInquiry {
    player: String,
    games: Vec<PlayerGame>,
    /// The nodes of B* for each move.
    pub nodes: u64,
    /// The judge.
    pub judge: PlayerSpec,
    /// The nodes of the judge for each of the two moves.
    pub judge_nodes: u64,
    /// How many games are searched at a time.
    pub jobs: usize,
}

/// The proposals in one game.
struct GameProposals {
    searches: u64,
    proposed: Vec<Proposed>,
}

/// The nodes of B* for each move, by default. This is about what it has at 8+0.08.
pub const DEFAULT_NODES: u64 = 200_000;
/// The nodes of the judge for each move, by default.
pub const DEFAULT_JUDGE_NODES: u64 = 400_000;

impl ProposalInquiry {
    /// Reads the games of a player.
    pub fn load(
        path: &Path,
        player: &str,
        judge: PlayerSpec,
    ) -> Result<ProposalInquiry, ProposalsError> {
        Ok(ProposalInquiry {
            player: player.to_owned(),
            games: games_of_player(path, player)?,
            nodes: DEFAULT_NODES,
            judge,
            judge_nodes: DEFAULT_JUDGE_NODES,
            jobs: 1,
        })
    }

    /// How many games there are.
    pub fn size(&self) -> usize {
        self.games.len()
    }

    fn propose_in(
        &self,
        pair: &mut Option<SearcherAndJudge>,
        number: usize,
        stop: &Stop,
    ) -> Result<Option<GameProposals>, ProposalsError> {
        let pair = match pair {
            Some(pair) => pair,
            none => match SearcherAndJudge::start(self, stop) {
                Err(_) if stop.explains_a_failure() => return Ok(None),
                new => none.insert(new?),
            },
        };
        pair.go_through(self, &self.games[number], stop)
    }

    pub(super) fn empty_report(&self) -> ProposalReport {
        ProposalReport {
            player: self.player.clone(),
            games: 0,
            searches: 0,
            nodes: self.nodes,
            judge: self.judge.name.clone(),
            judge_nodes: self.judge_nodes,
            groups: Vec::new(),
            interrupted: false,
            proposed: Vec::new(),
        }
    }

    fn blame(&self, fault: PlayerFault) -> ProposalsError {
        ProposalsError::Judge {
            name: self.judge.name.clone(),
            fault,
        }
    }

    /// Goes through the games. `watch` is told after every game how many are done.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(usize),
    ) -> Result<ProposalReport, ProposalsError> {
        let here = stop.child();
        let mut report = self.empty_report();
        let mut order = InOrder::from(0);
        let mut failure = None;
        let hire = || {
            let mut pair = None;
            let here = &here;
            move |number: usize| (number, self.propose_in(&mut pair, number, here))
        };
        work(self.jobs, 0..self.size(), &here, hire, |(number, found)| {
            for found in order.put(number, found) {
                match found {
                    Ok(Some(found)) => {
                        report.add(found.searches, found.proposed);
                        watch(report.games);
                    }
                    Ok(None) => return ControlFlow::Break(()),
                    Err(error) => {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if let Some(error) = failure {
            return Err(error);
        }
        report.interrupted = stop.is_set();
        report.count();
        Ok(report)
    }
}

/// B* and the judge.
struct SearcherAndJudge {
    bstar: Analyst,
    judge: Box<dyn Player>,
}

impl SearcherAndJudge {
    fn start(inquiry: &ProposalInquiry, stop: &Stop) -> Result<SearcherAndJudge, ProposalsError> {
        let settings = Settings {
            search: SearchKind::Bstar,
            hash_mib: 32,
            ..Settings::default()
        };
        let bstar = Analyst::start(settings, stop)?;
        let judge = inquiry.judge.start(stop);
        let judge = judge.map_err(|fault| inquiry.blame(fault))?;
        Ok(SearcherAndJudge { bstar, judge })
    }

    /// The proposals of B* in a game. Returns `None` if it was stopped.
    fn go_through(
        &mut self,
        inquiry: &ProposalInquiry,
        own: &PlayerGame,
        stop: &Stop,
    ) -> Result<Option<GameProposals>, ProposalsError> {
        let limits = SearchLimits {
            clock: Some(Clock {
                remaining: Duration::from_secs(36_000),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            nodes: Some(inquiry.nodes),
            ..SearchLimits::default()
        };
        let mut found = GameProposals {
            searches: 0,
            proposed: Vec::new(),
        };
        let mut game = Game::new(own.record.start.clone());
        self.bstar.forget();
        let opening = own.opening_plies();
        for (ply, played) in own.record.moves.iter().enumerate() {
            let position = game.position().clone();
            if position.side_to_move() == own.color && ply >= opening {
                let Some(answer) = self.bstar.search(&game, &limits) else {
                    return Ok(None);
                };
                found.searches += 1;
                if let Some(proposal) = answer.tree.and_then(|tree| tree.proposal) {
                    let mut worth = |mv| self.worth(&game, mv, inquiry);
                    let judged = worth(proposal.root_search_move)
                        .and_then(|first| Ok((first, worth(proposal.tree_move)?)));
                    let (first_worth, other_worth) = match judged {
                        Err(_) if stop.explains_a_failure() => return Ok(None),
                        judged => judged?,
                    };
                    found.proposed.push(Proposed {
                        game: own.number,
                        fen: fen::write(&position),
                        first: san::write(&position, proposal.root_search_move),
                        other: san::write(&position, proposal.tree_move),
                        ruling: word(proposal.judgement),
                        first_worth,
                        other_worth,
                    });
                }
            }
            game.play(played.mv)
                .expect("a record that was read has only legal moves");
        }
        // A judge that is stopped answers early, so its answer does not count.
        Ok((!stop.is_set()).then_some(found))
    }

    /// The expected score that the judge gives to a move, for the side that plays it, 0 to 1. The
    /// judge's centipawns are taken to be ours.
    fn worth(
        &mut self,
        game: &Game,
        mv: Move,
        inquiry: &ProposalInquiry,
    ) -> Result<f64, ProposalsError> {
        const JUDGE_PATIENCE: Duration = Duration::from_secs(600);
        let mut game = game.clone();
        game.play(mv).expect("B* plays legal moves");
        if let Some(outcome) = game.outcome() {
            return Ok(if outcome.winner().is_some() { 1.0 } else { 0.5 });
        }
        let turn = MoveRequest::new(Budget::Nodes(inquiry.judge_nodes), JUDGE_PATIENCE);
        let chosen = self
            .judge
            .new_game(game.start())
            .and_then(|()| self.judge.choose(&game, &turn, &mut |_| {}));
        let chosen = chosen.map_err(|fault| inquiry.blame(fault))?;
        let silent = || inquiry.blame(PlayerFault::Protocol("gave no score".to_owned()));
        let of_reply = match chosen.score.ok_or_else(silent)? {
            PlayerScore::Mate(moves) if moves > 0 => 1.0,
            PlayerScore::Mate(_) => 0.0,
            PlayerScore::Cp(score) => {
                let phase = bstar_engine::phase(game.position());
                WdlModel::NETWORK.expected(Centipawns(score), phase)
            }
        };
        Ok(1.0 - of_reply)
    }
}

fn word(ruling: ProposalJudgement) -> &'static str {
    match ruling {
        ProposalJudgement::Confirmed => "confirmed",
        ProposalJudgement::Refused => "refused",
        ProposalJudgement::TooShallow => "unheard",
    }
}
