//! As much linear algebra as a handful of players needs.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// A matrix of zeros.
pub(super) fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// The inverse, by elimination with the largest pivot first; nothing if there is none.
pub(super) fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut left = matrix.clone();
    let mut right = zeros(size);
    for (i, row) in right.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|a, b| left[*a][column].abs().total_cmp(&left[*b][column].abs()))?;
        left.swap(column, pivot);
        right.swap(column, pivot);
        let by = left[column][column];
        if by.abs() < f64::MIN_POSITIVE || !by.is_finite() {
            return None;
        }
        for value in left[column].iter_mut().chain(&mut right[column]) {
            *value /= by;
        }
        for row in (0..size).filter(|row| *row != column) {
            let factor = left[row][column];
            for k in 0..size {
                left[row][k] -= factor * left[column][k];
                right[row][k] -= factor * right[column][k];
            }
        }
    }
    Some(right)
}

/// A matrix times another.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let of_row = |row: &Vec<f64>| {
        (0..b.len())
            .map(|column| row.iter().zip(b).map(|(x, of_b)| x * of_b[column]).sum())
            .collect()
    };
    a.iter().map(of_row).collect()
}

/// A matrix times a vector.
pub(super) fn applied(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    let of_row = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, x)| a * x).sum();
    matrix.iter().map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_inverse_undoes(values in prop::collection::vec(-1.0..1.0f64, 16)) {
            // Heavy on the diagonal, so that there is an inverse.
            let matrix: Matrix = (0..4)
                .map(|i| (0..4).map(|k| values[4 * i + k] + if i == k { 5.0 } else { 0.0 }).collect())
                .collect();
            let one = product(&matrix, &inverse(&matrix).unwrap());
            for (i, row) in one.iter().enumerate() {
                for (k, value) in row.iter().enumerate() {
                    prop_assert!((value - f64::from(u8::from(i == k))).abs() < 1e-9);
                }
            }
            let moved = applied(&matrix, &[1.0, 2.0, 3.0, 4.0]);
            let back = applied(&inverse(&matrix).unwrap(), &moved);
            prop_assert!(back.iter().zip([1.0, 2.0, 3.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }

    #[test]
    fn what_has_no_inverse_gets_none() {
        assert_eq!(inverse(&vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
