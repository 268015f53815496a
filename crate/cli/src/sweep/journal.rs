//! What a sweep has done so far, in a file beside its output: one JSON line a forecast, behind a line that says which
//! sweep it is. A line cut short by a stopped machine is simply done again.

use super::row::{FIGURES, Row};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Opens the journal of an output and reads what is done; a journal of another sweep is refused.
    pub fn open(
        out: &Path,
        fingerprint: &serde_json::Value,
        len: usize,
    ) -> Result<(Self, Vec<Option<Row>>), Vec<String>> {
        let mut name = out.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let told = |error: io::Error| vec![format!("{}: {error}", path.display())];
        let mut rows = vec![None; len];
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(told)?;
        let mut lines = BufReader::new(&file).lines();
        match lines.next().transpose().map_err(told)? {
            None => writeln!(file, "{fingerprint}").map_err(told)?,
            Some(first) if serde_json::from_str(&first).is_ok_and(|found: serde_json::Value| found == *fingerprint) => {
                let mut whole = true;
                for line in lines {
                    match serde_json::from_str::<(usize, Row)>(&line.map_err(told)?) {
                        Ok((index, row)) if index < len && row.figures.len() == FIGURES.len() => {
                            rows[index] = Some(row)
                        }
                        _ => whole = false,
                    }
                }
                if !whole {
                    // Ends a line that was cut short, so that the next one starts afresh.
                    writeln!(file).map_err(told)?;
                }
            }
            Some(_) => {
                return Err(vec![format!("{}: belongs to another sweep; remove it to start this one", path.display())]);
            }
        }
        Ok((Self { path, file: Mutex::new(file) }, rows))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes a forecast.
    pub fn note(&self, index: usize, row: &Row) -> io::Result<()> {
        let mut line = serde_json::to_vec(&(index, row))?;
        line.push(b'\n');
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)
    }

    /// The table is written: the journal has done its duty.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_file(self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(throughput: f64) -> Row {
        let mut figures = vec![None; FIGURES.len()];
        figures[0] = Some(throughput);
        Row { figures, bottleneck: "link".to_owned(), ..Row::default() }
    }

    #[test]
    fn a_stopped_sweep_finds_what_it_has_done_and_does_a_cut_line_again() {
        let out = std::env::temp_dir().join(format!("nas-forecast-journal-{}", std::process::id()));
        let (journal, rows) = Journal::open(&out, &json!("sweep"), 3).unwrap();
        assert_eq!(rows, [None, None, None]);
        journal.note(2, &row(0.1 + 0.2)).unwrap();
        journal.file.lock().unwrap().write_all(b"[0,{\"figures\":[1").unwrap();
        let (journal, rows) = Journal::open(&out, &json!("sweep"), 3).unwrap();
        assert_eq!(rows, [None, None, Some(row(0.1 + 0.2))]);
        journal.note(0, &row(5.0)).unwrap();
        let (journal, rows) = Journal::open(&out, &json!("sweep"), 3).unwrap();
        assert_eq!(rows, [Some(row(5.0)), None, Some(row(0.1 + 0.2))]);
        assert!(Journal::open(&out, &json!("another"), 3).is_err());
        journal.remove().unwrap();
    }
}
