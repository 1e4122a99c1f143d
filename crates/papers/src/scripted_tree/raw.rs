//! JSON as it stands in the file: the order of fields kept, and fields that stand there twice.
//!
//! `serde_json::Value` would silently take the last of two equal fields. Here the check gets to see both, and can say at which node.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value.
#[derive(Debug)]
pub(super) enum Raw {
    Null,
    Bool(bool),
    Whole(i64),
    /// Any other number.
    Number(f64),
    Text(String),
    List(Vec<Raw>),
    Object(Vec<(String, Raw)>),
}

impl fmt::Display for Raw {
    /// Short, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Raw::Null => f.write_str("null"),
            Raw::Bool(is) => write!(f, "{is}"),
            Raw::Whole(number) => write!(f, "{number}"),
            Raw::Number(number) => write!(f, "{number}"),
            Raw::Text(text) => write!(f, "{text:?}"),
            Raw::List(_) => f.write_str("a list"),
            Raw::Object(_) => f.write_str("an object"),
        }
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_bool<E>(self, is: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(is))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Raw, E> {
        Ok(Raw::Whole(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Raw, E> {
        Ok(i64::try_from(number).map_or(Raw::Number(number as f64), Raw::Whole))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Raw, E> {
        Ok(Raw::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = access.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = access.next_entry()? {
            fields.push(field);
        }
        Ok(Raw::Object(fields))
    }
}
