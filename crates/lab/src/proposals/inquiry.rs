//! B* goes through games again, and a judge values what its tree proposes.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use bstar_board::{Game, fen, san};
use bstar_engine::{EngineError, SearchKind, Settings, Task};
use bstar_kit::effort::{Clock, Effort};
use bstar_thought::ProposalJudgement;
use thiserror::Error;

use super::proposed::Proposed;
use super::report::ProposalReport;
use crate::judge::{Judge, JudgeFault, SittingJudge};
use bstar_arena::games::{PlayerGame, PlayerGamesError, games_of_player};
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
    #[error(transparent)]
    Judge(#[from] JudgeFault),
}

/// The games of a player, and how they are searched.
#[derive(Clone, Debug)]
pub struct ProposalInquiry {
    player: String,
    games: Vec<PlayerGame>,
    /// The nodes of B* for each move.
    pub nodes: u64,
    /// The share of them for the deep search where a tree follows it, in percent; that of games if
    /// none.
    pub root_search_percent: Option<u32>,
    /// The judge of the two moves.
    pub judge: Judge,
    /// How many games are searched at a time.
    pub jobs: usize,
}

struct GameProposals {
    searches: u64,
    proposed: Vec<Proposed>,
}

/// The nodes of B* for each move, by default. This is about what it has at 15+0.15.
pub const DEFAULT_NODES: u64 = 1_000_000;
/// The nodes of the judge for each move, by default.
pub const DEFAULT_JUDGE_NODES: u64 = 400_000;

impl ProposalInquiry {
    /// Reads the games of a player.
    pub fn load(
        path: &Path,
        player: &str,
        judge: Judge,
    ) -> Result<ProposalInquiry, ProposalsError> {
        Ok(ProposalInquiry {
            player: player.to_owned(),
            games: games_of_player(path, player)?,
            nodes: DEFAULT_NODES,
            root_search_percent: None,
            judge,
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
            judge: self.judge.player.name.clone(),
            judge_nodes: self.judge.nodes,
            groups: Vec::new(),
            interrupted: false,
            proposed: Vec::new(),
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
    judge: SittingJudge,
}

impl SearcherAndJudge {
    fn start(inquiry: &ProposalInquiry, stop: &Stop) -> Result<SearcherAndJudge, ProposalsError> {
        let mut settings = Settings {
            search: SearchKind::Bstar,
            hash_mib: 32,
            ..Settings::default()
        };
        settings.options.root_search_percent = inquiry.root_search_percent;
        let bstar = Analyst::start(settings, stop)?;
        let judge = inquiry.judge.sit(stop)?;
        Ok(SearcherAndJudge { bstar, judge })
    }

    /// The proposals of B* in a game. Returns `None` if it was stopped.
    fn go_through(
        &mut self,
        inquiry: &ProposalInquiry,
        own: &PlayerGame,
        stop: &Stop,
    ) -> Result<Option<GameProposals>, ProposalsError> {
        // A clock with hours on it, so that only nodes count.
        let clock = Effort::clock(Clock {
            remaining: Duration::from_secs(36_000),
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        let effort = Effort::nodes(inquiry.nodes).or(clock);
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
                let Some(answer) = self.bstar.run(&Task::play(&game, effort)) else {
                    return Ok(None);
                };
                found.searches += 1;
                if let Some(proposal) = answer.tree.and_then(|tree| tree.proposal) {
                    let mut worth = |mv| self.judge.expected_after(&game, mv);
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
}

fn word(ruling: ProposalJudgement) -> &'static str {
    match ruling {
        ProposalJudgement::Confirmed => "confirmed",
        ProposalJudgement::Refused => "refused",
        ProposalJudgement::TooShallow | ProposalJudgement::NotAsked => "unheard",
    }
}
