//! JSON text to a tree, stricter than usual: a key given twice in one object is a problem, not a silent choice.
//!
//! Everything else is serde_json's: line and column of a syntax error, exact 64-bit integers, a bound on nesting.

use super::problem::{Allowed, Code, Problem};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// More is no scenario. A recorded trace of that size is passed beside the document.
pub const MAX_DOCUMENT_BYTES: usize = 1 << 20;

/// A document with thousands of faults is not a document: enough to see what is wrong with it.
pub(super) const MAX_PROBLEMS: usize = 100;

/// Reads JSON text.
///
/// ```
/// # use nas_forecast_core::scenario::parse_json;
/// assert_eq!(parse_json(r#"{"count": 4.0}"#).unwrap()["count"], 4.0);
/// let problems = parse_json(r#"{"nas": {"ram_gib": 4, "ram_gib": 8}}"#).unwrap_err();
/// assert_eq!(problems[0].path, "nas.ram_gib");
/// ```
pub fn parse_json(text: &str) -> Result<Value, Vec<Problem>> {
    match parse(text) {
        Ok((value, twice)) if twice.is_empty() => Ok(value),
        Ok((_, twice)) => Err(twice),
        Err(problem) => Err(vec![*problem]),
    }
}

/// Reads JSON text; a key that comes twice is told beside the tree, so that the rest can be checked all the same.
pub(super) fn parse(text: &str) -> Result<(Value, Vec<Problem>), Box<Problem>> {
    if text.len() > MAX_DOCUMENT_BYTES {
        let most = Allowed::Length { max_length: MAX_DOCUMENT_BYTES };
        return Err(Box::new(Problem::new("", Code::TooLarge).allowed(most)));
    }
    // Editors on Windows put a byte order mark in front; JSON has no use for it and no objection either.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut path = Vec::new();
    let mut twice = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Strict { path: &mut path, twice: &mut twice }
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value));
    match value {
        Ok(value) => Ok((value, twice)),
        Err(error) => {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or_default();
            let mut problem = Problem::new("", Code::Syntax).value(&Value::from(what));
            problem.line = Some(error.line());
            problem.column = Some(error.column().max(1));
            Err(Box::new(problem))
        }
    }
}

/// `parent.key`; a key that is no plain name is quoted and shortened, so that a path stays one readable word.
pub(super) fn join(parent: &str, key: &str) -> String {
    const LONGEST: usize = 64;
    let plain = !key.is_empty()
        && key.len() <= LONGEST
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let key = if plain { key.to_owned() } else { format!("{:?}", key.chars().take(LONGEST).collect::<String>()) };
    if parent.is_empty() { key } else { format!("{parent}.{key}") }
}

/// Builds a `Value` and notes where a key comes twice.
struct Strict<'a> {
    path: &'a mut Vec<String>,
    twice: &'a mut Vec<Problem>,
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        loop {
            self.path.push(items.len().to_string());
            let item = access.next_element_seed(Strict { path: self.path, twice: self.twice })?;
            self.path.pop();
            match item {
                Some(item) => items.push(item),
                None => return Ok(Value::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            self.path.push(key.clone());
            let value = access.next_value_seed(Strict { path: self.path, twice: self.twice })?;
            if object.contains_key(&key) && self.twice.len() < MAX_PROBLEMS {
                let path = self.path.iter().fold(String::new(), |path, key| join(&path, key));
                self.twice.push(Problem::new(path, Code::DuplicateKey).value(&value));
            }
            self.path.pop();
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_given_twice_is_told_with_its_path() {
        let problems = parse_json(r#"{"a": {"b": 1, "b": 2}, "c": [{"d": 1, "d": 1}], "a": 0}"#).unwrap_err();
        let paths: Vec<_> = problems.iter().map(|p| p.path.as_str()).collect();
        assert_eq!(paths, ["a.b", "c.0.d", "a"]);
        assert!(problems.iter().all(|p| p.code == Code::DuplicateKey));
    }

    #[test]
    fn text_that_is_not_json_tells_line_and_column() {
        let problem = &parse_json("{\n  \"version\": 1,\n  oops\n}").unwrap_err()[0];
        assert_eq!((problem.code, problem.line, problem.column), (Code::Syntax, Some(3), Some(3)));
        assert!(parse_json("").is_err());
        assert!(parse_json("{} {}").is_err());
        assert!(parse_json("{\"a\": 1e999}").is_err());
        assert!(parse_json("{\"a\": \"\\ud800\"}").is_err());
    }

    #[test]
    fn deep_nesting_and_huge_text_are_refused() {
        assert_eq!(parse_json(&"[".repeat(100_000)).unwrap_err()[0].code, Code::Syntax);
        assert_eq!(parse_json(&" ".repeat(MAX_DOCUMENT_BYTES + 1)).unwrap_err()[0].code, Code::TooLarge);
    }

    #[test]
    fn large_integers_stay_exact_and_a_byte_order_mark_is_no_fault() {
        assert_eq!(parse_json("\u{feff}{\"n\": 18446744073709551615}").unwrap()["n"], u64::MAX);
    }
}
