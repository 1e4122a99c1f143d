//! A PGN file of games of the engine against itself.

use std::path::{Path, PathBuf};

use bstar_board::pgn::whole_games;
use bstar_engine::Evaluation;
use thiserror::Error;

use super::games::{Beginning, SelfPlayGames};
use bstar_arena::player::PlayerFault;
use bstar_arena::referee::{GameRules, GameTags, PlayedGame, Timing, write_pgn};
use bstar_kit::files::{Appender, FileError, text_of};
use bstar_kit::stop::Stop;

/// The table of either side, in MiB.
const TABLE_MIB: u32 = 16;

/// Which games are wanted, and where they go.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How many games the file should have.
    pub games: usize,
    /// The nodes for every move.
    pub nodes: u64,
    /// The seed. Every seed gives other games.
    pub seed: u64,
    /// How many games are played at a time.
    pub jobs: usize,
    /// When a game is adjudicated.
    pub rules: GameRules,
    pub file: PathBuf,
}

/// Why games cannot be made.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file has games of other settings, or something else.
    #[error("{path} holds games that were made with other settings ({found}); wanted were {wanted}", path = .path.display())]
    OtherGames {
        path: PathBuf,
        found: String,
        /// What it should have.
        wanted: String,
    },
    /// A player cannot be used.
    #[error("the built-in player {0}")]
    Player(#[from] PlayerFault),
}

impl SelfPlay {
    /// Plays the missing games. `watch` is told how many games the file has. Returns that number.
    pub fn run(&self, stop: &Stop, watch: &mut dyn FnMut(usize)) -> Result<usize, SelfPlayError> {
        let (mut file, begin) = self.open()?;
        watch(begin);
        let mut written = begin;
        let games = SelfPlayGames {
            nodes: self.nodes,
            hash: TABLE_MIB,
            seed: self.seed,
            rules: self.rules,
            beginning: Beginning::StartPosition,
            // The tuner fits the terms, so they are what plays.
            evaluation: Evaluation::Terms,
        };
        games.play(self.jobs, begin..self.games, stop, |number, game| {
            file.add(self.sheet(number, &game))?;
            written += 1;
            watch(written);
            Ok::<(), SelfPlayError>(())
        })?;
        Ok(written)
    }

    /// A game as text.
    fn sheet(&self, number: usize, game: &PlayedGame) -> String {
        let tags = GameTags {
            event: self.event(),
            round: (number + 1).to_string(),
            white: "alphabeta".to_owned(),
            black: "alphabeta".to_owned(),
            // Times are left out, so that the same seed gives the same file on every machine.
            timing: Timing::Hidden,
            extra: vec![("OpeningPlies".to_owned(), game.opening_plies.to_string())],
        };
        write_pgn(game, &tags)
    }

    /// The settings, as the Event tag of every game has them.
    fn event(&self) -> String {
        let mut event = format!("self-play, {} nodes, seed {}", self.nodes, self.seed);
        if let Some(rule) = self.rules.draw {
            event += &format!(
                ", draw rule {},{},{}",
                rule.from_move, rule.moves, rule.score
            );
        }
        if let Some(rule) = self.rules.resign {
            event += &format!(", resign rule {},{}", rule.moves, rule.score);
        }
        event
    }

    /// Opens the file, removes what was cut off, and counts the whole games.
    fn open(&self) -> Result<(Appender, usize), SelfPlayError> {
        let path: &Path = &self.file;
        // It is locked before it is read: otherwise another program could write in between.
        let mut file = Appender::alone(path)?;
        let text = match String::from_utf8(file.content()?) {
            Ok(text) => text,
            // The error says where the file is not text.
            Err(error) => text_of(error.into_bytes(), path)?,
        };
        let mut whole = 0;
        let mut games = 0;
        for sheet in whole_games(&text) {
            self.recognise(sheet)?;
            whole += sheet.len();
            games += 1;
        }
        self.recognise(&text[whole..])?;
        file.keep(whole as u64)?;
        Ok((file, games))
    }

    /// Refuses a game, or the beginning of one, that was not made with these settings.
    fn recognise(&self, sheet: &str) -> Result<(), SelfPlayError> {
        let head = format!("[Event \"{}\"]\n", self.event());
        let common = head.len().min(sheet.len());
        if head.as_bytes()[..common] == sheet.as_bytes()[..common] {
            return Ok(());
        }
        Err(SelfPlayError::OtherGames {
            path: self.file.clone(),
            found: sheet.lines().next().unwrap_or_default().to_owned(),
            wanted: head.trim_end().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(file: PathBuf, games: usize, jobs: usize) -> SelfPlay {
        SelfPlay {
            games,
            nodes: 100,
            seed: 5,
            jobs,
            rules: GameRules {
                draw: Some("10,3,50".parse().unwrap()),
                resign: Some("2,300".parse().unwrap()),
                ..GameRules::default()
            },
            file,
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_file_however_often_it_was_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one.pgn", "two.pgn"].map(|name| folder.path().join(name));
        plan(one.clone(), 4, 1)
            .run(&Stop::new(), &mut |_| {})
            .unwrap();
        let text = std::fs::read_to_string(&one).unwrap();
        assert_eq!(bstar_board::pgn::read(&text).unwrap().len(), 4);
        // A file that was cut off in its second game.
        let cut = whole_games(&text).next().unwrap().len() + 100;
        std::fs::write(&two, &text[..cut]).unwrap();
        plan(two.clone(), 4, 3)
            .run(&Stop::new(), &mut |_| {})
            .unwrap();
        assert_eq!(std::fs::read_to_string(&two).unwrap(), text);
    }

    #[test]
    fn a_file_of_other_games_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for text in [
            "[Event \"World Championship\"]\n\n1. e4 *\n\n",
            "World Championship",
        ] {
            std::fs::write(&path, text).unwrap();
            let result = plan(path.clone(), 1, 1).run(&Stop::new(), &mut |_| {});
            let error = result.unwrap_err().to_string();
            assert!(error.contains("World Championship"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
