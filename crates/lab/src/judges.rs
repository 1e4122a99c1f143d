//! Several judges at work.

use std::ops::ControlFlow;

use bstar_kit::stop::Stop;
use bstar_kit::workers::work;

use crate::judge::{Judge, JudgeFault, SittingJudge};

/// Has judges do tasks, so many at a time. `keep` gets what they find, with their version. `watch`
/// is told how many tasks are done, and of how many. If it is stopped, tasks under way are dropped.
pub(crate) fn ask_judges<T: Send, R: Send, E: From<JudgeFault>>(
    judge: &Judge,
    jobs: usize,
    tasks: Vec<T>,
    find: impl Fn(&mut SittingJudge, T) -> Result<R, JudgeFault> + Sync,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
    mut keep: impl FnMut(&str, R) -> Result<(), E>,
) -> Result<(), E> {
    let here = stop.child();
    let mut fault = None;
    let mut failure = None;
    let mut done = 0;
    let all = tasks.len();
    let new_worker = || {
        let mut judge = judge.sit(&here);
        let (here, find) = (&here, &find);
        move |task: T| {
            let judge = judge.as_mut().map_err(|fault| fault.clone());
            let found = judge.and_then(|judge| {
                find(judge, task).map(|found| (judge.version().to_owned(), found))
            });
            // A judge that is stopped answers early, so its answer does not count.
            (!here.is_set()).then_some(found)
        }
    };
    work(jobs, tasks.into_iter(), &here, new_worker, |found| {
        match found {
            None => return ControlFlow::Break(()),
            Some(Err(found)) => {
                fault = Some(found);
                return ControlFlow::Break(());
            }
            Some(Ok((version, found))) => {
                if let Err(error) = keep(&version, found) {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
        }
        done += 1;
        watch(done, all);
        ControlFlow::Continue(())
    });
    match (failure, fault) {
        (Some(error), _) => Err(error),
        // Ctrl-C also reaches the processes of engines.
        (None, Some(fault)) if !stop.explains_a_failure() => Err(fault.into()),
        _ => Ok(()),
    }
}
