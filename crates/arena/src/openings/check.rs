//! Checking openings.

use std::collections::HashMap;
use std::ops::ControlFlow;

use bstar_board::Game;
use serde::Serialize;

use super::Book;
use super::random_walk::searched_score;
use crate::player::{Player, PlayerFault, PlayerSpec};
use bstar_kit::stop::Stop;
use bstar_kit::workers::{InOrder, work};

/// What was found about one opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedOpening {
    /// What it is called.
    pub name: String,
    /// What a search thinks of it, in centipawns for the side to move.
    pub score: i32,
    /// Is it out of balance?
    pub unbalanced: bool,
    /// An earlier opening with the same position.
    pub same_as: Option<String>,
}

impl CheckedOpening {
    /// Is there something wrong with it?
    pub fn is_bad(&self) -> bool {
        self.unbalanced || self.same_as.is_some()
    }
}

/// Searches every opening of a book, and finds repeated ones.
pub fn check(
    book: &Book,
    max_score: i32,
    nodes: u64,
    jobs: usize,
    stop: &Stop,
    watch: &mut dyn FnMut(usize),
) -> Result<Vec<CheckedOpening>, PlayerFault> {
    let spec: PlayerSpec = "alphabeta,Hash=16".parse().expect("a good specification");
    let here = stop.child();
    let mut order = InOrder::from(0);
    let mut findings: Vec<CheckedOpening> = Vec::new();
    let mut failure = None;
    let new_worker = || {
        let mut judge = spec.start(&here);
        move |number: usize| {
            let score = match &mut judge {
                Ok(judge) => balance(judge.as_mut(), &book.opening(number).game, nodes),
                Err(fault) => Err(fault.clone()),
            };
            (number, score)
        }
    };
    let mut seen: HashMap<u64, String> = HashMap::new();
    work(
        jobs,
        0..book.size(),
        &here,
        new_worker,
        |(number, score)| {
            for score in order.put(number, score) {
                let score = match score {
                    Ok(score) => score,
                    Err(fault) => {
                        failure = Some(fault);
                        return ControlFlow::Break(());
                    }
                };
                let opening = book.opening(findings.len());
                let key = opening.game.position().key();
                findings.push(CheckedOpening {
                    name: opening.name.clone(),
                    score,
                    unbalanced: score.abs() > max_score,
                    same_as: seen.get(&key).cloned(),
                });
                seen.entry(key).or_insert_with(|| opening.name.clone());
                watch(findings.len());
            }
            ControlFlow::Continue(())
        },
    );
    failure.map_or(Ok(findings), Err)
}

fn balance(judge: &mut dyn Player, game: &Game, nodes: u64) -> Result<i32, PlayerFault> {
    judge.new_game(game.start())?;
    searched_score(judge, game, nodes, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_and_lopsided_openings_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.epd");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let queenless = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        std::fs::write(
            &path,
            format!("{start} id \"a\";\n{queenless} id \"b\";\n{start} id \"c\";\n"),
        )
        .unwrap();
        let book = Book::load(&path).unwrap();
        let findings = check(&book, 150, 1_000, 2, &Stop::new(), &mut |_| {}).unwrap();
        assert!(!findings[0].is_bad());
        assert!(findings[1].unbalanced);
        assert_eq!(findings[2].same_as.as_deref(), Some("a"));
    }
}
