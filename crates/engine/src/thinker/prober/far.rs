//! Probes by other machines.
//!
//! A question travels as JSON, and so does the answer. What comes back is not believed before it is
//! looked at: a line must be legal, because those who read it play its moves. The other side is a
//! [`Subject`]: the table of a search, which the probes of one machine share.

use std::sync::Arc;

use bstar_alphabeta::{
    Centipawns, MAX_PLY, Probe, ScoreBound, Searcher, Techniques, TranspositionTable, Variation,
    Watch,
};
use bstar_board::{Move, Position, sent};
use bstar_eval::Evaluation;
use bstar_kit::questions::{Asked, Expert, Knowledge, Series, Subject};
use bstar_kit::stop::Stop;
use futures::channel::oneshot;
use serde::{Deserialize, Serialize};

use super::queue::Question;

/// The kind of these questions.
pub const KIND: &str = "probe";

/// The knowledge that a machine needs to make probes for others.
pub const KNOWLEDGE: Knowledge = Knowledge { kind: KIND, open };

/// The largest table that a machine keeps for somebody else's search.
const MAX_TABLE_MIB: usize = 256;

/// No probe takes so many nodes.
const MAX_NODES: u64 = 1 << 40;

/// What all probes of a search have in common.
#[derive(Serialize, Deserialize)]
pub struct SearchSettings {
    /// The keys of the game up to the root.
    pub keys: Vec<u64>,
    /// The techniques of a prober that are switched on.
    techniques: Vec<String>,
    /// What evaluates positions. The other machine must have it too.
    pub evaluation: Evaluation,
    /// The size of the table.
    pub table_mib: usize,
}

impl SearchSettings {
    /// The settings of probes with these techniques.
    pub fn new(
        keys: Vec<u64>,
        techniques: Techniques,
        evaluation: Evaluation,
        table_mib: usize,
    ) -> SearchSettings {
        // One that is on makes a difference if it is switched off.
        let is_on = |name: &&&str| techniques.without(name) != Ok(techniques);
        SearchSettings {
            keys,
            techniques: Techniques::NAMES
                .iter()
                .filter(is_on)
                .map(|name| (*name).to_owned())
                .collect(),
            evaluation,
            table_mib,
        }
    }

    fn techniques(&self) -> Techniques {
        let is_off = |name: &&&str| !self.techniques.iter().any(|on| on == *name);
        let off = Techniques::NAMES.iter().filter(is_off);
        off.fold(Techniques::all(), |left, name| {
            left.without(name).unwrap_or(left)
        })
    }
}

/// A question on its way.
#[derive(Debug, Serialize, Deserialize)]
struct SentQuestion {
    position: Position,
    depth: u32,
    alpha: i32,
    beta: i32,
}

/// An answer on its way.
#[derive(Debug, Serialize, Deserialize)]
struct SentAnswer {
    value: i32,
    #[serde(with = "sent::moves")]
    line: Vec<Move>,
    nodes: u64,
}

/// Has a question answered by others. Returns `None` if there is no answer that can be used.
pub async fn ask(series: &dyn Series, question: &Question) -> Option<Probe> {
    let sent = SentQuestion {
        position: question.position.clone(),
        depth: question.depth,
        alpha: question.alpha.0,
        beta: question.beta.0,
    };
    let (answer, found) = oneshot::channel();
    series.ask(Asked {
        order: question.order,
        question: serde_json::to_string(&sent).ok()?,
        answer,
    });
    read_answer(question, &found.await.ok()?)
}

fn read_answer(question: &Question, text: &str) -> Option<Probe> {
    let SentAnswer { value, line, nodes } = serde_json::from_str(text).ok()?;
    if value.unsigned_abs() > Centipawns::MATE.0.unsigned_abs() || nodes > MAX_NODES {
        return None;
    }
    let mut position = question.position.clone();
    let mut legal = Variation::new();
    for mv in line {
        if !position.is_legal(mv) || legal.try_push(mv).is_err() {
            return None;
        }
        position = position.after(mv);
    }
    let value = Centipawns(value);
    Some(Probe {
        value,
        bound: ScoreBound::of(value, question.alpha, question.beta),
        line: legal,
        nodes,
    })
}

/// A search, as a machine knows it that makes probes for it.
struct FarSearch {
    settings: SearchSettings,
    table: Arc<TranspositionTable>,
}

fn open(settings: &str) -> Result<Arc<dyn Subject>, String> {
    let settings: SearchSettings =
        serde_json::from_str(settings).map_err(|error| error.to_string())?;
    let mib = settings.table_mib.clamp(1, MAX_TABLE_MIB);
    let table = TranspositionTable::new(mib).map_err(|error| error.to_string())?;
    Ok(Arc::new(FarSearch {
        settings,
        table: Arc::new(table),
    }))
}

impl Subject for FarSearch {
    fn hire(self: Arc<Self>, stop: Stop) -> Expert {
        let settings = &self.settings;
        let table = Arc::clone(&self.table);
        let mut searcher = Searcher::new(table, settings.techniques(), &settings.evaluation);
        let watch = StopWatch(stop);
        Box::new(move |text| {
            let question: SentQuestion = serde_json::from_str(text).ok()?;
            let mut keys = self.settings.keys.clone();
            keys.push(question.position.key());
            let within =
                |value: i32| Centipawns(value.clamp(-Centipawns::MATE.0, Centipawns::MATE.0));
            let probe = searcher.probe(
                &question.position,
                &keys,
                question.depth.min(MAX_PLY as u32),
                within(question.alpha),
                within(question.beta),
                &watch,
            )?;
            let answer = SentAnswer {
                value: probe.value.0,
                line: probe.line.to_vec(),
                nodes: probe.nodes,
            };
            serde_json::to_string(&answer).ok()
        })
    }
}

struct StopWatch(Stop);

impl Watch for StopWatch {
    fn should_stop(&self) -> bool {
        self.0.is_set()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thinker::probe_techniques;
    use bstar_alphabeta::NeverStop;
    use bstar_board::fen;

    const FENS: [&str; 4] = [
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/7P/PPPP1PP1/RNBQKBNR b KQkq e3 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 97 80",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    ];

    fn settings(techniques: Techniques) -> SearchSettings {
        SearchSettings::new(vec![7, 8], techniques, Evaluation::Terms, 1)
    }

    fn question(position: Position) -> Question {
        Question {
            position,
            depth: 3,
            alpha: -Centipawns::MATE,
            beta: Centipawns::MATE,
            order: 0,
            node_limit: u64::MAX,
        }
    }

    /// Asks another machine, which is this one.
    struct Here(std::cell::RefCell<Expert>);

    impl Series for Here {
        fn room(&self) -> usize {
            1
        }

        fn ask(&self, asked: Asked) {
            if let Some(answer) = self.0.borrow_mut()(&asked.question) {
                asked.answer.send(answer).unwrap();
            }
        }

        fn give_up(&self) {}
    }

    fn here(settings: &SearchSettings, stop: &Stop) -> Here {
        let subject = open(&serde_json::to_string(settings).unwrap()).unwrap();
        Here(std::cell::RefCell::new(subject.hire(stop.clone())))
    }

    #[test]
    fn techniques_come_back_from_a_journey() {
        let usual = Techniques::all();
        for techniques in [usual, probe_techniques(usual)] {
            let sent = serde_json::to_string(&settings(techniques)).unwrap();
            let back: SearchSettings = serde_json::from_str(&sent).unwrap();
            assert_eq!(back.techniques(), techniques);
        }
    }

    #[test]
    fn a_far_probe_finds_what_one_at_hand_finds() {
        let techniques = probe_techniques(Techniques::all());
        let settings = settings(techniques);
        for fen in FENS {
            let position = fen::parse(fen).unwrap();
            let passed = position.pass().unwrap();
            for position in [position, passed] {
                // An empty table each, because an answer depends on it.
                let table = Arc::new(TranspositionTable::new(1).unwrap());
                let mut near = Searcher::new(table, techniques, &Evaluation::Terms);
                let far = here(&settings, &Stop::new());
                let question = question(position);
                let mut keys = settings.keys.clone();
                keys.push(question.position.key());
                let (alpha, beta) = (question.alpha, question.beta);
                let expected = near.probe(&question.position, &keys, 3, alpha, beta, &NeverStop);
                let found = futures::executor::block_on(ask(&far, &question));
                assert_eq!(found, expected, "{fen}");
                assert!(found.is_some());
            }
        }
    }

    #[test]
    fn what_is_wrong_is_no_answer() {
        let question = question(fen::parse(FENS[3]).unwrap());
        let read = |text: &str| read_answer(&question, text);
        assert!(read(r#"{"value":5,"line":"a1a8","nodes":9}"#).is_some());
        for wrong in [
            r#"{"value":5,"line":"a1b8","nodes":9}"#,
            r#"{"value":5,"line":"a1a8 g1h1","nodes":9}"#,
            r#"{"value":99999999,"line":"","nodes":9}"#,
            r#"{"value":5,"line":"","nodes":99999999999999}"#,
            r#"{"value":5}"#,
            "",
        ] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_search_that_has_ended_gets_no_answers() {
        let stop = Stop::new();
        let far = here(&settings(Techniques::all()), &stop);
        stop.set();
        let mut question = question(fen::parse(FENS[0]).unwrap());
        question.depth = 20;
        assert!(futures::executor::block_on(ask(&far, &question)).is_none());
    }

    #[test]
    fn settings_that_cannot_be_read_are_refused() {
        assert!(open("{}").is_err());
        let strange = serde_json::to_string(&settings(Techniques::all())).unwrap();
        let strange = strange.replace("\"evaluation\":null", "\"evaluation\":17");
        let refused = open(&strange).err().unwrap();
        assert!(refused.contains("is not in this program"), "{refused}");
    }
}
