//! The worked example to the printed digit, every ending, and every fault of a script.

use super::*;

fn parse(text: &str) -> Script {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn complaint(text: &str) -> String {
    text.parse::<Script>().unwrap_err().to_string()
}

fn find(script: &Script, name: &str) -> usize {
    let found = script.nodes.iter().position(|node| node.name == name);
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

/// All steps but the tables, in short.
fn story(script: &Script) -> Vec<String> {
    let steps = script.steps();
    let told = steps
        .iter()
        .filter(|step| !matches!(step, ReplayStep::Table(_)));
    told.flat_map(|step| step_objects(script, step))
        .map(|record| {
            let body = serde_json::to_string(&record).unwrap();
            format!("{} {body}", record.kind())
        })
        .collect()
}

fn tables(script: &Script) -> Vec<NodeTable> {
    let steps = script.steps().into_iter();
    steps
        .filter_map(|step| match step {
            ReplayStep::Table(table) => Some(table),
            _ => None,
        })
        .collect()
}

fn table_after(script: &Script, name: &str) -> NodeTable {
    let after = match name {
        "verify" => TableAfter::Verify,
        "select" => TableAfter::Select,
        "root" => TableAfter::Expansion(None),
        name => TableAfter::Expansion(Some(find(script, name))),
    };
    let found = tables(script)
        .into_iter()
        .find(|table| table.after == after);
    found.unwrap_or_else(|| panic!("there is no table after {name}"))
}

fn row(script: &Script, table: &NodeTable, name: &str) -> NodeRow {
    let node = find(script, name);
    *table.rows.iter().find(|row| row.node == node).unwrap()
}

#[test]
fn the_worked_example_goes_as_in_the_paper() {
    assert_eq!(
        story(&example::script()),
        [
            r#"expand {"node":"root","phase":"select","target":null}"#,
            r#"expand {"node":"A","phase":"select","target":30.0}"#,
            r#"expand {"node":"D","phase":"select","target":30.0}"#,
            r#"verify {"selected":"A","target":17.0}"#,
            r#"expand {"node":"F","phase":"verify","target":17.0}"#,
            r#"expand {"node":"G","phase":"verify","target":17.0}"#,
            r#"expand {"node":"M","phase":"verify","target":17.0}"#,
            r#"expand {"node":"J","phase":"verify","target":17.0}"#,
            r#"done {"best":"A","reason":"verified"}"#,
        ]
    );
}

/// The table of docs/search.md, section 12.
#[test]
fn every_probability_of_the_worked_example_to_the_printed_digit() {
    let script = example::script();
    for (after, target, probabilities) in [
        ("root", 30.0, "A .875 B .455 C .000"),
        ("A", 30.0, "D .875 E 1.000 F 1.000 A .875 B .455 C .000"),
        (
            "D",
            37.0,
            "G .929 H .000 I .000 D .929 A .929 B .136 C .000 E 1.000 F 1.000",
        ),
        (
            "verify",
            17.0,
            "F .606 D .500 E .000 G .500 H 1.000 I 1.000",
        ),
        ("F", 17.0, "J .606 K .693 L .746 F .313 D .500 E .000"),
        ("G", 17.0, "M .700 N .133 P .000 G .700 D .700"),
        ("M", 17.0, "Q .156 R .318 S .700 M .035 G .133 D .133"),
        (
            "J",
            17.0,
            "T .167 U .102 V .042 J .167 F .086 D .133 E .000",
        ),
    ] {
        let table = table_after(&script, after);
        assert_eq!(table.target, Some(target), "after {after}");
        let words: Vec<&str> = probabilities.split(' ').collect();
        for pair in words.chunks(2) {
            let found = row(&script, &table, pair[0]).probability.unwrap();
            let found = format!("{found:.3}");
            assert_eq!(
                found.strip_prefix('0').unwrap_or(&found),
                pair[1],
                "{} after {after}",
                pair[0]
            );
        }
    }
    let last = table_after(&script, "J");
    for name in ["A", "B", "C"] {
        assert_eq!(row(&script, &last, name).probability, None, "{name}");
    }
}

/// The erratum of docs/search.md, section 12.
#[test]
fn real_values_are_backed_up_though_the_paper_s_figures_are_not() {
    let script = example::script();
    for (after, reals) in [
        ("D", [("G", 34), ("D", 34), ("A", 34), ("F", 80)]),
        ("G", [("G", 20), ("D", 20), ("A", 20), ("F", 80)]),
        ("M", [("G", 30), ("D", 30), ("A", 30), ("F", 80)]),
        ("J", [("G", 30), ("D", 30), ("A", 30), ("F", 60)]),
    ] {
        let table = table_after(&script, after);
        for (name, real) in reals {
            assert_eq!(
                row(&script, &table, name).real,
                real,
                "{name} after {after}"
            );
        }
    }
}

#[test]
fn bounds_nobody_asked_for_are_not_known() {
    let script = example::script();
    let table = table_after(&script, "D");
    assert!(
        table
            .rows
            .iter()
            .all(|row| row.pess.is_none() && row.opt.is_some())
    );
    let table = table_after(&script, "verify");
    let pess = |name| row(&script, &table, name).pess;
    assert_eq!(
        ["A", "B", "D", "G"].map(pess),
        [Some(-80), None, Some(0), Some(0)]
    );
}

#[test]
fn a_choice_can_be_refuted() {
    let script = parse(
        r#"{"root": [
            {"name": "A", "real": 20, "opt": 22, "children": [
                {"name": "D", "real": 20, "pess": -50, "children": [
                    {"name": "E", "real": -10, "children": []}]}]},
            {"name": "B", "real": 10, "opt": 15}]}"#,
    );
    assert_eq!(
        story(&script),
        [
            r#"expand {"node":"root","phase":"select","target":null}"#,
            r#"verify {"selected":"A","target":9.0}"#,
            r#"expand {"node":"A","phase":"verify","target":9.0}"#,
            r#"expand {"node":"D","phase":"verify","target":9.0}"#,
            r#"refuted {"selected":"A"}"#,
            r#"verify {"selected":"B","target":-11.0}"#,
            r#"done {"best":"B","reason":"script-ended","node":"B"}"#,
        ]
    );
    let afters: Vec<TableAfter> = tables(&script).iter().map(|table| table.after).collect();
    let [a, d] = ["A", "D"].map(|name| TableAfter::Expansion(Some(find(&script, name))));
    assert_eq!(
        afters,
        [
            TableAfter::Expansion(None),
            TableAfter::Verify,
            a,
            d,
            TableAfter::Select,
            TableAfter::Verify
        ]
    );
    // B was separated from A before there was a target.
    let table = table_after(&script, "select");
    assert_eq!(table.target, None);
    assert!(table.rows.iter().all(|row| row.probability.is_none()));
}

#[test]
fn a_script_can_end_before_the_search() {
    let script = parse(
        r#"{"root": [{"name": "A", "real": 20, "opt": 100}, {"name": "B", "real": 18, "opt": 40}]}"#,
    );
    assert_eq!(
        story(&script),
        [
            r#"expand {"node":"root","phase":"select","target":null}"#,
            r#"done {"best":"A","reason":"script-ended","node":"A"}"#,
        ]
    );
    let table = table_after(&script, "root");
    assert_eq!(row(&script, &table, "A").probability, Some(0.875));
}

#[test]
fn a_single_move_is_forced() {
    let script = parse(r#"{"root": [{"name": "A", "real": 20, "opt": 100}]}"#);
    let steps = script.steps();
    assert_eq!(steps.len(), 3);
    let only = NodeRow {
        node: 0,
        real: 20,
        opt: Some(100),
        pess: None,
        probability: None,
    };
    assert!(matches!(&steps[1], ReplayStep::Table(table) if table.rows == [only]));
    assert_eq!(
        steps[2],
        ReplayStep::Done {
            best: 0,
            ending: ReplayEnding::Forced
        }
    );
}

#[test]
fn a_finished_game_is_worth_its_real_value_whatever_was_hoped() {
    let script = parse(
        r#"{"root": [{"name": "A", "real": 5, "opt": 90, "children": []}, {"name": "B", "real": 0, "opt": 5}]}"#,
    );
    let table = table_after(&script, "root");
    let a = row(&script, &table, "A");
    assert_eq!((a.opt, a.pess), (Some(5), Some(5)));
    assert_eq!(
        story(&script).last().unwrap(),
        r#"done {"best":"A","reason":"verified"}"#
    );
}

#[test]
fn nobody_listens_any_more() {
    let mut heard = 0;
    let stopped = replay(&example::script(), |_| {
        heard += 1;
        if heard == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!((stopped, heard), (Err("enough"), 3));
}

#[test]
fn what_is_wrong_with_a_script_is_said_with_its_place() {
    let a = r#"{"name": "A", "real": 20, "opt": 100}"#;
    let with = |second: &str| complaint(&format!(r#"{{"root": [{a}, {second}]}}"#));
    for (second, message) in [
        (
            r#"{"name": "B", "real": 1, "pes": 0}"#,
            r#"node "B": unknown field "pes"; known are name, real, opt, pess, children"#,
        ),
        (
            r#"{"name": "B", "real": 1, "real": 1}"#,
            r#"node "B": the field real stands here twice"#,
        ),
        (r#"{"name": "B"}"#, r#"node "B": the field real is missing"#),
        (r#"{"real": 1}"#, "root move 2: the field name is missing"),
        (
            r#"{"name": "", "real": 1}"#,
            "root move 2: the name is empty",
        ),
        (
            r#"{"name": [], "real": 1}"#,
            "root move 2: the name must be a text, not a list",
        ),
        (
            r#"{"name": "A", "real": 1}"#,
            r#"root move 2: the name "A" is already another node's"#,
        ),
        (
            r#"{"name": "B", "real": 3, "opt": 2}"#,
            r#"node "B": real is 3, but opt is 2: it must be pess ≤ real ≤ opt"#,
        ),
        (
            r#"{"name": "B", "real": 3, "pess": 2}"#,
            r#"node "B": pess on a Player's move: only its opt can be given"#,
        ),
        (
            r#"{"name": "B", "real": 3, "children": 1}"#,
            r#"node "B": children must be a list of nodes, not 1"#,
        ),
        (
            r#"{"name": "B", "real": 3, "children": [{"name": "D", "real": 3, "opt": 4}]}"#,
            r#"node "D": opt on an Opponent's move: only its pess can be given"#,
        ),
        (
            r#"{"name": "B", "real": 3, "children": [{"name": "D", "real": 3, "pess": 4}]}"#,
            r#"node "D": real is 3, but pess is 4: it must be pess ≤ real ≤ opt"#,
        ),
        (
            r#"{"name": "B", "real": 3, "children": [7]}"#,
            r#"move 1 of node "B": there must be an object here, not 7"#,
        ),
    ] {
        assert_eq!(with(second), message);
    }
    for was in [
        "1.5",
        "1073741824",
        "-1073741824",
        "null",
        "true",
        "100000000000000000000",
        r#""1""#,
    ] {
        let error = with(&format!(r#"{{"name": "B", "real": {was}}}"#));
        assert!(
            error.starts_with(&format!(r#"node "B": real is {was}, but must be"#)),
            "{error}"
        );
    }
    for name in ["root", "verify", "select"] {
        let error = with(&format!(r#"{{"name": "{name}", "real": 1}}"#));
        assert!(
            error.contains(&format!("the name {name:?} is taken")),
            "{error}"
        );
    }
    for (min_act, was) in [
        ("1.01", "1.01"),
        ("-0.5", "-0.5"),
        ("null", "null"),
        (r#""x""#, r#""x""#),
    ] {
        let error = complaint(&format!(r#"{{"min_act": {min_act}, "root": [{a}]}}"#));
        assert_eq!(
            error,
            format!("the tree: min_act is {was}, but must be a number between 0 and 1")
        );
    }
    assert_eq!(
        complaint(r#"{"root": []}"#),
        "the tree: the root has no moves"
    );
    assert_eq!(complaint("{}"), "the tree: the field root is missing");
    assert_eq!(
        complaint("[]"),
        "the tree: there must be an object here, not a list"
    );
}

#[test]
fn what_is_not_json_is_said_with_line_and_column() {
    for (text, place) in [
        ("", "line 1 column 0"),
        ("{\n\"root\": [", "line 2 column 9"),
        (
            "{\"root\": [{\"name\": \"A\", \"real\": NaN}]}",
            "line 1 column 33",
        ),
        ("{} {}", "line 1 column 4"),
    ] {
        let error = complaint(text);
        assert!(
            error.starts_with("not JSON: ") && error.ends_with(place),
            "{error}"
        );
    }
    let deep = r#"{"name": "A", "real": 1, "children": ["#.repeat(5000);
    let error = complaint(&format!(r#"{{"root": [{deep}"#));
    assert!(error.contains("recursion limit"), "{error}");
}

#[test]
fn limits_are_within_the_limits() {
    let script = parse(
        r#"{"min_act": 1, "root": [{"name": "A", "real": 1073741823, "opt": 1073741823}, {"name": "B", "real": -1073741823.0}]}"#,
    );
    assert_eq!(
        (script.nodes[0].real, script.nodes[1].real),
        (MAX_SCRIPT_VALUE, -MAX_SCRIPT_VALUE)
    );
    assert!(!script.steps().is_empty());
}

#[test]
fn tables_show_the_mover_s_optimism_first() {
    let script = example::script();
    let text = table(&script, &table_after(&script, "verify"));
    let line = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        line("Node"),
        "Node Depth/Parent OptVal RealVal PessVal TargetVal OptPrb"
    );
    assert_eq!(line("B"), "B 0 40 18 Undef. 17 Undef.");
    assert_eq!(line("D"), "D 1/A 0 34 76 17 0.500");
    assert_eq!(line("G"), "G 2/D 76 34 0 17 0.500");
}

#[test]
fn names_cannot_break_a_line_or_a_picture() {
    let script = parse(r#"{"root": [{"name": "<a&\n\u001b[1m>", "real": 0}]}"#);
    let steps = script.steps();
    let mut texts: Vec<String> = steps
        .iter()
        .map(|step| step_in_words(&script, step))
        .collect();
    texts.push(text_picture(&script, &steps));
    assert!(
        texts.iter().all(|text| !text.contains('\u{1b}')),
        "{texts:?}"
    );
    let drawn = svg_picture(&script, &steps, "A & B");
    assert!(
        drawn.contains("A &amp; B") && drawn.contains("&lt;a&amp;\\n"),
        "{drawn}"
    );
    assert!(!drawn.contains('\u{1b}'));
}

#[test]
fn the_example_names_its_figures() {
    let text = example::in_figures();
    for figure in [4, 5, 7, 8, 10, 12, 13, 14, 15] {
        assert!(text.contains(&format!("Fig. {figure}. ")), "{figure}");
    }
    assert!(!text.contains("not in the paper"));
}

/// The library's documentation shows the picture; `bstar-lab worked-example --svg
/// crates/bstar/docs/worked-example.svg` makes it anew.
#[test]
fn the_librarys_picture_is_the_one_we_draw() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../bstar/docs/worked-example.svg"
    );
    let shown = std::fs::read_to_string(path).expect("the picture is there");
    assert_eq!(shown, super::example::drawing());
}
