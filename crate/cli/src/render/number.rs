//! Numbers as the page writes them (`www/number.js`): how many digits a forecast deserves, and rounding as JavaScript's Intl.

/// How many decimals a figure may show (negative: rounded to tens, hundreds): three significant digits at most, fewer where
/// its interval is wide, never fewer than two.
fn decimals(value: f64, interval: Option<(f64, f64)>) -> i32 {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    let magnitude = libm::log10(value.abs()).floor() as i32;
    let half_width = interval.map_or(0.0, |(low, high)| (high - low) / 2.0);
    let by_interval = if half_width > 0.0 { -(libm::log10(half_width).floor() as i32) } else { i32::MAX };
    (1 - magnitude).max((2 - magnitude).min(by_interval)).min(6)
}

/// A figure as plain text, with a decimal point.
pub fn figure(value: f64, interval: Option<(f64, f64)>) -> String {
    let digits = decimals(value, interval);
    if digits >= 0 {
        return rounded(value, digits as usize);
    }
    let step = 10_f64.powi(-digits);
    rounded((value / step + 0.5).floor() * step, 0)
}

/// Exactly so many decimals, halves away from zero. Rust rounds exact halves to even, Intl doesn't.
pub fn rounded(value: f64, decimals: usize) -> String {
    let factor = 10_f64.powi(decimals as i32);
    let is_half = decimals < 16 && (value * factor).fract().abs() == 0.5 && value * factor / factor == value;
    let value = if is_half { (value.abs() * factor).ceil().copysign(value) / factor } else { value };
    format!("{value:.decimals$}")
}

/// Decimal sign and groups of thousands.
pub fn localised(plain: &str, decimal: &str, group: &str) -> String {
    let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut text = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(group);
        }
        text.push(digit);
    }
    if !part.is_empty() {
        text.push_str(decimal);
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_shows_no_more_digits_than_its_interval_allows() {
        assert_eq!(figure(118.23, Some((117.9, 118.6))), "118");
        assert_eq!(figure(118.23, Some((90.0, 140.0))), "120");
        assert_eq!(figure(3.6234, Some((3.4, 3.8))), "3.6");
        assert_eq!(figure(95_214.0, Some((95_000.0, 95_500.0))), "95200");
        assert_eq!(figure(0.0, None), "0");
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        assert_eq!([rounded(2.5, 0), rounded(0.125, 2), rounded(1.005, 2)], ["3", "0.13", "1.00"]);
    }

    #[test]
    fn signs_follow_the_language() {
        assert_eq!(localised("1234567.5", ",", "."), "1.234.567,5");
        assert_eq!(localised("123", ",", "."), "123");
    }
}
