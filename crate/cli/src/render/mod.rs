//! `render`: what the page shows, as a file for places without JavaScript: chart (SVG, PNG) or table (Markdown, HTML).
//!
//! Words and signs come from the page's catalogues (`text/*.json`, written by `./build.sh golden`); the chart has the shape
//! of the page's own export (`www/chart/export.js`), and tests hold the two together.

mod batch;
mod chart;
mod figures;
mod number;
mod picture;
mod table;
mod words;

use crate::input::hardware_of;
use std::path::{Path, PathBuf};
use words::{Lang, Words};

/// What `render` is asked for.
#[derive(clap::Args, Debug)]
pub struct RenderArgs {
    /// A scenario as JSON, whose workload is ignored; `-` is standard input
    #[arg(value_name = "FILE.json", required_unless_present = "list")]
    file: Option<PathBuf>,
    /// The file to write: .svg and .png are charts, .md and .html tables
    #[arg(long, value_name = "FILE", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// The language of words and numbers
    #[arg(long, value_enum, default_value = "en")]
    lang: Lang,
    /// Many at once: a JSON list of {"scenario", "lang", "out"}, where `lang` and `out` may be lists and `out` may hold {lang}
    #[arg(long, value_name = "LIST.json", conflicts_with_all = ["file", "out", "lang"])]
    list: Option<PathBuf>,
    /// The folder that the files of a list go to; by default the list's own
    #[arg(long, value_name = "FOLDER", requires = "list")]
    folder: Option<PathBuf>,
}

/// A line about what was written, or what is wrong with the input.
pub fn run(args: &RenderArgs) -> Result<String, Vec<String>> {
    match (args, &args.file, &args.out) {
        (RenderArgs { list: Some(list), .. }, ..) => batch::run(list, args.folder.as_deref()),
        (_, Some(file), Some(out)) => {
            let form = Form::of(out)?;
            let rows = figures::suite_of(&hardware_of(file)?);
            let was_written = write(out, &form.render(&Words::of(args.lang), &rows)?)?;
            Ok(format!("{}: {}", out.display(), if was_written { "written" } else { "unchanged" }))
        }
        _ => Err(vec!["render: a scenario and --out, or --list".to_owned()]),
    }
}

/// What kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
    Markdown,
    Html,
}

impl Form {
    fn of(out: &Path) -> Result<Self, Vec<String>> {
        match out.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Form::Svg),
            Some("png") => Ok(Form::Png),
            Some("md") => Ok(Form::Markdown),
            Some("html") => Ok(Form::Html),
            _ => Err(vec![format!("{}: the name must end in .svg, .png, .md or .html", out.display())]),
        }
    }

    fn render(self, words: &Words, rows: &figures::Suite) -> Result<Vec<u8>, Vec<String>> {
        Ok(match self {
            Form::Svg => chart::svg(words, rows, chart::PAGE_FONTS).into_bytes(),
            Form::Png => picture::png(&chart::svg(words, rows, picture::FONT))?,
            Form::Markdown => table::markdown(words, rows).into_bytes(),
            Form::Html => table::html(words, rows).into_bytes(),
        })
    }
}

/// Writes a file unless it holds these very bytes already; whether it did. A reader meets the old file or the new one,
/// never half of it.
fn write(out: &Path, bytes: &[u8]) -> Result<bool, Vec<String>> {
    if std::fs::read(out).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    let mut unfinished = out.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&unfinished, bytes))
        .and_then(|()| std::fs::rename(&unfinished, out))
        .map_err(|error| vec![format!("{}: {error}", out.display())])?;
    Ok(true)
}
