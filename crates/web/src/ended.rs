//! Engines whose search has ended, for visitors who want it to go on.
//!
//! What a search learned is in its table. A visitor who goes on within two minutes has it back.
//! Later, or where many search, the engine is gone, and the search begins anew: it takes longer to
//! be where it was, and answers the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bstar_board::Game;
use bstar_engine::Engine;
use tokio::runtime::Handle;

/// The most engines that are kept. Each takes some tens of MiB.
const MAX_KEPT: usize = 2;

/// How long an engine is kept.
const KEPT_TIME: Duration = Duration::from_secs(120);

/// A search that has ended and may go on.
pub struct Ended {
    /// The engine, with what it learned.
    pub engine: Engine,
    /// The position it searched, with the game before it.
    pub game: Game,
    /// How long it has searched.
    pub time: Duration,
    /// How many nodes.
    pub nodes: u64,
}

/// The searches that have ended, by their names, the oldest first.
#[derive(Clone, Default)]
pub struct EndedSearches {
    kept: Arc<Mutex<VecDeque<(String, Ended)>>>,
}

impl EndedSearches {
    /// Keeps a search for [`KEPT_TIME`] from now on. The oldest makes room. No two searches have
    /// the same name.
    pub fn put(&self, name: String, ended: Ended, runtime: &Handle) {
        let mut kept = self.kept();
        kept.push_back((name.clone(), ended));
        if kept.len() > MAX_KEPT {
            kept.pop_front();
        }
        drop(kept);
        let ended_searches = self.clone();
        runtime.spawn(async move {
            tokio::time::sleep(KEPT_TIME).await;
            ended_searches.forget(&name);
        });
    }

    /// Takes a search back, if it is still there and was about this game.
    pub fn take(&self, name: &str, game: &Game) -> Option<Ended> {
        let mut kept = self.kept();
        let is_it = |(known, ended): &(String, Ended)| {
            known == name
                && ended.game.start() == game.start()
                && ended.game.moves() == game.moves()
        };
        let at = kept.iter().position(is_it)?;
        kept.remove(at).map(|(_, ended)| ended)
    }

    fn forget(&self, name: &str) {
        self.kept().retain(|(known, _)| known != name);
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, Ended)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Position, san};
    use bstar_engine::Settings;

    fn ended(game: &Game) -> Ended {
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        Ended {
            engine: Engine::new(settings).unwrap(),
            game: game.clone(),
            time: Duration::ZERO,
            nodes: 0,
        }
    }

    /// Its clock stands still, and jumps ahead where a test sleeps.
    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap()
    }

    #[test]
    fn a_search_is_given_back_once_to_who_knows_its_name_and_game() {
        let (ended_searches, game) = (EndedSearches::default(), Game::default());
        let runtime = runtime();
        ended_searches.put("one".to_owned(), ended(&game), runtime.handle());
        let other = Game::from_words(Position::start(), ["e4"], san::parse_either).unwrap();
        assert!(ended_searches.take("two", &game).is_none());
        assert!(ended_searches.take("one", &other).is_none());
        assert!(ended_searches.take("one", &game).is_some());
        assert!(ended_searches.take("one", &game).is_none());
    }

    #[test]
    fn the_oldest_makes_room() {
        let (ended_searches, game) = (EndedSearches::default(), Game::default());
        let runtime = runtime();
        for number in 0..=MAX_KEPT {
            ended_searches.put(number.to_string(), ended(&game), runtime.handle());
        }
        assert!(ended_searches.take("0", &game).is_none());
        assert!(ended_searches.take("1", &game).is_some());
    }

    #[test]
    fn each_is_kept_for_its_own_two_minutes() {
        let (ended_searches, game) = (EndedSearches::default(), Game::default());
        let runtime = runtime();
        let names = || -> Vec<String> {
            let kept = ended_searches.kept();
            kept.iter().map(|(name, _)| name.clone()).collect()
        };
        runtime.block_on(async {
            ended_searches.put("one".to_owned(), ended(&game), runtime.handle());
            tokio::time::sleep(KEPT_TIME / 2).await;
            ended_searches.put("two".to_owned(), ended(&game), runtime.handle());
            tokio::time::sleep(KEPT_TIME / 2 - Duration::from_secs(1)).await;
            assert_eq!(names(), ["one", "two"]);
            tokio::time::sleep(Duration::from_secs(2)).await;
            assert_eq!(names(), ["two"]);
            tokio::time::sleep(KEPT_TIME / 2).await;
            assert_eq!(names(), [""; 0]);
        });
    }
}
