//! Sizes of trees, as Table I of the 1978 paper sorts them.

use std::fmt;

use serde::Serialize;

/// How large a tree is, by the nodes best-first needed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// At most 50.
    UpTo50,
    /// At most 200.
    UpTo200,
    /// At most 1,000.
    UpTo1000,
    /// More.
    Larger,
    /// One of the searches of Table I gave it up.
    Intractable,
}

impl Class {
    /// In the paper's order.
    pub const ALL: [Class; 5] = [
        Class::UpTo50,
        Class::UpTo200,
        Class::UpTo1000,
        Class::Larger,
        Class::Intractable,
    ];

    fn name(self) -> &'static str {
        match self {
            Class::UpTo50 => "≤ 50",
            Class::UpTo200 => "≤ 200",
            Class::UpTo1000 => "≤ 1000",
            Class::Larger => "> 1000",
            Class::Intractable => "intractable",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
