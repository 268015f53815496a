//! From a JSON tree to types, in few words.
//!
//! `serde_json::from_value` does the same, and tells of every mistake what was expected in its place. Trees that come here have
//! been checked, or come from a program; and what it takes to word mistakes that nobody makes, for each type, is a tenth of
//! what a browser loads.
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value, map};
use std::fmt;

/// A tree that is none of a type, and what is missing or too much in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfit(pub(crate) &'static str);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not what is expected here: ")?;
        f.write_str(self.0)
    }
}

impl std::error::Error for Unfit {}

impl de::Error for Unfit {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self("a value of another kind")
    }

    fn missing_field(field: &'static str) -> Self {
        Self(field)
    }
}

/// Reads a value of type `T`.
pub fn read<T: DeserializeOwned>(tree: &Value) -> Result<T, Unfit> {
    T::deserialize(Tree(tree))
}

#[derive(Clone, Copy)]
struct Tree<'de>(&'de Value);

impl<'de> Tree<'de> {
    fn whole<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match (self.0.as_u64(), self.0.as_i64()) {
            (Some(number), _) => visitor.visit_u64(number),
            (_, Some(number)) => visitor.visit_i64(number),
            _ => Err(KIND),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_borrowed_str(self.0.as_str().ok_or(KIND)?)
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_seq(Elements(self.0.as_array().ok_or(KIND)?.iter()))
    }

    fn object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_map(Members::of(self.0.as_object().ok_or(KIND)?))
    }
}

const KIND: Unfit = Unfit("a value of another kind");

macro_rules! read_as {
    ($($way:ident: $($method:ident)*;)*) => {$($(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
            self.$way(visitor)
        }
    )*)*};
}

impl<'de> Deserializer<'de> for Tree<'de> {
    type Error = Unfit;

    read_as! {
        whole: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64;
        text: deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_identifier;
        list: deserialize_seq;
        object: deserialize_map;
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(_) => self.whole_or_not(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.list(visitor),
            Value::Object(_) => self.object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_bool(self.0.as_bool().ok_or(KIND)?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_f64(self.0.as_f64().ok_or(KIND)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unfit> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        self.object(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        // Enums are names, or tagged inside: then they ask for anything.
        visitor.visit_enum(IntoDeserializer::<Unfit>::into_deserializer(self.0.as_str().ok_or(KIND)?))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_unit()
    }
}

impl<'de> Tree<'de> {
    fn whole_or_not<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        if self.0.is_f64() { self.deserialize_f64(visitor) } else { self.whole(visitor) }
    }
}

struct Elements<'de>(std::slice::Iter<'de, Value>);

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Unfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unfit> {
        self.0.next().map(|value| seed.deserialize(Tree(value))).transpose()
    }
}

struct Members<'de> {
    left: map::Iter<'de>,
    value: Option<&'de Value>,
}

impl<'de> Members<'de> {
    fn of(object: &'de Map<String, Value>) -> Self {
        Self { left: object.iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Unfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unfit> {
        let Some((key, value)) = self.left.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Unfit> {
        seed.deserialize(Tree(self.value.take().ok_or(KIND)?))
    }
}

/// What a scenario is made of: read from a tree by name, and written into one.
pub trait InTree: Sized {
    /// Whether nothing is left out of a tree, instead of being null there.
    const IS_LEFT_OUT: bool = false;

    /// The value that a tree, or a part of one, says.
    fn of(tree: &Value) -> Result<Self, Unfit>;

    /// The tree that says this value.
    fn to_tree(&self) -> Value;

    /// As part of a tree; `None` where it is left out.
    fn to_part(&self) -> Option<Value> {
        Some(self.to_tree())
    }
}

/// The field of an object by its name.
pub fn field<T: InTree>(object: &Value, name: &'static str) -> Result<T, Unfit> {
    T::of(object.get(name).unwrap_or(&Value::Null)).map_err(|_| Unfit(name))
}

/// Puts a field into an object.
pub fn note<T: InTree>(object: &mut Map<String, Value>, name: &str, value: &T) {
    if let Some(value) = value.to_part() {
        object.insert(name.to_owned(), value);
    }
}

impl<T: InTree> InTree for Option<T> {
    fn of(tree: &Value) -> Result<Self, Unfit> {
        if tree.is_null() { Ok(None) } else { T::of(tree).map(Some) }
    }

    fn to_tree(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_tree)
    }

    fn to_part(&self) -> Option<Value> {
        (self.is_some() || !T::IS_LEFT_OUT).then(|| self.to_tree())
    }
}

impl<T: InTree> InTree for Vec<T> {
    fn of(tree: &Value) -> Result<Self, Unfit> {
        tree.as_array().ok_or(KIND)?.iter().map(T::of).collect()
    }

    fn to_tree(&self) -> Value {
        Value::Array(self.iter().map(T::to_tree).collect())
    }
}

macro_rules! leaves {
    ($($type:ty, $is_left_out:literal, $of:expr;)*) => {$(
        impl InTree for $type {
            const IS_LEFT_OUT: bool = $is_left_out;

            fn of(tree: &Value) -> Result<Self, Unfit> {
                let of: fn(&Value) -> Option<Self> = $of;
                of(tree).ok_or(KIND)
            }

            fn to_tree(&self) -> Value {
                self.clone().into()
            }
        }
    )*};
}

leaves! {
    bool, false, Value::as_bool;
    f64, false, Value::as_f64;
    u64, false, Value::as_u64;
    u32, false, |tree| tree.as_u64()?.try_into().ok();
    String, true, |tree| Some(tree.as_str()?.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::{Number, json};
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        DarkBlue,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Everything {
        flag: bool,
        whole: u32,
        real: f64,
        name: String,
        colour: Colour,
        list: Vec<i64>,
        pair: (f64, u64),
        table: BTreeMap<String, f64>,
        missing: Option<u8>,
        null: Option<u8>,
        tree: Value,
    }

    /// What `serde_json` reads, this reads, to the same bits.
    #[test]
    fn reads_as_serde_json_does() {
        let tree = json!({
            "flag": true, "whole": 7, "real": 0.1, "name": "é", "colour": "dark-blue", "list": [-1, 2], "pair": [3, 4],
            "table": {"a": 1, "b": 2.5}, "null": null, "tree": {"x": [1, null, "y", 0.25, true]}, "beside": [],
        });
        assert_eq!(read::<Everything>(&tree), Ok(serde_json::from_value(tree).expect("sound")));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(read::<Everything>(&json!({})), Err(Unfit("flag")));
        assert_eq!(read::<u32>(&json!(-1)), Err(KIND));
        assert_eq!(read::<u32>(&Value::Number(Number::from_f64(1.5).expect("finite"))), Err(KIND));
        assert_eq!(read::<Colour>(&json!("red")), Err(KIND));
        assert_eq!(read::<Vec<u8>>(&json!({"0": 1})), Err(KIND));
        assert_eq!(Unfit("flag").to_string(), "not what is expected here: flag");
    }
}
