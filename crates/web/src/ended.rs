//! Engines whose search has ended, for visitors who want it to go on.
//!
//! A search keeps its knowledge in its table. A visitor who continues within two minutes gets it.
//! Later, or where many search, the engine is gone, and the search begins anew: it takes longer to
//! be where it was, and answers the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bstar_ask::Asker;
use bstar_board::Game;
use bstar_thought::Thought;
use tokio::runtime::Handle;
use tokio::time::Instant;

/// The most engines that are kept. Each takes some tens of MiB.
const MAX_KEPT: usize = 2;

/// How long an engine is kept.
const KEPT_TIME: Duration = Duration::from_secs(120);

/// A search that has ended and may go on, or be asked about.
pub struct Ended {
    /// Who made it, with what the engine learned.
    pub asker: Asker,
    pub tree: Tree,
}

/// What a search found, with the game it was about.
pub struct Tree {
    pub game: Game,
    pub thought: Thought,
}

/// What a search took.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    pub time: Duration,
    pub nodes: u64,
}

impl Tree {
    /// What it took so far.
    pub fn spent(&self) -> Spent {
        Spent {
            time: self.thought.time,
            nodes: self.thought.nodes,
        }
    }
}

/// The searches that have ended, by their names, the oldest first.
#[derive(Clone, Default)]
pub struct EndedSearches {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    kept: VecDeque<Kept>,
    /// Whether somebody sees to it that they are forgotten.
    is_watched: bool,
}

struct Kept {
    name: String,
    ended: Ended,
    until: Instant,
}

impl EndedSearches {
    /// Keeps a search for [`KEPT_TIME`] from now on. The oldest makes room. No two searches have
    /// the same name.
    pub fn put(&self, name: String, ended: Ended, runtime: &Handle) {
        let mut inner = self.lock();
        inner.kept.push_back(Kept {
            name,
            ended,
            until: Instant::now() + KEPT_TIME,
        });
        if inner.kept.len() > MAX_KEPT {
            inner.kept.pop_front();
        }
        // One watch for all: a timer for each search would lie at the end of a thread's memory,
        // and keep what is free before it from being given back.
        if !std::mem::replace(&mut inner.is_watched, true) {
            runtime.spawn(self.clone().watch());
        }
    }

    /// Takes a search back, if it is still there and was about this game.
    pub fn take(&self, name: &str, game: &Game) -> Option<Ended> {
        let mut inner = self.lock();
        let is_it = |known: &Kept| {
            known.name == name
                && known.ended.tree.game.start() == game.start()
                && known.ended.tree.game.moves() == game.moves()
        };
        let at = inner.kept.iter().position(is_it)?;
        inner.kept.remove(at).map(|known| known.ended)
    }

    /// Forgets each when its time has come, until none is left.
    async fn watch(self) {
        while let Some(until) = self.next_end() {
            tokio::time::sleep_until(until).await;
            self.lock().kept.retain(|known| known.until > until);
        }
    }

    /// When the next is to be forgotten. Without one the watch ends.
    fn next_end(&self) -> Option<Instant> {
        let mut inner = self.lock();
        let next = inner.kept.front().map(|known| known.until);
        inner.is_watched = next.is_some();
        next
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_ask::Question;
    use bstar_board::{Position, san};
    use bstar_engine::Settings;
    use bstar_kit::effort::Effort;
    use bstar_kit::stop::Stop;

    fn ended(game: &Game) -> Ended {
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let mut asker = Asker::new(settings).unwrap();
        let question = Question::new(game.clone(), Effort::nodes(1));
        let answer = asker.ask(question, &Stop::new(), &mut ());
        let tree = Tree {
            game: answer.game,
            thought: answer.whole,
        };
        Ended { asker, tree }
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
            let inner = ended_searches.lock();
            inner.kept.iter().map(|known| known.name.clone()).collect()
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
