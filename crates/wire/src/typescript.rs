//! `crates/web/page/src/wire.ts`: what the page receives and sends, as TypeScript.

use std::fmt::Write;

use crate::shape::{Field, Shape, meaning};
use crate::wire::Wire;

/// Where the lines of the interfaces end.
const WIDTH: usize = 100;

/// Interfaces for these definitions and all they refer to. `unions` are names for one of several:
/// the lines that a command writes, for example.
pub fn write(wire: &Wire, roots: &[String], unions: &[(&str, &str, Vec<String>)]) -> String {
    let mut text = "// Made by `cargo run -p bstar-wire` from the types of the program. \
                    Not to be edited by hand.\n"
        .to_owned();
    for name in wire.reachable(roots) {
        let schema = &wire.definitions[&name];
        text.push('\n');
        comment(&mut text, "", &meaning(schema));
        match Shape::read(schema) {
            Shape::Object(fields) => interface(&mut text, &name, &fields),
            shape => {
                let _ = writeln!(text, "export type {name} = {};", in_typescript(&shape));
            }
        }
    }
    for (name, about, members) in unions {
        text.push('\n');
        comment(&mut text, "", about);
        let _ = writeln!(text, "export type {name} =");
        let members: Vec<String> = members.iter().map(|name| format!("  | {name}")).collect();
        let _ = writeln!(text, "{};", members.join("\n"));
    }
    text
}

fn interface(text: &mut String, name: &str, fields: &[Field]) {
    let _ = writeln!(text, "export interface {name} {{");
    for field in fields {
        // The fields that every object has need no comment here.
        if !matches!(field.name.as_str(), "type" | "schema") {
            comment(text, "  ", &field.meaning);
        }
        let mark = if field.required { "" } else { "?" };
        let shape = in_typescript(&field.shape);
        let _ = writeln!(text, "  {}{mark}: {shape};", field.name);
    }
    text.push_str("}\n");
}

fn comment(text: &mut String, margin: &str, about: &str) {
    let about = about.replace("\n\n", " ");
    if about.is_empty() {
        return;
    }
    let short = format!("{margin}/** {about} */");
    if short.chars().count() <= WIDTH {
        let _ = writeln!(text, "{short}");
        return;
    }
    let _ = writeln!(text, "{margin}/**");
    let mut line = format!("{margin} *");
    for word in about.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = format!("{margin} *");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}\n{margin} */");
}

fn in_typescript(shape: &Shape) -> String {
    match shape {
        Shape::Text => "string".to_owned(),
        Shape::Whole | Shape::Number => "number".to_owned(),
        Shape::YesNo => "boolean".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Anything => "unknown".to_owned(),
        Shape::Exactly(value) => value.to_string(),
        Shape::Words(words) => {
            let words: Vec<String> = words
                .iter()
                .map(|word| format!("{:?}", word.word))
                .collect();
            words.join(" | ")
        }
        Shape::List(each, None) => format!("{}[]", in_brackets(each)),
        Shape::List(each, Some(length)) => {
            let each = in_typescript(each);
            let places = vec![each; usize::try_from(*length).unwrap_or_default()];
            format!("[{}]", places.join(", "))
        }
        Shape::Places(places) => {
            let places = places.iter().map(|(shape, _)| in_typescript(shape));
            let places: Vec<String> = places.collect();
            format!("[{}]", places.join(", "))
        }
        Shape::ByName(each) => format!("Record<string, {}>", in_typescript(each)),
        Shape::Named(name) => name.clone(),
        Shape::Either(branches) => {
            let branches = branches.iter().map(|(shape, _)| in_typescript(shape));
            branches.collect::<Vec<_>>().join(" | ")
        }
        Shape::Object(fields) => {
            let field = |field: &Field| {
                let mark = if field.required { "" } else { "?" };
                format!("{}{mark}: {}", field.name, in_typescript(&field.shape))
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields.join("; "))
        }
    }
}

fn in_brackets(shape: &Shape) -> String {
    match shape {
        Shape::Either(_) | Shape::Words(_) => format!("({})", in_typescript(shape)),
        _ => in_typescript(shape),
    }
}
