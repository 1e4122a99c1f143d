//! Means and their errors.

use bstar_arena::stats::DEVIATIONS_FOR_95_PERCENT;
use serde::Serialize;

/// A mean with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mean {
    /// How many values.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Half the width of its 95 % interval; none for fewer than two values.
    pub error: Option<f64>,
}

impl Mean {
    /// The mean of some values; none if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Mean> {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Mean {
            count: values.len(),
            mean,
            error: (values.len() > 1)
                .then(|| DEVIATIONS_FOR_95_PERCENT * (squares / (count - 1.0) / count).sqrt()),
        })
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let precision = f.precision().unwrap_or(2);
        write!(f, "{:.precision$}", self.mean)?;
        match self.error {
            Some(error) => write!(f, " ± {error:.precision$}"),
            None => Ok(()),
        }
    }
}
