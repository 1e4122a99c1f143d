//! Whether a root search has settled the choice, so that no tree is needed.

use bstar_thought::Points;
use bstar_thought::how_sure::{MIN_DEPTH, MIN_NODES, Settledness};

use super::Thinker;
use super::root_result::RootSearchResult;
use super::run::Run;

/// A choice is contested if the chance that another move is better is at least this.
const CONTESTED_CHANCE: f64 = 0.4;

impl Thinker<'_> {
    /// Whether another move than that of a root search may well be better. A choice of so few nodes
    /// that nothing was learned of such is left alone.
    pub(super) fn is_contested(&self, run: &Run, found: &RootSearchResult) -> bool {
        let Some(value) = found.estimate else {
            return false;
        };
        let position = self.game.position();
        let known = Settledness {
            nodes: run.root_effort.nodes,
            value,
            nearest: None,
            moves: position.legal_moves().len(),
            share_of_best: found.stability.share_of_best,
            unchanged: found.stability.unchanged,
            swing: Points(found.stability.swing),
            phase: bstar_thought::phase(position),
        };
        known.moves > 1
            && found.depth + 1 >= MIN_DEPTH
            && known.nodes >= MIN_NODES
            && known.how_sure().better >= CONTESTED_CHANCE
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bstar_alphabeta::{NeverStop, Searcher, Team, Techniques, TranspositionTable};
    use bstar_board::{Game, Move, fen};
    use bstar_eval::Evaluation;
    use bstar_kit::effort::Effort;
    use bstar_thought::HowSure;

    use super::super::{BstarOptions, Searchers, Thinker, probe_techniques};

    fn think(fen: &str, only: &[&str], root_search: u32) -> Option<HowSure> {
        let game = Game::new(fen::parse(fen).unwrap());
        let table = Arc::new(TranspositionTable::new(4).unwrap());
        let usual = Techniques::all();
        let searcher = |techniques| Searcher::new(table.clone(), techniques, &Evaluation::Terms);
        let (mut root, mut probe) = (searcher(usual), searcher(probe_techniques(usual)));
        let only: Vec<Move> = only
            .iter()
            .map(|name| bstar_board::san::parse(game.position(), name).unwrap())
            .collect();
        let options = BstarOptions {
            root_search_percent: Some(root_search),
            ..BstarOptions::default()
        };
        let effort = Effort::nodes(30_000);
        let thinker = Thinker::new(&game, &only, options, effort, &NeverStop);
        let searchers = Searchers {
            root_team: Team::of_one(&mut root),
            probe_searchers: std::slice::from_mut(&mut probe),
        };
        thinker.think(searchers, &mut |_| {}).how_sure()
    }

    #[test]
    fn only_the_choice_of_a_root_search_among_all_moves_has_one() {
        let opening = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let sure = think(opening, &[], 80).unwrap();
        assert!(sure.nearest.is_some() && (0.05..0.8).contains(&sure.better));
        assert_eq!(think(opening, &[], 0), None);
        assert_eq!(think(opening, &["Nf3", "Nc3"], 80), None);
        // A mate, and a single legal move.
        assert_eq!(think("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &[], 80), None);
        assert_eq!(think("7k/8/8/8/8/8/r7/1r5K w - - 0 1", &[], 80), None);
    }
}
