//! The figures as a table for people, in Markdown and HTML: as `www/table.js` writes them, with their ranges.

use super::figures::{Suite, measured};
use super::words::{Words, fill};
use nas_forecast_core::report::Quantity;

/// The head and the rows.
fn cells(words: &Words, suite: &Suite) -> (Vec<String>, Vec<Vec<String>>) {
    let in_unit = |text: &str| format!("{text}, {}", words.unit("MB/s"));
    let has_cache = suite.has_cache();
    let mut head = vec![words.results("task").to_owned()];
    if has_cache {
        head.extend([in_unit(words.results("without")), in_unit(words.results("with"))]);
    } else {
        head.push(in_unit(words.results("plain")));
    }
    head.push(words.results("limitedBy").to_owned());
    let rows = suite.rows(words).map(|(name, row)| {
        let (plain, cached) = measured(row);
        let mut cells = vec![name.to_owned(), cell(words, plain)];
        if has_cache {
            cells.push(cell(words, cached));
        }
        cells.push(words.station(&row.report.bottleneck).to_owned());
        cells
    });
    (head, rows.collect())
}

fn cell(words: &Words, figure: Option<&Quantity>) -> String {
    let Some(figure) = figure else { return "–".to_owned() };
    let (low, high) = (words.figure(figure.low, None), words.figure(figure.high, None));
    let range = fill(words.results("rangeOf"), &[("low", &low), ("high", &high)]);
    format!("{} ({range})", words.figure(figure.value, Some((figure.low, figure.high))))
}

/// A sentence, an empty line, the table.
pub fn markdown(words: &Words, suite: &Suite) -> String {
    let (head, rows) = cells(words, suite);
    let line = |cells: &Vec<String>| {
        let escaped: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
        format!("| {} |\n", escaped.join(" | "))
    };
    let rule = "---|".repeat(head.len());
    let rows: String = rows.iter().map(line).collect();
    format!("{}\n\n{}|{rule}\n{rows}", suite.sentence(words), line(&head))
}

/// A table that stands in any page; its caption is the sentence.
pub fn html(words: &Words, suite: &Suite) -> String {
    let (head, rows) = cells(words, suite);
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escape(cell))).collect();
    let row = |cells: &Vec<String>| {
        let name = cells.first().map(|name| escape(name)).unwrap_or_default();
        let rest: String = cells.iter().skip(1).map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        format!("<tr><th scope=\"row\">{name}</th>{rest}</tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    let caption = escape(&suite.sentence(words));
    format!(
        "<table lang=\"{}\">\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n",
        words.lang.code()
    )
}

/// Text inside HTML or SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
