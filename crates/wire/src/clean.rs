//! Schemas as `schemars` makes them become definitions that others can read.

use serde_json::{Map, Value, json};

/// The name of a definition: that of the type, without `Object` at its end. A number that is the
/// parameter of a generic type is called so.
pub fn cleaned_name(name: &str) -> String {
    let short = name.strip_suffix("Object").filter(|name| !name.is_empty());
    short.unwrap_or(name).replace("uint32", "Number")
}

/// What is written has these fields and no others, and a field that may be left out is never null.
pub fn close(name: &str, schema: &mut Value, problems: &mut Vec<String>) {
    if let Some(object) = schema.as_object_mut() {
        object.remove("default");
        if object.contains_key("properties") {
            if object.contains_key("anyOf") || object.contains_key("oneOf") {
                problems.push(format!(
                    "{name} has fields and alternatives at once: a flattened enum is not supported"
                ));
            }
            object.insert("additionalProperties".to_owned(), json!(false));
            let required = object.get("required").cloned().unwrap_or_default();
            let is_required = |field: &str| {
                let mut fields = required.as_array().into_iter().flatten();
                fields.any(|known| known == field)
            };
            if let Some(Value::Object(fields)) = object.get_mut("properties") {
                for (field, schema) in fields {
                    if !is_required(field) {
                        remove_null(schema);
                    }
                }
            }
        }
    }
    for part in parts(schema) {
        close(name, part, problems);
    }
}

/// Takes out what says nothing, and finds descriptions that are missing or say nothing to a reader
/// of the documents.
pub fn tidy(name: &str, schema: &mut Value, problems: &mut Vec<String>) {
    if let Some(object) = schema.as_object_mut() {
        for needless in ["$schema", "title", "format"] {
            object.remove(needless);
        }
        if let Some(Value::String(target)) = object.get_mut("$ref") {
            let referred = target.strip_prefix("#/$defs/").unwrap_or(target);
            *target = format!("#/$defs/{}", cleaned_name(referred));
        }
        if let Some(Value::String(text)) = object.get_mut("description") {
            *text = plain(text);
            if text.contains("::") || text.contains("[`") {
                problems.push(format!(
                    "{name}: a link for rustdoc leads nowhere in other documents: {text}"
                ));
            }
            if text.contains("docs/json.md") || text.contains("docs/openapi.json") {
                problems.push(format!(
                    "{name}: the document is made from this comment: {text}"
                ));
            }
        }
        if let Some(Value::Object(fields)) = object.get("properties") {
            // An object with one field, such as `{"cp": 35}`, may say itself what that is.
            let says_itself = fields.len() == 1 && object.contains_key("description");
            for (field, schema) in fields {
                if schema.get("description").is_none() && !says_itself {
                    problems.push(format!("{name}: the field `{field}` has no doc comment"));
                }
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            gather_words(object, keyword);
        }
    }
    for part in parts(schema) {
        tidy(name, part, problems);
    }
}

/// Words without descriptions are put together by `schemars`, those with one are not. Alternatives
/// become one list of single words, each with its description.
fn gather_words(object: &mut Map<String, Value>, keyword: &str) {
    let Some(Value::Array(branches)) = object.get_mut(keyword) else {
        return;
    };
    let mut flat = Vec::new();
    for branch in branches.drain(..) {
        match branch.get("enum").and_then(Value::as_array) {
            Some(words) => flat.extend(
                words
                    .iter()
                    .map(|word| json!({"type": "string", "const": word})),
            ),
            None => flat.push(branch),
        }
    }
    *branches = flat;
}

/// One paragraph after another, each on a line; what follows an example or a heading is for
/// programmers.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("```") && !line.starts_with("# "))
        .collect();
    let paragraphs: Vec<String> = lines
        .split(|line| line.is_empty())
        .filter(|paragraph| !paragraph.is_empty())
        .map(|paragraph| paragraph.join(" "))
        .collect();
    paragraphs.join("\n\n")
}

fn remove_null(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(branches)) = object.get_mut("anyOf") {
        branches.retain(|branch| branch.get("type").is_none_or(|name| name != "null"));
        if let [Value::Object(only)] = branches.as_slice() {
            let only = only.clone();
            object.remove("anyOf");
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
    }
}

/// The schemas inside a schema.
fn parts(schema: &mut Value) -> Vec<&mut Value> {
    let mut found = Vec::new();
    let Some(object) = schema.as_object_mut() else {
        return found;
    };
    for (key, value) in object {
        match (key.as_str(), value) {
            ("properties", Value::Object(fields)) => found.extend(fields.values_mut()),
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(branches)) => {
                found.extend(branches);
            }
            ("items" | "additionalProperties", value) if value.is_object() => found.push(value),
            _ => {}
        }
    }
    found
}
