//! How many instructions each variant took.

use serde::Serialize;

use super::variant::SearchVariant;

/// Instructions of all variants, direct search first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Instructions {
    /// How many positions were searched.
    pub positions: usize,
    /// A row for each depth.
    pub rows: Vec<InstructionRow>,
}

/// Instructions at one depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstructionRow {
    /// The depth in plies.
    pub depth: u32,
    /// The variants, direct search first.
    pub cells: Vec<InstructionCell>,
}

/// Instructions of one variant at one depth, summed over all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstructionCell {
    /// Which variant.
    pub variant: String,
    /// The instructions, without those of the start of the program.
    pub instructions: u64,
    /// The same in percent of direct search.
    pub percent: f64,
}

impl InstructionRow {
    /// Makes a row from the instructions of each variant, direct search first.
    pub fn new(depth: u32, counted: &[(SearchVariant, u64)]) -> InstructionRow {
        let direct = counted.first().map_or(1, |(_, count)| *count) as f64;
        let cells = counted.iter().map(|(variant, count)| InstructionCell {
            variant: variant.to_string(),
            instructions: *count,
            percent: 100.0 * *count as f64 / direct,
        });
        InstructionRow {
            depth,
            cells: cells.collect(),
        }
    }

    /// The instructions of a variant in percent of direct search.
    pub fn percent(&self, variant: &str) -> Option<f64> {
        let cell = self.cells.iter().find(|cell| cell.variant == variant);
        cell.map(|cell| cell.percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_direct_search() {
        let row = InstructionRow::new(
            3,
            &[(SearchVariant::DIRECT, 400), ("pvs".parse().unwrap(), 300)],
        );
        assert_eq!(row.percent("pvs"), Some(75.0));
        assert_eq!(row.percent("direct"), Some(100.0));
    }
}
