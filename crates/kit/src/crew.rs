//! Work that is done by threads of this program, or by other machines.
//!
//! A [`Work`] is what many units have in common: the settings. A unit is what is done in one piece:
//! a game, a position. A [`Crew`] does units. Every thread and every machine does a unit by the
//! function that [`Work::hire`] returns. There is no second way, so the result is the same.
//!
//! Settings, units and results travel as JSON. [`Machines`] defines how they travel. This package
//! knows nothing more of that.

use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::stop::Stop;
use crate::workers::work;

/// What many units of work have in common.
pub trait Work: Serialize + DeserializeOwned + Sync {
    /// The name of this kind of work, as machines call it.
    const KIND: &'static str;
    /// What is done in one piece.
    type Unit: Serialize + DeserializeOwned + Send;
    /// What comes of it. It must be the same after a journey as JSON.
    type Found: Serialize + DeserializeOwned + Send;

    /// What a unit is called, if somebody must be told of it.
    fn name(&self, unit: &Self::Unit) -> String;

    /// Whether other programs are started for it, by commands that stand in the settings.
    fn starts_programs(&self) -> bool {
        false
    }

    /// Somebody who does one unit after the other.
    fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self>;
}

/// Does one unit after the other. There is no result if it was stopped.
pub type Hired<'a, W> = Box<dyn FnMut(<W as Work>::Unit) -> Option<<W as Work>::Found> + Send + 'a>;

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<F> {
    /// It was done.
    Found(F),
    Stopped,
    /// Machines have tried in vain, and it is given up. They say why.
    GivenUp(String),
}

/// Who does the work.
#[derive(Clone)]
pub enum Crew {
    /// Threads of this program.
    Threads(usize),
    Machines(Arc<dyn Machines>),
}

/// Other machines, and the way to them.
pub trait Machines: Send + Sync {
    /// Has units done. `take` gets what came of each, in the order of the units. It ends when all
    /// are done, `stop` is set or `take` breaks. Units that are not done then are withdrawn.
    fn run(
        &self,
        order: &Order,
        stop: &Stop,
        take: &mut dyn FnMut(usize, Answer<String>) -> ControlFlow<()>,
    ) -> Result<(), MachinesError>;
}

/// Work for other machines.
#[derive(Clone, Debug)]
pub struct Order {
    /// The kind of work.
    pub kind: &'static str,
    /// Its settings, as JSON.
    pub settings: String,
    /// Whether other programs are started for it.
    pub starts_programs: bool,
    pub units: Vec<SentUnit>,
}

/// A unit of an [`Order`].
#[derive(Clone, Debug)]
pub struct SentUnit {
    /// What it is called.
    pub name: String,
    /// The unit as JSON.
    pub text: String,
}

/// Why other machines cannot do the work.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct MachinesError(pub String);

impl Crew {
    /// Does units of work. `take` gets what came of them, with their numbers. Machines hand them
    /// over in order, threads as they come. When `take` breaks, or `stop` is set, no further unit
    /// is begun.
    pub fn run<W: Work>(
        &self,
        settings: &W,
        units: Vec<W::Unit>,
        stop: &Stop,
        mut take: impl FnMut(usize, Answer<W::Found>) -> ControlFlow<()>,
    ) -> Result<(), MachinesError> {
        let here = stop.child();
        match self {
            Crew::Threads(threads) => {
                let new_worker = || {
                    let mut hired = settings.hire(&here);
                    move |(number, unit)| (number, hired(unit))
                };
                let units = units.into_iter().enumerate();
                work(*threads, units, &here, new_worker, |(number, found)| {
                    take(number, found.map_or(Answer::Stopped, Answer::Found))
                });
                Ok(())
            }
            Crew::Machines(machines) => {
                let order = order(settings, &units)?;
                let mut failure = None;
                machines.run(&order, &here, &mut |number, answer| {
                    let answer = match answer {
                        Answer::Found(text) => match serde_json::from_str(&text) {
                            Ok(found) => Answer::Found(found),
                            Err(error) => {
                                let name = &order.units[number].name;
                                failure = Some(MachinesError(format!(
                                    "what came back for {name} cannot be read: {error}"
                                )));
                                return ControlFlow::Break(());
                            }
                        },
                        Answer::Stopped => Answer::Stopped,
                        Answer::GivenUp(why) => Answer::GivenUp(why),
                    };
                    take(number, answer)
                })?;
                failure.map_or(Ok(()), Err)
            }
        }
    }

    /// How many units belong into one job: those of machines should be worth the journey.
    pub fn units_a_job(&self, of_machines: usize) -> usize {
        match self {
            Crew::Threads(_) => 1,
            Crew::Machines(_) => of_machines,
        }
    }
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Crew::Threads(threads) => write!(f, "Threads({threads})"),
            Crew::Machines(_) => f.write_str("Machines"),
        }
    }
}

fn order<W: Work>(settings: &W, units: &[W::Unit]) -> Result<Order, MachinesError> {
    let unsendable = |error| MachinesError(format!("the work cannot be sent: {error}"));
    let sent = |unit: &W::Unit| -> Result<SentUnit, MachinesError> {
        Ok(SentUnit {
            name: settings.name(unit),
            text: serde_json::to_string(unit).map_err(unsendable)?,
        })
    };
    Ok(Order {
        kind: W::KIND,
        settings: serde_json::to_string(settings).map_err(unsendable)?,
        starts_programs: settings.starts_programs(),
        units: units.iter().map(sent).collect::<Result<_, _>>()?,
    })
}

/// Where a machine gets units of one work from, and what it does with answers.
pub trait Units {
    /// The next unit, as JSON. There is none if the next is of other work, or none is to be done.
    fn next(&mut self) -> Option<String>;

    /// What came of the unit: the result as JSON, nothing if it was stopped, or what went wrong.
    fn answer(&mut self, answer: Result<Option<String>, String>);
}

/// Whether a machine starts other programs by commands that others send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// It does.
    Started,
    /// It does not.
    Refused,
}

/// A kind of work that a machine can do.
#[derive(Clone, Copy)]
pub struct Skill {
    pub kind: &'static str,
    /// Does units of one work, with these settings, as long as there are some.
    pub serve: fn(&str, Programs, &Stop, &mut dyn Units),
}

/// The skill that a kind of work needs.
pub fn skill<W: Work>() -> Skill {
    Skill {
        kind: W::KIND,
        serve: serve::<W>,
    }
}

fn serve<W: Work>(settings: &str, programs: Programs, stop: &Stop, units: &mut dyn Units) {
    let settings: W = match serde_json::from_str(settings) {
        Ok(settings) => settings,
        Err(error) => {
            return refuse(units, &format!("the settings cannot be read: {error}"));
        }
    };
    if settings.starts_programs() && programs == Programs::Refused {
        return refuse(units, "this machine starts no other programs");
    }
    let mut hired = None;
    while let Some(text) = units.next() {
        let unit = match serde_json::from_str(&text) {
            Ok(unit) => unit,
            Err(error) => {
                units.answer(Err(format!("the unit cannot be read: {error}")));
                continue;
            }
        };
        let done = catch_unwind(AssertUnwindSafe(|| {
            hired.get_or_insert_with(|| settings.hire(stop))(unit)
        }));
        let answer = match done {
            Ok(found) => found
                .map(|found| serde_json::to_string(&found).map_err(|error| error.to_string()))
                .transpose(),
            // After a panic, the next unit hires anew.
            Err(panic) => {
                hired = None;
                Err(format!("it panicked: {}", words_of(&*panic)))
            }
        };
        units.answer(answer);
    }
}

fn refuse(units: &mut dyn Units, why: &str) {
    while units.next().is_some() {
        units.answer(Err(why.to_owned()));
    }
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> &str {
    let plain = panic.downcast_ref::<&str>().copied();
    plain
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a word")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::sync::Mutex;

    /// Divides numbers by one.
    #[derive(Serialize, Deserialize)]
    struct Division {
        by: u32,
    }

    impl Work for Division {
        const KIND: &'static str = "division";
        type Unit = u32;
        type Found = u32;

        fn name(&self, unit: &u32) -> String {
            format!("number {unit}")
        }

        fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self> {
            Box::new(|unit| (!stop.is_set()).then(|| unit / self.by))
        }
    }

    /// A machine that is this one, and gives up what goes wrong.
    struct Here(Mutex<Vec<String>>);

    struct Given<'a> {
        left: std::slice::Iter<'a, SentUnit>,
        answers: Vec<Answer<String>>,
    }

    impl Units for Given<'_> {
        fn next(&mut self) -> Option<String> {
            self.left.next().map(|unit| unit.text.clone())
        }

        fn answer(&mut self, answer: Result<Option<String>, String>) {
            self.answers.push(match answer {
                Ok(Some(text)) => Answer::Found(text),
                Ok(None) => Answer::Stopped,
                Err(why) => Answer::GivenUp(why),
            });
        }
    }

    impl Machines for Here {
        fn run(
            &self,
            order: &Order,
            stop: &Stop,
            take: &mut dyn FnMut(usize, Answer<String>) -> ControlFlow<()>,
        ) -> Result<(), MachinesError> {
            let mut units = Given {
                left: order.units.iter(),
                answers: Vec::new(),
            };
            let skill = skill::<Division>();
            assert_eq!(order.kind, skill.kind);
            (skill.serve)(&order.settings, Programs::Refused, stop, &mut units);
            for (number, answer) in units.answers.into_iter().enumerate() {
                if let Answer::GivenUp(why) = &answer {
                    let name = &order.units[number].name;
                    self.0.lock().unwrap().push(format!("{name}: {why}"));
                }
                if take(number, answer).is_break() {
                    break;
                }
            }
            Ok(())
        }
    }

    fn divided(crew: &Crew, by: u32, numbers: &[u32]) -> Vec<Answer<u32>> {
        let mut found = Vec::new();
        let units = numbers.to_vec();
        crew.run(&Division { by }, units, &Stop::new(), |number, answer| {
            found.push((number, answer));
            ControlFlow::Continue(())
        })
        .unwrap();
        found.sort_by_key(|(number, _)| *number);
        found.into_iter().map(|(_, answer)| answer).collect()
    }

    #[test]
    fn threads_and_machines_find_the_same() {
        let numbers: Vec<u32> = (0..50).collect();
        let alone = divided(&Crew::Threads(1), 3, &numbers);
        let machines = Crew::Machines(Arc::new(Here(Mutex::default())));
        assert_eq!(alone, divided(&Crew::Threads(4), 3, &numbers));
        assert_eq!(alone, divided(&machines, 3, &numbers));
    }

    #[test]
    fn a_panic_is_an_answer_and_the_rest_is_done() {
        let here = Arc::new(Here(Mutex::default()));
        let found = divided(&Crew::Machines(here.clone()), 0, &[7, 8]);
        assert!(found.iter().all(|one| matches!(one, Answer::GivenUp(_))));
        let said = here.0.lock().unwrap();
        assert!(
            said[0].starts_with("number 7: it panicked: attempt to divide by zero"),
            "{said:?}"
        );
    }
}
