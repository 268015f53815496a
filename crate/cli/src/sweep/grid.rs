//! The combinations of a sweep: each axis a field with its values, the last one changing fastest.

use std::str::FromStr;

/// One field that is varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    pub path: String,
    pub values: Vec<String>,
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, values) = text.split_once('=').ok_or("want PATH=V1,V2,…")?;
        let values = split(values);
        if path.is_empty() || values.iter().any(String::is_empty) {
            return Err("want PATH=V1,V2,…".to_owned());
        }
        Ok(Self { path: path.to_owned(), values })
    }
}

/// Splits at commas, but not inside the brackets and quotes of a JSON value.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => depth = depth.saturating_sub(1),
            ',' if !quoted && depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

/// All combinations.
pub struct Grid<'a> {
    axes: &'a [Axis],
    len: usize,
}

impl<'a> Grid<'a> {
    /// Refuses a field that is varied twice.
    pub fn new(axes: &'a [Axis]) -> Result<Self, Vec<String>> {
        let twice =
            axes.iter().enumerate().filter(|(index, axis)| axes[..*index].iter().any(|other| other.path == axis.path));
        let problems: Vec<String> =
            twice.map(|(_, axis)| format!("--vary {}: it is varied twice", axis.path)).collect();
        let len = axes.iter().fold(1_usize, |len, axis| len.saturating_mul(axis.values.len()));
        if problems.is_empty() { Ok(Self { axes, len }) } else { Err(problems) }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The fields of one combination.
    pub fn pairs(&self, index: usize) -> Vec<(&'a str, &'a str)> {
        let mut rest = index;
        let mut pairs: Vec<_> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let value = &axis.values[rest % axis.values.len()];
                rest /= axis.values.len();
                (axis.path.as_str(), value.as_str())
            })
            .collect();
        pairs.reverse();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_split_at_commas_outside_of_json() {
        let axis: Axis =
            r#"ssd_cache=null,{"mode":"read-only","drives":{"count":1}},{"label":"a,\"b"}"#.parse().unwrap();
        assert_eq!(axis.values, ["null", r#"{"mode":"read-only","drives":{"count":1}}"#, r#"{"label":"a,\"b"}"#]);
        assert!(
            "network.mtu".parse::<Axis>().is_err()
                && "a=1,,2".parse::<Axis>().is_err()
                && "=1".parse::<Axis>().is_err()
        );
    }

    #[test]
    fn the_last_axis_changes_fastest() {
        let axes: Vec<Axis> = ["a=1,2", "b=x,y,z"].iter().map(|text| text.parse().unwrap()).collect();
        let grid = Grid::new(&axes).unwrap();
        let all: Vec<_> =
            (0..grid.len()).map(|index| grid.pairs(index)).map(|pairs| (pairs[0].1, pairs[1].1)).collect();
        assert_eq!(all, [("1", "x"), ("1", "y"), ("1", "z"), ("2", "x"), ("2", "y"), ("2", "z")]);
        assert!(Grid::new(&[axes[0].clone(), axes[0].clone()]).is_err());
    }
}
