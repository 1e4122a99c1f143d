//! Sizes of trees, as Table I of the 1978 paper sorts them.

use std::fmt;

use serde::Serialize;

/// The size of a tree, by the nodes that best-first needed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SizeClass {
    /// At most 50.
    UpTo50,
    /// At most 200.
    UpTo200,
    /// At most 1,000.
    UpTo1000,
    /// More than 1,000.
    Larger,
    /// One of the searches of Table I gave it up.
    Intractable,
}

impl SizeClass {
    /// All classes in the paper's order.
    pub const ALL: [SizeClass; 5] = [
        SizeClass::UpTo50,
        SizeClass::UpTo200,
        SizeClass::UpTo1000,
        SizeClass::Larger,
        SizeClass::Intractable,
    ];

    fn name(self) -> &'static str {
        match self {
            SizeClass::UpTo50 => "≤ 50",
            SizeClass::UpTo200 => "≤ 200",
            SizeClass::UpTo1000 => "≤ 1000",
            SizeClass::Larger => "> 1000",
            SizeClass::Intractable => "intractable",
        }
    }
}

impl fmt::Display for SizeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
