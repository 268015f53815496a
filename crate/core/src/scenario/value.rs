//! One value against its knob: type, range, choices; and the one spelling in which it is kept.

use super::knobs::{Form, Knob};
use super::problem::{Allowed, Code, Problem};
use serde_json::{Number, Value, json};

/// A number as JSON without a needless point: 4, not 4.0.
pub(crate) fn plain_number(value: f64) -> Value {
    // Beyond 2^53 neighbouring integers are one float: better left as it is.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() <= EXACT {
        if value < 0.0 { json!(value as i64) } else { json!(value as u64) }
    } else {
        json!(value)
    }
}

/// What a knob takes, as data.
pub(super) fn allowed(knob: &Knob) -> Allowed {
    match knob.form {
        Form::Whole { min, max, .. } => {
            Allowed::Range { min: min as f64, max: max as f64, whole: true, unit: knob.unit }
        }
        Form::Number { min, max, .. } => Allowed::Range { min, max, whole: false, unit: knob.unit },
        Form::Steps(steps) => Allowed::OneOf { one_of: steps.iter().map(|step| plain_number(*step)).collect() },
        Form::Flag => Allowed::OneOf { one_of: vec![json!(true), json!(false)] },
        Form::Choice(choices) => one_of(choices),
        Form::Text { max } => Allowed::Length { max_length: max },
        Form::Preset(table) => {
            Allowed::Preset { catalog: table.name(), one_of: table.slugs().map(|slug| json!(slug)).collect() }
        }
        Form::Skew => Allowed::Type { r#type: "\"uniform\" or an object" },
        Form::Parts => Allowed::Type { r#type: "an array of parts" },
        Form::Section => Allowed::Type { r#type: "an object" },
    }
}

/// A value that is no object; the problem is boxed because it is large and rare.
pub(super) fn leaf(knob: &Knob, path: &str, value: &Value) -> Result<Value, Box<Problem>> {
    let fault = |code| Box::new(Problem::new(path, code).value(value).allowed(allowed(knob)));
    match knob.form {
        Form::Whole { min, max, .. } => {
            let number = value.as_number().ok_or_else(|| fault(Code::WrongType))?;
            let whole = whole(number).ok_or_else(|| {
                let negative_whole = number.as_f64().is_some_and(|figure| figure.fract() == 0.0);
                fault(if negative_whole { Code::OutOfRange } else { Code::NotWhole })
            })?;
            if (min..=max).contains(&whole) { Ok(json!(whole)) } else { Err(fault(Code::OutOfRange)) }
        }
        Form::Number { min, max, .. } => {
            let figure = value.as_f64().ok_or_else(|| fault(Code::WrongType))?;
            if (min..=max).contains(&figure) { Ok(plain_number(figure)) } else { Err(fault(Code::OutOfRange)) }
        }
        Form::Steps(steps) => {
            let figure = value.as_f64().ok_or_else(|| fault(Code::WrongType))?;
            if steps.contains(&figure) { Ok(plain_number(figure)) } else { Err(fault(Code::NotAChoice)) }
        }
        Form::Flag => value.as_bool().map(Value::Bool).ok_or_else(|| fault(Code::WrongType)),
        Form::Choice(choices) => {
            let text = value.as_str().ok_or_else(|| fault(Code::WrongType))?;
            if choices.contains(&text) {
                Ok(value.clone())
            } else {
                Err(Box::new(fault(Code::NotAChoice).nearest(text, choices.iter().copied())))
            }
        }
        Form::Text { max } => {
            let text = value.as_str().ok_or_else(|| fault(Code::WrongType))?;
            if text.chars().nth(max).is_some() { Err(fault(Code::TooLong)) } else { Ok(value.clone()) }
        }
        Form::Preset(table) => {
            let slug = value.as_str().ok_or_else(|| fault(Code::WrongType))?;
            if table.row(slug).is_some() {
                Ok(value.clone())
            } else {
                Err(Box::new(fault(Code::UnknownPreset).nearest(slug, table.slugs())))
            }
        }
        Form::Skew | Form::Parts | Form::Section => Err(fault(Code::WrongType)),
    }
}

/// A whole number, also one written `4.0` or `1e3`.
fn whole(number: &Number) -> Option<u64> {
    number.as_u64().or_else(|| plain_number(number.as_f64()?).as_u64())
}

/// One of these words.
pub(super) fn one_of(choices: &[&str]) -> Allowed {
    Allowed::OneOf { one_of: choices.iter().map(|choice| json!(choice)).collect() }
}
