//! Fields of text lines, read without allocating and without panicking.

use super::error::Problem;
use super::{LARGEST_RECORD_BYTES, Op};

/// A problem with a field of a line, counted from 1.
pub type FieldError = (u32, Problem);

/// What a line yields: a record, nothing of interest, or a problem.
pub type Parsed<T> = Result<Option<T>, FieldError>;

/// Bytes a volume can have: the kernel's offsets are signed 64-bit.
const LARGEST_OFFSET: u64 = i64::MAX as u64;

/// Nanoseconds of a second.
pub const NS_PER_S: u64 = 1_000_000_000;

/// Without the spaces around.
pub fn trim(field: &[u8]) -> &[u8] {
    field.trim_ascii()
}

/// Without spaces and one pair of double quotes around.
pub fn unquote(field: &[u8]) -> &[u8] {
    let field = trim(field);
    match field {
        [b'"', inner @ .., b'"'] => trim(inner),
        _ => field,
    }
}

/// A whole number in decimal digits.
#[inline]
pub fn whole(field: &[u8]) -> Option<u64> {
    if field.is_empty() || field.len() > 20 {
        return None;
    }
    let mut value = 0u64;
    for &byte in field {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    Some(value)
}

/// A whole number in decimal, or in hexadecimal after `0x`.
pub fn whole_or_hex(field: &[u8]) -> Option<u64> {
    match field {
        [b'0', b'x' | b'X', digits @ ..] if !digits.is_empty() && digits.len() <= 16 => {
            digits.iter().try_fold(0u64, |value, &byte| Some(value << 4 | u64::from((byte as char).to_digit(16)?)))
        }
        _ => whole(field),
    }
}

/// A number with a decimal point or comma, times `scale`, cut to a whole number.
pub fn scaled(field: &[u8], scale: u64) -> Option<u64> {
    let point = field.iter().position(|&byte| byte == b'.' || byte == b',');
    let Some(point) = point else { return whole(field)?.checked_mul(scale) };
    let (units, fraction) = (&field[..point], &field[point + 1..]);
    let units = if units.is_empty() { 0 } else { whole(units)? };
    if point + 1 == field.len() && field.len() == 1 {
        return None;
    }
    let mut part = 0;
    let mut unit = scale;
    for &byte in fraction {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        unit /= 10;
        part += u64::from(digit) * unit;
    }
    units.checked_mul(scale)?.checked_add(part)
}

/// Whether a record may be where it says it is.
pub fn check_range(start: u64, bytes: u64, column: u32) -> Result<(), FieldError> {
    if bytes > LARGEST_RECORD_BYTES || start.checked_add(bytes).is_none_or(|end| end > LARGEST_OFFSET) {
        return Err((column, Problem::OutOfRange));
    }
    Ok(())
}

/// `value` times the bytes of a unit, if a volume can be that large.
pub fn units_to_bytes(value: u64, unit: u64, column: u32) -> Result<u64, FieldError> {
    value.checked_mul(unit).filter(|&bytes| bytes <= LARGEST_OFFSET).ok_or((column, Problem::OutOfRange))
}

/// The usual words for an operation. `None`: unknown; `Some(None)`: known, but it moves no data.
pub fn operation(word: &[u8]) -> Option<Option<Op>> {
    const WORDS: &[(&str, Option<Op>)] = &[
        ("r", Some(Op::Read)),
        ("w", Some(Op::Write)),
        ("d", Some(Op::Trim)),
        ("read", Some(Op::Read)),
        ("write", Some(Op::Write)),
        ("trim", Some(Op::Trim)),
        ("discard", Some(Op::Trim)),
        ("unmap", Some(Op::Trim)),
        ("rs", Some(Op::Read)),
        ("ws", Some(Op::Write)),
        ("get", Some(Op::Read)),
        ("set", Some(Op::Write)),
        ("put", Some(Op::Write)),
        ("delete", Some(Op::Trim)),
        ("0", Some(Op::Read)),
        ("1", Some(Op::Write)),
        ("sync", None),
        ("datasync", None),
        ("sync_file_range", None),
        ("flush", None),
        ("f", None),
        ("wait", None),
        ("open", None),
        ("close", None),
        ("add", None),
        ("unlink", None),
        ("mkdir", None),
        ("rmdir", None),
        ("stat", None),
    ];
    WORDS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name.as_bytes())).map(|&(_, op)| op)
}

/// The kernel's letters for a request: R, W, D (discard), F (flush), N (none), with S (sync), A (ahead), M (metadata) and
/// more behind. `None`: not such a word; `Some(None)`: it moves no data.
pub fn kernel_operation(word: &[u8]) -> Option<Option<Op>> {
    const LETTERS: &[u8] = b"RWDFNSAMBEVZ";
    if word.is_empty() || word.len() > 8 || !word.iter().all(|letter| LETTERS.contains(letter)) {
        return None;
    }
    Some(if word.contains(&b'D') {
        Some(Op::Trim)
    } else if word.contains(&b'R') {
        Some(Op::Read)
    } else if word.contains(&b'W') {
        Some(Op::Write)
    } else {
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_above_2_to_53_stay_exact_and_overflow_is_refused() {
        assert_eq!(whole(b"9007199254740993"), Some(9_007_199_254_740_993));
        assert_eq!(whole(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(whole(b"18446744073709551616"), None);
        assert_eq!(whole(b"-1"), None);
        assert_eq!(whole(b""), None);
        assert_eq!(whole_or_hex(b"0xFF"), Some(255));
        assert_eq!(whole_or_hex(b"0x"), None);
    }

    #[test]
    fn a_decimal_comma_is_a_decimal_point() {
        assert_eq!(scaled(b"1.5", NS_PER_S), Some(1_500_000_000));
        assert_eq!(scaled(b"1,5", NS_PER_S), Some(1_500_000_000));
        assert_eq!(scaled(b"0.000000001", NS_PER_S), Some(1));
        assert_eq!(scaled(b"3", 1000), Some(3000));
        assert_eq!(scaled(b".", 1000), None);
        assert_eq!(scaled(b"1.5.2", 1000), None);
    }
}
