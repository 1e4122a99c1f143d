//! The losses counted by class, with the worst of each.

use std::fmt;

use serde::Serialize;

use super::classes::{MistakeKind, MoveCharacter, StandingBefore};
use super::games::{Fate, PlayerGames};
use super::loss::Loss;
use super::turning::TurningPoint;
use crate::game_phase::GamePhase;
use bstar_arena::openings::OpeningKind;

/// All losses of one player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossReport {
    /// How many games the player played.
    #[serde(flatten)]
    pub played: PlayerGames,
    /// How many of the drawn games the player had stood better in.
    pub drawn_from_better: usize,
    /// The cost of all losses, in points.
    pub points: f64,
    /// The nodes for each position.
    pub nodes: u64,
    /// The classes, group by group.
    pub classes: Vec<LossClass>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// The losses in the order of the file.
    #[serde(skip)]
    pub losses: Vec<Loss>,
}

/// A class of losses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossClass {
    /// The group it belongs to: `phase`, `kind`, `character`, `start` or `mistake`.
    pub group: &'static str,
    /// Its name.
    pub class: String,
    /// How many games.
    pub games: usize,
    /// Their cost in points.
    pub points: f64,
    /// Their part of the cost of all losses, 0 to 1.
    pub share: f64,
    /// The worst of them, as numbers of games in the file.
    pub worst: Vec<usize>,
}

/// The most examples shown of a class.
const MAX_EXAMPLES_PER_CLASS: usize = 3;

impl LossReport {
    pub(super) fn new(
        played: PlayerGames,
        losses: Vec<Loss>,
        nodes: u64,
        interrupted: bool,
    ) -> LossReport {
        let points = cost(losses.iter());
        let drawn = losses.iter().filter(|loss| loss.fate == Fate::Drawn);
        LossReport {
            played,
            drawn_from_better: drawn.count(),
            points,
            nodes,
            classes: classes(&losses, points),
            interrupted,
            losses,
        }
    }

    /// The games of a class, the worst first.
    pub fn worst<'a>(&'a self, class: &'a LossClass) -> impl Iterator<Item = &'a Loss> + 'a {
        class
            .worst
            .iter()
            .filter_map(|number| self.losses.iter().find(|loss| loss.game == *number))
    }
}

fn classes(losses: &[Loss], points: f64) -> Vec<LossClass> {
    let turned = |check: fn(&TurningPoint, usize) -> bool, index: usize| {
        move |loss: &Loss| {
            loss.turning_point
                .as_ref()
                .is_some_and(|point| check(point, index))
        }
    };
    let mut found = Vec::new();
    for (index, phase) in GamePhase::ALL.iter().enumerate() {
        let check = turned(|point, at| point.phase == GamePhase::ALL[at], index);
        found.push(class("phase", phase, losses, points, &check));
    }
    for (index, kind) in OpeningKind::ALL.iter().enumerate() {
        let check = turned(|point, at| point.kind == OpeningKind::ALL[at], index);
        found.push(class("kind", kind, losses, points, &check));
    }
    for (index, character) in MoveCharacter::ALL.iter().enumerate() {
        let check = turned(|point, at| point.character == MoveCharacter::ALL[at], index);
        found.push(class("character", character, losses, points, &check));
    }
    for (index, start) in StandingBefore::ALL.iter().enumerate() {
        let check = turned(|point, at| point.start == StandingBefore::ALL[at], index);
        found.push(class("start", start, losses, points, &check));
    }
    for mistake in MistakeKind::ALL {
        let check = |loss: &Loss| loss.mistake == *mistake;
        found.push(class("mistake", mistake, losses, points, &check));
    }
    found
}

fn class(
    group: &'static str,
    name: &impl fmt::Display,
    losses: &[Loss],
    all_points: f64,
    belongs: &dyn Fn(&Loss) -> bool,
) -> LossClass {
    let mut members: Vec<&Loss> = losses.iter().filter(|loss| belongs(loss)).collect();
    let points = cost(members.iter().copied());
    let drop = |loss: &Loss| loss.turning_point.as_ref().map_or(0.0, TurningPoint::drop);
    members.sort_by(|a, b| drop(b).total_cmp(&drop(a)));
    LossClass {
        group,
        class: name.to_string(),
        games: members.len(),
        points,
        share: if all_points > 0.0 {
            points / all_points
        } else {
            0.0
        },
        worst: members
            .iter()
            .take(MAX_EXAMPLES_PER_CLASS)
            .map(|loss| loss.game)
            .collect(),
    }
}

/// The cost of losses together. Without losses it is 0, not the -0 of an empty sum.
fn cost<'a>(losses: impl Iterator<Item = &'a Loss>) -> f64 {
    losses.fold(0.0, |sum, loss| sum + loss.fate.cost())
}

impl fmt::Display for LossReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played = &self.played;
        writeln!(
            f,
            "{}: {} games, {} lost, {} drawn, {} of them from a better position",
            played.player, played.games, played.lost, played.drawn, self.drawn_from_better
        )?;
        if self.losses.is_empty() && self.interrupted {
            return f.write_str("nothing was looked through before it was stopped");
        }
        if self.losses.is_empty() {
            return f.write_str("no points were lost that could be looked into");
        }
        writeln!(
            f,
            "{:.1} points lost; every position searched with {} nodes\n",
            self.points, self.nodes
        )?;
        writeln!(f, "{:<22}{:>6}{:>8}{:>8}", "", "games", "points", "share")?;
        let mut group = "";
        for class in &self.classes {
            if class.group != group {
                group = class.group;
                writeln!(f, "{}", heading(group))?;
            }
            writeln!(
                f,
                "  {:<20}{:>6}{:>8.1}{:>6.0} %",
                class.class,
                class.games,
                class.points,
                100.0 * class.share
            )?;
        }
        for class in self.classes.iter().filter(|class| class.games > 0) {
            write!(f, "\n{}, the worst:", class.class)?;
            for loss in self.worst(class) {
                write!(f, "\n  {loss}")?;
            }
        }
        Ok(())
    }
}

fn heading(group: &str) -> &'static str {
    match group {
        "phase" => "when",
        "kind" => "in what position",
        "character" => "what was going on",
        "start" => "how he stood",
        _ => "what went wrong",
    }
}
