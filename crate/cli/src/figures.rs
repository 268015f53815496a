//! A forecast's figures for people: with their interval, in units that fit.

use crate::measured::figure;
use comfy_table::Table;
use nas_forecast_core::report::Quantity;

/// A figure and its interval; a dash where it makes no sense.
pub fn quantity(quantity: Option<&Quantity>) -> [String; 2] {
    match quantity {
        Some(quantity) => [figure(quantity.value), format!("{} – {}", figure(quantity.low), figure(quantity.high))],
        None => ["-".to_owned(), String::new()],
    }
}

/// Seconds as people say them.
pub fn duration(seconds: f64) -> String {
    match seconds {
        seconds if !seconds.is_finite() => "-".to_owned(),
        seconds if seconds < 90.0 => format!("{} s", figure(seconds)),
        seconds if seconds < 5400.0 => format!("{} min", figure(seconds / 60.0)),
        seconds => format!("{} h", figure(seconds / 3600.0)),
    }
}

/// A table as text, without the blanks at the ends of its lines.
pub fn lines(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_change_their_unit() {
        assert_eq!([0.5, 84.0, 600.0, 36_000.0].map(duration), ["0.500 s", "84.00 s", "10.00 min", "10.00 h"]);
    }
}
