//! One language: its words, units and signs.

use super::number;
use serde_json::Value;

/// The languages of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Lang {
    /// English
    En,
    /// French
    Fr,
    /// German
    De,
    /// Portuguese
    Pt,
}

impl Lang {
    /// As in a link.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
            Lang::De => "de",
            Lang::Pt => "pt",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Lang::En => include_str!("text/en.json"),
            Lang::Fr => include_str!("text/fr.json"),
            Lang::De => include_str!("text/de.json"),
            Lang::Pt => include_str!("text/pt.json"),
        }
    }
}

/// The words of one language. A word that is missing is empty; a test compares the files with the page's catalogues.
pub struct Words {
    pub lang: Lang,
    text: Value,
}

impl Words {
    pub fn of(lang: Lang) -> Self {
        Words { lang, text: serde_json::from_str(lang.text()).unwrap_or_default() }
    }

    fn at(&self, table: &str, name: &str) -> &str {
        self.text[table][name].as_str().unwrap_or_default()
    }

    pub fn sentence(&self, name: &str) -> &str {
        self.at("sentence", name)
    }

    pub fn results(&self, name: &str) -> &str {
        self.at("results", name)
    }

    pub fn unit(&self, name: &str) -> &str {
        self.at("units", name)
    }

    /// What a station is called.
    pub fn station<'a>(&'a self, id: &'a str) -> &'a str {
        self.text["stations"][id].as_str().unwrap_or(id)
    }

    /// What an enumerated value is called.
    pub fn choice<'a>(&'a self, value: &'a str) -> &'a str {
        self.text["choices"][value].as_str().unwrap_or(value)
    }

    /// "hard disks", in the number that fits.
    pub fn drives(&self, kind: &str, count: f64) -> &str {
        let kinds = &self.text["sentence"]["kinds"];
        let forms = if kinds[kind].is_null() { &kinds["hdd"] } else { &kinds[kind] };
        let is_one = match self.lang {
            Lang::En | Lang::De => count == 1.0,
            Lang::Fr | Lang::Pt => count < 2.0,
        };
        forms[if is_one { "one" } else { "other" }].as_str().unwrap_or_default()
    }

    /// Workloads in the page's order: id and name.
    pub fn tasks(&self) -> impl Iterator<Item = (&str, &str)> {
        self.text["tasks"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|task| Some((task[0].as_str()?, task[1].as_str()?)))
    }

    /// A number with at most so many decimals.
    pub fn number(&self, value: f64, decimals: usize) -> String {
        let text = number::rounded(value, decimals);
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        self.written(text)
    }

    /// A figure with no more digits than its interval allows; without one, three.
    pub fn figure(&self, value: f64, interval: Option<(f64, f64)>) -> String {
        self.written(&number::figure(value, interval))
    }

    /// A number and its unit, kept on one line.
    pub fn with_unit(&self, value: f64, unit: &str) -> String {
        format!("{}\u{a0}{}", self.number(value, 2), self.unit(unit))
    }

    /// A plain number in the signs of the language.
    fn written(&self, plain: &str) -> String {
        number::localised(plain, self.at("number", "decimal"), self.at("number", "group"))
    }
}

/// Fills `{name}` in.
pub fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    parts.iter().fold(template.to_owned(), |text, (name, part)| text.replace(&format!("{{{name}}}"), part))
}
