use super::*;

#[test]
fn every_option_takes_its_default_and_nothing_changes() {
    for option in OPTIONS {
        let mut choices = Choices::default();
        let default = option.default(&choices).unwrap();
        option.set(&mut choices, &default).unwrap();
        assert!(choices == Choices::default(), "{}", option.name);
    }
}

#[test]
fn every_option_takes_its_limits_and_refuses_what_is_beyond() {
    for option in OPTIONS {
        let (good, bad): (Vec<String>, Vec<String>) = match option.kind {
            OptionKind::Check { .. } => (
                vec!["false".to_owned(), "true".to_owned()],
                vec!["perhaps".to_owned(), String::new()],
            ),
            OptionKind::Number { least, most, .. } => (
                [least, most].map(|number| number.to_string()).to_vec(),
                [least - 1, most + 1]
                    .map(|number| number.to_string())
                    .into_iter()
                    .chain(["1.5".to_owned(), "99999999999999999999".to_owned()])
                    .collect(),
            ),
            OptionKind::Word { words, .. } => (
                words.iter().map(|&word| word.to_owned()).collect(),
                vec!["no such word".to_owned()],
            ),
            OptionKind::Text { .. } => (vec![String::new()], vec!["/no/such".to_owned()]),
            OptionKind::Button { .. } => (vec![String::new()], Vec::new()),
        };
        for value in good {
            let mut choices = Choices::default();
            option.set(&mut choices, &value).unwrap();
            if !matches!(option.kind, OptionKind::Text { .. }) {
                assert_eq!(option.default(&choices), Some(value), "{}", option.name);
            }
        }
        for value in bad {
            let mut choices = Choices::default();
            let error = option.set(&mut choices, &value).unwrap_err().to_string();
            let start = format!("option {} cannot be `{value}`: ", option.name);
            assert!(
                error.starts_with(&start) && error.len() > start.len(),
                "{error}"
            );
            assert!(choices == Choices::default(), "{}", option.name);
        }
    }
}

#[test]
fn no_name_stands_for_two_options() {
    for (number, option) in OPTIONS.iter().enumerate() {
        for name in [option.name].iter().chain(option.aliases) {
            let first = OPTIONS.iter().position(|other| other.is_called(name));
            assert_eq!(first, Some(number), "{name}");
        }
    }
}

#[test]
fn what_is_meant_is_asked_for() {
    let evaluation = OPTIONS.iter().find(|option| option.is_called("Evaluation"));
    let error = evaluation.unwrap().set(&mut Choices::default(), "term");
    assert_eq!(
        error.unwrap_err().refusal.to_string(),
        "did you mean `terms`? expected one of network, terms"
    );
}
