//! JSON as the file has it: fields keep their order, and may occur twice.
//!
//! `serde_json::Value` would silently take the last of two equal fields. Here the check sees both
//! and can name the node.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value.
#[derive(Debug)]
pub(super) enum RawJson {
    Null,
    Bool(bool),
    Whole(i64),
    /// Any other number.
    Number(f64),
    Text(String),
    List(Vec<RawJson>),
    Object(Vec<(String, RawJson)>),
}

impl fmt::Display for RawJson {
    /// A short form for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RawJson::Null => f.write_str("null"),
            RawJson::Bool(is) => write!(f, "{is}"),
            RawJson::Whole(number) => write!(f, "{number}"),
            RawJson::Number(number) => write!(f, "{number}"),
            RawJson::Text(text) => write!(f, "{text:?}"),
            RawJson::List(_) => f.write_str("a list"),
            RawJson::Object(_) => f.write_str("an object"),
        }
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawJson, D::Error> {
        deserializer.deserialize_any(RawJsonVisitor)
    }
}

struct RawJsonVisitor;

impl<'de> Visitor<'de> for RawJsonVisitor {
    type Value = RawJson;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<RawJson, E> {
        Ok(RawJson::Null)
    }

    fn visit_bool<E>(self, is: bool) -> Result<RawJson, E> {
        Ok(RawJson::Bool(is))
    }

    fn visit_i64<E>(self, number: i64) -> Result<RawJson, E> {
        Ok(RawJson::Whole(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<RawJson, E> {
        Ok(i64::try_from(number).map_or(RawJson::Number(number as f64), RawJson::Whole))
    }

    fn visit_f64<E>(self, number: f64) -> Result<RawJson, E> {
        Ok(RawJson::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<RawJson, E> {
        Ok(RawJson::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<RawJson, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = access.next_element()? {
            list.push(item);
        }
        Ok(RawJson::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<RawJson, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = access.next_entry()? {
            fields.push(field);
        }
        Ok(RawJson::Object(fields))
    }
}
