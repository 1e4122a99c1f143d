//! Reading files, to know which player scored how much against which other.
//!
//! Two games are a pair if they are in the same file, have the same players with colours changed,
//! began from the same position, and have the same round up to a dot: `12.1` and `12.2`. `bstar
//! match` writes its games like that. Games without such rounds count one by one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use bstar_board::fen;
use bstar_board::pgn::{self, GameRecord, GameResult};
use serde::Serialize;
use thiserror::Error;

use bstar_kit::input::Keeping;

use crate::games::{Forfeit, GamesError, records};
use crate::stats::{GameGroups, GamePoints, GameTally};

/// Why games cannot be rated.
#[derive(Debug, Error)]
pub enum LadderError {
    /// A file, or a game in it.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// Nothing in a file.
    #[error("{path} has no games in it", path = .path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
    /// A player has no name.
    #[error("{path}, game {game}: it does not say who had {color}", path = .path.display())]
    Nameless {
        /// Which file.
        path: PathBuf,
        /// Which game of it, from 1.
        game: usize,
        /// Which tag is missing.
        color: &'static str,
    },
    /// A player against itself.
    #[error("{path}, game {game}: `{name}` plays against itself, which says nothing about its strength", path = .path.display())]
    AgainstItself {
        /// Which file.
        path: PathBuf,
        /// Which game of it, from 1.
        game: usize,
        /// Which player.
        name: String,
    },
    /// Nothing to rate.
    #[error("none of the {0} games is finished")]
    Unfinished(usize),
}

/// What was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameCounts {
    /// Files.
    pub files: usize,
    /// Finished games, which count.
    pub games: usize,
    /// Games without a result, which do not.
    pub unfinished: usize,
    /// Games that were there already, tag for tag and move for move. They count once.
    pub repeated: usize,
    /// Games that count but belong to no pair.
    pub unpaired: usize,
}

/// Games that a player did not lose on the board. They count as losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Forfeited {
    /// The player that lost them.
    pub player: String,
    /// Its opponent.
    pub opponent: String,
    /// How.
    pub how: Forfeit,
    /// How many.
    pub games: usize,
}

/// All finished games between two players, counted from the first one's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bout {
    /// The players, by their number.
    pub players: [usize; 2],
    pub tally: GameTally,
    pub groups: GameGroups,
}

/// The games of all files.
#[derive(Clone, Debug)]
pub struct LadderGames {
    pub(super) players: Vec<String>,
    pub(super) bouts: Vec<Bout>,
    pub(super) forfeited: Vec<Forfeited>,
    pub(super) counts: GameCounts,
}

impl LadderGames {
    /// Reads files. Their order makes no difference.
    pub fn read<P: AsRef<Path>>(paths: &[P]) -> Result<LadderGames, LadderError> {
        let mut sheet = Collector::default();
        for path in paths {
            sheet.read(path.as_ref())?;
        }
        sheet.counts.files = paths.len();
        if sheet.counts.games == 0 {
            return Err(LadderError::Unfinished(sheet.counts.unfinished));
        }
        Ok(sheet.close())
    }

    /// All players that finished a game, in the order of their names.
    pub fn players(&self) -> &[String] {
        &self.players
    }
}

/// Two players, in the order of their names.
type Couple = (String, String);

/// Couple, round and start. Two games that share them are a pair if colours were changed.
type Occasion = (Couple, String, String);

/// Games while they are read.
#[derive(Default)]
struct Collector {
    /// Two hashes of each, so that a million games take no more than their results do.
    seen: HashSet<[u64; 2]>,
    hashes: [RandomState; 2],
    couples: BTreeMap<Couple, (GameTally, GameGroups)>,
    /// By loser, winner and how.
    forfeited: BTreeMap<(String, String, Forfeit), usize>,
    counts: GameCounts,
}

/// A finished game, from the view of the first player of the couple.
struct ReadGame {
    couple: Couple,
    points: GamePoints,
    first_is_white: bool,
    /// To which pair the game may belong, if to any.
    occasion: Option<Occasion>,
    forfeit: Option<Forfeit>,
}

impl Collector {
    fn read(&mut self, path: &Path) -> Result<(), LadderError> {
        let mut is_empty = true;
        // Games whose pair is not complete: whether the first of the couple had White, and the
        // result.
        let mut waiting: BTreeMap<Occasion, Vec<(bool, GamePoints)>> = BTreeMap::new();
        for (number, record) in (1..).zip(records(path, Keeping::Little)?) {
            let record = record?;
            is_empty = false;
            let Some(entry) = read_game(path, number, &record)? else {
                self.counts.unfinished += 1;
                continue;
            };
            let text = pgn::write(&record);
            let hashes = self.hashes.each_ref().map(|hash| hash.hash_one(&text));
            if !self.seen.insert(hashes) {
                self.counts.repeated += 1;
                continue;
            }
            self.counts.games += 1;
            self.note_forfeit(&entry);
            let (tally, groups) = self.couples.entry(entry.couple).or_default();
            tally.add_game(entry.points);
            let Some(occasion) = entry.occasion else {
                groups.add_single(entry.points);
                self.counts.unpaired += 1;
                continue;
            };
            let others = waiting.entry(occasion).or_default();
            // Those that wait were all played with one colour: others would have found a partner.
            let has_partner = others
                .first()
                .is_some_and(|(was_white, _)| *was_white != entry.first_is_white);
            match has_partner {
                true => {
                    let (_, points) = others.swap_remove(0);
                    tally.close_pair(points, entry.points);
                    groups.add_pair(points, entry.points);
                }
                false => others.push((entry.first_is_white, entry.points)),
            }
        }
        for ((couple, ..), left) in waiting {
            let (_, groups) = self.couples.entry(couple).or_default();
            for (_, points) in left {
                groups.add_single(points);
                self.counts.unpaired += 1;
            }
        }
        if is_empty {
            let path = path.to_owned();
            return Err(LadderError::Empty { path });
        }
        Ok(())
    }

    fn note_forfeit(&mut self, entry: &ReadGame) {
        let Some(how) = entry.forfeit else {
            return;
        };
        let (first, second) = entry.couple.clone();
        let (loser, winner) = match entry.points {
            GamePoints::Win => (second, first),
            GamePoints::Loss => (first, second),
            GamePoints::Draw => return,
        };
        *self.forfeited.entry((loser, winner, how)).or_default() += 1;
    }

    /// Numbers the players. In every bout the player that met more others comes first: the matches
    /// are about it.
    fn close(self) -> LadderGames {
        let names: BTreeSet<&String> = self.couples.keys().flat_map(|(a, b)| [a, b]).collect();
        let players: Vec<String> = names.into_iter().cloned().collect();
        let number = |name: &String| players.partition_point(|other| other < name);
        let met = |name: &String| {
            let with = |couple: &&Couple| couple.0 == *name || couple.1 == *name;
            self.couples.keys().filter(with).count()
        };
        let bouts = self.couples.iter().map(|((a, b), (tally, groups))| {
            let bout = Bout {
                players: [number(a), number(b)],
                tally: *tally,
                groups: *groups,
            };
            if met(b) > met(a) {
                bout.of_the_other()
            } else {
                bout
            }
        });
        let forfeited = self.forfeited.into_iter();
        LadderGames {
            bouts: bouts.collect(),
            players,
            forfeited: forfeited
                .map(|((player, opponent, how), games)| Forfeited {
                    player,
                    opponent,
                    how,
                    games,
                })
                .collect(),
            counts: self.counts,
        }
    }
}

impl Bout {
    fn of_the_other(mut self) -> Bout {
        self.players.reverse();
        std::mem::swap(&mut self.tally.wins, &mut self.tally.losses);
        self.tally.pairs.reverse();
        self.groups.pairs.reverse();
        self.groups.singles.reverse();
        self
    }
}

/// Reads a game. There is nothing to read if it is not finished.
fn read_game(
    path: &Path,
    game: usize,
    record: &GameRecord,
) -> Result<Option<ReadGame>, LadderError> {
    let name = |color: &'static str| {
        record
            .tag(color)
            .map(str::trim)
            .filter(|name| !matches!(*name, "" | "?"))
            .map(str::to_owned)
            .ok_or_else(|| LadderError::Nameless {
                path: path.to_owned(),
                game,
                color,
            })
    };
    let of_white = match record.result {
        GameResult::Unknown => return Ok(None),
        GameResult::WhiteWins => GamePoints::Win,
        GameResult::Draw => GamePoints::Draw,
        GameResult::BlackWins => GamePoints::Loss,
    };
    let (white, black) = (name("White")?, name("Black")?);
    if white == black {
        return Err(LadderError::AgainstItself {
            path: path.to_owned(),
            game,
            name: white,
        });
    }
    let first_is_white = white < black;
    let (couple, points) = if first_is_white {
        ((white, black), of_white)
    } else {
        ((black, white), of_white.of_the_other())
    };
    let occasion = round(record).map(|round| {
        let start = fen::write(&record.start);
        (couple.clone(), round.to_owned(), start)
    });
    Ok(Some(ReadGame {
        couple,
        points,
        first_is_white,
        occasion,
        forfeit: Forfeit::of(record),
    }))
}

/// The round of a game up to the dot.
fn round(record: &GameRecord) -> Option<&str> {
    let round = record.tag("Round")?.trim();
    let pair = round.split_once('.').map_or(round, |(pair, _)| pair);
    (!matches!(pair, "" | "?" | "-")).then_some(pair)
}
